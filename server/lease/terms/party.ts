/** An order keeps its party: a customer changes only as far as the contracts that are out allow. */
import { isTerminal } from '../../../contract/domain/lifecycle/orderStates';
import { label, textIn } from '../../../contract/domain/text';
import { type Customer, customer } from '../../../contract/modules/lease/customer';
import { type Order, order, paperStates } from '../../../contract/modules/lease/order';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { unprintable } from '../../kernel/paper/unprintable';
import { reprint } from './account';
import { calledOrders } from './calledOrder';
import { paperStateOf } from './orderPapers';

const voidedFor = label('客户信息已变更，请重新发起签约', 'The customer’s details changed; issue the contracts again');

/** Refuses a name that contracts cannot print. */
export async function refuseUnprintable(name: string): Promise<void> {
  const strange = await unprintable(name);
  if (strange.length > 0) refuse('customer.unprintable', { characters: strange.join(' ') });
}

/** Fields of the party whose change would contradict a contract; a number that was missing contradicts none. */
function changedParty(next: Customer, before: Customer): ('realName' | 'idType' | 'idNo')[] {
  const isOther = (name: 'realName' | 'idType' | 'idNo') =>
    (next[name] || null) !== (before[name] || null) && (name === 'realName' || Boolean(before.idNo));
  return (['realName', 'idType', 'idNo'] as const).filter(isOther);
}

/** An order that others decide on stays what they look at. */
async function refuseWaiting(cx: Context, orders: readonly Order[]): Promise<void> {
  const waiting: Order[] = [];
  for (const held of orders) if (await cx.approvals.isWaiting(order, [held.id])) waiting.push(held);
  if (waiting.length > 0) refuse('customer.orderWaits', { orders: calledOrders(waiting) });
}

/** Before a customer is written: orders follow a new name, contracts that are out unsigned are void, signed ones hold. */
export async function keepParty(cx: Context, next: Customer, before: Customer): Promise<void> {
  const changed = changedParty(next, before);
  const gainsNumber = !before.idNo && Boolean(next.idNo);
  if (changed.length === 0 && !gainsNumber) return;
  const own = (await cx.rows(order).find({ customerId: before.id })).filter(
    ({ businessStatus }) => !isTerminal(businessStatus ?? 0),
  );
  const orders = await cx.rows(order).lockAll(own.map(({ id }) => id));
  const states = new Map<string, Order['paperState']>();
  for (const { id } of orders) states.set(id, await paperStateOf(cx, id));
  const signed = orders.filter(({ id }) => states.get(id) === paperStates.signed);
  if (signed.length > 0 && changed.length > 0)
    refuse('customer.partySigned', {
      orders: calledOrders(signed),
      field: textIn(customer.fields[changed[0]!].label, cx.language),
    });
  const isRenamed = (held: Order) => changed.includes('realName') && held.customerName !== next.realName;
  const isIssued = ({ id }: Order) => states.get(id) === paperStates.issued;
  const following = orders.filter(
    (held) => states.get(held.id) !== paperStates.signed && (isRenamed(held) || isIssued(held)),
  );
  await refuseWaiting(cx, following);
  for (const held of following) {
    const kept = isRenamed(held) ? await cx.rows(order).update(held, { customerName: next.realName }) : held;
    if (isIssued(held)) await reprint(cx, kept, voidedFor.zh);
  }
}
