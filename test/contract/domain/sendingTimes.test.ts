/** When reports are due, and which days they cover. */
import { choicesOf, periods, spanOf } from '../../../contract/domain/periods';
import { frequencies, isTimeOfDay, nextSending } from '../../../contract/domain/sendingTimes';

const base = { sendTime: '08:30', weekDay: 1, monthDay: 1 };
function next(times: Partial<Parameters<typeof nextSending>[0]>, after: string) {
  return nextSending({ frequency: frequencies.daily, ...base, ...times }, after);
}

describe('the next sending', () => {
  it('of a daily one is today before its time, and tomorrow from then on', () => {
    expect(next({}, '2026-11-20 08:29:59')).toBe('2026-11-20 08:30:00');
    expect(next({}, '2026-11-20 08:30:00')).toBe('2026-11-21 08:30:00');
    expect(next({}, '2026-12-31 23:59:59')).toBe('2027-01-01 08:30:00');
  });

  it('of a weekly one is its day of the week', () => {
    const weekly = { frequency: frequencies.weekly, weekDay: 5 }; // 2026-11-20 is a Friday
    expect(next(weekly, '2026-11-20 08:00:00')).toBe('2026-11-20 08:30:00');
    expect(next(weekly, '2026-11-20 09:00:00')).toBe('2026-11-27 08:30:00');
    expect(next({ ...weekly, weekDay: 7 }, '2026-11-20 09:00:00')).toBe('2026-11-22 08:30:00');
    expect(next({ ...weekly, weekDay: 1 }, '2026-12-30 09:00:00')).toBe('2027-01-04 08:30:00');
  });

  it('of a monthly one is its day, or the last day of a shorter month, without drifting', () => {
    const last = { frequency: frequencies.monthly, monthDay: 31 };
    expect(next(last, '2026-01-31 08:30:00')).toBe('2026-02-28 08:30:00');
    expect(next(last, '2026-02-28 08:30:00')).toBe('2026-03-31 08:30:00');
    expect(next(last, '2028-02-01 00:00:00')).toBe('2028-02-29 08:30:00');
    expect(next(last, '2026-12-31 08:30:00')).toBe('2027-01-31 08:30:00');
    expect(next({ ...last, monthDay: 30 }, '2026-02-01 00:00:00')).toBe('2026-02-28 08:30:00');
    expect(next({ ...last, monthDay: 1 }, '2026-11-01 08:31:00')).toBe('2026-12-01 08:30:00');
  });

  it('leaves out the times that have passed: of many missed ones none is made up for separately', () => {
    expect(next({}, '2026-11-27 12:00:00')).toBe('2026-11-28 08:30:00');
    expect(next({ frequency: frequencies.monthly, monthDay: 5 }, '2027-03-09 00:00:00')).toBe('2027-04-05 08:30:00');
  });

  it('of one that is never sent is none', () => {
    expect(next({ frequency: frequencies.never }, '2026-11-20 08:00:00')).toBeNull();
  });

  it('has a time of day', () => {
    expect(['08:30', '00:00', '23:59', '24:00', '8:30', '08:60', ''].map(isTimeOfDay)).toEqual([
      ...[true, true, true, false, false, false, false],
    ]);
  });
});

describe('a period', () => {
  it('follows today', () => {
    const spans = Object.values(periods).map((period) => spanOf(period, '2026-03-31', ['2026-01-02', '2026-01-03']));
    expect(Object.fromEntries(Object.keys(periods).map((name, at) => [name, spans[at]]))).toEqual({
      thisMonth: ['2026-03-01', '2026-03-31'],
      lastMonth: ['2026-02-01', '2026-02-28'],
      nextMonth: ['2026-04-01', '2026-04-30'],
      next7: ['2026-03-31', '2026-04-07'],
      next30: ['2026-03-31', '2026-04-30'],
      last30: ['2026-03-02', '2026-03-31'],
      thisYear: ['2026-01-01', '2026-12-31'],
      lastYear: ['2025-01-01', '2025-12-31'],
      around: ['2025-09-01', '2026-08-31'],
      everything: ['1900-01-01', '9999-12-31'],
      custom: ['2026-01-02', '2026-01-03'],
    });
    expect(choicesOf([periods.next7])).toEqual({ 4: ['今起 7 天', 'Today and the next 7 days'] });
  });
});
