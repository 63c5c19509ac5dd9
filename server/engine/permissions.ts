/** Whether a person may make a call, decided on ids and flags. */

import { sql } from 'kysely';
import type { Module } from '../../contract/schema/module';
import type { Route } from '../kernel/call';
import type { Context, Principal } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { heldMenus } from './heldMenus';

export const methodNumber = { GET: 1, POST: 2 } as const;

function ids(list: readonly string[]) {
  return sql`${[...list]}::bigint[]`;
}

/** Whether one of the person's roles holds one of these menus or buttons. */
export async function hasPermission(
  trx: Trx,
  { isSuper, roleIds }: Principal,
  tenantId: string,
  codes: readonly string[],
): Promise<boolean> {
  if (isSuper) return true;
  const { rows } = await sql`
    select 1 from ${heldMenus(tenantId, ids(roleIds))} m where m.code = any(${[...codes]}) limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Whether the person may make a call: `menu`, one of their roles holds one of its menus or buttons; `scope`, they hold
 * an API scope that names the call, or none names it. One statement, because it runs for every call.
 */
export async function mayCall(
  trx: Trx,
  { isSuper, isAdmin, roleIds }: Principal,
  tenantId: string,
  { method, path, pattern = path }: Pick<Route, 'method' | 'path' | 'pattern'>,
  codes: readonly string[],
): Promise<{ menu: boolean; scope: boolean }> {
  if (isSuper) return { menu: true, scope: true };
  const { rows } = await sql<{ menu: boolean; scope: boolean }>`
    select exists (select 1 from ${heldMenus(tenantId, ids(roleIds))} m where m.code = any(${[...codes]})) as menu,
           ${isAdmin} or coalesce((
             select bool_or(exists (
               select 1 from sys_role_scope g join sys_role r on r.tenant_id = g.tenant_id and r.id = g.role_id and r.is_deleted = 0
               where g.tenant_id = ${tenantId} and g.category = 2 and g.scope_id = s.id and g.role_id = any(${ids(roleIds)})))
             from sys_api_scope s
             where s.is_deleted = 0 and s.status = 1 and s.scope_path = any(${[path, pattern]}) and s.method = ${methodNumber[method]}), true) as scope`.execute(
    trx,
  );
  return rows[0]!;
}

/** The same for another call than the one that is running, by the codes of one of its permissions. */
export async function mayRoute(cx: Context, method: Route['method'], path: string, codes?: readonly string[]) {
  const { trx, tenantId, principal, routes } = cx;
  if (!principal) return true;
  const route = routes.find((one) => one.method === method && one.path === path);
  if (!route) return false;
  const { menu, scope } = await mayCall(trx, principal, tenantId, route, codes ?? route.codes);
  return menu && scope;
}

/** The same for the list of a module, when another call tells what is in it: by the menus and the API scopes of the
 *  list's own call. */
export function mayList(cx: Context, module: Pick<Module, 'url'>): Promise<boolean> {
  return mayRoute(cx, 'GET', module.url('list'));
}
