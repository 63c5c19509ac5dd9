/** What has been earned up to a day, and what closes an order on it, for any terms. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { addDays, daysBetween } from '../../../../contract/domain/calendar';
import { graceKinds } from '../../../../contract/domain/leasing/codes';
import { type ExitRow, exitQuote } from '../../../../contract/domain/leasing/exit';
import { methodBy } from '../../../../contract/domain/leasing/methods/methods';
import { type PlanRow, planOf } from '../../../../contract/domain/leasing/plan';
import { rowKinds } from '../../../../contract/domain/leasing/rowKinds';
import { isAhead, type PlanTerms } from '../../../../contract/domain/leasing/terms';
import { cents, sum } from '../../../../contract/domain/money';
import { depth } from '../../../support/depth';
import { anyTerms } from '../../../support/leaseTerms';

const nothing = { late: '0.00', other: '0.00', rent: '0.00', principal: '0.00' };
/** Rows of a plan, those paid that `isPaid` names. */
function rowsOf(rows: readonly PlanRow[], isPaid: (row: PlanRow) => boolean): ExitRow[] {
  return rows.map((row) => ({
    ...row,
    open: isPaid(row) ? nothing : { late: '0.00', other: row.other, rent: row.rent, principal: row.principal },
  }));
}
function never() {
  return false;
}
/** A quote of the instalments alone: nothing is charged beside them. */
function quoted(
  terms: PlanTerms,
  rows: readonly PlanRow[],
  exitDate: string,
  isPaid: (row: PlanRow) => boolean = never,
) {
  const instalments = rows.filter(({ kind }) => kind === rowKinds.instalment);
  return exitQuote({ terms, rows: rowsOf(instalments, isPaid), exitDate, isCollected: true });
}
function lastDay(rows: readonly PlanRow[]): string {
  const days = rows.filter(({ kind }) => kind === rowKinds.instalment).map(({ paymentDate }) => paymentDate);
  return days.sort().at(-1)!;
}
const runs = { numRuns: depth(300, 10_000) };
/** Terms with a day within the plan. */
const onSomeDay = fc.tuple(anyTerms, fc.double({ min: 0, max: 1, noNaN: true })).map(([terms, at]) => {
  const { rows } = planOf(terms);
  const length = daysBetween(terms.interestDate, lastDay(rows));
  return { terms, rows, length, day: addDays(terms.interestDate, Math.min(length - 1, Math.floor(at * length))) };
});

describe('for any terms', () => {
  it('a quote on the first day is the principal', () => {
    fc.assert(
      fc.property(onSomeDay, ({ terms, rows, length }) => {
        if (length === 0) return;
        expect(quoted(terms, rows, terms.interestDate).total).toBe(terms.totalAmount);
      }),
      { ...runs, seed: 35_001 },
    );
  });

  it('what is asked for never falls from one day to the next while nothing is paid', () => {
    fc.assert(
      fc.property(onSomeDay, ({ terms, rows, length, day }) => {
        if (length < 2 || day >= addDays(terms.interestDate, length - 1)) return;
        const [one, next] = [quoted(terms, rows, day), quoted(terms, rows, addDays(day, 1))];
        expect(cents(next.total) >= cents(one.total)).toBe(true);
      }),
      { ...runs, seed: 35_002 },
    );
  });

  it('it is never more than the whole plan asks for', () => {
    fc.assert(
      fc.property(onSomeDay, ({ terms, rows, length, day }) => {
        if (length === 0) return;
        const whole = sum(
          rows.filter(({ kind }) => kind === rowKinds.instalment).map(({ amountPayable }) => amountPayable),
        );
        expect(cents(quoted(terms, rows, day).total) <= cents(whole)).toBe(true);
      }),
      { ...runs, seed: 35_003 },
    );
  });

  it('on a due date, all paid, it is the balance after it', () => {
    fc.assert(
      fc.property(anyTerms, fc.nat(), (terms, at) => {
        const { isBullet: isByDays, rentOn } = methodBy(terms.repayMethod);
        const isSilentFlat =
          rentOn === 'amount' && terms.graceKind === graceKinds.nothingDue && terms.gracePeriods! > 0;
        if (isByDays || isSilentFlat || isAhead(terms)) return;
        const { rows } = planOf(terms);
        const instalments = rows.filter(({ kind }) => kind === rowKinds.instalment);
        const row = instalments[at % instalments.length]!;
        if (row.paymentDate >= lastDay(rows)) return;
        const { total } = quoted(terms, rows, row.paymentDate, ({ paymentDate }) => paymentDate <= row.paymentDate);
        expect(total).toBe(row.balance);
      }),
      { ...runs, seed: 35_004 },
    );
  });
});

describe('a grace in which nothing falls due', () => {
  const grace: PlanTerms = {
    ...{ totalAmount: '120000.00', yearRate: '12', deadline: 360, interestDate: '2026-11-01', repayMethod: 3 },
    ...{ gracePeriods: 6, graceKind: 2 },
  };

  it('adds the interest of the days that have passed, and no more', () => {
    const { rows } = planOf(grace);
    expect(quoted(grace, rows, '2026-11-27')).toMatchObject({ principalLeft: '120000.00', total: '121040.00' });
    // The first month has become principal, and earns in the second.
    expect(quoted(grace, rows, '2026-12-01').total).toBe('121200.00');
    expect(quoted(grace, rows, '2026-12-17')).toMatchObject({ principalLeft: '121200.00', owing: '625.55' });
  });

  it('is earned by a flat rent, too', () => {
    const flat: PlanTerms = { ...grace, repayMethod: 5 };
    const { rows } = planOf(flat);
    expect(quoted(flat, rows, '2026-11-16').total).toBe('120600.00');
    expect(quoted(flat, rows, '2027-05-01').total).toBe('127200.00');
  });
});

it.each([
  [{ repayMethod: 2, deadline: 360, dayCount: 30, interestDate: '2026-01-15' }, '2026-11-27', '12480.00'],
  [{ repayMethod: 1, deadline: 360, dayCount: 30, interestDate: '2026-07-31' }, '2026-11-27', '4680.00'],
  [{ repayMethod: 2, deadline: 1460, dayCount: 1, interestDate: '2024-03-01' }, '2026-11-27', '39458.52'],
] as const)('interest of the whole principal is counted as the product counts it: %o', (more, exitDate, owing) => {
  const terms: PlanTerms = { totalAmount: '120000.00', yearRate: '12', ...more };
  expect(quoted(terms, planOf(terms).rows, exitDate).owing).toBe(owing);
});

it('is what an independent computation with fractions finds, for thirteen products on three days each', () => {
  const cases = JSON.parse(readFileSync(join(__dirname, 'exits.json'), 'utf8')) as {
    terms: PlanTerms;
    exitDate: string;
    quote: object;
  }[];
  expect(cases).toHaveLength(39);
  const differ = cases.flatMap(({ terms, exitDate, quote }) => {
    const { principalLeft, owing, total } = quoted(terms, planOf(terms).rows, exitDate);
    const found = { principalLeft, owing, total };
    return JSON.stringify(found) === JSON.stringify(quote) ? [] : [{ terms, exitDate, quote, found }];
  });
  expect(differ).toEqual([]);
});
