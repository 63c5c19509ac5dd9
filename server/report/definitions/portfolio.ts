import { sql } from 'kysely';
import { cancelled, settled, terminated } from '../../../contract/domain/lifecycle/orderStates';
import { onLeaseStates } from '../../../contract/wire/figures';
import { portfolio, portfolioScopes } from '../../../contract/wire/reports/portfolio';
import {
  defineReportQuery,
  inDirection,
  isOpen,
  narrowed,
  openAmount,
  openPrincipal,
  ordersSeen,
  type Parameters,
  planSeen,
} from '../query';

function chosen(asked: Parameters) {
  const { scope, productId } = asked;
  const ended = [settled, terminated, cancelled];
  const states =
    scope === portfolioScopes.onLease ? onLeaseStates : scope === portfolioScopes.ended ? ended : undefined;
  const inState = states ? sql<boolean>`o.business_status in (${sql.join([...states])})` : sql<boolean>`true`;
  return sql<boolean>`${inState} and ${narrowed('o.product_id', productId)} and ${inDirection(asked)}`;
}

export default defineReportQuery(portfolio, {
  products: async (cx, asked) => sql`
    select o.product_name as "productName", count(*)::int as orders, sum(o.total_amount) as "totalAmount",
           round(100 * sum(o.total_amount) / nullif(sum(sum(o.total_amount)) over (), 0), 2) as share
    from ${await ordersSeen(cx)} o where ${chosen(asked)} group by o.product_name`,
  orders: async (cx, asked) => sql`
    select o.contract_code as "contractCode", o.customer_name as "customerName", o.product_name as "productName",
           o.business_status as "businessStatus", o.interest_date as "interestDate", o.maturity,
           o.year_rate as "yearRate", o.total_amount as "totalAmount", coalesce(p.rows, 0) as "unpaidRows",
           coalesce(p.amount, 0.00) as unpaid, coalesce(p.principal, 0.00) as "unpaidPrincipal"
    from ${await ordersSeen(cx)} o left join (
      select tenant_id, order_id, count(*)::int as rows, sum(${openAmount}) as amount,
             sum(${openPrincipal}) as principal
      from ${await planSeen(cx)} p where ${isOpen} group by tenant_id, order_id
    ) p on p.tenant_id = o.tenant_id and p.order_id = o.id
    where ${chosen(asked)}`,
});
