import { sql } from 'kysely';
import { textIn } from '../../contract/domain/text';
import { role } from '../../contract/modules/system/role';
import { bindingFor, bindingScopes, boundsOf, holdersOf, refuseSeeingMore, refuseWiderRoles } from '../auth/bounds';
import {
  excludedIn,
  exclusionNotes,
  type Grant,
  givable,
  mayGive,
  refuseBareRegisters,
  refuseBeyondOwn,
  refuseRolesBeyondOwn,
} from '../auth/rights';
import { writeAudit } from '../engine/audit/entries';
import { defineServerModule, type ServerModule } from '../engine/serverModule';
import { marked, nodesOf } from '../engine/trees';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { done, idList, list, shape, text, tree } from '../kernel/schemas';
import { grantKeys, grantTree, grantTrees, routesAnswer, routesOf } from './menu/menuRoutes';

/** Other programs know roles by alias: a look-alike must not imitate a reserved one. */
async function isReserved({ trx }: Context, alias: string): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select strpos(name_skeleton(${alias}), name_skeleton('administrator')) > 0 as yes`.execute(trx);
  return rows[0]!.yes;
}

/** The grants of each of the roles, as sorted sets of ids. */
async function grantsOfEach({ trx, tenantId }: Context, roleIds: readonly string[]): Promise<Map<string, Grant>> {
  const { rows } = await sql<{ id: string } & Grant>`
    select r.id,
      array(select menu_id from sys_role_menu g where g.tenant_id = ${tenantId} and g.role_id = r.id order by 1) as "menuIds",
      array(select scope_id from sys_role_scope g
            where g.tenant_id = ${tenantId} and g.role_id = r.id and g.category = 1 order by 1) as "dataScopeIds",
      array(select scope_id from sys_role_scope g
            where g.tenant_id = ${tenantId} and g.role_id = r.id and g.category = 2 order by 1) as "apiScopeIds"
    from unnest(${[...roleIds]}::bigint[]) as r(id)`.execute(trx);
  return new Map(rows.map(({ id, ...held }) => [id, held]));
}

/** What the roles hold together. */
async function grantsOfAll(cx: Context, roleIds: readonly string[]) {
  const all = [...(await grantsOfEach(cx, [...new Set(roleIds)])).values()];
  const ids = (name: keyof Grant) =>
    [...new Set(all.flatMap((one) => one[name]))].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  return { menu: ids('menuIds'), dataScope: ids('dataScopeIds'), apiScope: ids('apiScopeIds') };
}

/** Ids of the person's own roles, also of those that they are not working as. */
async function ownRoles({ trx, tenantId, principal }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(role_ids) as id from sys_user where tenant_id = ${tenantId} and id = ${principal!.userId}`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Amounts up to which members may do, or decide on, what takes money out of the company. */
const limits = ['waiverLimit', 'ignoreLimit'] as const;

const grantNames = ['menuIds', 'dataScopeIds', 'apiScopeIds'] as const satisfies readonly (keyof Grant)[];
/** The lists of a grant: arrays in a body, or comma-joined, as clients of the family send them. */
const grantLists = { menuIds: idList(), dataScopeIds: idList(), apiScopeIds: idList() };

async function lockRoles(cx: Context, ids: readonly string[]) {
  const rows = await cx.rows(role).lock(ids);
  if (ids.length === 0 || rows.length < ids.length) refuse('notYours');
  return rows;
}

/**
 * Full replacement, for each of the roles. Existing grants that the grantor does not hold stay as they are, and the
 * data scopes that bind the grantor are added to every role that has none for their modules.
 */
