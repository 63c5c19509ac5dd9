import fc from 'fast-check';
import { addDays, addMonths, daysBetween } from '../../../../contract/domain/calendar';
import { unitOf } from '../../../../contract/domain/leasing/codes';
import { explainPlan } from '../../../../contract/domain/leasing/explanation';
import type { RepayMethod } from '../../../../contract/domain/leasing/methods/methods';
import { instalmentsOf, type Plan, type PlanRow, planOf } from '../../../../contract/domain/leasing/plan';
import { schedule } from '../../../../contract/domain/leasing/schedule';
import { completed, NotTerms, type PlanTerms } from '../../../../contract/domain/leasing/terms';
import { followsStart, isWholeTerm } from '../../../../contract/domain/leasing/timeline';
import { yearlyYield } from '../../../../contract/domain/leasing/yield';
import { add, cents, sum, yuan } from '../../../../contract/domain/money';
import { depth } from '../../../support/depth';
import { growsInStep, takesAtMost } from '../../../support/growth';
import { anyTerms } from '../../../support/leaseTerms';

/** 120,000 at 12 % in twelve monthly periods. */
function twelve(repayMethod: RepayMethod, more: Partial<PlanTerms> = {}): PlanTerms {
  return {
    totalAmount: '120000.00',
    yearRate: '12',
    deadline: 365,
    interestDate: '2025-01-15',
    repayMethod,
    ...more,
  };
}
function instalments(plan: Plan): PlanRow[] {
  return plan.rows.filter(({ kind }) => kind === 1);
}
function column(plan: Plan, name: 'amountPayable' | 'rent' | 'principal' | 'balance' | 'paymentDate'): string[] {
  return instalments(plan).map((row) => row[name]);
}
function fieldsOf(terms: PlanTerms): readonly string[] {
  try {
    planOf(terms);
  } catch (error) {
    if (error instanceof NotTerms) return error.fields;
    throw error;
  }
  return [];
}

describe('an annuity', () => {
  it('in arrears pays the same each month', () => {
    const plan = planOf(twelve(3));
    expect(column(plan, 'amountPayable')).toEqual([...Array(11).fill('10661.85'), '10661.91']);
    expect(plan.rows[0]).toMatchObject({ rent: '1200.00', principal: '9461.85', balance: '110538.15' });
    expect(plan).toMatchObject({ instalment: '10661.85', residue: '0.06', maturity: '2026-01-15', dayCount: 0 });
    expect(column(plan, 'paymentDate')[0]).toBe('2025-02-15');
    // one percent a month is 12.6825 %; by actual days the short February comes a little earlier
    expect(plan.yearlyYield).toBe('12.7382');
  });

  it('in advance pays from the first day', () => {
    const plan = planOf(twelve(3, { timing: 2 }));
    expect(column(plan, 'amountPayable').slice(0, 11)).toEqual(Array(11).fill('10556.29'));
    expect(plan.rows[0]).toMatchObject({ paymentDate: '2025-01-15', rent: '0.00', principal: '10556.29', days: 0 });
    expect(plan.rows.at(-1)).toMatchObject({ paymentDate: '2025-12-15', balance: '0.00' });
    expect(plan.maturity).toBe('2026-01-15');
  });

  it('leaves the residual value to the last instalment', () => {
    const plan = planOf(twelve(3, { residualRate: '10' }));
    // (120,000 − 12,000 ÷ 1.01^12) × 1 % ÷ (1 − 1.01^−12)
    expect(plan.instalment).toBe('9715.67');
    expect(plan.rows.at(-1)).toMatchObject({ residual: '12000.00', balance: '0.00' });
    expect(cents(plan.rows.at(-1)!.principal) > cents('12000')).toBe(true);
    expect(cents(plan.rows.at(-2)!.balance) > cents('12000')).toBe(true);
  });

  it('of zero percent repays in equal parts', () => {
    expect(column(planOf(twelve(3, { yearRate: 0 })), 'amountPayable')).toEqual(Array(12).fill('10000.00'));
  });

  it.each<[Partial<PlanTerms>, string, string]>([
    [{ rounding: 2 }, '10662.00', '-1.84'],
    [{ rounding: 3 }, '10660.00', '23.52'],
  ])('with %p is rounded to the unit, and the last one takes the rest', (more, instalment, residue) => {
    const plan = planOf(twelve(3, more));
    expect(column(plan, 'amountPayable').slice(0, 11)).toEqual(Array(11).fill(instalment));
    expect(plan.residue).toBe(residue);
    expect(plan.rows.at(-1)!.amountPayable).toBe(add(instalment, residue));
  });

  it('by actual days follows the calendar', () => {
    const plan = planOf(twelve(3, { dayCount: 365 }));
    expect(plan.rows[0]).toMatchObject({ days: 31, rent: '1223.01' }); // 120,000 × 12 % × 31 ÷ 365
    expect(planOf(twelve(3, { dayCount: 360 })).rows[0]).toMatchObject({ rent: '1240.00' });
    expect(planOf(twelve(3, { dayCount: 30 })).rows[0]).toMatchObject({ rent: '1200.00' });
    // 17 days of 2024 in 366, 14 of 2025 in 365
    expect(planOf(twelve(3, { dayCount: 1, interestDate: '2024-12-15' })).rows[0]).toMatchObject({
      rent: yuan(BigInt(Math.round(1_440_000 * (17 / 366 + 14 / 365)))),
    });
  });

  it.each<[Partial<PlanTerms>, number, string]>([
    [{ frequency: 1, deadline: 364 }, 52, '2451.58'],
    [{ frequency: 3 }, 4, '32283.25'],
    [{ frequency: 4, deadline: 730 }, 4, '34630.98'],
  ])('with %p has %i periods of %s', (more, periods, instalment) => {
    const plan = planOf(twelve(3, more));
    expect([plan.periods, plan.instalment]).toEqual([periods, instalment]);
  });
});

