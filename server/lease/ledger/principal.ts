/** Principal goes back to customers as far as it came in. */
import { sql } from 'kysely';
import { cents, sum } from '../../../contract/domain/money';
import { accounts, directions } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { calledContract } from '../terms/calledOrder';
import type { PlanLine } from './accounts';
import { wayOf } from './way';

/**
 * Principal that may still be paid back, by order. Missing are orders whose principal was not booked when it came in, and
 * those with a grace that adds its interest to the principal. Decimal yuan.
 */
async function unreturned({ trx, tenantId }: Context, orderIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ orderId: string; left: string }>`
    select t.order_id as "orderId", sum(case when t.account = ${accounts.principal} then t.amount else -t.principal end)::text as left
    from lease_payment_txn t
    join lease_order o on o.tenant_id = ${tenantId} and o.id = t.order_id and o.grace_kind is distinct from 2
    where t.tenant_id = ${tenantId} and t.order_id = any(${[...orderIds]}::bigint[])
      and (t.account = ${accounts.principal} or (t.account = ${accounts.instalment} and t.direction = ${directions.paidOut}))
    group by t.order_id
    having sum(case when t.account = ${accounts.principal} then t.amount else 0 end) > 0`.execute(trx);
  return new Map(rows.map(({ orderId, left }) => [orderId, left]));
}

/** The orders of which these lines would pay back more principal than came in, with what may still be paid back. */
export async function beyondReceived(
  cx: Context,
  lines: readonly PlanLine[],
): Promise<{ held: PlanLine['held']; left: string }[]> {
  const outward = lines.filter(
    ({ held, amounts }) => wayOf(held) === directions.paidOut && cents(amounts.principal) > 0n,
  );
  if (outward.length === 0) return [];
  const orders = new Map(outward.map(({ held }) => [held.id, held]));
  const left = await unreturned(cx, [...orders.keys()]);
  return [...left].flatMap(([orderId, most]) => {
    const wanted = sum(outward.flatMap(({ held, amounts }) => (held.id === orderId ? [amounts.principal] : [])));
    return cents(wanted) > cents(most) ? [{ held: orders.get(orderId)!, left: most }] : [];
  });
}

/** Refuses lines that would pay back more principal of an order than came in. */
export async function refuseUnreceived(cx: Context, lines: readonly PlanLine[]): Promise<void> {
  const [first] = await beyondReceived(cx, lines);
  if (first) refuse('receipt.unreceived', { contract: calledContract(first.held), amount: first.left });
}
