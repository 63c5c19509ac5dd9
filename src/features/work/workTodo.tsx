import { label } from '../../../contract/domain/text';
import { type WorkTodo, workTodo } from '../../../contract/modules/work/workTodo';
import { defineFeature } from '../crud/feature';
import { forwarding } from './lists/forwarding';
import { categoryPills, handleAction, openTaskLook, readingActions } from './lists/taskLists';

const handle = handleAction<WorkTodo>('work_todo_handle');

export const feature = defineFeature(
  workTodo,
  (slice) => ({
    ...openTaskLook,
    Head: categoryPills(slice),
    isLate: ({ isOverdue }) => isOverdue === 1,
    first: {
      text: label('没有待办的任务', 'You have no open tasks'),
    },
    view: (row) => handle.act(row),
    rowActions: [handle, ...readingActions<WorkTodo>('work_todo')],
  }),
  { needs: ['workActs'], ...forwarding(workTodo) },
);
