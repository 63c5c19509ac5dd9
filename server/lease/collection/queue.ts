/** The queue of the collection desk: orders whose customers have not paid what is overdue, as the person sees them. */

import { type RawBuilder, sql } from 'kysely';
import { addDays, daysBetween } from '../../../contract/domain/calendar';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { add, sum } from '../../../contract/domain/money';
import { soughtPhone } from '../../../contract/domain/reading/phones';
import { collection, collectionKinds, promiseStates } from '../../../contract/modules/lease/collection';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import {
  type Bucket,
  buckets,
  type Case,
  type QueuePart,
  type Standing,
} from '../../../contract/wire/lease/collecting';
import { hiddenFields, hidesAny, withinScope } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { literal } from '../../kernel/table';
import { type LateRow, lateOf } from '../ledger/late';
import { openColumn } from '../ledger/open';
import { isOverdue } from '../ledger/overdue';
import { ofDirection } from '../terms/directions';

const { assignment, promise } = collectionKinds;

/** Overdue instalments of orders whose customers pay, with what is open of each. */
async function overdueRows(cx: Context): Promise<RawBuilder<unknown>> {
  return sql`(
    select id, order_id, payment_date, amount_payable, kind, pay_status, ${sql.raw(await openColumn(cx))} as open
    from lease_payment_plan
    where tenant_id = ${cx.tenantId} and is_deleted = 0 and ${await withinScope(cx, paymentPlan)}
      and ${isOverdue(cx.today)} and ${ofDirection(cx, directions.collect)})`;
}

/** Records of the collection that the person sees, and of which they see these fields: a condition on their rows. */
async function seenRecords(cx: Context, ...fields: (keyof typeof collection.fields)[]): Promise<RawBuilder<boolean>> {
  return (await hidesAny(cx, collection, ...fields)) ? sql<boolean>`false` : withinScope(cx, collection);
}

/** Orders of the queue `q`, each with its latest promise. */
async function casesOf(cx: Context): Promise<RawBuilder<unknown>> {
  const promises = await seenRecords(cx, 'kind', 'promiseDate', 'promiseAmount', 'promiseState');
  return sql`(
    select c.*, p.promise_date, p.promise_amount, p.promise_state, a.assignee_id
    from (
      select r.order_id, count(*)::int as rows, min(r.payment_date) as oldest, sum(r.open) as amount
      from ${await overdueRows(cx)} r group by r.order_id) c
    left join lateral (
      select l.promise_date, l.promise_amount, l.promise_state from lease_collection_list l
      where l.tenant_id = ${cx.tenantId} and l.order_id = c.order_id and l.kind = ${promise} and ${promises}
      order by l.id desc limit 1) p on true
    left join lateral (
      select l.assignee_id from lease_collection l
      where l.tenant_id = ${cx.tenantId} and l.order_id = c.order_id and l.kind = ${assignment}
        and ${await seenRecords(cx, 'kind', 'assigneeId')}
      order by l.id desc limit 1) a on true) q`;
}

/** Refuses figures to a person from whom a data scope hides what they are made of. */
async function refuseHidden(cx: Context): Promise<void> {
  if (await hidesAny(cx, paymentPlan, 'payStatus', 'isFrozen', 'paymentDate', 'orderId')) refuse('fieldsHidden');
  if (await hidesAny(cx, order, 'direction')) refuse('fieldsHidden');
  if (await hidesAny(cx, paymentPlan, 'amountPayable')) refuse('amountsHidden');
}

function bucketOf(days: number): Bucket {
  return buckets.find((bucket) => !('to' in bucket) || days <= bucket.to)!.key;
}

/** The condition that the oldest instalment lies in a bucket. */
function inBucket({ today }: Context, key: Bucket): RawBuilder<boolean> {
  const { from, to }: { from: number; to?: number } = buckets.find((bucket) => bucket.key === key)!;
  return sql<boolean>`q.oldest <= ${addDays(today, -from)} and ${to === undefined ? sql`true` : sql`q.oldest >= ${addDays(today, -to)}`}`;
}

const inPart: Record<QueuePart, RawBuilder<boolean>> = {
  open: sql<boolean>`q.promise_state is distinct from ${promiseStates.waiting}`,
  promised: sql<boolean>`q.promise_state = ${promiseStates.waiting}`,
  broken: sql<boolean>`q.promise_state = ${promiseStates.broken}`,
  all: sql<boolean>`true`,
};

/** Which orders are asked for. `assigneeId`: '0' for those that are assigned to no person. */
export interface Asked {
  part: QueuePart;
  bucket?: Bucket | undefined;
  assigneeId?: string | undefined;
  q?: string | undefined;
  current: number;
  size: number;
}

function narrowed(cx: Context, { part, bucket, assigneeId, q = '' }: Asked): RawBuilder<boolean> {
  const typed = soughtPhone(q);
  const like = `%${literal(typed)}%`;
  return sql<boolean>`${inPart[part]} and ${bucket ? inBucket(cx, bucket) : sql`true`}
    and ${assigneeId === undefined ? sql`true` : assigneeId === '0' ? sql`q.assignee_id is null` : sql`q.assignee_id = ${assigneeId}`}
    and ${typed === '' ? sql`true` : sql`(o.contract_code ilike ${like} or o.customer_name ilike ${like} or o.tel ilike ${like})`}`;
}

