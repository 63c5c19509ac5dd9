import type { Writable } from 'node:stream';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { openMarks } from './changes/marks';
import type { Tracing } from './ports';
import { type Memory, openMemory } from './remembered/memory';
import { bothRaised, type Raised, raisedBy, raising } from './remembered/versions';
import type { Tables } from './tables';

export type { Tables } from './tables';
export type Trx = Transaction<Tables>;
/** Tables whose names only generic code knows, from the declarations of modules: the one place without types. */
export type TablesByName = any;
export function byName(trx: Trx): Transaction<TablesByName> {
  return trx as unknown as Transaction<TablesByName>;
}

/** Parameters that one statement may have. */
const mostParameters = 65_535;
/** Rows of equal columns in parts that one statement can insert. */
export function insertable<R extends object>(rows: readonly R[]): R[][] {
  const most = Math.max(1, Math.floor(mostParameters / Math.max(1, Object.keys(rows[0] ?? {}).length)));
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, at) => rows.slice(at * most, (at + 1) * most));
}

function asWritten(text: string) {
  return text;
}
const { builtins } = pg.types;
/** Dates and times stay the text they are stored as; a Date object would add a time zone. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === builtins.DATE || oid === builtins.TIMESTAMP
      ? asWritten
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Limits of every statement: a stuck query or lock ends itself. Pages come from memory or a solid-state disk, where
 * random access costs little more than sequential; the planner must know that.
 */
const patience =
  '-c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000 -c random_page_cost=1.1';

/**
 * A pool whose broken connections cannot end the process: an `error` without a listener is an exception, and pg-pool
 * listens to idle connections alone. The query that meets the error reports it. Statements may be sent before the
 * answers to earlier ones, see `andCommit`.
 */
export function safePool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 3000, pipeline: true, ...config, types });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Connections of the pool for requests. */
export const mostConnections = 10;

