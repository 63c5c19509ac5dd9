/**
 * Data scopes also bind administrators of people: they cannot create, change or take over a person who sees rows or
 * fields that they do not see themselves. Visibility is compared role by role, as conditions on rows; what the
 * conditions cannot decide, people's own rows, is looked up.
 */

import { type RawBuilder, sql } from 'kysely';
import { textIn } from '../../contract/domain/text';
import { scopedModules } from '../../contract/modules';
import { type DataScope, scopeTypes } from '../../contract/modules/system/dataScope';
import { NotARule, readRule, type ScopeRule } from '../../contract/schema/scopeRule';
import type { Asker } from '../engine/rights/scopeRule';
import { deptTreeOf, isUnbound, type Scope, scopeOf, scopesFor, scopesOf } from '../engine/rights/scopes';
import type { Context } from '../kernel/context';
import { ofEveryTenant } from '../kernel/database';
import { Refusal } from '../kernel/errors';
import { columnOf, type Table } from '../kernel/table';

/** A person with these roles and departments, current or planned. */
export interface Seer {
  id: string;
  account: string;
  roleIds: readonly string[];
  deptIds: readonly string[];
}

/** A condition on rows. A test that is not a list of values is compared by its text; null equals nothing. */
type Term =
  | { all: Term[] }
  | { any: Term[] }
  | { column: string; values: ReadonlySet<string>; isOwn: boolean }
  | { test: string | null };

function termOfRule(rule: ScopeRule, who: Asker, column: (field: string) => string): Term {
  if ('all' in rule) return { all: rule.all.map((part) => termOfRule(part, who, column)) };
  if ('any' in rule) return { any: rule.any.map((part) => termOfRule(part, who, column)) };
  const { field, is, value } = rule;
  const isMine = typeof value === 'object' && !Array.isArray(value);
  if (is === '=' || is === 'in') {
    const values = [isMine ? who[value.my] : value].flat().map(String);
    return { column: column(field), values: new Set(values), isOwn: isMine && value.my === 'userId' };
  }
  return { test: isMine ? null : JSON.stringify([field, is, value]) };
}

function termOf(scope: Scope, who: Asker, { module, ...table }: Table): Term {
  const column = (field: string) => columnOf(table, field);
  switch (scope.type) {
    case scopeTypes.own:
      return { column: column(scope.column || 'createUser'), values: new Set([who.userId]), isOwn: true };
    case scopeTypes.dept:
      return { column: column(scope.column || 'createDept'), values: new Set(who.deptIds), isOwn: false };
    case scopeTypes.deptTree:
      return { column: column(scope.column || 'createDept'), values: new Set(who.deptTree), isOwn: false };
    case scopeTypes.custom:
      try {
        return termOfRule(readRule(scope.rule ?? '', module), who, column);
      } catch (error) {
        if (error instanceof NotARule) return { any: [] }; // shows nothing
        throw error;
      }
    default:
      return { all: [] };
  }
}

/** Whether every row that meets `a` meets `b`. Sound but incomplete: an undecidable case is "no". */
function implies(a: Term, b: Term, isOwnLet: (a: Term, b: Term) => boolean): boolean {
  const does = (x: Term, y: Term): boolean => implies(x, y, isOwnLet);
  if ('any' in a) return a.any.every((part) => does(part, b));
  if ('all' in b) return b.all.every((part) => does(a, part));
  if ('all' in a && a.all.some((part) => does(part, b))) return true;
  if ('any' in b) return b.any.some((part) => does(a, part));
  if ('all' in a) return false;
  if ('test' in a || 'test' in b) return 'test' in a && 'test' in b && a.test !== null && a.test === b.test;
  if (a.values.size === 0) return true; // no row meets it
  if (a.column === b.column && [...a.values].every((value) => b.values.has(value))) return true;
  return isOwnLet(a, b);
}

/** Fields that scopes show together; null stands for all of them. */
function fieldsOf(scopes: readonly Pick<Scope, 'fields'>[]): Set<string> | null {
  const shown = scopes.map(({ fields }) => fields.trim());
  if (shown.length === 0 || shown.some((fields) => fields === '*' || fields === '')) return null;
  return new Set(shown.flatMap((fields) => fields.split(',').map((name) => name.trim())));
}

/** A module of which the caller does not see everything. */
interface Bound {
  table: Table;
  term: Term;
  fields: Set<string> | null;
  scopeIds: string[];
  /** The rows they see, as a condition of a statement. */
  seen: RawBuilder<boolean>;
}
const known = new WeakMap<Context, Promise<Bound[]>>();
/**
 * The caller's bounds, as they were when first requested in this transaction: before anything is changed. Empty for
 * callers without bounds.
 */
