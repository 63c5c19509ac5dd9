import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { themeOf } from '../../src/ui/theme/theme';

/** Full form of a short hex colour, so that #fff and #ffffff are one. */
function long(colour: string) {
  return colour.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
}

describe('the stylesheet that replaces the theme on the first page', () => {
  const css = readFileSync(join(__dirname, '../../src/ui/theme/base.css'), 'utf8');
  const written = [...css.matchAll(/--(color\w+):\s*(?:light-dark\(([^,]+),\s*([^)]+)\)|([^;]+));/g)].map(
    ([, name = '', light = '', dark = '', both = '']) => [name, light || both, dark || both] as const,
  );

  it('names the values it needs', () => expect(written.length).toBeGreaterThan(15));

  it.each(written)('%s is what the default theme has', (name, light, dark) => {
    const value = (mode: 'light' | 'dark') =>
      long(String((themeOf('default', mode) as unknown as Record<string, string>)[name]));
    expect([long(light), long(dark)]).toEqual([value('light'), value('dark')]);
  });
});
