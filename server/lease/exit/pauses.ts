/** Since when, and until when, instalments do not count: figures of any past day leave out what had been replaced then. */
import { type RawBuilder, sql } from 'kysely';
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

/** The pauses that held at a moment, `yyyy-MM-dd` or with a time; at most one of an instalment. */
export function pausesAt({ tenantId }: Pick<Context, 'tenantId'>, end: string): RawBuilder<unknown> {
  return sql`(
    select plan_id from lease_plan_pause
    where tenant_id = ${tenantId} and from_time < ${end}::timestamp
      and (until_time is null or until_time >= ${end}::timestamp))`;
}

/** Whether an instalment was out of force at such a moment. */
export function wasPaused(
  cx: Pick<Context, 'tenantId'>,
  planId: RawBuilder<unknown>,
  end: string,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${pausesAt(cx, end)} s where s.plan_id = ${planId})`;
}

/** Whether instalments `p` counted at a moment. */
export function countedThen(cx: Pick<Context, 'tenantId'>, end: string): RawBuilder<boolean> {
  return sql<boolean>`(p.create_time < ${end}::timestamp and not ${wasPaused(cx, sql.ref('p.id'), end)})`;
}