describe('equal principal', () => {
  it('falls by the interest on what was repaid', () => {
    const plan = planOf(twelve(4));
    expect(column(plan, 'principal')).toEqual(Array(12).fill('10000.00'));
    expect(column(plan, 'rent')).toEqual(Array.from({ length: 12 }, (_, i) => `${1200 - 100 * i}.00`));
    expect(plan.totalRent).toBe('7800.00');
  });
});

describe('stepped principal', () => {
  it('repays one share of it in each period of the first year, two in the second', () => {
    // 12 × 1 + 12 × 2 shares of 10,000
    const plan = planOf(twelve(7, { totalAmount: '360000.00', deadline: 720 }));
    expect(column(plan, 'principal')).toEqual([...Array(12).fill('10000.00'), ...Array(12).fill('20000.00')]);
    expect(column(plan, 'rent').slice(0, 2)).toEqual(['3600.00', '3500.00']);
    expect(column(plan, 'rent').slice(11, 14)).toEqual(['2500.00', '2400.00', '2200.00']);
    expect(plan).toMatchObject({ instalment: null, residue: '0.00', periods: 24 });
  });

  it('steps by the year whatever the frequency, and counts from the end of a grace', () => {
    const quarterly = planOf(twelve(7, { totalAmount: '120000.00', deadline: 720, frequency: 3 }));
    expect(column(quarterly, 'principal')).toEqual([...Array(4).fill('10000.00'), ...Array(4).fill('20000.00')]);
    const graced = planOf(twelve(7, { totalAmount: '140000.00', deadline: 420, gracePeriods: 0 }));
    expect(column(graced, 'principal')).toEqual([...Array(12).fill('8750.00'), ...Array(2).fill('17500.00')]);
    const late = planOf(twelve(7, { totalAmount: '140000.00', deadline: 420, gracePeriods: 2, graceKind: 1 }));
    expect(column(late, 'principal')).toEqual(['0.00', '0.00', ...Array(11).fill('11666.67'), '11666.63']);
  });
});

describe('flat rate', () => {
  it('counts interest on the whole principal throughout', () => {
    const plan = planOf(twelve(5));
    expect(column(plan, 'amountPayable')).toEqual(Array(12).fill('11200.00'));
    expect(column(plan, 'rent')).toEqual(Array(12).fill('1200.00'));
    expect(plan).toMatchObject({ totalRent: '14400.00', instalment: '11200.00' });
    expect(Number(plan.yearlyYield)).toBeGreaterThan(23);
  });
});

