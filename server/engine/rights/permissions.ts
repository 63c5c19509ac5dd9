/** Whether a person may make a call, decided on ids and flags. */

import { sql } from 'kysely';
import { scopedModules } from '../../../contract/modules';
import type { Module } from '../../../contract/schema/module';
import type { Route } from '../../kernel/call';
import type { Context, Principal } from '../../kernel/context';
import { heldMenus } from './heldMenus';

export const methodNumber = { GET: 1, POST: 2 } as const;

type Asking = Pick<Context, 'trx' | 'tenantId' | 'remembered'>;

function ids(list: readonly string[]) {
  return sql`${[...list]}::bigint[]`;
}

/** A name for what depends on the person's roles alone. */
export function byRoles(name: string, { isSuper, roleIds }: Pick<Principal, 'isSuper' | 'roleIds'>): string {
  return `${name} ${isSuper ? 'all' : [...roleIds].sort().join(' ')}`;
}

/** Codes of the menus and buttons that the person's roles hold. */
export function heldCodes({ trx, tenantId, remembered }: Asking, person: Principal): Promise<ReadonlySet<string>> {
  return remembered(byRoles('codes', person), async () => {
    const { rows } = await sql<{ code: string }>`
      select m.code from ${heldMenus(tenantId, ids(person.roleIds))} m`.execute(trx);
    return new Set(rows.map(({ code }) => code));
  });
}

/** Whether one of the person's roles holds one of these menus or buttons. */
export async function hasPermission(cx: Asking, person: Principal, codes: readonly string[]): Promise<boolean> {
  if (person.isSuper) return true;
  if (codes.length === 0) return false;
  const held = await heldCodes(cx, person);
  return codes.some((code) => held.has(code));
}

/** The API scopes that are in use, by the calls that they name. */
function scopesByCall({ trx, remembered }: Asking): Promise<ReadonlyMap<string, readonly string[]>> {
  return remembered('api scopes', async () => {
    const { rows } = await sql<{ id: string; path: string; method: number }>`
      select id, scope_path as path, method from sys_api_scope where is_deleted = 0 and status = 1`.execute(trx);
    const byCall = new Map<string, string[]>();
    for (const { id, path, method } of rows) {
      const key = `${method} ${path}`;
      byCall.set(key, [...(byCall.get(key) ?? []), id]);
    }
    return byCall;
  });
}

/** The API scopes that the person's roles hold. */
function heldScopes({ trx, tenantId, remembered }: Asking, person: Principal): Promise<ReadonlySet<string>> {
  return remembered(byRoles('held api scopes', person), async () => {
    const { rows } = await sql<{ id: string }>`
      select g.scope_id as id from sys_role_scope g
      join sys_role r on r.tenant_id = g.tenant_id and r.id = g.role_id and r.is_deleted = 0
      where g.tenant_id = ${tenantId} and g.category = 2 and g.role_id = any(${ids(person.roleIds)})`.execute(trx);
    return new Set(rows.map(({ id }) => id));
  });
}

/**
 * Whether the person may make a call: `menu`, one of their roles holds one of its menus or buttons; `scope`, they hold
 * an API scope that names the call, or none names it.
 */
export async function mayCall(
  cx: Asking,
  person: Principal,
  { method, path, pattern = path }: Pick<Route, 'method' | 'path' | 'pattern'>,
  codes: readonly string[],
): Promise<{ menu: boolean; scope: boolean }> {
  if (person.isSuper) return { menu: true, scope: true };
  const menu = await hasPermission(cx, person, codes);
  if (person.isAdmin) return { menu, scope: true };
  const byCall = await scopesByCall(cx);
  const naming = [...new Set([path, pattern])].flatMap((at) => byCall.get(`${methodNumber[method]} ${at}`) ?? []);
  if (naming.length === 0) return { menu, scope: true };
  const held = await heldScopes(cx, person);
  return { menu, scope: naming.some((id) => held.has(id)) };
}

/** The same for another call than the one that is running, by the codes of one of its permissions. */
export async function mayRoute(cx: Context, method: Route['method'], path: string, codes?: readonly string[]) {
  const { principal, routes } = cx;
  if (!principal) return true;
  const route = routes.find((one) => one.method === method && one.path === path);
  if (!route) return false;
  const { menu, scope } = await mayCall(cx, principal, route, codes ?? route.codes);
  return menu && scope;
}

/** The same for the list of a module, when another call tells what is in it: by the menus and the API scopes of the
 *  list's own call. */
export function mayList(cx: Context, module: Pick<Module, 'url'>): Promise<boolean> {
  return mayRoute(cx, 'GET', module.url('list'));
}

/** Names of the tenant's modules whose lists the person may not open. */
export async function closedTo(cx: Context): Promise<string[]> {
  if (cx.principal!.isSuper) return [];
  const held = await heldCodes(cx, cx.principal!);
  return Object.values(scopedModules).flatMap((module) => (held.has(module.permission('list')) ? [] : [module.name]));
}
