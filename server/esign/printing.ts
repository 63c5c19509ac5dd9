import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ContractDoc } from './pdf';

interface Job {
  resolve(bytes: Buffer): void;
  reject(error: unknown): void;
}
type Answer = { id: number; bytes: Uint8Array } | { id: number; error: unknown };

let worker: Worker | undefined;
let last = 0;
const jobs = new Map<number, Job>();

/** In the build, the thread's program is beside the server's; from the sources it is compiled on the way. */
function startWorker(): Worker {
  const built = join(__dirname, 'printer.js');
  if (existsSync(built)) return new Worker(built);
  const compiler = nodeModule.createRequire(__filename).resolve('tsx/cjs');
  const program = [compiler, join(__dirname, 'printer.ts')].map((file) => `require(${JSON.stringify(file)})`);
  return new Worker(program.join(';'), { eval: true });
}

function ready(): Worker {
  if (worker) return worker;
  const started = startWorker();
  worker = started;
  started.on('message', (answer: Answer) => {
    const job = jobs.get(answer.id);
    jobs.delete(answer.id);
    if (jobs.size === 0) started.unref(); // an idle thread does not keep the process running
    if ('error' in answer) job?.reject(answer.error);
    else job?.resolve(Buffer.from(answer.bytes));
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

/** `renderContract` of pdf.ts in a thread, one contract after the other; the same document gives the same bytes. */
export function printContract(doc: ContractDoc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const id = ++last;
    jobs.set(id, { resolve, reject });
    const thread = ready();
    thread.ref();
    thread.postMessage({ id, doc });
  });
}
