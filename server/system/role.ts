import { sql } from 'kysely';
import { textIn } from '../../contract/domain/text';
import { role } from '../../contract/modules/system/role';
import { bindingScopes, boundsOf, holdersOf, refuseSeeingMore, refuseWiderRoles } from '../auth/bounds';
import {
  excludedIn,
  exclusionNote,
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

/** The grants of roles, as sets of ids. */
async function grantsByRole({ trx, tenantId }: Context, roleIds: readonly string[]) {
  const { rows: menus } = await sql<{ id: string }>`
    select distinct menu_id as id from sys_role_menu where tenant_id = ${tenantId} and role_id = any(${[...roleIds]}::bigint[])
    order by 1`.execute(trx);
  const { rows: scopes } = await sql<{ id: string; category: number }>`
    select distinct scope_id as id, category from sys_role_scope
    where tenant_id = ${tenantId} and role_id = any(${[...roleIds]}::bigint[]) order by 1`.execute(trx);
  const of = (category: number) => scopes.filter((scope) => scope.category === category).map(({ id }) => id);
  return { menu: menus.map(({ id }) => id), dataScope: of(1), apiScope: of(2) };
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
  for (const one of roles) {
    const before = await grantsByRole(cx, [one.id]);
    const parts = [
      { name: 'menuIds', was: before.menu, may: own.menuIds, is: wanted.menuIds },
      { name: 'dataScopeIds', was: before.dataScope, may: own.dataScopeIds, is: wanted.dataScopeIds },
      { name: 'apiScopeIds', was: before.apiScope, may: own.apiScopeIds, is: wanted.apiScopeIds },
    ] as const;
    const kept = Object.fromEntries(
      parts.map(({ name, was, may, is }) => {
        const mayGive = new Set(may);
        // What the grantor may not grant they may not revoke either.
        const fixed = was.filter((id) => !mayGive.has(id));
        return [name, [...new Set([...is.filter((id) => !fixed.includes(id)), ...fixed])]];
      }),
    ) as unknown as Grant;
    await refuseBeyondOwn(cx, {
      menuIds: kept.menuIds.filter((id) => !before.menu.includes(id)),
      dataScopeIds: kept.dataScopeIds.filter((id) => !before.dataScope.includes(id)),
      apiScopeIds: kept.apiScopeIds.filter((id) => !before.apiScope.includes(id)),
    });
    await refuseBareRegisters(cx, kept.menuIds);
    kept.dataScopeIds = [...new Set([...kept.dataScopeIds, ...(await bindingScopes(cx, kept.dataScopeIds))])];
    await replace(cx, one.id, kept);
    const changes = parts.flatMap(({ name, was }) => {
      const after = [...kept[name]].sort();
      return JSON.stringify([...was].sort()) === JSON.stringify(after)
        ? []
        : [{ field: name, before: was.join(','), after: after.join(',') }];
    });
    if (changes.length > 0)
      writeAudit(cx, role, one, changes, { action: 'grant', reason: await exclusionNote(cx, [one.id]) });
  }
  await refuseWiderRoles(cx, roleIds);
  await refuseSeeingMore(cx, await holdersOf(cx, roleIds));
  return true;
}

async function replace({ trx, tenantId }: Context, roleId: string, { menuIds, dataScopeIds, apiScopeIds }: Grant) {
  await trx.deleteFrom('sys_role_menu').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute();
  await trx.deleteFrom('sys_role_scope').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute();
  const mark = { tenant_id: tenantId, role_id: roleId };
  if (menuIds.length > 0)
    await trx
      .insertInto('sys_role_menu')
      .values(menuIds.map((menu_id) => ({ ...mark, menu_id })))
      .execute();
  const scopes = [
    ...dataScopeIds.map((scope_id) => ({ ...mark, category: 1, scope_id })),
    ...apiScopeIds.map((scope_id) => ({ ...mark, category: 2, scope_id })),
  ];
  if (scopes.length > 0) await trx.insertInto('sys_role_scope').values(scopes).execute();
}

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
    await replace(cx, id, { menuIds: [], dataScopeIds, apiScopeIds: [] });
  },

  async removing(doomed, cx) {
    await refuseRolesBeyondOwn(
      cx,
      doomed.map(({ id }) => id),
    );
    for (const row of doomed) {
      const { id } = row;
      if (row.isAdmin || row.roleAlias === 'administrator') refuse('role.fixed');
      await replace(cx, id, { menuIds: [], dataScopeIds: [], apiScopeIds: [] });
    }
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
        return grantsByRole(cx, roleIds);
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
