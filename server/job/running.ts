/**
 * One attempt at a run. The row says who has it: each attempt has a number, and what an attempt writes after its number has
 * passed on is dropped. While it runs, its output and progress are written every two seconds, and a request to stop is read.
 */
import { sourceLanguage } from '../../contract/domain/languages';
import { executeTypes } from '../../contract/modules/job/jobinfo';
import { causeOf } from '../../contract/modules/job/runCauses';
import { runStates } from '../../contract/modules/job/runStates';
import { noPlace } from '../engine/audit/events';
import { clean, redacted, redactText } from '../engine/redact';
import { defineTask, persistent, type Task, type TaskRun } from '../engine/tasks';
import { answerTo } from '../http/register';
import type { Context } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import { type Begun, beginRun } from './beginning';
import { conclude, type Outcome } from './ending';
import { type Handlers, type JobRun, paramsIn } from './handler';
import { type Output, openOutput } from './output';
import { type RunData, runName } from './rows';

/** Limits in ms; a test shortens them. */
export interface RunLimits {
  /** How often output and progress are written. */
  beatMs: number;
  /** How long an aborted handler may take to end before its run ends without it. */
  graceMs: number;
  /** The pause between two attempts at writing the end of a run; it grows to seven times as much. */
  writePauseMs: number;
}
export const usualLimits: RunLimits = { beatMs: 2_000, graceMs: 5_000, writePauseMs: 300 };
/** Attempts at writing the end of a run that fail for another reason than a database that is away. */
const mostWrites = 3;

/** Why an attempt was aborted. */
type Abort = 'stopped' | 'timeLimit' | 'server' | 'superseded';
/** The run is another server's now, or has ended: what is still at work for it must not write. */
class Superseded extends Error {
  override name = 'Superseded';
}

function wait(ms: number): { over: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, cancel: () => clearTimeout(timer) };
}

/** The state of one attempt in this process. */
function openAttempt(asked: TaskRun<RunData>, { run, job }: Begun, limits: RunLimits) {
  const aborting = new AbortController();
  const output: Output = openOutput(asked.deps, {
    runId: run.id,
    jobName: job.job_name,
    from: run.lines,
    level: job.log_level,
    type: job.log_type,
    params: run.params,
  });
  const progress = { percent: 0, step: null as string | null };
  let why: Abort | undefined;
  let isOver = false;
  const abort = (reason: Abort) => {
    why ??= reason;
    aborting.abort(new Error(reason));
  };
  const byServer = () => abort('server');
  asked.signal.addEventListener('abort', byServer);
  if (asked.signal.aborted) byServer();
  const limit = job.instance_time_limit > 0 ? wait(job.instance_time_limit) : undefined;
  void limit?.over.then(() => abort('timeLimit'));

  /** Writes what has been said since; learns whether the run is to stop. */
  const beat = async () => {
    const { written, isMine, isStopAsked } = await asked.work(async (cx) => {
      const { lines, written: done } = await output.write(cx);
      const found = await cx.trx
        .updateTable('job_run')
        .set({ progress: progress.percent, progress_text: progress.step, lines, update_time: cx.time })
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', run.id)
        .where('attempt', '=', run.attempt)
        .where('state', '=', runStates.running)
        .returning('is_stop_asked')
        .executeTakeFirst();
      if (!found) throw new Superseded();
      return { written: done, isMine: true, isStopAsked: found.is_stop_asked === 1 };
    });
    written();
    await output.spill();
    if (isMine && isStopAsked) abort('stopped');
  };
  let beating: Promise<void> = Promise.resolve();
  let isBeating = false;
  const timer = setInterval(() => {
    if (isBeating) return;
    isBeating = true;
    // Without the database nothing can be written; the next beat writes all of it.
    beating = beat()
      .catch((error) => {
        if (error instanceof Superseded) abort('superseded');
      })
      .finally(() => {
        isBeating = false;
      });
  }, limits.beatMs);

  return {
    output,
    progress,
    signal: aborting.signal,
    abort,
    why: () => why,
    isOver: () => isOver,
    /** Nothing of the attempt takes effect any more. */
    async close() {
      isOver = true;
      output.close();
      clearInterval(timer);
      limit?.cancel();
      asked.signal.removeEventListener('abort', byServer);
      await beating;
    },
  };
}
type Attempt = ReturnType<typeof openAttempt>;

