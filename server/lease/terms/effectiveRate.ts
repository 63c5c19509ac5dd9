/** The effective yearly rate of a started order is kept beside it: reports weigh it over many orders. */
import { NotTerms } from '../../../contract/domain/leasing/terms';
import { type Order, order } from '../../../contract/modules/lease/order';
import { outwardOf } from '../../engine/columns';
import type { Context } from '../../kernel/context';
import { scheduleOf } from '../order/orderTerms';

/** Orders that one run computes. */
const mostOrders = 500;

function rateOf(held: Order): string | null {
  try {
    return scheduleOf(held).yearlyYield;
  } catch (error) {
    // Terms that an older release took have no plan to compute it from.
    if (error instanceof NotTerms) return null;
    throw error;
  }
}

/** Stores the rate of a locked order. */
export async function keepRate({ trx, tenantId }: Context, held: Order): Promise<void> {
  await trx
    .updateTable('lease_order')
    .set({ effective_rate: rateOf(held), is_rated: 1 })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', held.id)
    .execute();
}

/** Stores the rates of orders that were started before they were kept; false when none is left. */
export async function keepRates(cx: Context): Promise<boolean> {
  const rows = await cx.trx
    .selectFrom('lease_order')
    .selectAll()
    .where('tenant_id', '=', cx.tenantId)
    .where('is_rated', '=', 0)
    .where('is_deleted', '=', 0)
    .where('start_time', 'is not', null)
    .orderBy('id')
    .limit(mostOrders)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const held of rows.map(outwardOf<Order>(cx, cx.tableOf(order.name)!))) await keepRate(cx, held);
  return rows.length === mostOrders;
}
