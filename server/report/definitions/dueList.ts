import { sql } from 'kysely';
import { periodOf } from '../../../contract/schema/report';
import { dueList } from '../../../contract/wire/reports/dueList';
import type { Context } from '../../kernel/context';
import {
  defineReportQuery,
  inDirection,
  isOpen,
  narrowed,
  openAmount,
  type Parameters,
  planWithOrders,
} from '../query';

/** Unpaid instalments of the period; where it is asked for, also those that were due before it and are late. */
function isDue({ today }: Context, asked: Parameters) {
  const [from, to] = periodOf(asked, today);
  const late = asked.hasOverdue === 1 ? sql`or (p.payment_date < ${today} and p.payment_date < ${from})` : sql``;
  return sql`${isOpen} and (p.payment_date between ${from} and ${to} ${late})
    and ${narrowed('o.product_id', asked.productId)} and ${inDirection(asked)}`;
}

export default defineReportQuery(dueList, {
  days: async (cx, asked) => sql`
    select p.payment_date as "paymentDate", count(*)::int as rows, sum(p.rent) as rent, sum(p.principal) as principal,
           sum(p.amount_payable) as "amountPayable",
           sum(${openAmount}) as unpaid
    from ${await planWithOrders(cx)} where ${isDue(cx, asked)} group by p.payment_date`,
  rows: async (cx, asked) => sql`
    select p.payment_date as "paymentDate", greatest(0, ${cx.today}::date - p.payment_date) as "overdueDays",
           o.contract_code as "contractCode", o.customer_name as "customerName", o.product_name as "productName",
           p.current_periods as "currentPeriods", p.total_periods as "totalPeriods", p.rent, p.principal,
           p.amount_payable as "amountPayable", ${openAmount} as unpaid, p.bank_name as "bankName", p.bank_card_code as "bankCardCode"
    from ${await planWithOrders(cx)} where ${isDue(cx, asked)}`,
});
