/** What an order agrees on with its submission: the terms of its product and the name of its customer, as they are then. */
import { shares } from '../../../contract/domain/leasing/schedule';
import { joined, textIn } from '../../../contract/domain/text';
import { customer } from '../../../contract/modules/lease/customer';
import { type Order, order } from '../../../contract/modules/lease/order';
import { type Product, product } from '../../../contract/modules/lease/product';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { copiedFrom } from './orderTerms';

/** The product's and customer's data that the order stores, as of today. */
export async function snapshot(
  cx: Context,
  { customerId, productId, totalAmount }: Pick<Order, 'customerId' | 'productId' | 'totalAmount'>,
) {
  // Held, so that neither is removed, nor the product withdrawn, between this read and the order's own write.
  const client = (await cx.rows(customer).hold(customerId)) ?? refuse('order.noCustomer');
  const goods: Product = (await cx.rows(product).hold(productId)) ?? refuse('order.noProduct');
  if (goods.status !== 1) refuse('product.notOnSale');
  if (shares(totalAmount, goods.amountPer) === null) refuse('order.notWholeShares', { amountPer: goods.amountPer });
  return {
    customerName: client.realName,
    ...copiedFrom(goods, totalAmount),
  };
}

/** Figures are the same with fewer decimals, and nothing is the same as a blank. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [String(one ?? ''), String(other ?? '')];
  return a === b || (a !== '' && b !== '' && Number(a) === Number(b));
}

/** What the order stores and its product or customer say otherwise now. */
async function changedSince(cx: Context, held: Order) {
  const now = await snapshot(cx, held);
  const names = (Object.keys(now) as (keyof typeof now)[]).filter((name) => !isSame(now[name], held[name]));
  return { now, names };
}

/** The draft with what it would agree on: who decides on its submission reads that, and not what it was saved with. */
export async function renewed(cx: Context, held: Order): Promise<Order> {
  const { now, names } = await changedSince(cx, held);
  return names.length === 0 ? held : cx.rows(order).update(held, now);
}

/** Refuses a submission whose terms are others than those that people have agreed to. */
export async function refuseOtherTerms(cx: Context, held: Order): Promise<void> {
  const { names } = await changedSince(cx, held);
  if (names.length === 0) return;
  const fields = joined(
    names.map((name) => textIn(order.fields[name].label, cx.language)),
    cx.language,
  );
  refuse('order.termsChanged', { fields });
}
