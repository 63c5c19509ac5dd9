/** Threads for work that takes much of a second of processor time: laying out pages, signing, reading what people send. */
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../errors';
import { openTurns, type TurnLimits } from '../turns';

export interface ThreadLimits extends TurnLimits {
  /** The longest time for one job, in ms; after it the thread ends. */
  jobMs: number;
  /** The heap of the thread, in MB; beyond it the thread ends. */
  heapMb: number;
}
/** Our own papers: the limits are far above what one needs, and end what would never end. */
const usualLimits: ThreadLimits = { jobMs: 120_000, heapMb: 1024, mostWaiting: 1000, mostOfHolder: 1000 };

/** Whose job it is, and what says that its result is wanted no more. */
export interface JobOptions {
  holder?: string;
  signal?: AbortSignal | undefined;
}

interface Job extends JobOptions {
  doc: unknown;
  resolve(made: unknown): void;
  reject(error: unknown): void;
}
type Answer = { isReady: true } | { made: unknown } | { error: unknown };

/** A job whose thread ended before it did: it took too long, took too much memory, or broke the program. */
export class ThreadEnded extends Error {}

/** In the build, the thread's program is beside the server's; from the sources it is compiled on the way. */
function startWorker(folder: string, program: string, heapMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb };
  const built = join(folder, `${program}.js`);
  if (existsSync(built)) return new Worker(built, { resourceLimits });
  const compiler = nodeModule.createRequire(__filename).resolve('tsx/cjs');
  const files = [compiler, join(folder, `${program}.ts`)].map((file) => `require(${JSON.stringify(file)})`);
  return new Worker(files.join(';'), { eval: true, resourceLimits });
}

/**
 * Does jobs in a thread of its own, one after the other, with a turn for each holder. `program`: a file of `folder` (its
 * `__dirname`) that calls `printIn` of printIn.ts; the build has it as an entry of that name. Buffers pass between the threads as plain
 * arrays of bytes. Refuses `busy` where too many wait; throws `ThreadEnded`.
 */
export function openThread<D, A = Uint8Array>(folder: string, program: string, limits: Partial<ThreadLimits> = {}) {
  const { jobMs, heapMb, ...line } = { ...usualLimits, ...limits };
  const waiting = openTurns<Job>(({ holder = '' }) => [holder], line);
  let worker: Worker | undefined;
  let isReady = false;
  let current: { job: Job; late?: NodeJS.Timeout } | undefined;

  /** The time of a job runs once the program of its thread is loaded. */
  function startClock(): void {
    if (current && isReady)
      current.late = setTimeout(() => end(new ThreadEnded(`no result within ${jobMs} ms`)), jobMs);
  }

  function settle(outcome: (job: Job) => void): void {
    if (!current) return;
    const { job, late } = current;
    current = undefined;
    clearTimeout(late);
    outcome(job);
    next();
  }
  /** Ends the thread and with it the job that runs; those that wait go on in the next one. */
  function end(error: unknown): void {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
    settle(({ reject }) => reject(error));
  }
  function ready(): Worker {
    if (worker) return worker;
    const started = startWorker(folder, program, heapMb);
    worker = started;
    isReady = false;
    const isCurrent = () => worker === started;
    started.on('message', (answer: Answer) => {
      if (!isCurrent()) return;
      if ('isReady' in answer) {
        isReady = true;
        startClock();
      } else if ('error' in answer) settle(({ reject }) => reject(answer.error));
      else settle(({ resolve }) => resolve(answer.made));
    });
    started.on('error', (error) => isCurrent() && end(new ThreadEnded(String(error))));
    started.on('exit', (code) => isCurrent() && end(new ThreadEnded(`the thread ended with code ${code}`)));
    return started;
  }
  function next(): void {
    if (current) return;
    const job = waiting.next();
    if (!job) {
      worker?.unref(); // an idle thread does not keep the process running
      return;
    }
    current = { job };
    const thread = ready();
    startClock();
    thread.ref();
    thread.postMessage(job.doc);
  }

  return (doc: D, { holder = '', signal }: JobOptions = {}): Promise<A> =>
    new Promise<A>((resolve, reject) => {
      if (signal?.aborted) throw new Refusal('callerGone');
      const job: Job = { doc, holder, resolve: (made) => resolve(made as A), reject };
      waiting.push(job);
      const gone = () => {
        if (waiting.drop(job)) reject(new Refusal('callerGone'));
        else if (current?.job === job) end(new Refusal('callerGone'));
      };
      signal?.addEventListener('abort', gone, { once: true });
      next();
    });
}