/** The pool for requests: see `safePool`, plus the limits above. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  return safePool({
    max: mostConnections,
    ...config,
    options: [config.options, patience].filter(Boolean).join(' '),
  });
}

/** The database cannot be reached, or the connection broke; the statement may or may not have had its effect. */
export class ConnectionLost extends Error {
  /** `connection_exception`, so that code that sorts errors by SQLSTATE takes it for an unavailable database, not for a
   *  bug. */
  readonly code = '08000';
  constructor(cause: unknown) {
    super(`the database connection is lost: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = 'ConnectionLost';
  }
}

/** Every connection is at work, and none has become free in time: the database is there, and has too much to do. */
export class ConnectionsTaken extends Error {
  /** `too_many_connections`. */
  readonly code = tooManyConnections;
  constructor(cause: unknown) {
    super('every database connection is taken', { cause });
    this.name = 'ConnectionsTaken';
  }
}
export const tooManyConnections = '53300';

/** What the pool says of a work for which no connection has become free. */
const waitedMessage = /^timeout exceeded when trying to connect/;

/** What the driver says of a query on a connection that has ended; it may say so before the event that tells why. */
const endedMessages = /is not queryable|^connection terminated/i;
/** PostgreSQL closes the connection after an error of this severity, whatever its code. */
function isFatal(error: unknown) {
  return error instanceof pg.DatabaseError
    ? ['FATAL', 'PANIC'].includes(error.severity ?? '')
    : error instanceof Error && endedMessages.test(error.message);
}

const commits = '/* and commit */';
/**
 * Appended to the last statement of a transaction: the commit is sent with it, instead of after its answer. For
 * statements that make others wait until the commit.
 */
export const andCommit = sql.raw(commits);

const prepares = '/* prepared */';
/**
 * Put before a statement that every request runs: each connection plans it once. For statements that name their columns,
 * whose plan does not depend on their parameters.
 */
export const prepared = sql.raw(prepares);
const names = new Map<string, string>();
/** A name for a prepared statement: as long as its text is the same, so is its name. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `leasedesk_${names.size}`;
  names.set(text, name);
  return name;
}

/** Statements that open a transaction: their answers say nothing, so the next statement is sent with them. */
const opens = /^(?:begin$|set local app\.)/;
const nothing = { command: 'SET', rowCount: null, rows: [] };
/** Statements that change nothing, unless they call a function that does or hold rows. */
const reads = /^\s*(?:\/\*.*?\*\/\s*)*select\b/is;
const works = /\bpg_|\b(?:nextval|setval|set_config)\b|\bfor\s+(?:no\s+key\s+)?(?:update|share|key)\b/i;
/** A prepared statement that the connection does not know (a pooler gave it another one), or whose tables have changed:
 *  the work is done again on another connection. */
const outdated = ['26000', '0A000'];

/**
 * The pool as Kysely sees it. A broken connection answers every later query with the first error, and is closed instead
 * of being reused, as is one that is returned with its transaction still open.
 */
function checked(pool: pg.Pool, tracing: Pick<Tracing, 'statement'> | undefined): PostgresPool {
  /** Connections that are at work. While some are still being made, the database may be away. */
  let taken = 0;
  const isTaken = ({ code, message }: Error & { code?: string }) =>
    code === tooManyConnections || (waitedMessage.test(message) && taken >= pool.options.max);
  return {
    async connect() {
      const client = await pool.connect().catch((error) => {
        throw isTaken(error) ? new ConnectionsTaken(error) : new ConnectionLost(error);
      });
      taken++;
      let broken: ConnectionLost | undefined;
      const listen = (error: Error) => {
        broken ??= new ConnectionLost(error);
      };
      client.on('error', listen);
      let isOutdated = false;
      /** Answers to the statements that opened the transaction, while they are under way. */
      let opening: Promise<unknown>[] = [];
      let corked = 0;
      let hasWritten = false;
      let raised: Raised | undefined;
      let committed: Promise<unknown> | undefined;
      const marks = openMarks();
      const send = (text: string, values?: unknown[]): Promise<unknown> => {
        const isPrepared = text.slice(0, 40).includes(prepares);
        const run = () =>
          isPrepared ? client.query({ name: nameOf(text), text, values }) : client.query(text, values);
        return tracing ? tracing.statement(text, run) : run();
      };
      /** What opens a transaction leaves in one packet with its first statement. */
      const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
      /** Sent without waiting for the answer, which the next statement or the release waits for. */
      const sendAhead = (text: string, values?: unknown[]): Promise<unknown> => {
        const answer = send(text, values);
        answer.catch(() => undefined);
        return answer;
      };
      const uncork = () => {
        for (; corked > 0; corked--) stream.uncork();
      };
      const opened = async () => {
        uncork();
        const answers = opening;
        opening = [];
        await Promise.all(answers);
      };
      /** Marks are of the tenant that is bound until here. Where one fails, so does the transaction. */
      const sendMarks = () => marks.taken().map((mark) => sendAhead(mark.text, mark.values));
      const commit = async () => {
        await opened();
        if (raised) await send(raising(raised));
        raised = undefined;
        const marked = sendMarks();
        committed = sendAhead('commit');
        // What only read is answered before its transaction has ended.
        if (!hasWritten) return nothing;
        await Promise.all(marked);
        return committed;
      };
      const query = async (text: string, values: unknown[]) => {
        if (text === 'begin') [hasWritten, raised, committed] = [false, undefined, undefined];
        if (text === 'begin' || text === 'rollback') marks.clear();
        if (text === 'commit') return committed ?? commit();
        if (opens.test(text)) {
          stream.cork();
          corked++;
          opening.push(...sendMarks(), sendAhead(text));
          marks.written(text, nothing);
          return nothing;
        }
        raised = bothRaised(raised, raisedBy(text));
        hasWritten ||= !reads.test(text) || works.test(text);
        const marked = text.endsWith(commits) ? sendMarks() : [];
        const answer = sendAhead(text, values);
        uncork();
        // After a failed statement it undoes the transaction, as the rollback does that follows.
        if (client.pipeline && text.endsWith(commits) && !raised) committed = sendAhead('commit');
        await opened();
        const answered = await answer;
        await Promise.all(marked);
        marks.written(text, answered);
        return answered;
      };
      const release = () => {
        taken--;
        client.off('error', listen);
        const isClean = !broken && !isOutdated && client.getTransactionStatus() === 'I';
        client.release(isClean ? undefined : (broken ?? new Error('its transaction is still open')));
      };
      return {
        async query(text: string, values: readonly unknown[]) {
          if (broken) throw broken;
          try {
            return await query(text, values as unknown[]);
          } catch (error) {
            if (isFatal(error)) broken ??= new ConnectionLost(error);
            isOutdated ||= outdated.includes((error as { code?: string }).code ?? '');
            throw broken ?? error;
          }
        },
        release() {
          if (committed) void committed.then(release, release);
          else release();
        },
      } as unknown as PostgresPoolClient; // without the overload for cursors, which is not used
    },
    end: () => pool.end(),
  };
}

export const everyTenant = '/* of every tenant */';
/** Marks a statement that reads the rows of all tenants on purpose; every other names the tenant of each table. */
export const ofEveryTenant = sql.raw(everyTenant);

/** The settings that row security and views read: the tenant, the business day, and whether the platform's tables are
 *  writable. */
interface Settings {
  tenant?: string;
  today?: string;
  platform?: 'on' | '';
}

/**
 * Sets these for the transaction, in one statement. Uses `set local`, which a cluster propagates to its nodes, as it
 * does not with `set_config`; it takes no parameters, so the values are quoted. The text must hold nothing else,
 * because all of it is propagated.
 */
export async function bind(trx: Trx, settings: Settings): Promise<void> {
  const statements = Object.entries(settings).map(([name, value]) => {
    // a text that no setting can hold belongs to no tenant
    const text = value.includes('\u0000') ? '' : value;
    return `set local app.${name} = ${pg.escapeLiteral(text)}`;
  });
  await sql.raw(statements.join('; ')).execute(trx);
}

function isRetryable(error: unknown) {
  return ['40001', '40P01', ...outdated].includes((error as { code?: string }).code ?? '');
}

export interface Database {
  /**
   * Run `work` in one transaction that reads and writes rows of one tenant only. Deadlocks and serialisation failures
   * are retried, so `work` must have no other effects than the transaction.
   */
  withTenant<T>(tenantId: string, today: string, work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Tables that belong to no tenant: clients, tenants, menus. Rows of a tenant stay invisible here. */
  kysely: Kysely<Tables>;
  /** What this server remembers of tenants. */
  memory: Memory;
  /** Connections: most at a time, those that are open, those of them that are idle, and works that wait for one. */
  connections(): { most: number; open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export function openDatabase(pool: pg.Pool, tracing?: Pick<Tracing, 'statement'>): Database {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: checked(pool, tracing) }) });
  return {
    kysely,
    memory: openMemory(),
    connections: () => ({
      most: pool.options.max,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async withTenant(tenantId, today, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await kysely.transaction().execute(async (trx) => {
            await bind(trx, { tenant: tenantId, today });
            return work(trx);
          });
        } catch (error) {
          if (attempt >= 3 || !isRetryable(error)) throw error;
        }
      }
    },
    close: () => kysely.destroy(),
  };
}
