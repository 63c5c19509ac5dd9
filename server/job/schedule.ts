/** Moments of jobs, and the tasks of the queue that wait for them. */
import { dateTime } from '../../contract/domain/calendar';
import { firesItself, intervalOf, lifecycleOf, momentsAfter, timeTypes } from '../../contract/domain/job/jobTimes';
import { jobStates } from '../../contract/modules/job/jobinfo';
import { sendTask } from '../engine/tasks';
import type { Context } from '../kernel/context';
import type { TaskData } from '../kernel/ports';
import type { JobRow } from './rows';

type Place = Pick<Context, 'deps' | 'trx' | 'tenantId'>;

export const dueName = 'job.due';
export interface DueData extends TaskData {
  jobId: string;
  /** ms since 1970 */
  dueAt: number;
}

/** Names the task of a tick. */
export function dueKey(jobId: string, dueAt: number): string {
  return `${jobId} ${dueAt}`;
}
/** Asks for a tick of the job at its moment, in the transaction that sets the moment. */
export function sendDue(place: Place, jobId: string, dueAt: number): Promise<void> {
  const after = Math.max(0, dueAt - place.deps.now()) / 1000;
  return sendTask<DueData>(place, { name: dueName }, { jobId, dueAt }, { after, key: dueKey(jobId, dueAt) });
}

type Times = Pick<JobRow, 'time_expression_type' | 'time_expression' | 'time_zone' | 'lifecycle' | 'enable'>;

function timesOf(job: Times) {
  return {
    timeExpressionType: job.time_expression_type,
    timeExpression: job.time_expression,
    timeZone: job.time_zone,
    lifecycle: job.lifecycle,
  };
}

export interface Next {
  /** ms since 1970; null: none. */
  next_at: string | null;
  /** For people: null also where the moment only ends the job's life. */
  next_time: string | null;
}
const never: Next = { next_at: null, next_time: null };

function nextIs(at: number): Next {
  return { next_at: String(at), next_time: dateTime(at) };
}

/**
 * The next moment of a job after `after`. A fixed rate counts from `from`, the moment of the run before, and leaves out
 * what has passed. Where no run is left within the job's life, it is the end of that life, at which the job is disabled.
 */
export function nextOf(job: Times, after: number, from = after): Next {
  const times = timesOf(job);
  if (job.enable !== jobStates.enabled || !firesItself(times)) return never;
  const interval = job.time_expression_type === timeTypes.fixedRate ? intervalOf(times) : undefined;
  const passed = interval && from < after ? Math.floor((after - from) / interval) * interval : 0;
  const [at] = momentsAfter(times, interval ? from + passed : after, 1);
  if (at !== undefined) return nextIs(at);
  const end = lifecycleOf(job.lifecycle)?.end ?? null;
  return end !== null && end > after ? { next_at: String(end), next_time: null } : never;
}

/** Sets the job's next moment and asks for it; nothing else of the row changes. */
export async function arm(place: Place, jobId: string, next: Next): Promise<void> {
  await place.trx
    .updateTable('job_info')
    .set({ next_at: next.next_at, next_time: next.next_time })
    .where('tenant_id', '=', place.tenantId)
    .where('id', '=', jobId)
    .execute();
  if (next.next_at !== null) await sendDue(place, jobId, Number(next.next_at));
}
