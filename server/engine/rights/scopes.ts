import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { scopedModules } from '../../../contract/modules';
import { scopeTypes } from '../../../contract/modules/system/dataScope';
import { timesOfRecord } from '../../../contract/schema/fields';
import type { Module } from '../../../contract/schema/module';
import { NotARule, readRule } from '../../../contract/schema/scopeRule';
import type { Context } from '../../kernel/context';
import { columnOf, type SubjectColumns, type Table } from '../../kernel/table';
import { byRoles } from './permissions';
import { ruleSql } from './scopeRule';

/** A data scope as it binds a person. */
export interface Scope {
  id: string;
  name: string;
  module: string;
  type: number;
  column: string | null;
  fields: string;
  rule: string | null;
}

/** No scopes bind the system, the platform's owner and a tenant's administrators. */
export function isUnbound({ principal }: Context) {
  return !principal || principal.isSuper || principal.isAdmin;
}

/** Whether a data scope binds the person, of whatever module. */
export async function isScoped(cx: Context): Promise<boolean> {
  return !isUnbound(cx) && (await scopesOf(cx)).length > 0;
}

/** The data scopes of the person's roles. */
export function scopesOf(cx: Context): Promise<Scope[]> {
  const { trx, tenantId, principal } = cx;
  const read = () =>
    sql<Scope>`
    select distinct s.id, s.scope_name as name, s.scope_class as module, s.scope_type as type, s.scope_column as column,
           s.scope_field as fields, s.scope_value as rule
    from sys_role_scope g
    join sys_role r on r.tenant_id = g.tenant_id and r.id = g.role_id and r.is_deleted = 0
    join sys_data_scope s on s.id = g.scope_id and s.is_deleted = 0 and s.status = 1
    where g.tenant_id = ${tenantId} and g.category = 1 and g.role_id = any(${principal!.roleIds}::bigint[])
    order by s.id`
      .execute(trx)
      .then(({ rows }) => rows);
  return cx.remembered(byRoles('data scopes', principal!), read);
}
export async function scopesFor(cx: Context, module: Pick<Module, 'name' | 'scope'>): Promise<Scope[]> {
  return isUnbound(cx) || module.scope === 'platform'
    ? []
    : (await scopesOf(cx)).filter((scope) => scope.module === module.name);
}

/** Those of these departments that exist, and their descendants; level by level, because statements must not recurse. */
export async function deptsBelow({ trx, tenantId }: Context, roots: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  let column = 'id';
  for (let level = [...roots]; level.length > 0; column = 'parent_id') {
    const { rows } = await sql<{ id: string }>`
      select id from sys_dept where tenant_id = ${tenantId} and is_deleted = 0
        and ${sql.ref(column)} = any(${level}::bigint[])`.execute(trx);
    level = rows.map(({ id }) => id).filter((id) => !found.has(id));
    for (const id of level) found.add(id);
  }
  return [...found];
}

const belows = new WeakMap<Context, Promise<string[]>>();
/** The person's departments and their descendants; read once per transaction. */
export function deptTreeOf(cx: Context): Promise<string[]> {
  const before = belows.get(cx);
  if (before) return before;
  const query = deptsBelow(cx, cx.principal!.deptIds);
  belows.set(cx, query);
  return query;
}

/** A digest of all by which data scopes decide what the person sees: where it has changed, they may see less. */
export async function sightOf(cx: Context): Promise<string> {
  if (!(await isScoped(cx))) return '';
  const { userId, account, deptIds, roleIds } = cx.principal!;
  const scopes = (await scopesOf(cx)).map(({ name: _, ...rest }) => rest);
  const told = [scopes, userId, account, deptIds, await deptTreeOf(cx), roleIds];
  return createHash('sha256').update(JSON.stringify(told)).digest('base64');
}

