/** What a person holds, and what they may grant. Decided on ids and flags; a role's name grants nothing. */
import { sql } from 'kysely';
import { type Exclusion, excludingCodes, exclusionsIn } from '../../contract/domain/dutyConflicts';
import { textIn } from '../../contract/domain/text';
import { moduleNamed } from '../../contract/modules';
import { awaiting } from '../../contract/modules/system/user';
import { heldMenus, tenantMenus } from '../engine/rights/heldMenus';
import type { Context } from '../kernel/context';
import { ofEveryTenant } from '../kernel/database';
import { Refusal, refuse } from '../kernel/errors';
import { refuseSeeingMore, type Seer, widerRoles } from './bounds';

export { platformTenant } from '../../contract/modules/system/tenant';

function ids(list: readonly string[]) {
  return sql`${[...list]}::bigint[]`;
}

/** The current or planned grants of a role. */
export interface Grant {
  menuIds: readonly string[];
  dataScopeIds: readonly string[];
  apiScopeIds: readonly string[];
}

/** All that the person may grant: what they hold themselves. Scopes belong to menus: holders of the menu may set
 *  them. */
export async function givable(cx: Context): Promise<Grant> {
  const { isSuper, isAdmin, roleIds } = cx.principal!;
  const menus = await sql<{ id: string }>`
    select id from ${isSuper ? tenantMenus(cx.tenantId) : heldMenus(cx.tenantId, ids(roleIds))} held`.execute(cx.trx);
  const menuIds = menus.rows.map(({ id }) => id);
  const scopes = async (table: string, category: number) => {
    const { rows } = await sql<{ id: string }>`
      select s.id from ${sql.table(table)} s where s.is_deleted = 0 and s.menu_id = any(${ids(menuIds)})
        and (${isSuper || isAdmin} or exists (
          select 1 from sys_role_scope g where g.tenant_id = ${cx.tenantId} and g.category = ${category}
            and g.scope_id = s.id and g.role_id = any(${ids(roleIds)})))`.execute(cx.trx);
    return rows.map(({ id }) => id);
  };
  return {
    menuIds,
    dataScopeIds: await scopes('sys_data_scope', 1),
    apiScopeIds: await scopes('sys_api_scope', 2),
  };
}

/** Refuses a grant of anything the person does not hold, or the tenant's package does not allow. */
export async function refuseBeyondOwn(cx: Context, wanted: Grant): Promise<void> {
  const own = await givable(cx);
  for (const name of ['menuIds', 'dataScopeIds', 'apiScopeIds'] as const) {
    const may = new Set(own[name]);
    if (wanted[name].some((id) => !may.has(id))) refuse('grant.beyondOwn');
  }
}

/**
 * Refuses menus of registers without those of what the registers point to: their fields show and offer these records.
 * `sets`: what each of several roles is given.
 */
export async function refuseBareRegisters(
  { trx, tenantId, language }: Context,
  sets: readonly (readonly string[])[],
): Promise<void> {
  const given = [...new Set(sets.flat())];
  const { rows } = await sql<{ menuId: string; register: string; to: string }>`
    select distinct l.menu_id as "menuId", case when ${language} = 'zh' then m.name else m.name_en end as register,
      f ->> 'to' as "to"
    from live_register l join sys_menu m on m.id = l.menu_id
    cross join jsonb_array_elements(l.declaration -> 'fields') f
    where l.tenant_id = ${tenantId} and f ->> 'kind' = 'ref' and l.menu_id in (
      select case when category = 2 then parent_id else id end from sys_menu where id = any(${ids(given)})
      union select unnest(${ids(given)}))`.execute(trx);
  if (rows.length === 0) return;
  const menus = await sql<{ id: string; code: string; pageId: string | null; pageCode: string | null }>`
    select m.id, m.code, page.id as "pageId", page.code as "pageCode" from sys_menu m
    left join sys_menu page on page.id = m.parent_id and m.category = 2
    where m.id = any(${ids(given)})`.execute(trx);
  const byId = new Map(menus.rows.map((menu) => [menu.id, menu]));
  for (const set of sets) {
    const held = set.flatMap((id) => byId.get(id) ?? []);
    const has = new Set(held.flatMap(({ id, pageId }) => (pageId === null ? [id] : [id, pageId])));
    const codes = new Set(held.flatMap(({ code, pageCode }) => (pageCode === null ? [code] : [code, pageCode])));
    for (const { menuId, register, to } of rows) {
      const module = moduleNamed(to);
      if (!has.has(menuId) || codes.has(module?.permission('list') ?? to)) continue;
      refuse('grant.registerTargets', { register, target: module ? textIn(module.label, language) : to });
    }
  }
}

