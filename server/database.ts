import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';

/** Tables are known by declarations, not by types: generic code reads columns by name. */
export type Tables = any;
export type Trx = Transaction<Tables>;

const asWritten = (text: string) => text;
const { builtins } = pg.types;
/** Dates and times travel as the text they are stored as; a Date object would add a time zone nobody asked for. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === builtins.DATE || oid === builtins.TIMESTAMP
      ? asWritten
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Limits every statement of the program lives under: a stuck query or lock ends itself. Pages come from memory or a
 * solid-state disk, where reading here and there costs little more than reading on; the planner must know that.
 */
const patience =
  '-c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000 -c random_page_cost=1.1';

export const openPool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 3000,
    ...config,
    types,
    options: [config.options, patience].filter(Boolean).join(' '),
  });
  // Without a listener an idle connection's error would end the process; the next query reports it anyway.
  pool.on('error', () => undefined);
  return pool;
};

const isRetryable = (error: unknown) => ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

export interface Database {
  /**
   * Run `work` in one transaction that sees and writes rows of one tenant only. Deadlocks and serialisation failures
   * are tried again, so `work` must touch nothing but the transaction.
   */
  withTenant<T>(tenantId: string, today: string, work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Tables that belong to no tenant: clients, tenants, menus. Rows of a tenant stay invisible here. */
  kysely: Kysely<Tables>;
  close(): Promise<void>;
}

export const openDatabase = (pool: pg.Pool): Database => {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    async withTenant(tenantId, today, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await kysely.transaction().execute(async (trx) => {
            await sql`select set_config('app.tenant', ${tenantId}, true), set_config('app.today', ${today}, true)`.execute(
              trx,
            );
            return work(trx);
          });
        } catch (error) {
          if (attempt >= 3 || !isRetryable(error)) throw error;
        }
      }
    },
    close: () => kysely.destroy(),
  };
};
