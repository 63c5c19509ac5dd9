import { sql } from 'kysely';
import Type from 'typebox';
import { frameAddress, windowAddress } from '../../../contract/domain/frameAddress';
import { type Menu, menu } from '../../../contract/modules/system/menu';
import type { Module } from '../../../contract/schema/module';
import { registerCode } from '../../../contract/schema/registerName';
import { treeOf } from '../../../contract/schema/tree';
import { builtInCodes } from '../../../contract/wire/menus';
import { schemasOf } from '../../engine/callSchemas';
import { defineServerModule, presentAll, type ServerModule } from '../../engine/serverModule';
import { marked, nodesOf } from '../../engine/trees';
import { defineCall, type Params } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { problemRefusal, refuse } from '../../kernel/errors';
import { freeText, optional, tree } from '../../kernel/schemas';

function onlyMenus(rows: Menu[]) {
  return rows.filter(({ category }) => category === 1);
}

/** Whether the console would show it in a frame: an address with html in it, or an absolute one. */
function isShownInFrame(address: string) {
  return /html|^https?:/i.test(address);
}

function conditions({ name, code, alias }: Params) {
  return { name, code, alias };
}

/** Menus of one level, or all that match, each with whether it has children. */
async function levelOf(cx: Context, params: Params) {
  const all = onlyMenus(await cx.rows(menu).every({}));
  const parents = new Set(all.map(({ parentId }) => parentId));
  const found = params.parentId
    ? all.filter(({ parentId }) => parentId === params.parentId)
    : onlyMenus(await cx.rows(menu).every(conditions(params)));
  return (await presentAll(served, cx, found)).map((row) => ({ ...row, hasChildren: parents.has(row.id) }));
}

const schemas = schemasOf(menu as unknown as Module);

const served: ServerModule = defineServerModule(menu, {
  table: 'sys_menu',
  defaultSort: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
  unique: [['code']],
  // Those of registers come and go with them.
  where: () => sql<boolean>`owner_tenant = ''`,

  // Buttons belong to pages and have no children; a package holds pages, each with its buttons.
  offers: {
    pages: { where: () => sql<boolean>`category = 1` },
    forTenants: {
      where: () => sql<boolean>`is_platform = 0 and category = 1`,
      // A package may name buttons as well as pages.
      accepts: () => sql<boolean>`is_platform = 0`,
    },
  },

  async saving({ path, category, parentId, code, isOpen, isPlatform }, cx, before) {
    if (!/^[\w:-]+$/.test(code)) throw problemRefusal(menu, 'code', 'badFormat', cx.language);
    if (before && builtInCodes.has(before.code) && code !== before.code) refuse('menu.builtIn');
    // A menu or button of this code would open registers, whatever tenant they are of.
    if (registerCode(code) !== undefined) throw problemRefusal(menu, 'code', 'taken', cx.language);
    const address = (path ?? '').trim();
    const { publicUrl, console: settings } = cx.deps.settings;
    // Addresses that the console would not open are refused: scripts, other schemes, unlisted hosts.
    const isOwn = address === '' || (/^\/(?!\/)[\w\-./:?=&#%]*$/.test(address) && !address.includes('..'));
    const framed = frameAddress(address, { origin: publicUrl || 'http://localhost', hosts: settings.frameHosts });
    const opensWindow = isOpen === 2 && windowAddress(address) !== null;
    // Nothing of our own host is shown in a frame, neither pages nor files: browsers would refuse it when it is opened.
    if (category === 1 && !opensWindow && framed?.isOwn && isShownInFrame(address)) refuse('menu.ownFrame');
    if (category === 1 && !isOwn && framed === null && !opensWindow) refuse('menu.badAddress');
    const above = parentId && parentId !== '0' ? await cx.rows(menu).get(parentId) : undefined;
    // Menus below the platform's own are the platform's own, too.
    return { isPlatform: above?.isPlatform === 1 ? 1 : (isPlatform ?? 0) };
  },

  async removing(doomed) {
    if (doomed.some(({ code }) => builtInCodes.has(code))) refuse('menu.builtIn');
  },

  async saved(row, cx, before) {
    if (!before || before.isPlatform === row.isPlatform) return;
    const all = await cx.rows(menu).every({});
    const below = [row.id];
    // Buttons below a page below a directory: the list grows while it is walked.
    for (const above of below) below.push(...all.filter(({ parentId }) => parentId === above).map(({ id }) => id));
    await sql`update sys_menu set is_platform = ${row.isPlatform} where id = any(${below}::bigint[])`.execute(cx.trx);
  },

  calls: [
    {
      method: 'GET',
      path: menu.url('menu-list'),
      title: ['菜单树（不含按钮）', 'Menus without buttons'],
      answer: schemas.nested,
      permission: ['menu', 'data_scope', 'api_scope', 'topmenu', 'tenantPackage'],
      async handle(cx) {
        const rows = onlyMenus(await cx.rows(menu).every({}));
        return marked(treeOf(await presentAll(served, cx, rows)) as never[]);
      },
    },
    {
      method: 'GET',
      path: menu.url('lazy-menu-list'),
      title: ['菜单下级列表（不含按钮）', 'Menus right below one'],
      describes: { query: { parentId: optional(freeText()), ...schemas.conditions } },
      answer: schemas.level,
      permission: ['menu', 'data_scope', 'api_scope'],
      handle: (cx, { params }) => levelOf(cx, params),
    },
    defineCall({
      method: 'GET',
      path: menu.url('tree'),
      title: ['菜单树（isPlatform=0：租户可用）', 'Menus as a tree; with isPlatform=0 those that a tenant may have'],
      query: { isPlatform: optional(Type.Boolean()) },
      answer: tree,
      permission: ['menu', 'tenantPackage', 'topmenu', 'data_scope', 'api_scope'],
      async handle(cx, { input }) {
        const rows = onlyMenus(await cx.rows(menu).every({}));
        const isForTenants = input.isPlatform === false;
        return marked(await nodesOf(cx, served, isForTenants ? rows.filter((row) => row.isPlatform !== 1) : rows));
      },
    }),
  ],
});
export default served;
