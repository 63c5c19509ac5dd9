/**
 * The ledger: each movement of money is a receipt, and its entries say what it was booked to. Entries are only ever
 * added; the sum of those of an instalment is what is paid of it, and those of a receipt add up to its amount.
 */
import { type Selectable, sql } from 'kysely';
import { type Amounts, nothing, paidOf, totalOf } from '../../../contract/domain/ledger/allocation';
import { directions as orderDirections } from '../../../contract/domain/lifecycle/direction';
import { add, cents, subtract, sum, yuan } from '../../../contract/domain/money';
import { isPayable } from '../../../contract/domain/orderStates';
import type { Order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts, directions, entryKinds, type Receipt, receipt } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { Tables } from '../../kernel/tables';
import { nextNumbers } from '../numbers';
import { settleIfPaid } from '../orderLifecycle';

const collected = orderDirections.collect;

export type Entry = Selectable<Tables['lease_payment_txn']>;

/** A movement of money as a bank statement shows it. `amount`: decimal yuan, more than 0; `valueDate`: `yyyy-MM-dd`. */
export interface Movement
  extends Pick<Receipt, 'direction' | 'valueDate' | 'amount' | 'source'>,
    Partial<
      Pick<Receipt, 'bankName' | 'serialNo' | 'partyName' | 'partyAccount' | 'customerId' | 'batchNo' | 'remark'>
    > {}

/** What is booked to an instalment. Row and order must be locked. */
export interface PlanLine {
  row: PaymentPlan;
  held: Order;
  amounts: Amounts;
}
/** What is booked to an account; what leaves the account is negative. Decimal yuan. */
export type AccountLine =
  | { account: 'prepaid'; customerId: string; orderId?: string; amount: string }
  | { account: 'order'; customerId: string; orderId: string; amount: string }
  | { account: 'unclaimed'; amount: string };

export interface Booking {
  movement: Movement;
  instalments?: readonly PlanLine[];
  others?: readonly AccountLine[];
}

/** Which way the money of an order's instalments flows. */
export function wayOf(held: Order): Receipt['direction'] {
  return held.direction === collected ? directions.received : directions.paidOut;
}

/** The last day that is closed; null while none is. */
export async function closedUntil({ trx, tenantId }: Context): Promise<string | null> {
  const books = await trx
    .selectFrom('lease_ledger')
    .select('closed_until')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return books?.closed_until ?? null;
}

/** Refuses a day on which nothing can be booked. */
export async function refuseDay(cx: Context, valueDate: string): Promise<void> {
  if (valueDate > cx.today) refuse('receipt.future');
  const closed = await closedUntil(cx);
  if (closed !== null && valueDate <= closed) refuse('receipt.closed', { date: closed });
}

function judgeLine({ direction, valueDate }: Movement, { row, held }: PlanLine): void {
  const of = { code: held.contractCode ?? '', period: row.currentPeriods ?? 0 };
  if (wayOf(held) !== direction) refuse('receipt.wrongWay', of);
  if (row.payStatus !== 0 || row.isFrozen === 1 || !isPayable(held.businessStatus ?? 0))
    refuse('receipt.notPayable', of);
  if (held.interestDate !== null && valueDate! < held.interestDate) refuse('receipt.beforeStart', of);
}

/** What leaves accounts, and what comes to them, seen from the movement. */
function accountSum({ direction }: Movement, others: readonly AccountLine[]): string {
  const whole = sum(others.map(({ amount }) => amount));
  return direction === directions.received ? whole : subtract('0', whole);
}

function judgeSum({ movement, instalments = [], others = [] }: Booking): void {
  const booked = add(sum(instalments.map(({ amounts }) => totalOf(amounts))), accountSum(movement, others));
  if (cents(booked) !== cents(movement.amount ?? '0') || cents(booked) <= 0n)
    refuse('receipt.notWhole', { amount: movement.amount ?? '0' });
}

