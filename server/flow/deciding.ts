/** Completing a task: agreeing, rejecting, sending it back to an earlier step. */
import { sql } from 'kysely';
import { textIn } from '../../contract/domain/text';
import { isEmpty } from '../../contract/domain/values';
import { workTodo } from '../../contract/modules/work/workTodo';
import { type FlowStep, needsComment, type TaskOutcome } from '../../contract/wire/flow';
import { writeAudit } from '../engine/audit/entries';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { businessOf, withoutFixed } from './business';
import { excludeDecider } from './deciders';
import { canBeginAt, reachableFrom, readsDecision } from './engine/graph';
import { indexOf, type PlanNode } from './engine/plan';
import { Run } from './engine/run';
import { formValues } from './forms';
import { claim, claimRight, isReleasable } from './handing';
import { type Instance, type Task, taskKinds, taskStatus } from './instances';
import { subjectOf, tell } from './notices';
import { addresseesOf } from './people';
import { lockTask } from './seeing';
import { cancelTasks, recovered, running, type StepFacts, writeStep } from './step';

export interface Decision {
  taskId: string;
  /** Where it is given, the task must be of this instance. */
  processInstanceId?: string | undefined;
  comment: string;
  pass: boolean;
  returnTo?: string | undefined;
  variables?: unknown;
}

/** The step, or the sub-process around it that stands in the process itself. */
function topmost(instance: Instance, node: PlanNode): PlanNode {
  const index = indexOf(instance.definition.plan);
  let at = node;
  for (let above = index.node(at.parent); above; above = index.node(at.parent)) at = above;
  return at;
}

/**
 * Steps that a task can be sent back to: those of people that have been done before it and lead to it again, in the order
 * in which they were first reached. A step inside a parallel section is none: its join would wait for ever.
 */
export async function stepsBack(cx: Context, instance: Instance, elementId: string): Promise<FlowStep[]> {
  const { plan } = instance.definition;
  const index = indexOf(plan);
  const node = index.node(elementId);
  if (!node) return [];
  const current = topmost(instance, node).id;
  const { rows } = await sql<{ id: string }>`
    select element_id as id from flow_activity
    where tenant_id = ${cx.tenantId} and instance_id = ${instance.id} and type = 'userTask' and end_time is not null
    group by element_id order by min(id)`.execute(cx.trx);
  return rows.flatMap(({ id }) => {
    const step = index.node(id);
    const isBefore = step && step.parent === plan.key && id !== current && reachableFrom(plan, id).has(current);
    return isBefore && canBeginAt(plan, id) ? [{ id, name: textIn(step.title, cx.language) || id }] : [];
  });
}

/** Records what a person has done with a task. */
export async function closeTask(
  cx: Context,
  instance: Instance,
  task: Task,
  outcome: TaskOutcome,
  comment: string,
): Promise<void> {
  const { trx, tenantId, time } = cx;
  await sql`
    with done as (
      update flow_task set status = ${taskStatus.done}, outcome = ${outcome}, comment = ${comment}, end_time = ${time},
        done_user = ${cx.principal!.userId}
      where tenant_id = ${tenantId} and id = ${task.id} and status = ${taskStatus.open} returning id)
    update flow_activity set end_time = ${time}
    where tenant_id = ${tenantId} and end_time is null and task_id in (select id from done)`.execute(trx);
  const row = { id: task.id, processDefinitionName: instance.definition.name, taskName: task.name };
  const changes = [
    { field: 'outcome', before: null, after: outcome },
    { field: 'comment', before: null, after: comment },
  ];
  writeAudit(cx, workTodo, row, changes);
  await excludeDecider(cx, instance, task);
}

/** The opinion of an added signer, or of the person that a task was delegated to: it goes back to whom it is from. */
async function giveOpinion(
  cx: Context,
  instance: Instance,
  task: Task,
  parent: Task | undefined,
  { pass, comment }: Decision,
) {
  await closeTask(cx, instance, task, pass ? 'approved' : 'rejected', comment);
  if (parent) await tellReturned(cx, instance, parent, comment);
}

