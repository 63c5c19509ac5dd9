/** The queue of tasks: pg-boss, in a schema of its own beside our tables. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Trx } from '../kernel/database';
import { safePool } from '../kernel/database';
import type { Queue, TaskData } from '../kernel/ports';
import { APP } from './embeddedCluster';

const schema = 'pgboss';
/** Member of a task's data: the number of the server that it is for. */
const nodeKey = 'forNode';
/** How often each kind of task is looked for, in ms; a task that this server adds is looked for at once. */
const pollMs = 2_000;
/** Until the transaction that adds a task is usually committed, in ms. */
const nudgeMs = 30;
/** How long a look waits for further tasks to end, in ms, after one has ended. */
const gatherMs = 5;
/** A task that is due within so many ms is looked for at its moment by the server that adds it, and not only when the
 *  next look happens to come. */
const soonMs = 120_000;
/** A task whose server has been silent for so long is given to another one; a running server renews it, in seconds. */
const leaseSeconds = 60;
const renewMs = 20_000;
/** How often abandoned tasks are looked for, and how long a done one is kept, in seconds. */
const maintenanceSeconds = 20;
const keptSeconds = 24 * 60 * 60;

/** A task that has failed for a night is tried soon after what made it fail is over. */
const longestPauseSeconds = 5 * 60;

/** A kind of task, as the queue needs to know it. */
export interface TaskKind {
  name: string;
  /** How often a failed one is tried again. */
  retries: number;
  /** Seconds before the first repetition; each further pause is about twice as long, up to `longestPauseSeconds`. */
  pause: number;
  /** How many of them one server does at the same time. */
  atOnce: number;
}
/** One attempt at a task. */
export interface Attempt {
  data: TaskData;
  isLast: boolean;
  /** Aborted when the server stops: the task is done again by the next one. */
  signal: AbortSignal;
}
type Run<K extends TaskKind> = (kind: K, attempt: Attempt) => Promise<void>;

function options(extra: object): PgBoss.ConstructorOptions {
  return { schema, schedule: false, ...extra };
}

/** Makes the tables of the queue and brings them up to date, as their owner; then the program may use them. */
export async function installQueue(owner: pg.Pool, kinds: readonly TaskKind[]): Promise<void> {
  const executeSql = (text: string, values?: unknown[]) => owner.query(text, values);
  const boss = new PgBoss(options({ db: { executeSql }, supervise: false, migrate: true }));
  boss.on('error', () => undefined); // the failing call reports it
  await boss.start();
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, retries, pause } of kinds) {
    const settings = {
      name,
      policy: 'short' as const,
      retryLimit: retries,
      retryDelay: pause,
      retryBackoff: true,
      expireInSeconds: leaseSeconds,
    };
    await (known.has(name) ? boss.updateQueue(name, settings) : boss.createQueue(name, settings));
  }
  await boss.stop({ graceful: false, close: false });
  await owner.query(`
    grant usage on schema ${schema} to ${APP};
    grant select, insert, update, delete on all tables in schema ${schema} to ${APP}`);
}

/** Whether the work ends within so many milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const limit = sleep(ms, false, { signal: over.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), limit]);
  over.abort();
  return isDone;
}

export interface OpenQueue extends Queue {
  /** Begins to do tasks, and goes on until `close`. Failures are passed to `fail` and tried again. Throws when
   *  `installQueue` has not run. */
  work<K extends TaskKind>(
    kinds: readonly K[],
    run: Run<K>,
    fail: (error: unknown, task: string) => void,
  ): Promise<void>;
  /** Returns the tasks of servers that have died; done in the background while tasks are done. */
  maintain(): Promise<void>;
  /** Does everything that is due now, one after the other. */
  drain<K extends TaskKind>(kinds: readonly K[], run: Run<K>): Promise<void>;
  /** Takes no more tasks. */
  rest(): void;
  /** Lets running tasks end for `graceMs`, then aborts them and waits as long again; the lease returns the others. */
  close(graceMs?: number): Promise<void>;
}

/** A task that was taken. */
interface Taken {
  id: string;
  data: TaskData;
  retryCount: number;
  retryLimit: number;
}

/**
 * Takes tasks as the library does, but in the order in which they are due, which an index has: by their age a long queue
 * would be sorted for each of them. Those for another server are left.
 */
const takeText = `
  with next as (
    select id from ${schema}.job
    where name = $1 and state < 'active' and start_after < now()
      and (data ->> '${nodeKey}' is null or data ->> '${nodeKey}' = $3)
    order by start_after limit $2 for update skip locked)
  update ${schema}.job j set state = 'active', started_on = now(),
    retry_count = case when started_on is not null then retry_count + 1 else retry_count end
  from next where j.name = $1 and j.id = next.id
  returning j.id, j.data, j.retry_count as "retryCount", j.retry_limit as "retryLimit"`;

/** Brings the next attempt at a failed task forward: the library has no limit for the growing pauses. */
const soonerText = `
  update ${schema}.job set start_after = now() + $3 * interval '1 second'
  where name = $1 and id = $2 and state = 'retry' and start_after > now() + $3 * interval '1 second'`;

/** The library's access to its tables, inside a transaction of ours. */
function insideOf(trx: Trx) {
  return {
    executeSql: async (text: string, values: unknown[]) => ({
      rows: [...(await trx.executeQuery(CompiledQuery.raw(text, values))).rows],
    }),
  };
}

