import { sql } from 'kysely';
import { addMonths } from '../../../contract/domain/calendar';
import { entryKinds } from '../../../contract/modules/lease/receipt';
import { periodOf } from '../../../contract/schema/report';
import { daysOf } from '../../../contract/wire/figures';
import { cashFlow } from '../../../contract/wire/reports/cashFlow';
import { receiptSeen } from '../../lease/ledger/entries';
import { defineReportQuery, inDirection, isCounted, narrowed, openAmount, planSeen, planWithOrders } from '../query';

/** Entries that move money, or move it to instalments. */
const moving = [entryKinds.payment, entryKinds.reversal, entryKinds.transfer];

/** Months `yyyy-MM` from one day to another; those of both ends are whole. */
function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  for (let at = 0; ; at++) {
    const month = addMonths(`${from.slice(0, 7)}-01`, at).slice(0, 7);
    if (month > to.slice(0, 7)) return months;
    months.push(month);
  }
}

export default defineReportQuery(cashFlow, {
  async months(cx, asked) {
    const { tenantId, today } = cx;
    const months = monthsOf(...periodOf(asked, today));
    const [first, last] = [daysOf(months[0]!)[0], daysOf(months.at(-1)!)[1]];
    const isOf = sql<boolean>`${narrowed('o.product_id', asked.productId)} and ${inDirection(asked)}`;
    // Payments and their reversals are rows of their own, each of the month of its value date. A waiver pays nothing.
    const received = sql`
      select to_char(t.value_date, 'YYYY-MM') as month, sum(t.amount - t.late) as amount
      from lease_payment_txn t
      join ${await planSeen(cx)} p on p.tenant_id = t.tenant_id and p.id = t.plan_id
      join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
      where t.tenant_id = ${tenantId} and t.kind in (${sql.join(moving)})
        and t.value_date between ${first} and ${last} and ${isOf} and ${await receiptSeen(cx, 't.receipt_id')}
      group by 1`;
    const due = sql`
      select to_char(p.payment_date, 'YYYY-MM') as month, count(*)::int as rows, sum(p.rent) as rent,
             sum(p.principal) as principal, sum(p.amount_payable) as amount,
             sum(p.paid_amount) as paid, sum(${openAmount}) filter (where p.pay_status = 0) as unpaid
      from ${await planWithOrders(cx)}
      where ${isCounted} and p.payment_date between ${first} and ${last} and ${isOf}
      group by 1`;
    return sql`
      select m.month, coalesce(d.rows, 0) as rows, coalesce(d.rent, 0.00) as rent,
             coalesce(d.principal, 0.00) as principal, coalesce(d.amount, 0.00) as "amountPayable",
             coalesce(d.paid, 0.00) as paid, coalesce(d.unpaid, 0.00) as unpaid, coalesce(r.amount, 0.00) as received
      from (select unnest(${months}::text[]) as month) m
      left join (${due}) d on d.month = m.month left join (${received}) r on r.month = m.month`;
  },
});
