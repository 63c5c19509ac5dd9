/** Finding what an amount of money is booked to. */
import { type Amounts, allocate, totalOf, without } from '../../../contract/domain/ledger/allocation';
import { active, matured, terminating } from '../../../contract/domain/lifecycle/orderStates';
import { cents, subtract, sum } from '../../../contract/domain/money';
import { joined } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { largestBatch, type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { isReplacing } from '../restructure/replacing';
import { calledContract } from '../terms/calledOrder';
import type { PlanLine } from './accounts';
import { openOf } from './open';
import { type Way, wayOf } from './way';

/** A part of an amount for a chosen instalment. Decimal yuan. */
export interface Share {
  planId: string;
  amount: string;
}
/** What an amount is for: chosen instalments, or those due of chosen orders, or of all orders of a customer. */
export interface Aim {
  shares: readonly Share[];
  orderIds: readonly string[];
  customerId: string | null;
}
/** What instalments get. `left` is what none of them needed. */
export interface Aimed {
  lines: PlanLine[];
  left: string;
  /** What is open of each afterwards. */
  after: ReadonlyMap<string, Amounts>;
}

/** Ids of the due instalments, the oldest first; at most a batch of them. */
async function dueIds({ trx, tenantId, today }: Context, { orderIds, customerId }: Aim): Promise<string[]> {
  if (orderIds.length === 0 && customerId === null) return [];
  const due = trx
    .selectFrom('lease_payment_plan as p')
    .innerJoin('lease_order as o', (on) => on.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.id', '=', 'p.order_id'))
    .select('p.id')
    .where('p.tenant_id', '=', tenantId)
    .where('o.tenant_id', '=', tenantId)
    .where('p.is_deleted', '=', 0)
    .where('o.is_deleted', '=', 0)
    .where('p.pay_status', '=', 0)
    .where('p.is_frozen', '=', 0)
    .where('p.payment_date', '<=', today)
    .where('o.business_status', 'in', [active, matured, terminating]);
  const own = orderIds.length > 0 ? due.where('o.id', 'in', orderIds) : due.where('o.customer_id', '=', customerId!);
  const found = await own.orderBy('p.payment_date').orderBy('p.id').limit(largestBatch).execute();
  return found.map(({ id }) => id);
}

function byDay(a: PaymentPlan, b: PaymentPlan): number {
  return a.paymentDate! < b.paymentDate! || (a.paymentDate === b.paymentDate && BigInt(a.id) < BigInt(b.id)) ? -1 : 1;
}

/** Divides an amount. Locks the instalments and their orders; refuses more for one than is open of it. */
export async function aimed(
  cx: Context,
  { amount, way, valueDate }: { amount: string; way: Way; valueDate: string },
  aim: Aim,
): Promise<Aimed> {
  const isChosen = aim.shares.length > 0;
  const ids = isChosen ? [...new Set(aim.shares.map(({ planId }) => planId))] : await dueIds(cx, aim);
  if (ids.length === 0) return { lines: [], left: amount, after: new Map() };
  const rows = ((await cx.rows(paymentPlan).lock(ids)) as PaymentPlan[]).sort(byDay);
  const missing = ids.filter((id) => !rows.some((row) => row.id === id));
  if (isChosen && missing.length > 0) refuse('plan.unknownRows', { ids: joined(missing.slice(0, 10), cx.language) });
  const orders = new Map(
    ((await cx.rows(order).lock([...new Set(rows.map(({ orderId }) => orderId!))])) as Order[]).map((one) => [
      one.id,
      one,
    ]),
  );
  // An order that a data scope hides is not booked to, and one whose money flows the other way is not meant.
  const usable = rows.filter(({ id, orderId }) => {
    const held = orders.get(orderId!);
    return held && (isChosen || (wayOf(held) === way && !isReplacing(held, { id })));
  });
  const open = await openOf(cx, usable, valueDate);
  const after = new Map(open);
  const lines: PlanLine[] = [];
  const put = (row: PaymentPlan, amounts: Amounts) => {
    lines.push({ row, held: orders.get(row.orderId!)!, amounts });
    after.set(row.id, without(open.get(row.id)!, amounts));
  };
  if (!isChosen) {
    const { bookings, left } = allocate(
      amount,
      usable.map(({ id }) => ({ id, open: open.get(id)! })),
    );
    for (const { id, amounts } of bookings) put(usable.find((row) => row.id === id)!, amounts);
    return { lines, left, after };
  }
  for (const row of usable) {
    const share = sum(aim.shares.flatMap(({ planId, amount: part }) => (planId === row.id ? [part] : [])));
    const { bookings, left } = allocate(share, [{ id: row.id, open: open.get(row.id)! }]);
    const of = { contract: calledContract(orders.get(row.orderId!)!), period: row.currentPeriods ?? 0 };
    if (cents(left) > 0n) refuse('receipt.tooMuch', of);
    for (const { amounts } of bookings) put(row, amounts);
  }
  const taken = sum(lines.map(({ amounts }) => totalOf(amounts)));
  if (cents(taken) > cents(amount)) refuse('receipt.notWhole', { amount });
  return { lines, left: subtract(amount, taken), after };
}