async function keptKeys(trx: Trx, task: string, keys: readonly string[]): Promise<Set<string>> {
  const text = `select singleton_key as key from ${schema}.job
    where name = $1 and singleton_key = any($2) and state < 'completed'`;
  const { rows } = await trx.executeQuery<{ key: string }>(CompiledQuery.raw(text, [task, [...keys]]));
  return new Set(rows.map(({ key }) => key));
}

/** The queue for a running server. It connects when it is first read. `node`: the number of the server. */
export function openQueue(app: pg.PoolConfig, node: () => number = () => 0): OpenQueue {
  const pool = safePool({ ...app, max: 2 });
  const executeSql = (text: string, values?: unknown[]) => pool.query(text, values);
  const boss = new PgBoss(
    options({
      db: { executeSql },
      migrate: false,
      supervise: true,
      maintenanceIntervalSeconds: maintenanceSeconds,
      archiveCompletedAfterSeconds: keptSeconds,
    }),
  );
  boss.on('error', () => undefined); // maintenance is done again soon, by any server

  const stopping = new AbortController();
  const aborted = new AbortController();
  const loops: Promise<void>[] = [];
  /** Emits the name of a task's kind when this server has added one that is due. */
  const news = new EventEmitter().setMaxListeners(0);
  /** Ids of the tasks that this server has in hand. */
  const held = new Map<string, string>();
  const renewal = setInterval(() => {
    if (held.size === 0) return;
    // The renewal of a lost connection is made up for by the next one.
    executeSql(
      `update ${schema}.job set started_on = now() where name = any($1) and id = any($2) and state = 'active'`,
      [[...new Set(held.values())], [...held.keys()]],
    ).catch(() => undefined);
  }, renewMs);
  renewal.unref();

  /** Takes tasks that are due; none while the database is away. */
  async function take(name: string, most: number): Promise<Taken[]> {
    const found = await executeSql(takeText, [name, most, String(node())]).catch(() => undefined);
    return (found?.rows ?? []) as Taken[];
  }

  async function attempt<K extends TaskKind>(kind: K, job: Taken, run: Run<K>): Promise<unknown> {
    held.set(job.id, kind.name);
    let failure: unknown;
    try {
      await run(kind, { data: job.data, isLast: job.retryCount >= job.retryLimit, signal: aborted.signal });
    } catch (error) {
      failure = error ?? new Error('a task failed without saying why');
    }
    held.delete(job.id);
    // What cannot be recorded is done again after the lease: every task can be repeated.
    if (failure === undefined) await boss.complete(kind.name, job.id).catch(() => undefined);
    else
      await boss
        .fail(kind.name, job.id, { message: String(failure) })
        .then(() => executeSql(soonerText, [kind.name, job.id, longestPauseSeconds]))
        .catch(() => undefined);
    return failure;
  }

  async function loop<K extends TaskKind>(kind: K, run: Run<K>, fail: (error: unknown, task: string) => void) {
    const own = new Set<Promise<unknown>>();
    while (!stopping.signal.aborted) {
      const looking = new AbortController();
      const added = once(news, kind.name, { signal: looking.signal }).catch(() => undefined);
      const free = kind.atOnce - own.size;
      const jobs = free > 0 ? await take(kind.name, free) : [];
      for (const job of jobs) {
        const done: Promise<unknown> = attempt(kind, job, run).then((failure) => {
          own.delete(done);
          if (failure !== undefined) fail(failure, kind.name);
        });
        own.add(done);
      }
      if (jobs.length === 0 || own.size === kind.atOnce) {
        const pause = sleep(pollMs, undefined, { signal: AbortSignal.any([stopping.signal, looking.signal]) });
        await Promise.race([pause.catch(() => undefined), added, ...own]);
        // Others end soon after: one look takes the place of several.
        if (own.size > 0) await sleep(gatherMs, undefined, { ref: false });
      }
      looking.abort();
    }
    await Promise.all(own);
  }

  return {
    async send(trx: Trx, task, data, { key, after = 0, node: forNode } = {}) {
      const placed = forNode === undefined ? data : { ...data, [nodeKey]: String(forNode) };
      await boss.send(task, placed, { singletonKey: key ?? crypto.randomUUID(), startAfter: after, db: insideOf(trx) });
      const dueMs = after * 1000 + nudgeMs;
      if (dueMs <= soonMs && !stopping.signal.aborted) setTimeout(() => news.emit(task), dueMs).unref();
    },
    kept: keptKeys,
    async work(kinds, run, fail) {
      await boss.start();
      for (const kind of kinds) loops.push(loop(kind, run, fail));
    },
    maintain: () => boss.maintain(),
    async drain(kinds, run) {
      for (let isBusy = true; isBusy; ) {
        isBusy = false;
        for (const kind of kinds)
          for (const job of await take(kind.name, 1)) {
            isBusy = true;
            const failure = await attempt(kind, job, run);
            if (failure !== undefined) throw failure;
          }
      }
    },
    rest: () => stopping.abort(),
    async close(graceMs = 5_000) {
      stopping.abort();
      clearInterval(renewal);
      const ended = Promise.all(loops);
      if (!(await within(graceMs, ended))) {
        aborted.abort();
        await within(graceMs, ended);
      }
      await boss.stop({ graceful: false, close: false });
      await pool.end();
    },
  };
}
