/** Messages that are worded for those who read them: each learns no more than their data scopes show. */
import { sql } from 'kysely';
import type { Context } from '../kernel/context';
import { absentPrincipal } from './session';

/** People who read the same, with the work as one of them sees it. */
interface Readers {
  userIds: string[];
  cx: Context;
}

/** Those whom no data scope binds together, as the work itself sees it; each of the others alone. */
export async function readersOf(cx: Context, userIds: readonly string[]): Promise<Readers[]> {
  const { trx, tenantId } = cx;
  const { rows } = await sql<{ id: string; isScoped: boolean }>`
    select u.id, exists (select 1 from sys_role_scope g where g.tenant_id = ${tenantId} and g.category = 1
      and g.role_id = any(u.role_ids)) as "isScoped"
    from sys_user u where u.tenant_id = ${tenantId} and u.id = any(${[...userIds]}::bigint[]) order by u.id`.execute(
    trx,
  );
  const free = rows.flatMap(({ id, isScoped }) => (isScoped ? [] : [id]));
  const found: Readers[] = free.length > 0 ? [{ userIds: free, cx }] : [];
  for (const { id: userId, isScoped } of rows) {
    const principal = isScoped && (await absentPrincipal(cx.deps, trx, { tenantId, userId }));
    if (principal) found.push({ userIds: [userId], cx: cx.onBehalfOf(principal) });
  }
  return found;
}
