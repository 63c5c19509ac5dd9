/** A backup holds it while it is written: rows of its snapshot refer to files that it reads only later. */
import { sql } from 'kysely';
import type { Trx } from '../database';

/** Any number will do as long as it never changes. */
export const backupLock = 7_150_006;

/** Whether a backup is being written: the bytes of removed files stay until it is done. */
export async function isBackedUp(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (
      select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${backupLock} and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())) as yes`.execute(trx);
  return rows[0]!.yes;
}
