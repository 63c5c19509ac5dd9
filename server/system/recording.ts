import type { Context } from '../kernel/context';

/** The consoles of these people record until then; `null` ends it. */
export async function recordUntil(
  { trx, tenantId }: Context,
  people: readonly { id: string }[],
  until: Date | null,
): Promise<void> {
  const ids = people.map(({ id }) => id);
  await trx
    .updateTable('sys_user')
    .set({ recorded_until: until })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute();
}

const recorded = new WeakMap<Context, Promise<ReadonlyMap<string, Date>>>();
/** Who of the tenant is recorded now: few, so they are asked for once and not with each row. */
export function recordedNow(cx: Context): Promise<ReadonlyMap<string, Date>> {
  const { trx, tenantId, deps } = cx;
  const asked =
    recorded.get(cx) ??
    trx
      .selectFrom('sys_user')
      .select(['id', 'recorded_until'])
      .where('tenant_id', '=', tenantId)
      .where('recorded_until', '>', new Date(deps.now()))
      .execute()
      .then((rows) => new Map(rows.map(({ id, recorded_until }) => [id, recorded_until!])));
  recorded.set(cx, asked);
  return asked;
}
