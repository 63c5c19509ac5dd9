/**
 * Instalments as they stood at the end of a day. What counts is what was booked by then: an entry that is booked, or
 * taken back, later changes no figure of an earlier day, whatever its value date says.
 */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../contract/domain/calendar';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts } from '../../../contract/modules/lease/receipt';
import { narrowsRows } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { countedThen, wasPaused } from '../../lease/exit/pauses';
import { openOn } from '../../lease/ledger/openByDay';
import { directionsOfOrders } from '../../lease/terms/directions';
import { narrowed, type Parameters, planSeen } from '../query';

/** The first moment after the day. */
export function endOf({ asOf }: Parameters): string {
  return addDays(String(asOf), 1);
}

/** Whether nothing can have been booked after the day: the plan as it is needs no entries. */
export function isOfToday({ today }: Pick<Context, 'today'>, { asOf }: Parameters): boolean {
  return String(asOf) >= today;
}

/** Whether instalments `p` counted at the end of the day. */
export function wasCounted(cx: Context, asked: Parameters): RawBuilder<boolean> {
  return countedThen(cx, endOf(asked));
}

/** Orders `o`, or what is kept of them, of the direction, product and customer that are asked for. */
export function isAsked({ tenantId }: Context, { direction, productId, customerId }: Parameters): RawBuilder<boolean> {
  return sql<boolean>`(o.tenant_id = ${tenantId} and o.direction = ${direction}::int
    and ${narrowed('o.product_id', productId)} and ${narrowed('o.customer_id', customerId)})`;
}

/** The condition that a row's order is asked for. Where every order of the tenant is, none is read. */
export async function whoseOrder(
  cx: Context,
  asked: Parameters,
): Promise<(orderId: RawBuilder<unknown>) => RawBuilder<boolean>> {
  const [only, ...others] = await directionsOfOrders(cx);
  const isEvery = others.length === 0 && only === Number(asked.direction) && !asked.productId && !asked.customerId;
  if (isEvery) return () => sql<boolean>`true`;
  return (orderId) => sql<boolean>`${orderId} in (select o.id from lease_order o where ${isAsked(cx, asked)})`;
}

/** `column between from and to`, where the parameters have a value. */
export function within(column: string, from: unknown, to: unknown): RawBuilder<boolean> {
  return sql<boolean>`(${from ? sql`${sql.ref(column)} >= ${from}` : sql`true`}
    and ${to ? sql`${sql.ref(column)} <= ${to}` : sql`true`})`;
}

/** Instalments that were paid whole at the end of the day though something of them was taken back since: no figure counts them. */
async function closedThen(cx: Context, asked: Parameters): Promise<RawBuilder<unknown>> {
  const { tenantId } = cx;
  const booked = sql`tenant_id = ${tenantId} and account = ${sql.lit(accounts.instalment)}
    and create_time >= ${endOf(asked)}::timestamp`;
  return sql`(
    select l.plan_id from (
      select plan_id, sum(other + rent + principal) as paid from lease_payment_txn
      where ${booked} and plan_id in (
        select plan_id from lease_payment_txn where ${booked} and reverses_id is not null)
      group by plan_id) l
    join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = l.plan_id
    where p.amount_payable - p.paid_amount + l.paid = 0)`;
}

/** Whether the person sees the instalment of entry `t`. */
export async function entriesSeen(cx: Context): Promise<RawBuilder<boolean>> {
  if (!(await narrowsRows(cx, paymentPlan))) return sql`true`;
  return sql`t.plan_id in (select id from ${await planSeen(cx)} p)`;
}

/**
 * What was open of instalments at the end of the day, as rows that add up to it: `plan_id`, `order_id`, `payment_date`,
 * `open` and its `principal`. What is open now comes from its own index, and what was paid since from its entries; an
 * instalment may have rows of both. `first`: no more than
 * so many instalments of the orders that are asked for, the earliest due.
 */