async function tellReturned(cx: Context, instance: Instance, task: Task, comment: string): Promise<void> {
  const to = { assignee: task.owner ?? task.assignee, users: [], roles: [], posts: [] };
  const facts = { ...subjectOf(instance, task), by: cx.actor, comment, subjectId: task.id };
  await tell(cx, 'returned', to, facts);
}

/** A delegated task goes back to its owner; what the delegate says is kept as the opinion of a signer. */
async function returnToOwner(cx: Context, instance: Instance, task: Task, { pass, comment }: Decision): Promise<void> {
  const { trx, tenantId, time, deps } = cx;
  const id = deps.newId();
  const signer = { ...task, id, kind: taskKinds.signer };
  const title = task.title && JSON.stringify(task.title);
  await sql`
    insert into flow_task (id, tenant_id, instance_id, element_id, name, title, kind, parent_id, assignee, create_time, claim_time)
    values (${id}, ${tenantId}, ${instance.id}, ${task.elementId}, ${task.name}, ${title}::jsonb, ${taskKinds.signer}, ${task.id},
            ${cx.principal!.userId}, ${time}, ${time})`.execute(trx);
  await sql`
    insert into flow_activity (id, tenant_id, instance_id, element_id, name, title, type, task_id, start_time)
    values (${deps.newId()}, ${tenantId}, ${instance.id}, ${task.elementId}, ${task.name}, ${title}::jsonb, 'userTask', ${id}, ${time})`.execute(
    trx,
  );
  await closeTask(cx, instance, signer, pass ? 'approved' : 'rejected', comment);
  await sql`
    update flow_task set assignee = owner, owner = null where tenant_id = ${tenantId} and id = ${task.id}`.execute(trx);
  await tellReturned(cx, instance, task, comment);
}

/** Values that the person has entered in the form of the step. */
async function entered(
  cx: Context,
  instance: Instance,
  node: PlanNode,
  sent: unknown,
): Promise<Record<string, unknown>> {
  const values = withoutFixed(instance.businessTable, await formValues(cx, node.form, sent));
  const all = { ...instance.variables, ...values };
  return { ...values, ...businessOf(instance.businessTable)?.derived?.(cx, all) };
}

async function sendBack(cx: Context, instance: Instance, task: Task, open: readonly Task[], decision: Decision) {
  const steps = await stepsBack(cx, instance, task.elementId);
  const target = decision.returnTo ?? '';
  if (!steps.some(({ id }) => id === target)) refuse('flow.badStep');
  await closeTask(cx, instance, task, 'returned', decision.comment);
  await cancelTasks(
    cx,
    open.filter(({ id }) => id !== task.id),
  );
  const variables = { ...instance.variables, pass: false };
  // The old execution ends here; the new one begins at the step, with the variables as they are.
  const run = running(() => Run.begin(instance.definition.plan, variables, target));
  await finish(cx, instance, run, decision, { before: [] });
}

async function finish(cx: Context, instance: Instance, run: Run, { pass, comment }: Decision, more: StepFacts = {}) {
  const decidedBy = cx.principal?.userId ?? null;
  return writeStep(cx, instance, run, { pass, comment, decidedBy, decisions: 1, ...more });
}

/**
 * Ends a rejected task of a step after which no condition reads the decision: the instance ends, because going on would
 * treat it like an approved one.
 */
async function endRejected(cx: Context, instance: Instance, run: Run, decision: Decision, before: readonly Task[]) {
  run.variables = { ...run.variables, pass: false };
  await finish(cx, instance, run, decision, { ends: 'rejected', reason: decision.comment.slice(0, 500), before });
}

