import { type RowWindow, windowOf } from '../../../src/ui/table/rowWindow';

describe('the rows worth drawing', () => {
  const pitch = 36;
  const of = (top: number, bottom: number, count = 200) => {
    const { from, to } = windowOf(top, bottom, pitch, count);
    return [from, to];
  };

  it.each([0, 1, 35, 36, 37, 1000, 3333.5, 7199])('hold everything in view, from %p px on', (top) => {
    const [from = 0, to = 0] = of(top, top + 500);
    expect(from * pitch).toBeLessThanOrEqual(Math.max(0, top - 2 * pitch));
    expect(to * pitch).toBeGreaterThanOrEqual(Math.min(200 * pitch, top + 500 + 2 * pitch));
    expect(to - from).toBeLessThan(500 / pitch + 14);
  });

  /** The windows while scrolling to each of `tops`. */
  const through = (tops: readonly number[]) => {
    const windows: RowWindow[] = [];
    for (const top of tops) windows.push(windowOf(top, top + 500, pitch, 200, windows.at(-1)));
    return windows;
  };
  const downwards = Array.from({ length: 300 }, (_, frame) => frame * 20);

  it.each([
    ['downwards', downwards],
    ['upwards', [...downwards].reverse()],
  ])('come eight at a time %s, so that few frames draw anything', (_, tops) => {
    const windows = through(tops);
    const changes = windows.filter((one, at) => one !== windows[at - 1]);
    expect(changes.length).toBeLessThan((300 * 20) / pitch / 8 + 2);
    windows.forEach(({ from, to }, at) => {
      expect(from * pitch).toBeLessThanOrEqual(tops[at]!);
      expect(to * pitch).toBeGreaterThanOrEqual(tops[at]! + 500);
      expect(to - from).toBeLessThan(500 / pitch + 17);
    });
  });

  it('stay as they are on a way to and fro', () => {
    const windows = through([1000, 1070, 1000, 1070, 1000]);
    expect(new Set(windows.slice(1)).size).toBe(1);
  });

  it('are no more than before when the view has become smaller', () => {
    const large = windowOf(0, 2000, pitch, 200);
    const { from, to } = windowOf(0, 500, pitch, 200, large);
    expect(to - from).toBeLessThan(500 / pitch + 7);
  });

  it.each([
    ['above it', -9000, -8500],
    ['below it', 90_000, 90_500],
    // a scrolled list that the page has scrolled out of view
    ['nowhere', 964, -1136],
  ])('are none when what can be seen is %s', (_, top, bottom) => {
    const [from = 0, to = 0] = of(top, bottom);
    expect(to - from).toBe(0);
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThanOrEqual(200);
  });
});
