/** Rows of jobs and runs as the scheduler reads them. */
import type { Selectable } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import { runStates } from '../../contract/modules/job/runStates';
import { sendTask } from '../engine/tasks';
import type { Context } from '../kernel/context';
import type { TaskData } from '../kernel/ports';
import type { Tables } from '../kernel/tables';
import { ownNode } from './nodes';

export type JobRow = Selectable<Tables['job_info']>;
export type RunRow = Selectable<Tables['job_run']>;
/** `for_node` of a run that any node may take. */
export const anyNode = -1;
export const openStates = [runStates.waiting, runStates.dispatched, runStates.running];

/** What a new run waits for. */
const firstTask = 'first';

export const runName = 'job.run';
export interface RunData extends TaskData {
  runId: string;
  /** What the run's row says that it waits for: a task that comes late says something else. Undefined: the task does not
   *  start the run, it looks after one that may never be started. */
  task?: string;
}

/** Seconds after which a node that has not taken its run is looked at. */
export const watchSeconds = 60;

type Place = Pick<Context, 'deps' | 'trx' | 'tenantId'>;

/** Names the task that starts a run. */
export function runKey(runId: string, task: string): string {
  return `${runId} ${task}`;
}
/** Gives a run to the queue, in the transaction that makes it wait for this task. */
export async function sendRun(
  cx: Place,
  { id: runId, for_node: node }: Pick<RunRow, 'id' | 'for_node'>,
  task: string,
  after = 0,
): Promise<void> {
  const isPlaced = node !== anyNode;
  const options = { after, key: runKey(runId, task), ...(isPlaced ? { node } : {}) };
  await sendTask<RunData>(cx, { name: runName }, { runId, task }, options);
  if (isPlaced && node !== ownNode(cx.deps).number()) await sendWatch(cx, runId, after + watchSeconds);
}
/** Asks for a look at a run: it may have been stopped, or its node may be gone. */
export function sendWatch(cx: Place, runId: string, after = 0): Promise<void> {
  return sendTask<RunData>(cx, { name: runName }, { runId }, { after, key: `${runId} watch ${after > 0}` });
}

export interface NewRun {
  trigger: number;
  /** ms since 1970 */
  scheduledAt: number;
  missed?: number;
  isLate?: boolean;
  forNode?: number;
  /** It may run on that node alone. */
  isBound?: boolean;
  params?: string | null;
  /** It has ended before it began. */
  failed?: string;
}

/** Writes the row of a run, and gives it to the queue unless it has failed already. Answers its id. */
export async function insertRun(cx: Context, job: JobRow, run: NewRun): Promise<string> {
  const { deps, trx, tenantId, time } = cx;
  const id = deps.newId();
  const forNode = run.forNode ?? anyNode;
  const state = run.failed ? runStates.failed : forNode === anyNode ? runStates.waiting : runStates.dispatched;
  await trx
    .insertInto('job_run')
    .values({
      id,
      tenant_id: tenantId,
      job_info_id: job.id,
      job_name: job.job_name,
      processor_info: job.processor_info,
      state,
      trigger: run.trigger,
      is_late: run.isLate ? 1 : 0,
      missed: run.missed ?? 0,
      for_node: forNode,
      is_bound: run.isBound ? 1 : 0,
      task: firstTask,
      params: run.params === undefined ? job.job_params : run.params,
      cause: run.failed ?? null,
      scheduled_at: String(run.scheduledAt),
      scheduled_time: dateTime(run.scheduledAt),
      ...(run.failed ? { end_time: time } : {}),
      create_user: cx.principal?.userId ?? null,
      create_dept: cx.principal?.deptId ?? null,
      create_time: time,
      update_time: time,
    })
    .execute();
  if (!run.failed) await sendRun(cx, { id, for_node: forNode }, firstTask);
  return id;
}
