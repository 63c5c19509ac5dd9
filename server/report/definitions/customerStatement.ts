import { sql } from 'kysely';
import { periodOf } from '../../../contract/schema/report';
import { customerStatement } from '../../../contract/wire/reports/customerStatement';
import type { Context } from '../../kernel/context';
import { defineReportQuery, inDirection, isCounted, openAmount, type Parameters, planWithOrders } from '../query';

async function instalments(cx: Context, asked: Parameters) {
  const [from, to] = periodOf(asked, cx.today);
  return sql`${await planWithOrders(cx)}
    where ${isCounted} and o.customer_id = ${asked.customerId} and p.payment_date between ${from} and ${to}
      and ${inDirection(asked)}`;
}

export default defineReportQuery(customerStatement, {
  orders: async (cx, asked) => sql`
    select o.contract_code as "contractCode", max(o.product_name) as "productName",
           max(o.total_amount) as "totalAmount", count(*)::int as rows, sum(p.amount_payable) as "amountPayable",
           coalesce(sum(p.paid_amount), 0.00) as paid,
           coalesce(sum(${openAmount}) filter (where p.pay_status = 0), 0.00) as unpaid
    from ${await instalments(cx, asked)} group by o.id, o.contract_code`,
  rows: async (cx, asked) => sql`
    select o.contract_code as "contractCode", p.current_periods as "currentPeriods", p.total_periods as "totalPeriods",
           p.payment_date as "paymentDate", p.rent, p.principal, p.amount_payable as "amountPayable",
           p.pay_status as "payStatus", p.paid_time as "paidTime",
           p.paid_amount as paid, case when p.pay_status = 0 then ${openAmount} else 0.00 end as unpaid
    from ${await instalments(cx, asked)}`,
});
