/** Adding entries to the ledger, and what is kept of them with purchases and orders. */
import { type Insertable, sql } from 'kysely';
import { cents, yuan } from '../../../contract/domain/money';
import { purchase } from '../../../contract/modules/lease/purchase';
import type { Context } from '../../kernel/context';
import { insertable } from '../../kernel/database';
import type { Tables } from '../../kernel/tables';
import { keepInvestmentRate } from '../terms/investment';

type NewEntry = Insertable<Tables['lease_payment_txn']>;

/** What entries come to for each id, in cents; ids for which they come to nothing are missing. */
function sumsBy(entries: readonly NewEntry[], idOf: (entry: NewEntry) => string): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const entry of entries) sums.set(idOf(entry), (sums.get(idOf(entry)) ?? 0n) + cents(String(entry.amount)));
  return new Map([...sums].filter(([, amount]) => amount !== 0n));
}

/** What is paid of purchases, and invested in their orders, stands beside them. */
async function keepPurchased(cx: Context, entries: readonly NewEntry[]): Promise<void> {
  const bought = entries.filter(({ purchase_id }) => purchase_id != null);
  if (bought.length === 0) return;
  const paid = sumsBy(bought, ({ purchase_id }) => String(purchase_id));
  // A bank pays the purchases of one file on different days.
  const entryOf = new Map(bought.map((entry) => [String(entry.purchase_id), entry]));
  const rows = await cx.rows(purchase).lockAll([...paid.keys()]);
  for (const row of rows) {
    const amount = cents(row.paidAmount ?? '0') + paid.get(row.id)!;
    const { value_date: valueDate, reason } = entryOf.get(row.id)!;
    const time = valueDate === cx.today ? cx.time : `${valueDate} 00:00:00`;
    await cx
      .rows(purchase)
      .update(
        row,
        { paidAmount: yuan(amount), paidTime: amount > 0n ? time : null },
        { action: paid.get(row.id)! > 0n ? 'pay' : 'reverse', reason: reason ?? '' },
      );
  }
  const invested = sumsBy(bought, ({ order_id }) => String(order_id));
  await sql`
    update lease_order o set invested = o.invested + v.amount
    from unnest(${[...invested.keys()]}::bigint[], ${[...invested.values()].map(yuan)}::numeric[]) as v(id, amount)
    where o.tenant_id = ${cx.tenantId} and o.id = v.id`.execute(cx.trx);
  for (const orderId of invested.keys()) await keepInvestmentRate(cx, orderId);
}

/** Adds entries; the only way into the ledger beside the import of a portfolio. */
export async function addEntries(cx: Context, entries: readonly NewEntry[]): Promise<void> {
  for (const part of insertable([...entries])) await cx.trx.insertInto('lease_payment_txn').values(part).execute();
  await keepPurchased(cx, entries);
}
