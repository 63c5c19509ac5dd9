import { sql } from 'kysely';
import { workSend } from '../../contract/modules/work/workSend';
import { defineServerModule } from '../engine/serverModule';
import { instanceNameFilters } from '../flow/titles';
import { shownTask } from './taskRows';

export default defineServerModule(workSend, {
  table: 'flow_instance',
  list: 'flow_sent_list',
  unstored: ['categoryName', 'isOverdue'],
  where: ({ principal }) => sql<boolean>`start_user_id = ${principal?.userId ?? '0'}`,
  defaultSort: [['id', 'desc']],
  filters: instanceNameFilters,
  showing: (row, cx) => shownTask(cx, row),
});
