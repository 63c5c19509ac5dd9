/** Handing a task on: an administrator gives it to another person when those who were to do it do not. */
import { sql } from 'kysely';
import { joined, type Label } from '../../contract/domain/text';
import { workTodo } from '../../contract/modules/work/workTodo';
import type { OpenTask } from '../../contract/wire/flow';
import { absentPrincipal } from '../auth/session';
import { writeAudit } from '../engine/audit/entries';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { businessOf } from './business';
import { isMeant } from './deciding';
import { indexOf } from './engine/plan';
import { rootOf } from './engine/run';
import { type Instance, instanceOf, type Task, taskKinds, taskStatus } from './instances';
import { sendDue } from './moments';
import { subjectOf, tell } from './notices';
import { checkPeople } from './people';
import { candidateNames } from './reading';
import { checkRecord, checkTakers, lockTask } from './seeing';
import { nameIn } from './titles';

type OpenRow = Omit<OpenTask, 'candidateNames'> & { title: Label | null; candidates: string[] };

/** The open tasks of an instance, oldest first. */
export async function openTasksOf(cx: Context, instanceId: string): Promise<OpenTask[]> {
  const { trx, tenantId, language } = cx;
  await checkRecord(cx, await instanceOf(cx, instanceId));
  const { rows } = await sql<OpenRow>`
    select t.id as "taskId", t.name as "taskName", t.title, coalesce(u.real_name, '') as "assigneeName",
           case when t.assignee is null then ${candidateNames(tenantId)} else '{}' end as candidates,
           exists (select 1 from flow_stuck_task k where k.tenant_id = ${tenantId} and k.id = t.id) as "isStuck"
    from flow_task t left join sys_user u on u.tenant_id = t.tenant_id and u.id = t.assignee
    where t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.status = ${taskStatus.open}
    order by t.id`.execute(trx);
  return rows.map(({ title, candidates, taskName, ...row }) => ({
    ...row,
    taskName: nameIn(taskName, title, language),
    candidateNames: joined(candidates, language),
  }));
}

/** Tasks of one step that several people do, or of the signers of one task: each is another person's. */
function isBesides(task: Task, other: Task): boolean {
  if (other.id === task.id) return false;
  if (task.kind === taskKinds.signer) return other.id === task.parentId || other.parentId === task.parentId;
  return other.kind === taskKinds.step && other.elementId === task.elementId;
}

/** Whether a person is, or was, one of those who do the same repetition of a step: each of them decides once. */
async function takesPart(cx: Context, instance: Instance, task: Task, userId: string): Promise<boolean> {
  if (task.kind !== taskKinds.step) return false;
  const root = rootOf(task.executionId);
  const people = instance.engineState?.loops[root]?.people ?? [];
  const { rows } = await sql`
    select 1 from sys_user where tenant_id = ${cx.tenantId} and id = ${userId}
      and (id::text = any(${people}) or account = any(${people}))
    union all
    select 1 from flow_task where tenant_id = ${cx.tenantId} and instance_id = ${instance.id} and done_user = ${userId}
      and status = ${taskStatus.done} and starts_with(execution_id, ${`${root}_`}) and ${people.length > 0}
    limit 1`.execute(cx.trx);
  return rows.length > 0;
}

/** Refuses a person who may not have the task; answers the name. */
async function checkTaker(
  cx: Context,
  { instance, task, open }: { instance: Instance; task: Task; open: readonly Task[] },
  userId: string,
): Promise<string> {
  if (userId === task.assignee) refuse('flow.theirs');
  if (userId === task.barredUser) refuse('flow.forStarter');
  if (task.decidedUsers.includes(userId)) refuse('flow.forDecider');
  const [person] = await checkPeople(cx, [userId]);
  const name = person!.name;
  await checkTakers(cx, instance, [person!]);
  const others = open.filter((other) => isBesides(task, other));
  if (others.some(({ assignee }) => assignee === userId) || (await takesPart(cx, instance, task, userId)))
    refuse('flow.alreadyAsked');
  const principal = await absentPrincipal(cx.deps, cx.trx, { tenantId: cx.tenantId, userId });
  // Those who may not open the page of a task would have one that they cannot see.
  if (!principal || !(await cx.onBehalfOf(principal).may('work_todo_handle'))) refuse('flow.mayNotHandle', { name });
  const node = indexOf(instance.definition.plan).node(task.elementId);
  const decides = businessOf(instance.businessTable)?.barsStarter && task.kind === taskKinds.step;
  if (decides && node && !node.loop && !(await isMeant(cx, instance, task, node, userId)))
    refuse('flow.notDecider', { name });
  return name;
}

/**
 * The task ends as handed on, and the person gets one of their own for the same wait of the process: the history keeps
 * both, and of two administrators who do it at once one is refused.
 */
async function replace(cx: Context, instance: Instance, task: Task, userId: string, reason: string): Promise<string> {
  const { trx, tenantId, time, deps } = cx;
  const id = deps.newId();
  await sql`
    insert into flow_task (id, tenant_id, instance_id, execution_id, element_id, name, title, kind, parent_id, assignee,
                           candidate_users, candidate_roles, candidate_posts, barred_user, decided_users, create_time, claim_time,
                           due_time)
    select ${id}, tenant_id, instance_id, execution_id, element_id, name, title, kind, parent_id, ${userId},
           candidate_users, candidate_roles, candidate_posts, barred_user, decided_users, ${time}, ${time}, due_time
    from flow_task where tenant_id = ${tenantId} and id = ${task.id}`.execute(trx);
  await sql`
    update flow_task set parent_id = ${id} where tenant_id = ${tenantId} and parent_id = ${task.id} and status = ${taskStatus.open}`.execute(
    trx,
  );
  await sql`
    update flow_task set status = ${taskStatus.cancelled}, outcome = 'transferred', comment = ${reason}, end_time = ${time},
      done_user = ${cx.principal!.userId}, handed_to = ${userId}
    where tenant_id = ${tenantId} and id = ${task.id}`.execute(trx);
  await sql`
    with ended as (
      update flow_activity set end_time = ${time}
      where tenant_id = ${tenantId} and task_id = ${task.id} and end_time is null
      returning execution_id, name, title, type)
    insert into flow_activity (id, tenant_id, instance_id, execution_id, element_id, name, title, type, task_id, start_time)
    select ${deps.newId()}, ${tenantId}, ${instance.id}, execution_id, ${task.elementId}, name, title, type, ${id}, ${time}
    from ended`.execute(trx);
  await sendDue(cx, id, task.dueTime);
  return id;
}

/** Hands an open task on. Both people are told. */
export async function transfer(cx: Context, taskId: string, userId: string, reason: string): Promise<void> {
  const comment = reason.trim();
  if (comment === '') refuse('missingParameter', { name: 'reason' });
  const held = await lockTask(cx, taskId);
  const { instance, task } = held;
  const name = await checkTaker(cx, held, userId);
  const id = await replace(cx, instance, task, userId, comment);
  writeAudit(
    cx,
    workTodo,
    { id, processDefinitionName: instance.definition.name, taskName: task.name },
    [{ field: 'assignee', before: task.assignee, after: userId }],
    { reason: comment },
  );
  const facts = { ...subjectOf(instance, task), by: cx.actor, comment };
  const to = (assignee: string) => ({ assignee, users: [], roles: [], posts: [] });
  await tell(cx, 'handedOn', to(userId), { ...facts, subjectId: id });
  for (const former of new Set([task.assignee, task.owner]))
    if (former !== null && former !== userId)
      await tell(cx, 'handedOff', to(former), { ...facts, to: name, subjectId: taskId });
}
