/** A thread that prints and signs papers: laying out pages takes much of a second of processor time. */
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';

interface Job {
  resolve(made: unknown): void;
  reject(error: unknown): void;
}
type Answer = { id: number; made: unknown } | { id: number; error: unknown };

/** In the build, the thread's program is beside the server's; from the sources it is compiled on the way. */
function startWorker(folder: string, program: string): Worker {
  const built = join(folder, `${program}.js`);
  if (existsSync(built)) return new Worker(built);
  const compiler = nodeModule.createRequire(__filename).resolve('tsx/cjs');
  const files = [compiler, join(folder, `${program}.ts`)].map((file) => `require(${JSON.stringify(file)})`);
  return new Worker(files.join(';'), { eval: true });
}

/**
 * Prints papers in a thread of their own, one after the other. `program`: a file of `folder` (its `__dirname`) that calls
 * `printIn`; the build has it as an entry of that name. Buffers pass between the threads as plain arrays of bytes.
 */
export function openThread<D, A = Uint8Array>(folder: string, program: string): (doc: D) => Promise<A> {
  let worker: Worker | undefined;
  let last = 0;
  const jobs = new Map<number, Job>();

  function ready(): Worker {
    if (worker) return worker;
    const started = startWorker(folder, program);
    worker = started;
    started.on('message', (answer: Answer) => {
      const job = jobs.get(answer.id);
      jobs.delete(answer.id);
      if (jobs.size === 0) started.unref(); // an idle thread does not keep the process running
      if ('error' in answer) job?.reject(answer.error);
      else job?.resolve(answer.made);
    });
    // The current job is lost with the thread; the next one gets a new thread.
    const end = (error: unknown) => {
      if (worker !== started) return;
      worker = undefined;
      for (const { reject } of jobs.values()) reject(error);
      jobs.clear();
    };
    started.on('error', end);
    started.on('exit', (code) => end(new Error(`the printing thread ended with code ${code}`)));
    return started;
  }

  return (doc) =>
    new Promise<A>((resolve, reject) => {
      const id = ++last;
      jobs.set(id, { resolve: (made) => resolve(made as A), reject });
      const thread = ready();
      thread.ref();
      thread.postMessage({ id, doc });
    });
}

/** The thread's side: prints what arrives, and answers what was made or the error. */
export function printIn<D>(print: (doc: D) => Promise<unknown>): void {
  parentPort!.on('message', async ({ id, doc }: { id: number; doc: D }) => {
    try {
      parentPort!.postMessage({ id, made: await print(doc) });
    } catch (error) {
      parentPort!.postMessage({ id, error });
    }
  });
}
