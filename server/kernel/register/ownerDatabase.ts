/** The database as the owner of its tables: for the few works that make tables. */
import { sql } from 'kysely';
import type pg from 'pg';
import { type Database, openDatabase, openPool, type Trx } from '../database';

/** The role of requests, which row security binds. */
const programRole = 'leasedesk_app';

/** An owner who may act as the role of requests does so. Any other is bound by forced row security. */
async function stepDown(trx: Trx): Promise<void> {
  await sql`
    select set_config('role', ${programRole}, true)
    where case when current_setting('server_version_num')::int >= 160000
      then pg_has_role(session_user, ${programRole}, 'SET') else pg_has_role(session_user, ${programRole}, 'MEMBER') end`.execute(
    trx,
  );
}

/** Statements about tables take longer than those of requests: an index reads every row. */
const patience = sql.raw(`set local statement_timeout = '60s'`);

/**
 * The owner's database. Its transactions begin with the rights of requests, and only `asOwner` lifts them. Connections
 * are made when they are needed: two at a time.
 */
export function openOwnerDatabase(owner: pg.PoolConfig): Database {
  const db = openDatabase(openPool({ ...owner, max: 2 }));
  return {
    ...db,
    withTenant: (tenantId, today, work) =>
      db.withTenant(tenantId, today, async (trx) => {
        await stepDown(trx);
        await patience.execute(trx);
        return work(trx);
      }),
  };
}

/** Does this part of an owner's transaction with the owner's rights. */
export async function asOwner<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(trx);
  await sql`set local role none`.execute(trx);
  const done = await work();
  await sql`select set_config('role', ${rows[0]!.role}, true)`.execute(trx);
  return done;
}
