import { sql } from 'kysely';
import { dept } from '../../contract/modules/dept';
import { refuse } from '../errors';
import { serve } from '../serve';

export default serve(dept, {
  table: 'sys_dept',
  newestBy: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],

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