async function conditionOf(cx: Context, served: Table, scope: Scope): Promise<RawBuilder<boolean>> {
  const { userId, deptIds, account, roleIds } = cx.principal!;
  const column = (initial: string) => sql.ref(columnOf(served, scope.column || initial));
  switch (scope.type) {
    case scopeTypes.own:
      return sql`${column('createUser')} = ${userId}`;
    case scopeTypes.dept:
      return sql`${column('createDept')} = any(${deptIds}::bigint[])`;
    case scopeTypes.deptTree:
      return sql`${column('createDept')} = any(${await deptTreeOf(cx)}::bigint[])`;
    case scopeTypes.custom: {
      const who = { userId, deptIds, deptTree: await deptTreeOf(cx), account, roleIds };
      try {
        return ruleSql(readRule(scope.rule ?? '', served.module), served.module, who, (name) => columnOf(served, name));
      } catch (error) {
        // The module has changed since: the rule matches no rows until it is corrected.
        if (error instanceof NotARule) return sql`false`;
        throw error;
      }
    }
    default:
      return sql`true`;
  }
}

/** The condition of the person's data scopes for this very module; undefined when none binds. Several scopes add up. */
async function ownScope(cx: Context, served: Table): Promise<RawBuilder<boolean> | undefined> {
  const scopes = await scopesFor(cx, served.module);
  if (scopes.length === 0 || scopes.some(({ type }) => type === scopeTypes.all)) return undefined;
  const conditions: RawBuilder<boolean>[] = [];
  for (const scope of scopes) conditions.push(await conditionOf(cx, served, scope));
  return sql`(${sql.join(conditions, sql` or `)})`;
}

function aboveOf(cx: Context, { module }: Table): Table | undefined {
  return module.belongsTo ? cx.tableOf(module.fields[module.belongsTo]?.to ?? '') : undefined;
}

/** Ids of a module's rows, removed ones too, within the person's scopes. */
function idsWithin(cx: Context, { table }: Table, scope: RawBuilder<boolean>, isText = false): RawBuilder<unknown> {
  return sql`(select ${isText ? sql`id::text` : sql`id`} from ${sql.table(table)} where tenant_id = ${cx.tenantId} and ${scope})`;
}

/** Whether the condition on the record that rows belong to, which is among these tables, is all that hides them. */
async function isCovered(cx: Context, served: Table, tables: readonly Table[]): Promise<boolean> {
  const above = aboveOf(cx, served);
  if (!above || !tables.includes(above) || served.tells || served.madeOf || served.narrows) return false;
  return (await ownScope(cx, served)) === undefined;
}

/** The condition under which the person sees all that a row is made of; undefined when no scope of theirs hides any. */
async function partsScope(
  cx: Context,
  served: Table,
  within: readonly Table[],
): Promise<RawBuilder<boolean> | undefined> {
  const parts: RawBuilder<boolean>[] = [];
  for (const { module, column, through } of served.madeOf ?? []) {
    const of = cx.tableOf(module);
    const scope = of && (await scopeOf(cx, of, within));
    if (!of || !scope) continue;
    const [record, seen] = [sql.ref(column), idsWithin(cx, of, scope)];
    if (!through) {
      parts.push(sql`(${record} is null or ${record} in ${seen})`);
      continue;
    }
    const row = sql.ref(through.row);
    const between = sql`select ${row} from ${sql.table(through.table)} where tenant_id = ${cx.tenantId} and ${row} is not null`;
    const open = served.isBrought ? sql`${record} is null or` : sql`${record} is not null and`;
    parts.push(sql`id not in (${between} and (${open} ${record} not in ${seen}))`);
    if (served.isBrought) parts.push(sql`id in (${between})`);
  }
  if (parts.length === 0) return undefined;
  const all = sql<boolean>`${sql.join(parts, sql` and `)}`;
  if (!served.isBrought) return all;
  return sql`(${sql.ref(columnOf(served, 'createUser'))} = ${cx.principal!.userId} or ${all})`;
}

const registers = new WeakMap<Context, Promise<readonly Table[]>>();
/** The tenant's registers, where a scope binds the person; read once per transaction. */
async function registersOf(cx: Context): Promise<readonly Table[]> {
  if (!(await isScoped(cx))) return [];
  const before = registers.get(cx);
  if (before) return before;
  const query = cx.registerTables();
  registers.set(cx, query);
  return query;
}

/**
 * The condition under which the person sees rows about other records; undefined when no scope of theirs hides any. A
 * removed record is judged by its remaining row; without a row, it is hidden from people bound by a scope of its
 * module. Where the parent record is stored as well, one condition on it covers all its parts. `within`: tables whose
 * rows are about records, too, and whose own scope is being made; none is about itself.
 */
