/** Answers that another person's import has kept with a line: of them, a person sees those within the own data scopes. */
import { sql } from 'kysely';
import type { Proposal } from '../../../contract/domain/bank/match';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { receipt } from '../../../contract/modules/lease/receipt';
import type { Module } from '../../../contract/schema/module';
import { withinScope } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';

async function seenOf(cx: Context, module: Module, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(cx.tableOf(module.name)!.table)}
    where tenant_id = ${cx.tenantId} and id = any(${[...new Set(ids)]}::bigint[])
      and ${await withinScope(cx, module)}`.execute(cx.trx);
  return new Set(rows.map(({ id }) => id));
}

/** The same lines without the answers that tell of records which the person does not see. */
export async function withSeenProposals<L extends { proposals: readonly Proposal[] }>(
  cx: Context,
  lines: readonly L[],
): Promise<L[]> {
  const all = lines.flatMap(({ proposals }) => proposals);
  const shares = all.flatMap((one) => one.shares);
  const [orders, plans, customers, receipts] = [
    await seenOf(
      cx,
      order,
      shares.map(({ orderId }) => orderId),
    ),
    await seenOf(
      cx,
      paymentPlan,
      shares.map(({ planId }) => planId),
    ),
    await seenOf(
      cx,
      customer,
      all.flatMap(({ customerId }) => customerId ?? []),
    ),
    await seenOf(
      cx,
      receipt,
      all.flatMap(({ receiptId }) => receiptId ?? []),
    ),
  ];
  const isSeen = ({ customerId, receiptId, shares: parts }: Proposal) =>
    (!customerId || customers.has(customerId)) &&
    (!receiptId || receipts.has(receiptId)) &&
    parts.every(({ orderId, planId }) => orders.has(orderId) && plans.has(planId));
  return lines.map((line) => ({ ...line, proposals: line.proposals.filter(isSeen) }));
}
