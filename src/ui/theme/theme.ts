import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components';
import { contrast, type Ramp, rampOf, type Stop, stopOf } from './ramp';

/** Latin faces of every system first: digits are alike in both languages, and a Chinese face would draw ’ a full width. */
export const FONT_STACK =
  '"Segoe UI Variable Text","Segoe UI",-apple-system,Roboto,"Noto Sans","Liberation Sans",Arial,"PingFang SC","HarmonyOS Sans SC","Microsoft YaHei UI","Microsoft YaHei","Noto Sans CJK SC","Source Han Sans SC",system-ui,sans-serif';

function token(name: keyof Theme) {
  return `var(--${name})`;
}

/** Variables of the frame besides Fluent's tokens; every value is a CSS value, mostly a token. */
const plainFrame = {
  canvas: token('colorNeutralBackground3'),
  line: token('colorNeutralStroke2'),
  'nav-bg': token('colorNeutralBackground2'),
  'nav-fg': token('colorNeutralForeground2'),
  'nav-fg-on': token('colorNeutralForeground1'),
  'nav-sel': token('colorNeutralBackground5'),
  'nav-hover': token('colorNeutralBackground4'),
  'nav-ind': token('colorCompoundBrandBackground'),
  'nav-ind-fg': token('colorNeutralForegroundInverted'),
  'nav-line': token('colorNeutralStroke2'),
  'top-bg': token('colorNeutralBackground1'),
  'top-fg': token('colorNeutralForeground1'),
  'top-fg2': token('colorNeutralForeground3'),
  'top-line': token('colorNeutralStroke2'),
  'top-hover': token('colorNeutralBackground1Hover'),
  'top-ind': token('colorCompoundBrandBackground'),
  'top-field': token('colorNeutralBackground3'),
  'top-field-line': 'transparent',
};
export type Frame = Record<keyof typeof plainFrame, string>;

/** The frame of every theme in dark mode; cards are lighter than the canvas and need no line. */
const darkFrame: Frame = {
  ...plainFrame,
  line: 'transparent',
  'nav-sel': token('colorNeutralBackground1Selected'),
  'nav-ind': token('colorBrandForeground1'),
  'nav-hover': token('colorNeutralBackground1'),
  'nav-line': token('colorNeutralStroke3'),
  'top-bg': token('colorNeutralBackground2'),
  'top-line': token('colorNeutralStroke3'),
};

const GREY = {
  10: '#1a1a1a',
  14: '#242424',
  16: '#292929',
  20: '#333333',
  22: '#383838',
  84: '#d6d6d6',
  92: '#ebebeb',
} as const;
/** Darker than Fluent's, which has too little contrast on a selected row. */
const AMBER = '#ad4508';

/** The first of the stops on which white is readable, also on the overlay of a selected item. */
function readable(ramp: Ramp, ...stops: [Stop, ...Stop[]]): string {
  return ramp[stops.find((stop) => contrast(ramp[stop], '#ffffff') >= 7.3) ?? stops.at(-1)!];
}

/** A dark sidebar with white text. */
function darkNav(background: string, ramp: Ramp): Partial<Frame> {
  return {
    'nav-bg': background,
    'nav-fg': GREY[84],
    'nav-fg-on': '#ffffff',
    'nav-sel': token('colorNeutralStrokeAlpha2'),
    'nav-hover': token('colorNeutralStrokeAlpha2'),
    'nav-ind': ramp[150],
    'nav-ind-fg': GREY[10],
    'nav-line': 'transparent',
  };
}

function darkTop(background: string, indicator: string): Partial<Frame> {
  return {
    'top-bg': background,
    'top-fg': '#ffffff',
    'top-fg2': GREY[92],
    'top-line': 'transparent',
    'top-hover': token('colorNeutralStrokeAlpha2'),
    'top-ind': indicator,
    'top-field': 'transparent',
    'top-field-line': GREY[84],
  };
}

