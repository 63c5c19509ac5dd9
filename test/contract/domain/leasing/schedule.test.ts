import { addDays, addMonths, daysBetween } from '../../../../contract/domain/calendar';
import {
  AMOUNT_MAX,
  basisOf,
  checkSchedule,
  DEADLINE_MAX_DAYS,
  explain,
  lateCharge,
  NotTerms,
  overdueBucket,
  overdueDays,
  periodsOf,
  type Schedule,
  schedule,
  settlement,
  shares,
  type Terms,
  wrongTerms,
} from '../../../../contract/domain/leasing/schedule';
import { add, cents, sum, times, yuan } from '../../../../contract/domain/money';
import { depth } from '../../../support/depth';

type Input = [P: string, r: string | number, D: number, g: 0 | 1, S: string];

function terms([totalAmount, yearRate, deadline, getType, interestDate]: Input, more: Partial<Terms> = {}): Terms {
  return {
    totalAmount,
    yearRate,
    deadline,
    getType,
    interestDate,
    ...more,
  };
}
function rents(plan: Schedule) {
  return plan.rows.map((row) => row.rent);
}
function dates(plan: Schedule) {
  return plan.rows.map((row) => row.paymentDate);
}
function repeat(count: number, value: string): string[] {
  return Array.from({ length: count }, () => value);
}
function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
function fieldsOf(ask: () => unknown): readonly string[] | null {
  try {
    ask();
  } catch (error) {
    if (error instanceof NotTerms) return error.fields;
    throw error;
  }
  return null;
}

interface Example {
  input: Input;
  basis: 360 | 365;
  totalRent: string;
  monthlyRent: string;
  residue: string;
  dates: string[];
  rents: string[];
  lastPayable: string;
}

const examples: Record<string, Example> = {
  'a year at maturity': {
    input: ['10000.00', 6, 365, 1, '2025-01-01'],
    basis: 365,
    totalRent: '600.00',
    monthlyRent: '600.00',
    residue: '0.00',
    dates: ['2026-01-01'],
    rents: ['600.00'],
    lastPayable: '10600.00',
  },
  'a year by the month, dividing evenly': {
    input: ['10000.00', 6, 365, 0, '2025-01-01'],
    basis: 365,
    totalRent: '600.00',
    monthlyRent: '50.00',
    residue: '0.00',
    dates: words(`2025-02-01 2025-03-01 2025-04-01 2025-05-01 2025-06-01 2025-07-01 2025-08-01 2025-09-01 2025-10-01
      2025-11-01 2025-12-01 2026-01-01`),
    rents: repeat(12, '50.00'),
    lastPayable: '10050.00',
  },
  'cents left over': {
    input: ['10000.00', 7, 365, 0, '2025-01-01'],
    basis: 365,
    totalRent: '700.00',
    monthlyRent: '58.33',
    residue: '0.04',
    dates: words(`2025-02-01 2025-03-01 2025-04-01 2025-05-01 2025-06-01 2025-07-01 2025-08-01 2025-09-01 2025-10-01
      2025-11-01 2025-12-01 2026-01-01`),
    rents: [...repeat(11, '58.33'), '58.37'],
    lastPayable: '10058.37',
  },
  'cents paid too early': {
    input: ['10000.00', 8, 365, 0, '2025-03-15'],
    basis: 365,
    totalRent: '800.00',
    monthlyRent: '66.67',
    residue: '-0.04',
    dates: words(`2025-04-15 2025-05-15 2025-06-15 2025-07-15 2025-08-15 2025-09-15 2025-10-15 2025-11-15 2025-12-15
      2026-01-15 2026-02-15 2026-03-15`),
    rents: [...repeat(11, '66.67'), '66.63'],
    lastPayable: '10066.63',
  },
  'a leap year from the 31st': {
    input: ['30000.00', 5, 366, 0, '2024-01-31'],
    basis: 365,
    totalRent: '1504.11',
    monthlyRent: '125.34',
    residue: '0.03',
    dates: words(`2024-02-29 2024-03-31 2024-04-30 2024-05-31 2024-06-30 2024-07-31 2024-08-31 2024-09-30 2024-10-31
      2024-11-30 2024-12-31 2025-01-31`),
    rents: [...repeat(11, '125.34'), '125.37'],
    lastPayable: '30125.37',
  },
  'twelve months of thirty days': {
    input: ['50000.00', '7.2', 360, 0, '2025-03-15'],
    basis: 360,
    totalRent: '3600.00',
    monthlyRent: '300.00',
    residue: '0.00',
    dates: words(`2025-04-15 2025-05-15 2025-06-15 2025-07-15 2025-08-15 2025-09-15 2025-10-15 2025-11-15 2025-12-15
      2026-01-15 2026-02-15 2026-03-10`),
    rents: repeat(12, '300.00'),
    lastPayable: '50300.00',
  },
  'a quarter into February': {
    input: ['10000.00', 4.5, 90, 0, '2025-11-30'],
    basis: 360,
    totalRent: '112.50',
    monthlyRent: '37.50',
    residue: '0.00',
    dates: ['2025-12-30', '2026-01-30', '2026-02-28'],
    rents: repeat(3, '37.50'),
    lastPayable: '10037.50',
  },
  'half a year at maturity': {
    input: ['100000.00', '5.85', 180, 1, '2025-07-01'],
    basis: 360,
    totalRent: '2925.00',
    monthlyRent: '2925.00',
    residue: '0.00',
    dates: ['2025-12-28'],
    rents: ['2925.00'],
    lastPayable: '102925.00',
  },
  'monthly, too short for two months': {
    input: ['10000.00', 6, 45, 0, '2025-05-20'],
    basis: 365,
    totalRent: '73.97',
    monthlyRent: '73.97',
    residue: '0.00',
    dates: ['2025-07-04'],
    rents: ['73.97'],
    lastPayable: '10073.97',
  },
  'half a cent in every month': {
    input: ['10000.00', 6.0006, 365, 0, '2026-01-31'],
    basis: 365,
    totalRent: '600.06',
    monthlyRent: '50.01',
    residue: '-0.06',
    dates: words(`2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31
      2026-11-30 2026-12-31 2027-01-31`),
    rents: [...repeat(11, '50.01'), '49.95'],
    lastPayable: '10049.95',
  },
  'two years from the end of August': {
    input: ['120000.00', '8.4', 720, 0, '2025-08-31'],
    basis: 360,
    totalRent: '20160.00',
    monthlyRent: '840.00',
    residue: '0.00',
    dates: words(`2025-09-30 2025-10-31 2025-11-30 2025-12-31 2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31
      2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31 2026-11-30 2026-12-31 2027-01-31 2027-02-28 2027-03-31
      2027-04-30 2027-05-31 2027-06-30 2027-07-31 2027-08-21`),
    rents: repeat(24, '840.00'),
    lastPayable: '120840.00',
  },
};

