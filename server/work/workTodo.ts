import { sql } from 'kysely';
import { workTodo } from '../../contract/modules/work/workTodo';
import { defineServerModule } from '../engine/serverModule';
import { taskNameFilters } from '../flow/titles';
import { shownTask } from './taskRows';

export default defineServerModule(workTodo, {
  table: 'flow_task',
  list: 'flow_task_list',
  unstored: ['categoryName', 'isOverdue'],
  where: ({ principal }) => sql<boolean>`task_status = 1 and assignee_id = ${principal?.userId ?? '0'}`,
  defaultSort: [['id', 'desc']],
  filters: taskNameFilters,
  showing: (row, cx) => shownTask(cx, row),
});
