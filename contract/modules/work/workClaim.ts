import { defineModule, type RecordOf } from '../../schema/module';
import { taskFields, taskViews } from '../flow/rows';

/** An open task without an assignee that the person is a candidate for. */
export const workClaim = defineModule({
  name: 'work_claim',
  title: ['待签收事务', 'Task to claim'],
  path: '/blade-flow/work',
  calls: { list: 'claim-list', export: 'claim-export', views: 'claim-views' },
  menu: { under: 'work', icon: 'clipboard-task', title: ['待签收事务', 'Tasks to claim'], path: 'claim' },
  without: ['detail', 'add', 'update', 'remove', 'import'],
  fields: { ...taskFields },
  views: taskViews,
  sortable: ['createTime', 'dueTime'],
  actions: {
    sign: ['签收', 'Claim'],
    detail: ['详情', 'Details'],
    follow: ['跟踪', 'Track'],
  },
});
export type WorkClaim = RecordOf<typeof workClaim>;
