/** Random terms that a plan can be made of. */
import fc from 'fast-check';
import { addDays } from '../../contract/domain/calendar';
import type { RepayMethod } from '../../contract/domain/leasing/codes';
import { wrongPlanTerms } from '../../contract/domain/leasing/plan';
import type { PlanTerms } from '../../contract/domain/leasing/terms';
import { yuan } from '../../contract/domain/money';

export const anyTerms: fc.Arbitrary<PlanTerms> = fc
  .record({
    repayMethod: fc.constantFrom<RepayMethod>(1, 2, 3, 4, 5),
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
  .map((terms) => ({
    ...terms,
    ...(terms.repayMethod === 2 ? { frequency: null, timing: null, dueDay: null, rounding: null } : {}),
    ...(terms.repayMethod < 3 ? { gracePeriods: 0, graceKind: null, residualRate: '0' } : {}),
    ...(terms.frequency === 1 ? { dueDay: null } : {}),
  }))
  .filter((terms) => wrongPlanTerms(terms).length === 0);
