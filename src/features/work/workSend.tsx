import { label } from '../../../contract/domain/text';
import { type WorkSend, workSend } from '../../../contract/modules/work/workSend';
import { defineFeature } from '../crud/feature';
import { forwarding } from './lists/forwarding';
import { categoryPills, readingActions, starterActions, taskLook } from './lists/taskLists';

const reading = readingActions<WorkSend>('work_send');

export const feature = defineFeature(
  workSend,
  (slice) => ({
    ...taskLook,
    naming: 'processDefinitionName',
    columns: [
      'processDefinitionName',
      'taskName',
      'assigneeName',
      'categoryName',
      'processDefinitionVersion',
      'processIsFinished',
      'createTime',
    ],
    widths: { ...taskLook.widths, assigneeName: 120 },
    phone: {
      processDefinitionName: 'name',
      assigneeName: 'code',
      taskName: 'note',
      processIsFinished: 'state',
      createTime: 'date',
    },
    search: ['processDefinitionName'],
    Head: categoryPills(slice),
    first: {
      text: label('您还没有发起过流程', 'You have not started a process yet'),
      page: 'work_start',
    },
    view: (row) => reading[0]!.act(row),
    rowActions: [...reading, ...starterActions<WorkSend>()],
  }),
  { needs: ['workActs'], ...forwarding(workSend) },
);