export async function movesThen(cx: Context, asked: Parameters, first?: number): Promise<RawBuilder<unknown>> {
  const { tenantId } = cx;
  const seen = await planSeen(cx);
  const now = sql`
    select p.id as plan_id, p.order_id, p.payment_date, p.amount_payable - p.paid_amount as open,
           p.principal - p.paid_principal as principal
    from ${seen} p
    where p.tenant_id = ${tenantId} and p.paid_amount < p.amount_payable
      and ${within('p.payment_date', asked.dueFrom, asked.dueTo)} and ${wasCounted(cx, asked)}`;
  if (isOfToday(cx, asked)) return sql`(${now})`;
  const end = endOf(asked);
  const closed = await closedThen(cx, asked);
  // Of what was due by the day, only what was booked late came after it: these entries have an index of their own.
  const isLate =
    asked.dueTo && String(asked.dueTo) <= String(asked.asOf) ? sql`t.due_date < t.create_time::date` : sql`true`;
  const paid = sql`
    from lease_payment_txn t
    where t.tenant_id = ${tenantId} and t.account = ${sql.lit(accounts.instalment)}
      and t.create_time >= ${end}::timestamp and t.planned_time < ${end}::timestamp
      and ${within('t.due_date', asked.dueFrom, asked.dueTo)} and ${await entriesSeen(cx)} and ${isLate}
      and not ${wasPaused(cx, sql.ref('t.plan_id'), end)} and t.plan_id not in ${closed}`;
  const opened = sql`${now} and p.id not in ${closed}`;
  if (first === undefined)
    return sql`(
      ${opened} union all select t.plan_id, t.order_id, t.due_date, t.other + t.rent + t.principal, t.principal ${paid})`;
  // Those that come first of all come first of their part, too.
  const earliest = (day: string, id: string) => sql`order by ${sql.ref(day)}, ${sql.ref(id)} limit ${first}`;
  const asksFor = await whoseOrder(cx, asked);
  return sql`(
    (${opened} and ${asksFor(sql`p.order_id`)} ${earliest('p.payment_date', 'p.id')})
    union all
    (select t.plan_id, max(t.order_id), t.due_date, sum(t.other + t.rent + t.principal), sum(t.principal) ${paid}
     and ${asksFor(sql`t.order_id`)} group by t.due_date, t.plan_id ${earliest('t.due_date', 't.plan_id')}))`;
}

/** Whether the person sees all instalments: then what is kept of orders holds for them. */
export async function seesAll(cx: Context): Promise<boolean> {
  return !(await narrowsRows(cx, paymentPlan));
}

/** What was open of orders at the end of the day: `order_id`, `open` and its `principal`. */
export async function orderSumsThen(cx: Context, asked: Parameters): Promise<RawBuilder<unknown>> {
  if (await seesAll(cx))
    return sql`(select order_id, principal, amount as open from ${openOn(cx, String(asked.asOf))} o where ${isAsked(cx, asked)})`;
  return sql`(select r.order_id, sum(r.principal) as principal, sum(r.open) as open from ${await movesThen(cx, asked)} r
    group by r.order_id)`;
}

/** The number of instalments that rows of `movesThen` are of. */
export function instalmentsIn(cx: Context, asked: Parameters): RawBuilder<number> {
  return isOfToday(cx, asked) ? sql<number>`count(*)::int` : sql<number>`count(distinct plan_id)::int`;
}

/**
 * What was open at the end of the day as two relations of orders with `customer_id`, `product_id`, `rows` (the number of
 * instalments), `principal` and `open`: `whole` has a row for each order, and `late` one for each `age` of it. `ageOf`: the step that a
 * day of payment belongs to, 0 where it is not over. Where what is kept of orders holds, only what is overdue is read by
 * instalment, so `late` has no row of age 0; `byAge` adds up either way.
 */
