/** What people see of a task and of an instance: detail, form, diagram, history. */
import { type RawBuilder, sql } from 'kysely';
import { instantOf } from '../../contract/domain/calendar';
import { filledIn, joined, type Label, type Language, label, textIn } from '../../contract/domain/text';
import type { FlowActivity, FlowView, StartForm, TaskAct, TaskDetail } from '../../contract/wire/flow';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { businessOf, withoutFixed } from './business';
import { stepsBack } from './deciding';
import { diagramOf, startable } from './definitions';
import { indexOf } from './engine/plan';
import { fieldsOf } from './forms';
import { claimRight, isReleasable } from './handing';
import { type Instance, instanceOf, isRunning, type Task, taskKinds, taskOf, taskStatus } from './instances';
import { isCandidate } from './mine';
import { checkRecord, seesTask } from './seeing';
import { nameIn, processName } from './titles';

/** People who may see every instance of their tenant. */
async function seesAll(cx: Context): Promise<boolean> {
  return (await cx.may('flow_follow')) || (await cx.may('flow_manager'));
}

/** Whether a row of tasks is, or was, one of the person's. */
async function isOwn(cx: Context): Promise<RawBuilder<boolean>> {
  const userId = cx.principal?.userId ?? '0';
  return sql<boolean>`(assignee = ${userId} or owner = ${userId} or done_user = ${userId} or ${await isCandidate(cx)})`;
}

/** Refuses an instance that the person neither takes part in nor administers, or whose record they may not see. */
export async function checkSeen(cx: Context, instance: Instance): Promise<void> {
  await checkRecord(cx, instance);
  if (instance.startUser === cx.principal?.userId) return;
  const { rows } = await sql`
    select 1 from flow_task where tenant_id = ${cx.tenantId} and instance_id = ${instance.id} and ${await isOwn(cx)} limit 1`.execute(
    cx.trx,
  );
  if (rows.length === 0 && !(await seesAll(cx))) refuse('flow.notParticipant');
}

interface ActivityRow {
  elementId: string;
  name: string;
  title: Label | null;
  type: string;
  startTime: string;
  endTime: string | null;
  assignee: string | null;
  assigneeName: string | null;
  comment: string | null;
  outcome: FlowActivity['outcome'] | null;
  isCandidate: boolean;
  /** Of a task that waits to be claimed. */
  candidates: string[] | null;
  /** Of a task that was handed on. */
  handedBy: string | null;
  handedTo: string | null;
}

/** Names of those who may claim task `t`: people, roles and posts. */
export function candidateNames(tenantId: string): RawBuilder<string[]> {
  return sql`array(
    select real_name from sys_user where tenant_id = ${tenantId} and id = any(t.candidate_users) and is_deleted = 0
    union all select role_name from sys_role where tenant_id = ${tenantId} and id = any(t.candidate_roles) and is_deleted = 0
    union all select post_name from sys_post where tenant_id = ${tenantId} and id = any(t.candidate_posts) and is_deleted = 0)`;
}
function personName(tenantId: string, id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select real_name from sys_user where tenant_id = ${tenantId} and id = ${id})`;
}

const handedOn = label('{by} 转交给 {to}：{reason}', '{by} handed it on to {to}: {reason}');

async function activitiesOf({ trx, tenantId }: Context, instanceId: string, flows: boolean): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select a.element_id as "elementId", a.name, a.title, a.type, a.start_time as "startTime", a.end_time as "endTime",
           u.id as assignee, u.real_name as "assigneeName", t.comment, t.outcome,
           coalesce(t.status = ${taskStatus.open} and t.assignee is null, false) as "isCandidate",
           case when t.status = ${taskStatus.open} and t.assignee is null then ${candidateNames(tenantId)} end as candidates,
           ${personName(tenantId, sql`case when t.handed_to is not null then t.done_user end`)} as "handedBy",
           ${personName(tenantId, sql`t.handed_to`)} as "handedTo"
    from flow_activity a
    left join flow_task t on t.tenant_id = a.tenant_id and t.id = a.task_id
    left join sys_user u on u.tenant_id = a.tenant_id
      and u.id = case when t.handed_to is null then coalesce(t.done_user, t.assignee) else t.assignee end
    where a.tenant_id = ${tenantId} and a.instance_id = ${instanceId} ${flows ? sql`` : sql`and a.type <> 'sequenceFlow'`}
    order by a.id limit 5000`.execute(trx);
  return rows;
}

