import { sql } from 'kysely';
import { workTodo } from '../../contract/modules/work/workTodo';
import { defineServerModule } from '../engine/serverModule';
import { seesRecord } from '../flow/seeing';
import { openTaskFilters, shownTask } from './taskRows';

export default defineServerModule(workTodo, {
  table: 'flow_task',
  list: 'flow_task_list',
  unstored: ['categoryName', 'isOverdue'],
  where: async (cx) =>
    sql<boolean>`task_status = 1 and assignee_id = ${cx.principal?.userId ?? '0'} and ${await seesRecord(cx)}`,
  defaultSort: [['id', 'desc']],
  filters: openTaskFilters,
  showing: (row, cx) => shownTask(cx, row),
});
