/**
 * One step of an instance: what the engine has done is written down, in the transaction that holds the instance. Before
 * the commit nothing has happened, after it everything has; there is no state in between, on whatever server.
 */
import { sql } from 'kysely';
import { label } from '../../contract/domain/text';
import { instanceStates } from '../../contract/modules/flow/flowFollow';
import type { Context } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { runAction } from './actions';
import { businessOf, type Ending, withoutFixed } from './business';
import { decidedUsers } from './deciders';
import { valueOfText } from './engine/expressions';
import { indexOf, type PlanNode } from './engine/plan';
import { Run, type RunEvent, RunFailed, type Wait } from './engine/run';
import { momentOf } from './engine/times';
import { type Instance, openTasks, type Task, taskKinds, taskStatus } from './instances';
import { keepTimers, sendDue } from './moments';
import { type NoticeKind, tell } from './notices';
import { addresseesOf } from './people';
import { asPerson, seeing } from './seeing';
import { tellStuck } from './stuck';
import { storedTitle } from './titles';

/** Actions of one step at most. */
const mostActions = 50;
const mostVariables = 256 * 1024;

/** Does something with a run; what the engine refuses becomes a refusal of the call. */
export function running<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const name = error.node?.name || error.node?.id || '';
    const refusals = {
      noWay: ['flow.noWay', { name }],
      endless: ['flow.endless', {}],
      noPeople: ['flow.noAssignee', { name }],
      tooManyPeople: ['flow.tooManyTasks', { name, limit: 100 }],
    } as const;
    if (error.problem === 'broken') throw error;
    const [code, detail] = refusals[error.problem];
    throw new Refusal(code, detail);
  }
}

/** The run of an instance as it was left. */
export function recovered({ definition, variables, engineState }: Instance): Run {
  if (!engineState) throw new Error('a running instance has no state');
  return running(() => Run.recover(definition.plan, variables, engineState));
}

/** Calls the actions that the run has come to, one after the other. */
async function act(cx: Context, instance: Instance, run: Run): Promise<void> {
  for (let count = 0; ; count++) {
    const wait = run.waits().find(({ node }) => node.type === 'serviceTask');
    if (!wait) return;
    if (count >= mostActions) refuse('flow.endless');
    const { node } = wait;
    const params = Object.entries(node.action?.params ?? {}).map(([name, text]) => [
      name,
      String(valueOfText(text, run.variables) ?? ''),
    ]);
    const { id: instanceId, startUser, businessTable, businessId } = instance;
    const set = await runAction(cx, node.action?.key ?? '', {
      ...{ instanceId, startUser, businessTable, businessId },
      params: Object.fromEntries(params),
      variables: run.variables,
    });
    run.variables = { ...run.variables, ...withoutFixed(businessTable, set) };
    running(() => run.complete(wait.executionId));
  }
}

interface ActivityRow {
  executionId: string;
  elementId: string;
  name: string;
  title: string | null;
  type: string;
  taskId: string | null;
  endTime: string | null;
}

/** Whether the history names an element by itself: steps of people are named by their tasks. */
function isNamed({ type }: PlanNode): boolean {
  return type !== 'userTask' && type !== 'boundaryEvent';
}

/** What has happened as rows of the history, and the executions that have ended. */
function historyOf(cx: Context, instance: Instance, events: readonly RunEvent[], made: readonly NewTask[]) {
  const { plan } = instance.definition;
  const index = indexOf(plan);
  const flows = new Map(plan.flows.map((one) => [one.id, one]));
  const rows: ActivityRow[] = [];
  const ended = new Set<string>();
  const waiting = [...made];
  const row = (
    of: Pick<PlanNode, 'id' | 'name' | 'title'>,
    type: string,
    executionId: string,
    endTime: string | null,
  ) =>
    rows.push({
      ...{ executionId, elementId: of.id, name: of.name, title: storedTitle(of.title), type, taskId: null, endTime },
    });
  const tasksFor = (executionId: string) => {
    for (const task of waiting.filter((one) => one.wait.executionId.startsWith(executionId))) {
      waiting.splice(waiting.indexOf(task), 1);
      const { node } = task.wait;
      rows.push({
        executionId: task.wait.executionId,
        elementId: node.id,
        name: node.name,
        title: storedTitle(node.title),
        type: node.type,
        taskId: task.id,
        endTime: null,
      });
    }
  };
  for (const { kind, id, executionId } of events) {
    const node = index.node(id);
    if (kind === 'take') {
      const name = flows.get(id)?.name ?? '';
      row({ id, name, title: label(name, name) }, 'sequenceFlow', executionId, cx.time);
    } else if (!node) continue;
    else if (kind === 'fire' && node.type === 'boundaryEvent') row(node, node.type, executionId, cx.time);
    else if (kind === 'enter' && node.type === 'userTask') tasksFor(executionId);
    else if (kind === 'enter' && isNamed(node)) row(node, node.type, executionId, null);
    else if (kind === 'leave' && isNamed(node)) {
      const begun = rows.find((one) => one.executionId === executionId && one.endTime === null);
      if (begun) begun.endTime = cx.time;
      else ended.add(executionId);
    }
  }
  for (const task of [...waiting]) tasksFor(task.wait.executionId);
  return { rows, ended };
}