export async function subjectScope(
  cx: Context,
  telling: SubjectColumns,
  within: readonly Table[] = [],
): Promise<RawBuilder<boolean> | undefined> {
  if (isUnbound(cx)) return undefined;
  const { entity, id, about, own: maker, isText, alsoOf = {} } = telling;
  const tables = Object.keys(scopedModules)
    .map((name) => cx.tableOf(name))
    .filter((served): served is Table => served?.module.offers('detail') === true && !within.includes(served));
  const parts: RawBuilder<boolean>[] = [];
  for (const served of tables) {
    const scope = await scopeOf(cx, served, within);
    if (!scope || (about && (await isCovered(cx, served, tables)))) continue;
    const { name } = served.module;
    const own = [name, ...Object.keys(alsoOf).filter((other) => alsoOf[other] === name)];
    const below = about ? tables.filter((other) => aboveOf(cx, other) === served).map(({ module }) => module.name) : [];
    const record =
      below.length > 0
        ? sql`case when ${sql.ref(entity)} = any(${own}) then ${sql.ref(id)} else ${sql.ref(about!)} end`
        : sql.ref(id);
    parts.push(sql`(coalesce(${sql.ref(entity)}, '') <> all(${[...own, ...below]})
      or coalesce(${record} in ${idsWithin(cx, served, scope, isText)}, false))`);
  }
  for (const served of await registersOf(cx)) {
    const scope = await scopeOf(cx, served, within);
    if (scope)
      parts.push(sql`(coalesce(${sql.ref(entity)}, '') <> ${served.module.name}
        or coalesce(${sql.ref(id)} in ${idsWithin(cx, served, scope, isText)}, false))`);
  }
  if (parts.length === 0) return undefined;
  const all = sql<boolean>`${sql.join(parts, sql` and `)}`;
  return maker ? sql`(${sql.ref(maker)} = ${cx.principal!.userId} or (${all}))` : all;
}

/**
 * The condition that the person's data scopes put on a module's rows; undefined when they put none. Rows that belong to
 * another module's record are visible only where that is, rows about a record only where the record is, and rows that
 * are made of records only where all of these are.
 */
export async function scopeOf(
  cx: Context,
  served: Table,
  within: readonly Table[] = [],
): Promise<RawBuilder<boolean> | undefined> {
  if (isUnbound(cx)) return undefined;
  const parts: RawBuilder<boolean>[] = [];
  const own = await ownScope(cx, served);
  if (own) parts.push(own);
  const above = aboveOf(cx, served);
  const outer = above && (await scopeOf(cx, above, within));
  if (above && outer)
    parts.push(sql`${sql.ref(columnOf(served, served.module.belongsTo!))} in ${idsWithin(cx, above, outer)}`);
  const subject = served.tells && (await subjectScope(cx, served.tells, [...within, served]));
  if (subject) parts.push(subject);
  const made = await partsScope(cx, served, within);
  if (made) parts.push(made);
  const narrower = await served.narrows?.(cx);
  if (narrower) parts.push(narrower);
  return parts.length > 0 ? sql`${sql.join(parts, sql` and `)}` : undefined;
}

/** The same as a condition for other statements: true where no scope binds. */
export async function withinScope(cx: Context, module: Pick<Module, 'name'>): Promise<RawBuilder<boolean>> {
  const served = cx.tableOf(module.name);
  return (served && (await scopeOf(cx, served))) ?? sql`true`;
}

/** Whether the person's data scopes leave out rows of a module. */
export async function narrowsRows(cx: Context, module: Pick<Module, 'name'>): Promise<boolean> {
  const served = cx.tableOf(module.name);
  return served !== undefined && (await scopeOf(cx, served)) !== undefined;
}

/** Whether the person's data scopes hide one of these fields. */
export async function hidesAny<M extends Pick<Module, 'name' | 'scope' | 'fields'>>(
  cx: Context,
  module: M,
  ...names: (keyof M['fields'] & string)[]
): Promise<boolean> {
  const hidden = await hiddenFields(cx, module);
  return names.some((name) => hidden.has(name));
}

