/** Random terms that a plan can be made of. */
import fc from 'fast-check';
import { addDays } from '../../contract/domain/calendar';
import { type OptionalTerm, usual } from '../../contract/domain/leasing/codes';
import { hasRentTable, methodBy, methods } from '../../contract/domain/leasing/methods/methods';
import { wrongPlanTerms } from '../../contract/domain/leasing/plan';
import type { PlanTerms } from '../../contract/domain/leasing/terms';
import { yuan } from '../../contract/domain/money';

/** The numbers of all methods whose rows are computed. */
export const computed = methods.map(({ number }) => number).filter((number) => !hasRentTable(number));

/** The same terms without those that the method does not read. */
export function asUsed(terms: PlanTerms): PlanTerms {
  const { uses } = methodBy(terms.repayMethod);
  const others = (Object.keys(usual) as OptionalTerm[]).filter((name) => !uses.includes(name));
  return { ...terms, ...Object.fromEntries(others.map((name) => [name, usual[name]])) };
}

export const anyTerms: fc.Arbitrary<PlanTerms> = fc
  .record({
    repayMethod: fc.constantFrom(...computed),
    deadline: fc.oneof(
      fc.integer({ min: 1, max: 1500 }),
      fc.integer({ min: 1, max: 60 }).map((n) => 30 * n),
    ),
    totalAmount: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(yuan),
    yearRate: fc.integer({ min: 0, max: 360_000 }).map((n) => String(n / 10_000)),
    interestDate: fc.integer({ min: 0, max: 1500 }).map((n) => addDays('2024-01-01', n)),
    frequency: fc.constantFrom(1, 2, 3, 4) as fc.Arbitrary<1 | 2 | 3 | 4>,
    timing: fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
    dueDay: fc.option(fc.integer({ min: 1, max: 31 })),
    dayCount: fc.constantFrom(0, 365, 360, 30, 1) as fc.Arbitrary<0 | 365 | 360 | 30 | 1>,
    rounding: fc.constantFrom(1, 2, 3) as fc.Arbitrary<1 | 2 | 3>,
    gracePeriods: fc.integer({ min: 0, max: 4 }),
    graceKind: fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
    residualRate: fc.constantFrom('0', '0', '10', '33.3333', '100'),
    purchasePrice: fc.option(fc.constantFrom('0.01', '100', '0')),
    depositRate: fc.constantFrom('0', '5', '30'),
    feeRate: fc.constantFrom('0', '0.5', '3.1416'),
  })
  .map((terms) => asUsed({ ...terms, ...(terms.frequency === 1 ? { dueDay: null } : {}) }))
  .filter((terms) => wrongPlanTerms(terms).length === 0);
