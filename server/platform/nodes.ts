/**
 * The number in the ids of a server, leased in the database: two servers with one number would make the same ids. A
 * server that cannot renew its lease in time makes no ids until it has a number again.
 */
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { snowflake, timeOf } from '../kernel/ids';
import { lifeOf } from './directoryLock';

const leaseMs = 30_000;
const renewMs = 5_000;
const pollMs = 500;
/** Serialises taking numbers. Any number will do as long as it never changes. */
const lockKey = 7_150_003;

export interface Node {
  newId(): string;
  /** Whether ids can be made now. */
  isHeld(): boolean;
  /** The number held, or held last. */
  number(): number;
  /** Renews the lease, or takes a new number where it was lost; false when neither was possible. */
  renew(): Promise<boolean>;
  /** Returns the number. */
  release(): Promise<void>;
}

interface Taking {
  kysely: Kysely<Tables>;
  /** The clock in the ids, in milliseconds. */
  now(): number;
  /** A number that the operator has set; by default any free one. */
  wanted?: number | undefined;
  /** How long a lease lasts without renewal, and how often it is renewed, in milliseconds. */
  lease?: number;
  renewEvery?: number;
}

interface Lease {
  node: number;
  holder: string;
  place: string;
  life: string;
  renewed_at: Date;
  is_over: boolean;
  clock: string;
}

/** Identifies processes by number and start inside one pid namespace of one boot of the machine. */
function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
function ownLife() {
  return `${namespace()} ${process.pid} ${lifeOf(process.pid)}`;
}

/** Whether the process of a lease is known to have ended: it ran here, and no longer does. */
function hasEnded(life: string): boolean {
  const [where, pid, boot] = life.split(' ');
  if (!where || where !== namespace() || !boot || boot === 'unknown') return false;
  const now = lifeOf(Number(pid));
  const [bootNow] = (lifeOf(process.pid) ?? '').split(' ');
  return now !== 'unknown' && boot === bootNow && `${where} ${pid} ${now}` !== life;
}

/**
 * Takes a number and renews its lease. With `wanted` it waits until an abandoned lease has expired; throws when another
 * running server holds that number, or when all 1,024 are taken.
 */
export async function takeNode({ kysely, now, wanted, lease = leaseMs, renewEvery = renewMs }: Taking): Promise<Node> {
  const holder = randomUUID();
  const place = `${hostname()} (process ${process.pid})`;
  let held: { node: number; make: () => string; wall: number; steady: number } | undefined;
  let lastNode = -1;
  let lastId = '0';

  const find = (trx: Transaction<Tables>) =>
    sql<Lease>`
      select n as node, coalesce(holder, '') as holder, coalesce(place, '') as place, coalesce(life, '') as life,
             renewed_at, coalesce(expires_at <= clock_timestamp(), true) as is_over, coalesce(clock, 0) as clock
      from generate_series(0, 1023) n left join node_lease l on l.node = n
      where ${wanted === undefined ? sql`expires_at is null or expires_at <= clock_timestamp()` : sql`n = ${wanted}`}
      order by coalesce(clock, 0) > ${now()}, random() limit 1`.execute(trx);

  /** A lease counts from before the request for it. */
  const clocks = () => ({ wall: Date.now(), steady: performance.now() });

  /** The lease that blocks the number, if one does. */
  const tryToTake = () =>
    kysely.transaction().execute(async (trx): Promise<Lease | undefined> => {
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
      const requestedAt = clocks();
      const { rows } = await find(trx);
      const found = rows[0];
      if (!found)
        throw new Error('这个数据库的 1024 个节点号已全部占用 · All 1024 node numbers of this database are taken');
      if (!found.is_over && found.holder !== holder && !hasEnded(found.life)) return found;
      const upTo = Math.max(now(), Number(found.clock)) + lease;
      await sql`
        insert into node_lease (node, holder, place, life, renewed_at, expires_at, clock)
        values (${found.node}, ${holder}, ${place}, ${ownLife()}, clock_timestamp(),
                clock_timestamp() + ${lease} * interval '1 millisecond', ${upTo})
        on conflict (node) do update set holder = excluded.holder, place = excluded.place, life = excluded.life,
          renewed_at = excluded.renewed_at, expires_at = excluded.expires_at, clock = excluded.clock`.execute(trx);
      held = { node: found.node, ...requestedAt, make: snowflake(now, found.node, Number(found.clock) + 1) };
      lastNode = found.node;
      return undefined;
    });

  const isHeld = () =>
    held !== undefined &&
    // The monotonic clock pauses while the machine sleeps, the other one may be set back: either is enough.
    Date.now() - held.wall < lease &&
    performance.now() - held.steady < lease;

  const take = async (): Promise<void> => {
    let first: Lease | undefined;
    for (;;) {
      const other = await tryToTake();
      if (!other) return;
      first ??= other;
      if (other.holder !== first.holder || other.renewed_at > first.renewed_at)
        throw new Error(
          `NODE_ID=${wanted} 已被同一数据库的另一个服务占用 · NODE_ID=${wanted} is held by another server on this database: ${other.place}`,
        );
      await sleep(pollMs);
    }
  };

  const renew = async (): Promise<boolean> => {
    const requestedAt = clocks();
    if (held && isHeld()) {
      const { numAffectedRows } = await sql`
        update node_lease set renewed_at = clock_timestamp(), clock = greatest(clock, ${now() + lease}),
          expires_at = clock_timestamp() + ${lease} * interval '1 millisecond'
        where node = ${held.node} and holder = ${holder}`.execute(kysely);
      if (numAffectedRows === 1n) {
        Object.assign(held, requestedAt);
        return true;
      }
    }
    held = undefined;
    return (await tryToTake()) === undefined;
  };

  await take();
  let isRenewing = false;
  const timer = setInterval(async () => {
    if (isRenewing) return;
    isRenewing = true;
    // Without the database the lease cannot be renewed; calls then fail with their own error.
    await renew().catch(() => undefined);
    isRenewing = false;
  }, renewEvery);
  timer.unref();

  return {
    newId() {
      if (!isHeld()) refuse('unavailable');
      lastId = held!.make();
      return lastId;
    },
    isHeld,
    number: () => lastNode,
    renew,
    async release() {
      clearInterval(timer);
      if (!held) return;
      const { node } = held;
      held = undefined;
      await sql`
        update node_lease set holder = '', life = '', expires_at = clock_timestamp(), clock = ${Math.max(now(), timeOf(lastId))}
        where node = ${node} and holder = ${holder}`.execute(kysely);
    },
  };
}