async function grant(cx: Context, { roleIds, ...wanted }: Grant & { roleIds: string[] }): Promise<boolean> {
  const roles = await lockRoles(cx, roleIds);
  await cx.exclusive('scopes', 'platform'); // a granted scope is not removed meanwhile
  await boundsOf(cx); // read before anything changes
  const { isSuper } = cx.principal!;
  const mine = await ownRoles(cx);
  for (const one of roles) {
    if (one.isAdmin || one.roleAlias === 'administrator') refuse('role.fixed');
    if (!isSuper && mine.includes(one.id)) refuse('grant.ownRoles');
  }
  const own = await givable(cx);
  const before = await grantsOfEach(cx, roleIds);
  const next = new Map([...before].map(([id, held]) => [id, keptBeside(held, own, wanted)]));
  const added = (name: keyof Grant) => {
    const found = new Set<string>();
    for (const [id, kept] of next) {
      const held = new Set(before.get(id)![name]);
      for (const one of kept[name]) if (!held.has(one)) found.add(one);
    }
    return [...found];
  };
  await refuseBeyondOwn(cx, {
    menuIds: added('menuIds'),
    dataScopeIds: added('dataScopeIds'),
    apiScopeIds: added('apiScopeIds'),
  });
  await refuseBareRegisters(
    cx,
    [...next.values()].map(({ menuIds }) => menuIds),
  );
  const binding = await bindingFor(
    cx,
    [...next.values()].flatMap(({ dataScopeIds }) => dataScopeIds),
  );
  for (const [id, kept] of next)
    next.set(id, { ...kept, dataScopeIds: [...new Set([...kept.dataScopeIds, ...binding(kept.dataScopeIds)])] });
  await replace(cx, next, before);
  const changed = roles.flatMap((one) => {
    const changes = grantNames.flatMap((name) => {
      const [was, is] = [before.get(one.id)![name].join(','), next.get(one.id)![name].toSorted().join(',')];
      return before.get(one.id)![name].toSorted().join(',') === is ? [] : [{ field: name, before: was, after: is }];
    });
    return changes.length > 0 ? [{ one, changes }] : [];
  });
  const notes = await exclusionNotes(
    cx,
    changed.map(({ one }) => one.id),
  );
  for (const { one, changes } of changed)
    writeAudit(cx, role, one, changes, { action: 'grant', reason: notes.get(one.id) ?? '' });
  await refuseWiderRoles(cx, roleIds);
  await refuseSeeingMore(cx, await holdersOf(cx, roleIds));
  return true;
}

/** What a role holds after a grant: what the grantor may not grant they may not revoke either. */
function keptBeside(held: Grant, own: Grant, wanted: Grant): Grant {
  const kept = (name: keyof Grant) => {
    const mayGive = new Set(own[name]);
    return [...new Set([...wanted[name], ...held[name].filter((id) => !mayGive.has(id))])];
  };
  return { menuIds: kept('menuIds'), dataScopeIds: kept('dataScopeIds'), apiScopeIds: kept('apiScopeIds') };
}

/** Rows of one statement: each is checked against two tables, and a statement has seconds. */
const mostRows = 20_000;

interface Pairs {
  roles: string[];
  ids: readonly string[];
}

/** What roles hold in `from` and not in `to`, in parts of one statement each. Roles with the same of it are together. */
function pairsOnlyIn(from: ReadonlyMap<string, Grant>, to: ReadonlyMap<string, Grant>, name: keyof Grant): Pairs[][] {
  const groups = new Map<string, Pairs>();
  for (const [one, grant] of from) {
    const there = new Set(to.get(one)?.[name]);
    const ids = grant[name].filter((id) => !there.has(id));
    const key = ids.join(',');
    const group = groups.get(key) ?? { roles: [], ids };
    group.roles.push(one);
    if (ids.length > 0) groups.set(key, group);
  }
  const parts: Pairs[][] = [];
  let rows = mostRows;
  for (const { roles, ids } of groups.values()) {
    const atOnce = Math.max(1, Math.floor(mostRows / ids.length));
    for (let at = 0; at < roles.length; at += atOnce) {
      const some = { roles: roles.slice(at, at + atOnce), ids };
      const more = some.roles.length * ids.length;
      if (rows + more > mostRows) {
        parts.push([]);
        rows = 0;
      }
      parts.at(-1)!.push(some);
      rows += more;
    }
  }
  return parts;
}