describe('interest first', () => {
  it.each([30, 365, 360, 1095, 1110, 45])('of %i days is the plan of today to the cent', (deadline) => {
    for (const getType of [0, 1] as const) {
      const shared = { totalAmount: '310000.00', yearRate: '7.35', deadline, interestDate: '2025-01-31' };
      const older = schedule({ ...shared, getType });
      const plan = planOf({ ...shared, repayMethod: getType === 1 ? 2 : 1 });
      expect(plan).toMatchObject({ ...older, rows: older.rows });
    }
  });

  it('in advance pays interest before its period and the principal at maturity', () => {
    const plan = planOf(twelve(1, { timing: 2, frequency: 3 }));
    expect(column(plan, 'paymentDate')).toEqual(['2025-01-15', '2025-04-15', '2025-07-15', '2025-10-15', '2026-01-15']);
    expect(column(plan, 'amountPayable')).toEqual([...Array(4).fill('3600.00'), '120000.00']);
  });

  it('on a due day counts each period by its days', () => {
    const plan = planOf(twelve(1, { dueDay: 31 }));
    expect(column(plan, 'paymentDate').slice(0, 3)).toEqual(['2025-02-28', '2025-03-31', '2025-04-30']);
    expect(plan.rows[0]).toMatchObject({ days: 44, rent: '1735.89' }); // 120,000 × 12 % × 44 ÷ 365
  });
});

describe('a due day', () => {
  it.each([
    ['2025-01-20', 15, '2025-02-15'],
    ['2025-01-20', 1, '2025-03-01'],
    ['2025-01-05', 31, '2025-01-31'],
    ['2025-01-31', 31, '2025-02-28'],
    ['2025-01-15', 15, '2025-02-15'],
  ])('from %s on day %i begins on %s and stays', (interestDate, dueDay, first) => {
    const plan = planOf(twelve(3, { interestDate, dueDay }));
    const dates = column(plan, 'paymentDate');
    expect(dates[0]).toBe(first);
    const month = `${first.slice(0, 7)}-01`;
    for (const [i, date] of dates.entries()) {
      const from = addMonths(month, i);
      const length = daysBetween(from, addMonths(month, i + 1));
      expect(date).toBe(`${from.slice(0, 8)}${String(Math.min(dueDay, length)).padStart(2, '0')}`);
    }
    expect(plan.maturity).toBe(dates.at(-1));
  });

  it('bears interest by days in the first period alone', () => {
    const plan = planOf(twelve(4, { interestDate: '2025-01-20', dueDay: 15 }));
    // 25 days of 30/360, then whole months
    expect(column(plan, 'rent').slice(0, 3)).toEqual(['1000.00', '1100.00', '1000.00']);
  });
});

describe('a grace', () => {
  it('of interest only repays nothing', () => {
    const plan = planOf(twelve(4, { gracePeriods: 2 }));
    expect(column(plan, 'principal')).toEqual(['0.00', '0.00', ...Array(10).fill('12000.00')]);
    expect(column(plan, 'rent').slice(0, 3)).toEqual(['1200.00', '1200.00', '1200.00']);
  });

  it('of nothing due adds its interest to the principal', () => {
    const plan = planOf(twelve(3, { gracePeriods: 2, graceKind: 2 }));
    expect(plan.capitalised).toBe('2412.00'); // 120,000 × 1.01² − 120,000
    expect(plan.rows[0]).toMatchObject({ currentPeriods: 1, totalPeriods: 10, paymentDate: '2025-04-15' });
    expect(sum(column(plan, 'principal'))).toBe('122412.00');
  });

  it('of flat rate leaves the interest to the other instalments', () => {
    const plan = planOf(twelve(5, { gracePeriods: 2, graceKind: 2 }));
    expect(column(plan, 'rent')).toEqual(Array(10).fill('1440.00'));
    expect(plan.totalRent).toBe('14400.00');
    const paying = planOf(twelve(5, { gracePeriods: 2 }));
    expect(column(paying, 'amountPayable')).toEqual(['1200.00', '1200.00', ...Array(10).fill('13200.00')]);
  });
});

