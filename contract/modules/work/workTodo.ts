import { defineModule, type RecordOf } from '../../schema/module';
import { taskFields, taskViews } from '../flow/rows';

/** An open task of the person. */
export const workTodo = defineModule({
  name: 'work_todo',
  title: ['待办事务', 'Task to do'],
  path: '/blade-flow/work',
  calls: { list: 'todo-list', export: 'todo-export', views: 'todo-views' },
  menu: { under: 'work', icon: 'task-list-ltr', title: ['待办事务', 'My tasks'], path: 'todo' },
  without: ['detail', 'add', 'update', 'remove', 'import'],
  fields: { ...taskFields },
  views: taskViews,
  sortable: ['createTime', 'dueTime'],
  actions: {
    handle: ['办理', 'Handle'],
    detail: ['详情', 'Details'],
    follow: ['跟踪', 'Track'],
  },
});
export type WorkTodo = RecordOf<typeof workTodo>;