/** Sub-tasks, so many at a time, each with its own retries. */
function mapOf({ job }: Begun, attempt: Attempt): JobRun['map'] {
  const places = job.execute_type === executeTypes.mapReduce ? job.concurrency : 1;
  return async (parts, work) => {
    const results: Awaited<ReturnType<typeof work>>[] = new Array(parts.length);
    let next = 0;
    let done = 0;
    const one = async (index: number) => {
      for (let failures = 0; ; failures++)
        try {
          attempt.signal.throwIfAborted();
          return await work(parts[index]!);
        } catch (error) {
          if (attempt.signal.aborted || failures >= job.task_retry_num) throw error;
          attempt.output.log.warn(
            `子任务 ${index + 1} 失败，重试 · sub-task ${index + 1} failed, again: ${wordsOf(error)}`,
          );
        }
    };
    let failure: { error: unknown } | undefined;
    const place = async () => {
      while (next < parts.length && !failure) {
        const index = next++;
        try {
          results[index] = await one(index);
        } catch (error) {
          failure ??= { error };
          return;
        }
        done += 1;
        attempt.progress.percent = Math.floor((100 * done) / parts.length);
        attempt.progress.step = `${done} / ${parts.length}`;
      }
    };
    await Promise.all(Array.from({ length: Math.min(places, parts.length) }, place));
    if (failure) throw failure.error;
    return results;
  };
}

function wordsOf(error: unknown): string {
  const { body, isBug } = answerTo(error, sourceLanguage);
  const said = isBug ? (error instanceof Error ? error.message : String(error)) : String(body.msg);
  return clean(redactText(said.slice(0, 2000)), 1000);
}

/** What the handler is given; `fail` is told of parts that fail by themselves. */
function jobRunOf(asked: TaskRun<RunData>, begun: Begun, attempt: Attempt, fail: JobRun['fail']): JobRun {
  const fenced =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    (...given: A): Promise<T> => {
      if (attempt.isOver()) return Promise.reject(new Superseded());
      return work(...given);
    };
  return {
    deps: asked.deps,
    tenantId: asked.data.tenantId,
    work: fenced(asked.work) as JobRun['work'],
    workAs: fenced(asked.workAs) as JobRun['workAs'],
    params: paramsIn(begun.run.params),
    log: attempt.output.log,
    fail,
    progress(percent, step) {
      attempt.progress.percent = Math.max(0, Math.min(100, Math.round(percent) || 0));
      attempt.progress.step = step === undefined ? null : attempt.output.plain(step).slice(0, 200);
    },
    signal: attempt.signal,
    attempt: begun.run.attempt,
    map: mapOf(begun, attempt),
  };
}

/** An error as the log may tell it. */
function plainError(error: unknown, { plain }: Output): unknown {
  if (!(error instanceof Error)) return error;
  const said = { name: error.name, message: plain(error.message), stack: plain(error.stack ?? '') };
  return Object.assign(Object.create(Object.getPrototypeOf(error)), error, said);
}

/** A failure of the handler in the run's log, and in the error log where it is no refusal. */
function report(
  { deps, data }: TaskRun<RunData>,
  { run }: Begun,
  { output }: Attempt,
  error: unknown,
  place = '',
): void {
  output.log.error(`${place && `${place}: `}${wordsOf(error)}`);
  if (!answerTo(error, sourceLanguage).isBug) return;
  const caller = { tenantId: data.tenantId, userId: null, name: '系统' };
  const params = redacted({ job: run.job_name, processor: run.processor_info, run: run.id, attempt: run.attempt });
  deps.logs?.error({ error: plainError(error, output), params, caller, place: noPlace });
}