describe('charges', () => {
  const plan = planOf(twelve(3, { feeRate: '1.5', depositRate: '10', purchasePrice: '100' }));

  it('are rows of their own around the instalments', () => {
    expect(plan.rows.map(({ kind }) => kind)).toEqual([2, 3, ...Array(12).fill(1), 4]);
    expect(plan.rows[0]).toMatchObject({ currentPeriods: 0, other: '1800.00', amountPayable: '1800.00', rent: '0.00' });
    expect(plan.rows[1]).toMatchObject({ other: '12000.00', paymentDate: '2025-01-15', balance: '120000.00' });
    expect(plan.rows.at(-1)).toMatchObject({ other: '100.00', paymentDate: '2026-01-15', balance: '0.00' });
    expect(sum(plan.rows.map((row) => row.amountPayable))).toBe(plan.totalPayable);
  });

  it('raise the effective rate; the deposit is given back at the end', () => {
    const flows = [
      { date: '2025-01-15', amount: -12_000_000n + 180_000n + 1_200_000n },
      ...instalments(plan).map((row) => ({ date: row.paymentDate, amount: cents(row.amountPayable) })),
      { date: '2026-01-15', amount: 10_000n - 1_200_000n },
    ];
    expect(Math.abs(Number(plan.yearlyYield) - newton(flows))).toBeLessThan(0.0001);
    expect(Number(plan.yearlyYield)).toBeGreaterThan(15);
  });
});

describe('a rent table', () => {
  const rentTable = [
    { paymentDate: '2025-03-01', principal: '50000.00', rent: '2000.00' },
    { paymentDate: '2025-08-01', principal: '0.00', rent: '3000.00' },
    { paymentDate: '2026-02-01', principal: '70000.00', rent: '0.00' },
  ];

  it('is the plan', () => {
    const plan = planOf(twelve(6, { rentTable }));
    expect(column(plan, 'amountPayable')).toEqual(['52000.00', '3000.00', '70000.00']);
    expect(column(plan, 'balance')).toEqual(['70000.00', '70000.00', '0.00']);
    expect(plan).toMatchObject({ maturity: '2026-02-01', totalRent: '5000.00', totalPayable: '125000.00' });
  });

  it.each([
    ['no rows', []],
    ['dates that fall', [rentTable[1], rentTable[0], rentTable[2]]],
    ['the same date twice', [rentTable[0], rentTable[0], rentTable[2]]],
    ['another sum', [{ ...rentTable[0], principal: '49999.99' }, rentTable[1], rentTable[2]]],
    ['a row of nothing', [...rentTable, { paymentDate: '2026-03-01', principal: '0', rent: '0' }]],
    ['a row before the start', [{ ...rentTable[0], paymentDate: '2025-01-14' }, rentTable[1], rentTable[2]]],
    ['an amount below nothing', [{ ...rentTable[0], rent: '-1.00' }, rentTable[1], rentTable[2]]],
    ['a date that is none', [{ ...rentTable[0], paymentDate: '2025-02-30' }, rentTable[1], rentTable[2]]],
  ])('with %s is refused', (_name, table) => {
    expect(fieldsOf(twelve(6, { rentTable: table as typeof rentTable }))).toEqual(['rentTable']);
  });
});

describe('terms', () => {
  it.each<[PlanTerms, string[]]>([
    [twelve(2, { frequency: 3 }), ['frequency']],
    [twelve(2, { timing: 2 }), ['timing']],
    [twelve(1, { gracePeriods: 1 }), ['gracePeriods']],
    [twelve(1, { residualRate: '1' }), ['residualRate']],
    [twelve(3, { rentTable: [{ paymentDate: '2025-03-01', principal: '120000', rent: '0' }] }), ['rentTable']],
    [twelve(3, { frequency: 1, dueDay: 15 }), ['dueDay']],
    [twelve(3, { dueDay: 32 }), ['dueDay']],
    [twelve(3, { gracePeriods: 12 }), ['gracePeriods']],
    [twelve(3, { residualRate: '100.01' }), ['residualRate']],
    [twelve(3, { purchasePrice: '-1' }), ['purchasePrice']],
    [twelve(3, { depositRate: '101' }), ['depositRate']],
    [twelve(3, { feeRate: 'x' }), ['feeRate']],
    [twelve(3, { interestDate: '9999-01-01' }), ['interestDate']],
    [{ ...twelve(3), repayMethod: 99 as never }, ['repayMethod']],
    [{ ...twelve(3), totalAmount: '0', deadline: 0 }, ['totalAmount', 'deadline']],
  ])('%# are refused by name', (terms, fields) => {
    expect(fieldsOf(terms)).toEqual(fields);
  });

  it('tell how many instalments they make', () => {
    expect(instalmentsOf({ repayMethod: 3, yearRate: '6', deadline: 1095 })).toBe(36);
    expect(instalmentsOf({ repayMethod: 1, yearRate: '6', deadline: 365, timing: 2 })).toBe(13);
    expect(instalmentsOf({ repayMethod: 3, yearRate: '6', deadline: 365, gracePeriods: 3, graceKind: 2 })).toBe(9);
  });
});

