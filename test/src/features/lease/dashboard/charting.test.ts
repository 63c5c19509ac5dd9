/** Amounts and axes of the charts of the dashboard. */
import { formatInUnits, monthLabels, rootedMarks } from '../../../../../src/features/lease/dashboard/charting';

describe('a chart', () => {
  it.each([
    ['1234567.89', '123.46'],
    ['0', '0.00'],
    ['49.99', '0.00'],
    ['50', '0.01'],
    ['-1234567.89', '-123.46'],
    ['123456789012.34', '12,345,678.90'],
  ])('writes %s in ten thousands as %s', (amount, shown) => {
    expect(formatInUnits(amount, 10_000n)).toBe(shown);
  });

  it.each([
    [0, [0, 0.01, 0.04, 0.09, 0.16]],
    [16, [0, 1, 4, 9, 16]],
    [470, [0, 30, 120, 270, 480]],
    [17, [0, 1.5, 6, 13.5, 24]],
  ])('has round marks at equal distances of the roots, the last not below %d', (most, marks) => {
    const found = rootedMarks(most);
    expect(found.map((mark) => Number(mark.toFixed(6)))).toEqual(marks);
    expect(found.at(-1)! + 1e-9).toBeGreaterThanOrEqual(most);
  });

  it('of more than a year names the first months of quarters and the current one', () => {
    const months = [
      '2026-11',
      '2026-12',
      ...Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}`),
    ];
    expect(monthLabels(months, '2026-11').filter((label) => label !== '')).toEqual(['11', '27-01', '04', '07', '10']);
    expect(monthLabels(months.slice(0, 3), '2026-11')).toEqual(['26-11', '12', '27-01']);
  });
});
