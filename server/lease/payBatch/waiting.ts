/** Instalments that a bank was asked to pay: it may do so at any moment, so until it answers nothing else pays them. */

import { label } from '../../../contract/domain/text';
import type { Order } from '../../../contract/modules/lease/order';
import { itemStates, payBatch } from '../../../contract/modules/lease/payBatch';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Context } from '../../kernel/context';
import { refuse, Told } from '../../kernel/errors';
import { calledContract } from '../terms/calledOrder';

const unseenFile = label('您无权查看的代付文件', 'a payment file that you can’t see');

/** How sentences call a payment file. */
export function calledFile({ batchId, batchNo }: WaitingFile): Told {
  const says = (value: string) => label(`代付文件 ${value} `, `payment file ${value}`);
  return new Told({ module: payBatch, ids: [batchId], values: { batchNo }, says, unseen: unseenFile });
}

/** A payment file in which something waits. */
export interface WaitingFile {
  batchId: string;
  batchNo: string;
}

/** The payment files in which instalments wait, by the ids of those. */
export async function filesOf(
  { trx, tenantId }: Context,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, WaitingFile>> {
  if (planIds.length === 0) return new Map();
  const waiting = await trx
    .selectFrom('lease_pay_item as i')
    .innerJoin('lease_pay_batch as b', (on) =>
      on.onRef('b.tenant_id', '=', 'i.tenant_id').onRef('b.id', '=', 'i.batch_id'),
    )
    .select(['i.plan_id', 'i.batch_id', 'b.batch_no'])
    .where('i.tenant_id', '=', tenantId)
    .where('b.tenant_id', '=', tenantId)
    .where('i.state', '=', itemStates.waiting)
    .where('i.plan_id', 'in', planIds)
    .execute();
  return new Map(waiting.map((one) => [one.plan_id!, { batchId: one.batch_id, batchNo: one.batch_no }]));
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
    if (!batch) continue;
    const said = { contract: calledContract(held), file: calledFile(batch) };
    refuse('batch.inOther', { ...said, period: row.currentPeriods ?? 0 });
  }
}
