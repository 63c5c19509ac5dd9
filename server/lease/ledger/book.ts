/**
 * The ledger: each movement of money is a receipt, and its entries say what it was booked to. Entries are only ever
 * added; the sum of those of an instalment is what is paid of it, and those of a receipt add up to its amount.
 */
import { sql } from 'kysely';
import { AMOUNT_MAX } from '../../../contract/domain/leasing/codes';
import { paidOf, totalOf } from '../../../contract/domain/ledger/allocation';
import { isPayable } from '../../../contract/domain/lifecycle/orderStates';
import { add, cents, subtract, sum, yuan } from '../../../contract/domain/money';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { directions, type Receipt, receipt, sources } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { nextNumbers } from '../numbers';
import { settlePaid } from '../order/orderLifecycle';
import { refuseWaiting } from '../payBatch/waiting';
import { isReplacing } from '../restructure/replacing';
import { calledContract } from '../terms/calledOrder';
import {
  type AccountLine,
  type Booking,
  closedUntil,
  entriesOf,
  type Movement,
  type PlanLine,
  refuseOverdrawn,
  wayOfLine,
} from './accounts';
import { addEntries } from './adding';
import { calledReceipt } from './calledReceipt';
import { type OutOfTurn, outOfTurn, refuseUnexplained } from './outOfTurn';
import { refuseUnreceived } from './principal';
import { wayOf } from './way';

export { wayOf };

/** Refuses a day on which nothing can be booked. */
export async function refuseDay(cx: Context, valueDate: string): Promise<void> {
  // No day is closed while something is booked to it.
  await cx.shared('ledger.close');
  if (valueDate > cx.today) refuse('receipt.future');
  const closed = await closedUntil(cx);
  if (closed !== null && valueDate <= closed) refuse('receipt.closed', { date: closed });
}

/** Refuses an instalment that a movement cannot be booked to. */
export function judgeLine({ direction, valueDate }: Movement, { row, held }: PlanLine): void {
  const of = { contract: calledContract(held), period: row.currentPeriods ?? 0 };
  if (wayOf(held) !== direction) refuse('receipt.wrongWay', of);
  if (row.payStatus !== 0 || row.isFrozen === 1 || !isPayable(held.businessStatus ?? 0))
    refuse('receipt.notPayable', of);
  if (isReplacing(held, row)) refuse('receipt.replacing', of);
  // A lease may be started ahead of its first day: what is paid from then on counts.
  const first = [held.interestDate, held.startTime?.slice(0, 10)].filter((day) => typeof day === 'string').sort()[0];
  if (first !== undefined && valueDate! < first) refuse('receipt.beforeStart', of);
}

/** What comes to accounts, less what leaves them, seen from the movement. */
function accountSum(movement: Movement, others: readonly AccountLine[]): string {
  return sum(
    others.map((line) => (wayOfLine(movement, line) === movement.direction ? line.amount : subtract('0', line.amount))),
  );
}

function judgeSum({ movement, instalments = [], others = [] }: Booking): void {
  // Far more than this cannot be added up any more.
  if (cents(movement.amount ?? '0') > cents(AMOUNT_MAX)) refuse('badParameter', { name: 'amount' });
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
    .select(['id', 'serial_no', 'bank_name', 'receipt_no'])
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
    if (!same) continue;
    const said = calledReceipt({ id: same.id, receiptNo: same.receipt_no });
    refuse('receipt.serialTaken', { serial: serialNo!, receipt: said });
  }
}

/** What entries pay of the principal of instalments stands beside them, for all sums of what is outstanding. */
async function writePaidPrincipal({ trx, tenantId }: Context, paid: ReadonlyMap<string, bigint>): Promise<void> {
  const moved = [...paid].filter(([, principal]) => principal !== 0n);
  if (moved.length === 0) return;
  await sql`
    update lease_payment_plan p set paid_principal = p.paid_principal + v.principal
    from unnest(${moved.map(([id]) => id)}::bigint[], ${moved.map(([, principal]) => yuan(principal))}::numeric[])
      as v(id, principal)
    where p.tenant_id = ${tenantId} and p.id = v.id`.execute(trx);
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
      refuse('receipt.tooMuch', { contract: calledContract(held), period: row.currentPeriods ?? 0 });
    next.set(row.id, { row, paid, valueDate: valueDate!, batchNo });
  }
  const principal = new Map<string, bigint>();
  for (const { row, amounts } of lines) principal.set(row.id, (principal.get(row.id) ?? 0n) + cents(amounts.principal));
  await writePaidPrincipal(cx, principal);
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

/** Lines that need a reason. A payment file was asked for its when it was made. */
export function unexplainedOf(cx: Context, bookings: readonly Booking[]): Promise<OutOfTurn[]> {
  const asked = bookings.filter(({ movement }) => movement.source !== sources.paymentFile);
  return outOfTurn(
    cx,
    asked.map(({ movement: { customerId = null }, instalments = [] }) => ({ customerId, lines: instalments })),
  );
}

/** Refuses bookings that cannot be written. Writes nothing. */
export async function judgeAll(cx: Context, bookings: readonly Booking[]): Promise<void> {
  for (const valueDate of new Set(bookings.map(({ movement }) => movement.valueDate!))) await refuseDay(cx, valueDate);
  for (const booking of bookings) {
    judgeSum(booking);
    for (const line of booking.instalments ?? []) judgeLine(booking.movement, line);
  }
  await refuseUnreceived(
    cx,
    bookings.flatMap(({ instalments = [] }) => instalments),
  );
  await refuseOverdrawn(
    cx,
    bookings.flatMap(({ others = [] }) => others),
  );
  await refuseWaiting(
    cx,
    bookings.flatMap(({ movement, instalments = [] }) => (movement.source === sources.paymentFile ? [] : instalments)),
  );
  await refuseTaken(
    cx,
    bookings.map(({ movement }) => movement),
  );
}

/**
 * Books movements, all of them or none, in a number of statements that does not grow with them. Refuses what does not
 * add up, days that are not open, instalments that cannot be booked to, money that flows the other way, and a bank
 * reference that is taken. The receipts are answered in the order of the bookings. `explained`: what the person says about
 * lines that need a reason, where `reason` is a note of the program.
 */
export async function bookAll(
  cx: Context,
  bookings: readonly Booking[],
  reason = '',
  explained = reason,
): Promise<Receipt[]> {
  if (bookings.length === 0) return [];
  await judgeAll(cx, bookings);
  refuseUnexplained(await unexplainedOf(cx, bookings), explained);
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
  const entries = bookings.flatMap((booking, i) =>
    entriesOf(cx, booking).map((entry) => ({ ...entry, receipt_id: receipts[i]!.id, reason })),
  );
  await addEntries(cx, entries);
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