const options: Partial<Terms>[] = (['AUTO', 'ACT_365', 'ACT_360'] as const).flatMap((dayCount) =>
  (['EQUAL', 'ACTUAL_DAYS'] as const).flatMap((split) =>
    [true, false].map((returnPrincipal) => ({ dayCount, split, returnPrincipal })),
  ),
);

describe('the payment plan', () => {
  it.each(Object.entries(examples))('of %s', (_name, example) => {
    const plan = schedule(terms(example.input));
    const [totalAmount, , deadline] = example.input;
    expect(plan).toMatchObject({
      basis: example.basis,
      periods: example.rents.length,
      maturity: example.dates.at(-1),
      totalRent: example.totalRent,
      monthlyRent: example.monthlyRent,
      residue: example.residue,
      totalPayable: add(totalAmount, example.totalRent),
    });
    expect(dates(plan)).toEqual(example.dates);
    expect(rents(plan)).toEqual(example.rents);
    expect(plan.rows.map((row) => row.monthlyRent)).toEqual(repeat(plan.periods, example.monthlyRent));
    expect(plan.rows.map((row) => row.amountPayable)).toEqual([...example.rents.slice(0, -1), example.lastPayable]);
    expect(plan.rows.map((row) => row.principal)).toEqual([...repeat(plan.periods - 1, '0.00'), totalAmount]);
    expect(plan.rows.map((row) => [row.currentPeriods, row.totalPeriods])).toEqual(
      example.rents.map((_, i) => [i + 1, plan.periods]),
    );
    expect(plan.rows.reduce((all, row) => all + row.days, 0)).toBe(deadline);
  });

  it.each<[string, Partial<Terms>, string[]]>([
    ['a year at maturity', { dayCount: 'ACT_360' }, ['608.33']],
    ['a year at maturity', { split: 'ACTUAL_DAYS' }, ['600.00']],
    ['a year by the month, dividing evenly', { dayCount: 'ACT_360' }, [...repeat(11, '50.69'), '50.74']],
    [
      'a year by the month, dividing evenly',
      { split: 'ACTUAL_DAYS' },
      words('50.96 46.03 50.96 49.32 50.96 49.32 50.96 50.96 49.32 50.96 49.32 50.93'),
    ],
    ['a leap year from the 31st', { dayCount: 'ACT_360' }, [...repeat(11, '127.08'), '127.12']],
    ['twelve months of thirty days', { dayCount: 'ACT_365' }, [...repeat(11, '295.89'), '295.89']],
    ['a quarter into February', { dayCount: 'ACT_365' }, ['36.99', '36.99', '36.98']],
    ['half a year at maturity', { dayCount: 'ACT_365' }, ['2884.93']],
    ['half a year at maturity', { split: 'ACTUAL_DAYS' }, ['2925.00']],
    ['monthly, too short for two months', { dayCount: 'ACT_360' }, ['75.00']],
    ['monthly, too short for two months', { split: 'ACTUAL_DAYS' }, ['73.97']],
  ])('of %s with %p pays rents %p', (name, more, expected) => {
    const example = examples[name]!;
    const plan = schedule(terms(example.input, more));
    expect(rents(plan)).toEqual(expected);
    expect(plan.totalRent).toBe(sum(expected));
    expect(dates(plan)).toEqual(example.dates);
  });

  describe.each(Object.entries(examples))('of %s', (_name, { input, dates: due }) => {
    it.each(options.map((more) => [more]))('adds up with %p', (more) => {
      const asked = terms(input, more);
      const plan = schedule(asked);
      const returned = more.returnPrincipal ? input[0] : '0.00';
      expect(checkSchedule(plan, asked)).toEqual([]);
      expect(sum(rents(plan))).toBe(plan.totalRent);
      expect(sum(plan.rows.map((row) => row.principal))).toBe(returned);
      expect(sum(plan.rows.map((row) => row.amountPayable))).toBe(add(plan.totalRent, returned));
      expect(plan.totalPayable).toBe(add(plan.totalRent, returned));
      expect(dates(plan)).toEqual(due);
      // how rent is collected never changes its total
      expect(schedule({ ...asked, getType: input[3] === 0 ? 1 : 0 }).totalRent).toBe(plan.totalRent);
    });
  });

  it('shows the nominal rent of each period beside the last one, which carries the residue', () => {
    const plan = schedule(terms(['10000.00', 6, 365, 0, '2025-01-01'], { split: 'ACTUAL_DAYS' }));
    expect(plan.rows.at(-1)).toMatchObject({
      days: 31,
      monthlyRent: '50.96',
      rent: '50.93',
      amountPayable: '10050.93',
    });
    expect(plan).toMatchObject({ monthlyRent: '50.00', residue: '-0.03' });
  });

  it.each<[Input, Partial<Terms>, string[]]>([
    // 6 cents over 12 months: 0.01 each would take back 5 cents at the end
    [['1.00', 6, 365, 0, '2025-01-01'], {}, [...repeat(11, '0.00'), '0.06']],
    [['1.20', 6, 365, 0, '2025-01-01'], { split: 'ACTUAL_DAYS' }, [...repeat(11, '0.00'), '0.07']],
    [['0.01', 0.0001, 365, 0, '2025-01-01'], {}, repeat(12, '0.00')],
    [['10000.00', 0, 365, 0, '2025-01-01'], {}, repeat(12, '0.00')],
  ])('of %p with %p never asks for money back', (input, more, expected) => {
    const plan = schedule(terms(input, more));
    expect(rents(plan)).toEqual(expected);
    expect(checkSchedule(plan, terms(input, more))).toEqual([]);
  });

  it('stays exact where floating point would not', () => {
    const asked = terms([AMOUNT_MAX, '9999.9999', DEADLINE_MAX_DAYS, 0, '2025-01-01'], { dayCount: 'ACT_365' });
    const plan = schedule(asked);
    expect(plan.totalRent).toBe('2999999970000000.00');
    expect(plan.monthlyRent).toBe('8333333250000.00');
    expect(checkSchedule(plan, asked)).toEqual([]);
    const odd = { ...asked, totalAmount: '999999999999.99', deadline: 365 };
    expect(schedule(odd).totalRent).toBe('99999998999999.00'); // 99999998999998.99999999… in full
    expect(checkSchedule(schedule(odd), odd)).toEqual([]);
  });
});

