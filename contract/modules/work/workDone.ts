import { defineModule, type RecordOf } from '../../schema/module';
import { taskFields } from '../flow/rows';

/** A task that the person has completed. */
export const workDone = defineModule({
  name: 'work_done',
  title: ['我办结的', 'Completed task'],
  path: '/blade-flow/work',
  calls: { list: 'done-list', export: 'done-export' },
  menu: { under: 'work', icon: 'checkmark-circle', title: ['我办结的', 'Completed by me'], path: 'done' },
  without: ['detail', 'add', 'update', 'remove', 'import'],
  fields: { ...taskFields },
  sortable: ['createTime', 'endTime'],
  actions: {
    detail: ['详情', 'Details'],
    follow: ['跟踪', 'Track'],
  },
});
export type WorkDone = RecordOf<typeof workDone>;
