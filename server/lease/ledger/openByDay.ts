/**
 * What is open of orders, kept for the days on which it stood so (`lease_order_open`). It is written before the end of each
 * transaction that changes instalments, from the instalments themselves; a day that has passed keeps what was booked by
 * its end.
 */
import { type RawBuilder, sql } from 'kysely';
import { accounts } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';
import type { Trx } from '../../kernel/database';
import { forgetDays, isSummed } from './dailySums';

/** The node of what still stands: above that of any span of days that has ended. */
const topNode = 65_536;

/** Half the distance of the days: nodes of single days are no further from those below them. */
const leastStep = 0.5;

/**
 * The nodes of the spans that may hold a day, apart from its own: those before and those after it. A day before all
 * nodes, or after them, has none of its own.
 */
function nodesAround(day: number): { before: number[]; after: number[] } {
  const [before, after]: [number[], number[]] = [[], []];
  for (let node = topNode, step = topNode / 2; node !== day && step >= leastStep; step /= 2) {
    (node < day ? before : after).push(node);
    node += node < day ? step : -step;
  }
  return { before, after };
}

/**
 * What was open of orders at the end of a day, `yyyy-MM-dd`, a row for each: `tenant_id`, `order_id`, its `customer_id`,
 * `product_id` and `direction`, `instalments`, `amount` and `principal`.
 */
export function openOn({ tenantId }: Pick<Context, 'tenantId'>, day: string): RawBuilder<unknown> {
  const number = Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const { before, after } = nodesAround(number);
  const of = sql`
    select tenant_id, order_id, customer_id, product_id, direction, instalments, amount, principal
    from lease_order_open where tenant_id = ${tenantId}`;
  return sql`(
    ${of} and node = any(${[...after, number]}::int[]) and from_day <= ${day}::date
    union all
    ${of} and node = any(${before}::int[]) and to_day > ${day}::date)`;
}

/** The same of the plan and the entries, for the whole tenant or for some of its orders: one row for each span of days. */
export function spansOf(tenantId: string, orderIds?: readonly string[]): RawBuilder<unknown> {
  const asked = orderIds ? sql`and order_id = any(${[...orderIds]}::bigint[])` : sql``;
  const ofPlan = orderIds ? sql`and plan_id in (select id from plan)` : sql``;
  return sql`
    with plan as (
      select id, order_id, create_time::date as made, amount_payable - paid_amount as amount, principal - paid_principal as principal
      from lease_payment_plan where tenant_id = ${tenantId} and is_deleted = 0 ${asked}
    ), paid as (
      select plan_id as id, create_time::date as day, sum(other + rent + principal) as amount, sum(principal) as principal
      from lease_payment_txn where tenant_id = ${tenantId} and account = ${sql.lit(accounts.instalment)} ${asked} group by 1, 2
    ), pauses as (
      select plan_id as id, from_time::date as from_day, until_time::date as to_day
      from lease_plan_pause where tenant_id = ${tenantId} ${ofPlan}
    ), days as (
      select id, made as day from plan union select id, day from paid
      union select id, from_day from pauses union select id, to_day from pauses where to_day is not null
    ), stood as (
      select p.order_id, p.id, d.day,
        p.amount + coalesce(sum(x.amount) over whole, 0) - coalesce(sum(x.amount) over so_far, 0) as amount,
        p.principal + coalesce(sum(x.principal) over whole, 0) - coalesce(sum(x.principal) over so_far, 0) as principal,
        exists (select 1 from pauses s where s.id = p.id and s.from_day <= d.day
          and (s.to_day is null or s.to_day > d.day)) as is_paused
      from plan p join days d on d.id = p.id and d.day >= p.made
      left join paid x on x.id = d.id and x.day = d.day
      window whole as (partition by p.id), so_far as (partition by p.id order by d.day)
    ), counted as (
      select order_id, id, day, case when is_paused or amount = 0 then 0 else 1 end as instalments,
        case when is_paused then 0 else amount end as amount,
        case when is_paused or amount = 0 then 0 else principal end as principal
      from stood
    ), moves as (
      select order_id, day, instalments - lag(instalments, 1, 0) over earlier as instalments,
        amount - lag(amount, 1, 0) over earlier as amount, principal - lag(principal, 1, 0) over earlier as principal
      from counted window earlier as (partition by id order by day)
    ), moved as (
      select order_id, day, sum(instalments) as instalments, sum(amount) as amount, sum(principal) as principal
      from moves group by order_id, day
      having sum(instalments) <> 0 or sum(amount) <> 0 or sum(principal) <> 0
    ), spans as (
      select order_id, day as from_day, lead(day) over so_far as to_day, sum(instalments) over so_far as instalments,
        sum(amount) over so_far as amount, sum(principal) over so_far as principal
      from moved window so_far as (partition by order_id order by day)
    )
    select ${tenantId} as tenant_id, s.order_id, o.customer_id, o.product_id, o.direction, s.from_day, s.to_day,
           s.instalments, s.amount, s.principal
    from spans s join lease_order o on o.tenant_id = ${tenantId} and o.id = s.order_id where s.instalments > 0`;
}

