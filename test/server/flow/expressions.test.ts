import { instantOf } from '../../../contract/domain/calendar';
import { evaluate, holds, NotAnExpression, parseExpression } from '../../../server/flow/engine/expressions';
import { momentOf, timerFault } from '../../../server/flow/engine/times';

const variables = {
  days: 5,
  amount: '50000.00',
  pass: true,
  name: '张三',
  list: ['a'],
  none: null,
  order: { total: '10', status: 2 },
};

describe('a condition', () => {
  it.each([
    ['${days > 3 && pass == true}', true],
    ['${days gt 3 and pass}', true],
    ['#{days <= 3 || !pass}', false],
    ['${not (days lt 3) and amount ge 50000}', true],
    ['amount == 50000', true],
    ['amount > 49999.995', true],
    ['name == \'张三\' && name != "李四"', true],
    ['empty none && !empty list && empty missing', true],
    ['order.total + 5 == 15 && order.status != 3', true],
    ['10 / 4 == 2.5 && 7 % 4 == 3 && -days < 0', true],
    ['1 / 0 == null', true],
    ['missing == null && missing != 0', true],
    ['missing > 0 || missing <= 0', false],
    ["'2026-01-02' > '2026-01-01'", true],
    ['pass == 1 && pass == "true"', true],
    ['true || missing.deep.path', true],
    ['99999999999999999999.01 > 99999999999999999999', true],
  ])('%s is %s', (text, expected) => {
    expect(holds(parseExpression(text), variables)).toBe(expected);
  });

  it.each([
    '${execution.getVariable("x")}',
    'process.exit()',
    'days > 3; drop',
    'days = 3',
    'a ? b : c',
    'list[0]',
    'a > ',
    '(a',
    '`x`',
    '',
    `${'('.repeat(70)}1${')'.repeat(70)}`,
    `${'!'.repeat(70)}a`,
    'x'.repeat(3_000),
  ])('%s is not understood', (text) => {
    expect(() => parseExpression(text)).toThrow(NotAnExpression);
  });

  it('reaches own members of the variables alone', () => {
    for (const path of ['constructor', '__proto__', 'order.constructor.name', 'name.length', 'list.length', 'toString'])
      expect(evaluate(parseExpression(path), variables)).toBeNull();
  });
});

describe('a moment', () => {
  const now = Date.parse('2026-11-20T10:00:00+08:00');

  it.each([
    ['PT90M', '2026-11-20 11:30:00'],
    ['P1DT1H', '2026-11-21 11:00:00'],
    ['P1W', '2026-11-27 10:00:00'],
    ['P1M', '2026-12-20 10:00:00'],
    ['P1Y', '2027-11-20 10:00:00'],
    ['2026-12-01', '2026-12-01 00:00:00'],
    ['2026-12-01 08:30:00', '2026-12-01 08:30:00'],
    ['2026-12-01T00:30:00Z', '2026-12-01 08:30:00'],
    ['2026-12-01T00:30:00+0100', '2026-12-01 07:30:00'],
    ['2026-12-01T00:30:00.25-05', '2026-12-01 13:30:00'],
    ['PT1.5H', '2026-11-20 11:30:00'],
    ['PT0,5M', '2026-11-20 10:00:30'],
    ['P0.5D', '2026-11-20 22:00:00'],
    ['P1.5W', '2026-11-30 22:00:00'],
    ['P1DT0.5S', '2026-11-21 10:00:01'],
  ])('%s is %s', (text, expected) => {
    expect(momentOf(text, now)).toBe(expected);
    expect(timerFault(text)).toBeUndefined();
  });

  it.each([
    ['2026-01-31 10:00:00', 'P1M', '2026-02-28 10:00:00'],
    ['2028-01-30 23:59:59', 'P1M', '2028-02-29 23:59:59'],
    ['2026-05-31 00:30:00', 'P1M', '2026-06-30 00:30:00'],
    ['2026-08-31 07:00:00', 'P6M', '2027-02-28 07:00:00'],
    ['2028-02-29 12:00:00', 'P1Y', '2029-02-28 12:00:00'],
    ['2026-10-31 03:00:00', 'P1M1DT1H', '2026-12-01 04:00:00'],
  ])('from %s, %s is by the calendar of the business', (from, text, expected) => {
    expect(momentOf(text, instantOf(from))).toBe(expected);
  });

  it.each([
    ...['P', 'PT', 'P1DT', 'tomorrow', '2026-02-30', '2026-13-01', '1D', 'P0.5M', 'P1.5Y', 'PT1.5H30M', 'P-1D', '-P1D'],
    ...['PT5', 'P1H', 'PT1D', 'P1D2W', 'PT.5S', 'PT1.S', '2026-12-01T10:00:00+25', '2026-12-01T25:00:00Z', ''],
  ])('%s is none', (text) => {
    expect(momentOf(text, now)).toBeUndefined();
    expect(timerFault(text)).toBe('badTimer');
  });

  it.each([
    ['R3/PT1H', 'timerCycle'],
    ['R/2026-12-01T10:00:00Z/PT5M', 'timerCycle'],
    ['P11Y', 'timerTooLong'],
    ['P9999D', 'timerTooLong'],
    ['P999Y9999M', 'timerTooLong'],
  ])('%s is refused as %s', (text, fault) => {
    expect(momentOf(text, now)).toBeUndefined();
    expect(timerFault(text)).toBe(fault);
  });
});
