/** The lists that add up to the figures of business reports. */
import { type RawBuilder, sql } from 'kysely';
import { receipt } from '../../../contract/modules/lease/receipt';
import {
  bookingList,
  investmentList,
  openList,
  orderList,
  plannedList,
} from '../../../contract/wire/reports/business/lists';
import { titled } from '../../engine/references';
import type { Context } from '../../kernel/context';
import { defineReportQuery, type PagedQuery, type Parameters, planSeen } from '../query';
import { movesThen, openSumThen, openThen, wasCounted, whoseOrder, within } from './basis';
import { investedThen, maturity, ordersThen, wasBooked } from './queries';

const ofOrder = sql`o.contract_code as "contractCode", o.customer_name as "customerName", o.product_name as "productName"`;
const ofInstalment = sql`${ofOrder}, p.kind, p.current_periods as "currentPeriods", p.total_periods as "totalPeriods"`;

/** The order and the instalment of each row `r`. */
function withInstalment({ tenantId }: Context, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${rows} r
    join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = r."planId"
    join lease_order o on o.tenant_id = ${tenantId} and o.id = r."orderId"`;
}

const openRows: PagedQuery = {
  rows: async (cx, asked, first) => {
    const asksFor = await whoseOrder(cx, asked);
    return sql`
      select r.plan_id as "planId", r.order_id as "orderId", r.payment_date as "paymentDate", r.principal,
             r.open - r.principal as rent, r.open
      from ${await openThen(cx, asked, first)} r where ${asksFor(sql`r.order_id`)}`;
  },
  details: async (cx, _asked, rows) => sql`
    select r.*, ${ofInstalment}, p.amount_payable as "amountPayable" from ${withInstalment(cx, rows)}`,
  totals: async (cx, asked) => sql`
    select rows as "#total", principal as "#principal", open - principal as "#rent", open as "#open"
    from ${await openSumThen(cx, asked)} w`,
};

/** Instalments `p` that the list of the plan has. */
async function plannedRows(cx: Context, asked: Parameters): Promise<RawBuilder<unknown>> {
  const asksFor = await whoseOrder(cx, asked);
  return sql`${await planSeen(cx)} p
    where ${asksFor(sql`p.order_id`)} and ${within('p.payment_date', asked.dueFrom, asked.dueTo)} and ${wasCounted(cx, asked)}`;
}
const planned: PagedQuery = {
  rows: async (cx, asked) => sql`
    select p.id as "planId", p.order_id as "orderId", p.payment_date as "paymentDate" from ${await plannedRows(cx, asked)}`,
  details: async (cx, asked, rows) => sql`
    select r.*, ${ofInstalment}, p.rent, p.principal, p.other, p.amount_payable as "amountPayable", coalesce(m.open, 0.00) as open
    from ${withInstalment(cx, rows)}
    left join lateral (
      select sum(m.open) as open from ${await movesThen(cx, asked)} m where m.plan_id = r."planId") m on true`,
  // What is open is added up without looking for its instalments.
  totals: async (cx, asked) => {
    return sql`
      select count(*)::int as "#total", sum(p.rent) as "#rent", sum(p.principal) as "#principal", sum(p.other) as "#other",
             sum(p.amount_payable) as "#amountPayable", (select open from ${await openSumThen(cx, asked)} w) as "#open"
      from ${await plannedRows(cx, asked)}`;
  },
};

const bookings: PagedQuery = {
  rows: async (cx, asked) => {
    const asksFor = await whoseOrder(cx, asked);
    return sql`
      select t.id as "entryId", t.order_id as "orderId", t.value_date as "valueDate", t.late, t.amount - t.late as received
      from lease_payment_txn t
      where ${asksFor(sql`t.order_id`)} and ${await wasBooked(cx, asked)}
        and ${within('t.value_date', asked.bookedFrom, asked.bookedTo)}`;
  },
  details: async (cx, _asked, rows) => sql`
    select r.*, ${ofOrder}, t.kind, p.current_periods as "currentPeriods", m.title as "receiptNo"
    from ${rows} r
    join lease_payment_txn t on t.tenant_id = ${cx.tenantId} and t.id = r."entryId"
    join lease_payment_plan p on p.tenant_id = ${cx.tenantId} and p.id = t.plan_id
    join lease_order o on o.tenant_id = ${cx.tenantId} and o.id = r."orderId"
    left join ${await titled(cx, receipt)} m on m.id = t.receipt_id`,
};

const openOrders: PagedQuery = {
  rows: async (cx, asked) => {
    // What is not asked for is not compared: the database would take it for a condition that few orders meet.
    const { maturityFrom: from, maturityTo: to } = asked;
    return sql`
      select o.id as "orderId", ${maturity} as maturity, g.principal, g.open from ${await ordersThen(cx, asked)}
      where ${from ? sql`${maturity} >= ${from}::date` : sql`true`} and ${to ? sql`${maturity} <= ${to}::date` : sql`true`}
        and ${asked.hasPrincipal === 1 ? sql`g.principal > 0` : sql`true`}`;
  },
  details: async ({ tenantId }, _asked, rows) => sql`
    select r.*, ${ofOrder}, o.year_rate as "yearRate", o.effective_rate as "effectiveRate"
    from ${rows} r join lease_order o on o.tenant_id = ${tenantId} and o.id = r."orderId"`,
};

export const listQueries = {
  openList: defineReportQuery(openList, { rows: openRows }),
  plannedList: defineReportQuery(plannedList, { rows: planned }),
  bookingList: defineReportQuery(bookingList, { rows: bookings }),
  orderList: defineReportQuery(orderList, { rows: openOrders }),
  investmentList: defineReportQuery(investmentList, {
    rows: async (cx, asked) => sql`
      select o.id as "orderId", ${ofOrder}, d.title as "deptName", g.invested, g.returned, g.margin,
             o.investment_rate as "investmentRate"
      from ${await investedThen(cx, asked)}`,
  }),
} as const;
