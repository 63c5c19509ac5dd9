import { sql } from 'kysely';
import { workStart } from '../../contract/modules/work/workStart';
import { defineServerModule } from '../engine/serverModule';
import { withCategory } from './categories';
import { decidesOnRecords } from './definitions';

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
  showing: (row, cx) => withCategory(cx, row),
});
