/** What a termination agreement settles: the money that came in before the lease began, or the quote of an early exit. */

import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { awaitingStart } from '../../../contract/domain/lifecycle/orderStates';
import type { Order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { ContractDoc, PlanLine } from './doc';

type Settled = Pick<ContractDoc, 'plan' | 'totals' | 'isBeforeStart'>;

function settled(line: Omit<PlanLine, 'currentPeriods'>): Pick<ContractDoc, 'plan' | 'totals'> {
  const { rent, principal, other = '0.00', amountPayable } = line;
  return { plan: [{ currentPeriods: 1, ...line }], totals: { rent, principal, other, amountPayable } };
}

/** The lines of the agreement. Before the start nothing is owed but what came in. */
export async function settledLines(cx: Context, held: Order): Promise<Settled> {
  if ((held.businessStatus ?? 0) <= awaitingStart) {
    const paid = held.pzsfqr === 1 ? (held.voucherAmount ?? held.totalAmount) : '0.00';
    const line = { paymentDate: cx.today, days: 0, rent: '0.00', principal: paid, amountPayable: paid };
    return { ...settled(line), isBeforeStart: true };
  }
  // The agreement states the settlement that was quoted, which is the one row that is to be paid.
  const rows = await cx.rows(paymentPlan).find({ orderId: held.id, kind: rowKinds.settlement });
  const row = rows.find(({ payStatus }) => payStatus !== 2) ?? refuse('order.exitFirst');
  const line = { rent: row.rent!, principal: row.principal!, other: row.other!, amountPayable: row.amountPayable! };
  return settled({ kind: rowKinds.settlement, paymentDate: row.paymentDate!, days: 0, ...line });
}
