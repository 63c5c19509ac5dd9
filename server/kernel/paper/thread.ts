/** A thread for work that takes much of a second of processor time: laying out pages, reading a file from outside. */
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Context } from '../context';
import { Refusal } from '../errors';
import { openTurns, type TurnLimits } from '../turns';

export interface ThreadLimits extends TurnLimits {
  /** The longest time for one job, in ms. */
  jobMs: number;
  /** Of the thread's own objects, in MB; bytes of files are beside them. */
  mostMb: number;
}
/** What papers need is far below; a machine that is busy with other work is slow. */
const usualLimits: ThreadLimits = { jobMs: 60_000, mostMb: 1024, mostWaiting: 200, mostOfPerson: 50 };

/** Who asks: the id of a person, or of a tenant for its own work. `signal`: the caller has gone, and waits no longer. */
export interface Asking {
  by: string;
  signal?: AbortSignal;
}

/** The person of the work, or its tenant. */
export function askingOf({ principal, tenantId }: Pick<Context, 'principal' | 'tenantId'>): Asking {
  return { by: principal?.userId ?? tenantId };
}

interface Job {
  id: number;
  doc: unknown;
  resolve(made: unknown): void;
  reject(error: unknown): void;
}
type Answer = { id: number; made: unknown } | { id: number; error: unknown };

/** In the build, the thread's program is beside the server's; from the sources it is compiled on the way. */
function startWorker(folder: string, program: string, mostMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostMb };
  const built = join(folder, `${program}.js`);
  if (existsSync(built)) return new Worker(built, { resourceLimits });
  const compiler = nodeModule.createRequire(__filename).resolve('tsx/cjs');
  const files = [compiler, join(folder, `${program}.ts`)].map((file) => `require(${JSON.stringify(file)})`);
  return new Worker(files.join(';'), { eval: true, resourceLimits });
}

/**
 * Does jobs in a thread of their own, one after the other, the people who ask in turn. A job that takes too long, or
 * whose caller has gone, ends with its thread; those behind it get a new one. `program`: a file of `folder` (its
 * `__dirname`) that calls `printIn`; the build has it as an entry of that name. Buffers pass between the threads as plain
 * arrays of bytes.
 */
export function openThread<D, A = Uint8Array>(
  folder: string,
  program: string,
  limits: Partial<ThreadLimits> = {},
): (doc: D, asking: Asking) => Promise<A> {
  const { jobMs, mostMb, ...turnLimits } = { ...usualLimits, ...limits };
  const line = openTurns<Job>(turnLimits);
  let worker: Worker | undefined;
  let current: { job: Job; late: NodeJS.Timeout } | undefined;
  let last = 0;

  function settle(outcome: (job: Job) => void): void {
    const done = current;
    if (!done) return;
    current = undefined;
    clearTimeout(done.late);
    outcome(done.job);
    next();
  }
  /** The current job is lost with the thread; the next one gets a new thread. */
  function fail(error: unknown): void {
    const ended = worker;
    worker = undefined;
    ended?.removeAllListeners();
    ended?.on('error', () => undefined); // what it says while it ends
    void ended?.terminate();
    settle(({ reject }) => reject(error));
  }
  function ready(): Worker {
    if (worker) return worker;
    const started = startWorker(folder, program, mostMb);
    worker = started;
    started.on('message', (answer: Answer) => {
      if (answer.id !== current?.job.id) return;
      settle(({ resolve, reject }) => ('error' in answer ? reject(answer.error) : resolve(answer.made)));
    });
    started.on('error', (error: Error & { code?: string }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('tooMuchWork') : error),
    );
    started.on('exit', (code) => fail(new Error(`the thread of ${program} ended with code ${code}`)));
    return started;
  }
  function next(): void {
    if (current) return;
    const job = line.next();
    if (!job) {
      worker?.unref(); // an idle thread does not keep the process running
      return;
    }
    current = { job, late: setTimeout(() => fail(new Refusal('tooMuchWork')), jobMs) };
    const thread = ready();
    thread.ref();
    thread.postMessage({ id: job.id, doc: job.doc });
  }

  return (doc, { by, signal }) =>
    new Promise<A>((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = () => {
        if (line.drop(job)) job.reject(signal!.reason);
        else if (current?.job === job) fail(signal!.reason);
      };
      const over = () => signal?.removeEventListener('abort', leave);
      const job: Job = {
        id: ++last,
        doc,
        resolve(made) {
          over();
          resolve(made as A);
        },
        reject(error) {
          over();
          reject(error);
        },
      };
      line.add(job, [by]);
      signal?.addEventListener('abort', leave, { once: true });
      next();
    });
}