/** Writes what roles hold, by their ids: a few statements for all of them, and rows that stay are not touched. */
async function replace(
  { trx, tenantId }: Context,
  next: ReadonlyMap<string, Grant>,
  before: ReadonlyMap<string, Grant>,
): Promise<void> {
  const rowsOf = (pairs: readonly Pairs[]) => sql`(select r::bigint as role_id, i::bigint as id
    from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) g
    cross join jsonb_array_elements_text(g -> 'roles') r cross join jsonb_array_elements_text(g -> 'ids') i)`;
  for (const gone of pairsOnlyIn(before, next, 'menuIds'))
    await sql`delete from sys_role_menu g using ${rowsOf(gone)} gone
      where g.tenant_id = ${tenantId} and g.role_id = gone.role_id and g.menu_id = gone.id`.execute(trx);
  for (const added of pairsOnlyIn(next, before, 'menuIds'))
    await sql`insert into sys_role_menu (tenant_id, role_id, menu_id)
      select ${tenantId}, role_id, id from ${rowsOf(added)} added`.execute(trx);
  for (const [category, name] of [
    [1, 'dataScopeIds'],
    [2, 'apiScopeIds'],
  ] as const) {
    for (const gone of pairsOnlyIn(before, next, name))
      await sql`delete from sys_role_scope g using ${rowsOf(gone)} gone
        where g.tenant_id = ${tenantId} and g.role_id = gone.role_id and g.category = ${category}
          and g.scope_id = gone.id`.execute(trx);
    for (const added of pairsOnlyIn(next, before, name))
      await sql`insert into sys_role_scope (tenant_id, role_id, category, scope_id)
        select ${tenantId}, role_id, ${category}::int, id from ${rowsOf(added)} added`.execute(trx);
  }
}

const nothing: Grant = { menuIds: [], dataScopeIds: [], apiScopeIds: [] };

