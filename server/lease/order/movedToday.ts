/** What a customer's other orders come to that make the same move on one day: one that is split is judged as the whole. */
import { sql } from 'kysely';
import { type ApprovalActName, approvalActs } from '../../../contract/domain/approvals';
import { cancelled, moves } from '../../../contract/domain/lifecycle/orderStates';
import { type Order, order } from '../../../contract/modules/lease/order';
import type { Context } from '../../kernel/context';

/** Orders of the customer, also where entered twice, that made a move of the kind today, or wait for it, but for this one. Decimal yuan. */
export async function movedToday(cx: Context, { id, customerId }: Order, act: ApprovalActName): Promise<string> {
  const { trx, tenantId, today } = cx;
  const made = moves.filter(({ approval }) => approval === act);
  if (made.length === 0) return '0.00';
  await cx.exclusive(`moves of the day: ${act}`);
  const changes = made.map(({ from, to }) => JSON.stringify([{ field: 'businessStatus', before: from, after: to }]));
  // One that was cancelled after it was asked for asks for nothing any more.
  const counts = made.some(({ to }) => to === cancelled) ? sql`true` : sql`o.business_status <> ${cancelled}`;
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(o.total_amount), 0)::text as sum from lease_order o
    where o.tenant_id = ${tenantId} and o.id <> ${id} and o.is_deleted = 0 and ${counts}
      and o.customer_id in (
        select same.id from lease_customer own join lease_customer same on same.tenant_id = ${tenantId}
          and (same.id = own.id or same.id_no_hash = own.id_no_hash and same.id_type = own.id_type)
        where own.tenant_id = ${tenantId} and own.id = ${customerId})
      and (exists (
        select 1 from audit_log moved where moved.tenant_id = ${tenantId} and moved.entity_id = o.id
          and moved.entity = ${order.name} and moved.create_time >= ${today}::date
          and moved.changes @> any(${changes}::jsonb[]))
        or exists (
        select 1 from approval_record waits where waits.tenant_id = ${tenantId} and waits.entity = ${order.name}
          and waits.entity_id = o.id::text and waits.act = ${approvalActs[act].number}))`.execute(trx);
  return rows[0]!.sum;
}