const spans = {
  d: label('{n} 天', '{n} d'),
  h: label('{n} 小时', '{n} h'),
  m: label('{n} 分', '{n} min'),
  s: label('{n} 秒', '{n} s'),
} as const;

/** `1 天 2 小时`: the two largest parts of a time. */
export function durationText(from: string, to: string | null, language: Language): string {
  if (to === null) return '';
  const seconds = Math.max(0, Math.round((instantOf(to) - instantOf(from)) / 1000));
  const parts = [
    ['d', Math.floor(seconds / 86_400)],
    ['h', Math.floor(seconds / 3_600) % 24],
    ['m', Math.floor(seconds / 60) % 60],
    ['s', seconds % 60],
  ] as const;
  const first = parts.findIndex(([, n]) => n > 0);
  if (first < 0) return filledIn(textIn(spans.s, language), { n: 0 });
  return parts
    .slice(first, first + 2)
    .filter(([, n]) => n > 0)
    .map(([unit, n]) => filledIn(textIn(spans[unit], language), { n }))
    .join(' ');
}

export async function historyList(cx: Context, instanceId: string): Promise<FlowActivity[]> {
  const instance = await instanceOf(cx, instanceId);
  await checkSeen(cx, instance);
  return (await activitiesOf(cx, instanceId, false)).map((row) => ({
    historyActivityId: row.elementId,
    historyActivityName: nameIn(row.name, row.title, cx.language),
    historyActivityType: row.isCandidate ? 'candidate' : row.type,
    historyActivityDurationTime: durationText(row.startTime, row.endTime, cx.language),
    // The starter stands beside the beginning.
    assignee: row.type === 'startEvent' ? instance.startUser : (row.assignee ?? ''),
    assigneeName: row.type === 'startEvent' ? instance.startUserName : (row.assigneeName ?? ''),
    candidateNames: joined(row.candidates ?? [], cx.language),
    createTime: row.startTime,
    endTime: row.endTime ?? '',
    comment:
      row.handedTo === null
        ? (row.comment ?? '')
        : filledIn(textIn(handedOn, cx.language), { by: row.handedBy, to: row.handedTo, reason: row.comment }),
    outcome: row.outcome ?? '',
  }));
}

export async function viewOf(
  cx: Context,
  {
    processInstanceId,
    processDefinitionId,
  }: { processInstanceId?: string | undefined; processDefinitionId?: string | undefined },
): Promise<FlowView> {
  if (processInstanceId === undefined)
    return {
      xml: await diagramOf(cx, processDefinitionId ?? refuse('missingParameter', { name: 'processInstanceId' })),
      flow: [],
    };
  const instance = await instanceOf(cx, processInstanceId);
  await checkSeen(cx, instance);
  const rows = await activitiesOf(cx, processInstanceId, true);
  // The last entry of an element counts, so what is open comes after what has ended.
  const inOrder = [
    ...rows.filter(({ endTime }) => endTime !== null),
    ...rows.filter(({ endTime }) => endTime === null),
  ];
  return {
    xml: await diagramOf(cx, instance.definition.id),
    flow: inOrder.map((row) => ({
      historyActivityId: row.elementId,
      historyActivityType: row.isCandidate ? 'candidate' : row.type,
      endTime: row.endTime ?? '',
    })),
  };
}

export async function startFormOf(cx: Context, id: string): Promise<StartForm> {
  const { category, plan } = await startable(cx, { id });
  const start = plan.nodes.find(({ type, parent }) => type === 'startEvent' && parent === plan.key);
  return { processDefinitionId: id, name: textIn(plan.title, cx.language), category, fields: fieldsOf(start?.form) };
}