interface Found {
  orderId: string;
  contractCode: string | null;
  customerId: string;
  customerName: string;
  tel: string | null;
  rows: number;
  oldest: string;
  amount: string;
  assigneeId: string | null;
  assigneeName: string | null;
  promiseDate: string | null;
  promiseAmount: string | null;
  promiseState: number | null;
  contactKind: number | null;
  contactTime: string | null;
}

/** Late charges that are open on the overdue instalments of these orders, by the orders' ids. */
async function lateCharges(cx: Context, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<LateRow>`
    select id, order_id as "orderId", payment_date as "paymentDate", amount_payable as "amountPayable", kind,
           pay_status as "payStatus"
    from ${await overdueRows(cx)} r where r.order_id = any(${[...orderIds]}::bigint[])`.execute(cx.trx);
  const late = await lateOf(cx, rows);
  const sums = new Map<string, string>();
  for (const { id, orderId } of rows)
    sums.set(orderId!, add(sums.get(orderId!) ?? '0.00', late.get(id)?.open ?? '0.00'));
  return sums;
}

/** A page of the queue, the oldest first. */
export async function queueOf(cx: Context, asked: Asked) {
  await refuseHidden(cx);
  const { tenantId, trx, today } = cx;
  const hidden = await hiddenFields(cx, order);
  const searched = (['contractCode', 'customerName', 'tel'] as const).some((name) => hidden.has(name));
  if (asked.q?.trim() && searched) refuse('fieldsHidden');
  const from = sql`from ${await casesOf(cx)}
    join lease_order o on o.tenant_id = ${tenantId} and o.id = q.order_id
    where ${narrowed(cx, asked)}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(trx);
  const total = counted.rows[0]?.total ?? 0;
  const { rows } = await sql<Found>`
    select f.*, (
      select u.real_name from sys_user u where u.tenant_id = ${tenantId} and u.id = f."assigneeId") as "assigneeName",
      l.kind as "contactKind", l.create_time as "contactTime"
    from (
      select q.order_id as "orderId", o.contract_code as "contractCode", o.customer_id as "customerId",
             o.customer_name as "customerName", o.tel, q.rows, q.oldest, q.amount, q.assignee_id as "assigneeId",
             q.promise_date as "promiseDate", q.promise_amount as "promiseAmount", q.promise_state as "promiseState"
      ${from} order by q.oldest, q.amount desc, q.order_id limit ${asked.size} offset ${(asked.current - 1) * asked.size}) f
    left join lateral (
      select n.kind, n.create_time from lease_collection n
      where n.tenant_id = ${tenantId} and n.order_id = f."orderId" and n.kind < ${assignment}
        and ${await seenRecords(cx, 'kind', 'createTime')}
      order by n.id desc limit 1) l on true
    order by f.oldest, f.amount desc, f."orderId"`.execute(trx);
  const isLateHidden = await hidesAny(cx, paymentPlan, 'lateOpen', 'paidAmount');
  const late = isLateHidden
    ? new Map()
    : await lateCharges(
        cx,
        rows.map(({ orderId }) => orderId),
      );
  const seen = <T>(name: keyof typeof order.fields, value: T) => (hidden.has(name) ? null : value);
  const records = rows.map((row): Case => {
    const days = daysBetween(row.oldest, today);
    const { promiseDate, promiseAmount, promiseState } = row;
    return {
      orderId: row.orderId,
      contractCode: seen('contractCode', row.contractCode),
      customerId: seen('customerId', row.customerId),
      customerName: seen('customerName', row.customerName),
      tel: seen('tel', row.tel),
      bucket: bucketOf(days),
      rows: row.rows,
      days,
      amount: row.amount,
      lateCharge: isLateHidden ? null : (late.get(row.orderId) ?? '0.00'),
      assigneeId: row.assigneeId,
      assigneeName: row.assigneeName,
      promise:
        promiseDate && promiseAmount && promiseState
          ? { date: promiseDate, amount: promiseAmount, state: promiseState }
          : null,
      contactKind: row.contactKind,
      contactTime: row.contactTime,
    };
  });
  return { records, total, size: asked.size, current: asked.current, pages: Math.ceil(total / asked.size) };
}

/** What the queue comes to, by bucket. */
export async function standingOf(cx: Context): Promise<Standing> {
  await refuseHidden(cx);
  const { rows } = await sql<{ oldest: string; state: number | null; count: number; amount: string }>`
    select q.oldest, q.promise_state as state, count(*)::int as count, sum(q.amount) as amount
    from ${await casesOf(cx)} group by q.oldest, q.promise_state`.execute(cx.trx);
  const totalOf = (some: typeof rows) => ({
    count: some.reduce((count, row) => count + row.count, 0),
    amount: sum(some.map(({ amount }) => amount)),
  });
  const waiting = (row: (typeof rows)[number]) => row.state === promiseStates.waiting;
  return {
    today: cx.today,
    ...totalOf(rows),
    buckets: buckets.map(({ key }) => {
      const own = rows.filter(({ oldest }) => bucketOf(daysBetween(oldest, cx.today)) === key);
      const { count: promisedCount, amount: promisedAmount } = totalOf(own.filter(waiting));
      return { key, ...totalOf(own), promisedCount, promisedAmount };
    }),
    promised: totalOf(rows.filter(waiting)),
    broken: totalOf(rows.filter(({ state }) => state === promiseStates.broken)),
  };
}

/** Whether something of the order is overdue now, whatever the person sees of it. */
export async function isAnyOverdue({ trx, tenantId, today }: Context, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from lease_payment_plan
    where tenant_id = ${tenantId} and is_deleted = 0 and order_id = ${orderId} and ${isOverdue(today)} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}