/** Whether the diagram means a person to do a task, as roles and posts are held now. */
export async function isMeant(
  cx: Context,
  instance: Instance,
  { executionId, decidedUsers }: Task,
  node: PlanNode,
  userId: string,
): Promise<boolean> {
  const [now] = await addresseesOf(cx, [{ executionId, node }], instance.variables, [decidedUsers]);
  const { assignee, users, roles, posts } = now!;
  const { rows } = await sql`
    select 1 from sys_user where tenant_id = ${cx.tenantId} and id = ${userId}
      and (id = ${assignee ?? '0'} or id = any(${users}::bigint[]) or role_ids && ${roles}::bigint[] or post_ids && ${posts}::bigint[])`.execute(
    cx.trx,
  );
  return rows.length > 0;
}

/** Refuses a decision on a record by a person who has claimed the task and would not be its candidate any more. */
async function checkStill(cx: Context, instance: Instance, task: Task, node: PlanNode): Promise<void> {
  if (!businessOf(instance.businessTable)?.barsStarter || !isReleasable(task) || node.loop) return;
  if (!(await isMeant(cx, instance, task, node, cx.principal!.userId))) refuse('flow.notCandidate');
}

/** A task locked for the person to decide on; one that waits to be claimed is claimed by that. */
async function lockToDecide(cx: Context, taskId: string) {
  const held = await lockTask(cx, taskId);
  if (held.task.assignee !== null || held.task.status !== taskStatus.open || !(await cx.may(claimRight))) return held;
  await claim(cx, taskId);
  return lockTask(cx, taskId);
}

export async function decide(cx: Context, decision: Decision): Promise<void> {
  const { userId } = cx.principal ?? refuse('signedOut');
  const { instance, task, open } = await lockToDecide(cx, decision.taskId);
  if (decision.processInstanceId && decision.processInstanceId !== instance.id) refuse('notFound');
  if (task.assignee !== userId) refuse('flow.notAssignee');
  if (task.barredUser === userId) refuse('flow.ownRequest');
  if (task.decidedUsers.includes(userId)) refuse('flow.decidedBefore');
  // A step for another person is for another hand, too.
  await cx.approvals.refuseOwn(task.decidedUsers, 'flow.decidedBefore');
  if (needsComment(decision.pass) && isEmpty(decision.comment.trim())) refuse('flow.commentNeeded');
  if (task.kind === taskKinds.signer)
    return giveOpinion(
      cx,
      instance,
      task,
      open.find(({ id }) => id === task.parentId),
      decision,
    );
  if (task.owner !== null && task.owner !== userId) return returnToOwner(cx, instance, task, decision);
  const waiting = open.filter(({ parentId }) => parentId === task.id);
  if (waiting.length > 0) refuse('flow.signersOpen', { names: await namesOf(cx, waiting) });
  const { plan } = instance.definition;
  const node = indexOf(plan).node(task.elementId) ?? refuse('bug');
  await checkStill(cx, instance, task, node);
  if (decision.returnTo) {
    if (decision.pass) refuse('badParameter', { name: 'returnTo' });
    return sendBack(cx, instance, task, open, decision);
  }
  // A form need not be filled in to reject.
  const values = decision.pass ? await entered(cx, instance, node, decision.variables) : {};
  const run = recovered({ ...instance, variables: { ...instance.variables, ...values } });
  await closeTask(cx, instance, task, decision.pass ? 'approved' : 'rejected', decision.comment);
  const before = open.filter(({ id }) => id !== task.id);
  const endsIt = !readsDecision(plan, node.id);
  if (!decision.pass && endsIt && !node.loop) return endRejected(cx, instance, run, decision, before);
  running(() => run.complete(task.executionId, decision.pass));
  const isLeft = run.events.some(({ kind, id }) => kind === 'leave' && id === node.id);
  if (endsIt && isLeft && run.variables.pass === false) return endRejected(cx, instance, run, decision, before);
  await finish(cx, instance, run, decision, { before });
}

async function namesOf({ trx, tenantId }: Context, tasks: readonly Task[]): Promise<string> {
  const ids = tasks.flatMap(({ assignee }) => assignee ?? []);
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(real_name, '、' order by id) as names from sys_user
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(trx);
  return rows[0]?.names ?? '';
}
