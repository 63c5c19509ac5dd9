/** What a handler of jobs is, and what it is given. */
import type { HandlerKey } from '../../contract/domain/job/jobHandlers';
import type { TaskRun } from '../engine/tasks';
import type { TaskData } from '../kernel/ports';

/** Writes a line of the run's output; of each level. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (text: string) => void>;

export interface JobRun {
  deps: TaskRun<TaskData>['deps'];
  tenantId: string;
  /** A transaction in the job's tenant. Refused once the run has ended, or has been given to another process. */
  work: TaskRun<TaskData>['work'];
  workAs: TaskRun<TaskData>['workAs'];
  /** The job's parameters; those of an object by their names, any other text as `text`. */
  params: Readonly<Record<string, unknown>>;
  log: Log;
  /** A part that stands by itself has failed: the run goes on with the others, and fails at its end. `place` names it. */
  fail(error: unknown, place: string): void;
  /** How far the run has come, in percent, and what it is doing. */
  progress(percent: number, step?: string): void;
  /** Aborted when the run is stopped, takes too long, or the server stops. */
  signal: AbortSignal;
  /** 1 at first. */
  attempt: number;
  /**
   * Does the parts, so many at a time as the job says where it is a MapReduce, each with its own retries. Answers their
   * results in order; throws when one of them has failed for good. Progress follows.
   */
  map<P, R>(parts: readonly P[], work: (part: P) => Promise<R>): Promise<R[]>;
}

export interface JobHandler {
  key: HandlerKey;
  /** Answers what the run has come to, in a sentence. */
  run(asked: JobRun): Promise<string | undefined>;
}

export function defineJobHandler(handler: JobHandler): JobHandler {
  return handler;
}
/** Handlers by their keys. */
export type Handlers = ReadonlyMap<string, JobHandler>;

/** A whole number among the parameters; `usual` where it is none within the bounds. */
export function wholeParam(params: JobRun['params'], name: string, usual: number, least: number, most: number): number {
  const given = Number(params[name] ?? usual);
  return Number.isInteger(given) && given >= least && given <= most ? given : usual;
}

/** The parameters as a handler reads them. */
export function paramsIn(text: string | null): Readonly<Record<string, unknown>> {
  if (!text) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // any other text
  }
  return { text };
}