export async function agedThen(
  cx: Context,
  asked: Parameters,
  ageOf: RawBuilder<number>,
): Promise<Readonly<Record<'whole' | 'late', RawBuilder<unknown>>>> {
  const aged = async (some: Parameters) => sql`
    select order_id, age, ${instalmentsIn(cx, asked)} as rows, sum(principal) as principal, sum(open) as open
    from (select r.*, ${ageOf} as age from ${await movesThen(cx, some)} r) m group by order_id, age`;
  if (!(await seesAll(cx)))
    return {
      late: sql`
        select r.*, o.customer_id, o.product_id from (${await aged(asked)}) r
        join lease_order o on o.tenant_id = ${cx.tenantId} and o.id = r.order_id and ${isAsked(cx, asked)}`,
      whole: sql`
        select order_id, customer_id, product_id, sum(rows) as rows, sum(principal) as principal, sum(open) as open
        from late group by order_id, customer_id, product_id`,
    };
  const overdue = { ...asked, dueTo: addDays(String(asked.asOf), -1) };
  return {
    whole: sql`
      select order_id, customer_id, product_id, instalments as rows, principal, amount as open
      from ${openOn(cx, String(asked.asOf))} o where ${isAsked(cx, asked)}`,
    late: sql`select r.*, w.customer_id, w.product_id from (${await aged(overdue)}) r join whole w on w.order_id = r.order_id`,
  };
}

/**
 * Rows that add up by age, of rows like those of `agedThen`: what is open as a whole is filed under 0, and what is late of it
 * taken from there. `groups`: the columns by which they may be added up; `orders`: how many orders a row of `whole` is of.
 */
function filed(whole: string, late: string, groups: string[], orders: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = sql`select ${sql.join(['order_id', ...groups].map((one) => sql.ref(one)))}`;
  return sql`(
    ${of}, 0 as age, ${orders} as orders, rows, principal, open from ${sql.ref(whole)}
    union all
    ${of}, 0, 0, -rows, -principal, -open from ${sql.ref(late)}
    union all
    ${of}, age, 0, rows, principal, open from ${sql.ref(late)})`;
}
export const byAge = filed('whole', 'late', ['customer_id', 'product_id'], sql`1`);

/** Relations on top of those of `agedThen`, the last of them a few hundred rows by product and age. */
export function agedProducts(): Readonly<
  Record<'wholeOfProducts' | 'lateOfProducts' | 'byProduct', RawBuilder<unknown>>
> {
  const sums = sql`max(order_id) as order_id, sum(rows) as rows, sum(principal) as principal, sum(open) as open`;
  const all = filed('wholeOfProducts', 'lateOfProducts', ['product_id'], sql`orders`);
  return {
    wholeOfProducts: sql`select product_id, count(*) as orders, ${sums} from whole group by product_id`,
    lateOfProducts: sql`select product_id, age, ${sums} from late group by product_id, age`,
    byProduct: sql`select product_id, age, sum(orders) as orders, ${sums} from ${all} a group by product_id, age`,
  };
}

/** Instalments of which something was open at the end of the day, each once, as in `movesThen`. */
export async function openThen(cx: Context, asked: Parameters, first?: number): Promise<RawBuilder<unknown>> {
  const moves = await movesThen(cx, asked, first);
  if (isOfToday(cx, asked)) return moves;
  return sql`(
    select payment_date, plan_id, max(order_id) as order_id, sum(open) as open, sum(principal) as principal
    from ${moves} m group by payment_date, plan_id)`;
}

/** What was open of all instalments that are asked for, as one row: their number in `rows`, `principal` and `open`. */
export async function openSumThen(cx: Context, asked: Parameters): Promise<RawBuilder<unknown>> {
  if ((await seesAll(cx)) && !asked.dueFrom && !asked.dueTo)
    return sql`(
      select coalesce(sum(instalments), 0)::int as rows, coalesce(sum(principal), 0.00) as principal,
             coalesce(sum(amount), 0.00) as open
      from ${openOn(cx, String(asked.asOf))} o where ${isAsked(cx, asked)})`;
  const asksFor = await whoseOrder(cx, asked);
  return sql`(
    select ${instalmentsIn(cx, asked)} as rows, coalesce(sum(m.principal), 0.00) as principal, coalesce(sum(m.open), 0.00) as open
    from ${await movesThen(cx, asked)} m where ${asksFor(sql`m.order_id`)})`;
}