/** A second way to the same rate: Newton's method with a numeric slope, in percent. */
function newton(flows: { date: string; amount: bigint }[]): number {
  const years = flows.map(({ date }) => daysBetween(flows[0]!.date, date) / 365);
  const worth = (rate: number) =>
    flows.reduce((all, { amount }, i) => all + Number(amount) / (1 + rate) ** years[i]!, 0);
  let rate = 0.1;
  for (let i = 0; i < 100; i += 1) {
    const slope = (worth(rate + 1e-7) - worth(rate - 1e-7)) / 2e-7;
    rate = Math.max(-0.99, rate - worth(rate) / slope);
  }
  return rate * 100;
}

describe('the effective yearly rate', () => {
  it('is that of the published example of XIRR', () => {
    const flows = [
      { date: '2008-01-01', amount: -1_000_000n },
      { date: '2008-03-01', amount: 275_000n },
      { date: '2008-10-30', amount: 425_000n },
      { date: '2009-02-15', amount: 325_000n },
      { date: '2009-04-01', amount: 275_000n },
    ];
    expect(yearlyYield(flows)).toBe('37.3363');
  });

  it('does not exist where nothing is paid out', () => {
    expect(yearlyYield([])).toBeNull();
    expect(yearlyYield([{ date: '2025-01-01', amount: 5n }])).toBeNull();
    expect(yearlyYield([{ date: '2025-01-01', amount: 0n }])).toBe('0.0000');
  });
});

describe('a level instalment', () => {
  it('is computed under the rule that each row pays at least its interest', () => {
    const late = planOf({ ...million, yearRate: '12', deadline: 3600, interestDate: '2026-01-15', dueDay: 30 });
    expect([late.instalment, late.rows[0]!.amountPayable, late.rows.at(-1)!.amountPayable]).toEqual([
      ...['14409.74', '15000.00', '14408.65'],
    ]);
    const long = planOf({ ...million, yearRate: '24', deadline: 7300, interestDate: '2026-01-31', dayCount: 365 });
    expect(long.rows.filter(({ amountPayable }) => amountPayable === '0.00')).toEqual([]);
    expect(Math.abs(Number(long.residue))).toBeLessThan(20);
  });

  it('is alike in all rows but the last, and those whose interest is more, for any terms', () => {
    // All of the principal as residual value leaves nothing to be repaid by level amounts.
    const level = anyTerms.filter(
      ({ repayMethod, rounding, residualRate, totalAmount }) =>
        repayMethod === 3 && rounding === 1 && residualRate !== '100' && cents(totalAmount) >= 100_000n,
    );
    fc.assert(
      fc.property(level, (terms) => {
        const plan = planOf(terms);
        const grace = terms.graceKind === 1 ? terms.gracePeriods! : 0;
        const rows = instalments(plan).slice(grace, -1);
        const isLevel = ({ amountPayable }: PlanRow) => amountPayable === plan.instalment;
        const isInterest = (row: PlanRow) => cents(row.principal) === 0n && cents(row.rent) >= cents(plan.instalment!);
        expect(rows.filter((row) => !isLevel(row) && !isInterest(row))).toEqual([]);
      }),
      { numRuns: depth(300, 10_000), seed: 35_021 },
    );
  });

  it('has a broken first period up to the day that was agreed, also where February is shorter', () => {
    const terms: PlanTerms = { ...million, yearRate: '12', deadline: 360, interestDate: '2026-01-15', dueDay: 28 };
    expect(planOf(terms).rows[0]!.rent).toBe('14333.33');
    expect(planOf({ ...terms, interestDate: '2026-03-15' }).rows[0]!.rent).toBe('14333.33');
    expect(planOf({ ...terms, interestDate: '2028-01-15' }).rows[0]!.rent).toBe('14333.33');
  });
});

const million = { totalAmount: '1000000.00', repayMethod: 3 as const };