/** What the person may do with a task now. */
async function actsOf(cx: Context, instance: Instance, task: Task): Promise<TaskAct[]> {
  const userId = cx.principal?.userId;
  if (task.status !== taskStatus.open || !isRunning(instance)) return [];
  if (task.assignee === null) {
    const { rows } = await sql`
      select 1 from flow_task where tenant_id = ${cx.tenantId} and id = ${task.id} and ${await isCandidate(cx)}`.execute(
      cx.trx,
    );
    if (rows.length === 0) return [];
    // Who may claim it decides on it at once.
    return ['claim', ...((await cx.may(claimRight)) ? (['complete', 'reject'] as const) : [])];
  }
  if (task.assignee !== userId) return [];
  if (task.kind === taskKinds.signer) return ['complete', 'reject'];
  const isDelegated = task.owner !== null && task.owner !== userId;
  if (isDelegated) return ['complete', 'reject', 'delegate'];
  return ['complete', 'reject', ...(isReleasable(task) ? (['release'] as const) : []), 'delegate', 'addSigner'];
}

/** Values that were entered in the forms of the process before, with their fields. */
/** What people have entered; what the instance keeps of its record is told by the facts, to those who may see it. */
function formValuesOf({ definition: { plan }, businessTable, ...instance }: Instance): TaskDetail['given'] {
  const variables = withoutFixed(businessTable, instance.variables);
  const form = plan.nodes.flatMap((node) => node.form ?? []);
  const known = form.filter(({ id }) => Object.hasOwn(variables, id));
  const fields = fieldsOf(known);
  return { fields, values: Object.fromEntries(Object.keys(fields).map((name) => [name, variables[name]])) };
}

/** What people read about an instance: the facts of its record and the values of its forms, and where the record is. */
export async function factsOf(cx: Context, instance: Instance): Promise<Pick<TaskDetail, 'given' | 'record'>> {
  const facts = await businessOf(instance.businessTable)?.facts?.(cx, instance.businessId);
  const { fields, values } = formValuesOf(instance);
  return {
    given: { fields: { ...facts?.fields, ...fields }, values: { ...facts?.values, ...values } },
    record: facts?.record ?? null,
  };
}

export async function taskDetailOf(cx: Context, taskId: string): Promise<TaskDetail> {
  const task = (await taskOf(cx, taskId)) ?? refuse('notFound');
  const instance = await instanceOf(cx, task.instanceId);
  await checkSeen(cx, instance);
  const { definition } = instance;
  const node = indexOf(definition.plan).node(task.elementId);
  const may = await actsOf(cx, instance, task);
  const isStep = task.kind === taskKinds.step;
  const isOwners = isStep && (task.owner === null || task.owner === task.assignee);
  const { rows } = await sql<{ name: string | null }>`
    select real_name as name from sys_user where tenant_id = ${cx.tenantId} and id = ${task.assignee ?? '0'}`.execute(
    cx.trx,
  );
  return {
    taskId,
    taskName: nameIn(task.name, task.title, cx.language),
    processInstanceId: instance.id,
    processDefinitionId: definition.id,
    processDefinitionName: processName(cx, definition),
    category: definition.category,
    businessTable: instance.businessTable,
    businessId: instance.businessId,
    assignee: task.assignee ?? '',
    assigneeName: rows[0]?.name ?? '',
    startUserName: instance.startUserName,
    startTime: instance.startTime,
    dueTime: task.dueTime ?? '',
    status: task.status !== taskStatus.open ? 'done' : task.assignee === null ? 'claim' : 'todo',
    may,
    steps: isOwners && may.includes('reject') ? await stepsBack(cx, instance, task.elementId) : [],
    fields: isOwners ? fieldsOf(node?.form) : {},
    ...(await factsOf(cx, instance)),
  };
}

export async function countsOf(cx: Context): Promise<{ claim: number; todo: number }> {
  const { rows } = await sql<{ claim: number; todo: number }>`
    select (select count(*)::int from flow_task where tenant_id = ${cx.tenantId} and status = 1 and assignee is null
              and ${await isCandidate(cx)} and ${await seesTask(cx)}) as claim,
           (select count(*)::int from flow_task where tenant_id = ${cx.tenantId} and status = 1
              and assignee = ${cx.principal?.userId ?? '0'} and ${await seesTask(cx)}) as todo`.execute(cx.trx);
  return rows[0]!;
}
