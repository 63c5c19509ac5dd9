/** Counter entries: they take entries back without changing one. */
import { type Amounts, negated, parts } from '../../../contract/domain/ledger/allocation';
import { subtract } from '../../../contract/domain/money';
import { accounts, entryKinds } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';
import { type AccountLine, closedUntil, type Entry } from './accounts';
import { addEntries } from './adding';
import type { Way } from './way';

export function amountsOf(entry: Entry): Amounts {
  return Object.fromEntries(parts.map((part) => [part, entry[part]])) as Amounts;
}

/** The entries of a receipt, or of a transfer, that are in force, in the order in which they were added. */
export async function inForce(cx: Context, of: { receiptId: string } | { transferNo: string }): Promise<Entry[]> {
  const all = cx.trx.selectFrom('lease_payment_txn').selectAll().where('tenant_id', '=', cx.tenantId).orderBy('id');
  const own =
    'receiptId' in of
      ? all.where('receipt_id', '=', of.receiptId)
      : all.where('batch_no', '=', of.transferNo).where('receipt_id', 'is', null);
  const entries = await own.execute();
  const undone = new Set(entries.map(({ reverses_id }) => reverses_id));
  return entries.filter(({ id, kind }) => kind !== entryKinds.reversal && !undone.has(id));
}

/** The day of a counter entry: that of its entry, or today where that day is closed. */
export async function counterDay(cx: Context, valueDate: string): Promise<string> {
  // No day is closed while something is booked to it.
  await cx.shared('ledger.close');
  const closed = await closedUntil(cx);
  return closed !== null && valueDate <= closed ? cx.today : valueDate;
}

/** What taking an entry back takes from an account. */
export function withdrawn(entry: Entry): AccountLine[] {
  const [customerId, orderId, amount] = [entry.customer_id!, entry.order_id!, subtract('0', entry.amount)];
  const way = entry.direction as Way;
  if (entry.account === accounts.prepaid) return [{ account: 'prepaid', customerId, way, amount }];
  return entry.account === accounts.order ? [{ account: 'order', customerId, orderId, way, amount }] : [];
}

/** Writes a counter entry for each entry. */
export async function addCounters(cx: Context, entries: readonly Entry[], reason: string): Promise<void> {
  const days = new Map<string, string>();
  for (const { value_date } of entries) days.set(value_date, await counterDay(cx, value_date));
  await addEntries(
    cx,
    entries.map((entry) => ({
      ...entry,
      ...negated(amountsOf(entry)),
      id: cx.deps.newId(),
      kind: entryKinds.reversal,
      amount: subtract('0', entry.amount),
      value_date: days.get(entry.value_date)!,
      reason,
      reverses_id: entry.id,
      create_user: cx.principal?.userId ?? null,
      create_time: cx.time,
    })),
  );
}