describe('a term in days', () => {
  it('is whole as thirty days a month, years of 365, or any stretch of the calendar', () => {
    const whole = (deadline: number, frequency: 1 | 2 | 3 | 4) =>
      isWholeTerm(completed({ ...twelve(3), deadline, frequency }));
    for (const [months, frequency] of [
      [1, 2],
      [2, 2],
      [3, 3],
      [6, 4],
      [7, 2],
      [12, 2],
      [12, 4],
      [36, 3],
      [60, 2],
    ] as const)
      for (let start = '2027-01-01'; start < '2029-01-01'; start = addDays(start, 1))
        expect([months, start, whole(daysBetween(start, addMonths(start, months)), frequency)]).toEqual([
          months,
          start,
          true,
        ]);
    expect([30, 360, 365, 1095, 1080, 7300].map((days) => whole(days, 2))).toEqual(Array(6).fill(true));
    expect(
      [
        [10, 2],
        [45, 3],
        [100, 4],
        [500, 2],
        [395, 3],
        [365, 1],
        [400, 2],
      ].map(([days, size]) => whole(days!, size as 1)),
    ).toEqual(Array(7).fill(false));
    expect(whole(364, 1)).toBe(true);
  });
});

describe('rounding to yuan or ten yuan', () => {
  it.each<
    [method: RepayMethod, amount: string, months: number, rounding: 2 | 3, used: number, first: string, last: string]
  >([
    [3, '10000.00', 36, 3, 3, '320.00', '51.02'],
    [5, '10000.00', 36, 3, 3, '350.00', '150.00'],
    [3, '500.00', 24, 3, 2, '23.00', '12.98'],
    [3, '100.00', 24, 3, 1, '4.52', '4.60'],
    [3, '100000.00', 36, 3, 3, '3130.00', '3277.42'],
  ])(
    'by method %i of %s over %i months leaves no large last row',
    (repayMethod, totalAmount, months, rounding, ...row) => {
      const terms = { ...twelve(repayMethod, { totalAmount, rounding }), yearRate: '8', deadline: months * 30 };
      const plan = planOf(terms);
      const amounts = column(plan, 'amountPayable');
      expect([plan.rounding, amounts[0], amounts.at(-1)]).toEqual(row);
      const isFiner = plan.rounding !== rounding;
      expect(explainPlan(terms, plan).some(({ zh }) => zh.includes('改为取整到'))).toBe(isFiner);
    },
  );

  it('makes the last instalment a tenth larger at most, and never nothing, for any terms', () => {
    const amount = fc.integer({ min: 20_000, max: 5_000_000_00 });
    fc.assert(
      fc.property(anyTerms, amount, fc.constantFrom(2, 3), (any, size, rounding) => {
        fc.pre(['0', '10'].includes(String(any.residualRate ?? 0)) && [3, 4, 5, 7].includes(any.repayMethod));
        const terms = { ...any, totalAmount: yuan(BigInt(size)), rounding } as PlanTerms;
        const plan = planOf(terms);
        const last = cents(instalments(plan).at(-1)!.amountPayable);
        const nominal = last - cents(plan.residue);
        if (plan.rounding > 1) expect(last).toBeGreaterThan(0n);
        const most = nominal / 10n > unitOf[plan.rounding] ? nominal / 10n : unitOf[plan.rounding];
        if (plan.rounding > 1) expect(last - nominal).toBeLessThanOrEqual(most);
      }),
      { numRuns: depth(300, 10_000), seed: 35_020 },
    );
  });
});

