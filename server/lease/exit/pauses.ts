/** Since when, and until when, instalments do not count: figures of any past day leave out what had been replaced then. */
import type { Context } from '../../kernel/context';

type Row = { id: string };

/** From now on the instalments do not count; those that already do not stay as they are. */
export async function pause({ trx, tenantId, time, deps }: Context, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('lease_plan_pause')
    .values(rows.map(({ id }) => ({ id: deps.newId(), tenant_id: tenantId, plan_id: id, from_time: time })))
    .onConflict((on) => on.columns(['tenant_id', 'plan_id']).where('until_time', 'is', null).doNothing())
    .execute();
}

/** From now on the instalments count again. */
export async function resume({ trx, tenantId, time }: Context, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .updateTable('lease_plan_pause')
    .set({ until_time: time })
    .where('tenant_id', '=', tenantId)
    .where(
      'plan_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('until_time', 'is', null)
    .execute();
}
