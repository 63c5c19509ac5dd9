/** The moments of jobs: expressions as Quartz reads them, time zones, bounds. */
import { dateTime, instantOf } from '../../../contract/domain/calendar';
import { firstExpression, type HandlerKey, handlersOf, jobHandlers } from '../../../contract/domain/job/jobHandlers';
import {
  judgeTimes,
  lifecycleOf,
  lifecycleText,
  momentsAfter,
  momentsBetween,
  timeTypes,
} from '../../../contract/domain/job/jobTimes';
import { causeOf, causeText } from '../../../contract/modules/job/runCauses';
import { takesAtMost } from '../../support/growth';

// a Friday
const now = instantOf('2026-11-20 10:00:00');
function cron(timeExpression: string, more: object = {}) {
  return { timeExpressionType: timeTypes.cron, timeExpression, ...more };
}
function next(expression: string, count: number): string[] {
  return momentsAfter(cron(expression), now, count).map((at) => dateTime(at).slice(2, 16));
}

describe('an expression', () => {
  it.each([
    ['0 0 2 1 * ? *', '26-12-01 02:00 27-01-01 02:00'],
    ['0 15 10 ? * MON-FRI', '26-11-20 10:15 26-11-23 10:15'],
    ['0 0 10,14,16 * * ?', '26-11-20 14:00 26-11-20 16:00 26-11-21 10:00'],
    ['0 0/30 9-17 * * ?', '26-11-20 10:30 26-11-20 11:00'],
    ['0 0 12 ? * WED', '26-11-25 12:00 26-12-02 12:00'],
    ['0 0 12 * * ?', '26-11-20 12:00 26-11-21 12:00'],
    ['0 15 10 ? * *', '26-11-20 10:15 26-11-21 10:15'],
    ['0 15 10 * * ? *', '26-11-20 10:15 26-11-21 10:15'],
    ['0 15 10 * * ? 2027', '27-01-01 10:15 27-01-02 10:15'],
    ['0 * 14 * * ?', '26-11-20 14:00 26-11-20 14:01'],
    ['0 0/5 14 * * ?', '26-11-20 14:00 26-11-20 14:05'],
    ['0 0/5 14,18 * * ?', '26-11-20 14:00 26-11-20 14:05'],
    ['0 0-5 14 * * ?', '26-11-20 14:00 26-11-20 14:01'],
    ['0 10,44 14 ? 3 WED', '27-03-03 14:10 27-03-03 14:44 27-03-10 14:10'],
    ['0 15 11 15 * ?', '26-12-15 11:15 27-01-15 11:15'],
    ['0 15 11 L * ?', '26-11-30 11:15 26-12-31 11:15 27-01-31 11:15 27-02-28 11:15'],
    ['0 15 11 ? * 6L', '26-11-27 11:15 26-12-25 11:15 27-01-29 11:15'],
    ['0 15 11 ? * 6L 2027-2030', '27-01-29 11:15 27-02-26 11:15'],
    ['0 15 11 ? * 6#3', '26-11-20 11:15 26-12-18 11:15 27-01-15 11:15'],
    ['0 0 0 LW * ?', '26-11-30 00:00 26-12-31 00:00 27-01-29 00:00'],
    ['0 0 8 13W * ?', '26-12-14 08:00 27-01-13 08:00'],
    ['0 0 0 ? * 2/2', '26-11-23 00:00 26-11-25 00:00 26-11-27 00:00 26-11-30 00:00'],
    ['0 0 0 ? * 1', '26-11-22 00:00 26-11-29 00:00'],
    ['0 0 12 L-3 * ?', '26-11-27 12:00 26-12-28 12:00 27-01-28 12:00 27-02-25 12:00 27-03-28 12:00'],
    ['0 0 12 l-1 feb ? 2028', '28-02-28 12:00'],
    ['0 0 12 L-30 * ?', '26-12-01 12:00 27-01-01 12:00 27-03-01 12:00'],
    ['0 0 12 L-0 * ?', '26-11-30 12:00 26-12-31 12:00'],
    ['0 0 12 L-3W * ?', '26-11-27 12:00 26-12-28 12:00 27-01-28 12:00 27-02-25 12:00 27-03-29 12:00'],
    ['0 0 8 1w 5 ?', '27-05-03 08:00'],
    ['0 0 0 ? * L', '26-11-21 00:00 26-11-28 00:00'],
    ['0 0 0 ? * fril', '26-11-27 00:00 26-12-25 00:00'],
    ['0 0 0 ? * FRI#2', '26-12-11 00:00 27-01-08 00:00'],
    ['0 0 0 ? * Sat-Mon', '26-11-21 00:00 26-11-22 00:00 26-11-23 00:00 26-11-28 00:00'],
    ['0 0 22-2/2 * * ?', '26-11-20 22:00 26-11-21 00:00 26-11-21 02:00 26-11-21 22:00'],
    ['0 58-1 0 * * ?', '26-11-21 00:00 26-11-21 00:01 26-11-21 00:58 26-11-21 00:59'],
    ['0 0 0 30-2 NOV-JAN ?', '26-11-30 00:00 26-12-01 00:00 26-12-02 00:00 26-12-30 00:00 26-12-31 00:00'],
    ['0 /20 10 1/15 jan,Jul ?', '27-01-01 10:00 27-01-01 10:20 27-01-01 10:40 27-01-16 10:00'],
    ['0 0 0 1 1 ? 2027/3', '27-01-01 00:00 30-01-01 00:00'],
    ['0 0 0 29-30 2 ? 2027,2028,2032-2040/4', '28-02-29 00:00 32-02-29 00:00'],
    ['0 0 0 29 2 ?', '28-02-29 00:00 32-02-29 00:00'],
    ['0 0 0 1 1 ? 2099', '99-01-01 00:00'],
  ])('%s', (expression, moments) => {
    const wanted = moments.match(/\S+ \S+/g)!;
    expect(next(expression, wanted.length)).toEqual(wanted);
    expect(judgeTimes(cron(expression), now)).toEqual({});
  });

  it.each([
    ...[
      '',
      ' ',
      '* * * * *',
      '60 * * * * ?',
      '0 0 24 * * ?',
      '0 0 0 32 * ?',
      '0 0 0 * 13 ?',
      '0 0 0 ? * 8',
      '0 0 0 ? * 0',
    ],
    ...['? * * * * *', '0 0 0 1 * ? 1969', '0 0 0 1 * ? 2100', 'soon', '0 0 0 L-31 * ?', '* * * * * * * *'],
    // What the library would read, and Quartz does not.
    ...['0 0 0 L,15 * ?', '0 0 0 1W,15 * ?', '0 0 0 1-5W * ?', '0 0 0 32W * ?', '0 0 0 W * ?', '0 0 0 L-3,5 * ?'],
    ...['0 0 0 ? * 6L,2', '0 0 0 ? * 6#6', '0 0 0 ? * 6#0', '0 0 0 ? * 2#1,3#1', '0 0 0 ? * 8L', '0 0 0 ? * MONDAY'],
    ...[
      '0/60 * * * * ?',
      '0 0 0/24 * * ?',
      '*/0 * * * * ?',
      '0 0 0 1 1-13 ?',
      '0 0 0 1 JANUARY ?',
      '0 0 0 1 * ? 2030-2028',
    ],
    ...[
      '@daily',
      '0 0 0 +1 * ?',
      '0 0 0 ? * MON+FRI',
      '0 0 0 1,, * ?',
      '0 0 *-5 * * ?',
      '-1 0 0 * * ?',
      '0 0 0 ? 1?2 1',
    ],
    ...['0 0 ? * * ?', '0 0 0 1.5 * ?', '0 0 0 1 * ? *-2030'],
  ])('that is none, "%s", is refused', (expression) => {
    const problem = expression.trim() === '' && expression === '' ? 'required' : 'badCron';
    expect(judgeTimes(cron(expression), now)).toEqual({ timeExpression: problem });
    expect(momentsAfter(cron(expression), now, 1)).toEqual([]);
  });

  it.each(['0 0 12 13 * FRI', '0 0 0 15 * 6', '0 0 12 * * *', '* * * * * *', '0 0 12 L * MON', '0 0 0 ? * ?'])(
    'needs ? for one of its days, and for one alone: "%s"',
    (expression) => {
      expect(judgeTimes(cron(expression), now)).toEqual({ timeExpression: 'badCronDays' });
      expect(momentsAfter(cron(expression), now, 1)).toEqual([]);
    },
  );

  it.each(['0 0 0 30 2 ?', '0 0 0 31 4,6,9,11 ?', '0 0 0 1 1 ? 2020', '0 0 0 31 2 ? 2030-2090'])(
    'without a future is refused, and takes no longer to find out than a leap day: "%s"',
    async (expression) => {
      const judged = () => judgeTimes(cron(expression), now);
      expect(judged()).toEqual({ timeExpression: 'neverRuns' });
      await takesAtMost(20, () => judgeTimes(cron('0 0 0 29 2 ?'), now), judged);
    },
  );
});

