import { evaluate, holds, NotAnExpression, parseExpression } from '../../../server/flow/engine/expressions';
import { isTimerText, momentOf } from '../../../server/flow/engine/times';

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
  ])('%s is %s', (text, expected) => {
    expect(momentOf(text, now)).toBe(expected);
    expect(isTimerText({ kind: 'date', text })).toBe(true);
  });

  it.each(['P', 'PT', 'P1DT', 'R3/PT1H', 'tomorrow', '2026-02-30', '2026-13-01', 'P9999D', '1D'])(
    '%s is none',
    (text) => {
      expect(momentOf(text, now)).toBeUndefined();
    },
  );
});
