/** Instalments that a restructuring is to replace: they are due as before, and not paid until it is signed or withdrawn. */
import type { Order } from '../../../contract/modules/lease/order';
import type { PaymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { keptRestructuring } from '../../../contract/wire/lease/restructure';

export function isReplacing({ restructuring }: Pick<Order, 'restructuring'>, { id }: Pick<PaymentPlan, 'id'>): boolean {
  return keptRestructuring(restructuring)?.replaced.includes(id) ?? false;
}

/** Whether something stands in the way of paying an instalment that is open. */
export function isHeldBack(held: Pick<Order, 'restructuring'>, row: Pick<PaymentPlan, 'id' | 'isFrozen'>): boolean {
  return row.isFrozen === 1 || isReplacing(held, row);
}