export function boundsOf(cx: Context): Promise<Bound[]> {
  const before = known.get(cx);
  if (before) return before;
  const bounds = readBounds(cx);
  known.set(cx, bounds);
  return bounds;
}
async function readBounds(cx: Context): Promise<Bound[]> {
  if (isUnbound(cx) || (await scopesOf(cx)).length === 0) return [];
  const { userId, account, deptIds, roleIds } = cx.principal!;
  const who = { userId, account, deptIds, roleIds, deptTree: await deptTreeOf(cx) };
  const bounds: Bound[] = [];
  for (const module of Object.values(scopedModules)) {
    const table = cx.tableOf(module.name);
    const scopes = await scopesFor(cx, module);
    const fields = fieldsOf(scopes);
    const isOfAll = scopes.length === 0 || scopes.some(({ type }) => type === scopeTypes.all);
    if (!table || (isOfAll && fields === null)) continue;
    bounds.push({
      table,
      term: isOfAll ? { all: [] } : { any: scopes.map((scope) => termOf(scope, who, table)) },
      fields,
      scopeIds: scopes.map(({ id }) => id),
      seen: (await scopeOf(cx, table)) ?? sql<boolean>`true`,
    });
  }
  return bounds;
}

interface RoleScopes {
  roleId: string;
  scopes: Scope[];
}
/** The data scopes of each of these roles. */
async function scopesOfRoles({ trx, tenantId }: Context, roleIds: readonly string[]): Promise<RoleScopes[]> {
  const { rows: roles } = await sql<{ id: string }>`
    select id from sys_role where tenant_id = ${tenantId} and is_deleted = 0 and id = any(${[...roleIds]}::bigint[])`.execute(
    trx,
  );
  const { rows } = await sql<Scope & { roleId: string }>`
    select g.role_id as "roleId", s.id, s.scope_name as name, s.scope_class as module, s.scope_type as type,
           s.scope_column as column, s.scope_field as fields, s.scope_value as rule
    from sys_role_scope g join sys_data_scope s on s.id = g.scope_id and s.is_deleted = 0 and s.status = 1
    where g.tenant_id = ${tenantId} and g.category = 1 and g.role_id = any(${[...roleIds]}::bigint[])`.execute(trx);
  return roles.map(({ id }) => ({ roleId: id, scopes: rows.filter(({ roleId }) => roleId === id) }));
}

/** Departments and their descendants, for many people at once. */
async function treesOfDepts({ trx, tenantId }: Context): Promise<(roots: readonly string[]) => string[]> {
  const { rows } = await sql<{ id: string; parentId: string }>`
    select id, parent_id as "parentId" from sys_dept where tenant_id = ${tenantId} and is_deleted = 0`.execute(trx);
  const ids = new Set(rows.map(({ id }) => id));
  const below = new Map<string, string[]>();
  for (const { id, parentId } of rows) below.set(parentId, [...(below.get(parentId) ?? []), id]);
  return (roots) => {
    const found = new Set(roots.filter((id) => ids.has(id)));
    for (const id of found) for (const child of below.get(id) ?? []) found.add(child);
    return [...found];
  };
}

function seesMoreOf(cx: Context, { table }: Bound): Refusal {
  return new Refusal('grant.seesMore', { module: textIn(table.module.label, cx.language) });
}

/** Whether a role alone shows `who` more of the module than the caller sees. Each role is judged separately, because a
 *  person may work with one of them. */
function showsMore(bound: Bound, all: readonly Scope[], who: Asker, isOwnLet: (a: Term, b: Term) => boolean): boolean {
  const scopes = all.filter(({ module }) => module === bound.table.module.name);
  const shows = { any: scopes.map((scope) => termOf(scope, who, bound.table)) };
  if (scopes.length === 0 || !implies(shows, bound.term, isOwnLet)) return true;
  const fields = fieldsOf(scopes);
  return bound.fields !== null && (fields === null || [...fields].some((name) => !bound.fields!.has(name)));
}

/**
 * Those of these roles that would show any holder more than the caller sees: without a scope where the caller has one,
 * or with a wider one. Each with its refusal.
 */
export async function widerRoles(cx: Context, roleIds: readonly string[]): Promise<Map<string, Refusal>> {
  const wider = new Map<string, Refusal>();
  const bounds = await boundsOf(cx);
  if (bounds.length === 0 || roleIds.length === 0) return wider;
  const { userId, account, deptIds, roleIds: own } = cx.principal!;
  const who = { userId, account, deptIds, roleIds: own, deptTree: await deptTreeOf(cx) };
  for (const { roleId, scopes } of await scopesOfRoles(cx, roleIds)) {
    const bound = bounds.find((one) => showsMore(one, scopes, who, (a) => 'isOwn' in a && a.isOwn));
    if (bound) wider.set(roleId, seesMoreOf(cx, bound));
  }
  return wider;
}

/** Refuses such roles. */
export async function refuseWiderRoles(cx: Context, roleIds: readonly string[]): Promise<void> {
  const [first] = (await widerRoles(cx, roleIds)).values();
  if (first) throw first;
}

/**
 * Refuses when one of these people sees, or is to see, more than the caller. A scope of own rows passes where those can
 * only be rows that the person makes, within the departments or the kind of scope that the caller has; existing ones
 * must be visible to the caller.
 */