/** A movement that the bank has numbered is booked once. */
async function refuseTaken(cx: Context, movements: readonly Movement[]): Promise<void> {
  const numbered = movements.filter(({ serialNo }) => serialNo);
  if (numbered.length === 0) return;
  const taken = await cx.trx
    .selectFrom('lease_receipt')
    .select(['serial_no', 'bank_name', 'receipt_no'])
    .where('tenant_id', '=', cx.tenantId)
    .where(
      'serial_no',
      'in',
      numbered.map(({ serialNo }) => serialNo!),
    )
    .where('state', '=', 1)
    .where('is_deleted', '=', 0)
    .execute();
  for (const { serialNo, bankName } of numbered) {
    const same = taken.find((one) => one.serial_no === serialNo && (one.bank_name ?? '') === (bankName ?? ''));
    if (same) refuse('receipt.serialTaken', { serial: serialNo!, receipt: same.receipt_no });
  }
}

/** What a customer, or an order before its start, has with the company. Decimal yuan. Held until the work ends. */
export async function balanceOf(
  cx: Context,
  of: { account: 'prepaid'; customerId: string } | { account: 'order'; orderId: string },
): Promise<string> {
  await cx.exclusive(`balance:${of.account}:${of.account === 'prepaid' ? of.customerId : of.orderId}`);
  const select = cx.trx
    .selectFrom('lease_payment_txn')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('balance'))
    .where('tenant_id', '=', cx.tenantId)
    .where('account', '=', accounts[of.account]);
  const own =
    of.account === 'prepaid'
      ? select.where('customer_id', '=', of.customerId)
      : select.where('order_id', '=', of.orderId);
  const { balance } = await own.executeTakeFirstOrThrow();
  return balance;
}

/** Refuses to take more from an account than it holds. */
export async function refuseOverdrawn(cx: Context, others: readonly AccountLine[]): Promise<void> {
  for (const line of others) {
    if (line.account === 'unclaimed' || cents(line.amount) >= 0n) continue;
    const balance = await balanceOf(cx, line);
    if (cents(balance) + cents(line.amount) < 0n) refuse('receipt.balance', { amount: balance });
  }
}

/** The entries of a booking, without the receipt that they belong to. */
function entriesOf(cx: Context, { movement, instalments = [], others = [] }: Booking) {
  const shared = {
    tenant_id: cx.tenantId,
    kind: entryKinds.payment,
    batch_no: movement.batchNo ?? null,
    value_date: movement.valueDate!,
    create_user: cx.principal?.userId ?? null,
    create_time: cx.time,
  };
  return [
    ...instalments.map(({ row, held, amounts }) => ({
      ...shared,
      ...amounts,
      id: cx.deps.newId(),
      account: accounts.instalment,
      plan_id: row.id,
      order_id: held.id,
      customer_id: held.customerId,
      amount: totalOf(amounts),
    })),
    ...others.map((line) => ({
      ...shared,
      ...nothing,
      id: cx.deps.newId(),
      account: accounts[line.account],
      plan_id: null,
      order_id: 'orderId' in line ? (line.orderId ?? null) : null,
      customer_id: 'customerId' in line ? line.customerId : null,
      amount: line.amount,
    })),
  ];
}

