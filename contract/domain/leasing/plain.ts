/** Plans that one formula for the whole term explains. */

import { getTypeOf, methodBy } from './methods/methods';
import type { Plan } from './plan';
import { type Terms, wrongTerms } from './schedule';
import { completed, type PlanTerms } from './terms';

/** The terms of such a plan: rent by the month in arrears or at maturity, by actual days. Null for any other plan. */
export function plainTerms(draft: PlanTerms, plan: Plan): Terms | null {
  const { repayMethod, frequency, timing, dueDay, rounding, ...rest } = completed(draft);
  const isPlain =
    methodBy(repayMethod).isBullet &&
    [frequency, timing, dueDay, rounding].join() === '2,1,,1' &&
    (plan.dayCount === 365 || plan.dayCount === 360);
  if (!isPlain) return null;
  const { totalAmount, yearRate, deadline, interestDate } = rest;
  const terms: Terms = { totalAmount, yearRate, deadline, interestDate, getType: getTypeOf(repayMethod) };
  return wrongTerms(terms).length > 0 ? null : { ...terms, dayCount: plan.dayCount === 360 ? 'ACT_360' : 'ACT_365' };
}
