import { type RawBuilder, sql } from 'kysely';
import { daysBetween } from '../../../contract/domain/calendar';
import { sum as addedUp } from '../../../contract/domain/money';
import { note } from '../../../contract/modules/desk/note';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { type CustomerOverview, countedLists, overviewUrl, type Sum } from '../../../contract/wire/customerOverview';
import { onLeaseStates } from '../../../contract/wire/figures';
import { mayFigure } from '../../engine/cards';
import { filtered } from '../../engine/filters';
import { mayList } from '../../engine/rights/permissions';
import { hiddenFields, hidesAny } from '../../engine/rights/scopes';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { amount, day, id, list, nullable, optional, shape, whole } from '../../kernel/schemas';
import { openColumn } from '../ledger/open';

const sum = { count: whole(), amount: optional(amount()) };
const direction = nullable(whole());
const overview = shape({
  today: day(),
  orders: optional(
    shape({
      states: list(shape({ status: whole(), count: whole() })),
      onLease: list(shape({ direction, ...sum })),
    }),
  ),
  plan: optional(
    list(
      shape({
        direction,
        unpaid: shape(sum),
        paid: shape(sum),
        overdue: shape({ ...sum, days: whole() }),
        next: nullable(shape({ date: day(), ...sum })),
      }),
    ),
  ),
  counts: shape(Object.fromEntries(countedLists.map((name) => [name, optional(whole())]))),
});

/** The rows of a customer in a list, under the person's data scopes. */
async function rowsOf(cx: Context, name: string, customerId: string) {
  const conditions = name === note.name ? { subject: customer.name, subjectId: customerId } : { customerId };
  return filtered(cx, cx.tableOf(name)!, conditions);
}

/** The column that tells directions apart: none where a data scope hides it. */
async function directionColumn(cx: Context, module: typeof order | typeof paymentPlan) {
  return (await hidesAny(cx, module as typeof order, 'direction'))
    ? sql<number | null>`null::int`
    : sql<number | null>`direction`;
}

async function orderFigures(cx: Context, customerId: string): Promise<CustomerOverview['orders']> {
  const hasAmount = !(await hidesAny(cx, order, 'totalAmount', 'direction'));
  const rows = (await (
    await rowsOf(cx, order.name, customerId)
  )
    .select([
      'business_status as status',
      (await directionColumn(cx, order)).as('direction'),
      sql<number>`count(*)::int`.as('count'),
      sql<string>`sum(total_amount)`.as('amount'),
    ])
    .groupBy(['business_status', sql`2`])
    .orderBy('business_status')
    .orderBy(sql`2`)
    .execute()) as unknown as { status: number; direction: number | null; count: number; amount: string }[];
  const counted = (some: typeof rows) => some.reduce((all, { count }) => all + count, 0);
  const running = rows.filter(({ status }) => onLeaseStates.includes(status));
  return {
    states: [...new Set(rows.map(({ status }) => status))].map((status) => ({
      status,
      count: counted(rows.filter((row) => row.status === status)),
    })),
    onLease: [...new Set(running.map((row) => row.direction))].sort().map((direction) => {
      const own = running.filter((row) => row.direction === direction);
      const amounts = hasAmount ? { amount: addedUp(own.map(({ amount: value }) => value)) } : {};
      return { direction, count: counted(own), ...amounts };
    }),
  };
}

interface PlanRow {
  direction: number | null;
  unpaid: number;
  unpaidAmount: string;
  paid: number;
  paidAmount: string;
  overdue: number;
  overdueAmount: string;
  oldest: string | null;
  next: string | null;
}

