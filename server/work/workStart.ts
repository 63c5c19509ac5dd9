import { sql } from 'kysely';
import { workStart } from '../../contract/modules/work/workStart';
import { defineServerModule } from '../engine/serverModule';
import { decidesOnRecords } from '../flow/definitions';
import { processNameFilters, withProcessName } from '../flow/titles';

export default defineServerModule(workStart, {
  table: 'flow_definition',
  list: 'flow_definition_list',
  unstored: ['categoryName'],
  where: ({ tenantId }) =>
    sql<boolean>`is_newest and suspension_state = 1 and not ${decidesOnRecords(tenantId, sql.ref('key'))}`,
  defaultSort: [
    ['key', 'asc'],
    ['id', 'desc'],
  ],
  filters: processNameFilters,
  showing: (row, cx) => withProcessName(cx, row),
});
