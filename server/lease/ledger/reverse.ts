/** Taking back what was booked: by entries against those that are there, never by changing one. */
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { negated } from '../../../contract/domain/ledger/allocation';
import { cancelled, settled, terminated, terminating } from '../../../contract/domain/lifecycle/orderStates';
import { cents, sum } from '../../../contract/domain/money';
import { label } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import {
  accounts,
  followsOrder,
  type Receipt,
  receipt,
  receiptStates,
  sources,
} from '../../../contract/modules/lease/receipt';
import type { Context, Deed } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { runningState } from '../exit/exiting';
import { moveOrder } from '../order/orderLifecycle';
import { type Entry, refuseOverdrawn } from './accounts';
import { writePaid } from './book';
import { addCounters, amountsOf, inForce, withdrawn } from './counter';
import { heldOf } from './orderMoney';

/** An order whose last payment is taken back runs again. */
async function reopen(cx: Context, held: Order, reason: string): Promise<Order> {
  if (held.businessStatus === terminated) return moveOrder(cx, held, terminating, { by: 'system', reason });
  if (held.businessStatus !== settled) return held;
  return moveOrder(cx, held, runningState(cx, held), { by: 'system', reason });
}

/**
 * Refuses to take back what a settlement was computed from, unless all that is paid of the settlement is taken back with
 * it. Answers the orders whose exit ends then.
 */
function exitsBroken(orders: readonly Order[], rows: readonly PaymentPlan[], entries: readonly Entry[]): Set<string> {
  const broken = new Set<string>();
  for (const held of orders) {
    if (held.businessStatus !== terminating && held.businessStatus !== terminated) continue;
    const own = rows.filter(({ orderId }) => orderId === held.id);
    if (own.every(({ kind }) => kind === rowKinds.settlement)) continue;
    const settlement = own.find(({ kind, payStatus }) => kind === rowKinds.settlement && payStatus !== 2);
    const taken = sum(entries.flatMap(({ plan_id, amount }) => (plan_id === settlement?.id ? [amount] : [])));
    if (!settlement || cents(taken) !== cents(settlement.paidAmount ?? '0'))
      refuse('receipt.inExit', { code: held.contractCode ?? '' });
    broken.add(held.id);
  }
  return broken;
}

/** Writes a counter entry for each entry, and what is paid of the instalments afterwards. */
async function counter(cx: Context, entries: readonly Entry[], reason: string): Promise<void> {
  const rows = (await cx
    .rows(paymentPlan)
    .lock([...new Set(entries.flatMap(({ plan_id }) => plan_id ?? []))])) as PaymentPlan[];
  const orders = (await cx
    .rows(order)
    .lock([...new Set(entries.flatMap(({ plan_id, order_id }) => (plan_id ? (order_id ?? []) : [])))])) as Order[];
  const broken = exitsBroken(orders, rows, entries);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const orderOf = new Map(orders.map((held) => [held.id, held]));
  await addCounters(cx, entries, reason);
  const lines = entries.flatMap((entry) => {
    if (entry.account !== accounts.instalment) return [];
    const [row, held] = [rowOf.get(entry.plan_id!), orderOf.get(entry.order_id!)];
    if (!row || !held) return refuse('notYours');
    return [{ row, held, amounts: negated(amountsOf(entry)), valueDate: entry.value_date, batchNo: row.batchNo }];
  });
  await writePaid(cx, lines, { action: 'reverse', reason });
  for (const held of orders) {
    const again = await reopen(cx, held, reason);
    if (broken.has(held.id)) await moveOrder(cx, again, runningState(cx, again), { by: 'system', reason });
  }
  for (const orderId of new Set(rows.flatMap(({ kind, orderId: of }) => (kind === rowKinds.deposit ? [of!] : [])))) {
    const { deposit } = await heldOf(cx, orderId);
    if (cents(deposit) < 0n) refuse('receipt.depositUsed', { amount: deposit });
  }
}

/** A reversal as others decide on it. */
function reversalDeed(row: Receipt, reason: string): Deed {
  return {
    // What a portfolio came in with was decided on by others: so is its reversal.
    act: row.source === sources.opening ? 'openingReverse' : 'receiptReverse',
    module: receipt,
    row,
    name: row.receiptNo ?? row.id,
    input: {},
    amount: row.amount,
    reason,
    changes: [
      { label: receipt.fields.state.label, before: label('已入账', 'Booked'), after: label('已冲正', 'Reversed') },
    ],
  };
}

/** Refuses to take back the money that an order goes on with: the order is cancelled first. */
async function refuseVoucher(cx: Context, entries: readonly Entry[]): Promise<void> {
  const ids = entries.flatMap(({ account, amount, order_id }) =>
    account === accounts.order && cents(amount) > 0n ? [order_id!] : [],
  );
  if (ids.length === 0) return;
  const going = (await cx.rows(order).lock([...new Set(ids)])).find(
    ({ businessStatus }) => businessStatus !== cancelled,
  );
  if (going) refuse('receipt.voucher', { code: going.contractCode ?? '' });
}

/**
 * Reverses a locked receipt: all that was booked of it is open again, and orders that it settled run again. Another
 * person than the one who booked it does so, or others approve it; only where the tenant has no one else may the same
 * person. Refused where prepaid money of it was used meanwhile. True when it waits for approval.
 */
export async function reverseReceipt(
  cx: Context,
  row: Receipt & { createUser?: string | null },
  { reason, isApproved = false }: { reason: string; isApproved?: boolean },
): Promise<boolean> {
  if (row.state !== receiptStates.booked) refuse('receipt.reversed');
  if (await cx.approvals.hold(reversalDeed(row, reason))) return true;
  if (!isApproved && row.createUser === cx.principal?.userId && (await cx.approvals.needsOther()))
    refuse('receipt.samePerson');
  const entries = await inForce(cx, { receiptId: row.id });
  await refuseVoucher(cx, entries);
  await refuseOverdrawn(cx, entries.flatMap(withdrawn), 'receipt.used');
  if (entries.some(({ amount }) => cents(amount) !== 0n)) await counter(cx, entries, reason);
  await cx.rows(receipt).update(
    row,
    {
      state: receiptStates.reversed,
      openAmount: '0.00',
      reverseReason: reason,
      reversedBy: cx.actor,
      reversedTime: cx.time,
    },
    { action: 'reverse', reason },
  );
  return false;
}

/** Takes the use of a balance back: what it paid is open again, and the balance is as before. Another person does it. */
export async function reverseTransfer(cx: Context, transferNo: string, reason: string): Promise<void> {
  if (followsOrder(transferNo)) refuse('receipt.followsOrder');
  await cx.exclusive(`transfer:${transferNo}`);
  const entries = await inForce(cx, { transferNo });
  if (entries.length === 0) refuse('receipt.reversed');
  const isOwn = entries.some(({ create_user }) => create_user === (cx.principal?.userId ?? null));
  if (isOwn && (await cx.approvals.needsOther())) refuse('receipt.samePerson');
  await counter(cx, entries, reason);
}
