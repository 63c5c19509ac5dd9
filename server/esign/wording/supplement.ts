/** What a supplement agrees on: the new plan of what is unpaid. */

import { daysBetween } from '../../../contract/domain/calendar';
import { getTypeOf } from '../../../contract/domain/leasing/methods/methods';
import { planOf } from '../../../contract/domain/leasing/plan';
import { methodOf } from '../../../contract/domain/leasing/record';
import { cents, sum } from '../../../contract/domain/money';
import type { Order } from '../../../contract/modules/lease/order';
import { keptRestructuring } from '../../../contract/wire/lease/restructure';
import type { ContractDoc } from './doc';
import { repaymentOf } from './repayment';

/** The terms of the restructuring that waits for this supplement; nothing for one that adds to an order as it is. */
export function supplementTerms(held: Order): Partial<ContractDoc> {
  const kept = keptRestructuring(held.restructuring);
  if (!kept) return {};
  const { terms, rows, principal, base, maturity, explanation } = kept;
  const plan = planOf(terms);
  const total = (name: 'rent' | 'principal' | 'amountPayable') => sum(rows.map((row) => row[name]));
  const repayment = repaymentOf(terms, plan);
  // A change of terms begins with what is owed at its base day; else the terms are those of the whole plan.
  const isRest = terms.interestDate !== base || cents(terms.totalAmount) !== cents(principal);
  return {
    ...(isRest ? { isRest } : {}),
    totalAmount: principal,
    yearRate: String(terms.yearRate),
    deadline: isRest ? daysBetween(base, maturity) : terms.deadline,
    getType: getTypeOf(methodOf(terms)),
    basis: plan.basis,
    repayment,
    interestDate: base,
    maturity,
    plan: rows,
    totals: { rent: total('rent'), principal: total('principal'), amountPayable: total('amountPayable') },
    changes: explanation.map(({ zh }) => zh),
  };
}
