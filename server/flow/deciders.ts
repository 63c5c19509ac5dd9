/** Steps for a person who has decided on no other step of their process: who is left. */
import { sql } from 'kysely';
import type { Label } from '../../contract/domain/text';
import type { Context } from '../kernel/context';
import type { PlanNode } from './engine/plan';
import { type Instance, type Task, taskKinds, taskStatus } from './instances';
import { adminRoles } from './people';
import { tellStuck } from './stuck';
import { nameIn } from './titles';

/** Who has decided on a step of an instance, one entry for each step and person. */
async function decisionsOf({ trx, tenantId }: Context, instanceId: string) {
  const { rows } = await sql<{ elementId: string; userId: string }>`
    select distinct element_id as "elementId", done_user as "userId" from flow_task
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and status = ${taskStatus.done}
      and kind = ${taskKinds.step} and done_user is not null`.execute(trx);
  return rows;
}

/** For each of these steps, the people who have decided on another one, where the step is not for them. */
export async function decidedUsers(
  cx: Context,
  instanceId: string,
  nodes: readonly Pick<PlanNode, 'id' | 'isForOthers'>[],
): Promise<string[][]> {
  if (!nodes.some(({ isForOthers }) => isForOthers)) return nodes.map(() => []);
  const made = await decisionsOf(cx, instanceId);
  return nodes.map(({ id, isForOthers }) =>
    isForOthers ? [...new Set(made.flatMap((one) => (one.elementId === id ? [] : [one.userId])))] : [],
  );
}

/**
 * Open steps of the instance that are not for a person who has now decided on another one. What this person has taken
 * goes back to its candidates, or to the tenant's administrators where it has none.
 */
export async function excludeDecider(cx: Context, instance: Instance, task: Task): Promise<void> {
  const { trx, tenantId, principal } = cx;
  const ids = instance.definition.plan.nodes
    .filter(({ id, isForOthers }) => isForOthers && id !== task.elementId)
    .map(({ id }) => id);
  if (task.kind !== taskKinds.step || ids.length === 0 || !principal) return;
  const me = principal.userId;
  const { rows } = await sql<{ id: string }>`
    update flow_task set decided_users = decided_users || ${me}::bigint, owner = nullif(owner, ${me}::bigint),
      claim_time = case when assignee = ${me}::bigint then null else claim_time end,
      candidate_roles = case when assignee = ${me}::bigint and cardinality(candidate_users || candidate_roles || candidate_posts) = 0
                             then ${await adminRoles(cx)}::bigint[] else candidate_roles end,
      assignee = nullif(assignee, ${me}::bigint)
    where tenant_id = ${tenantId} and instance_id = ${instance.id} and status = ${taskStatus.open}
      and kind = ${taskKinds.step} and element_id = any(${ids}) and id <> ${task.id}
    returning id`.execute(trx);
  await tellStuck(
    cx,
    rows.map(({ id }) => id),
  );
}

/** Open steps of an instance in the person's language, with whether there is a person who may decide on them. */
export async function openSteps(
  { trx, tenantId, language }: Context,
  instanceId: string,
): Promise<{ id: string; name: string; hasDecider: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; title: Label | null; hasDecider: boolean }>`
    select t.id, t.name, t.title, not exists (
      select 1 from flow_stuck_task k where k.tenant_id = ${tenantId} and k.id = t.id) as "hasDecider"
    from flow_task t
    where t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.status = ${taskStatus.open}
      and t.kind = ${taskKinds.step} order by t.id`.execute(trx);
  return rows.map(({ title, name, ...row }) => ({ ...row, name: nameIn(name, title, language) }));
}