interface NewTask {
  id: string;
  wait: Wait;
  assignee: string | null;
}

async function writeHistory(cx: Context, instanceId: string, rows: readonly ActivityRow[], ended: ReadonlySet<string>) {
  const { trx, tenantId, time } = cx;
  if (ended.size > 0)
    await trx
      .updateTable('flow_activity')
      .set({ end_time: time })
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', instanceId)
      .where('end_time', 'is', null)
      .where('execution_id', 'in', [...ended])
      .execute();
  if (rows.length === 0) return;
  await trx
    .insertInto('flow_activity')
    .values(
      rows.map((row) => ({
        id: cx.deps.newId(),
        tenant_id: tenantId,
        instance_id: instanceId,
        execution_id: row.executionId,
        element_id: row.elementId,
        name: row.name,
        title: row.title,
        type: row.type,
        task_id: row.taskId,
        start_time: time,
        end_time: row.endTime,
      })),
    )
    .execute();
}

/** Ends open tasks that no one needs any more, with their entries of the history. */
export async function cancelTasks(cx: Context, tasks: readonly Pick<Task, 'id'>[]): Promise<void> {
  if (tasks.length === 0) return;
  const { trx, tenantId, time } = cx;
  const ids = tasks.map(({ id }) => id);
  await sql`
    with ended as (
      update flow_task set status = ${taskStatus.cancelled}, outcome = 'cancelled', end_time = ${time}
      where tenant_id = ${tenantId} and status = ${taskStatus.open} and (id = any(${ids}::bigint[]) or parent_id = any(${ids}::bigint[]))
      returning id)
    update flow_activity set end_time = ${time}
    where tenant_id = ${tenantId} and end_time is null and task_id in (select id from ended)`.execute(trx);
}

async function makeTasks(cx: Context, instance: Instance, run: Run, waits: readonly Wait[]): Promise<NewTask[]> {
  if (waits.length === 0) return [];
  const { trx, tenantId, time, deps } = cx;
  const barred = businessOf(instance.businessTable)?.barsStarter ? instance.startUser : null;
  const nodes = waits.map(({ node }) => node);
  const decided = await decidedUsers(cx, instance.id, nodes);
  const addressees = await addresseesOf(cx, waits, run.variables, decided);
  const made = waits.map((wait, at) => ({ id: deps.newId(), wait, assignee: addressees[at]!.assignee }));
  const now = deps.now();
  const due = waits.map(({ node }) => {
    const text = node.due === undefined ? null : valueOfText(node.due, run.variables);
    return text === null || text === ''
      ? null
      : (momentOf(String(text), now) ?? refuse('flow.badTimer', { name: node.name }));
  });
  await trx
    .insertInto('flow_task')
    .values(
      made.map(({ id, wait }, at) => {
        const { assignee, users, roles, posts } = addressees[at]!;
        return {
          id,
          tenant_id: tenantId,
          instance_id: instance.id,
          execution_id: wait.executionId,
          element_id: wait.node.id,
          name: wait.node.name || wait.node.id,
          title: storedTitle(wait.node.title),
          assignee,
          candidate_users: users,
          candidate_roles: roles,
          candidate_posts: posts,
          barred_user: barred,
          decided_users: decided[at]!,
          create_time: time,
          due_time: due[at] ?? null,
        };
      }),
    )
    .execute();
  const unseen: string[] = [];
  for (const [at, { id, wait }] of made.entries()) {
    const to = addressees[at]!;
    const kind: NoticeKind = to.assignee !== null ? 'assigned' : to.isOrphan ? 'orphan' : 'claimable';
    const process = instance.definition.plan.title;
    const told = await seeing(cx, instance, { ...to, except: [barred, ...decided[at]!] });
    const isForNone = told.assignee === null && told.users.length + told.roles.length + told.posts.length === 0;
    if (isForNone) unseen.push(id);
    await tell(cx, kind, told, { process, task: wait.node.title, by: instance.startUserName, subjectId: id });
    await sendDue(cx, id, due[at] ?? null);
  }
  await tellStuck(
    cx,
    made.map(({ id }) => id),
    unseen,
  );
  return made;
}

