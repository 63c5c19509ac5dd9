/**
 * Ticks of jobs. The moment of the next one stands in the job's row, and a task of the queue waits for it. A tick locks the
 * row while it is still due at that moment, writes its run, moves the moment on and asks for the next tick in one
 * transaction: a task that comes twice, or on two servers, ticks once.
 */
import { sql } from 'kysely';
import { lifecycleOf, momentsBetween, timeTypes } from '../../contract/domain/job/jobTimes';
import { dispatchStrategies, executeTypes, jobStates } from '../../contract/modules/job/jobinfo';
import { causeOf, type RunCause } from '../../contract/modules/job/runCauses';
import { runTriggers } from '../../contract/modules/job/runStates';
import { isLive } from '../auth/people';
import { defineTask, persistent } from '../engine/tasks';
import type { Context } from '../kernel/context';
import { liveNodes } from './nodes';
import { insertRun, type JobRow, type NewRun, openStates } from './rows';
import { type DueData, dueName, nextOf, sendDue } from './schedule';

/** A run that begins so many ms after its moment is marked as late. */
const lateMs = 30_000;
/** The clocks of queue and server differ by a little: a tick that comes so many ms early is taken. */
const earlyMs = 20;
const frequent: readonly number[] = [timeTypes.fixedRate, timeTypes.fixedDelay];

/** The job, locked, while it is due at that moment. */
async function dueRow({ trx, tenantId }: Context, { jobId, dueAt }: DueData): Promise<JobRow | undefined> {
  return trx
    .selectFrom('job_info')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', jobId)
    .where('is_deleted', '=', 0)
    .where('enable', '=', jobStates.enabled)
    .where('next_at', '=', String(dueAt))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Runs of the job that have not ended; those of one moment on all nodes count once. */
async function openRuns({ trx, tenantId }: Context, jobId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('job_run')
    .select(sql<string>`count(distinct scheduled_at)`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('job_info_id', '=', jobId)
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The nodes that a run is given to; undefined: any one. */
async function nodesFor(cx: Context, job: JobRow): Promise<number[] | undefined> {
  if (job.execute_type === executeTypes.broadcast) {
    const live = await liveNodes(cx);
    return job.max_worker_count > 0 ? live.slice(0, job.max_worker_count) : live;
  }
  if (job.dispatch_strategy !== dispatchStrategies.random) return undefined;
  const live = await liveNodes(cx);
  return [live[cx.deps.random(4).readUInt32BE(0) % live.length]!];
}

/** Begins the job once: a run, or one on every node. Answers their ids. */
export async function begin(cx: Context, job: JobRow, run: NewRun): Promise<string[]> {
  const limit = frequent.includes(job.time_expression_type) && run.trigger === runTriggers.schedule ? 1 : 0;
  const most = limit || job.max_instance_num;
  const open = most > 0 ? await openRuns(cx, job.id) : 0;
  if (most > 0 && open >= most) {
    // What runs every second would fill the log with runs that did not begin.
    if (limit) return [];
    const failed = causeOf('tooMany', { x: String(open + 1), y: String(most) });
    return [await insertRun(cx, job, { ...run, failed })];
  }
  const nodes = await nodesFor(cx, job);
  if (!nodes) return [await insertRun(cx, job, run)];
  const ids: string[] = [];
  const isBound = job.execute_type === executeTypes.broadcast;
  for (const forNode of nodes) ids.push(await insertRun(cx, job, { ...run, forNode, isBound }));
  return ids;
}

async function setJob({ trx, tenantId }: Context, job: JobRow, change: Partial<JobRow>): Promise<void> {
  await trx.updateTable('job_info').set(change).where('tenant_id', '=', tenantId).where('id', '=', job.id).execute();
}

async function tick(cx: Context, data: DueData): Promise<void> {
  const { deps, time } = cx;
  const { jobId, dueAt } = data;
  const job = await dueRow(cx, data);
  if (!job) return; // changed, paused or removed meanwhile, or ticked by another server
  if (dueAt - deps.now() > earlyMs) return sendDue(cx, jobId, dueAt);
  // Counted from the moment itself where the tick is early, so that it does not come twice.
  const now = Math.max(deps.now(), dueAt);
  const end = lifecycleOf(job.lifecycle)?.end ?? null;
  const pause = (why: RunCause) =>
    setJob(cx, job, { enable: jobStates.paused, next_at: null, next_time: null, note: causeOf(why) });
  if (end !== null && dueAt >= end) return pause('lifeOver');

  let begun: string[] = [];
  if (await isLive(cx.trx, cx.tenantId, now)) {
    const times = { timeExpressionType: job.time_expression_type, timeExpression: job.time_expression };
    // One run stands for all moments that passed while no server ran.
    const missed = momentsBetween({ ...times, timeZone: job.time_zone, lifecycle: job.lifecycle }, dueAt, now);
    const isLate = missed > 0 || now - dueAt > lateMs;
    begun = await begin(cx, job, { trigger: runTriggers.schedule, scheduledAt: dueAt, missed, isLate });
  }
  // A fixed delay counts from the end of the run.
  const isDelay = job.time_expression_type === timeTypes.fixedDelay;
  const next = isDelay && begun.length > 0 ? { next_at: null, next_time: null } : nextOf(job, now, dueAt);
  if (next.next_at === null && !isDelay) {
    if (begun.length > 0) await setJob(cx, job, { last_time: time });
    return pause(end === null ? 'noFurther' : 'lifeOver');
  }
  await setJob(cx, job, { ...next, ...(begun.length > 0 ? { last_time: time } : {}) });
  if (next.next_at !== null) await sendDue(cx, jobId, Number(next.next_at));
}

/** A job whose moment has come. */
export const jobDue = defineTask<DueData>({
  name: dueName,
  retries: persistent,
  pause: 5,
  atOnce: 4,
  run: ({ data, work }) => work((cx) => tick(cx, data)),
});
