/** The accounts beside the instalments: what is booked to them, what they hold, and until when the books are closed. */
import { type Selectable, sql } from 'kysely';
import { type Amounts, nothing, totalOf } from '../../../contract/domain/ledger/allocation';
import { add, cents } from '../../../contract/domain/money';
import type { Order } from '../../../contract/modules/lease/order';
import type { PaymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts, directions, entryKinds, type Receipt, receipt } from '../../../contract/modules/lease/receipt';
import { closeFields } from '../../../contract/wire/ledger/deedFields';
import { writeAudit } from '../../engine/audit/entries';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { Tables } from '../../kernel/tables';
import type { Way } from './way';

export type Entry = Selectable<Tables['lease_payment_txn']>;

/** A movement of money as a bank statement shows it. `amount`: decimal yuan, more than 0; `valueDate`: `yyyy-MM-dd`. */
export interface Movement
  extends Pick<Receipt, 'direction' | 'valueDate' | 'amount' | 'source'>,
    Partial<
      Pick<Receipt, 'id' | 'bankName' | 'serialNo' | 'partyName' | 'partyAccount' | 'customerId' | 'batchNo' | 'remark'>
    > {}

/** What is booked to an instalment. Row and order must be locked. */
export interface PlanLine {
  row: PaymentPlan;
  held: Order;
  amounts: Amounts;
}
/**
 * What is booked to an account; what leaves the account is negative. `way`: which way the money of a balance flowed when
 * it came into it, received unless it says otherwise. Decimal yuan.
 */
export type AccountLine =
  | { account: 'prepaid'; customerId: string; orderId?: string; way?: Way; amount: string }
  | { account: 'order' | 'principal' | 'deposit'; customerId: string; orderId: string; way?: Way; amount: string }
  | { account: 'purchase'; orderId: string; purchaseId: string; amount: string }
  | { account: 'unclaimed'; amount: string };
/** A balance: what a customer paid too much, or was paid too much, or the money of an order before its start. */
export type Balance =
  | { account: 'prepaid'; customerId: string; way: Way }
  | { account: 'order'; orderId: string; way: Way };

export interface Booking {
  movement: Movement;
  instalments?: readonly PlanLine[];
  others?: readonly AccountLine[];
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

export function wayOfLine({ direction }: Movement, line: AccountLine): Way {
  if (line.account === 'unclaimed') return direction as Way;
  return line.account === 'purchase' ? directions.paidOut : (line.way ?? directions.received);
}

/** What a balance comes to, in decimal yuan. Held until the work ends. */
export async function balanceOf(cx: Context, of: Balance): Promise<string> {
  await cx.exclusive(`balance:${of.account}:${of.account === 'prepaid' ? of.customerId : of.orderId}`);
  const select = cx.trx
    .selectFrom('lease_payment_txn')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('balance'))
    .where('tenant_id', '=', cx.tenantId)
    .where('account', '=', accounts[of.account])
    .where('direction', '=', of.way);
  const own =
    of.account === 'prepaid'
      ? select.where('customer_id', '=', of.customerId)
      : select.where('order_id', '=', of.orderId);
  const { balance } = await own.executeTakeFirstOrThrow();
  return balance;
}

/** Refuses to take more from balances than they hold. */
export async function refuseOverdrawn(
  cx: Context,
  others: readonly AccountLine[],
  code: 'receipt.balance' | 'receipt.used' | 'receipt.depositUsed' = 'receipt.balance',
): Promise<void> {
  const taken = new Map<string, { of: Balance; amount: string }>();
  for (const line of others) {
    if (line.account !== 'prepaid' && line.account !== 'order') continue;
    const { amount, way = directions.received } = line;
    const of: Balance =
      line.account === 'prepaid'
        ? { account: 'prepaid', customerId: line.customerId, way }
        : { account: 'order', orderId: line.orderId, way };
    const key = JSON.stringify(of);
    taken.set(key, { of, amount: add(taken.get(key)?.amount ?? '0', amount) });
  }
  for (const [, { of, amount }] of [...taken].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (cents(amount) >= 0n) continue;
    const balance = await balanceOf(cx, of);
    if (cents(balance) + cents(amount) < 0n) refuse(code, { amount: balance });
  }
}

/** The entries of a booking, without the receipt that they belong to. */
export function entriesOf(
  cx: Context,
  { movement, instalments = [], others = [] }: Booking,
  kind: number = entryKinds.payment,
) {
  const shared = {
    tenant_id: cx.tenantId,
    kind,
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
      direction: movement.direction!,
      plan_id: row.id,
      purchase_id: null,
      due_date: row.paymentDate,
      planned_time: row.createTime,
      order_id: held.id,
      customer_id: held.customerId,
      amount: totalOf(amounts),
    })),
    ...others.map((line) => ({
      ...shared,
      ...nothing,
      id: cx.deps.newId(),
      account: accounts[line.account],
      direction: wayOfLine(movement, line),
      plan_id: null,
      purchase_id: 'purchaseId' in line ? line.purchaseId : null,
      due_date: null,
      planned_time: null,
      order_id: 'orderId' in line ? (line.orderId ?? null) : null,
      customer_id: 'customerId' in line ? line.customerId : null,
      amount: line.amount,
    })),
  ];
}

/** The books as a record: days that were closed are opened again by the decision of a second person. */
const books = { id: '0' };

/** Closes the books up to a day. Opening later days again, or all of them by null, waits for the approval of others. */
export async function closeBooks(cx: Context, until: string | null, reason: string): Promise<void> {
  if (until !== null && until >= cx.today) refuse('receipt.closeFuture');
  await cx.exclusive('ledger.close');
  const before = await closedUntil(cx);
  await cx.approvals.refusePending(receipt, [books.id]);
  const opens = before !== null && (until === null || until < before);
  const isHeld =
    opens &&
    (await cx.approvals.hold({
      act: 'booksReopen',
      module: receipt,
      row: books,
      name: before,
      input: { until },
      amount: null,
      reason,
      changes: [{ label: closeFields.closedUntil.label, before, after: until }],
    }));
  if (isHeld) return;
  await cx.trx
    .insertInto('lease_ledger')
    .values({ tenant_id: cx.tenantId, closed_until: until })
    .onConflict((on) => on.column('tenant_id').doUpdateSet({ closed_until: until }))
    .execute();
  const changes = [{ field: 'closedUntil', before, after: until }];
  writeAudit(cx, receipt, { ...books, receiptNo: until ?? '-' }, changes, { action: 'closeBooks', reason });
}
