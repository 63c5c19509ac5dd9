/** The lists that add up to the figures of business reports. */
import { sql } from 'kysely';
import { bookingList, openList, orderList, plannedList } from '../../../contract/wire/reports/business/lists';
import { defineReportQuery } from '../query';
import { openOrders, openThen, wasCounted, within } from './basis';
import { bookedThen, maturity, ordersThen, plannedThen, wasBooked } from './queries';

const place = sql`p.id as "planId", p.payment_date as "paymentDate"`;
const instalment = sql`p.order_id as "orderId",
  o.contract_code as "contractCode", o.customer_name as "customerName", o.product_name as "productName", p.kind,
  p.current_periods as "currentPeriods", p.total_periods as "totalPeriods", p.amount_payable as "amountPayable"`;

export const listQueries = {
  openList: defineReportQuery(openList, {
    // Its order is that of the open instalments, so that a page is read from their index.
    rows: async (cx, asked) => sql`
      select r.plan_id as "planId", r.payment_date as "paymentDate", ${instalment}, r.principal, r.open - r.principal as rent, r.open
      from ${await openOrders(cx, asked)}
      join lease_payment_plan p on p.tenant_id = ${cx.tenantId} and p.id = r.plan_id`,
  }),
  plannedList: defineReportQuery(plannedList, {
    rows: async (cx, asked) => sql`
      select ${place}, ${instalment}, p.rent, p.principal, p.other, coalesce(r.open, 0.00) as open
      from ${await plannedThen(cx, asked)}
      left join ${await openThen(cx, asked)} r on r.plan_id = p.id
      where ${within('p.payment_date', asked.dueFrom, asked.dueTo)} and ${wasCounted(cx, asked)}`,
  }),
  bookingList: defineReportQuery(bookingList, {
    rows: async (cx, asked) => sql`
      select t.id as "entryId", p.order_id as "orderId", t.value_date as "valueDate", m.receipt_no as "receiptNo", t.kind,
             o.contract_code as "contractCode", o.customer_name as "customerName", o.product_name as "productName",
             p.current_periods as "currentPeriods", t.late, t.amount - t.late as received
      from ${bookedThen(cx, asked)}
      join lease_payment_plan p on p.tenant_id = ${cx.tenantId} and p.id = t.plan_id
      left join lease_receipt m on m.tenant_id = ${cx.tenantId} and m.id = t.receipt_id
      where ${await wasBooked(cx, asked)} and ${within('t.value_date', asked.bookedFrom, asked.bookedTo)}`,
  }),
  orderList: defineReportQuery(orderList, {
    rows: async (cx, asked) => sql`
      select o.id as "orderId", o.contract_code as "contractCode", o.customer_name as "customerName",
             o.product_name as "productName", ${maturity} as maturity, o.year_rate as "yearRate",
             o.effective_rate as "effectiveRate", g.principal, g.open
      from ${await ordersThen(cx, asked)}
      where (${maturity} >= coalesce(${asked.maturityFrom ?? null}::date, '-infinity'))
        and (${maturity} <= coalesce(${asked.maturityTo ?? null}::date, 'infinity'))
        and (${asked.hasPrincipal === 1} = false or g.principal > 0)`,
  }),
} as const;