export interface ThemeRow {
  /** As stored; never renamed. */
  key: string;
  name: { zh: string; en: string };
  seed: string;
  stop: Stop;
  /** Dark in both modes. */
  isDark?: true;
  /** Differences from the plain frame in light mode. */
  frame?(ramp: Ramp): Partial<Frame>;
}

export const themes: readonly ThemeRow[] = [
  { key: 'default', name: { zh: '默认', en: 'Default' }, seed: '#409eff', stop: 100 },
  {
    key: 'white',
    name: { zh: '纯白', en: 'White' },
    seed: '#409eff',
    stop: 100,
    frame: () => ({
      canvas: token('colorNeutralBackground1'),
      'nav-bg': token('colorNeutralBackground1'),
      'nav-sel': token('colorBrandBackground2'),
      'nav-fg-on': token('colorBrandForeground2'),
      'top-field': token('colorNeutralBackground1'),
      'top-field-line': token('colorNeutralStroke1'),
    }),
  },
  { key: 'dark', name: { zh: '深色', en: 'Dark' }, seed: '#409eff', stop: 100, isDark: true },
  {
    key: 'star',
    name: { zh: '炫彩', en: 'Vivid' },
    seed: '#7b61ff',
    stop: 90,
    frame: (ramp) => darkNav(`linear-gradient(170deg, ${readable(ramp, 70, 60, 50)}, ${ramp[40]})`, ramp),
  },
  {
    key: 'bule',
    name: { zh: '智能蓝', en: 'Smart blue' },
    seed: '#2f6bff',
    stop: 90,
    frame: (ramp) => ({ ...darkNav(ramp[40], ramp), ...darkTop(readable(ramp, 70, 60, 50), '#ffffff') }),
  },
  {
    key: 'iview',
    name: { zh: '清简', en: 'Plain' },
    seed: '#2d8cf0',
    stop: 90,
    frame: (ramp) => darkNav(GREY[22], ramp),
  },
  {
    key: 'vip',
    name: { zh: '尊享', en: 'Gold' },
    seed: '#c9a04e',
    stop: 110,
    frame: (ramp) => ({
      ...darkNav(GREY[10], ramp),
      'nav-fg-on': ramp[130],
      'nav-ind': ramp[110],
      ...darkTop(GREY[16], ramp[110]),
    }),
  },
  {
    key: 'cool',
    name: { zh: '清爽', en: 'Fresh' },
    seed: '#13a8a8',
    stop: 90,
    frame: (ramp) => ({
      canvas: token('colorNeutralBackground2'),
      'nav-bg': ramp[160],
      'nav-sel': ramp[150],
      'nav-hover': ramp[150],
      'nav-line': ramp[150],
      'nav-fg-on': ramp[40],
    }),
  },
  {
    key: 'd2',
    name: { zh: '浅灰', en: 'Light grey' },
    seed: '#2f74ff',
    stop: 90,
    frame: () => ({
      canvas: token('colorNeutralBackground4'),
      line: 'transparent',
      'nav-bg': token('colorNeutralBackground4'),
      'nav-hover': token('colorNeutralBackground5'),
      'nav-sel': token('colorNeutralBackground1'),
      'nav-line': 'transparent',
      'top-bg': token('colorNeutralBackground4'),
      'top-line': 'transparent',
      'top-field': token('colorNeutralBackground1'),
    }),
  },
  {
    key: 'hey',
    name: { zh: '青绿', en: 'Green' },
    seed: '#45b984',
    stop: 100,
    frame: (ramp) => darkNav(ramp[20], ramp),
  },
  {
    key: 'lte',
    name: { zh: '商务', en: 'Business' },
    seed: '#3c8dbc',
    stop: 90,
    frame: (ramp) => ({ ...darkNav(GREY[14], ramp), ...darkTop(readable(ramp, 60, 50), '#ffffff') }),
  },
];

