import { dept } from '../../contract/modules/system/dept';
import { boundsOf, peopleAbove, refuseSeeingMore } from '../auth/bounds';
import { defineServerModule } from '../engine/serverModule';

export default defineServerModule(dept, {
  table: 'sys_dept',
  defaultSort: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],

  async saving(_next, cx) {
    await boundsOf(cx); // read before the department moves
  },

  /** People who work above a moved department see what is below it. */
  async saved({ id, parentId }, cx, before) {
    if (before && before.parentId !== parentId && (await boundsOf(cx)).length > 0)
      await refuseSeeingMore(cx, await peopleAbove(cx, id));
  },

  inUse: { user: 'dept.inUse' },
});
