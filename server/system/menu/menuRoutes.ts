import { sql } from 'kysely';
import Type from 'typebox';
import { label, textIn } from '../../../contract/domain/text';
import { treeOf } from '../../../contract/schema/tree';
import type { Grant } from '../../auth/rights';
import { heldMenus, tenantMenus } from '../../engine/rights/heldMenus';
import { byRoles } from '../../engine/rights/permissions';
import { marked, type WireNode, wireNode } from '../../engine/trees';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import {
  either,
  freeText,
  id,
  list,
  model,
  modelRef,
  nothing,
  optional,
  shape,
  text,
  tree,
  whole,
} from '../../kernel/schemas';

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
  keepAlive: number;
  remark: string;
  isDeleted: number;
}
type MenuTree = Omit<MenuRow, 'keepAlive'> & {
  meta: { keepAlive: number };
  hasChildren?: true;
  children?: MenuTree[];
};

const columns = sql`id, parent_id as "parentId", code, name, name_en as "nameEn", alias, path, source, sort, category,
  action, is_open as "isOpen", keep_alive as "keepAlive", remark, is_deleted as "isDeleted"`;

/** These menus and buttons, with all their ancestors, so that each has a parent; in the order they are shown in. */
async function withAbove(cx: Context, held: ReturnType<typeof sql>): Promise<MenuRow[]> {
  const { rows } = await sql<MenuRow>`select ${columns} from ${held} held`.execute(cx.trx);
  const found = new Map(rows.map((row) => [row.id, row]));
  const requested = new Set<string>(['0']);
  for (;;) {
    const missing = new Set([...found.values()].map(({ parentId }) => parentId));
    for (const id of missing) if (found.has(id) || requested.has(id)) missing.delete(id);
    if (missing.size === 0) break;
    for (const id of missing) requested.add(id);
    const { rows: above } = await sql<MenuRow>`
      select ${columns} from sys_menu where is_deleted = 0 and id = any(${[...missing]}::bigint[])`.execute(cx.trx);
    for (const row of above) found.set(row.id, row);
  }
  return [...found.values()].sort((a, b) => a.sort - b.sort || Number(BigInt(a.id) - BigInt(b.id)));
}

/** All menus and buttons the person holds. */
function menusHeldBy(cx: Context): Promise<MenuRow[]> {
  const { roleIds, isSuper } = cx.principal!;
  return cx.remembered(byRoles('menus', cx.principal!), () =>
    withAbove(cx, isSuper ? tenantMenus(cx.tenantId) : heldMenus(cx.tenantId, sql`${roleIds}::bigint[]`)),
  );
}

function trees(rows: MenuRow[]): MenuTree[] {
  return marked(treeOf(rows.map(({ keepAlive, ...row }) => ({ ...row, meta: { keepAlive } }))) as MenuTree[]);
}
function menusOf(rows: MenuRow[]): MenuTree[] {
  return trees(rows.filter(({ category }) => category === 1));
}

/** The short form of a button in a list; the other members would be most of what every sign-in loads. */
function briefly({ id, parentId, code, name, alias, action, sort, category }: MenuRow) {
  return {
    id,
    parentId,
    code,
    name,
    alias,
    action,
    sort,
    category,
  };
}

/** Granted buttons under the menu they belong to. */
function buttonsOf(held: MenuRow[]) {
  const byMenu = new Map<string, MenuRow[]>();
  for (const button of held)
    if (button.category === 2) byMenu.set(button.parentId, [...(byMenu.get(button.parentId) ?? []), button]);
  return held.flatMap((menu) => {
    const children = menu.category === 1 ? byMenu.get(menu.id) : undefined;
    return children ? [{ ...briefly(menu), hasChildren: true, children: children.map(briefly) }] : [];
  });
}

/** What a holder of exactly these menus and buttons would see. */
export async function routesOf(cx: Context, menuIds: readonly string[]) {
  const menus = await withAbove(
    cx,
    sql`(select m.* from ${tenantMenus(cx.tenantId)} m where m.id = any(${[...menuIds]}::bigint[]))`,
  );
  return { routes: menusOf(menus), buttons: buttonsOf(menus) };
}

/** The name of a menu or button in the language of the request. */
function calledIn({ language }: Context, { name, nameEn }: MenuRow): string {
  return textIn(label(name, nameEn || name), language);
}

interface ScopeRow {
  id: string;
  menuId: string;
  name: string;
  note: string;
}
/** Scopes under their menus; menus without any are left out. */
function scopeTree(cx: Context, menus: MenuRow[], scopes: ScopeRow[]): WireNode[] {
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
}

/** What may be granted, as three trees. */
export async function grantTree(cx: Context, { menuIds, dataScopeIds, apiScopeIds }: Grant) {
  const menus = await withAbove(cx, sql`(select * from sys_menu where id = any(${[...menuIds]}::bigint[]))`);
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
}

