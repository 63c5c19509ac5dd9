/** New plans for what is unpaid, for any terms: what is paid stays, and the principal is kept to the cent. */
import fc from 'fast-check';
import { addDays, addMonths } from '../../../../contract/domain/calendar';
import { hasRentTable, methods, repayMethods } from '../../../../contract/domain/leasing/methods/methods';
import { planOf, wrongPlanTerms } from '../../../../contract/domain/leasing/plan';
import { type HeldRow, restructure } from '../../../../contract/domain/leasing/restructure';
import { rowKinds } from '../../../../contract/domain/leasing/rowKinds';
import { NotTerms, type PlanTerms, type RentRow } from '../../../../contract/domain/leasing/terms';
import { add, cents, subtract, sum, yuan } from '../../../../contract/domain/money';
import { depth } from '../../../support/depth';
import { anyTerms, asUsed } from '../../../support/leaseTerms';

const start = '2025-01-31';
const method = fc.constantFrom(...methods.map(({ number }) => number));
/** A rent table of so many months that repays the principal in unequal parts. */
function tableOf(principal: string, months: number, from: string): RentRow[] {
  const whole = cents(principal);
  const part = whole / BigInt(months + 1);
  return Array.from({ length: months }, (_, at) => ({
    paymentDate: addMonths(from, at + 1),
    principal: yuan(at === months - 1 ? whole - part * BigInt(months - 1) : part),
    rent: yuan(BigInt(100 + at)),
  }));
}
const old = fc
  .record({
    repayMethod: method,
    amount: fc.integer({ min: 100_000, max: 5_000_000_00 }),
    yearRate: fc.constantFrom('0', '3.65', '6', '12.3456'),
    months: fc.integer({ min: 2, max: 24 }),
    timing: fc.constantFrom(1, 2),
    frequency: fc.constantFrom(1, 2, 3, 4),
    rounding: fc.constantFrom(1, 2, 3),
    residualRate: fc.constantFrom('0', '10'),
    depositRate: fc.constantFrom('0', '5'),
    purchasePrice: fc.constantFrom('0', '100'),
  })
  .map(({ repayMethod, amount, yearRate, months, ...more }): PlanTerms => {
    const totalAmount = yuan(BigInt(amount));
    const charges = { depositRate: more.depositRate, purchasePrice: more.purchasePrice };
    const shared = { totalAmount, yearRate, interestDate: start, repayMethod, deadline: months * 30, ...charges };
    const rentTable = tableOf(totalAmount, months, start);
    return asUsed({ ...shared, ...more, rentTable } as PlanTerms);
  })
  .filter((terms) => wrongPlanTerms(terms).length === 0);
const change = fc.record({
  paid: fc.nat(8),
  part: fc.boolean(),
  after: fc.nat(90),
  extend: fc.integer({ min: -2, max: 12 }),
  repayMethod: fc.option(method),
  yearRate: fc.constantFrom(null, '4.5'),
  months: fc.integer({ min: 1, max: 12 }),
  tableFrom: fc.integer({ min: -80, max: 0 }),
  frequency: fc.constantFrom(null, 1, 2, 3),
  dueDay: fc.constantFrom(null, 1, 16, 31),
});

type Asked = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
const nothing = { after: 0, extend: 0, repayMethod: null, yearRate: null, frequency: null, dueDay: null };
/** A new rent table could begin on the day of an instalment that is paid in part. */
const onPaidDay: [PlanTerms, Asked] = [
  {
    ...{
      totalAmount: '1000.00',
      yearRate: '0',
      interestDate: start,
      repayMethod: repayMethods.rentTable.number,
      deadline: 60,
    },
    ...{ depositRate: '5', purchasePrice: '0', rentTable: tableOf('1000.00', 2, start) },
  },
  { ...nothing, paid: 1, part: true, months: 1, tableFrom: -14 },
];

