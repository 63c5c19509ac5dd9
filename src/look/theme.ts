import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components';
import { type Ramp, rampOf, type Stop, stopOf } from './ramp';

/** Latin faces first, so that digits in Chinese text come from the same face as digits in English text. */
export const FONT_STACK =
  '"Segoe UI Variable Text","Segoe UI",-apple-system,"PingFang SC","HarmonyOS Sans SC","Microsoft YaHei UI","Microsoft YaHei","Noto Sans CJK SC","Source Han Sans SC",system-ui,sans-serif';

const token = (name: keyof Theme) => `var(--${name})`;

/** What a theme may paint apart from Fluent's tokens. Every value is a CSS value, most of them one of the tokens. */
export interface Frame {
  canvas: string;
  line: string;
  'nav-bg': string;
  'nav-fg': string;
  'nav-fg-on': string;
  'nav-sel': string;
  'nav-hover': string;
  'nav-ind': string;
  'nav-ind-fg': string;
  'nav-line': string;
  'top-bg': string;
  'top-fg': string;
  'top-fg2': string;
  'top-line': string;
  'top-hover': string;
  'top-ind': string;
  'top-field': string;
  'top-field-line': string;
}

const plainFrame: Frame = {
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

/** Laid over every theme in dark mode: surfaces step up in lightness, so cards need no line. */
const darkFrame: Frame = {
  ...plainFrame,
  line: 'transparent',
  'nav-sel': token('colorNeutralBackground1Selected'),
  'nav-hover': token('colorNeutralBackground1'),
  'nav-line': token('colorNeutralStroke3'),
  'top-bg': token('colorNeutralBackground2'),
  'top-line': token('colorNeutralStroke3'),
};

const GREY = { 10: '#1a1a1a', 14: '#242424', 16: '#292929', 22: '#383838', 84: '#d6d6d6', 92: '#ebebeb' } as const;

/** A sidebar dark enough to carry white: the background differs, the rest follows from it. */
const darkNav = (background: string, ramp: Ramp): Partial<Frame> => ({
  'nav-bg': background,
  'nav-fg': GREY[84],
  'nav-fg-on': '#ffffff',
  'nav-sel': token('colorNeutralStrokeAlpha2'),
  'nav-hover': token('colorNeutralStrokeAlpha2'),
  'nav-ind': ramp[150],
  'nav-ind-fg': GREY[10],
  'nav-line': 'transparent',
});

const darkTop = (background: string, indicator: string): Partial<Frame> => ({
  'top-bg': background,
  'top-fg': '#ffffff',
  'top-fg2': GREY[92],
  'top-line': 'transparent',
  'top-hover': token('colorNeutralStrokeAlpha2'),
  'top-ind': indicator,
  'top-field': 'transparent',
  'top-field-line': GREY[84],
});

export interface ThemeRow {
  /** As stored; never renamed. */
  key: string;
  name: { zh: string; en: string };
  seed: string;
  stop: Stop;
  /** A theme that is dark whatever mode is asked for. */
  isDark?: true;
  /** Where this theme's frame departs from the plain one, in light mode. */
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
    frame: (ramp) => darkNav(`linear-gradient(170deg, ${ramp[70]}, ${ramp[40]})`, ramp),
  },
  {
    key: 'bule',
    name: { zh: '智能蓝', en: 'Smart blue' },
    seed: '#2f6bff',
    stop: 90,
    frame: (ramp) => ({ ...darkNav(ramp[40], ramp), ...darkTop(ramp[70], '#ffffff') }),
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
    frame: (ramp) => ({ ...darkNav(GREY[14], ramp), ...darkTop(ramp[60], '#ffffff') }),
  },
];

export type LookTheme = Theme & Frame;

/**
 * The Fluent theme of a row, with the frame's own variables in it: FluentProvider writes every key as `--key`, also
 * for what it mounts outside its own element. `seed` (`#rrggbb`) is a colour the person picked instead of the row's.
 * An unknown key gives the default theme, because keys come out of storage.
 */
export function themeOf(key: string, mode: 'light' | 'dark', seed?: string): LookTheme {
  const row = themes.find((candidate) => candidate.key === key) ?? themes[0]!;
  const ramp = seed ? rampOf(seed, stopOf(seed)) : rampOf(row.seed, row.stop);
  if (mode === 'dark' || row.isDark) {
    return {
      ...createDarkTheme(ramp),
      colorBrandForeground1: ramp[110],
      colorBrandForegroundLink: ramp[110],
      colorBrandForeground2: ramp[120],
      fontFamilyBase: FONT_STACK,
      ...darkFrame,
    };
  }
  return { ...createLightTheme(ramp), fontFamilyBase: FONT_STACK, ...plainFrame, ...row.frame?.(ramp) };
}
