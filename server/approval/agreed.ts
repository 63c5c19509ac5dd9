/** Whether the people who agreed to a deed are enough for it. */
import { sql } from 'kysely';
import { type ApprovalActName, approvalActs } from '../../contract/domain/approvals';
import { textIn } from '../../contract/domain/text';
import type { Progress } from '../flow/business';
import { taskKinds } from '../flow/instances';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { mayDecide } from './deciders';
import { sameHands } from './hands';
import { awayDays } from './records';

/**
 * Whether another person than the one who asked has agreed, and may decide on it as they are now: a diagram may give its
 * steps to others, end by a timer, or have no step at all.
 */
export async function isAgreed(
  cx: Context,
  { instanceId, startUser, businessId }: Progress,
  act: ApprovalActName,
): Promise<boolean> {
  const agreed = await cx.trx
    .selectFrom('flow_task')
    .select('done_user')
    .distinct()
    .where('tenant_id', '=', cx.tenantId)
    .where('instance_id', '=', instanceId)
    .where('kind', '=', taskKinds.step)
    .where('outcome', '=', 'approved')
    .where('done_user', '<>', startUser)
    // A step that was done again after it was sent back counts as it was done last.
    .where(
      sql<boolean>`not exists (
        select 1 from flow_task back join flow_task again on again.tenant_id = back.tenant_id
          and again.instance_id = back.instance_id and again.element_id = flow_task.element_id and again.id > back.id
        where back.tenant_id = ${cx.tenantId} and again.tenant_id = ${cx.tenantId} and back.instance_id = ${instanceId}
          and back.outcome = 'returned' and back.id > flow_task.id)`,
    )
    // Of what a person said at several steps, the last word counts.
    .where(
      sql<boolean>`not exists (
        select 1 from flow_task said where said.tenant_id = ${cx.tenantId} and said.instance_id = ${instanceId}
          and said.kind = ${taskKinds.step} and said.done_user = flow_task.done_user and said.outcome = 'rejected'
          and (said.end_time, said.id) > (flow_task.end_time, flow_task.id))`,
    )
    .execute();
  const same = await sameHands(cx, startUser);
  for (const { done_user: userId } of agreed)
    if (userId !== null && !same.includes(userId) && (await mayDecide(cx, userId, businessId, act))) return true;
  return false;
}

/** Refuses the agreement of a person that is not enough, with what it lacks. */
export async function refuseShort(
  cx: Context,
  { startUser }: Progress,
  decidedBy: string,
  act: ApprovalActName,
): Promise<never> {
  if ((await sameHands(cx, startUser)).includes(decidedBy)) refuse('approval.sameHands', { days: awayDays });
  return refuse('approval.notDecider', { act: textIn(approvalActs[act].title, cx.language) });
}
