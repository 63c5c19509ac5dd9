import { sql } from 'kysely';
import { role } from '../../contract/modules/role';
import { type Asked, idList } from '../api';
import { writeAudit } from '../audit';
import { type Grant, givable, refuseBeyondOwn, refuseRolesBeyondOwn } from '../auth/rights';
import type { Context } from '../context';
import { refuse } from '../errors';
import { type Served, serve } from '../serve';
import { grantTree, routesOf } from '../system/menu';
import { marked, nodesOf } from '../trees';

/** Aliases are what other programs know roles by: letters that only look alike must not make a false one. */
const reserved = /administrator/;
const folded = (alias: string) =>
  alias
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]/gu, '');

/** What roles hold of their own, as sets of ids. */
const heldByRole = async ({ trx, tenantId }: Context, roleIds: readonly string[]) => {
  const { rows: menus } = await sql<{ id: string }>`
    select distinct menu_id as id from sys_role_menu where tenant_id = ${tenantId} and role_id = any(${[...roleIds]}::bigint[])
    order by 1`.execute(trx);
  const { rows: scopes } = await sql<{ id: string; category: number }>`
    select distinct scope_id as id, category from sys_role_scope
    where tenant_id = ${tenantId} and role_id = any(${[...roleIds]}::bigint[]) order by 1`.execute(trx);
  const of = (category: number) => scopes.filter((scope) => scope.category === category).map(({ id }) => id);
  return { menu: menus.map(({ id }) => id), dataScope: of(1), apiScope: of(2) };
};

/** The lists of a grant: arrays in a body, or comma-joined, as clients of the family send them. */
const grantOf = (asked: Asked): Grant => ({
  menuIds: idList(asked, 'menuIds'),
  dataScopeIds: idList(asked, 'dataScopeIds'),
  apiScopeIds: idList(asked, 'apiScopeIds'),
});

const lockRoles = async (cx: Context, ids: readonly string[]) => {
  const rows = await cx.rows(role).lock(ids);
  if (ids.length === 0 || rows.length < ids.length) refuse('notYours');
  return rows;
};

/** Full replacement, for each of the roles. What the grantor does not hold and a role has already stays as it is. */
const grant = async (cx: Context, asked: Asked): Promise<boolean> => {
  const roleIds = idList(asked, 'roleIds');
  const roles = await lockRoles(cx, roleIds);
  const { isSuper, roleIds: mine } = cx.principal!;
  for (const one of roles) {
    if (one.isAdmin || one.roleAlias === 'administrator') refuse('role.fixed');
    if (!isSuper && mine.includes(one.id)) refuse('grant.ownRoles');
  }
  const wanted = grantOf(asked);
  const own = await givable(cx);
  for (const one of roles) {
    const before = await heldByRole(cx, [one.id]);
    const parts = [
      { name: 'menuIds', was: before.menu, may: own.menuIds, is: wanted.menuIds },
      { name: 'dataScopeIds', was: before.dataScope, may: own.dataScopeIds, is: wanted.dataScopeIds },
      { name: 'apiScopeIds', was: before.apiScope, may: own.apiScopeIds, is: wanted.apiScopeIds },
    ] as const;
    const kept = Object.fromEntries(
      parts.map(({ name, was, may, is }) => {
        const mayGive = new Set(may);
        // Sent back or not: what is not the grantor's to give is not theirs to take.
        const fixed = was.filter((id) => !mayGive.has(id));
        return [name, [...new Set([...is.filter((id) => !fixed.includes(id)), ...fixed])]];
      }),
    ) as unknown as Grant;
    await refuseBeyondOwn(cx, {
      menuIds: kept.menuIds.filter((id) => !before.menu.includes(id)),
      dataScopeIds: kept.dataScopeIds.filter((id) => !before.dataScope.includes(id)),
      apiScopeIds: kept.apiScopeIds.filter((id) => !before.apiScope.includes(id)),
    });
    await replace(cx, one.id, kept);
    const changes = parts.flatMap(({ name, was }) => {
      const after = [...kept[name]].sort();
      return JSON.stringify([...was].sort()) === JSON.stringify(after)
        ? []
        : [{ field: name, before: was.join(','), after: after.join(',') }];
    });
    if (changes.length > 0) await writeAudit(cx, role, one, changes, { action: 'grant' });
  }
  return true;
};

const replace = async ({ trx, tenantId }: Context, roleId: string, { menuIds, dataScopeIds, apiScopeIds }: Grant) => {
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
};

const served: Served = serve(role, {
  table: 'sys_role',
  list: 'sys_role_list',
  unstored: ['userCount', 'isAdmin'],
  newestBy: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
  unique: [['roleAlias']],

  showing: (row) => ({ ...row, isAdmin: row.isAdmin ? (1 as const) : (0 as const) }),

  async saving({ roleAlias }, { principal }, before) {
    const isRoots = before?.roleAlias === 'administrator';
    if (reserved.test(folded(roleAlias)) && !(isRoots && principal?.isSuper)) refuse('role.reservedAlias');
    return { roleAlias: roleAlias.trim() };
  },

  async removing(doomed, cx) {
    const { trx, tenantId } = cx;
    await refuseRolesBeyondOwn(
      cx,
      doomed.map(({ id }) => id),
    );
    for (const row of doomed) {
      const { id, roleName } = row;
      if (row.isAdmin || row.roleAlias === 'administrator') refuse('role.fixed');
      const { rows } = await sql`
        select 1 from sys_user where tenant_id = ${tenantId} and is_deleted = 0 and role_ids @> array[${id}]::bigint[] limit 1`.execute(
        trx,
      );
      if (rows.length > 0) refuse('role.inUse', { name: roleName });
      await replace(cx, id, { menuIds: [], dataScopeIds: [], apiScopeIds: [] });
    }
  },

  calls: [
    {
      method: 'GET',
      path: role.url('tree-by-id'),
      permission: 'signedIn',
      acrossTenants: true,
      /** The roles to choose from beside one: those of its tenant. */
      handle: async (cx) => marked(nodesOf(served, await cx.rows(role).every({}))),
    },
    { method: 'POST', path: role.url('grant'), permission: 'role_grant', acrossTenants: true, handle: grant },
    {
      method: 'GET',
      path: '/blade-system/menu/role-tree-keys',
      permission: 'role_grant',
      acrossTenants: true,
      /** What roles hold: `{menu, dataScope, apiScope}`, ids. */
      async handle(cx, asked) {
        const roleIds = idList(asked, 'roleIds');
        await lockRoles(cx, roleIds);
        return heldByRole(cx, roleIds);
      },
    },
    {
      method: 'GET',
      path: '/blade-system/menu/grant-tree',
      permission: 'role_grant',
      acrossTenants: true,
      /** All that the person may hand on: trees of menus and buttons, data scopes, API scopes. */
      handle: async (cx) => grantTree(cx, await givable(cx)),
    },
    {
      method: 'POST',
      path: role.url('preview'),
      permission: 'role_grant',
      acrossTenants: true,
      /** What a person with this grant alone would see: `{routes, buttons}`, before it is saved. */
      async handle(cx, asked) {
        const wanted = grantOf(asked);
        await refuseBeyondOwn(cx, wanted);
        return routesOf(cx, wanted.menuIds);
      },
    },
  ],
});
export default served;
