/** What customers are told about their orders: put into the outbox in the transaction of its cause. */
import { sql } from 'kysely';
import { addDays, daysBetween } from '../../../contract/domain/calendar';
import type { Direction } from '../../../contract/domain/lifecycle/direction';
import { active, matured, terminating } from '../../../contract/domain/lifecycle/orderStates';
import { messageKinds, type TemplateKind } from '../../../contract/domain/messages';
import { sum } from '../../../contract/domain/money';
import { customer } from '../../../contract/modules/lease/customer';
import type { Order } from '../../../contract/modules/lease/order';
import type { PaymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { paramOf } from '../../engine/params';
import type { Context } from '../../kernel/context';
import { type Posting, post, postAll } from '../../messages/outbox';
import { templateOf } from '../../messages/words';

/** Reminders are made from this time of day on, once a day. */
const reminderTime = '09:00:00';
/** Contracts that a message names; the others are counted. */
const mostNamed = 3;

function named(codes: readonly (string | null)[]): string {
  const all = [...new Set(codes.filter((code) => code !== null))];
  return all.length > mostNamed ? `${all.slice(0, mostNamed).join('、')} 等 ${all.length} 份` : all.join('、');
}

/** The voucher of an order was not accepted. */
export async function voucherRejected(cx: Context, held: Order, reason: string): Promise<void> {
  const client = await cx.rows(customer).find({ id: held.customerId });
  await post(cx, 'voucherRejected', {
    phone: held.tel ?? client[0]?.tel ?? null,
    email: client[0]?.email ?? null,
    values: { customer: held.customerName ?? '', contractNumber: held.contractCode ?? '', reason },
    cause: `voucherRejected:${held.id}:${held.version}`,
    aboutId: held.id,
  });
}

/**
 * A batch of instalments was confirmed as paid: one message for each customer and direction of money. `paid`: what each
 * was paid in it.
 */
export async function paymentsConfirmed(
  cx: Context,
  batchNo: string,
  rows: readonly PaymentPlan[],
  orders: ReadonlyMap<string, Order>,
  paid: ReadonlyMap<string, string>,
): Promise<void> {
  if (!(await templateOf(cx, 'receipt')).isOn) return;
  const groups = new Map<string, { customerId: string; direction: Direction; own: PaymentPlan[] }>();
  for (const row of rows) {
    const { customerId, direction } = orders.get(row.orderId!)!;
    const key = `${customerId}:${direction}`;
    const group = groups.get(key) ?? { customerId, direction: direction as Direction, own: [] };
    groups.set(key, { ...group, own: [...group.own, row] });
  }
  const customerIds = [...new Set([...groups.values()].map(({ customerId }) => customerId))];
  const clients = await cx.trx
    .selectFrom('lease_customer')
    .select(['id', 'real_name', 'tel', 'email'])
    .where('tenant_id', '=', cx.tenantId)
    .where('id', 'in', customerIds)
    .execute();
  const clientOf = new Map(clients.map((client) => [client.id, client]));
  await postAll(
    cx,
    'receipt',
    [...groups.values()].map(({ customerId: id, direction, own }): Posting => {
      const { real_name, tel, email } = clientOf.get(id)!;
      return {
        phone: tel,
        email,
        values: {
          customer: real_name,
          contracts: named(own.map((row) => orders.get(row.orderId!)!.contractCode)),
          count: String(own.length),
          date: cx.today,
          amount: sum(own.map((row) => paid.get(row.id) ?? '0')),
        },
        cause: `receipt:${batchNo}:${id}:${direction}`,
        aboutId: id,
      };
    }),
  );
}

interface Digest {
  id: string;
  direction: Direction;
  real_name: string;
  tel: string;
  email: string | null;
  codes: (string | null)[];
  count: number;
  amount: string;
  /** The day they are due, or the first of them was. */
  date: string;
}

/**
 * Unpaid instalments that are due within these days, added up for each customer and direction of money, and for each day
 * with `byDay`.
 */
async function digests(cx: Context, from: string, to: string, byDay: boolean): Promise<Digest[]> {
  const { rows } = await sql<Digest>`
    select c.id, o.direction, c.real_name, c.tel, c.email, array_agg(distinct o.contract_code) as codes, count(*)::int as count,
           sum(p.amount_payable - p.paid_amount)::text as amount, min(p.payment_date) as date
    from lease_payment_plan p
    join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
    join lease_customer c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    where p.tenant_id = ${cx.tenantId} and p.is_deleted = 0 and p.pay_status = 0 and p.is_frozen = 0
      and p.payment_date between ${from} and ${to}
      and o.is_deleted = 0 and o.business_status in (${active}, ${matured}, ${terminating}) and c.is_deleted = 0
    group by c.id, o.direction, c.real_name, c.tel, c.email${byDay ? sql`, p.payment_date` : sql``}
    order by c.id, date, o.direction`.execute(cx.trx);
  return rows;
}

async function daysOf(cx: Context, key: 'message.dueDays' | 'message.overdueDays', usual: number): Promise<number> {
  const days = Number(await paramOf(cx.trx, key));
  return Number.isInteger(days) && days >= 1 && days <= 90 ? days : usual;
}

function postingOf(kind: TemplateKind, one: Digest, cause: string, more: Record<string, string>): Posting {
  return {
    phone: one.tel,
    email: one.email,
    values: {
      customer: one.real_name,
      contracts: named(one.codes),
      count: String(one.count),
      amount: one.amount,
      ...more,
    },
    cause: `${kind}:${one.id}:${one.direction}:${cause}`,
    aboutId: one.id,
  };
}

async function remindOfDue(cx: Context): Promise<void> {
  if (!(await templateOf(cx, 'dueSoon')).isOn) return;
  const days = await daysOf(cx, 'message.dueDays', 3);
  // Also what is due earlier: no run may have been made on its day. The cause is the day it is due.
  const due = await digests(cx, addDays(cx.today, 1), addDays(cx.today, days), true);
  await postAll(
    cx,
    'dueSoon',
    due.map((one) => postingOf('dueSoon', one, one.date, { date: one.date })),
  );
}

async function remindOfOverdue(cx: Context): Promise<void> {
  if (!(await templateOf(cx, 'overdue')).isOn) return;
  const days = await daysOf(cx, 'message.overdueDays', 7);
  const told = await cx.trx
    .selectFrom('message')
    .select('about_id')
    .where('tenant_id', '=', cx.tenantId)
    .where('kind', '=', messageKinds.overdue)
    .where('create_time', '>=', `${addDays(cx.today, 1 - days)} 00:00:00`)
    .execute();
  const isTold = new Set(told.map(({ about_id }) => about_id));
  const late = (await digests(cx, '0001-01-01', addDays(cx.today, -1), false)).filter(({ id }) => !isTold.has(id));
  await postAll(
    cx,
    'overdue',
    late.map((one) =>
      postingOf('overdue', one, cx.today, { date: cx.today, days: String(daysBetween(one.date, cx.today)) }),
    ),
  );
}

/** Part of the calendar run: reminders of the day, from nine o'clock on, one of a kind for each customer and direction. */
export async function remind(cx: Context): Promise<void> {
  if (cx.time.slice(11) < reminderTime) return;
  const first = await cx.trx
    .insertInto('day_sequence')
    .values({ tenant_id: cx.tenantId, name: 'reminders', day: cx.today, last: 1 })
    .onConflict((on) => on.columns(['tenant_id', 'name', 'day']).doNothing())
    .returning('last')
    .executeTakeFirst();
  if (!first) return; // they have been made
  await remindOfDue(cx);
  await remindOfOverdue(cx);
}
