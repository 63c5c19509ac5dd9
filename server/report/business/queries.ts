/** One statement for each table of the business reports. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, addMonths } from '../../../contract/domain/calendar';
import { accounts, movingKinds, receipt } from '../../../contract/modules/lease/receipt';
import { dept } from '../../../contract/modules/system/dept';
import { periodOf, type ReportTable } from '../../../contract/schema/report';
import { ages, daysOf } from '../../../contract/wire/figures';
import { ageing } from '../../../contract/wire/reports/business/ageing';
import { cashFlow } from '../../../contract/wire/reports/business/cashFlow';
import { due } from '../../../contract/wire/reports/business/due';
import { investment } from '../../../contract/wire/reports/business/investment';
import { maturities } from '../../../contract/wire/reports/business/maturities';
import { principal } from '../../../contract/wire/reports/business/principal';
import { yields } from '../../../contract/wire/reports/business/yields';
import { titled } from '../../engine/references';
import { narrowsRows } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { pausesAt } from '../../lease/exit/pauses';
import { monthsThen } from '../../lease/ledger/dailySums';
import { receiptSeen } from '../../lease/ledger/entries';
import { investedOrders } from '../../lease/purchase/invested';
import { defineReportQuery, narrowed, type PagedQuery, type Parameters, planSeen } from '../query';
import {
  agedProducts,
  agedThen,
  byAge,
  endOf,
  entriesSeen,
  instalmentsIn,
  isAsked,
  movesThen,
  orderSumsThen,
  seesAll,
  whoseOrder,
} from './basis';

const openSums = sql`coalesce(sum(r.principal), 0.00) as principal, coalesce(sum(r.open - r.principal), 0.00) as rent,
  coalesce(sum(r.open), 0.00) as open`;

/** The number of the step in `ages` that a row belongs to. */
function ageOf(asOf: unknown): RawBuilder<number> {
  const steps = ages.flatMap((age, step) =>
    'to' in age ? [sql`when ${asOf}::date - r.payment_date <= ${age.to}::int then ${step}::int`] : [],
  );
  return sql<number>`case ${sql.join(steps, sql` `)} else ${ages.length - 1}::int end`;
}

/** What was open at the end of the day by order and age, far fewer rows than instalments, and the same by product. */
async function aged(cx: Context, asked: Parameters) {
  return { ...(await agedThen(cx, asked, ageOf(asked.asOf))), ...agedProducts() };
}

/** A group's key, and the column of an order that it is called by. */
const groups = {
  customers: { id: sql`customer_id`, as: 'customerId', name: sql`o.customer_name`, shown: 'customerName' },
  products: { id: sql`product_id`, as: 'productId', name: sql`o.product_name`, shown: 'productName' },
} as const;
type Group = keyof typeof groups;

/** The relation of a report that has its rows added up by product. */
const byProduct = sql.ref('byProduct');

