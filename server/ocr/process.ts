/**
 * Reads pictures in a process of its own: recognition takes seconds of processor time and hundreds of megabytes, and what
 * a file does to its reader must not reach the server. One file at a time, tenants and their people in turn; the process
 * ends when it is idle.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { type Ocr, OcrError, OcrStopped, type Paper, type ReadPaper } from '../kernel/ocr';
import { openTurns, type TurnLimits } from '../kernel/turns';
import { ppocrFile, ppocrPackage } from './ppocr';

export const ocrEngines = ['tesseract', 'ppocr', 'off'] as const;
export type OcrEngine = (typeof ocrEngines)[number];

export interface OcrLimits extends TurnLimits {
  /** The longest time for one picture, for the text layer of a PDF, and the time without one after which the process ends, in ms. */
  jobMs: number;
  textMs: number;
  idleMs: number;
  /** After so many pictures, or with more memory than this in MB, a new process takes over: engines give none back. */
  jobsOfProcess: number;
  mostMb: number;
  /** A job that takes more memory than this in MB ends with its process. */
  mostMbInJob: number;
  /** Time between two looks at the memory, in ms. */
  watchMs: number;
}
const usualLimits = {
  jobMs: 90_000,
  textMs: 10_000,
  idleMs: 5 * 60_000,
  jobsOfProcess: 200,
  watchMs: 100,
  mostWaiting: 1000,
  mostOfPerson: 60,
};
/**
 * A photograph of 26 million pixels takes 1,000 MB while it is decoded; the models of PP-OCR take 600 more than Tesseract.
 */
export const usualOcrLimits: Record<Exclude<OcrEngine, 'off'>, OcrLimits> = {
  tesseract: { ...usualLimits, mostMb: 400, mostMbInJob: 1200 },
  ppocr: { ...usualLimits, mostMb: 1200, mostMbInJob: 1800 },
};

interface Job {
  paper: Paper;
  progress: (percent: number) => void;
  resolve(made: ReadPaper): void;
  reject(error: Error): void;
}
type Told = { id: number } & ({ percent: number } | ({ memoryMb: number } & ({ made: ReadPaper } | { fault: string })));

/** Of a process, while it works; unknown where the system does not tell, and the limit of the heap stands alone. */
function memoryMb(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Calls `fail` once the job takes too long or too much memory, until it is told to stop. */
function watchJob(
  { paper }: Pick<Job, 'paper'>,
  { jobMs, textMs, mostMbInJob, watchMs }: OcrLimits,
  pid: () => number | undefined,
  fail: (reason: string) => void,
): () => void {
  const longest = paper.contentType === 'application/pdf' ? textMs : jobMs;
  const limit = setTimeout(() => fail(`no result within ${longest} ms`), longest);
  const watch = setInterval(() => {
    if ((memoryMb(pid()) ?? 0) > mostMbInJob) fail(`more than ${mostMbInJob} MB of memory`);
  }, watchMs);
  return () => {
    clearTimeout(limit);
    clearInterval(watch);
  };
}

/** In the build, the program is beside the server's; from the sources it is compiled on the way. */
function startProgram(engine: string, mostMb: number): ChildProcess {
  const built = join(__dirname, 'ocrReader.js');
  const heap = `--max-old-space-size=${mostMb}`;
  const options = { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] } as const;
  if (existsSync(built)) return fork(built, [engine], { ...options, stdio: [...options.stdio], execArgv: [heap] });
  const compiler = nodeModule.createRequire(__filename).resolve('tsx/cjs');
  const languages = join(__dirname, '../../scripts/languages.cjs');
  const execArgv = [heap, '--require', compiler, '--require', languages];
  return fork(join(__dirname, 'ocrReader.ts'), [engine], { ...options, stdio: [...options.stdio], execArgv });
}

/** The engine and its process; `process`: the number of the process that runs now, for figures and tests. */
export interface OcrProcess extends Ocr {
  pid(): number | undefined;
}

/** Throws where the engine is not installed. */
export function openOcr(engine: Exclude<OcrEngine, 'off'>, changed: Partial<OcrLimits> = {}): OcrProcess {
  const limits = { ...usualOcrLimits[engine], ...changed };
  const { idleMs, jobsOfProcess, mostMb, mostMbInJob } = limits;
  if (engine === 'ppocr')
    try {
      ppocrFile();
    } catch {
      throw new Error(`OCR_ENGINE=ppocr needs the package ${ppocrPackage} beside the product: see docs/operations.md`);
    }
  let child: ChildProcess | undefined;
  let done = 0;
  let current: (Job & { id: number; unwatch: () => void }) | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let last = 0;
  const line = openTurns<Job>(limits);

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
    job.unwatch();
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
    const started = startProgram(engine, mostMbInJob);
    child = started;
    started.on('error', (error) => fail(`the reading process failed: ${error.message}`));
    started.on('exit', (code, signal) => fail(`the reading process ended (${signal ?? code})`));
    started.on('message', (told: Told) => {
      if (told.id !== current?.id) return;
      if ('percent' in told) current.progress(told.percent);
      else {
        done = told.memoryMb > mostMb ? jobsOfProcess : done + 1;
        if ('made' in told) settle(({ resolve }) => resolve(told.made));
        else settle(({ reject }) => reject(new OcrError(told.fault)));
      }
    });
    return started;
  }

  function next(): void {
    clearTimeout(idle);
    const job = current ? undefined : line.next();
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
    current = { ...job, id, unwatch: watchJob(job, limits, () => child?.pid, fail) };
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
      new Promise<ReadPaper>((resolve, reject) => {
        if (isClosed) return reject(new OcrStopped('the server is stopping'));
        try {
          line.add({ paper, progress, resolve, reject }, [paper.tenantId, paper.personId]);
        } catch {
          return reject(new OcrError('too many papers wait'));
        }
        next();
      }),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      const stopped = new OcrStopped('the server is stopping');
      for (const { reject } of line.takeAll()) reject(stopped);
      drop();
      settle(({ reject }) => reject(stopped));
    },
  };
}
