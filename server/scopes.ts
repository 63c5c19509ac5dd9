import { type RawBuilder, sql } from 'kysely';
import type { Module } from '../contract/kit';
import { scopeTypes } from '../contract/modules/dataScope';
import { NotARule, readRule } from '../contract/scopeRule';
import type { Context } from './context';
import { ruleSql } from './scopeRule';
import { columnOf, type Table } from './table';

/** A data scope as it binds somebody. */
export interface Scope {
  id: string;
  name: string;
  module: string;
  type: number;
  column: string | null;
  fields: string;
  rule: string | null;
}

/** Nobody's scopes bind the system, the platform's owner and a tenant's administrators. */
export const isUnbound = ({ principal }: Context) => !principal || principal.isSuper || principal.isAdmin;

const known = new WeakMap<Context, Promise<Scope[]>>();
/** The data scopes that the person's roles were given; read once per piece of work. */
export const scopesOf = (cx: Context): Promise<Scope[]> => {
  const before = known.get(cx);
  if (before) return before;
  const { trx, tenantId, principal } = cx;
  const asked = sql<Scope>`
    select distinct s.id, s.scope_name as name, s.scope_class as module, s.scope_type as type, s.scope_column as column,
           s.scope_field as fields, s.scope_value as rule
    from sys_role_scope g
    join sys_role r on r.id = g.role_id and r.is_deleted = 0
    join sys_data_scope s on s.id = g.scope_id and s.is_deleted = 0 and s.status = 1
    where g.tenant_id = ${tenantId} and g.category = 1 and g.role_id = any(${principal!.roleIds}::bigint[])
    order by s.id`
    .execute(trx)
    .then(({ rows }) => rows);
  known.set(cx, asked);
  return asked;
};
export const scopesFor = async (cx: Context, module: Pick<Module, 'name' | 'of'>): Promise<Scope[]> =>
  isUnbound(cx) || module.of === 'platform' ? [] : (await scopesOf(cx)).filter((scope) => scope.module === module.name);

const belows = new WeakMap<Context, Promise<string[]>>();
/** The person's departments and all below them; read once per piece of work. */
export const deptTreeOf = (cx: Context): Promise<string[]> => {
  const before = belows.get(cx);
  if (before) return before;
  const asked = sql<{ id: string }>`
    select id from depts_below(${cx.tenantId}, ${cx.principal!.deptIds}::bigint[]) as id`
    .execute(cx.trx)
    .then(({ rows }) => rows.map(({ id }) => id));
  belows.set(cx, asked);
  return asked;
};

const conditionOf = async (cx: Context, served: Table, scope: Scope): Promise<RawBuilder<boolean>> => {
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
        // The module has changed since: whoever was let see something by this rule sees nothing until it is mended.
        if (error instanceof NotARule) return sql`false`;
        throw error;
      }
    }
    default:
      return sql`true`;
  }
};

/**
 * The condition that the person's data scopes put on a module's rows; undefined when they put none. Several scopes add
 * up. Rows that belong to another module's are seen only where that one is.
 */
export const scopeOf = async (cx: Context, served: Table): Promise<RawBuilder<boolean> | undefined> => {
  if (isUnbound(cx)) return undefined;
  const { module } = served;
  const scopes = await scopesFor(cx, module);
  const parts: RawBuilder<boolean>[] = [];
  if (scopes.length > 0 && !scopes.some(({ type }) => type === scopeTypes.all)) {
    const conditions: RawBuilder<boolean>[] = [];
    for (const scope of scopes) conditions.push(await conditionOf(cx, served, scope));
    parts.push(sql`(${sql.join(conditions, sql` or `)})`);
  }
  const above = module.belongsTo && cx.tableOf(module.fields[module.belongsTo]?.to ?? '');
  const outer = above ? await scopeOf(cx, above) : undefined;
  if (above && outer)
    parts.push(sql`${sql.ref(columnOf(served, module.belongsTo!))} in (
      select id from ${sql.table(above.table)} where tenant_id = ${cx.tenantId} and ${outer})`);
  return parts.length > 0 ? sql`${sql.join(parts, sql` and `)}` : undefined;
};

/** The same as a condition that a statement of one's own can carry: true where nothing binds. */
export const withinScope = async (cx: Context, module: Pick<Module, 'name'>): Promise<RawBuilder<boolean>> => {
  const served = cx.tableOf(module.name);
  return (served && (await scopeOf(cx, served))) ?? sql`true`;
};

/** Fields that none of the person's data scopes shows. */
export const hiddenFields = async (
  cx: Context,
  module: Pick<Module, 'name' | 'of' | 'fields'>,
): Promise<Set<string>> => {
  const scopes = await scopesFor(cx, module);
  const shown = scopes.map(({ fields }) => fields.trim());
  if (shown.length === 0 || shown.some((fields) => fields === '*' || fields === '')) return new Set();
  const visible = new Set(shown.flatMap((fields) => fields.split(',').map((name) => name.trim())));
  return new Set(Object.keys(module.fields).filter((name) => !visible.has(name)));
};
