import { sql } from 'kysely';
import { dept } from '../../contract/modules/system/dept';
import { boundsOf, peopleAbove, refuseSeeingMore } from '../auth/bounds';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';

export default defineServerModule(dept, {
  table: 'sys_dept',
  defaultSort: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],

  async saving(_next, cx) {
    await boundsOf(cx); // as they are before the department moves
  },

  /** Whoever works above a department that moved sees what is below it. */
  async saved({ id, parentId }, cx, before) {
    if (before && before.parentId !== parentId && (await boundsOf(cx)).length > 0)
      await refuseSeeingMore(cx, await peopleAbove(cx, id));
  },

  async removing(doomed, { trx, tenantId }) {
    for (const { id, deptName } of doomed) {
      const { rows } = await sql`
        select 1 from sys_user where tenant_id = ${tenantId} and is_deleted = 0 and dept_ids @> array[${id}]::bigint[] limit 1`.execute(
        trx,
      );
      if (rows.length > 0) refuse('dept.inUse', { name: deptName });
    }
  },
});
