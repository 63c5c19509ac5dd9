import { defineModule, type RecordOf } from '../../schema/module';
import { taskFields } from '../flow/rows';

/** An instance that the person has started, with the step it waits at. */
export const workSend = defineModule({
  name: 'work_send',
  title: ['我发起的', 'Started process'],
  path: '/blade-flow/work',
  calls: { list: 'send-list', export: 'send-export' },
  menu: { under: 'work', icon: 'send', title: ['我发起的', 'Started by me'], path: 'send' },
  without: ['detail', 'add', 'update', 'remove', 'import'],
  fields: { ...taskFields },
  sortable: ['createTime', 'endTime'],
  actions: {
    detail: ['详情', 'Details'],
    follow: ['跟踪', 'Track'],
  },
});
export type WorkSend = RecordOf<typeof workSend>;
