/** The contrast of every theme, light and dark, in its own colour and in others. */

import { colourOf } from '../../../src/store/navigation/panel';
import { contrast } from '../../../src/ui/theme/ramp';
import { type LookTheme, paintOf, presetColours, seedOf, themeOf, themes } from '../../../src/ui/theme/theme';
import { depth } from '../../support/depth';

type Name = keyof LookTheme;
type Rgba = readonly [r: number, g: number, b: number, alpha: number];

function parse(colour: string): Rgba {
  const [, hex] = /^#([\da-f]{6})$/i.exec(colour) ?? [];
  if (hex) {
    const [r, g, b] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
    return [r, g, b, 1];
  }
  const [, list] = /^rgba\(([^)]+)\)$/.exec(colour) ?? [];
  if (!list) throw new Error(`not a colour: ${colour}`);
  return list.split(',').map(Number) as unknown as Rgba;
}
function hexOf(rgb: readonly number[]) {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
function laid(over: string, under: string): string {
  const [top, ground] = [parse(over), parse(under)];
  return hexOf([0, 1, 2].map((at) => top[at]! * top[3] + ground[at]! * (1 - top[3])));
}
/** The colours of a value: both ends of a gradient, none for a transparent one. */
function coloursOf(paint: string): string[] {
  return paint === 'transparent' ? [] : paint.startsWith('linear-gradient') ? paint.match(/#[\da-f]{6}/gi)! : [paint];
}

/** The least contrast of `text` on `ground`, where that lies on `base`. */
function least(theme: LookTheme, text: Name, ground: Name, base: Name = ground): number {
  const ratios = coloursOf(paintOf(theme, base)).flatMap((below) => {
    const grounds = coloursOf(paintOf(theme, ground));
    return (grounds.length > 0 ? grounds : [below]).map((over) =>
      contrast(laid(paintOf(theme, text), laid(over, below)), laid(over, below)),
    );
  });
  return Math.min(...ratios);
}

/** Pairs of colours and their least contrast: 4.5 for text, 3 for marks. */
const pairs: readonly [what: string, least: number, text: Name, ground: Name, base?: Name][] = [
  ['text', 4.5, 'colorNeutralForeground1', 'colorNeutralBackground1'],
  ['labels', 4.5, 'colorNeutralForeground2', 'colorNeutralBackground1'],
  ['captions', 4.5, 'colorNeutralForeground3', 'colorNeutralBackground1'],
  ['captions on the canvas', 4.5, 'colorNeutralForeground3', 'canvas'],
  ['links', 4.5, 'colorBrandForegroundLink', 'colorNeutralBackground1'],
  ['links on the canvas', 4.5, 'colorBrandForegroundLink', 'canvas'],
  ['links in a picked row', 4.5, 'colorBrandForegroundLink', 'colorBrandBackground2'],
  ['links under the pointer', 4.5, 'colorBrandForegroundLink', 'colorNeutralBackground1Hover'],
  ['captions in a picked row', 4.5, 'colorNeutralForeground3', 'colorBrandBackground2'],
  ['captions under the pointer', 4.5, 'colorNeutralForeground3', 'colorNeutralBackground1Hover'],
  ['words of the brand under the pointer', 4.5, 'colorBrandForeground1', 'colorNeutralBackground1Hover'],
  ['words of the brand in a picked row', 4.5, 'colorBrandForeground1', 'colorBrandBackground2'],
  ...(['PaletteRedForeground1', 'StatusSuccessForeground1', 'StatusWarningForeground1'] as const).flatMap(
    (tone): [string, number, Name, Name][] => [
      [`${tone}`, 4.5, `color${tone}`, 'colorNeutralBackground1'],
      [`${tone} in a picked row`, 4.5, `color${tone}`, 'colorBrandBackground2'],
      [`${tone} under the pointer`, 4.5, `color${tone}`, 'colorNeutralBackground1Hover'],
    ],
  ),
  ['buttons', 4.5, 'colorNeutralForegroundOnBrand', 'colorBrandBackground'],
  ['buttons under the pointer', 4.5, 'colorNeutralForegroundOnBrand', 'colorBrandBackgroundHover'],
  ['buttons being pressed', 4.5, 'colorNeutralForegroundOnBrand', 'colorBrandBackgroundPressed'],
  ['what is chosen', 4.5, 'colorBrandForeground2', 'colorBrandBackground2'],
  ['marks of the brand', 3, 'colorCompoundBrandBackground', 'colorNeutralBackground1'],
  ['menus', 4.5, 'nav-fg', 'nav-bg'],
  ['menus under the pointer', 4.5, 'nav-fg-on', 'nav-hover', 'nav-bg'],
  ['the menu of the page', 4.5, 'nav-fg-on', 'nav-sel', 'nav-bg'],
  ['the bar beside it', 3, 'nav-ind', 'nav-sel', 'nav-bg'],
  ['the count on it', 4.5, 'nav-ind-fg', 'nav-ind'],
  ['the top bar', 4.5, 'top-fg', 'top-bg'],
  ['quiet words of the top bar', 4.5, 'top-fg2', 'top-bg'],
  ['its buttons under the pointer', 4.5, 'top-fg', 'top-hover', 'top-bg'],
  ['its search field', 4.5, 'top-fg2', 'top-field', 'top-bg'],
  ['its bar below the chosen item', 3, 'top-ind', 'top-bg'],
];

function faults(theme: LookTheme): string[] {
  return pairs.flatMap(([what, wanted, text, ground, base]) => {
    const ratio = least(theme, text, ground, base);
    return ratio >= wanted ? [] : [`${what}: ${ratio.toFixed(2)} < ${wanted}`];
  });
}

/** Pseudorandom colours, the same on every run: the first eight of forty in `npm test`. */
const random = Array.from({ length: depth(8, 40) }, (_, at) => {
  const mixed = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(at + 7, 0x85ebca6b);
  return `#${(mixed & 0xffffff).toString(16).padStart(6, '0')}`;
});
const extremes = ['#000000', '#ffffff', '#ffff00', '#00ff00', '#0000ff', '#ff0000', '#808080', '#fffffe', '#010101'];
const picked = [...random, ...extremes, ...presetColours.map(({ hex }) => hex)];

const modes = ['light', 'dark'] as const;
const looks = themes.flatMap(({ key }) => modes.map((mode) => [key, mode] as const));
/** In dark mode all themes differ only in their colour. */
const frames = looks.filter(
  ([key, mode]) => (mode === 'light' && key !== 'dark') || (mode === 'dark' && key === 'dark'),
);

it.each(looks)('%s, %s, can be read in its own colour', (key, mode) => {
  expect(faults(themeOf(key, mode))).toEqual([]);
});

it.each(frames)('%s, %s, can be read in any accent colour', (key, mode) => {
  const bad = picked.flatMap((seed) => faults(themeOf(key, mode, seed)).map((fault) => `${seed} ${fault}`));
  expect(bad).toEqual([]);
});

it('in the dark every theme is the same one in a picked colour', () => {
  for (const { key } of themes) expect(themeOf(key, 'dark', '#45b984')).toEqual(themeOf('dark', 'light', '#45b984'));
});

describe('the measure', () => {
  it('knows the contrast of black and white, and of grey that lets the ground through', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(laid('rgba(255, 255, 255, 0.5)', '#000000')).toBe('#808080');
  });
  it('finds what cannot be read', () => {
    const theme = { ...themeOf('default', 'light'), 'nav-fg': '#dddddd' };
    expect(faults(theme).map((fault) => fault.split(':')[0])).toEqual(['menus']);
  });
});

describe('a look that comes out of storage', () => {
  it.each(['blue', '#12345', 'javascript:1', '#12345g'])('with the colour %s has the theme’s own', (seed) => {
    expect(themeOf('default', 'light', seed)).toEqual(themeOf('default', 'light'));
    expect(seedOf('default', seed)).toBe('#409eff');
  });
  it('is the same object as long as it is the same look', () => {
    expect(themeOf('star', 'dark', '#45b984')).toBe(themeOf('star', 'dark', '#45b984'));
  });
});

describe('a colour that is typed', () => {
  it.each([
    ['#409EFF', '#409eff'],
    ['409eff', '#409eff'],
    [' #0af ', '#00aaff'],
    ['#40', ''],
    ['#4', ''],
    ['red', ''],
    ['', ''],
  ])('%j is read as %j', (typed, hex) => expect(colourOf(typed)).toBe(hex));
});
