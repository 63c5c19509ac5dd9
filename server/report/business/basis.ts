/**
 * Instalments as they stood at the end of a day. What counts is what was booked by then: an entry that is booked, or
 * taken back, later changes no figure of an earlier day, whatever its value date says.
 */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../contract/domain/calendar';
import { accounts, entryKinds } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';
import { narrowed, type Parameters, planSeen } from '../query';

/** Entries that move money, or move it to instalments; a waiver pays nothing. */
export const moving = [entryKinds.payment, entryKinds.reversal, entryKinds.transfer];

/** The first moment after the day. */
export function endOf({ asOf }: Parameters): string {
  return addDays(String(asOf), 1);
}

/** Whether instalments `p` counted at the end of the day. */
export function wasCounted({ tenantId }: Context, asked: Parameters): RawBuilder<boolean> {
  const end = endOf(asked);
  return sql<boolean>`(p.create_time < ${end}::timestamp and not exists (
    select 1 from lease_plan_pause s
    where s.tenant_id = ${tenantId} and s.plan_id = p.id and s.from_time < ${end}::timestamp
      and (s.until_time is null or s.until_time >= ${end}::timestamp)))`;
}

/** Orders `o` of the direction, product and customer that are asked for. */
export function isAsked({ tenantId }: Context, { direction, productId, customerId }: Parameters): RawBuilder<boolean> {
  return sql<boolean>`(o.tenant_id = ${tenantId} and o.direction = ${direction}::int
    and ${narrowed('o.product_id', productId)} and ${narrowed('o.customer_id', customerId)})`;
}

/** What was booked to instalments after the day: it is taken off what is paid now. */
function later({ tenantId }: Context, asked: Parameters): RawBuilder<unknown> {
  return sql`(
    select plan_id, sum(other + rent + principal) as paid, sum(principal) as principal
    from lease_payment_txn
    where tenant_id = ${tenantId} and account = ${sql.lit(accounts.instalment)} and create_time >= ${endOf(asked)}::timestamp
    group by plan_id)`;
}

/** `column between from and to`, where the parameters have a value. */
export function within(column: string, from: unknown, to: unknown): RawBuilder<boolean> {
  return sql<boolean>`(${from ? sql`${sql.ref(column)} >= ${from}` : sql`true`}
    and ${to ? sql`${sql.ref(column)} <= ${to}` : sql`true`})`;
}

/**
 * Instalments of which something was open at the end of the day: `order_id`, `plan_id`, `payment_date`, `open` and its
 * `principal`. Those that are open now come from their own index; those that were paid since come from their entries.
 */
export async function openThen(cx: Context, asked: Parameters): Promise<RawBuilder<unknown>> {
  const { tenantId, today } = cx;
  const seen = await planSeen(cx);
  const due = within('p.payment_date', asked.dueFrom, asked.dueTo);
  const counted = wasCounted(cx, asked);
  const after = later(cx, asked);
  // Of an instalment that is paid in part, the entries say what of its principal is paid.
  const partly = sql`(select coalesce(sum(t.principal), 0) from lease_payment_txn t
    where t.tenant_id = ${tenantId} and t.plan_id = p.id)`;
  // Nothing is booked after today: the plan as it is needs no entries.
  if (String(asked.asOf) >= today)
    return sql`(
      select p.id as plan_id, p.order_id, p.payment_date, p.amount_payable - p.paid_amount as open,
             p.principal - case when p.paid_amount = 0 then 0 else ${partly} end as principal
      from ${seen} p
      where p.tenant_id = ${tenantId} and p.paid_amount < p.amount_payable and ${due} and ${counted})`;
  return sql`(
    select p.id as plan_id, p.order_id, p.payment_date,
           p.amount_payable - p.paid_amount + coalesce(l.paid, 0) as open,
           p.principal - case when p.paid_amount = 0 then 0 else ${partly} end + coalesce(l.principal, 0) as principal
    from ${seen} p left join ${after} l on l.plan_id = p.id
    where p.tenant_id = ${tenantId} and p.paid_amount < p.amount_payable and ${due} and ${counted}
      and p.amount_payable - p.paid_amount + coalesce(l.paid, 0) <> 0
    union all
    select p.id, p.order_id, p.payment_date, p.amount_payable - p.paid_amount + l.paid, l.principal
    from ${after} l join ${seen} p on p.tenant_id = ${tenantId} and p.id = l.plan_id
    where p.paid_amount >= p.amount_payable and l.paid <> 0 and ${due} and ${counted})`;
}

/** The same with their orders `o`: only those that are asked for. */
export async function openOrders(cx: Context, asked: Parameters): Promise<RawBuilder<unknown>> {
  return sql`${await openThen(cx, asked)} r join lease_order o on o.tenant_id = ${cx.tenantId} and o.id = r.order_id
    and ${isAsked(cx, asked)}`;
}
