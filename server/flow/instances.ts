/** Rows of instances and their tasks, as a step reads and locks them. */
import { sql } from 'kysely';
import type { Label } from '../../contract/domain/text';
import { instanceStates } from '../../contract/modules/flow/flowFollow';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { type Definition, definitionOf } from './definitions';
import type { RunState } from './engine/run';

export interface Instance {
  id: string;
  definition: Definition;
  state: number;
  startUser: string;
  startUserName: string;
  startTime: string;
  businessTable: string;
  businessId: string;
  variables: Record<string, unknown>;
  engineState: RunState | null;
  engineVersion: number;
  decisions: number;
  remindedTime: string | null;
}

export const taskStatus = { open: 1, done: 2, cancelled: 3 } as const;
export const taskKinds = { step: 1, signer: 2 } as const;

export interface Task {
  id: string;
  executionId: string;
  elementId: string;
  name: string;
  /** The name by language; null where there is one for all. */
  title: Label | null;
  kind: number;
  parentId: string | null;
  assignee: string | null;
  owner: string | null;
  candidateUsers: string[];
  candidateRoles: string[];
  candidatePosts: string[];
  /** A person who may not decide on it. */
  barredUser: string | null;
  /** People who have decided on another step and may not decide on this one. */
  decidedUsers: string[];
  status: number;
  claimTime: string | null;
  dueTime: string | null;
}

type Held = Omit<Instance, 'definition'> & { definitionId: string };

/** An instance by its id, or by one of its tasks; `locked`: held for a change until the transaction ends. */
async function readInstance(
  cx: Context,
  by: { id: string } | { taskId: string },
  locked: boolean,
): Promise<Instance | undefined> {
  const which =
    'id' in by
      ? sql`${by.id}`
      : sql`(select t.instance_id from flow_task t where t.tenant_id = ${cx.tenantId} and t.id = ${by.taskId})`;
  const { rows } = await sql<Held>`
    select i.id, i.definition_id as "definitionId", i.state, i.start_user as "startUser", i.start_time as "startTime",
           (select u.real_name from sys_user u where u.tenant_id = ${cx.tenantId} and u.id = i.start_user) as "startUserName",
           i.business_table as "businessTable", i.business_id as "businessId", i.variables, i.engine_state as "engineState",
           i.engine_version as "engineVersion", i.decisions, i.reminded_time as "remindedTime"
    from flow_instance i where i.tenant_id = ${cx.tenantId} and i.id = ${which}
    ${locked ? sql`for no key update of i` : sql``}`.execute(cx.trx);
  const [row] = rows;
  if (!row) return undefined;
  const { definitionId, ...held } = row;
  return { ...held, startUserName: held.startUserName ?? '', definition: await definitionOf(cx, definitionId) };
}

export async function instanceOf(cx: Context, id: string): Promise<Instance> {
  return (await readInstance(cx, { id }, false)) ?? refuse('notFound');
}

/** The instance, locked: all steps of one instance happen one after the other. */
export async function lockInstance(cx: Context, id: string): Promise<Instance> {
  return (await readInstance(cx, { id }, true)) ?? refuse('notFound');
}

export function isRunning({ state }: Instance): boolean {
  return state === instanceStates.running;
}

const taskColumns = sql`id, execution_id as "executionId", element_id as "elementId", name, title, kind, parent_id as "parentId",
  assignee, owner, candidate_users as "candidateUsers", candidate_roles as "candidateRoles",
  candidate_posts as "candidatePosts", barred_user as "barredUser", decided_users as "decidedUsers", status, claim_time as "claimTime", due_time as "dueTime"`;

/** The open tasks of an instance, oldest first; read after it was locked, they stay what they are. */
export async function openTasks({ trx, tenantId }: Context, instanceId: string): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select ${taskColumns} from flow_task
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and status = ${taskStatus.open} order by id`.execute(
    trx,
  );
  return rows;
}

export async function taskOf(
  { trx, tenantId }: Context,
  id: string,
): Promise<(Task & { instanceId: string }) | undefined> {
  const { rows } = await sql<Task & { instanceId: string }>`
    select ${taskColumns}, instance_id as "instanceId" from flow_task where tenant_id = ${tenantId} and id = ${id}`.execute(
    trx,
  );
  return rows[0];
}

async function isHandedOn({ trx, tenantId }: Context, taskId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from flow_task where tenant_id = ${tenantId} and id = ${taskId} and handed_to is not null`.execute(trx);
  return rows.length > 0;
}

/** The instance of a task, locked. */
export async function lockInstanceOfTask(cx: Context, taskId: string): Promise<Instance> {
  return (await readInstance(cx, { taskId }, true)) ?? refuse('notFound');
}

/** A task of a locked instance, and all open tasks of it. Refused `flow.done` where the task is over. */
export async function openTaskOf(
  cx: Context,
  instance: Instance,
  taskId: string,
): Promise<{ instance: Instance; task: Task; open: Task[] }> {
  const open = await openTasks(cx, instance.id);
  const task = open.find(({ id }) => id === taskId);
  if (!task || !isRunning(instance)) return refuse((await isHandedOn(cx, taskId)) ? 'flow.handedOn' : 'flow.done');
  return { instance, task, open };
}