export type LookTheme = Theme & Frame;

function isColour(text: string | undefined): text is string {
  return text !== undefined && /^#[\da-f]{6}$/i.test(text);
}

/**
 * The Fluent theme of a key with the variables of the frame; FluentProvider writes every key as `--key`. `seed`
 * (`#rrggbb`) replaces the colour of the theme. Both come from storage: an unknown key gives the default theme, an invalid
 * seed is ignored.
 */
export function themeOf(key: string, mode: 'light' | 'dark', seed?: string): LookTheme {
  const row = themes.find((candidate) => candidate.key === key) ?? themes[0]!;
  const own = isColour(seed) ? seed : '';
  const name = [row.key, mode, own].join();
  if (made?.name !== name) made = { name, theme: makeTheme(row, mode, own) };
  return made.theme;
}
/** The last theme, so that the same look gives the same object. */
let made: { name: string; theme: LookTheme } | undefined;

function makeTheme(row: ThemeRow, mode: 'light' | 'dark', seed: string): LookTheme {
  const ramp = seed ? rampOf(seed, stopOf(seed)) : rampOf(row.seed, row.stop);
  if (mode === 'dark' || row.isDark) {
    const dark = createDarkTheme(ramp);
    return {
      ...dark,
      // A popover has the colour of the card below it, on which a shadow is invisible, so it gets a line.
      shadow16: `0 0 0 1px ${dark.colorNeutralStroke2}, ${dark.shadow16}`,
      // Fluent's is too pale for red and green text.
      colorNeutralBackground1Hover: GREY[20],
      colorBrandForeground1: ramp[110],
      colorBrandForegroundLink: ramp[110],
      colorBrandForeground2: ramp[120],
      fontFamilyBase: FONT_STACK,
      ...darkFrame,
    };
  }
  const light = createLightTheme(ramp);
  // Text must also be readable in selected rows and under the pointer.
  const rows = [ramp[160], light.colorNeutralBackground1Hover];
  return {
    ...light,
    colorBrandForeground1: rows.every((row) => contrast(ramp[80], row) >= 4.5) ? ramp[80] : ramp[70],
    colorStatusWarningForeground1: AMBER,
    fontFamilyBase: FONT_STACK,
    ...plainFrame,
    ...row.frame?.(ramp),
  };
}

/** The value of a variable with its token resolved: a colour or a gradient. */
export function paintOf(theme: LookTheme, name: keyof LookTheme): string {
  const value = String(theme[name]);
  const [, token] = /^var\(--(\w+)\)$/.exec(value) ?? [];
  return token ? String(theme[token as keyof LookTheme]) : value;
}

/** Suggested colours; any other can be picked. */
export const presetColours: readonly { hex: string; name: { zh: string; en: string } }[] = [
  { hex: '#409eff', name: { zh: '晴空蓝', en: 'Sky blue' } },
  { hex: '#2f6bff', name: { zh: '海蓝', en: 'Ocean blue' } },
  { hex: '#7b61ff', name: { zh: '紫罗兰', en: 'Violet' } },
  { hex: '#c239b3', name: { zh: '紫红', en: 'Magenta' } },
  { hex: '#d13438', name: { zh: '朱红', en: 'Red' } },
  { hex: '#e8710a', name: { zh: '橙', en: 'Orange' } },
  { hex: '#c9a04e', name: { zh: '金', en: 'Gold' } },
  { hex: '#45b984', name: { zh: '青绿', en: 'Green' } },
  { hex: '#13a8a8', name: { zh: '青', en: 'Teal' } },
  { hex: '#5c6b7a', name: { zh: '石板灰', en: 'Slate' } },
];

/** The seed colour of a look. */
export function seedOf(key: string, accent: string): string {
  return isColour(accent) ? accent.toLowerCase() : (themes.find((row) => row.key === key) ?? themes[0]!).seed;
}
