import type { Context, Deps } from '../kernel/context';
import type { TaskData } from '../kernel/ports';
import { asPerson, asSystem, type FindPerson, type Registry } from './work';

/** What a task sees while it is done. */
export interface TaskRun<D extends TaskData> {
  deps: Deps;
  data: D;
  /** A transaction in the task's tenant. */
  work<T>(part: (cx: Context) => Promise<T>): Promise<T>;
  /** The same with the rights of a person who need not be there; undefined, and nothing is done, where `find` finds no
   *  person. */
  workAs<T>(find: FindPerson, part: (cx: Context) => Promise<T>): Promise<T | undefined>;
  /** Aborted when the server stops. */
  signal: AbortSignal;
  /** No further attempt follows a failure of this one. */
  isLast: boolean;
}

/** One kind of task. It may be done again after it has been done: a server can end before it records the success. */
export interface Task<D extends TaskData = TaskData> {
  name: string;
  retries: number;
  pause: number;
  atOnce: number;
  run(asked: TaskRun<D>): Promise<void>;
}

/** Retries of a task without which something stops for good: with the longest pause between them, two weeks. */
export const persistent = 4_000;

/** `retries`: how often a failed one is tried again, at first after `pause` seconds, then about twice as long each
 *  time, five minutes at most; `atOnce`: how many of them one server does at the same time. */
export function defineTask<D extends TaskData>(task: Pick<Task<D>, 'name' | 'run'> & Partial<Task<D>>): Task<D> {
  return { retries: 5, pause: 10, atOnce: 2, ...task };
}

/** Adds a task in the transaction of its cause and in its tenant. `key`: at most one such task waits; `after`: seconds
 *  until it is due; `node`: the number of the only server that may take it. */
export function sendTask<D extends TaskData>(
  { deps, trx, tenantId }: Pick<Context, 'deps' | 'trx' | 'tenantId'>,
  { name }: Pick<Task<D>, 'name'>,
  data: Omit<D, 'tenantId'>,
  options: { key?: string; after?: number; node?: number } = {},
): Promise<void> {
  const key = options.key === undefined ? {} : { key: `${tenantId} ${options.key}` };
  return deps.queue.send(trx, name, { ...data, tenantId }, { ...options, ...key });
}

/** Those of the keys, as `sendTask` takes them, that have no task: a queue is empty after a restore. */
export async function lackingTasks(
  { deps, trx, tenantId }: Pick<Context, 'deps' | 'trx' | 'tenantId'>,
  { name }: Pick<Task, 'name'>,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const own = (key: string) => `${tenantId} ${key}`;
  const kept = await deps.queue.kept(trx, name, keys.map(own));
  return new Set(keys.filter((key) => !kept.has(own(key))));
}

/** Does one attempt at a task. */
export function runnerOf(deps: Deps, registry: Registry) {
  return (
    task: Task<any>, // each kind with data of its own
    { data, signal, isLast }: { data: TaskData; signal: AbortSignal; isLast: boolean },
  ): Promise<void> =>
    task.run({
      deps,
      data,
      signal,
      isLast,
      work: (part) => asSystem(deps, registry, { tenantId: data.tenantId, actor: '系统' }, part),
      workAs: (find, part) => asPerson(deps, registry, data.tenantId, find, part),
    });
}