/** What is paid of instalments after these lines; one that is paid whole is marked so. */
export async function writePaid(
  cx: Context,
  lines: readonly (Pick<PlanLine, 'row' | 'amounts' | 'held'> & Pick<Movement, 'valueDate' | 'batchNo'>)[],
  note: { action: 'pay' | 'reverse'; reason: string },
): Promise<void> {
  if (lines.length === 0) return;
  const next = new Map<string, { row: PaymentPlan; paid: bigint; valueDate: string; batchNo: string | null }>();
  for (const { row, held, amounts, valueDate, batchNo = null } of lines) {
    const paid = (next.get(row.id)?.paid ?? cents(row.paidAmount ?? '0')) + cents(paidOf(amounts));
    if (paid < 0n || paid > cents(row.amountPayable ?? '0'))
      refuse('receipt.tooMuch', { code: held.contractCode ?? '', period: row.currentPeriods ?? 0 });
    next.set(row.id, { row, paid, valueDate: valueDate!, batchNo });
  }
  await cx.rows(paymentPlan).updateAll(
    [...next.values()].map(({ row, paid, valueDate, batchNo }) => {
      const isPaid = paid === cents(row.amountPayable ?? '0');
      const isTouched = isPaid || paid > 0n;
      return [
        row,
        {
          payStatus: isPaid ? 1 : 0,
          paidAmount: yuan(paid),
          paidTime: isTouched ? (valueDate === cx.today ? cx.time : `${valueDate} 00:00:00`) : null,
          paidBy: isTouched ? (cx.principal?.userId ?? null) : null,
          batchNo: isTouched ? batchNo : null,
        },
      ] as const;
    }),
    note,
  );
}

/** Orders of which no live instalment is unpaid are settled. */
export async function settlePaid(cx: Context, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const unpaid = await cx.trx
    .selectFrom('lease_payment_plan')
    .select('order_id')
    .distinct()
    .where('tenant_id', '=', cx.tenantId)
    .where('order_id', 'in', orderIds)
    .where('pay_status', '=', 0)
    .where('is_frozen', '=', 0)
    .where('is_deleted', '=', 0)
    .execute();
  const isUnpaid = new Set(unpaid.map(({ order_id }) => order_id));
  for (const orderId of [...new Set(orderIds)].sort()) if (!isUnpaid.has(orderId)) await settleIfPaid(cx, orderId);
}

/**
 * Books movements, all of them or none, in a number of statements that does not grow with them. Refuses what does not
 * add up, days that are not open, instalments that cannot be booked to, money that flows the other way, and a bank
 * reference that is taken. The receipts are answered in the order of the bookings.
 */
export async function bookAll(cx: Context, bookings: readonly Booking[], reason = ''): Promise<Receipt[]> {
  if (bookings.length === 0) return [];
  for (const valueDate of new Set(bookings.map(({ movement }) => movement.valueDate!))) await refuseDay(cx, valueDate);
  for (const booking of bookings) {
    judgeSum(booking);
    for (const line of booking.instalments ?? []) judgeLine(booking.movement, line);
    await refuseOverdrawn(cx, booking.others ?? []);
  }
  await refuseTaken(
    cx,
    bookings.map(({ movement }) => movement),
  );
  const numbers = {
    [directions.received]: await nextNumbers(cx, 'SK', count(bookings, directions.received)),
    [directions.paidOut]: await nextNumbers(cx, 'FK', count(bookings, directions.paidOut)),
  };
  const receipts = (await cx.rows(receipt).insertAll(
    bookings.map(({ movement, others = [] }) => ({
      ...movement,
      receiptNo: numbers[movement.direction!].shift()!,
      openAmount: sum(others.flatMap(({ account, amount }) => (account === 'unclaimed' ? [amount] : []))),
    })),
    { action: 'book', reason },
  )) as Receipt[];
  await cx.trx
    .insertInto('lease_payment_txn')
    .values(
      bookings.flatMap((booking, i) =>
        entriesOf(cx, booking).map((entry) => ({ ...entry, receipt_id: receipts[i]!.id, reason })),
      ),
    )
    .execute();
  const lines = bookings.flatMap(({ movement, instalments = [] }, i) =>
    instalments.map((line) => ({
      ...line,
      valueDate: movement.valueDate,
      batchNo: movement.batchNo ?? receipts[i]!.receiptNo,
    })),
  );
  await writePaid(cx, lines, { action: 'pay', reason });
  await settlePaid(
    cx,
    lines.map(({ held }) => held.id),
  );
  return receipts;
}

function count(bookings: readonly Booking[], direction: number): number {
  return bookings.filter(({ movement }) => movement.direction === direction).length;
}
