import { sql } from 'kysely';
import { topmenu } from '../../contract/modules/system/topmenu';
import { writeAudit } from '../engine/audit/entries';
import { defineServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import { refuse } from '../kernel/errors';
import { done, idList, shape } from '../kernel/schemas';
import { grantKeys, grantTree, grantTrees } from './menuRoutes';

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
      /** Replaces the menus of each of the entries. */
      async handle(cx, { input: { topMenuIds, menuIds } }) {
        const rows = await cx.rows(topmenu).lock(topMenuIds);
        if (rows.length === 0 || rows.length < topMenuIds.length) refuse('notYours');
        const known = await cx.trx
          .selectFrom('sys_menu')
          .select('id')
          .where('is_deleted', '=', 0)
          .where('id', 'in', [...menuIds, '0'])
          .execute();
        if (known.length < menuIds.length) refuse('badParameter', { name: 'menuIds' });
        for (const row of rows) {
          const before = (row as unknown as { menuIds: string[] }).menuIds;
          await cx.trx
            .updateTable('sys_top_menu')
            .set({
              menu_ids: menuIds,
              update_user: cx.principal!.userId,
              update_time: cx.time,
              version: sql`version + 1`,
            })
            .where('id', '=', row.id)
            .execute();
          const changes = [{ field: 'menuIds', before: before.join(','), after: menuIds.join(',') }];
          writeAudit(cx, topmenu, row, changes, { action: 'grant' });
        }
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
          select distinct unnest(menu_ids) as id from sys_top_menu
          where is_deleted = 0 and id = any(${input.topMenuIds}::bigint[]) order by 1`.execute(cx.trx);
        return { menu: rows.map(({ id }) => id), dataScope: [], apiScope: [] };
      },
    }),
  ],
});