it('keeps what is paid, explains what is not, and repays the principal to the cent', () => {
  let made = 0;
  fc.assert(
    fc.property(old, change, (terms, asked) => {
      const rows = planOf(terms).rows.map((row, at): HeldRow => {
        const isPaid = at < asked.paid;
        const isPart = asked.part && at === asked.paid && cents(row.amountPayable) > 1n;
        return { ...row, id: String(at), paidAmount: isPaid ? row.amountPayable : isPart ? '0.01' : '0.00' };
      });
      const kept = JSON.stringify(rows);
      const instalments = rows.filter(({ kind }) => kind === rowKinds.instalment);
      const firstOpen = instalments.find(({ paidAmount }) => cents(paidAmount) === 0n);
      if (!firstOpen) return;
      const fromDate = addDays(firstOpen.paymentDate, asked.after - 45);
      const isReplaced = ({ paymentDate, paidAmount }: HeldRow) => paymentDate > fromDate && cents(paidAmount) === 0n;
      const left = sum(instalments.filter(isReplaced).map(({ principal }) => principal));
      const isTable = hasRentTable(asked.repayMethod ?? terms.repayMethod);
      const rentTable =
        isTable && cents(left) > 0n ? tableOf(left, asked.months, addDays(fromDate, asked.tableFrom)) : null;
      const { extend, repayMethod, yearRate, frequency, dueDay } = asked;
      let found: ReturnType<typeof restructure>;
      try {
        found = restructure(terms, rows, { fromDate, extend, repayMethod, yearRate, rentTable, frequency, dueDay });
      } catch (error) {
        if (error instanceof NotTerms) return;
        throw error;
      }
      made++;
      expect(JSON.stringify(rows)).toBe(kept);
      const replaced = rows.filter(({ id }) => found.replaced.includes(id));
      const paid = rows.filter(({ paidAmount }) => cents(paidAmount) > 0n);
      expect(replaced.filter((row) => paid.includes(row))).toEqual([]);
      const next = found.rows.filter(({ kind }) => kind === rowKinds.instalment);
      const stays = instalments.filter((row) => !replaced.includes(row));
      const sums = (some: readonly { principal: string }[]) => sum(some.map(({ principal }) => principal));
      expect(sums(next)).toBe(left);
      expect(add(sums(stays), sums(next))).toBe(sums(instalments));
      // What is owed in all differs by the rent alone, and by as much as is said.
      const charges = (some: readonly { other: string }[]) => sum(some.map(({ other }) => other));
      const payable = (some: readonly { amountPayable: string }[]) =>
        sum(some.map(({ amountPayable }) => amountPayable));
      expect(charges(found.rows)).toBe(charges(replaced));
      expect(subtract(payable(found.rows), payable(replaced))).toBe(subtract(found.after.rent, found.before.rent));
      // Periods go on without a gap, later than those that stay, and none is due on a day that had passed.
      const all = [...stays, ...next];
      expect(next.map(({ currentPeriods }) => currentPeriods)).toEqual(next.map((_, at) => stays.length + at + 1));
      const days = all.map(({ paymentDate }) => paymentDate);
      expect([days.toSorted(), new Set(days).size]).toEqual([days, days.length]);
      expect(next.filter(({ paymentDate }) => paymentDate <= fromDate)).toEqual([]);
      expect(found.maturity >= days.at(-1)!).toBe(true);
      expect(
        all.filter(({ rent, principal, amountPayable }) =>
          [rent, principal, amountPayable].some((one) => cents(one) < 0n),
        ),
      ).toEqual([]);
    }),
    { numRuns: depth(400, 20_000), examples: [onPaidDay] },
  );
  expect(made).toBeGreaterThan(100);
});

/** The plan of terms, its first rows paid. */
function heldRows(terms: PlanTerms, paid: number): HeldRow[] {
  return planOf(terms).rows.map(
    (row, at): HeldRow => ({ ...row, id: String(at), paidAmount: at < paid ? row.amountPayable : '0.00' }),
  );
}

it('changes nothing where no change is asked for, for any terms', () => {
  let made = 0;
  fc.assert(
    fc.property(anyTerms, fc.nat(6), (terms, paid) => {
      const rows = heldRows(terms, paid);
      const instalments = rows.filter(({ kind }) => kind === rowKinds.instalment);
      const open = instalments.filter(({ paidAmount }) => cents(paidAmount) === 0n);
      if (open.length === 0 || cents(sum(open.map(({ principal }) => principal))) === 0n) return;
      // A row of nothing counts as unpaid, also between paid ones.
      if (instalments.slice(0, -open.length).some(({ paidAmount }) => cents(paidAmount) === 0n)) return;
      if (open.some(({ amountPayable }) => cents(amountPayable) === 0n)) return;
      const found = restructure(terms, rows, { fromDate: addDays(open[0]!.paymentDate, -1), extend: 0 });
      made++;
      const told = (some: readonly (HeldRow | (typeof found.rows)[number])[]) =>
        some
          .filter(({ kind }) => kind === rowKinds.instalment)
          .map(({ paymentDate, days, rent, principal, amountPayable }) => [
            paymentDate,
            days,
            rent,
            principal,
            amountPayable,
          ]);
      expect(told(found.rows)).toEqual(told(open));
      expect(found.after).toEqual(found.before);
    }),
    { numRuns: depth(300, 10_000), seed: 35_011 },
  );
  expect(made).toBeGreaterThan(100);
});

