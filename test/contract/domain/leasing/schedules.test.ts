/** Plans to the cent as a program of its own has them, `schedules.py`, which shares no code with the product. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlanRow, planOf, wrongPlanTerms } from '../../../../contract/domain/leasing/plan';
import { NotTerms, type PlanTerms } from '../../../../contract/domain/leasing/terms';
import { sum } from '../../../../contract/domain/money';

interface Told {
  terms: PlanTerms;
  rows: number;
  first: string[];
  last: string[];
  /** Of rent, principal, charges and amounts. */
  sums: string;
  digest: string;
}
const cases = JSON.parse(readFileSync(join(__dirname, 'schedules.json'), 'utf8')) as Told[];

function textOf({ paymentDate, days, rent, principal, other, amountPayable, balance }: PlanRow): string {
  return [paymentDate, days, rent, principal, other, amountPayable, balance].join('|');
}
function told(terms: PlanTerms): Told {
  const { rows } = planOf(terms);
  const texts = rows.map(textOf);
  return {
    terms,
    rows: rows.length,
    first: texts.slice(0, 3),
    last: texts.slice(-3),
    sums: (['rent', 'principal', 'other', 'amountPayable'] as const)
      .map((column) => sum(rows.map((row) => row[column])))
      .join('|'),
    digest: createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16),
  };
}

it('412 plans of all methods are right in every date, day and cent', () => {
  expect(cases).toHaveLength(412);
  const differing = cases
    .map((expected) => [expected, told(expected.terms)])
    .filter(([one, other]) => one!.digest !== other!.digest);
  expect(differing.map(([one]) => one)).toEqual(differing.map(([, other]) => other));
  expect(cases.map(({ terms }) => told(terms))).toEqual(cases);
});

it('a grace whose interest on interest is more than an amount can be is refused by its name', () => {
  const terms: PlanTerms = {
    ...{ totalAmount: '2474031.84', yearRate: '98.3591', deadline: 10_710, interestDate: '2026-12-31', repayMethod: 3 },
    ...{ frequency: 4, gracePeriods: 59, graceKind: 2 },
  };
  expect(wrongPlanTerms({ ...terms, deadline: 10_800 })).toEqual(['gracePeriods']);
  expect(() => planOf({ ...terms, deadline: 10_800 })).toThrow(NotTerms);
  expect(wrongPlanTerms({ ...terms, deadline: 10_800, gracePeriods: 20 })).toEqual([]);
});