/** Columns of a table by their names, each a sum of the shared rows. */
type Figures = Readonly<Record<string, RawBuilder<unknown>>>;
function selected(figures: Figures, names = Object.keys(figures), as = (name: string) => name): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${figures[name]} as ${sql.ref(as(name))}`));
}

/**
 * Figures of shared rows by group, the largest first: of all groups only what they are ordered by is added up, and the
 * rest for those that are shown. A name that was changed is that of the newest order. `of`: the rows that are added up by
 * group; the totals are those of the products. `ordered`: fewer rows that tell what the groups are ordered by, which are
 * added up under their names.
 */
function grouped(
  group: Group,
  { order, totals }: ReportTable,
  figures: Figures,
  of = byProduct,
  ordered?: RawBuilder<unknown>,
): PagedQuery {
  const { id, as, name, shown } = groups[group];
  const ordering = order.map(([one]) => one).filter((one) => one in figures);
  const others = Object.keys(figures).filter((one) => !ordering.includes(one));
  const sums = Object.fromEntries(ordering.map((one) => [one, sql`sum(${sql.ref(one)})`]));
  return {
    rows: async () => sql`
      select ${id} as ${sql.ref(as)}, ${selected(ordered ? sums : figures, ordering)} from ${ordered ?? of} s group by ${id}`,
    details: async ({ tenantId }, _asked, rows) => sql`
      with shown as materialized (select * from ${rows} r)
      select r.*, f.*, ${name} as ${sql.ref(shown)}
      from shown r
      join (select ${id} as grouped_by, max(order_id) as newest_order, ${selected(figures, others)} from ${of} s
        where ${id} in (select ${sql.ref(as)} from shown) group by ${id}) f on f.grouped_by = r.${sql.ref(as)}
      join lease_order o on o.tenant_id = ${tenantId} and o.id = f.newest_order`,
    totals: async () => sql`select ${selected(figures, [...totals], (one) => `#${one}`)} from ${byProduct}`,
  };
}

/**
 * A table of `aged`: only that of customers needs the orders. `ordered`: as in `grouped`, by customer: one sum after the
 * other takes less time than tens of thousands of sums side by side.
 */
function ofAged(group: Group, table: ReportTable, figures: Figures, ordered: RawBuilder<unknown>): PagedQuery {
  return group === 'customers' ? grouped(group, table, figures, byAge, ordered) : grouped(group, table, figures);
}
function agesOf(group: Group): PagedQuery {
  const ofAges = ages.map(
    ({ key }, step) => [key, sql`coalesce(sum(open) filter (where age = ${step}::int), 0.00)`] as const,
  );
  const figures = {
    ...Object.fromEntries(ofAges),
    overdue: sql`coalesce(sum(open) filter (where age > 0), 0.00)`,
    overduePrincipal: sql`coalesce(sum(principal) filter (where age > 0), 0.00)`,
    open: sql`coalesce(sum(open), 0.00)`,
  };
  const ordered = sql`(
    select customer_id, 0.00 as overdue, open from whole
    union all
    select customer_id, open, 0.00 from late where age > 0
    order by customer_id)`;
  return ofAged(group, ageing.tables[group], figures, ordered);
}

const ageingQuery = defineReportQuery(
  ageing,
  {
    ages: async () => sql`
      select a.age, coalesce(sum(r.rows), 0)::int as rows, coalesce(sum(r.principal), 0.00) as principal,
             coalesce(sum(r.open - r.principal), 0.00) as rent, coalesce(sum(r.open), 0.00) as open
      from (select unnest(${ages.map((_, step) => step)}::int[]) as age) a left join ${byProduct} r on r.age = a.age
      group by a.age`,
    customers: agesOf('customers'),
    products: agesOf('products'),
  },
  aged,
);

/** Months `yyyy-MM` from one day to another; those of both ends are whole. */
function monthsOf([from, to]: readonly [string, string]): string[] {
  const months: string[] = [];
  for (let at = 0; ; at++) {
    const month = addMonths(`${from.slice(0, 7)}-01`, at).slice(0, 7);
    if (month > to.slice(0, 7)) return months;
    months.push(month);
  }
}

/** Entries `t` of instalments that were booked by the end of the day, with receipts that the person sees. */
export async function wasBooked(cx: Context, asked: Parameters): Promise<RawBuilder<boolean>> {
  return sql<boolean>`(t.tenant_id = ${cx.tenantId} and t.account = ${sql.lit(accounts.instalment)}
    and t.kind in (${sql.join(movingKinds)}) and t.create_time < ${endOf(asked)}::timestamp and ${await entriesSeen(cx)}
    and ${await receiptSeen(cx, 't.receipt_id')})`;
}

/** Planned, open and booked of these months from instalments and entries: rows that add up by `month`, those paused among them. */
async function flowOf(
  cx: Context,
  asked: Parameters,
  [first, last]: readonly [string, string],
): Promise<RawBuilder<unknown>> {
  const asksFor = await whoseOrder(cx, asked);
  return sql`(
    select p.payment_date as month, count(*)::int as instalments, sum(p.principal) as principal,
           sum(p.amount_payable) as amount, 0.00 as open, 0.00 as received, 0.00 as late
    from ${await planSeen(cx)} p
    where ${asksFor(sql`p.order_id`)} and p.payment_date between ${first} and ${last}
      and p.create_time < ${endOf(asked)}::timestamp
    group by p.payment_date
    union all
    select r.payment_date, 0, 0, 0, sum(r.open), 0, 0
    from ${await movesThen(cx, { ...asked, dueFrom: first, dueTo: last })} r
    where ${asksFor(sql`r.order_id`)} group by r.payment_date
    union all
    select t.value_date, 0, 0, 0, 0, sum(t.amount) - sum(t.late), sum(t.late)
    from lease_payment_txn t
    where ${asksFor(sql`t.order_id`)} and ${await wasBooked(cx, asked)} and t.value_date between ${first} and ${last}
    group by t.value_date)`;
}

const cashFlowQuery = defineReportQuery(cashFlow, {
  async months(cx, asked) {
    const months = monthsOf(periodOf(asked, String(asked.asOf)));
    const span = [daysOf(months[0]!)[0], daysOf(months.at(-1)!)[1]] as const;
    const isOfAll = !asked.productId && !asked.customerId;
    const isWhole = isOfAll && (await seesAll(cx)) && !(await narrowsRows(cx, receipt));
    const [end, asksFor] = [endOf(asked), await whoseOrder(cx, asked)];
    const then = { day: String(asked.asOf), direction: Number(asked.direction), months: span };
    const summed = isWhole ? await monthsThen(cx, then, asksFor) : undefined;
    const openOfPaused = summed
      ? sql`p.amount_payable - coalesce((
          select sum(t.other + t.rent + t.principal) from lease_payment_txn t
          where t.tenant_id = ${cx.tenantId} and t.plan_id = p.id and t.account = ${sql.lit(accounts.instalment)}
            and t.create_time < ${end}::timestamp), 0)`
      : sql`0`;
    // The few that did not count are taken off again: to ask for each whether it did would take longer than to add it up.
    const flow = sql`
      select month, instalments, principal, amount, open, received, late from ${summed ?? (await flowOf(cx, asked, span))} f
      union all
      select p.payment_date, -1, -p.principal, -p.amount_payable, -(${openOfPaused}), 0, 0
      from ${pausesAt(cx, end)} s join ${await planSeen(cx)} p on p.id = s.plan_id
      where ${asksFor(sql`p.order_id`)} and p.payment_date between ${span[0]} and ${span[1]}
        and p.create_time < ${end}::timestamp`;
    return sql`
      select m.month, coalesce(sum(f.instalments), 0)::int as rows, coalesce(sum(f.amount - f.principal), 0.00) as rent,
             coalesce(sum(f.principal), 0.00) as principal, coalesce(sum(f.amount), 0.00) as "amountPayable",
             coalesce(sum(f.open), 0.00) as open, coalesce(sum(f.received), 0.00) as received,
             coalesce(sum(f.late), 0.00) as late
      from (select unnest(${months}::text[]) as month) m left join (${flow}) f on to_char(f.month, 'YYYY-MM') = m.month
      group by m.month`;
  },
});

function outstanding(group: Group): PagedQuery {
  const figures = {
    orders: sql`coalesce(sum(orders), 0)::int`,
    notDuePrincipal: sql`coalesce(sum(principal) filter (where age = 0), 0.00)`,
    overduePrincipal: sql`coalesce(sum(principal) filter (where age > 0), 0.00)`,
    principal: sql`coalesce(sum(principal), 0.00)`,
    rent: sql`coalesce(sum(open - principal), 0.00)`,
    open: sql`coalesce(sum(open), 0.00)`,
  };
  return ofAged(
    group,
    principal.tables[group],
    figures,
    sql`(select customer_id, principal from whole order by customer_id)`,
  );
}
const principalQuery = defineReportQuery(
  principal,
  { products: outstanding('products'), customers: outstanding('customers') },
  aged,
);

const dueQuery = defineReportQuery(due, {
  days: async (cx, asked) => {
    const asOf = String(asked.asOf);
    const days = { ...asked, dueFrom: asOf, dueTo: addDays(asOf, Number(asked.days)) };
    const asksFor = await whoseOrder(cx, asked);
    return sql`
      select r.payment_date as "paymentDate", ${instalmentsIn(cx, asked)} as rows, ${openSums}
      from ${await movesThen(cx, days)} r where ${asksFor(sql`r.order_id`)} group by r.payment_date`;
  },
});

/** Orders `o` of which something was open, with their sums in `g`. What is kept of orders knows already whether they are asked for. */
export async function ordersThen(cx: Context, asked: Parameters): Promise<RawBuilder<unknown>> {
  return sql`
    ${await orderSumsThen(cx, asked)} g
    join lease_order o on o.tenant_id = ${cx.tenantId} and o.id = g.order_id
      and ${(await seesAll(cx)) ? sql`true` : isAsked(cx, asked)}`;
}
/** When an order comes to its end. */
export const maturity = sql`coalesce(o.maturity, o.interest_date)`;

const maturitiesQuery = defineReportQuery(maturities, {
  // Days first: a month is written for each of a thousand days, and not for each order.
  months: async (cx, asked) => sql`
    select to_char(d.day, 'YYYY-MM') as month, sum(d.orders)::int as orders, sum(d.principal) as principal, sum(d.open) as open
    from (
      select ${maturity} as day, count(*) as orders, sum(g.principal) as principal, sum(g.open) as open
      from ${await ordersThen(cx, asked)} group by 1) d
    group by 1`,
});

/** What the mean of a rate is made of, to be added up: the rate times its weight, and the weights of orders that have the rate. */
function weighed(rate: string, by: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = sql.ref(`o.${rate}`);
  return sql`sum(${column} * ${by}) as ${sql.ref(rate)},
    sum(${by}) filter (where ${column} is not null) as ${sql.ref(`${rate}_of`)}`;
}
/** The mean of a rate by its weights, percent; orders without the rate do not count for it. */
function meanOf(rate: string): RawBuilder<unknown> {
  return sql`round(sum(${sql.ref(rate)}) / nullif(sum(${sql.ref(`${rate}_of`)}), 0), 4)`;
}
const yieldSums: Figures = {
  orders: sql`coalesce(sum(orders), 0)::int`,
  principal: sql`coalesce(sum(principal), 0.00)`,
  yearRate: meanOf('year_rate'),
  effectiveRate: meanOf('effective_rate'),
};

const yieldsQuery = defineReportQuery(
  yields,
  {
    all: async () => sql`select ${selected(yieldSums)} from ${byProduct}`,
    products: grouped('products', yields.tables.products, yieldSums),
  },
  async (cx, asked) => ({
    byProduct: sql`
      select o.product_id, max(g.order_id) as order_id, count(*) as orders, sum(g.principal) as principal,
             ${weighed('year_rate', sql`g.principal`)}, ${weighed('effective_rate', sql`g.principal`)}
      from ${await ordersThen(cx, asked)} where g.principal > 0 group by o.product_id`,
  }),
);

/** Orders with their investment as of the day, and the department that entered them. */
export async function investedThen(cx: Context, asked: Parameters): Promise<RawBuilder<unknown>> {
  const isOfDept = narrowed('o.create_dept', asked.deptId);
  return sql`${await investedOrders(cx, endOf(asked), sql<boolean>`(${isAsked(cx, asked)} and ${isOfDept})`)}
    left join ${await titled(cx, dept)} d on d.id = o.create_dept`;
}
const investmentSums: Figures = {
  orders: sql`coalesce(sum(orders), 0)::int`,
  invested: sql`coalesce(sum(invested), 0.00)`,
  returned: sql`coalesce(sum(returned), 0.00)`,
  margin: sql`coalesce(sum(margin), 0.00)`,
  investmentRate: meanOf('investment_rate'),
};

const investmentQuery = defineReportQuery(
  investment,
  {
    all: async () => sql`select ${selected(investmentSums)} from ${byProduct}`,
    products: grouped('products', investment.tables.products, investmentSums),
    departments: async () => sql`
      select create_dept as "deptId", max(dept_name) as "deptName", ${selected(investmentSums)} from ${byProduct} group by create_dept`,
  },
  async (cx, asked) => ({
    byProduct: sql`
      select o.product_id, o.create_dept, max(d.title) as dept_name, max(g.order_id) as order_id, count(*) as orders,
             sum(g.invested) as invested, sum(g.returned) as returned, sum(g.margin) as margin,
             ${weighed('investment_rate', sql`g.invested`)}
      from ${await investedThen(cx, asked)} group by o.product_id, o.create_dept`,
  }),
);

export const reportQueries = {
  ageing: ageingQuery,
  cashFlow: cashFlowQuery,
  principal: principalQuery,
  due: dueQuery,
  maturities: maturitiesQuery,
  yields: yieldsQuery,
  investment: investmentQuery,
} as const;
