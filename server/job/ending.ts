/** The end of a run: its outcome, a further attempt, the alarm, and the next run of a fixed delay. */
import { sql } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import { timeTypes } from '../../contract/domain/job/jobTimes';
import { sourceLanguage } from '../../contract/domain/languages';
import { filledIn, label, textIn } from '../../contract/domain/text';
import { jobStates } from '../../contract/modules/job/jobinfo';
import { joblog } from '../../contract/modules/job/joblog';
import { causeText } from '../../contract/modules/job/runCauses';
import { finalStates, runStates } from '../../contract/modules/job/runStates';
import { notify } from '../engine/inbox/notify';
import type { Context } from '../kernel/context';
import { type JobRow, openStates, type RunRow, sendRun } from './rows';
import { arm, nextOf } from './schedule';

/** Their cause was written when a person stopped them. */
const byPerson: readonly number[] = [runStates.stopped, runStates.cancelled];
/** Seconds before a failed run is tried again. */
const retrySeconds = 10;
const words = {
  title: label('任务“{name}”运行失败', 'The job “{name}” failed'),
  once: label('原因：{cause}', 'Cause: {cause}'),
  often: label(
    '{seconds} 秒内失败 {count} 次。最近一次的原因：{cause}',
    '{count} failures within {seconds} seconds. Cause of the latest: {cause}',
  ),
};

export interface Outcome {
  state: number;
  cause?: string;
  result?: string | undefined;
  /** Writes the rest of the output once the run is known to be this attempt's; answers the number of its lines. */
  write?(cx: Context): Promise<number>;
  progress?: { percent: number; step: string | null };
  /** The attempt itself failed: it is tried again while the job's retries last. */
  isRetried?: boolean;
  /** The server stops: the run waits for another one. */
  isReleased?: boolean;
}

/** The job and its run, locked in this order; undefined where the run has moved on since it was read. */
async function locked({ trx, tenantId }: Context, seen: RunRow): Promise<{ job: JobRow; run: RunRow } | undefined> {
  const job = await trx
    .selectFrom('job_info')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', seen.job_info_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const run = await trx
    .selectFrom('job_run')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', seen.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const isSame = run && run.attempt === seen.attempt && run.task === seen.task && !finalStates.includes(run.state);
  return job && isSame ? { job, run } : undefined;
}

/** Failures of the job that ended within the window, this one included. */
async function failuresOf({ trx, tenantId, deps }: Context, job: JobRow): Promise<number> {
  const since = dateTime(deps.now() - job.statistic_window_len * 1000);
  const { count } = await trx
    .selectFrom('job_run')
    .select(sql<string>`count(*)`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('job_info_id', '=', job.id)
    .where('state', '=', runStates.failed)
    .$if(job.statistic_window_len > 0, (select) => select.where('end_time', '>=', since))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Tells those whom the job names, unless they were told within the silence. */
export async function alarm(cx: Context, job: JobRow, runId: string, cause: string): Promise<void> {
  const { deps, trx, tenantId } = cx;
  if (job.notify_user_ids.length === 0) return;
  const now = deps.now();
  if (job.alarmed_at !== null && Number(job.alarmed_at) + job.silence_window_len * 1000 > now) return;
  const count = job.alert_threshold > 1 ? await failuresOf(cx, job) : 1;
  if (count < job.alert_threshold) return;
  const facts = {
    name: job.job_name,
    cause: causeText(cause, sourceLanguage) ?? '',
    seconds: job.statistic_window_len,
    count,
  };
  await notify(trx, deps, {
    tenantId,
    kind: 'message',
    audience: 'chosen',
    deptIds: [],
    roleIds: [],
    userIds: job.notify_user_ids,
    title: filledIn(textIn(words.title, sourceLanguage), facts),
    content: filledIn(textIn(count > 1 ? words.often : words.once, sourceLanguage), facts),
    subject: joblog.name,
    subjectId: runId,
  });
  await trx
    .updateTable('job_info')
    .set({ alarmed_at: String(now) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', job.id)
    .execute();
}

/** A fixed delay counts from the end of its run, on the last of the nodes. */
async function rearm(cx: Context, job: JobRow): Promise<void> {
  const { trx, tenantId } = cx;
  if (job.time_expression_type !== timeTypes.fixedDelay || job.enable !== jobStates.enabled) return;
  if (job.is_deleted === 1 || job.next_at !== null) return;
  const open = await trx
    .selectFrom('job_run')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('job_info_id', '=', job.id)
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst();
  if (!open) await arm(cx, job.id, nextOf(job, cx.deps.now()));
}

/** Ends the attempt, and the run with it unless it is tried again. Does nothing where the run is another server's now. */
export async function conclude(cx: Context, seen: RunRow, outcome: Outcome): Promise<void> {
  const { deps, trx, tenantId, time } = cx;
  const found = await locked(cx, seen);
  if (!found) return;
  const { job, run } = found;
  const lines = await outcome.write?.(cx);
  const failures = run.failures + (outcome.isRetried ? 1 : 0);
  const mayRetry = job.is_deleted === 0 && run.is_stop_asked === 0;
  const isAgain = mayRetry && (outcome.isReleased || (outcome.isRetried && failures <= job.instance_retry_num));
  const began = run.state === runStates.running && run.started_at !== null;
  const task = isAgain ? `after ${run.attempt}` : run.task;
  const state = isAgain ? (run.is_bound === 1 ? runStates.dispatched : runStates.waiting) : outcome.state;
  await trx
    .updateTable('job_run')
    .set({
      state,
      task,
      failures,
      cause: outcome.cause?.slice(0, 1000) ?? (byPerson.includes(state) ? run.cause : null),
      result: outcome.result?.slice(0, 2000) ?? null,
      ...(lines === undefined ? {} : { lines }),
      ...(outcome.progress ? { progress: outcome.progress.percent, progress_text: outcome.progress.step } : {}),
      ...(began ? { duration: Math.max(0, Math.min(2_000_000_000, deps.now() - Number(run.started_at))) } : {}),
      end_time: isAgain ? null : time,
      update_time: time,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', run.id)
    .execute();
  if (isAgain) return sendRun(cx, run, task, outcome.isReleased ? 0 : retrySeconds);
  await trx
    .updateTable('job_info')
    .set({ last_state: state })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', job.id)
    .execute();
  if (state === runStates.failed) await alarm(cx, job, run.id, outcome.cause ?? '');
  await rearm(cx, job);
}
