/** The lease objects of an order: which an order must have, and that none belongs to two orders that have not ended. */
import { isTerminal } from '../../../contract/domain/lifecycle/orderStates';
import { type Asset, asset } from '../../../contract/modules/lease/asset';
import { type Order, order } from '../../../contract/modules/lease/order';
import { product } from '../../../contract/modules/lease/product';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { calledOrder } from '../terms/calledOrder';

/** Refuses a serial number that another order has which has not ended, or that this one has twice. */
export async function refuseTwice(cx: Context, { id, serialNo }: Pick<Asset, 'serialNo'> & { id?: string }) {
  // Two orders that take the same object at the same time would both find it free.
  await cx.exclusive('asset.serial');
  const others = (await cx.rows(asset).find({ serialNo })).filter((other) => other.id !== id);
  for (const { orderId } of others) {
    const [held] = await cx.rows(order).find({ id: orderId });
    if (!held || isTerminal(held.businessStatus ?? 0)) continue;
    refuse('asset.serialTaken', { serial: serialNo, order: calledOrder(held) });
  }
}

/** The objects that the contracts of an order state, in the order in which they were entered. Refused where the product
 *  asks for one and there is none, and where one has been taken by another order meanwhile. */
export async function objectsFor(cx: Context, held: Order): Promise<Asset[]> {
  const own = await cx.rows(asset).find({ orderId: held.id });
  if (own.length === 0) {
    const [goods] = await cx.rows(product).find({ id: held.productId });
    if (goods?.needsAsset === 1) refuse('asset.needed', { product: goods.productName });
    return [];
  }
  for (const one of own) await refuseTwice(cx, one);
  return own.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}
