/** What was put into leases by the end of a day, what came back, and what is left of it. */
import { type RawBuilder, sql } from 'kysely';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { purchase } from '../../../contract/modules/lease/purchase';
import { accounts, movingKinds } from '../../../contract/modules/lease/receipt';
import { withinScope } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { countedThen } from '../exit/pauses';

/**
 * Orders `o` whose suppliers were paid before a moment, with what was `invested` by then, what was `returned`, and the
 * `margin`: what the plan brings less what was invested. As `leaseReturn` has it, within the person's data scopes.
 */
export async function investedOrders(
  cx: Context,
  end: string,
  isAsked: RawBuilder<boolean>,
): Promise<RawBuilder<unknown>> {
  const { tenantId } = cx;
  const [purchases, orders, plans] = [
    await withinScope(cx, purchase),
    await withinScope(cx, order),
    await withinScope(cx, paymentPlan),
  ];
  const bought = sql`
    select t.order_id, sum(t.amount) as invested from lease_payment_txn t
    where t.tenant_id = ${tenantId} and t.account = ${sql.lit(accounts.purchase)} and t.create_time < ${end}::timestamp
      and t.purchase_id in (select id from lease_purchase where tenant_id = ${tenantId} and ${purchases})
      and t.order_id in (select id from lease_order where tenant_id = ${tenantId} and is_deleted = 0 and ${orders})
    group by t.order_id having sum(t.amount) > 0`;
  // What is replaced counts as far as it was paid.
  return sql`
    (select b.order_id, b.invested, coalesce(p.returned, 0.00) as returned, coalesce(p.coming, 0.00) - b.invested as margin
     from (${bought}) b
     left join lateral (
       select sum(t.paid) as returned, sum(case when ${countedThen(cx, end)} then p.amount_payable else t.paid end) as coming
       from (select * from lease_payment_plan where tenant_id = ${tenantId} and is_deleted = 0 and ${plans}) p
       cross join lateral (
         select coalesce(sum(t.amount - t.late), 0.00) as paid from lease_payment_txn t
         where t.tenant_id = ${tenantId} and t.plan_id = p.id and t.account = ${sql.lit(accounts.instalment)}
           and t.kind in (${sql.join(movingKinds)}) and t.create_time < ${end}::timestamp) t
       where p.order_id = b.order_id and p.kind <> ${rowKinds.deposit} and p.create_time < ${end}::timestamp) p on true) g
    join lease_order o on o.tenant_id = ${tenantId} and o.id = g.order_id and ${isAsked}`;
}
