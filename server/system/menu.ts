import { sql } from 'kysely';
import type { Call } from '../api';
import type { Context } from '../context';

interface MenuRow {
  id: string;
  parentId: string;
  code: string;
  name: string;
  nameEn: string;
  alias: string;
  path: string;
  source: string;
  sort: number;
  category: number;
  action: number;
  isOpen: number;
  remark: string;
  isDeleted: number;
}
type MenuTree = MenuRow & { hasChildren?: true; children?: MenuTree[] };

/** All menus and buttons the person holds. Ancestors of a granted menu come along, so that it has a place to hang. */
const heldBy = async (cx: Context): Promise<MenuRow[]> => {
  const { roleIds, isSuper } = cx.principal!;
  const roles = roleIds.length > 0 ? roleIds : ['0'];
  const { rows } = await sql<MenuRow>`
    with recursive held as (
      select m.* from sys_menu m
      where m.is_deleted = 0 and (${isSuper} or m.id in (
        select g.menu_id from sys_role_menu g join sys_role r on r.id = g.role_id and r.is_deleted = 0
        where g.tenant_id = ${cx.tenantId} and g.role_id in (${sql.join(roles)})))
      union
      select p.* from sys_menu p join held h on p.id = h.parent_id where p.is_deleted = 0
    )
    select id, parent_id as "parentId", code, name, name_en as "nameEn", alias, path, source, sort, category, action,
           is_open as "isOpen", remark, is_deleted as "isDeleted"
    from held order by sort, id`.execute(cx.trx);
  return rows;
};

const treeOf = (rows: MenuRow[], parentId: string): MenuTree[] =>
  rows
    .filter((row) => row.parentId === parentId)
    .map((row) => {
      const children = treeOf(rows, row.id);
      return children.length > 0 ? { ...row, hasChildren: true, children } : row;
    });

export const menuCalls: Call[] = [
  {
    method: 'GET',
    path: '/blade-system/menu/routes',
    permission: 'signedIn',
    async handle(cx, { params }) {
      const menus = (await heldBy(cx)).filter((row) => row.category === 1);
      if (!params.topMenuId) return treeOf(menus, '0');
      const top = await cx.trx
        .selectFrom('sys_top_menu')
        .select('menu_ids')
        .where('tenant_id', '=', cx.tenantId)
        .where('is_deleted', '=', 0)
        .where('id', '=', params.topMenuId)
        .executeTakeFirst();
      const wanted = new Set<string>(top?.menu_ids ?? []);
      const parents = new Map(menus.map((row) => [row.id, row.parentId]));
      for (const id of [...wanted])
        for (let up = parents.get(id); up && up !== '0'; up = parents.get(up)) wanted.add(up);
      return treeOf(
        menus.filter((row) => wanted.has(row.id)),
        '0',
      );
    },
  },
  {
    method: 'GET',
    path: '/blade-system/menu/top-menu',
    permission: 'signedIn',
    async handle({ trx, tenantId }) {
      const { rows } = await sql`select id, tenant_id as "tenantId", code, name, name_en as "nameEn", source, path, sort
        from sys_top_menu where tenant_id = ${tenantId} and is_deleted = 0 order by sort, id`.execute(trx);
      return rows;
    },
  },
  {
    method: 'GET',
    path: '/blade-system/menu/buttons',
    permission: 'signedIn',
    /** Granted buttons under the menu they belong to. */
    async handle(cx) {
      const held = await heldBy(cx);
      const buttons = held.filter((row) => row.category === 2);
      return held
        .filter((row) => row.category === 1)
        .map((menu) => ({
          ...menu,
          hasChildren: true,
          children: buttons.filter((button) => button.parentId === menu.id),
        }))
        .filter(({ children }) => children.length > 0);
    },
  },
];