describe('where clocks change', () => {
  const zone = { timeZone: 'America/New_York' };
  const utc = (times: number[]) => times.map((at) => new Date(at).toISOString().slice(0, 16));

  it('an hour that is skipped runs once, at the next moment there is', () => {
    const from = Date.parse('2027-03-13T12:00:00Z');
    // 02:30 does not exist on 14 March 2027: the clock goes from 01:59 to 03:00
    expect(utc(momentsAfter(cron('0 30 2 * * ?', zone), from, 2))).toEqual(['2027-03-14T07:00', '2027-03-15T06:30']);
  });
  it('an hour that is repeated runs once', () => {
    const from = Date.parse('2026-10-31T12:00:00Z');
    expect(utc(momentsAfter(cron('0 30 1 * * ?', zone), from, 2))).toEqual(['2026-11-01T05:30', '2026-11-02T06:30']);
  });
  it('an interval goes on at its pace', () => {
    const from = Date.parse('2026-11-01T04:00:00Z');
    const moments = momentsAfter(cron('0 0/30 * * * ?', zone), from, 6);
    expect(moments.map((at, index) => at - (moments[index - 1] ?? from))).toEqual(Array(6).fill(1_800_000));
  });
  it('the zone is a name', () => {
    expect(judgeTimes(cron('0 0 0 * * ?', { timeZone: 'Mars/Phobos' }), now)).toEqual({ timeZone: 'badZone' });
    expect(judgeTimes(cron('0 0 0 * * ?', { timeZone: '../etc' }), now)).toEqual({ timeZone: 'badZone' });
    expect(judgeTimes(cron('0 0 0 * * ?', zone), now)).toEqual({});
  });
});