describe('any terms', () => {
  it('make a plan that adds up, runs forward and never goes below nothing', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const plan = planOf(terms);
        const rows = instalments(plan);
        const faults: string[] = [];
        const holds = (name: string, isTrue: boolean) => isTrue || faults.push(name);
        holds('principal', sum(rows.map((row) => row.principal)) === add(terms.totalAmount, plan.capitalised));
        holds('rent', sum(rows.map((row) => row.rent)) === plan.totalRent);
        holds('payable', sum(plan.rows.map((row) => row.amountPayable)) === plan.totalPayable);
        const charges = [plan.fee, plan.deposit, plan.purchasePrice];
        holds('whole', sum([plan.totalRent, terms.totalAmount, plan.capitalised, ...charges]) === plan.totalPayable);
        let owed = cents(terms.totalAmount) + cents(plan.capitalised);
        for (const [i, row] of rows.entries()) {
          owed -= cents(row.principal);
          holds('number', row.currentPeriods === i + 1 && row.totalPeriods === rows.length);
          holds('balance', row.balance === yuan(owed));
          holds('sum of row', row.amountPayable === sum([row.rent, row.principal, row.other]));
          holds('negative', ![row.rent, row.principal, row.other, row.balance].some((one) => one.startsWith('-')));
          const gap = daysBetween(rows[i - 1]?.paymentDate ?? terms.interestDate, row.paymentDate);
          holds('date', i === 0 ? gap >= 0 : gap > 0);
        }
        holds('end', owed === 0n && rows.at(-1)!.paymentDate <= plan.maturity);
        holds('residual', cents(rows.at(-1)!.principal) >= cents(plan.residual));
        expect(faults).toEqual([]);
      }),
      { numRuns: depth(400, 5000), seed: 20_261_123 },
    );
  });

  it('round what is alike to the unit', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        if (terms.repayMethod !== 3 && terms.repayMethod !== 5) return;
        const plan = planOf(terms);
        expect(cents(plan.instalment!) % unitOf[plan.rounding]).toBe(0n);
      }),
      { numRuns: depth(200, 2000), seed: 7 },
    );
  });

  it('have the effective rate at which their flows are worth nothing', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const plan = planOf(terms);
        if (plan.yearlyYield === null) return;
        const rate = Number(plan.yearlyYield) / 100;
        if (rate > 3) return; // four decimals are too few to compare steep rates by
        const flows: [string, number][] = [
          [terms.interestDate, -Number(terms.totalAmount)],
          ...plan.rows.map((row): [string, number] => [row.paymentDate, Number(row.amountPayable)]),
          [plan.maturity, -Number(plan.deposit)],
        ];
        const worth = flows.reduce(
          (all, [date, amount]) => all + amount * (1 + rate) ** (-daysBetween(terms.interestDate, date) / 365),
          0,
        );
        const size = flows.reduce((all, [, amount]) => all + Math.abs(amount), 0);
        expect(Math.abs(worth) / size).toBeLessThan(1e-5);
      }),
      { numRuns: depth(200, 2000), seed: 11 },
    );
  });

  it('are explained with figures in both languages', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        for (const { zh, en } of explainPlan(terms, planOf(terms))) {
          expect(`${zh}${en}`).not.toMatch(/[{}]|undefined|null|NaN/);
          expect(zh.length * en.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: depth(100, 1000), seed: 13 },
    );
  });

  it('come to the same amounts on any day, unless their amounts follow from the start', () => {
    const amounts = ({ rows }: Plan) => rows.map(({ rent, principal, other }) => [rent, principal, other]);
    const days = fc.integer({ min: 0, max: 1500 }).map((n) => addDays('2024-01-01', n));
    fc.assert(
      fc.property(
        anyTerms.filter((terms) => !followsStart(completed(terms))),
        days,
        (terms, interestDate) => {
          expect(amounts(planOf({ ...terms, interestDate }))).toEqual(amounts(planOf(terms)));
        },
      ),
      { numRuns: depth(300, 3000), seed: 17 },
    );
    // Each reason alone is one, for a due day as well as for days that are counted.
    const open = { repayMethod: 3, deadline: 360 } as const;
    const follows = (more: Partial<PlanTerms>) => followsStart(completed({ ...twelve(3), ...open, ...more }));
    expect([follows({}), follows({ dueDay: 5 }), follows({ dayCount: 365 })]).toEqual([false, true, true]);
  });

  it('of thirty years by the week cost no more than their length', async () => {
    const planned = (deadline: number) =>
      planOf({ ...twelve(3, { frequency: 1, dayCount: 1 }), deadline, totalAmount: '1000000000000.00' });
    const plan = planned(10_950);
    expect(plan.periods).toBe(1564);
    expect(plan.rows.at(-1)!.balance).toBe('0.00');
    await growsInStep(2730, (deadline) => () => planned(deadline));
  });
});

it('a grace in which nothing falls due is planned once, and not to be judged before', () => {
  const long = twelve(3, { deadline: 10_950, frequency: 1, yearRate: '24', gracePeriods: 5 });
  const plans = (graceKind: 1 | 2) => () => {
    for (let at = 0; at < 4; at++) planOf({ ...long, graceKind });
  };
  return takesAtMost(1.6, plans(1), plans(2));
}, 60_000);
