/** Whose task it is: claiming, giving back, delegating, asking others; withdrawing, reminding and terminating. */
import { sql } from 'kysely';
import { instantOf } from '../../contract/domain/calendar';
import { flowFollow } from '../../contract/modules/flow/flowFollow';
import { workClaim } from '../../contract/modules/work/workClaim';
import { workTodo } from '../../contract/modules/work/workTodo';
import { writeAudit } from '../engine/audit/entries';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import type { Ending } from './business';
import {
  type Instance,
  instanceOf,
  isRunning,
  lockInstance,
  openTasks,
  type Task,
  taskKinds,
  taskOf,
  taskStatus,
} from './instances';
import { isCandidate } from './mine';
import { type NoticeKind, subjectOf, tell } from './notices';
import { checkPeople } from './people';
import { checkRecord, checkTakers, lockSeen, lockTask, seeing, seesTask } from './seeing';
import { cancelTasks, recovered, writeStep } from './step';

function audit(
  cx: Context,
  module: typeof workTodo | typeof workClaim,
  task: Pick<Task, 'id' | 'name'>,
  after: unknown,
) {
  writeAudit(cx, module, { id: task.id, taskName: task.name }, [{ field: 'assignee', before: null, after }]);
}

/** The permission to claim. */
export const claimRight = 'work_claim_sign';

/** One statement: of several people who claim at once, one gets the task. */
export async function claim(cx: Context, taskId: string): Promise<void> {
  const { userId } = cx.principal ?? refuse('signedOut');
  const { rows } = await sql<{ id: string; name: string }>`
    update flow_task set assignee = ${userId}, claim_time = ${cx.time}
    where tenant_id = ${cx.tenantId} and id = ${taskId} and status = ${taskStatus.open} and assignee is null
      and ${await isCandidate(cx)} and ${await seesTask(cx)}
    returning id, name`.execute(cx.trx);
  if (rows[0]) return audit(cx, workClaim, rows[0], userId);
  const task = await taskOf(cx, taskId);
  if (!task) return refuse('notFound');
  await checkRecord(cx, await instanceOf(cx, task.instanceId));
  if (task.assignee !== null) return refuse('flow.claimed');
  if (task.barredUser === userId) return refuse('flow.ownRequest');
  if (task.decidedUsers.includes(userId)) return refuse('flow.decidedBefore');
  return refuse(task.status === taskStatus.open ? 'flow.notCandidate' : 'flow.done');
}

/** Whether a task came to its assignee by claiming, and so can go back. */
export function isReleasable({
  kind,
  claimTime,
  owner,
  candidateUsers,
  candidateRoles,
  candidatePosts,
}: Task): boolean {
  const hasCandidates = candidateUsers.length + candidateRoles.length + candidatePosts.length > 0;
  return kind === taskKinds.step && claimTime !== null && owner === null && hasCandidates;
}

async function lockOwn(cx: Context, taskId: string) {
  const held = await lockTask(cx, taskId);
  if (held.task.assignee !== cx.principal?.userId) refuse('flow.notAssignee');
  if (held.task.barredUser === cx.principal?.userId) refuse('flow.ownRequest');
  return held;
}

export async function release(cx: Context, taskId: string): Promise<void> {
  const { task, open } = await lockOwn(cx, taskId);
  if (!isReleasable(task) || open.some(({ parentId }) => parentId === taskId)) refuse('flow.notReleasable');
  await sql`
    update flow_task set assignee = null, claim_time = null where tenant_id = ${cx.tenantId} and id = ${taskId}`.execute(
    cx.trx,
  );
  audit(cx, workTodo, task, null);
}

export async function delegate(cx: Context, taskId: string, userId: string, comment: string): Promise<void> {
  const { instance, task } = await lockOwn(cx, taskId);
  if (task.kind !== taskKinds.step) refuse('flow.notAssignee');
  if (userId === cx.principal?.userId) refuse('flow.yourself');
  if (userId === task.barredUser) refuse('flow.forStarter');
  if (task.decidedUsers.includes(userId)) refuse('flow.forDecider');
  await checkTakers(cx, instance, await checkPeople(cx, [userId]));
  await sql`
    update flow_task set owner = coalesce(owner, assignee), assignee = ${userId}
    where tenant_id = ${cx.tenantId} and id = ${taskId}`.execute(cx.trx);
  audit(cx, workTodo, task, userId);
  const facts = { ...subjectOf(instance, task), by: cx.actor, comment, subjectId: taskId };
  await tell(cx, 'assigned', { assignee: userId, users: [], roles: [], posts: [] }, facts);
}

