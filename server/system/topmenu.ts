import { sql } from 'kysely';
import { topmenu } from '../../contract/modules/system/topmenu';
import { missingReferences, refuseNotOffered } from '../engine/references';
import { refuseProblems } from '../engine/saving/drafts';
import { defineServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { done, idList, shape } from '../kernel/schemas';
import { grantKeys, grantTree, grantTrees } from './menu/menuRoutes';

// The field is derived, so that the form does not write it; the grant has it checked like any other reference.
const { derived: _, ...menuIds } = topmenu.fields.menuIds;
const granted = { fields: { menuIds }, scope: 'platform' } as const;

/** Those of these menus that exist, in their order. */
async function existing({ trx }: Context, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_menu where is_deleted = 0 and id = any(${[...ids]}::bigint[])`.execute(trx);
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id));
}

export default defineServerModule(topmenu, {
  table: 'sys_top_menu',
  unique: [['code']],
  defaultSort: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
  calls: [
    defineCall({
      method: 'POST',
      path: topmenu.url('grant'),
      title: ['菜单配置：替换各顶部菜单下的菜单', 'Replace the menus of top menus'],
      body: { topMenuIds: idList(), menuIds: idList() },
      answer: done,
      permission: 'topmenu_setting',
      writesPlatform: true,
      /** Replaces the menus of each of the entries. A menu that an entry had and that is removed now falls out. */
      async handle(cx, { input: { topMenuIds, menuIds } }) {
        const rows = await cx.rows(topmenu).lock(topMenuIds);
        if (rows.length === 0 || rows.length < topMenuIds.length) refuse('notYours');
        const next = { menuIds: menuIds.join(',') };
        for (const { menuIds: before } of rows) {
          await refuseProblems(cx, granted, next, await missingReferences(cx, granted, next, { menuIds: before }));
          await refuseNotOffered(cx, granted, next, { menuIds: before });
        }
        const kept = (await existing(cx, menuIds)).join(',');
        for (const row of rows) await cx.rows(topmenu).update(row, { menuIds: kept }, { action: 'grant' });
        return true;
      },
    }),
    {
      method: 'GET',
      path: '/blade-system/menu/grant-top-tree',
      title: ['可配置到顶部菜单的菜单', 'Menus that a top menu may have'],
      answer: shape(grantTrees),
      permission: 'topmenu_setting',
      async handle(cx) {
        const { rows } = await sql<{
          id: string;
        }>`select id from sys_menu where is_deleted = 0 and category = 1`.execute(cx.trx);
        return grantTree(cx, { menuIds: rows.map(({ id }) => id), dataScopeIds: [], apiScopeIds: [] });
      },
    },
    defineCall({
      method: 'GET',
      path: '/blade-system/menu/top-tree-keys',
      title: ['顶部菜单已有的菜单', 'What top menus have'],
      query: { topMenuIds: idList() },
      answer: grantKeys,
      permission: 'topmenu_setting',
      async handle(cx, { input }) {
        const { rows } = await sql<{ id: string }>`
          select distinct t.id from sys_top_menu top, unnest(top.menu_ids) as t(id) join sys_menu m on m.id = t.id
          where top.is_deleted = 0 and m.is_deleted = 0 and top.id = any(${input.topMenuIds}::bigint[]) order by 1`.execute(
          cx.trx,
        );
        return { menu: rows.map(({ id }) => id), dataScope: [], apiScope: [] };
      },
    }),
  ],
});