describe('the number of periods', () => {
  it.each([
    [1, 1],
    [30, 1],
    [45, 1],
    [46, 2],
    [60, 2],
    [90, 3],
    [180, 6],
    [360, 12],
    [365, 12],
    [720, 24],
    [730, 24],
    [1095, 36],
    [1080, 36],
    [1110, 37],
    [1440, 48],
    [1800, 60],
    [1825, 60],
    [2190, 72],
    [3600, 120],
    [10_920, 364],
    [10_950, 360],
  ])('of %i days is %i by the month and 1 at maturity', (deadline, expected) => {
    expect(periodsOf(deadline, 0)).toBe(expected);
    expect(periodsOf(deadline, 1)).toBe(1);
  });

  it.each([[0], [-30], [1.5], [Number.NaN], [DEADLINE_MAX_DAYS + 1]])('is refused for %p days', (deadline) => {
    expect(fieldsOf(() => periodsOf(deadline, 0))).toEqual(['deadline']);
  });
});

it.each<[number, Terms['dayCount'], 360 | 365]>([
  [360, undefined, 360],
  [30, 'AUTO', 360],
  [365, 'AUTO', 365],
  [45, 'AUTO', 365],
  [366, 'AUTO', 365],
  [1800, 'AUTO', 360],
  [2190, 'AUTO', 365],
  [360, 'ACT_365', 365],
  [365, 'ACT_360', 360],
])('the basis of %i days under %p is %i', (deadline, dayCount, expected) => {
  expect(basisOf(deadline, dayCount)).toBe(expected);
});