/** Further people give their opinion; the task waits for them. */
export async function addSigners(cx: Context, taskId: string, userIds: readonly string[]): Promise<void> {
  const { instance, task, open } = await lockOwn(cx, taskId);
  if (task.kind !== taskKinds.step) refuse('flow.notAssignee');
  const others = userIds.filter((id) => id !== cx.principal?.userId);
  if (others.length < userIds.length) refuse('flow.yourself');
  if (others.some((id) => id === task.barredUser)) refuse('flow.forStarter');
  await checkTakers(cx, instance, await checkPeople(cx, others));
  const asked = new Set(open.filter(({ parentId }) => parentId === taskId).map(({ assignee }) => assignee));
  const { trx, tenantId, time, deps } = cx;
  const title = task.title && JSON.stringify(task.title);
  for (const userId of others.filter((id) => !asked.has(id))) {
    const id = deps.newId();
    await sql`
      insert into flow_task (id, tenant_id, instance_id, element_id, name, title, kind, parent_id, assignee, create_time,
                             due_time)
      values (${id}, ${tenantId}, ${instance.id}, ${task.elementId}, ${task.name}, ${title}::jsonb, ${taskKinds.signer}, ${taskId}, ${userId},
              ${time}, ${task.dueTime})`.execute(trx);
    await sql`
      insert into flow_activity (id, tenant_id, instance_id, element_id, name, title, type, task_id, start_time)
      values (${deps.newId()}, ${tenantId}, ${instance.id}, ${task.elementId}, ${task.name}, ${title}::jsonb, 'userTask', ${id}, ${time})`.execute(
      trx,
    );
    const facts = { ...subjectOf(instance, task), by: cx.actor, subjectId: id };
    await tell(cx, 'signer', { assignee: userId, users: [], roles: [], posts: [] }, facts);
  }
  audit(cx, workTodo, task, others.join(','));
}

/** Ends a running instance; its open tasks are cancelled, its history stays. */
export async function endInstance(cx: Context, instance: Instance, ends: Ending, reason: string): Promise<void> {
  await cancelTasks(cx, await openTasks(cx, instance.id));
  const run = recovered(instance);
  await writeStep(cx, instance, run, { ends, reason, decidedBy: cx.principal?.userId ?? null });
  const row = { id: instance.id, processDefinitionName: instance.definition.name };
  writeAudit(cx, flowFollow, row, [{ field: 'state', before: 'running', after: ends }], { reason });
}

export async function withdraw(cx: Context, instanceId: string, reason: string): Promise<void> {
  const instance = await lockInstance(cx, instanceId);
  if (instance.startUser !== cx.principal?.userId) refuse('flow.notStarter');
  if (!isRunning(instance)) refuse('flow.over');
  if (instance.decisions > 0) refuse('flow.decided');
  await endInstance(cx, instance, 'withdrawn', reason);
}

export async function terminate(cx: Context, instanceId: string, reason: string): Promise<void> {
  const instance = await lockSeen(cx, instanceId);
  if (!isRunning(instance)) refuse('flow.over');
  await endInstance(cx, instance, 'terminated', reason);
}

const remindEveryMs = 3_600_000;

/** The starter asks those whom the instance waits for to hurry. */
export async function remind(cx: Context, instanceId: string): Promise<void> {
  const instance = await lockInstance(cx, instanceId);
  if (instance.startUser !== cx.principal?.userId) refuse('flow.notStarter');
  if (!isRunning(instance)) refuse('flow.over');
  const { remindedTime } = instance;
  if (remindedTime !== null && cx.deps.now() - instantOf(remindedTime) < remindEveryMs) refuse('flow.remindedLately');
  const open = await openTasks(cx, instanceId);
  if (open.length === 0) refuse('flow.noOpenTask');
  await sql`
    update flow_instance set reminded_time = ${cx.time} where tenant_id = ${cx.tenantId} and id = ${instanceId}`.execute(
    cx.trx,
  );
  for (const task of open) await tellOf(cx, instance, task, 'reminded');
}

/** A message to the assignee of a task, or to its candidates. */
export async function tellOf(cx: Context, instance: Instance, task: Task, kind: NoticeKind): Promise<void> {
  const { assignee, candidateUsers: users, candidateRoles: roles, candidatePosts: posts } = task;
  const facts = { ...subjectOf(instance, task), by: instance.startUserName, subjectId: task.id };
  const to = await seeing(cx, instance, { assignee, users, roles, posts });
  await tell(cx, kind, to, { ...facts, due: task.dueTime ?? '' });
}
