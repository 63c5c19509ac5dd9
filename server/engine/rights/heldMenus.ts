/** Menus and buttons that a tenant may have and that roles hold, as sub-queries of `sys_menu`, to which the caller adds
 *  an alias; and the roles that hold one. */
import { type RawBuilder, sql } from 'kysely';
import { platformTenant } from '../../../contract/modules/system/tenant';

/** What a tenant may have: its package and its own registers, and never the platform's own. A button comes with its
 *  menu. */
function isOfTenant(tenantId: string): RawBuilder<boolean> {
  return tenantId === platformTenant
    ? sql`m.is_deleted = 0 and m.owner_tenant in ('', ${tenantId})`
    : sql`m.is_deleted = 0 and m.is_platform = 0 and (m.owner_tenant = ${tenantId} or (m.owner_tenant = '' and exists (
        select 1 from tenant t left join sys_tenant_package p on p.id = t.package_id
        where t.tenant_id = ${tenantId}
          and (t.package_id is null or m.id = any(p.menu_ids) or (m.category = 2 and m.parent_id = any(p.menu_ids))))))`;
}

export function tenantMenus(tenantId: string): RawBuilder<unknown> {
  return sql`(select m.* from sys_menu m where ${isOfTenant(tenantId)})`;
}

/**
 * What people of these roles hold: a tenant's administrators all that it may have, others the grants of their roles. A
 * button includes its page. `roles`: an array of ids, of type bigint[].
 */
export function heldMenus(tenantId: string, roles: RawBuilder<unknown>): RawBuilder<unknown> {
  const holders = sql`holder.tenant_id = ${tenantId} and holder.id = any(${roles}) and holder.is_deleted = 0`;
  // Neither part names the menu, so each is found once. Grants come as an array, because a new database knows no sizes,
  // and its planner would look at each grant for each menu.
  return sql`(
    select m.* from sys_menu m where ${isOfTenant(tenantId)} and (
      exists (select 1 from sys_role holder where ${holders} and holder.is_admin)
      or m.id in (
        select unnest(case when one.category = 2 then array[one.id, one.parent_id] else array[one.id] end)
        from sys_menu one where one.is_deleted = 0 and one.id = any(array(
          select given.menu_id from sys_role_menu given where given.tenant_id = ${tenantId}
            and given.role_id = any(array(select holder.id from sys_role holder where ${holders})))))))`;
}

/** The tenant's roles that hold one of these menus or buttons, as a sub-query of type bigint[]. It names no row around it,
 *  so a statement finds them once, however many people it asks about. */
export function holdingRoles(tenantId: string, codes: readonly string[]): RawBuilder<string[]> {
  const named = sql`array(select m.id from sys_menu m where ${isOfTenant(tenantId)} and m.code = any(${[...codes]}::text[]))`;
  return sql`array(
    select r.id from sys_role r where r.tenant_id = ${tenantId} and r.is_deleted = 0 and (
      (r.is_admin and ${named} <> '{}')
      or r.id in (
        select given.role_id from sys_role_menu given where given.tenant_id = ${tenantId} and given.menu_id = any(
          ${named} || array(
            select b.id from sys_menu b where b.category = 2 and b.is_deleted = 0 and b.parent_id = any(${named}))))))`;
}