const served: ServerModule = defineServerModule(role, {
  table: 'sys_role',
  list: 'sys_role_list',
  unstored: ['userCount', 'isAdmin'],
  defaultSort: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
  alike: ['roleAlias'],
  inUse: { user: 'role.inUse' },
  offers: {
    givable: {
      /** The roles that the person may grant to people. */
      async where(cx) {
        const all = await cx.rows(role).every({});
        return sql<boolean>`id = any(${await mayGive(
          cx,
          all.map(({ id }) => id),
        )}::bigint[])`;
      },
      refuse: refuseRolesBeyondOwn,
    },
  },

  showing: (row) => ({ ...row, isAdmin: row.isAdmin ? (1 as const) : (0 as const) }),

  async saving(next, cx, before) {
    const { roleAlias } = next;
    const isRoots = before?.roleAlias === 'administrator';
    if ((await isReserved(cx, roleAlias)) && !(isRoots && cx.principal?.isSuper)) refuse('role.reservedAlias');
    const isRaised = limits.some((name) => (next[name] || null) !== (before?.[name] || null));
    if (before && isRaised && !cx.principal?.isSuper && (await ownRoles(cx)).includes(before.id))
      refuse('grant.ownRoles');
    return { roleAlias: roleAlias.trim() };
  },

  /** A role made by a bound person binds as they are bound. */
  async saved({ id }, cx, before) {
    const dataScopeIds = before ? [] : await bindingScopes(cx, []);
    if (dataScopeIds.length === 0) return;
    await cx.exclusive('scopes', 'platform');
    await replace(cx, new Map([[id, { ...nothing, dataScopeIds }]]), new Map([[id, nothing]]));
  },

  async removing(doomed, cx) {
    await refuseRolesBeyondOwn(
      cx,
      doomed.map(({ id }) => id),
    );
    if (doomed.some(({ isAdmin, roleAlias }) => isAdmin || roleAlias === 'administrator')) refuse('role.fixed');
    const ids = doomed.map(({ id }) => id);
    await replace(cx, new Map(ids.map((id) => [id, nothing])), await grantsOfEach(cx, ids));
  },

  calls: [
    {
      method: 'GET',
      path: role.url('tree-by-id'),
      title: ['角色树', 'The roles to choose from beside one'],
      answer: tree,
      permission: 'signedIn',
      acrossTenants: true,
      /** The other roles of its tenant. */
      handle: async (cx) => marked(await nodesOf(cx, served, await cx.rows(role).every({}))),
    },
    {
      method: 'GET',
      path: role.url('givable'),
      title: ['可授予的角色', 'Roles that the asker may give'],
      answer: tree,
      permission: ['user_role', 'user_audit', 'user_add', 'user_edit', 'why'],
      acrossTenants: true,
      /** The roles that the caller may grant to people, as a tree. */
      handle: async (cx) => {
        const all = await cx.rows(role).every({});
        const may = new Set(
          await mayGive(
            cx,
            all.map(({ id }) => id),
          ),
        );
        return marked(
          await nodesOf(
            cx,
            served,
            all.filter(({ id }) => may.has(id)),
          ),
        );
      },
    },
    defineCall({
      method: 'GET',
      path: role.url('exclusions'),
      title: ['角色组合的权限冲突', 'Rights that one hand should not hold together'],
      query: { roleIds: idList(200) },
      answer: list(shape({ codes: text(), text: text() })),
      permission: ['user_role', 'user_audit', 'user_add', 'user_edit'],
      acrossTenants: true,
      /** Conflicting rights that these roles grant together: `{codes, text}`. */
      handle: async (cx, { input }) =>
        (await excludedIn(cx, input.roleIds)).map(({ codes, text }) => ({
          codes: codes.join(','),
          text: textIn(text, cx.language),
        })),
    }),
    defineCall({
      method: 'POST',
      path: role.url('grant'),
      title: ['权限设置：替换各角色的权限', 'Replace what roles hold'],
      body: { roleIds: idList(), ...grantLists },
      answer: done,
      permission: 'role_grant',
      acrossTenants: true,
      handle: (cx, { input }) => grant(cx, input),
    }),
    defineCall({
      method: 'GET',
      path: '/blade-system/menu/role-tree-keys',
      title: ['角色已有的权限', 'What roles hold'],
      query: { roleIds: idList() },
      answer: grantKeys,
      permission: 'role_grant',
      acrossTenants: true,
      async handle(cx, { input: { roleIds } }) {
        await lockRoles(cx, roleIds);
        return grantsOfAll(cx, roleIds);
      },
    }),
    {
      method: 'GET',
      path: '/blade-system/menu/grant-tree',
      title: ['可授予的权限', 'All that the asker may hand on'],
      answer: shape({ ...grantTrees, binding: list(text()) }),
      permission: 'role_grant',
      acrossTenants: true,
      /** All that the person may grant: trees of menus and buttons, data scopes, API scopes; and `binding`, names of
       *  the data scopes that bind them. */
      async handle(cx) {
        const { rows: binding } = await sql<{ name: string }>`
          select scope_name as name from sys_data_scope where id = any(${await bindingScopes(cx, [])}::bigint[]) order by id`.execute(
          cx.trx,
        );
        return { ...(await grantTree(cx, await givable(cx))), binding: binding.map(({ name }) => name) };
      },
    },
    defineCall({
      method: 'POST',
      path: role.url('preview'),
      title: ['权限预览', 'What a person with this grant alone would see'],
      body: grantLists,
      answer: routesAnswer,
      permission: 'role_grant',
      acrossTenants: true,
      /** What a person with this grant alone would see: `{routes, buttons}`, before it is saved. */
      async handle(cx, { input }) {
        await refuseBeyondOwn(cx, input);
        return routesOf(cx, input.menuIds);
      },
    }),
  ],
});
export default served;