describe('a change of terms', () => {
  const year: PlanTerms = {
    ...{ totalAmount: '120000.00', yearRate: '12', deadline: 360, interestDate: '2026-01-15', repayMethod: 3 },
    dueDay: 15,
  };

  it('of the frequency keeps the months that are left, and what they are extended by', () => {
    const rows = heldRows(year, 3);
    const ask = { fromDate: '2026-04-15', frequency: 3 as const };
    const found = restructure(year, rows, { ...ask, extend: 0 });
    expect([found.before.count, found.after.count, found.before.maturity, found.maturity]).toEqual([
      ...[9, 3],
      ...['2027-01-15', '2027-01-15'],
    ]);
    expect(restructure(year, rows, { ...ask, extend: 3 }).maturity).toBe('2027-04-15');
    // Seven months are no whole quarters.
    const later = heldRows(year, 5);
    expect(() => restructure(year, later, { fromDate: '2026-06-15', frequency: 3, extend: 0 })).toThrow('extend');
    expect(restructure(year, later, { fromDate: '2026-06-15', frequency: 3, extend: 2 }).maturity).toBe('2027-03-15');
  });

  it('keeps the residual value, the rest of an interest-only grace, and paying in advance', () => {
    const residual = { ...year, residualRate: '30' };
    const moved = restructure(residual, heldRows(residual, 3), { fromDate: '2026-04-15', extend: 0, dueDay: 20 });
    expect(Math.abs(Number(moved.rows.at(-1)!.residual) - 36_000)).toBeLessThan(1);
    const grace: PlanTerms = { ...year, gracePeriods: 6, graceKind: 1 };
    const rest = restructure(grace, heldRows(grace, 2), { fromDate: '2026-03-15', extend: 1 });
    expect(rest.rows.filter(({ principal }) => cents(principal) === 0n)).toHaveLength(4);
    const ahead: PlanTerms = { ...year, repayMethod: 5, timing: 2 };
    const flat = restructure(ahead, heldRows(ahead, 3), { fromDate: '2026-03-15', extend: 1 });
    expect([flat.rows[0]!.paymentDate, flat.terms.timing]).toEqual(['2026-04-15', 2]);
    expect(flat.after.count).toBe(flat.before.count + 1);
  });

  it('takes no rows of interest alone for a grace where none was agreed, and none for longer than agreed', () => {
    const idle = ({ rows }: { rows: { principal: string }[] }) =>
      rows.filter(({ principal }) => cents(principal) === 0n).length;
    const ask = { fromDate: '2026-04-15', extend: 0 };
    for (const repayMethod of [3, 4, 7] as const) {
      const bullet: PlanTerms = { ...year, repayMethod: 1 };
      expect(idle(restructure(bullet, heldRows(bullet, 3), { ...ask, repayMethod }))).toBe(0);
    }
    for (const [gracePeriods, quarters] of [
      [5, 0],
      [6, 1],
      [8, 1],
      [9, 2],
    ] as const) {
      const grace: PlanTerms = { ...year, gracePeriods, graceKind: 1 };
      expect(idle(restructure(grace, heldRows(grace, 3), { ...ask, frequency: 3 }))).toBe(quarters);
    }
  });

  it('counts equal months where equal months were counted', () => {
    const found = restructure(year, heldRows(year, 3), { fromDate: '2026-04-15', extend: 0, repayMethod: 1 });
    const month = (cents(found.principal) * 12n + 600n) / 1200n;
    expect(found.rows.slice(0, -1).map(({ rent }) => rent)).toEqual(Array(8).fill(yuan(month)));
    // The last one has the cents that rounding left over.
    expect(Math.abs(Number(cents(found.rows.at(-1)!.rent) - month))).toBeLessThan(9);
  });
});
