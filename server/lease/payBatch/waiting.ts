/** Instalments that a bank was asked to pay: it may do so at any moment, so until it answers nothing else pays them. */

import type { Order } from '../../../contract/modules/lease/order';
import { itemStates } from '../../../contract/modules/lease/payBatch';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';

/** The numbers of the payment files in which instalments wait, by the ids of those. */
export async function filesOf(
  { trx, tenantId }: Context,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (planIds.length === 0) return new Map();
  const waiting = await trx
    .selectFrom('lease_pay_item as i')
    .innerJoin('lease_pay_batch as b', (on) =>
      on.onRef('b.tenant_id', '=', 'i.tenant_id').onRef('b.id', '=', 'i.batch_id'),
    )
    .select(['i.plan_id', 'b.batch_no'])
    .where('i.tenant_id', '=', tenantId)
    .where('b.tenant_id', '=', tenantId)
    .where('i.state', '=', itemStates.waiting)
    .where('i.plan_id', 'in', planIds)
    .execute();
  return new Map(waiting.map(({ plan_id, batch_no }) => [plan_id!, batch_no]));
}

/** Refuses instalments that wait in a payment file, or for the decision of others: what they read would not hold any more. */
export async function refuseWaiting(cx: Context, lines: readonly { row: PaymentPlan; held: Order }[]): Promise<void> {
  await cx.approvals.refusePending(
    paymentPlan,
    lines.map(({ row }) => row.id),
  );
  const files = await filesOf(
    cx,
    lines.map(({ row }) => row.id),
  );
  for (const { row, held } of lines) {
    const batch = files.get(row.id);
    if (batch) refuse('batch.inOther', { code: held.contractCode ?? '', period: row.currentPeriods ?? 0, batch });
  }
}