/** The tenant's roles among these, held until the transaction ends. */
async function holdRoles({ trx, tenantId }: Context, roleIds: readonly string[]) {
  const { rows } = await sql<{ id: string; isAdmin: boolean; alias: string }>`
    select id, is_admin as "isAdmin", role_alias as alias from sys_role
    where tenant_id = ${tenantId} and is_deleted = 0 and id = any(${ids(roleIds)}) for share`.execute(trx);
  return rows;
}

/** Those of these roles that hold or show what the person does not, each with its refusal. */
async function rolesBeyondOwn(
  cx: Context,
  roles: Awaited<ReturnType<typeof holdRoles>>,
): Promise<Map<string, Refusal>> {
  const { trx, tenantId } = cx;
  const { isSuper, isAdmin: isAdministrator } = cx.principal!;
  const refused = new Map<string, Refusal>();
  if (isSuper) return refused;
  for (const { id, alias, isAdmin } of roles)
    if (alias === 'administrator' || (isAdmin && !isAdministrator)) refused.set(id, new Refusal('grant.beyondOwn'));
  if (isAdministrator) return refused;
  const left = roles.map(({ id }) => id).filter((id) => !refused.has(id));
  const own = await givable(cx);
  const { rows: beyond } = await sql<{ id: string }>`
    select g.role_id as id from sys_role_menu g where g.tenant_id = ${tenantId} and g.role_id = any(${ids(left)})
      and g.menu_id in (select id from ${tenantMenus(tenantId)} known) and not g.menu_id = any(${ids(own.menuIds)})
    union
    select g.role_id from sys_role_scope g where g.tenant_id = ${tenantId} and g.role_id = any(${ids(left)}) and g.category = 2
      and not g.scope_id = any(${ids(own.apiScopeIds)})`.execute(trx);
  for (const { id } of beyond) refused.set(id, new Refusal('grant.beyondOwn'));
  for (const [id, refusal] of await widerRoles(cx, left)) if (!refused.has(id)) refused.set(id, refusal);
  return refused;
}

/** Refuses roles that are not the tenant's, or hold or show what the person does not. They are held until the
 *  transaction ends. */
export async function refuseRolesBeyondOwn(cx: Context, roleIds: readonly string[]): Promise<void> {
  const roles = await holdRoles(cx, roleIds);
  if (roles.length < new Set(roleIds).size) refuse('grant.foreignRole');
  const [first] = (await rolesBeyondOwn(cx, roles)).values();
  if (first) throw first;
}

/** Those of these roles that the person may grant to people. */
export async function mayGive(cx: Context, roleIds: readonly string[]): Promise<string[]> {
  const roles = await holdRoles(cx, roleIds);
  const refused = await rolesBeyondOwn(cx, roles);
  return roles.map(({ id }) => id).filter((id) => !refused.has(id));
}

/**
 * Pairs of conflicting rights that these roles grant together. The administrators' role holds everything and is exempt.
 */