export async function refuseSeeingMore(cx: Context, people: readonly Seer[]): Promise<void> {
  const bounds = await boundsOf(cx);
  if (bounds.length === 0 || people.length === 0) return;
  const roles = await scopesOfRoles(cx, [...new Set(people.flatMap(({ roleIds }) => roleIds))]);
  const treeOf = await treesOfDepts(cx);
  for (const bound of bounds) {
    /** People whose own rows pass, by the column that names them. */
    const owners = new Map<string, Set<string>>();
    for (const { id, account, roleIds, deptIds } of people) {
      const who: Asker = {
        userId: id,
        account,
        roleIds: [...roleIds],
        deptIds: [...deptIds],
        deptTree: treeOf(deptIds),
      };
      const isOwnLet = (a: Term, b: Term): boolean => {
        if (!('isOwn' in a && a.isOwn && 'isOwn' in b)) return false;
        const isSameKind = b.isOwn && a.column === b.column;
        const isPlaced = a.column === 'create_user' && b.column === 'create_dept' && deptIds.length > 0;
        if (!isSameKind && !(isPlaced && deptIds.every((dept) => b.values.has(dept)))) return false;
        owners.set(a.column, (owners.get(a.column) ?? new Set()).add(id));
        return true;
      };
      for (const { roleId, scopes } of roles)
        if (roleIds.includes(roleId) && showsMore(bound, scopes, who, isOwnLet)) throw seesMoreOf(cx, bound);
    }
    for (const [column, ids] of owners) {
      const { table, list = table } = bound.table;
      const { rows } = await sql`
        select 1 from ${sql.table(list)} where tenant_id = ${cx.tenantId} and is_deleted = 0
          and ${sql.ref(column)} = any(${[...ids]}::bigint[]) and (${bound.seen}) is not true limit 1`.execute(cx.trx);
      if (rows.length > 0) throw seesMoreOf(cx, bound);
    }
  }
}

const seers = sql`select id, account, role_ids as "roleIds", dept_ids as "deptIds", is_super as "isSuper" from sys_user`;

/** Existing people of the tenant by their ids. */
export async function peopleOf(
  { trx, tenantId }: Context,
  ids: readonly string[],
): Promise<(Seer & { isSuper: boolean })[]> {
  const { rows } = await sql<Seer & { isSuper: boolean }>`
    ${seers} where tenant_id = ${tenantId} and is_deleted = 0 and id = any(${[...ids]}::bigint[])`.execute(trx);
  return rows;
}

/** All people of the tenant who hold one of these roles. */
export async function holdersOf({ trx, tenantId }: Context, roleIds: readonly string[]): Promise<Seer[]> {
  const { rows } = await sql<Seer>`
    ${seers} where tenant_id = ${tenantId} and is_deleted = 0 and role_ids && ${[...roleIds]}::bigint[]`.execute(trx);
  return rows;
}

/** All people of the tenant who work in this department or in one above it. */
export async function peopleAbove({ trx, tenantId }: Context, deptId: string): Promise<Seer[]> {
  const line = new Set<string>();
  for (let at: string | undefined = deptId; at !== undefined && !line.has(at); ) {
    line.add(at);
    const above: { parent_id: string } | undefined = await trx
      .selectFrom('sys_dept')
      .select('parent_id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', at)
      .executeTakeFirst();
    at = above?.parent_id;
  }
  const { rows } = await sql<Seer>`
    ${seers} where tenant_id = ${tenantId} and is_deleted = 0 and dept_ids && ${[...line]}::bigint[]`.execute(trx);
  return rows;
}

/** The data scopes that a role must have beside its own of these, so that it is bound where the caller is bound. */
export async function bindingFor(
  cx: Context,
  known: readonly string[],
): Promise<(held: readonly string[]) => string[]> {
  const bounds = await boundsOf(cx);
  if (bounds.length === 0) return () => [];
  const { rows } = await sql<{ id: string; module: string }>`
    select id, scope_class as module from sys_data_scope
    where id = any(${[...new Set(known)]}::bigint[]) and is_deleted = 0 and status = 1`.execute(cx.trx);
  const modules = new Map(rows.map(({ id, module }) => [id, module]));
  return (held) => {
    const has = new Set(held.map((id) => modules.get(id)));
    return bounds.filter(({ table }) => !has.has(table.module.name)).flatMap(({ scopeIds }) => scopeIds);
  };
}

/** The same of one role. */
export async function bindingScopes(cx: Context, held: readonly string[]): Promise<string[]> {
  return (await bindingFor(cx, held))(held);
}

/** Refuses to change a data scope that binds people, the caller among them: it could bind less than before. */
export async function refuseLoosening(cx: Context, before: Pick<DataScope, 'id' | 'scopeClass'>): Promise<void> {
  const bound = (await boundsOf(cx)).find(({ table }) => table.module.name === before.scopeClass);
  if (!bound) return;
  await cx.exclusive('scopes', 'platform');
  const { rows } = await sql`
    ${ofEveryTenant} select 1 from sys_role_scope where category = 1 and scope_id = ${before.id} limit 1`.execute(
    cx.trx,
  );
  if (rows.length > 0) throw seesMoreOf(cx, bound);
}
