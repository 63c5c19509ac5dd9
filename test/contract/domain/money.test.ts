import {
  addDays,
  addMonths,
  businessDate,
  dateTime,
  daysBetween,
  daysTouched,
  isDate,
  isDateTime,
  monthGrid,
  NotDate,
  weekday,
} from '../../../contract/domain/calendar';
import {
  add,
  capitals,
  cents,
  formatMoney,
  formatRate,
  isMoney,
  isRate,
  NotMoney,
  NotRate,
  rate,
  roundedDivide,
  sum,
  times,
  yuan,
} from '../../../contract/domain/money';

describe('an amount', () => {
  it.each<[string | number, bigint]>([
    ['10000.00', 1_000_000n],
    ['10000', 1_000_000n],
    ['0.5', 50n],
    [10000.5, 1_000_050n],
    [0.07, 7n],
    [-0, 0n],
    ['-0.00', 0n],
    ['-0.04', -4n],
    ['-12.3', -1230n],
    ['007.10', 710n],
    ['9999999999999999.99', 999_999_999_999_999_999n],
    [9_007_199_254_740_991, 900_719_925_474_099_100n],
  ])('%p is %p cents', (value, expected) => {
    expect(cents(value)).toBe(expected);
    expect(isMoney(value)).toBe(true);
    expect(cents(yuan(expected))).toBe(expected);
  });

  const refused: unknown[] = ['', ' ', '10,000', '1e3', '1.005', '.5', '5.', '+5', '--5', '-', '1.2.3', ' 10', '10\n'];
  refused.push('０', '0x10', 'NaN', 'Infinity', '12345678901234567', '1_000', '￥10', '10元');
  refused.push(Number.NaN, Number.POSITIVE_INFINITY, -Infinity, 1e21, 1e-7, 0.1 + 0.2, 2 ** 53, 12345678901234.25);
  refused.push(null, undefined, true, 5n, [], ['5'], {}, { toString: () => '5' });

  it.each(refused.map((value) => [value]))('refuses %p', (value) => {
    expect(isMoney(value)).toBe(false);
    expect(() => cents(value as string)).toThrow(NotMoney);
    expect(() => cents(value as string)).toThrow(RangeError);
  });

  it('says what it could not read, shortened', () => {
    expect(() => cents('9'.repeat(500))).toThrow(/: 9{40}$/);
    expect(() => sum(['1.00', 'x'])).toThrow(new NotMoney('x'));
  });

  it('is added, multiplied and written without losing a cent', () => {
    expect(add('0.10', 0.2)).toBe('0.30');
    expect(add('9999999999999999.98', '0.01')).toBe('9999999999999999.99');
    expect(add('10.00', '-10.01')).toBe('-0.01');
    expect(sum([])).toBe('0.00');
    expect(sum(['50.00', '58.33', '66.67', '10050.00'])).toBe('10225.00');
    expect(sum(Array.from({ length: 1000 }, () => '0.01'))).toBe('10.00');
    expect(times('58.33', 11)).toBe('641.63');
    expect(times('10000.00', 31n)).toBe('310000.00');
    expect(() => times('1.00', 1.5)).toThrow(RangeError);
  });

  it.each<[bigint, string]>([
    [0n, '0.00'],
    [5n, '0.05'],
    [-4n, '-0.04'],
    [100n, '1.00'],
    [1_060_000n, '10600.00'],
  ])('of %p cents is written %p', (amount, expected) => {
    expect(yuan(amount)).toBe(expected);
  });

  it.each<[string | number, string]>([
    ['1234567.80', '1,234,567.80'],
    ['999.99', '999.99'],
    ['1000', '1,000.00'],
    [123456, '123,456.00'],
    ['0', '0.00'],
    ['-1234.5', '-1,234.50'],
    ['-100.00', '-100.00'],
    ['9999999999999999.99', '9,999,999,999,999,999.99'],
  ])('%p is shown as %p', (value, expected) => {
    expect(formatMoney(value)).toBe(expected);
  });

  it.each<[string, string]>([
    ['310000.00', '叁拾壹万元整'],
    ['130869.58', '壹拾叁万零捌佰陆拾玖元伍角捌分'],
    ['0.00', '零元整'],
    ['0.05', '伍分'],
    ['0.50', '伍角整'],
    ['0.55', '伍角伍分'],
    ['1.00', '壹元整'],
    ['10.00', '壹拾元整'],
    ['15.20', '壹拾伍元贰角整'],
    ['100.01', '壹佰元零壹分'],
    ['325.04', '叁佰贰拾伍元零肆分'],
    ['1005.00', '壹仟零伍元整'],
    ['1050.50', '壹仟零伍拾元伍角整'],
    ['1409.50', '壹仟肆佰零玖元伍角整'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['10010.10', '壹万零壹拾元壹角整'],
    ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
    ['107000.53', '壹拾万柒仟元伍角叁分'],
    ['1000000.00', '壹佰万元整'],
    ['20000003.00', '贰仟万零叁元整'],
    ['100000000.00', '壹亿元整'],
    ['100000001.00', '壹亿零壹元整'],
    ['100005000.00', '壹亿零伍仟元整'],
    ['110050000.00', '壹亿壹仟零伍万元整'],
    ['1020304050.67', '壹拾亿贰仟零叁拾万肆仟零伍拾元陆角柒分'],
    ['1000000000000.00', '壹万亿元整'],
    ['1234567812345678.90', '壹仟贰佰叁拾肆万伍仟陆佰柒拾捌亿壹仟贰佰叁拾肆万伍仟陆佰柒拾捌元玖角整'],
    ['-50.00', '负伍拾元整'],
  ])('%p in capitals is %s', (value, expected) => {
    expect(capitals(value)).toBe(expected);
  });

  it('has different capitals for every different amount', () => {
    const amounts = Array.from({ length: 30_000 }, (_, i) => yuan(BigInt(i) * 37n + 100n));
    expect(new Set(amounts.map(capitals)).size).toBe(amounts.length);
    for (const amount of amounts) expect(capitals(amount)).not.toMatch(/零零|零[元整角]/);
  });
});

describe('a rate', () => {
  it.each<[string | number, bigint, string]>([
    ['7.2', 72_000n, '7.20'],
    [7.2, 72_000n, '7.20'],
    [6.0006, 60_006n, '6.0006'],
    ['6.0050', 60_050n, '6.005'],
    ['6.1000', 61_000n, '6.10'],
    [0, 0n, '0.00'],
    [0.0001, 1n, '0.0001'],
    ['12', 120_000n, '12.00'],
    ['100.00', 1_000_000n, '100.00'],
  ])('%p is %p and is shown as %p', (value, expected, shown) => {
    expect(rate(value)).toBe(expected);
    expect(formatRate(value)).toBe(shown);
    expect(isRate(value)).toBe(true);
  });

  it.each<[unknown]>([
    ['7.12345'],
    [7.12345],
    ['-1'],
    [-1],
    ['7%'],
    ['10000'],
    [''],
    ['1e1'],
    [Number.NaN],
    [null],
    [undefined],
  ])('refuses %p', (value) => {
    expect(isRate(value)).toBe(false);
    expect(() => rate(value as string)).toThrow(NotRate);
  });
});

describe('rounded division', () => {
  it.each<[bigint, bigint, bigint]>([
    [10n, 4n, 3n],
    [9n, 4n, 2n],
    [11n, 4n, 3n],
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [-10n, 4n, -3n],
    [-9n, 4n, -2n],
    [10n, -4n, -3n],
    [-10n, -4n, 3n],
    [0n, 7n, 0n],
    [60_006n, 12n, 5001n], // 5000.5: an even-seeking rounding would give 5000
    [10n ** 30n + 1n, 2n, 5n * 10n ** 29n + 1n],
  ])('%p / %p is %p', (n, d, expected) => {
    expect(roundedDivide(n, d)).toBe(expected);
  });

  it('refuses a divisor of zero', () => {
    expect(() => roundedDivide(1n, 0n)).toThrow(RangeError);
  });
});

describe('a calendar date', () => {
  it('agrees with the platform calendar on every day of five centuries', () => {
    const start = Date.UTC(1600, 0, 1);
    for (let i = 0; i < 500 * 365; i += 1) {
      const instant = new Date(start + i * 86_400_000);
      const date = instant.toISOString().slice(0, 10);
      if (addDays('1600-01-01', i) !== date) throw new Error(`${date} is not day ${i}`);
      if (daysBetween('1600-01-01', date) !== i) throw new Error(`${date} is not ${i} days on`);
      if (weekday(date) % 7 !== instant.getUTCDay()) throw new Error(`${date} has another weekday`);
    }
  });

  it.each<[unknown, boolean]>([
    ['2024-02-29', true],
    ['2000-02-29', true],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['2025-02-29', false],
    ['1900-02-29', false],
    ['2025-04-31', false],
    ['2025-00-10', false],
    ['2025-13-01', false],
    ['2025-01-00', false],
    ['0000-01-01', false],
    ['2025-1-1', false],
    ['2025-01-01 00:00:00', false],
    ['20250101', false],
    ['', false],
    [20250101, false],
    [null, false],
  ])('%p is one: %p', (value, expected) => {
    expect(isDate(value)).toBe(expected);
  });

  it.each<[unknown, boolean]>([
    ['2024-02-29 00:00:00', true],
    ['2026-11-20 23:59:59', true],
    ['2026-11-20 24:00:00', false],
    ['2026-11-20 12:60:00', false],
    ['2026-11-20 12:00', false],
    ['2026-11-20T12:00:00', false],
    ['2026-02-29 12:00:00', false],
    ['2026-11-20', false],
    [null, false],
  ])('with a time is %p: %p', (value, expected) => {
    expect(isDateTime(value)).toBe(expected);
  });

  it.each<[string, number, string]>([
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-01-31', 1, '2025-02-28'],
    ['2025-01-31', 2, '2025-03-31'],
    ['2025-11-30', 3, '2026-02-28'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-01-15', -1, '2024-12-15'],
    ['2025-03-31', -13, '2024-02-29'],
    ['2025-05-20', 0, '2025-05-20'],
    ['2024-02-29', 12, '2025-02-28'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  it('stays inside the calendar and never guesses', () => {
    expect(addDays('9999-12-30', 1)).toBe('9999-12-31');
    expect(() => addDays('9999-12-31', 1)).toThrow(NotDate);
    expect(() => addDays('0001-01-01', -1)).toThrow(NotDate);
    expect(() => addDays('2025-01-01', Number.NaN)).toThrow(NotDate);
    expect(() => addMonths('9999-12-01', 1)).toThrow(NotDate);
    expect(() => daysBetween('2025-02-30', '2025-03-01')).toThrow(new NotDate('2025-02-30'));
  });

  it.each([
    ['2026-12-01 09:00:00', '2026-12-01 18:00:00', 1],
    ['2026-12-01 09:00:00', '2026-12-02 18:00:00', 2],
    ['2026-12-01 23:59:59', '2026-12-02 00:00:01', 2],
    ['2026-12-01 09:00:00', '2026-12-02 00:00:00', 1],
    ['2026-12-01 00:00:00', '2026-12-04 00:00:00', 3],
    ['2026-11-30 09:00:00', '2026-12-03 18:00:00', 4],
    ['2028-02-28 09:00:00', '2028-03-01 09:00:00', 3],
  ])('from %s to %s touches %i days', (start, end, days) => {
    expect(daysTouched(start, end)).toBe(days);
  });

  it('lays a month out in weeks from Monday', () => {
    const grid = monthGrid('2026-11');
    expect(grid[0]).toEqual([
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
    ]);
    expect(grid.at(-1)?.at(-1)).toBe('2026-12-06');
    expect(grid.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(monthGrid('2021-02')).toHaveLength(4);
    expect(monthGrid('2026-09')).toHaveLength(5);
    expect(monthGrid('0001-01')[0]?.[0]).toBe('0001-01-01');
    expect(monthGrid('9999-12').at(-1)).toEqual(['9999-12-27', '9999-12-28', '9999-12-29', '9999-12-30', '9999-12-31']);
    expect(() => monthGrid('2026-13')).toThrow(NotDate);
  });

  it.each<[string, number | undefined, string, string]>([
    ['2026-11-19T15:59:59.999Z', undefined, '2026-11-19', '2026-11-19 23:59:59'],
    ['2026-11-19T16:00:00.000Z', undefined, '2026-11-20', '2026-11-20 00:00:00'],
    ['2026-11-19T16:00:00.000Z', 0, '2026-11-19', '2026-11-19 16:00:00'],
    ['2027-01-01T02:30:05.000Z', -300, '2026-12-31', '2026-12-31 21:30:05'],
    ['1969-12-31T15:59:59.500Z', undefined, '1969-12-31', '1969-12-31 23:59:59'],
  ])('at %s with offset %p is %s, in full %s', (instant, offset, date, full) => {
    expect(businessDate(Date.parse(instant), offset)).toBe(date);
    expect(dateTime(Date.parse(instant), offset)).toBe(full);
  });

  it('is refused for an instant that is none', () => {
    expect(() => businessDate(Number.NaN)).toThrow(NotDate);
    expect(() => dateTime(Number.POSITIVE_INFINITY)).toThrow(NotDate);
  });
});
