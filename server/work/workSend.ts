import { sql } from 'kysely';
import { workSend } from '../../contract/modules/work/workSend';
import { defineServerModule } from '../engine/serverModule';
import { seesRecord } from '../flow/seeing';
import { instanceNameFilters } from '../flow/titles';
import { shownTask } from './taskRows';

export default defineServerModule(workSend, {
  table: 'flow_instance',
  list: 'flow_sent_list',
  unstored: ['categoryName', 'isOverdue'],
  where: async (cx) => sql<boolean>`start_user_id = ${cx.principal?.userId ?? '0'} and ${await seesRecord(cx)}`,
  defaultSort: [['id', 'desc']],
  filters: instanceNameFilters,
  showing: (row, cx) => shownTask(cx, row),
});