export async function excludedIn(cx: Context, roleIds: readonly string[]): Promise<Exclusion[]> {
  const codes = await excludingIn(cx, roleIds);
  return exclusionsIn(new Set([...codes.values()].flatMap((held) => [...held])));
}
/** The rights of some pair that each of these roles grants. */
async function excludingIn(
  { trx, tenantId }: Context,
  roleIds: readonly string[],
): Promise<ReadonlyMap<string, Set<string>>> {
  // From the few menus of these codes to the roles: what the roles hold may be half a million rows.
  const { rows } = await sql<{ roleId: string; code: string }>`
    with named as materialized (select m.id, m.code from ${tenantMenus(tenantId)} m where m.code = any(${[...excludingCodes]})),
    giving as materialized (
      select id, code from named
      union select one.id, named.code from named join sys_menu one on one.parent_id = named.id
      where one.category = 2 and one.is_deleted = 0)
    select distinct g.role_id as "roleId", giving.code from giving
    join sys_role_menu g on g.tenant_id = ${tenantId} and g.menu_id = giving.id and g.role_id = any(${ids(roleIds)})
    join sys_role r on r.tenant_id = ${tenantId} and r.id = g.role_id and not r.is_admin and r.is_deleted = 0`.execute(
    trx,
  );
  const codes = new Map<string, Set<string>>();
  for (const { roleId, code } of rows) codes.set(roleId, (codes.get(roleId) ?? new Set()).add(code));
  return codes;
}
/** The note of the history when conflicting rights are granted anyway; '' when none are. */
export async function exclusionNote(cx: Context, roleIds: readonly string[]): Promise<string> {
  return noteOf(await excludedIn(cx, roleIds));
}
function noteOf(found: readonly Exclusion[]): string {
  return found.length === 0
    ? ''
    : `不相容权限：${found.map(({ codes }) => codes.join(' + ')).join('；')}`.slice(0, 500);
}

/** The same of each of these roles alone, by their ids. */
export async function exclusionNotes(cx: Context, roleIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const codes = await excludingIn(cx, roleIds);
  return new Map([...codes].map(([id, held]) => [id, noteOf(exclusionsIn(held))]));
}

/** Refuses actions on people who hold or see more than the caller does. Actions on oneself have other rules. */
export async function refuseAbove(cx: Context, people: readonly (Seer & { isSuper: boolean })[]): Promise<void> {
  const { principal } = cx;
  if (!principal!.isSuper && people.some(({ isSuper }) => isSuper)) refuse('grant.beyondOwn');
  const others = people.filter(({ id }) => id !== principal!.userId);
  await refuseRolesBeyondOwn(cx, await live(cx, [...new Set(others.flatMap(({ roleIds }) => roleIds))]));
  await refuseSeeingMore(cx, others);
}
/** Those of these roles that exist: a removed one grants nothing. */
async function live({ trx, tenantId }: Context, roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_role where tenant_id = ${tenantId} and is_deleted = 0 and id = any(${ids(roleIds)})`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Refuses more people than the tenant may have; people who wait for approval do not count. */
export async function checkQuota(cx: Context, more: number): Promise<void> {
  await cx.exclusive('accounts');
  const { rows } = await sql<{ limit: number; count: number }>`
    select t.account_number as limit,
           (select count(*)::int from sys_user u where u.tenant_id = ${cx.tenantId} and u.is_deleted = 0 and u.status <> ${awaiting}) as count
    from tenant t where t.tenant_id = ${cx.tenantId}`.execute(cx.trx);
  const { limit = -1, count = 0 } = rows[0] ?? {};
  if (limit >= 0 && count + more > limit) refuse('user.full', { limit });
}

/** How many people who may sign in are administrators of the tenant, without these. */
export async function adminsBeside({ trx, tenantId }: Context, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sys_user u
    where u.tenant_id = ${tenantId} and u.is_deleted = 0 and u.status = 1 and not u.id = any(${ids(userIds)})
      and (u.is_super or exists (
        select 1 from sys_role r where r.tenant_id = ${tenantId} and r.id = any(u.role_ids) and r.is_admin and r.is_deleted = 0))`.execute(
    trx,
  );
  return rows[0]!.count;
}

/** Refuses to remove scopes that a role of any tenant holds: people bound by them would see everything. */
export async function refuseHeld(
  { trx, exclusive }: Context,
  category: 1 | 2,
  scopes: readonly { id: string }[],
): Promise<void> {
  await exclusive('scopes', 'platform'); // as every grant does
  const { rows } = await sql`
    ${ofEveryTenant} select 1 from sys_role_scope where category = ${category} and scope_id = any(${ids(scopes.map(({ id }) => id))}) limit 1`.execute(
    trx,
  );
  if (rows.length > 0) refuse('scope.inUse');
}