async function planFigures(cx: Context, customerId: string): Promise<CustomerOverview['plan']> {
  const { today } = cx;
  const hidden = await hiddenFields(cx, paymentPlan);
  const hasAmount = !hidden.has('amountPayable') && !hidden.has('direction');
  // Frozen ones are replaced by the settlement of an early exit.
  const isDue = sql<boolean>`pay_status = 0 and is_frozen = 0`;
  const isLate = sql<boolean>`${isDue} and payment_date < ${today}`;
  const total = (which: RawBuilder<boolean>, column: string) =>
    sql<string>`coalesce(sum(${sql.raw(column)}) filter (where ${which}), 0.00)`;
  const number = (which: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${which}))::int`;
  // Parts are paid of instalments that are not paid whole.
  const isPaid = sql<boolean>`pay_status = 1`;
  const hasPart = sql<boolean>`pay_status <> 2`;
  const open = await openColumn(cx);
  const column = await directionColumn(cx, paymentPlan);
  const rows = (await (
    await rowsOf(cx, paymentPlan.name, customerId)
  )
    .select([
      column.as('direction'),
      number(isDue).as('unpaid'),
      total(isDue, open).as('unpaidAmount'),
      number(isPaid).as('paid'),
      total(hasPart, 'paid_amount').as('paidAmount'),
      number(isLate).as('overdue'),
      total(isLate, open).as('overdueAmount'),
      sql<string | null>`min(payment_date) filter (where ${isLate})`.as('oldest'),
      sql<string | null>`min(payment_date) filter (where ${isDue} and payment_date >= ${today})`.as('next'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()) as unknown as PlanRow[];
  const summed = (count: number, value: string, isShown = hasAmount): Sum => ({
    count,
    ...(isShown ? { amount: value } : {}),
  });
  const days = rows.flatMap(({ next }) => next ?? []);
  const coming =
    days.length === 0
      ? []
      : ((await (
          await rowsOf(cx, paymentPlan.name, customerId)
        )
          .select([
            column.as('direction'),
            'payment_date as date',
            number(isDue).as('count'),
            total(isDue, open).as('amount'),
          ])
          .where('payment_date', 'in', days)
          .groupBy([sql`1`, 'payment_date'])
          .execute()) as unknown as { direction: number | null; date: string; count: number; amount: string }[]);
  return rows.map((row) => {
    const soon = coming.find(({ direction: of, date }) => of === row.direction && date === row.next);
    return {
      direction: row.direction,
      unpaid: summed(row.unpaid, row.unpaidAmount),
      // What was paid is what was payable: hidden with either.
      paid: summed(row.paid, row.paidAmount, hasAmount && !hidden.has('paidAmount')),
      overdue: {
        ...summed(row.overdue, row.overdueAmount),
        days: row.oldest ? daysBetween(row.oldest, today) : 0,
      },
      next: soon ? { date: soon.date, ...summed(soon.count, soon.amount) } : null,
    };
  });
}

/** The figures of the customer's page, each over the rows that the person sees in the list that it stands for. */
async function overviewOf(cx: Context, customerId: string): Promise<CustomerOverview> {
  if (!(await cx.rows(customer).get(customerId))) refuse('notFound');
  const knowsOrders = !(await hidesAny(cx, order, 'customerId'));
  const counts: CustomerOverview['counts'] = {};
  for (const name of countedLists) {
    const served = cx.tableOf(name);
    if (!served || !(await mayList(cx, served.module)) || (!knowsOrders && name !== note.name)) continue;
    const [row] = await (await rowsOf(cx, name, customerId)).select(sql<number>`count(*)::int`.as('count')).execute();
    counts[name] = Number((row as { count?: number } | undefined)?.count ?? 0);
  }
  const hasOrders = knowsOrders && (await mayFigure(cx, order, 'businessStatus'));
  const hasPlan = knowsOrders && (await mayFigure(cx, paymentPlan, 'payStatus', 'isFrozen', 'paymentDate'));
  const orders = hasOrders ? await orderFigures(cx, customerId) : undefined;
  const plan = hasPlan ? await planFigures(cx, customerId) : undefined;
  return { today: cx.today, ...(orders ? { orders } : {}), ...(plan ? { plan } : {}), counts };
}

export const customerCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: overviewUrl,
    title: ['客户概况', 'The figures of one customer'],
    query: { id: id() },
    answer: overview,
    permission: customer.permission('list'),
    handle: (cx, { input }) => overviewOf(cx, input.id),
  }),
];
