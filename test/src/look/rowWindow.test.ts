import { windowOf } from '../../../src/look/rowWindow';

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

  it('move by two rows at a time, so that not every row scrolled draws anew', () => {
    const starts = Array.from({ length: 3000 }, (_, top) => of(top, top + 500)[0]);
    expect(new Set(starts).size).toBeLessThan(3000 / pitch / 2 + 1);
  });

  it.each([
    ['above it', -9000, -8500],
    ['below it', 90_000, 90_500],
    // a list scrolled inside itself, which the page has scrolled out of sight
    ['nowhere', 964, -1136],
  ])('are none when what can be seen is %s', (_, top, bottom) => {
    const [from = 0, to = 0] = of(top, bottom);
    expect(to - from).toBe(0);
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThanOrEqual(200);
  });
});