describe('due dates', () => {
  it('never meet, even in the shortest term of so many periods, whatever day it starts on', () => {
    // of all terms with n periods the shortest leaves the least room between the last two dates
    const shortest = new Map<number, number>();
    for (let deadline = 1; deadline <= DEADLINE_MAX_DAYS; deadline += 1) {
      const periods = periodsOf(deadline, 0);
      if (periods === deadline / 30 && periods > 36) continue; // every thirty days, below
      if (!shortest.has(periods)) shortest.set(periods, deadline);
    }
    expect(shortest.size).toBe(360);
    let leastDays = Number.POSITIVE_INFINITY;
    for (const [periods, deadline] of shortest) {
      if (periods === 1 || (periods > 13 && periods % 12 > 0)) continue;
      for (let day = 0; day < 4 * 365 + 1; day += 1) {
        const start = addDays('2024-01-01', day);
        leastDays = Math.min(leastDays, daysBetween(addMonths(start, periods - 1), addDays(start, deadline)));
      }
    }
    expect(leastDays).toBeGreaterThan(0);
  });

  it('of more than 36 thirty-day months are thirty days apart', () => {
    const plan = schedule(terms(['50000.00', '7.2', 1800, 0, '2025-01-31']));
    expect(rents(plan)).toEqual(repeat(60, '300.00'));
    expect(plan.rows.map(({ days }) => days)).toEqual(Array(60).fill(30));
    for (const deadline of [1110, 2100, 3600, 10_920])
      expect(
        schedule(terms(['50000.00', '7.2', deadline, 0, '2025-01-31'])).rows.every(({ days }) => days === 30),
      ).toBe(true);
  });

  it('of up to 36 thirty-day months keep their day of the month', () => {
    const plan = schedule(terms(['50000.00', '7.2', 1080, 0, '2025-01-15']));
    expect(plan.rows.slice(0, -1).every(({ paymentDate }) => paymentDate.endsWith('-15'))).toBe(true);
    expect(plan.rows.at(-1)?.days).toBe(16);
  });
});

