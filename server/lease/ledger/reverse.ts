/** Taking back what was booked: by entries against those that are there, never by changing one. */
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { type Amounts, added, negated, nothing, parts, totalOf } from '../../../contract/domain/ledger/allocation';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { cancelled, settled, terminated, terminating } from '../../../contract/domain/lifecycle/orderStates';
import { add, cents, sum } from '../../../contract/domain/money';
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
import type { TakenBack } from '../../../contract/wire/ledger/takingBack';
import type { Context, Deed } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { runningState } from '../exit/exiting';
import { moveOrder } from '../order/orderLifecycle';
import { calledContract, calledOrder } from '../terms/calledOrder';
import { type Entry, type PlanLine, refuseOverdrawn } from './accounts';
import { writePaid } from './book';
import { addCounters, amountsOf, inForce, withdrawn } from './counter';
import { dueSays } from './deciding';
import { refuseBlind } from './moves';
import { heldOf } from './orderMoney';
import { refuseChanged, trialOf } from './trial';

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
      refuse('receipt.inExit', { contract: calledContract(held) });
    broken.add(held.id);
  }
  return broken;
}

/** Entries that are taken back, with the instalments and orders that they were booked to, locked. */
interface Taking {
  entries: readonly Entry[];
  rows: readonly PaymentPlan[];
  orders: readonly Order[];
  /** Orders whose exit ends with it. */
  broken: ReadonlySet<string>;
  /** What is open again of each instalment. */
  lines: readonly (PlanLine & { valueDate: string })[];
}

/** What taking entries back does. Refuses what cannot be taken back. */
async function takingOf(cx: Context, entries: readonly Entry[]): Promise<Taking> {
  const rows = (await cx
    .rows(paymentPlan)
    .lock([...new Set(entries.flatMap(({ plan_id }) => plan_id ?? []))])) as PaymentPlan[];
  const orders = (await cx
    .rows(order)
    .lock([...new Set(entries.flatMap(({ plan_id, order_id }) => (plan_id ? (order_id ?? []) : [])))])) as Order[];
  const broken = exitsBroken(orders, rows, entries);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const orderOf = new Map(orders.map((held) => [held.id, held]));
  const lines = entries.flatMap((entry) => {
    if (entry.account !== accounts.instalment) return [];
    const [row, held] = [rowOf.get(entry.plan_id!), orderOf.get(entry.order_id!)];
    if (!row || !held) return refuse('notYours');
    return [{ row, held, amounts: amountsOf(entry), valueDate: entry.value_date }];
  });
  return { entries, rows, orders, broken, lines };
}

function runsAgain({ broken }: Taking, { id, businessStatus }: Order): boolean {
  return broken.has(id) || businessStatus === settled || businessStatus === terminated;
}

/** The figures of what is taken back, each instalment and each account once. */
function takenBackOf(takings: readonly Taking[]): TakenBack {
  const reopened = new Map<string, { line: PlanLine; amounts: Amounts }>();
  for (const line of takings.flatMap(({ lines }) => lines)) {
    const before = reopened.get(line.row.id)?.amounts ?? nothing;
    reopened.set(line.row.id, { line, amounts: added(before, line.amounts) });
  }
  const beside = new Map<number, string>();
  for (const { account, amount } of takings.flatMap(({ entries }) => entries))
    if (account !== accounts.instalment) beside.set(account, add(beside.get(account) ?? '0', amount));
  const rows = [...reopened.values()].map(({ line: { row, held }, amounts }) => ({
    ...amounts,
    planId: row.id,
    orderId: held.id,
    contractCode: held.contractCode ?? '',
    customerName: held.customerName ?? '',
    currentPeriods: row.currentPeriods ?? 0,
    paymentDate: row.paymentDate!,
    amount: totalOf(amounts),
  }));
  const whole = rows.reduce<Amounts>(added, nothing);
  const others = [...beside]
    .map(([account, amount]) => ({ account, amount }))
    .filter(({ amount }) => cents(amount) !== 0n);
  const again = takings.flatMap((taking) => taking.orders.filter((held) => runsAgain(taking, held)));
  const running = [...new Map(again.map(({ id, contractCode }) => [id, contractCode ?? ''])).values()];
  const figures = rows.map((row) => [row.planId, ...parts.map((part) => row[part])]);
  return {
    ...whole,
    rows,
    reopened: totalOf(whole),
    others,
    running,
    trial: trialOf([figures, others.map(({ account, amount }) => [account, amount]), running]),
  };
}