/** Runs the handler to its end, or until it has been aborted and does not end in time. */
async function execute(asked: TaskRun<RunData>, begun: Begun, attempt: Attempt, limits: RunLimits): Promise<Outcome> {
  const aborted = new Promise<void>((resolve) => {
    if (attempt.signal.aborted) resolve();
    attempt.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  type End = { result: string | undefined } | { error: unknown };
  let failed = 0;
  const fail = (error: unknown, place: string) => {
    failed += 1;
    report(asked, begun, attempt, error, place);
  };
  const ended: Promise<End> = (async () => begun.handler.run(jobRunOf(asked, begun, attempt, fail)))().then(
    (result) => (failed > 0 ? { error: new Refusal('job.partsFailed', { count: failed }) } : { result }),
    (error: unknown) => ({ error }),
  );
  let end = await Promise.race([ended, aborted]);
  if (!end) {
    const grace = wait(limits.graceMs);
    end = await Promise.race([ended, grace.over]);
    grace.cancel();
  }
  const why = attempt.why();
  if (why === 'stopped') return { state: runStates.stopped };
  if (why === 'timeLimit') return { state: runStates.failed, cause: causeOf('timeLimit'), isRetried: true };
  if (end && 'result' in end)
    return { state: runStates.succeeded, result: end.result && attempt.output.plain(end.result) };
  if (why === 'server' || why === 'superseded') return { state: runStates.failed, isReleased: true };
  const { error } = end as { error: unknown };
  report(asked, begun, attempt, error);
  return { state: runStates.failed, cause: attempt.output.plain(wordsOf(error)), isRetried: true };
}

/** Whether the database is away, full, or holds others up: what failed may succeed later. */
function isPassing(error: unknown): boolean {
  return ['unavailable', 'busy'].includes(String(answerTo(error, sourceLanguage).body.reason));
}

/**
 * Writes the end of the attempt with the rest of its output. The work itself has been done, and would be done once more if
 * this were given up: it is tried for as long as the database is away, unless the server stops.
 */
async function settle(
  asked: TaskRun<RunData>,
  { run }: Begun,
  attempt: Attempt,
  outcome: Outcome,
  { writePauseMs }: RunLimits,
): Promise<void> {
  if (attempt.why() === 'superseded') return;
  const isDone = outcome.state === runStates.succeeded;
  const progress = isDone ? { percent: 100, step: null } : attempt.progress;
  const rest = async (cx: Context) => (await attempt.output.write(cx)).lines;
  const write = (cx: Context) => conclude(cx, run, { ...outcome, progress, write: rest });
  for (let tries = 1; ; tries++)
    try {
      await asked.work(write);
      break;
    } catch (error) {
      if (asked.signal.aborted || (tries >= mostWrites && !isPassing(error))) throw error;
      await wait(writePauseMs * Math.min(tries, 7)).over;
    }
  await attempt.output.spill();
}

async function runOnce(asked: TaskRun<RunData>, handlers: Handlers, limits: RunLimits): Promise<void> {
  const begun = await asked.work((cx) => beginRun(cx, asked.data, handlers));
  if (!begun) return;
  const attempt = openAttempt(asked, begun, limits);
  const { run } = begun;
  if (run.attempt > 1) attempt.output.log.info(`第 ${run.attempt} 次执行 · attempt ${run.attempt}`);
  const outcome = await execute(asked, begun, attempt, limits);
  await attempt.close();
  await settle(asked, begun, attempt, outcome, limits);
}

/** A run that is to be done. Its own retries are those of its job; those of the queue are for servers that end. */
export function jobRunTask(handlers: Handlers, limits: RunLimits = usualLimits): Task<RunData> {
  return defineTask<RunData>({
    name: runName,
    retries: persistent,
    pause: 5,
    atOnce: 8,
    run: (asked) => runOnce(asked, handlers, limits),
  });
}