describe('any terms', () => {
  /** A small generator with a fixed seed, so that a failure can be repeated. */
  const random = (seed: number) => {
    let state = seed;
    return (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  };

  it('make a plan that adds up, runs forward and never goes below zero', () => {
    const pick = random(20_261_120);
    const any = <T>(...choices: T[]): T => choices[pick(choices.length)]!;
    for (let i = 0; i < depth(1000, 4000); i += 1) {
      const deadline = any(1 + pick(60), 30 * (1 + pick(48)), 1 + pick(1500), 1 + pick(DEADLINE_MAX_DAYS));
      const asked: Terms = {
        totalAmount: yuan(BigInt(1 + any(pick(100), pick(100_000), pick(2 ** 31))) * BigInt(any(1, 100, 10_000))),
        yearRate: `${any(0, pick(36), pick(10_000))}.${String(pick(10_000))
          .padStart(4, '0')
          .slice(0, 1 + pick(4))}`,
        deadline,
        getType: any(0, 0, 0, 1),
        interestDate: addDays('1999-01-01', pick(200 * 365)),
        dayCount: any(undefined, 'AUTO', 'ACT_365', 'ACT_360'),
        split: any(undefined, 'EQUAL', 'ACTUAL_DAYS'),
        returnPrincipal: any(undefined, true, false),
      };
      const plan = schedule(asked);
      const faults = checkSchedule(plan, asked);
      // the checks that matter most are made again without the code under test
      let before = asked.interestDate;
      let days = 0;
      for (const row of plan.rows) {
        if (!(row.paymentDate > before)) faults.push(`date ${row.paymentDate}`);
        if (row.days !== (Date.parse(row.paymentDate) - Date.parse(before)) / 86_400_000)
          faults.push(`days ${row.days}`);
        if (`${row.rent}${row.principal}${row.amountPayable}`.includes('-'))
          faults.push(`negative ${row.currentPeriods}`);
        before = row.paymentDate;
        days += row.days;
      }
      if (days !== deadline) faults.push(`${days} days`);
      if (sum(rents(plan)) !== plan.totalRent) faults.push('rents');
      const exact = (Number(asked.totalAmount) * Number(asked.yearRate) * deadline) / 100 / plan.basis;
      if (Math.abs(Number(plan.totalRent) - exact) > 0.005 + exact * 1e-12) faults.push(`total is about ${exact}`);
      if (faults.length > 0) throw new Error(`${JSON.stringify(asked)}: ${faults.join(', ')}`);
    }
  });
});

describe('terms', () => {
  const good = terms(['10000.00', 6, 365, 0, '2025-01-01']);

  it.each<[keyof Terms, unknown]>([
    ['totalAmount', ''],
    ['totalAmount', '0.00'],
    ['totalAmount', '-1.00'],
    ['totalAmount', '1000000000000.01'],
    ['totalAmount', '1e4'],
    ['totalAmount', undefined],
    ['yearRate', '6.00001'],
    ['yearRate', -1],
    ['yearRate', null],
    ['deadline', 0],
    ['deadline', '365'],
    ['deadline', 30.5],
    ['deadline', DEADLINE_MAX_DAYS + 1],
    ['getType', 2],
    ['getType', '0'],
    ['interestDate', '2025-02-30'],
    ['interestDate', ''],
    ['interestDate', '9999-06-01'],
    ['dayCount', 'ACT_ACT'],
    ['split', 'equal'],
    ['returnPrincipal', 1],
  ])('with %s %p are refused by name', (name, value) => {
    const bad = { ...good, [name]: value };
    expect(wrongTerms(bad)).toEqual([name]);
    expect(fieldsOf(() => schedule(bad as Terms))).toEqual([name]);
  });

  it('name everything that is missing from an empty draft', () => {
    expect(wrongTerms({})).toEqual(['totalAmount', 'yearRate', 'deadline', 'getType', 'interestDate']);
    expect(wrongTerms(good)).toEqual([]);
  });

  it('may run up to the last day there is', () => {
    expect(schedule({ ...good, interestDate: '9998-12-31' }).maturity).toBe('9999-12-31');
  });
});

describe('early exit', () => {
  const asked = terms(['10000.00', 6, 365, 0, '2025-01-01']);

  it.each([
    [
      { exitDate: '2025-04-10', rentPaid: '150.00' },
      { days: 99, basis: 365, earned: '162.74', owing: '12.74', fee: '0.00', settlement: '10012.74' },
    ],
    [
      { exitDate: '2025-04-10', rentPaid: '150.00', feeRate: 1 },
      { days: 99, basis: 365, earned: '162.74', owing: '12.74', fee: '100.00', settlement: '9912.74' },
    ],
    [
      { exitDate: '2025-04-02', rentPaid: '150.00', exitRate: '3' },
      { days: 91, basis: 365, earned: '74.79', owing: '-75.21', fee: '0.00', settlement: '9924.79' },
    ],
    [
      { exitDate: '2025-01-01', rentPaid: '0.00' },
      { days: 0, basis: 365, earned: '0.00', owing: '0.00', fee: '0.00', settlement: '10000.00' },
    ],
  ])('with %p', (exit, expected) => {
    expect(settlement({ terms: asked, ...exit })).toEqual(expected);
  });

  it('follows the day count of the order', () => {
    const on360: Terms = { ...asked, dayCount: 'ACT_360' };
    expect(settlement({ terms: on360, exitDate: '2025-04-10', rentPaid: '150.00' }).earned).toBe('165.00');
  });

  it('settles the rent alone when no principal is returned', () => {
    const rentOnly: Terms = { ...asked, returnPrincipal: false };
    expect(settlement({ terms: rentOnly, exitDate: '2025-04-10', rentPaid: '150.00' }).settlement).toBe('12.74');
    expect(fieldsOf(() => settlement({ terms: rentOnly, exitDate: '2025-01-02', rentPaid: '50.00' }))).toEqual([
      'settlement',
    ]);
  });

  it.each<[object, string[]]>([
    [{ exitDate: '2024-12-31' }, ['exitDate']],
    [{ exitDate: '2026-01-01' }, ['exitDate']],
    [{ exitDate: 'soon' }, ['exitDate']],
    [{ rentPaid: '-1.00' }, ['rentPaid']],
    [{ rentPaid: 'x', exitRate: '-3', feeRate: '1%' }, ['rentPaid', 'exitRate', 'feeRate']],
    [{ feeRate: 102 }, ['settlement']],
    [{ terms: { ...asked, deadline: 0 } }, ['deadline']],
  ])('with %p is refused', (change, fields) => {
    const exit = { terms: asked, exitDate: '2025-04-10', rentPaid: '150.00', ...change };
    expect(fieldsOf(() => settlement(exit))).toEqual(fields);
  });
});

describe('a late instalment', () => {
  it('is charged by the day on what is unpaid', () => {
    expect(lateCharge('10050.00', '0.05', 15)).toBe('75.38');
    expect(lateCharge('10050.00', 0, 15)).toBe('0.00');
    expect(lateCharge('10050.00', 0.05, 0)).toBe('0.00');
  });

  it.each([
    ['2026-01-01', '2025-12-31', 0, 0],
    ['2026-01-01', '2026-01-01', 0, 0],
    ['2026-01-01', '2026-01-02', 0, 1],
    ['2026-01-01', '2026-01-16', 0, 15],
    ['2026-01-01', '2026-01-04', 3, 0],
    ['2026-01-01', '2026-01-05', 3, 4],
  ])('due %s, on %s with %i grace days, is %i days overdue', (due, on, grace, expected) => {
    expect(overdueDays(due, on, grace)).toBe(expected);
  });

  it.each([
    [0, '0'],
    [1, '1-30'],
    [30, '1-30'],
    [31, '31-60'],
    [60, '31-60'],
    [61, '61-90'],
    [90, '61-90'],
    [91, '90+'],
    [4000, '90+'],
  ])('of %i days falls in %s', (days, bucket) => {
    expect(overdueBucket(days)).toBe(bucket);
  });
});

it.each<[unknown, unknown, bigint | null]>([
  ['310000.00', '10000', 31n],
  ['10000.00', 10000, 1n],
  ['10000.01', '10000', null],
  ['5000.00', '10000', null],
  ['0.00', '10000', null],
  ['-10000.00', '10000', null],
  ['10000.00', '0', null],
  ['10000.00', '-10000', null],
  ['', '10000', null],
  ['10000', undefined, null],
])('%p at %p each is %p shares', (totalAmount, amountPer, expected) => {
  expect(shares(totalAmount, amountPer)).toBe(expected);
});

it('explains a plan with the figures it was made from', () => {
  const asked = terms(['310000', '7', 365, 0, '2026-12-01']);
  const explanation = explain(asked, schedule(asked));
  expect(explanation).toEqual({
    principal: '310000.00',
    rate: '7.00',
    days: '365',
    basis: '365',
    totalRent: '21700.00',
    split: 'EQUAL',
    periods: '12',
    monthlyRent: '1808.33',
    earlierPeriods: '11',
    lastRent: '1808.37',
    residue: '0.04',
    start: '2026-12-01',
    maturity: '2027-12-01',
  });
  const earlier = cents(times(explanation.monthlyRent, Number(explanation.earlierPeriods)));
  expect(yuan(cents(explanation.totalRent) - earlier)).toBe(explanation.lastRent);
});

describe('the check of a plan', () => {
  const asked = terms(['10000.00', 7, 365, 0, '2025-01-01']);
  const spoil = (change: (plan: Schedule) => void): string[] => {
    const plan = schedule(asked);
    change(plan);
    return checkSchedule(plan, asked);
  };
  const row = (plan: Schedule, number: number) => plan.rows[number - 1]!;

  it.each<[string, (plan: Schedule) => void, string[]]>([
    ['nothing', () => {}, []],
    ['another basis', (plan) => Object.assign(plan, { basis: 360 }), ['basis.differs']],
    [
      'a row less',
      (plan) => plan.rows.splice(4, 1),
      ['periods.count', 'periods.gap', 'days.differ', 'days.sum', 'rent.sum', 'payable.total'],
    ],
    [
      'no rows',
      (plan) => Object.assign(plan, { rows: [] }),
      ['periods.count', 'dates.maturity', 'days.sum', 'rent.sum', 'rent.residue', 'principal.sum', 'payable.total'],
    ],
    ['a number twice', (plan) => Object.assign(row(plan, 3), { currentPeriods: 2 }), ['periods.gap']],
    [
      'two dates swapped',
      (plan) => {
        [row(plan, 2).paymentDate, row(plan, 3).paymentDate] = [row(plan, 3).paymentDate, row(plan, 2).paymentDate];
      },
      ['dates.order', 'days.differ'],
    ],
    [
      'a later end',
      (plan) => Object.assign(row(plan, 12), { paymentDate: '2026-01-02' }),
      ['dates.maturity', 'days.differ'],
    ],
    [
      'a cent more in one row',
      (plan) => Object.assign(row(plan, 5), { rent: '58.34', amountPayable: '58.34' }),
      ['rent.sum', 'rent.nominal', 'payable.total'],
    ],
    [
      'a cent moved to the first row',
      (plan) => {
        Object.assign(row(plan, 1), { rent: '58.34', amountPayable: '58.34' });
        Object.assign(row(plan, 12), { rent: '58.36', amountPayable: '10058.36' });
      },
      ['rent.nominal', 'rent.residue'],
    ],
    [
      'rent that does not reach the amount',
      (plan) => Object.assign(row(plan, 5), { amountPayable: '58.34' }),
      ['amounts.payable', 'payable.total'],
    ],
    [
      'a negative rent',
      (plan) => {
        Object.assign(row(plan, 1), { rent: '-1.00', amountPayable: '-1.00' });
        Object.assign(row(plan, 2), { rent: '117.66', amountPayable: '117.66' });
      },
      ['amounts.negative', 'rent.nominal'],
    ],
    [
      'another nominal rent',
      (plan) => Object.assign(row(plan, 5), { rent: '58.30', monthlyRent: '58.30', amountPayable: '58.30' }),
      ['rent.sum', 'rent.period', 'rent.uneven', 'payable.total'],
    ],
    ['another total', (plan) => Object.assign(plan, { totalRent: '700.01' }), ['rent.total']],
    ['another residue', (plan) => Object.assign(plan, { residue: '0.03' }), ['rent.residue']],
    [
      'principal returned early',
      (plan) => {
        Object.assign(row(plan, 1), { principal: '100.00', amountPayable: '158.33' });
        Object.assign(row(plan, 12), { principal: '9900.00', amountPayable: '9958.37' });
      },
      ['principal.early'],
    ],
    [
      'principal forgotten',
      (plan) => Object.assign(row(plan, 12), { principal: '0.00', amountPayable: '58.37' }),
      ['principal.sum', 'payable.total'],
    ],
    [
      'principal forgotten everywhere',
      (plan) => {
        Object.assign(row(plan, 12), { principal: '0.00', amountPayable: '58.37' });
        plan.totalPayable = '700.00';
      },
      ['principal.sum', 'payable.total'],
    ],
    ['an unreadable amount', (plan) => Object.assign(row(plan, 1), { rent: null }), ['amounts.unreadable']],
    ['an unreadable date', (plan) => Object.assign(row(plan, 1), { paymentDate: '2025-02-30' }), ['dates.unreadable']],
  ])('finds %s', (_name, change, expected) => {
    expect(spoil(change)).toEqual(expected);
  });
});