const menuNode = model(
  'MenuNode',
  shape({
    id: text(),
    parentId: text(),
    code: text(),
    name: text(),
    nameEn: text(),
    alias: text(),
    path: text(),
    source: text(),
    sort: whole(),
    category: whole(),
    action: whole(),
    isOpen: whole(),
    remark: text(),
    isDeleted: whole(),
    meta: shape({ keepAlive: whole() }),
    hasChildren: optional(Type.Boolean()),
    children: optional(list(modelRef('MenuNode'))),
  }),
);
const buttonNode = model(
  'ButtonNode',
  shape({
    id: text(),
    parentId: text(),
    code: text(),
    name: text(),
    alias: text(),
    action: whole(),
    sort: whole(),
    category: whole(),
    hasChildren: optional(Type.Boolean()),
    children: optional(list(modelRef('ButtonNode'))),
  }),
);
/** Visible menus, and the buttons under theirs. */
export const routesAnswer = shape({ routes: list(menuNode), buttons: list(buttonNode) });
/** What may be granted, as three trees. */
export const grantTrees = { menu: tree, dataScope: tree, apiScope: tree };
/** What is held, as three sets of ids. */
export const grantKeys = shape({ menu: list(id()), dataScope: list(id()), apiScope: list(id()) });

/** Longer lists of names do not help. */
const mostHelpers = 3;

export const menuCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: '/blade-system/menu/routes',
    title: ['本人菜单', 'The person’s menus'],
    query: { topMenuId: optional(id()) },
    answer: list(menuNode),
    permission: 'signedIn',
    async handle(cx, { input: { topMenuId } }) {
      const held = await menusHeldBy(cx);
      if (!topMenuId) return menusOf(held);
      const top = await cx.trx
        .selectFrom('sys_top_menu')
        .select('menu_ids')
        .where('is_deleted', '=', 0)
        .where('id', '=', topMenuId)
        .executeTakeFirst();
      const menus = held.filter(({ category }) => category === 1);
      const wanted = new Set<string>(top?.menu_ids ?? []);
      const parents = new Map(menus.map((row) => [row.id, row.parentId]));
      for (const id of [...wanted])
        for (let up = parents.get(id); up && up !== '0'; up = parents.get(up)) wanted.add(up);
      return menusOf(menus.filter(({ id }) => wanted.has(id)));
    },
  }),
  {
    method: 'GET',
    path: '/blade-system/menu/top-menu',
    title: ['顶部菜单', 'Top menus'],
    answer: list(
      shape({
        id: id(),
        code: text(),
        name: text(),
        nameEn: text(),
        source: text(),
        path: text(),
        sort: whole(),
        menuIds: list(id()),
      }),
    ),
    permission: 'signedIn',
    /** Each with the ids of its menus, so that a page is found under its top menu; menus the person does not have
     *  appear as ids only. */
    async handle({ trx }) {
      const { rows } = await sql`select id, code, name, name_en as "nameEn", source, path, sort, menu_ids as "menuIds"
        from sys_top_menu where is_deleted = 0 order by sort, id`.execute(trx);
      return rows;
    },
  },
  defineCall({
    method: 'GET',
    path: '/blade-system/menu/whose',
    title: ['地址所属菜单及可授权人', 'Whose menu an address is, and who can give it'],
    query: { path: freeText() },
    answer: either(nothing, shape({ code: text(), name: text(), nameEn: text(), helpers: list(text()) })),
    permission: 'signedIn',
    /**
     * For an address that the person may not open: the menu that it belongs to, if the tenant has it, and the names of
     * people who can grant it. An empty object for every other address.
     */
    async handle(cx, { input: { path } }) {
      const { rows } = await sql<Pick<MenuRow, 'id' | 'code' | 'name' | 'nameEn'>>`
        select id, code, name, name_en as "nameEn" from ${tenantMenus(cx.tenantId)} m
        where category = 1 and path like '/%' and length(path) > 1
          and (${path} = path or ${path} = path || '/index' or starts_with(${path}, path || '/'))
          and not exists (select 1 from sys_menu c where c.parent_id = m.id and c.category = 1 and c.is_deleted = 0)
        order by length(path) desc, id limit 1`.execute(cx.trx);
      const [found] = rows;
      if (!found || (await menusHeldBy(cx)).some(({ id }) => id === found.id)) return {};
      const { rows: helpers } = await sql<{ name: string }>`
        select u.real_name as name from sys_user u
        where u.tenant_id = ${cx.tenantId} and u.is_deleted = 0 and u.status = 1
          and (u.is_super or exists (select 1 from sys_role r
            where r.tenant_id = ${cx.tenantId} and r.id = any(u.role_ids) and r.is_admin and r.is_deleted = 0))
        order by u.id limit ${mostHelpers}`.execute(cx.trx);
      const { code, name, nameEn } = found;
      return { code, name, nameEn, helpers: helpers.map((one) => one.name) };
    },
  }),
  {
    method: 'GET',
    path: '/blade-system/menu/buttons',
    title: ['本人按钮', 'Own buttons'],
    answer: list(buttonNode),
    permission: 'signedIn',
    handle: async (cx) => buttonsOf(await menusHeldBy(cx)),
  },
];
