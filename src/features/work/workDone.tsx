import { label } from '../../../contract/domain/text';
import { type WorkDone, workDone } from '../../../contract/modules/work/workDone';
import { defineFeature } from '../crud/feature';
import { categoryPills, readingActions, taskLook } from './lists/taskLists';

const reading = readingActions<WorkDone>('work_done');

export const feature = defineFeature(
  workDone,
  (slice) => ({
    ...taskLook,
    naming: 'processDefinitionName',
    columns: [
      'processDefinitionName',
      'taskName',
      'categoryName',
      'startUserName',
      'processDefinitionVersion',
      'processIsFinished',
      'endTime',
    ],
    phone: {
      processDefinitionName: 'name',
      startUserName: 'code',
      taskName: 'note',
      processIsFinished: 'state',
      endTime: 'date',
    },
    search: ['processDefinitionName', 'startUserName'],
    Head: categoryPills(slice),
    first: {
      text: label('您还没有办理过任务', 'You have not completed a task yet'),
    },
    view: (row) => reading[0]!.act(row),
    rowActions: reading,
  }),
  { needs: ['workActs'] },
);
