import { workClaim } from '../../contract/modules/work/workClaim';
import { defineServerModule } from '../engine/serverModule';
import { claimable } from '../flow/mine';
import { openTaskFilters, shownTask } from './taskRows';

export default defineServerModule(workClaim, {
  table: 'flow_task',
  list: 'flow_task_list',
  unstored: ['categoryName', 'isOverdue'],
  where: claimable,
  defaultSort: [['id', 'desc']],
  filters: openTaskFilters,
  showing: (row, cx) => shownTask(cx, row),
});