describe('intervals', () => {
  it.each([timeTypes.fixedRate, timeTypes.fixedDelay])(
    'of type %i are whole ms from a second to two minutes',
    (type) => {
      const judged = (timeExpression: unknown) => judgeTimes({ timeExpressionType: type, timeExpression }, now);
      for (const good of ['1000', '1500', 120_000]) expect(judged(good)).toEqual({});
      for (const bad of ['999', '0', '-1', '1.5', '1e4', '120001', '60s', '0 * * * * ?'])
        expect(judged(bad)).toEqual({ timeExpression: 'badInterval' });
      expect(judged('')).toEqual({ timeExpression: 'required' });
      expect(momentsAfter({ timeExpressionType: type, timeExpression: '1500' }, now, 2)).toEqual([
        now + 1500,
        now + 3000,
      ]);
    },
  );
  it.each([timeTypes.api, timeTypes.workflow])('type %i takes no expression and never runs by itself', (type) => {
    expect(judgeTimes({ timeExpressionType: type }, now)).toEqual({});
    expect(momentsAfter({ timeExpressionType: type, timeExpression: '0 * * * * ?' }, now, 5)).toEqual([]);
  });
  it('moments that passed are counted', () => {
    expect(momentsBetween(cron('0 0/5 * * * ?'), now, now + 3_600_000)).toBe(12);
    expect(momentsBetween(cron('* * * * * ?'), now, now + 86_400_000, 1000)).toBe(1000);
    expect(momentsBetween({ timeExpressionType: timeTypes.fixedRate, timeExpression: '1500' }, now, now + 4000)).toBe(
      2,
    );
    expect(momentsBetween(cron('0 0/5 * * * ?'), now, now)).toBe(0);
  });
});

