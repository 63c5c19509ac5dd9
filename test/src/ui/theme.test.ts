import { contrast, rampOf, STOPS, stopOf } from '../../../src/ui/theme/ramp';
import { themeOf, themes } from '../../../src/ui/theme/theme';

describe('a brand ramp', () => {
  it.each(themes.map(({ key, seed, stop }) => [key, seed, stop] as const))(
    'of %s has its seed %s on stop %i',
    (_, seed, stop) => {
      expect(rampOf(seed, stop)[stop]).toBe(seed);
    },
  );

  it.each(['#409eff', '#ffd700', '#ff4d4f', '#00ff00', '#1a1a1a', '#eeeeee'])(
    'of %s carries readable white text and grows lighter',
    (seed) => {
      const ramp = rampOf(seed, stopOf(seed));
      expect(contrast(ramp[80], '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ramp[70], '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ramp[40], '#ffffff')).toBeGreaterThanOrEqual(10.5);
      const onWhite = STOPS.map((stop) => contrast(ramp[stop], '#ffffff'));
      expect(onWhite).toEqual([...onWhite].sort((a, b) => b - a));
    },
  );

  it('refuses what is no colour', () => {
    expect(() => rampOf('blue', 80)).toThrow(RangeError);
  });
});

describe('a theme', () => {
  it('gives the default for a key that storage no longer knows', () => {
    expect(themeOf('gone', 'light')).toEqual(themeOf('default', 'light'));
  });

  it('is dark by key or by mode', () => {
    expect(themeOf('dark', 'light')).toEqual(themeOf('default', 'dark'));
    expect(themeOf('default', 'dark').colorNeutralBackground1).toBe('#292929');
  });

  it('takes a picked colour for the brand and keeps its frame', () => {
    const picked = themeOf('white', 'light', '#078356');
    expect(picked.colorBrandBackground).not.toBe(themeOf('white', 'light').colorBrandBackground);
    expect(picked.canvas).toBe(themeOf('white', 'light').canvas);
  });

  it.each(themes.map(({ key }) => key))('%s has links and primary buttons of at least 4.5:1', (key) => {
    const theme = themeOf(key, 'light');
    expect(contrast(theme.colorBrandForegroundLink, theme.colorNeutralBackground1)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.colorBrandBackground, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.colorBrandForeground2, theme.colorBrandBackground2)).toBeGreaterThanOrEqual(4.5);
  });
});