/** Writes the spans of orders anew from plan and entries: where these were written with other days than today. */
export async function writeSpans(trx: Trx, tenantId: string, orderIds?: readonly string[]): Promise<void> {
  const asked = orderIds ? sql`and order_id = any(${[...orderIds]}::bigint[])` : sql``;
  await sql`delete from lease_order_open where tenant_id = ${tenantId} ${asked}`.execute(trx);
  await sql`
    insert into lease_order_open (tenant_id, order_id, customer_id, product_id, direction, from_day, to_day, instalments,
                                  amount, principal)
    ${spansOf(tenantId, orderIds)}`.execute(trx);
}

/** From today on the orders stand as their instalments say. */
export async function keepOpen({ trx, tenantId, today }: Context, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const ids = sql`${[...orderIds]}::bigint[]`;
  // One after the other for each order: who comes second reads what the first has written.
  const { rows: locked } = await sql<{ isSummed: boolean }>`
    select ${isSummed(tenantId, today)} as "isSummed"
    from lease_order where tenant_id = ${tenantId} and id = any(${ids}) order by id for no key update`.execute(trx);
  if (locked.some((one) => one.isSummed)) await forgetDays({ trx, tenantId }, today);
  const { rows: ahead } = await sql<{ orderId: string }>`
    with so as (
      select order_id, count(*)::int as instalments, sum(amount_payable - paid_amount) as amount,
             sum(principal - paid_principal) as principal
      from lease_payment_plan p
      where tenant_id = ${tenantId} and order_id = any(${ids}) and is_deleted = 0 and paid_amount < amount_payable
        and not exists (select 1 from lease_plan_pause s
          where s.tenant_id = ${tenantId} and s.plan_id = p.id and s.until_time is null)
      group by order_id
    ), was as (
      select * from lease_order_open where tenant_id = ${tenantId} and order_id = any(${ids})
    ), ahead as (
      select distinct order_id from was where from_day > ${today}::date or to_day > ${today}::date
    ), changed as (
      select i.id as order_id, so.instalments, so.amount, so.principal
      from unnest(${ids}) i (id)
      left join so on so.order_id = i.id
      left join was on was.order_id = i.id and was.to_day is null
      where (so.instalments, so.amount, so.principal) is distinct from (was.instalments, was.amount, was.principal)
        and i.id not in (select order_id from ahead)
    ), ended as (
      update lease_order_open o set to_day = ${today}::date from changed c
      where o.tenant_id = ${tenantId} and o.order_id = c.order_id and o.to_day is null and o.from_day < ${today}::date
    ), gone as (
      delete from lease_order_open o using changed c
      where o.tenant_id = ${tenantId} and o.order_id = c.order_id and o.from_day = ${today}::date and c.instalments is null
    ), begun as (
      insert into lease_order_open (tenant_id, order_id, customer_id, product_id, direction, from_day, instalments, amount,
                                    principal)
      select ${tenantId}, o.id, o.customer_id, o.product_id, o.direction, ${today}::date, c.instalments, c.amount, c.principal
      from changed c join lease_order o on o.tenant_id = ${tenantId} and o.id = c.order_id
      where c.instalments is not null
      on conflict (tenant_id, order_id, from_day) do update
      set instalments = excluded.instalments, amount = excluded.amount, principal = excluded.principal
    )
    select order_id as "orderId" from ahead`.execute(trx);
  // On another server the next day has begun already.
  if (ahead.length > 0)
    await writeSpans(
      trx,
      tenantId,
      ahead.map(({ orderId }) => orderId),
    );
}
