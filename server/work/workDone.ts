import { sql } from 'kysely';
import { workDone } from '../../contract/modules/work/workDone';
import { defineServerModule } from '../engine/serverModule';
import { seesRecord } from '../flow/seeing';
import { taskNameFilters } from '../flow/titles';
import { shownTask } from './taskRows';

export default defineServerModule(workDone, {
  table: 'flow_task',
  list: 'flow_task_list',
  unstored: ['categoryName', 'isOverdue'],
  where: async (cx) =>
    sql<boolean>`task_status = 2 and done_user = ${cx.principal?.userId ?? '0'} and ${await seesRecord(cx)}`,
  defaultSort: [
    ['end_time', 'desc'],
    ['id', 'desc'],
  ],
  filters: taskNameFilters,
  showing: (row, cx) => shownTask(cx, row),
});
