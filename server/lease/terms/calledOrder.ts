/** How sentences call an order that a rule has looked at, which the person who reads them may not see. */
import { label, textIn } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { hiddenFields } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';

const unseen = label('您无权查看的合同', 'a contract that you can’t see');

/** With the word before it: `合同 HT1`. */
export async function calledOrder(
  cx: Context,
  { id, contractCode, customerName }: Pick<Order, 'id' | 'contractCode' | 'customerName'>,
): Promise<string> {
  const isSeen = (await cx.may(order.name)) && (await cx.rows(order).get(id)) !== undefined;
  if (!isSeen) return textIn(unseen, cx.language);
  const hidden = await hiddenFields(cx, order);
  const name = (!hidden.has('contractCode') && contractCode) || (!hidden.has('customerName') && customerName) || id;
  return textIn(label(`合同 ${name}`, `contract ${name}`), cx.language);
}

/** Each name once, at most three orders. */
export async function calledOrders(cx: Context, orders: readonly Order[]): Promise<string[]> {
  const names: string[] = [];
  for (const held of orders.slice(0, 3)) names.push(await calledOrder(cx, held));
  return [...new Set(names)];
}