describe('a life', () => {
  const [start, end] = ['2026-11-21 00:00:00', '2026-11-22 00:00:00'];
  it('is read in either form', () => {
    const life = { start: instantOf(start), end: instantOf(end) };
    expect(lifecycleOf(`${start},${end}`)).toEqual(life);
    expect(lifecycleOf(`${life.start},${life.end}`)).toEqual(life);
    expect(lifecycleOf(JSON.stringify(life))).toEqual(life);
    expect(lifecycleText(life)).toBe(`${start},${end}`);
    expect(lifecycleOf(`,${end}`)).toEqual({ start: null, end: life.end });
    for (const none of ['', null, undefined, ',', '{}']) expect(lifecycleText(lifecycleOf(none)!)).toBe('');
    for (const bad of ['soon', `${start},${end},${end}`, '{"start":', '2026-13-01 00:00:00,', ',999999999999999'])
      expect(lifecycleOf(bad)).toBeUndefined();
  });
  it('bounds the moments, and ends in the future', () => {
    const within = momentsAfter(cron('0 0 0/6 * * ?', { lifecycle: `${start},${end}` }), now, 10).map((at) =>
      dateTime(at),
    );
    expect(within).toEqual(['00', '06', '12', '18'].map((hour) => `2026-11-21 ${hour}:00:00`));
    const judged = (lifecycle: string) => judgeTimes(cron('0 0 0/6 * * ?', { lifecycle }), now).lifecycle;
    expect([judged(`,${end}`), judged(`${end},${start}`), judged(',2026-11-20 10:00:00')]).toEqual([
      undefined,
      'badLifecycle',
      'badLifecycle',
    ]);
    const rate = { timeExpressionType: timeTypes.fixedRate, timeExpression: '60000', lifecycle: `${start},` };
    expect(dateTime(momentsAfter(rate, now, 1)[0]!)).toBe(start);
  });
});

it('every shipped job has times that are read, and that differ from tenant to tenant', () => {
  for (const key of Object.keys(jobHandlers) as HandlerKey[]) {
    const expression = firstExpression(key, '000000');
    if (expression !== undefined) expect(judgeTimes(cron(expression), now)).toEqual({});
  }
  const at = new Set(Array.from({ length: 50 }, (_, n) => firstExpression('session.sweep', String(100_000 + n))));
  expect(at.size).toBeGreaterThan(40);
  expect(handlersOf(false)).not.toContain('backup.make');
});

it('causes are stored by name, and read in the reader’s language', () => {
  const stored = causeOf('tooMany', { x: '2', y: '1' });
  expect(causeText(stored, 'zh')).toBe('运行中的实例过多（2>1）');
  expect(causeText(stored, 'en')).toBe('Too many runs at a time (2>1)');
  expect(causeText(causeOf('stopped', { by: '张三 & 李四' }), 'zh')).toBe('已由 张三 & 李四 停止');
  for (const text of ['plain', '@toString', null]) expect(causeText(text, 'zh')).toBe(text);
});