/** Fields that none of the person's data scopes for this very module shows. */
async function ownHidden(cx: Context, module: Pick<Module, 'name' | 'scope' | 'fields'>): Promise<Set<string>> {
  const scopes = await scopesFor(cx, module);
  const shown = scopes.map(({ fields }) => fields.trim());
  if (shown.length === 0 || shown.some((fields) => fields === '*' || fields === '')) return new Set();
  const visible = new Set(shown.flatMap((fields) => fields.split(',').map((name) => name.trim())));
  return new Set(Object.keys(module.fields).filter((name) => !visible.has(name)));
}

/** Fields that rows show of the record which they belong to. A time of their own is called like one of the record. */
export function shownOfAbove({ module }: Pick<Table, 'module'>, above: Pick<Table, 'module'>): string[] {
  return Object.keys(module.fields).filter(
    (name) =>
      module.fields[name]!.derived && Object.hasOwn(above.module.fields, name) && !Object.hasOwn(timesOfRecord, name),
  );
}

/** The same of what a field is made of. A part of the record hides what it shows of the record as the record does: that is not asked again. */
async function hiddenOfOther(cx: Context, served: Table, other: Table): Promise<Set<string>> {
  return aboveOf(cx, other) === served ? ownHidden(cx, other.module) : hiddenFields(cx, other.module);
}

/** Fields that the person's data scopes hide: of the module, and what its rows show of other records' hidden ones. */
export async function hiddenFields(
  cx: Context,
  module: Pick<Module, 'name' | 'scope' | 'fields'>,
): Promise<Set<string>> {
  const hidden = await ownHidden(cx, module);
  const served = (await isScoped(cx)) ? cx.tableOf(module.name) : undefined;
  if (!served) return hidden;
  for (const [name, { module: other, field, by }] of Object.entries(served.shows ?? {}))
    if (hidden.has(by) || (await hiddenFields(cx, cx.tableOf(other)!.module)).has(field)) hidden.add(name);
  const above = aboveOf(cx, served);
  const outer = above ? await hiddenFields(cx, above.module) : new Set();
  for (const name of above ? shownOfAbove(served, above) : []) if (outer.has(name)) hidden.add(name);
  for (const [name, said] of Object.entries(served.says ?? {}))
    for (const [other, fields] of Object.entries(said)) {
      const unseen = other === module.name ? hidden : await hiddenOfOther(cx, served, cx.tableOf(other)!);
      if (fields.some((field) => unseen.has(field))) hidden.add(name);
    }
  return hidden;
}

/** Fields that a list shows of some rows alone, each with the condition under which the person sees it. */
export async function shownWithin(cx: Context, served: Table): Promise<ReadonlyMap<string, RawBuilder<boolean>>> {
  const found = new Map<string, RawBuilder<boolean>>();
  for (const [name, { module, by }] of isUnbound(cx) ? [] : Object.entries(served.shows ?? {})) {
    const of = cx.tableOf(module);
    const scope = of && (await scopeOf(cx, of));
    const isText = served.module.fields[by]?.kind === 'text';
    if (of && scope) found.set(name, sql`${sql.ref(columnOf(served, by))} in ${idsWithin(cx, of, scope, isText)}`);
  }
  if (served.shownIf && !isUnbound(cx))
    for (const [name, condition] of Object.entries(await served.shownIf(cx))) found.set(name, condition);
  const { sent } = served;
  if (sent && (await isScoped(cx)))
    for (const name of sent.fields) found.set(name, sql`${sql.ref(sent.by)} = ${cx.principal!.userId}`);
  return found;
}

/** Rows without what their list shows of others alone. */
export async function withoutUnseen<R extends object>(cx: Context, served: Table, rows: readonly R[]): Promise<R[]> {
  const within = rows.length > 0 ? await shownWithin(cx, served) : new Map<string, RawBuilder<boolean>>();
  let shown = [...rows];
  for (const [name, condition] of within) {
    const ids = rows.map((row) => String((row as { id?: unknown }).id));
    const { rows: seen } = await sql<{ id: string }>`
      select id from ${sql.table(served.list ?? served.table)}
      where tenant_id = ${cx.tenantId} and id = any(${ids}::bigint[]) and ${condition}`.execute(cx.trx);
    const open = new Set(seen.map(({ id }) => String(id)));
    shown = shown.map((row) =>
      name in row && !open.has(String((row as { id?: unknown }).id)) ? { ...row, [name]: null } : row,
    );
  }
  return shown;
}
