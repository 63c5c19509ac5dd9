/** Reading the ledger: entries, balances and how far the books are closed. */
import { type RawBuilder, sql } from 'kysely';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts, receipt } from '../../../contract/modules/lease/receipt';
import type { LedgerEntry } from '../../../contract/wire/ledger/entries';
import { hidesAny, narrowsRows, withinScope } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';

/** Entries that an answer has at most, the newest first. */
export const mostEntries = 500;

/** What the entries are of. One of the ids is given. */
export interface EntriesOf {
  receiptId?: string;
  orderId?: string;
  planId?: string;
  customerId?: string;
}

/** Whether the person sees the receipt that an entry came with, if it came with one; `receiptId`: the entry's column. */
export async function receiptSeen(cx: Context, receiptId: string): Promise<RawBuilder<boolean>> {
  if (!(await narrowsRows(cx, receipt))) return sql`true`;
  const id = sql.ref(receiptId);
  return sql`(${id} is null or ${id} in (
    select id from lease_receipt where tenant_id = ${cx.tenantId} and ${await withinScope(cx, receipt)}))`;
}

/**
 * Entries within the data scopes of orders, receipts and customers. Refused where a scope hides whose an order is and they
 * are asked for by customer, and where one hides the amounts.
 */
export async function entriesFor(cx: Context, of: EntriesOf): Promise<LedgerEntry[]> {
  if (await hidesAny(cx, paymentPlan, 'amountPayable', 'paidAmount')) refuse('amountsHidden');
  if (await hidesAny(cx, receipt, 'amount')) refuse('amountsHidden');
  if (of.customerId && (await hidesAny(cx, order, 'customerId'))) refuse('fieldsHidden');
  const { tenantId } = cx;
  const [orders, customers, plans] = [
    await withinScope(cx, order),
    await withinScope(cx, customer),
    await withinScope(cx, paymentPlan),
  ];
  const showsOrder = !(await hidesAny(cx, order, 'contractCode'));
  const showsReceipt = !(await hidesAny(cx, receipt, 'receiptNo'));
  const showsPeriod = !(await hidesAny(cx, paymentPlan, 'currentPeriods'));
  const asked = Object.entries({
    receipt_id: of.receiptId,
    order_id: of.orderId,
    plan_id: of.planId,
    customer_id: of.customerId,
  }).filter(([, id]) => id !== undefined);
  if (asked.length === 0) refuse('missingParameter', { name: 'receiptId' });
  const own = sql.join(
    asked.map(([column, id]) => sql`t.${sql.ref(column)} = ${id}`),
    sql` and `,
  );
  const { rows } = await sql<LedgerEntry>`
    select t.id, t.receipt_id as "receiptId", ${showsReceipt ? sql`r.receipt_no` : sql`null`} as "receiptNo", t.plan_id as "planId", t.order_id as "orderId",
           ${showsOrder ? sql`o.contract_code` : sql`null`} as "contractCode", ${showsPeriod ? sql`p.current_periods` : sql`null`} as "currentPeriods",
           t.kind, t.account, t.direction, t.value_date as "valueDate", t.amount, t.late, t.other, t.rent, t.principal,
           t.batch_no as "batchNo", t.reverses_id as "reversesId", t.reason, u.real_name as "bookedBy",
           t.create_time as "createTime",
           exists (select 1 from lease_payment_txn b
                   where b.tenant_id = ${tenantId} and b.reverses_id = t.id) as "isReversed"
    from lease_payment_txn t
    left join lease_receipt r on r.tenant_id = t.tenant_id and r.id = t.receipt_id
    left join lease_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    left join lease_payment_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id
    left join sys_user u on u.tenant_id = t.tenant_id and u.id = t.create_user
    where t.tenant_id = ${tenantId} and ${own}
      and (t.order_id is null or t.order_id in (select id from lease_order where tenant_id = ${tenantId} and ${orders}))
      and (t.plan_id is null or t.plan_id in (select id from lease_payment_plan where tenant_id = ${tenantId} and ${plans}))
      and ${await receiptSeen(cx, 't.receipt_id')}
      and (t.customer_id is null
        or t.customer_id in (select id from lease_customer where tenant_id = ${tenantId} and ${customers}))
    order by t.id desc limit ${mostEntries}`.execute(cx.trx);
  return rows;
}

/** What a customer has with the company, and the company with the customer. Decimal yuan. */
export async function balancesFor(cx: Context, customerId: string) {
  if (!(await cx.rows(customer).get(customerId))) refuse('notFound');
  if (await hidesAny(cx, receipt, 'amount', 'customerId')) refuse('amountsHidden');
  const { rows } = await sql<{ prepaid: string; advanced: string }>`
    select coalesce(sum(amount) filter (where direction = 1), 0.00) as prepaid,
           coalesce(sum(amount) filter (where direction = 2), 0.00) as advanced
    from lease_payment_txn
    where tenant_id = ${cx.tenantId} and customer_id = ${customerId} and account = ${accounts.prepaid}
      and ${await receiptSeen(cx, 'receipt_id')}`.execute(cx.trx);
  return rows[0]!;
}
