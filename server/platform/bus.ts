/** The bus on LISTEN and NOTIFY of PostgreSQL, with a connection of its own. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { type Bus, busChannel, type Signal } from '../kernel/bus';
import type { Database } from '../kernel/database';

/** How often it is checked that signals arrive, and how long one may take, in ms. */
const probeMs = 20_000;
const answerMs = 3_000;
/** Pauses before connecting again, in ms. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
const probePrefix = 'probe ';

export interface BusOptions {
  probeMs?: number;
  answerMs?: number;
}

/**
 * `config`: how the program connects. The check is sent through the pool of `db`, as every signal is: behind a pooler of
 * transactions a connection can listen without ever hearing.
 */
export function openBus(
  config: pg.PoolConfig,
  { kysely }: Pick<Database, 'kysely'>,
  { probeMs: everyMs = probeMs, answerMs: mostMs = answerMs }: BusOptions = {},
): Bus {
  let hear: (signal: Signal) => void = () => undefined;
  let client: pg.Client | undefined;
  let isHearing = false;
  let isClosed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  /** The probe that is on its way. */
  let probe: { text: string; heard(): void } | undefined;

  const later = (work: () => void, ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(work, ms).unref();
  };
  const again = () => {
    isHearing = false;
    const lost = client;
    client = undefined;
    lost?.removeAllListeners('notification');
    void lost?.end().catch(() => undefined);
    later(() => void connect(), pauses[Math.min(failures++, pauses.length - 1)]!);
  };

  /** Whether a text that is sent through another connection arrives in time. */
  const arrives = () =>
    new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(false), mostMs);
      const text = probePrefix + randomUUID();
      probe = {
        text,
        heard() {
          clearTimeout(late);
          resolve(true);
        },
      };
      sql`select pg_notify(${busChannel}, ${text})`.execute(kysely).catch(() => undefined);
    });
  const check = async (of: pg.Client) => {
    const isFine = await arrives();
    probe = undefined;
    if (isClosed || client !== of) return;
    if (!isFine) return again();
    isHearing = true;
    failures = 0;
    later(() => void check(of), everyMs);
  };
  const connect = async () => {
    const made = new pg.Client({ ...config, connectionTimeoutMillis: mostMs, keepAlive: true });
    made.on('error', () => isOwn() && again());
    const isOwn = () => client === made && !isClosed;
    client = made;
    made.on('end', () => isOwn() && again());
    made.on('notification', ({ payload = '' }) => {
      if (!isOwn()) return;
      if (payload.startsWith(probePrefix)) {
        if (payload === probe?.text) probe.heard();
        return;
      }
      try {
        hear(JSON.parse(payload) as Signal);
      } catch {
        // not one of ours
      }
    });
    try {
      await made.connect();
      await made.query(`listen ${busChannel}`);
      if (isOwn()) await check(made);
    } catch {
      if (isOwn()) again();
    }
  };
  void connect();

  return {
    isHearing: () => isHearing,
    listen(receiver) {
      hear = receiver;
    },
    async close() {
      isClosed = true;
      isHearing = false;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
