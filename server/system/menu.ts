import { sql } from 'kysely';
import { flatten, treeOf } from '../../contract/tree';
import type { Call } from '../api';
import type { Grant } from '../auth/rights';
import type { Context } from '../context';
import { refuse } from '../errors';
import { isStoredId } from '../ids';
import { marked, type WireNode, wireNode } from '../trees';

export interface MenuRow {
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

const columns = sql`id, parent_id as "parentId", code, name, name_en as "nameEn", alias, path, source, sort, category,
  action, is_open as "isOpen", remark, is_deleted as "isDeleted"`;

/** These menus and buttons, and all above them, so that each has a place to hang; in the order they are shown in. */
const withAbove = async (cx: Context, held: ReturnType<typeof sql>): Promise<MenuRow[]> => {
  const { rows } = await sql<MenuRow>`
    with recursive held as (
      select m.* from (${held}) m
      union
      select p.* from sys_menu p join held h on p.id = h.parent_id where p.is_deleted = 0
    )
    select ${columns} from held order by sort, id`.execute(cx.trx);
  return rows;
};

/** All menus and buttons the person holds. */
const heldBy = (cx: Context): Promise<MenuRow[]> => {
  const { roleIds, isSuper } = cx.principal!;
  return withAbove(cx, sql`select * from held_menus(${cx.tenantId}, ${roleIds}::bigint[], ${isSuper})`);
};

const trees = (rows: MenuRow[]): MenuTree[] => marked(treeOf(rows) as MenuTree[]);
const menusOf = (rows: MenuRow[]): MenuTree[] => trees(rows.filter(({ category }) => category === 1));

/** What a list of buttons says of each; the rest would be most of what every sign-in waits for. */
const briefly = ({ id, parentId, code, name, alias, action, sort, category }: MenuRow) => ({
  id,
  parentId,
  code,
  name,
  alias,
  action,
  sort,
  category,
});

/** Granted buttons under the menu they belong to. */
const buttonsOf = (held: MenuRow[]) => {
  const byMenu = new Map<string, MenuRow[]>();
  for (const button of held)
    if (button.category === 2) byMenu.set(button.parentId, [...(byMenu.get(button.parentId) ?? []), button]);
  return held.flatMap((menu) => {
    const children = menu.category === 1 ? byMenu.get(menu.id) : undefined;
    return children ? [{ ...briefly(menu), hasChildren: true, children: children.map(briefly) }] : [];
  });
};

/** What somebody would be shown who holds these menus and buttons and nothing else. */
export const routesOf = async (cx: Context, menuIds: readonly string[]) => {
  const held = await withAbove(
    cx,
    sql`select m.* from tenant_menus(${cx.tenantId}) m where m.id = any(${[...menuIds]}::bigint[])`,
  );
  return { routes: menusOf(held), buttons: buttonsOf(held) };
};

/** What a menu or button is called in the language of whoever asks. */
const calledIn = ({ language }: Context, { name, nameEn }: MenuRow): string => (language === 'en' && nameEn) || name;

interface ScopeRow {
  id: string;
  menuId: string;
  name: string;
  note: string;
}
/** Scopes under the menus they hang on; menus without any are left out. */
const scopeTree = (cx: Context, menus: MenuRow[], scopes: ScopeRow[]): WireNode[] => {
  const above = new Map(menus.map((menu) => [menu.id, menu]));
  const wanted = new Set<string>();
  for (const { menuId } of scopes)
    for (let at = above.get(menuId); at && !wanted.has(at.id); at = above.get(at.parentId)) wanted.add(at.id);
  const nodes = menus
    .filter(({ id }) => wanted.has(id))
    .map((menu) => wireNode(menu.id, menu.parentId, calledIn(cx, menu)));
  return marked(
    treeOf([...nodes, ...scopes.map(({ id, menuId, name, note }) => wireNode(id, menuId, name, note))]) as WireNode[],
  );
};

/** What may be handed on, as three trees. */
export const grantTree = async (cx: Context, { menuIds, dataScopeIds, apiScopeIds }: Grant) => {
  const menus = await withAbove(cx, sql`select * from sys_menu where id = any(${[...menuIds]}::bigint[])`);
  const scopes = async (table: string, ids: readonly string[], note: ReturnType<typeof sql>) => {
    const { rows } = await sql<ScopeRow>`
      select id, menu_id as "menuId", scope_name as name, ${note} as note from ${sql.table(table)}
      where id = any(${[...ids]}::bigint[]) order by id`.execute(cx.trx);
    return rows;
  };
  return {
    menu: marked(
      treeOf(
        menus.map((row) =>
          wireNode(row.id, row.parentId, calledIn(cx, row), row.category === 2 ? row.code : undefined),
        ),
      ) as WireNode[],
    ),
    dataScope: scopeTree(cx, menus, await scopes('sys_data_scope', dataScopeIds, sql`scope_class`)),
    apiScope: scopeTree(
      cx,
      menus,
      await scopes('sys_api_scope', apiScopeIds, sql`case method when 1 then 'GET ' else 'POST ' end || scope_path`),
    ),
  };
};

export const menuCalls: Call[] = [
  {
    method: 'GET',
    path: '/blade-system/menu/routes',
    permission: 'signedIn',
    async handle(cx, { params }) {
      const all = menusOf(await heldBy(cx));
      if (!params.topMenuId) return all;
      if (!isStoredId(params.topMenuId)) refuse('badParameter', { name: 'topMenuId' });
      const top = await cx.trx
        .selectFrom('sys_top_menu')
        .select('menu_ids')
        .where('is_deleted', '=', 0)
        .where('id', '=', params.topMenuId)
        .executeTakeFirst();
      const menus = flatten(all);
      const wanted = new Set<string>(top?.menu_ids ?? []);
      const parents = new Map(menus.map((row) => [row.id, row.parentId]));
      for (const id of [...wanted])
        for (let up = parents.get(id); up && up !== '0'; up = parents.get(up)) wanted.add(up);
      return menusOf(menus.filter(({ id }) => wanted.has(id)));
    },
  },
  {
    method: 'GET',
    path: '/blade-system/menu/top-menu',
    permission: 'signedIn',
    async handle({ trx }) {
      const { rows } = await sql`select id, code, name, name_en as "nameEn", source, path, sort
        from sys_top_menu where is_deleted = 0 order by sort, id`.execute(trx);
      return rows;
    },
  },
  {
    method: 'GET',
    path: '/blade-system/menu/buttons',
    permission: 'signedIn',
    handle: async (cx) => buttonsOf(await heldBy(cx)),
  },
];
