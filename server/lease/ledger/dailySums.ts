/**
 * Daily sums (`lease_daily_sum`): what was planned, open and booked of each month at the end of a day. Instalments and
 * entries are only ever added, so a day that has passed is added up once; what is booked as of an earlier day takes its
 * sums and those of later days back. A day without sums is the last day that has them, and what was booked since.
 */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../contract/domain/calendar';
import { accounts, movingKinds } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';

type Tenant = Pick<Context, 'trx' | 'tenantId'>;

/** Days that one transaction adds up at most. */
const daysAtOnce = 200;

const figures = ['instalments', 'principal', 'amount', 'open', 'received', 'late'] as const;
const named = sql.join(figures.map((name) => sql.ref(name)));
/** The figures of rows `m`, added up. */
const sums = sql.join(figures.map((name) => sql`sum(${sql.ref(`m.${name}`)}) as ${sql.ref(name)}`));

async function lock({ trx, tenantId }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} daily sums`}, 0))`.execute(trx);
}

/** The last day that has sums and is not after `day`, both `yyyy-MM-dd`; undefined without one. */
async function lastSummed({ trx, tenantId }: Tenant, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from lease_daily_sum where tenant_id = ${tenantId} and day <= ${day}::date`.execute(
    trx,
  );
  return rows[0]?.day ?? undefined;
}

/** The first moment after a day. */
function after(day: string): RawBuilder<unknown> {
  return sql`${addDays(day, 1)}::timestamp`;
}

/**
 * What was made and booked from a moment on and before another, as rows that add up: `order_id`, the `day`, a day of the
 * month that it belongs to in `due`, and the figures. `asksFor`: which orders count.
 */
function booked(
  tenantId: string,
  [from, end]: readonly [RawBuilder<unknown> | undefined, RawBuilder<unknown>],
  asksFor: (orderId: RawBuilder<unknown>) => RawBuilder<boolean> = () => sql<boolean>`true`,
): RawBuilder<unknown> {
  const isBetween = (time: RawBuilder<unknown>) =>
    sql<boolean>`(${from ? sql`${time} >= ${from}` : sql`true`} and ${time} < ${end})`;
  const ofInstalments = sql`
    t.tenant_id = ${tenantId} and t.account = ${sql.lit(accounts.instalment)} and ${isBetween(sql`t.create_time`)}
    and ${asksFor(sql`t.order_id`)}`;
  return sql`(
    select p.order_id, p.create_time::date as day, p.payment_date as due, 1 as instalments, p.principal,
           p.amount_payable as amount, p.amount_payable as open, 0.00 as received, 0.00 as late
    from lease_payment_plan p
    where p.tenant_id = ${tenantId} and p.is_deleted = 0 and ${isBetween(sql`p.create_time`)}
      and ${asksFor(sql`p.order_id`)}
    union all
    select t.order_id, t.create_time::date, t.due_date, 0, 0, 0, -(t.other + t.rent + t.principal), 0, 0
    from lease_payment_txn t where ${ofInstalments}
    union all
    select t.order_id, t.create_time::date, t.value_date, 0, 0, 0, 0, t.amount - t.late, t.late
    from lease_payment_txn t where ${ofInstalments} and t.kind in (${sql.join(movingKinds)}))`;
}

/**
 * The figures of orders of a direction at the end of a day, as rows that add up by month: `month` (its first day) and the
 * figures, paused instalments among them. Undefined where no day before it has sums. `asksFor` leaves the orders of the direction.
 */
export async function monthsThen(
  cx: Tenant,
  { day, direction, months: [first, last] }: { day: string; direction: number; months: readonly [string, string] },
  asksFor: (orderId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<RawBuilder<unknown> | undefined> {
  const summed = await lastSummed(cx, day);
  if (summed === undefined) return undefined;
  const since = sql`
    select date_trunc('month', due)::date as month, ${sums} from ${booked(cx.tenantId, [after(summed), after(day)], asksFor)} m
    where due between ${first}::date and ${last}::date group by 1`;
  return sql`(
    select month, ${named} from lease_daily_sum
    where tenant_id = ${cx.tenantId} and day = ${summed}::date and direction = ${direction}
      and month between ${first}::date and ${last}::date
    union all
    ${since})`;
}

/** Months of which the last sums say something else than plan and entries: `direction`, `month` and the differences. */
export function untrueMonths(tenantId: string): RawBuilder<unknown> {
  const last = sql`(select max(day) from lease_daily_sum where tenant_id = ${tenantId})`;
  const taken = sql.join(figures.map((name) => sql`-${sql.ref(name)}`));
  return sql`(
    select direction, month, ${sums} from (
      select o.direction, date_trunc('month', b.due)::date as month, ${named}
      from ${booked(tenantId, [undefined, sql`(${last} + 1)`])} b
      join lease_order o on o.tenant_id = ${tenantId} and o.id = b.order_id
      union all
      select direction, month, ${taken} from lease_daily_sum where tenant_id = ${tenantId} and day = ${last}) m
    group by direction, month
    having (${sql.join(figures.map((name) => sql`sum(${sql.ref(`m.${name}`)})`))}) <> (0, 0, 0, 0, 0, 0))`;
}

/** Adds up days that have ended, the earliest first. Answers whether there are more. */
export async function addUpDays(cx: Tenant & Pick<Context, 'today' | 'time'>): Promise<boolean> {
  const { trx, tenantId, today, time } = cx;
  await lock(cx);
  // An hour after midnight neither a transaction nor the clock of another server is in the day before.
  const last = addDays(today, time.slice(11, 13) === '00' ? -2 : -1);
  const summed = await lastSummed(cx, last);
  const { rows } = await sql<{ day: string | null }>`
    select min(create_time)::date::text as day from lease_payment_plan
    where tenant_id = ${tenantId} and is_deleted = 0`.execute(trx);
  const made = rows[0]?.day;
  if (!made) return false;
  const from = summed ?? addDays(made, -1);
  if (from >= last) return false;
  const upTo = [addDays(from, daysAtOnce), last].sort()[0]!;
  await sql`
    with moved as (
      select m.day, o.direction, date_trunc('month', m.due)::date as month, ${sums}
      from ${booked(tenantId, [summed ? after(summed) : undefined, after(upTo)])} m join lease_order o on o.tenant_id = ${tenantId} and o.id = m.order_id
      group by 1, 2, 3
      union all
      select day, direction, month, ${named} from lease_daily_sum
      where tenant_id = ${tenantId} and day = ${summed ?? null}::date
    ), kept as (
      select d.day::date as day, k.direction, k.month,
        ${sql.join(figures.map((name) => sql`sum(coalesce(${sql.ref(`m.${name}`)}, 0)) over so_far as ${sql.ref(name)}`))}
      from generate_series(${from}::date, ${upTo}::date, interval '1 day') d (day)
      cross join (select distinct direction, month from moved) k
      left join moved m on m.day = d.day and m.direction = k.direction and m.month = k.month
      window so_far as (partition by k.direction, k.month order by d.day)
    )
    insert into lease_daily_sum (tenant_id, day, direction, month, ${named})
    select ${tenantId}, day, direction, month, ${named} from kept
    where day > ${from}::date and (${named}) <> (0, 0, 0, 0, 0, 0)`.execute(trx);
  return upTo < last;
}

/** Whether a day, or one after it, has sums. */
export function isSummed(tenantId: string, day: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from lease_daily_sum where tenant_id = ${tenantId} and day >= ${day}::date)`;
}

/** The sums of a day and of those after it do not hold any more: something is booked as of it. */
export async function forgetDays(cx: Tenant, from: string): Promise<void> {
  await lock(cx);
  await sql`delete from lease_daily_sum where tenant_id = ${cx.tenantId} and day >= ${from}::date`.execute(cx.trx);
}
