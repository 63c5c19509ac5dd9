/**
 * Reads pictures in a process of its own: recognition takes seconds of processor time and hundreds of megabytes, and what
 * a file does to its reader must not reach the server. One file at a time, the tenants and their people in turn; the
 * process ends when it is idle, takes too long or too much memory.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { type Ocr, OcrError, OcrStopped, type Paper, type Recognised } from '../kernel/ocr';
import { openTurns } from '../kernel/turns';
import { ppocrFile, ppocrPackage } from './ppocr';

export const ocrEngines = ['tesseract', 'ppocr', 'off'] as const;
export type OcrEngine = (typeof ocrEngines)[number];

export interface OcrLimits {
  /**
   * The longest time for one picture, for the text layer of one PDF, and the time without work after which the process
   * ends, in ms.
   */
  jobMs: number;
  textMs: number;
  idleMs: number;
  /** After so many pictures, or with more memory than this in MB, a new process takes over: engines give none back. */
  jobsOfProcess: number;
  mostMb: number;
  /** With more memory than this in MB during its work the process ends at once. */
  mostMbAtWork: number;
}
/** Papers that wait; those of one person are bounded where they are taken in. */
const line = { mostWaiting: 10_000, mostOfHolder: 2000 };
/** How often the memory of the process is looked at while it works, in ms. */
const lookMs = 200;
/** What the models of PP-OCR take alone is near the limit of Tesseract. */
const usualLimits = { jobMs: 90_000, textMs: 8000, idleMs: 5 * 60_000, jobsOfProcess: 200 };
export const usualOcrLimits: Record<Exclude<OcrEngine, 'off'>, OcrLimits> = {
  tesseract: { ...usualLimits, mostMb: 400, mostMbAtWork: 600 },
  ppocr: { ...usualLimits, mostMb: 1200, mostMbAtWork: 1800 },
};

interface Job {
  paper: Paper;
  progress: (percent: number) => void;
  resolve(made: Recognised): void;
  reject(error: Error): void;
}
type Told = { id: number } & (
  | { percent: number }
  | { begins: 'text' }
  | ({ memoryMb: number } & ({ made: Recognised } | { fault: string }))
);

/** In the build, the program is beside the server's; from the sources it is compiled on the way. */
function startProgram(engine: string, heapMb: number): ChildProcess {
  const heap = `--max-old-space-size=${heapMb}`;
  const built = join(__dirname, 'ocrReader.js');
  const options = { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] } as const;
  if (existsSync(built)) return fork(built, [engine], { ...options, stdio: [...options.stdio], execArgv: [heap] });
  const compiler = nodeModule.createRequire(__filename).resolve('tsx/cjs');
  const execArgv = [heap, '--require', compiler];
  return fork(join(__dirname, 'ocrReader.ts'), [engine], { ...options, stdio: [...options.stdio], execArgv });
}

/** Memory of a process in MB; 0 where the system does not say it: there the limit of its heap is what holds. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The engine and its process; `process`: the number of the process that runs now, for figures and tests. */
export interface OcrProcess extends Ocr {
  pid(): number | undefined;
}

/** Throws where the engine is not installed. */
export function openOcr(engine: Exclude<OcrEngine, 'off'>, limits: Partial<OcrLimits> = {}): OcrProcess {
  const { jobMs, textMs, idleMs, jobsOfProcess, mostMb, mostMbAtWork } = { ...usualOcrLimits[engine], ...limits };
  if (engine === 'ppocr')
    try {
      ppocrFile();
    } catch {
      throw new Error(`OCR_ENGINE=ppocr needs the package ${ppocrPackage} beside the product: see docs/operations.md`);
    }
  let child: ChildProcess | undefined;
  let done = 0;
  let current: (Job & { id: number; limit: NodeJS.Timeout; watch: NodeJS.Timeout }) | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let last = 0;
  const waiting = openTurns<Job>(({ paper }) => [paper.tenantId, paper.userId], line);

  function drop(): void {
    const ended = child;
    child = undefined;
    done = 0;
    ended?.removeAllListeners();
    ended?.on('error', () => undefined); // it could not be signalled: it has ended already
    ended?.kill('SIGKILL');
  }
  function settle(outcome: (job: Job) => void): void {
    const job = current;
    if (!job) return;
    current = undefined;
    clearTimeout(job.limit);
    clearInterval(job.watch);
    outcome(job);
    if (done >= jobsOfProcess) drop();
    next();
  }
  function fail(reason: string): void {
    drop();
    settle(({ reject }) => reject(new OcrError(reason)));
  }

  function ready(): ChildProcess {
    if (child) return child;
    const started = startProgram(engine, mostMbAtWork);
    child = started;
    started.on('error', (error) => fail(`the reading process failed: ${error.message}`));
    started.on('exit', (code, signal) => fail(`the reading process ended (${signal ?? code})`));
    started.on('message', (told: Told) => {
      if (told.id !== current?.id) return;
      if ('percent' in told) current.progress(told.percent);
      else if ('begins' in told) {
        clearTimeout(current.limit);
        current.limit = setTimeout(() => fail(`no text within ${textMs} ms`), textMs);
      } else {
        done = told.memoryMb > mostMb ? jobsOfProcess : done + 1;
        if ('made' in told) settle(({ resolve }) => resolve(told.made));
        else settle(({ reject }) => reject(new OcrError(told.fault)));
      }
    });
    return started;
  }

  function next(): void {
    clearTimeout(idle);
    const job = current ? undefined : waiting.next();
    if (!job) {
      if (!current && child) {
        idle = setTimeout(drop, idleMs);
        idle.unref();
        // An idle process does not keep the server running.
        child.unref();
        child.channel?.unref();
      }
      return;
    }
    const id = ++last;
    const limit = setTimeout(() => fail(`no result within ${jobMs} ms`), jobMs);
    const watch = setInterval(async () => {
      const memoryMb = await memoryOf(child?.pid);
      if (current?.id === id && memoryMb > mostMbAtWork) fail(`more than ${mostMbAtWork} MB of memory`);
    }, lookMs);
    current = { ...job, id, limit, watch };
    const program = ready();
    program.ref();
    program.channel?.ref();
    void send(program, job.paper, id);
  }

  async function send(program: ChildProcess, { bytes, contentType, picType }: Paper, id: number): Promise<void> {
    const isCurrent = () => current?.id === id;
    try {
      const job = { id, bytes: await bytes(), contentType, picType };
      if (!isCurrent()) return;
      program.send(job, (error) => {
        if (error && isCurrent()) fail(`the reading process took no picture: ${error.message}`);
      });
    } catch (error) {
      if (isCurrent()) settle(({ reject }) => reject(error as Error));
    }
  }

  return {
    engine,
    pid: () => child?.pid,
    read: (paper, progress) =>
      new Promise<Recognised>((resolve, reject) => {
        if (isClosed) return reject(new OcrStopped('the server is stopping'));
        waiting.push({ paper, progress, resolve, reject });
        next();
      }),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      const stopped = new OcrStopped('the server is stopping');
      for (const { reject } of waiting.clear()) reject(stopped);
      drop();
      settle(({ reject }) => reject(stopped));
    },
  };
}
