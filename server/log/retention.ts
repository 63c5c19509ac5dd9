/** Deletes rows of the logs that are older than their days. */
import { sql } from 'kysely';
import { businessDate, dateTime } from '../../contract/domain/calendar';
import type { Deps } from '../kernel/context';
import { byName } from '../kernel/database';
import { readDays } from './policy';

const dayMs = 24 * 60 * 60 * 1000;
/** Rows of one statement: short enough to hold no lock for long. */
const batch = 5000;

/**
 * Of every tenant, also of those that are stopped. Each batch is a transaction of its own, so that an interrupted run has
 * done a part of the work. Answers how many rows were deleted.
 */
export async function sweepLogs({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const tenants = await db.kysely.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute();
  const days = await readDays(db);
  let deleted = 0;
  for (const { tenant_id: tenantId } of tenants)
    for (const [table, kept] of days) {
      const before = dateTime(now() - kept * dayMs);
      for (let count = batch; count === batch; deleted += count)
        count = await db.withTenant(tenantId, businessDate(now()), async (trx) => {
          const rows = byName(trx);
          const old = rows
            .selectFrom(table)
            .select('id')
            .where('tenant_id', '=', tenantId)
            .where('create_time', '<', before)
            .orderBy('create_time')
            .limit(batch);
          const { numDeletedRows } = await rows
            .deleteFrom(table)
            .where('tenant_id', '=', tenantId)
            // An array is made once and looked up by hash, whatever the planner believes of a table that has just grown.
            .where(sql<boolean>`id = any(array(${old}))`)
            .executeTakeFirstOrThrow();
          return Number(numDeletedRows);
        });
    }
  return deleted;
}