export interface StepFacts {
  /** The decision that led to the step. */
  pass?: boolean;
  comment?: string;
  decidedBy?: string | null;
  /** Ends the instance whatever the run waits for. */
  ends?: Ending;
  reason?: string;
  /** Tasks that a person has decided in this step. */
  decisions?: number;
  /** The tasks that are open before the step, where they are known. */
  before?: readonly Task[];
}

async function writeInstance(cx: Context, instance: Instance, run: Run, facts: StepFacts, ending: Ending | undefined) {
  const variables = JSON.stringify(run.variables);
  if (variables.length > mostVariables) refuse('flow.tooLargeVariables');
  const state =
    ending === undefined
      ? instanceStates.running
      : ending === 'withdrawn' || ending === 'terminated'
        ? instanceStates[ending]
        : instanceStates.finished;
  const engine = ending === undefined ? run.state() : null;
  await sql`
    update flow_instance set state = ${state}, variables = ${variables}::jsonb,
      engine_state = ${engine === null ? null : JSON.stringify(engine)}::jsonb, engine_version = ${engine?.version ?? 1},
      decisions = decisions + ${facts.decisions ?? 0}, reason = ${facts.reason ?? null},
      end_time = ${ending === undefined ? null : cx.time}
    where tenant_id = ${cx.tenantId} and id = ${instance.id}`.execute(cx.trx);
}

/** Writes what a run has done: tasks, history, timers, the instance itself; then its record and its people are told. */
export async function writeStep(cx: Context, instance: Instance, run: Run, facts: StepFacts = {}): Promise<void> {
  if (facts.ends === undefined) await act(cx, instance, run);
  const isOver = facts.ends !== undefined || run.isOver;
  const waits = isOver ? [] : run.waits();
  const reached = run.variables.pass === false ? 'rejected' : 'approved';
  const ending: Ending | undefined = isOver ? (facts.ends ?? reached) : undefined;
  const before = (facts.before ?? (await openTasks(cx, instance.id))).filter(({ kind }) => kind === taskKinds.step);
  const waited = new Set(waits.map(({ executionId }) => executionId));
  await cancelTasks(
    cx,
    before.filter(({ executionId }) => !waited.has(executionId)),
  );
  const known = new Set(before.map(({ executionId }) => executionId));
  const people = waits.filter(({ node, executionId }) => node.type === 'userTask' && !known.has(executionId));
  const made = await makeTasks(cx, instance, run, people);
  const { rows, ended } = historyOf(cx, instance, run.events, made);
  await writeHistory(cx, instance.id, rows, isOver ? await openActivities(cx, instance.id) : ended);
  await keepTimers(cx, instance, run, waits);
  await writeInstance(cx, instance, run, facts, ending);
  const kept = before.filter(({ executionId }) => waited.has(executionId));
  await businessOf(instance.businessTable)?.changed(cx, {
    instanceId: instance.id,
    businessId: instance.businessId,
    startUser: instance.startUser,
    variables: run.variables,
    comment: facts.comment ?? facts.reason ?? '',
    pass: facts.pass,
    decidedBy: facts.decidedBy ?? null,
    open: [
      ...kept.map(({ elementId, assignee }) => ({ elementId, assignee })),
      ...made.map(({ wait, assignee }) => ({ elementId: wait.node.id, assignee })),
    ],
    ending,
  });
  if (ending) await tellStarter(cx, instance, ending, facts);
}

/** Executions of elements that have begun and not ended: they end with the instance. */
async function openActivities({ trx, tenantId }: Context, instanceId: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('flow_activity')
    .select('execution_id')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('end_time', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.execution_id));
}

async function tellStarter(cx: Context, instance: Instance, ending: Ending, facts: StepFacts): Promise<void> {
  if (ending === 'withdrawn') return;
  const to = { assignee: instance.startUser, users: [], roles: [], posts: [] };
  const comment = facts.comment ?? facts.reason ?? '';
  const theirs = await asPerson(cx, instance.startUser);
  const about = theirs && (await businessOf(instance.businessTable)?.about?.(theirs, instance.businessId));
  await tell(cx, ending, to, { process: instance.definition.plan.title, comment, about, subjectId: instance.id });
}