/** Writes a counter entry for each entry, and what is paid of the instalments afterwards. */
async function counter(cx: Context, { entries, rows, orders, broken, lines }: Taking, reason: string): Promise<void> {
  if (entries.every(({ amount }) => cents(amount) === 0n)) return;
  await addCounters(cx, entries, reason);
  await writePaid(
    cx,
    lines.map((line) => ({ ...line, amounts: negated(line.amounts), batchNo: line.row.batchNo })),
    { action: 'reverse', reason },
  );
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
function reversalDeed(row: Receipt, reason: string, { trial, ...figures }: TakenBack): Deed {
  return {
    // What a portfolio came in with was decided on by others: so is its reversal.
    act: row.source === sources.opening ? 'openingReverse' : 'receiptReverse',
    module: receipt,
    row,
    name: row.receiptNo ?? row.id,
    input: { trial },
    amount: row.amount,
    reason,
    changes: [
      { label: receipt.fields.state.label, before: label('已入账', 'Booked'), after: label('已冲正', 'Reversed') },
      ...reopenedParts.flatMap(([part, title]) =>
        cents(figures[part]) === 0n
          ? []
          : [{ label: title, before: null, after: inYuan(figures[part]), says: dueSays }],
      ),
      ...figures.others.flatMap(({ account, amount }) =>
        account === accounts.purchase
          ? [{ label: dueToSupplier, before: null, after: inYuan(amount), says: { purchase: ['paidAmount'] } }]
          : [],
      ),
    ],
  };
}
const dueToSupplier = label('恢复待付的采购付款', 'Supplier payments due again');
/** What is due again, as those who decide on it read it. */
const reopenedParts = [
  ['principal', label('恢复待付的本金', 'Principal due again')],
  ['rent', label('恢复待付的租金', 'Rent due again')],
  ['other', label('恢复待付的费用', 'Charges due again')],
  ['late', label('恢复待付的逾期费', 'Late charges due again')],
] as const;

/** Refuses to take back the money that an order goes on with: the order is cancelled first. */
async function refuseVoucher(cx: Context, entries: readonly Entry[]): Promise<void> {
  const ids = entries.flatMap(({ account, amount, order_id }) =>
    account === accounts.order && cents(amount) > 0n ? [order_id!] : [],
  );
  if (ids.length === 0) return;
  const going = (await cx.rows(order).lockAll([...new Set(ids)])).find(
    ({ businessStatus }) => businessStatus !== cancelled,
  );
  if (going) refuse('receipt.voucher', { order: calledOrder(going) });
}

/** What reversing a locked receipt takes back. Refused where prepaid money of it was used meanwhile. */
async function reversalOf(cx: Context, row: Receipt): Promise<Taking> {
  await refuseBlind(cx);
  if (row.state !== receiptStates.booked) refuse('receipt.reversed');
  const entries = await inForce(cx, { receiptId: row.id });
  await refuseVoucher(cx, entries);
  return takingOf(cx, entries);
}

/** Says what reversing locked receipts would open again. */
export async function tryReversal(cx: Context, rows: readonly Receipt[]): Promise<TakenBack> {
  const takings: Taking[] = [];
  for (const row of rows) takings.push(await reversalOf(cx, row));
  await refuseOverdrawn(
    cx,
    takings.flatMap(({ entries }) => entries.flatMap(withdrawn)),
    'receipt.used',
  );
  return takenBackOf(takings);
}

/**
 * Reverses a locked receipt: all that was booked of it is open again, and orders that it settled run again. Another
 * person than the one who booked it does so, or others approve it; only where the tenant has no one else may the same
 * person. Answers what was taken back, or will be when others have agreed. `trial`: what the person has confirmed.
 */
export async function reverseReceipt(
  cx: Context,
  row: Receipt & { createUser?: string | null },
  { reason, trial, isApproved = false }: { reason: string; trial?: string | undefined; isApproved?: boolean },
): Promise<TakenBack> {
  const taking = await reversalOf(cx, row);
  const figures = takenBackOf([taking]);
  refuseChanged(trial, figures, figures.reopened);
  if (await cx.approvals.hold(reversalDeed(row, reason, figures))) return figures;
  if (!isApproved) await cx.approvals.refuseOwn([row.createUser], 'receipt.samePerson');
  await refuseOverdrawn(cx, taking.entries.flatMap(withdrawn), 'receipt.used');
  await counter(cx, taking, reason);
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
  return figures;
}

/** How the use of a balance is taken back. `trial`: what the person has confirmed. */
interface Returning {
  reason: string;
  isTrial: boolean;
  trial?: string | undefined;
}

/**
 * Takes the use of a balance back, or only says what it would open again: what it paid is open, and the balance is as
 * before. Another person does it.
 */
export async function reverseTransfer(
  cx: Context,
  transferNo: string,
  { reason, isTrial, trial }: Returning,
): Promise<TakenBack> {
  await refuseBlind(cx);
  if (followsOrder(transferNo)) refuse('receipt.followsOrder');
  await cx.exclusive(`transfer:${transferNo}`);
  const entries = await inForce(cx, { transferNo });
  if (entries.length === 0) refuse('receipt.reversed');
  const bookers = entries.map(({ create_user }) => create_user);
  await cx.approvals.refuseOwn(bookers, 'receipt.samePerson');
  const taking = await takingOf(cx, entries);
  const figures = takenBackOf([taking]);
  if (isTrial) return figures;
  refuseChanged(trial, figures, figures.reopened);
  await counter(cx, taking, reason);
  return figures;
}
