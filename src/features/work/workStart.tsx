import { label } from '../../../contract/domain/text';
import { workStart } from '../../../contract/modules/work/workStart';
import { defineFeature } from '../crud/feature';
import { showFlow } from '../flow/flowSlice';
import { openProcess } from './acts/workActions';
import { FollowDialog } from './follow/FollowDialog';
import { categoryPills } from './lists/taskLists';

export const feature = defineFeature(
  workStart,
  (slice) => ({
    naming: 'name',
    columns: ['name', 'categoryName', 'key', 'version', 'mode', 'deploymentTime'],
    widths: { name: 240, categoryName: 140, key: 180, mode: 120 },
    phone: { name: 'name', categoryName: 'note', version: 'code', deploymentTime: 'date' },
    search: ['name', 'mode'],
    cells: { version: ({ version }) => `v${version ?? 1}` },
    Head: categoryPills(slice),
    Dialogs: FollowDialog,
    first: {
      text: label(
        '还没有可以发起的流程。管理员部署流程后，流程会出现在这里。',
        'There is no process to start yet. Processes appear here once an administrator has deployed them.',
      ),
    },
    view: ({ id, category }) => openProcess({ category, page: { kind: 'form', processDefinitionId: id } }),
    rowActions: [
      {
        key: 'flow',
        label: label('发起', 'Start'),
        icon: 'play-circle',
        permission: 'work_start_flow',
        act: ({ id, category }) => openProcess({ category, page: { kind: 'form', processDefinitionId: id } }),
      },
      {
        key: 'image',
        label: label('流程图', 'Diagram'),
        icon: 'flow',
        permission: 'work_start_image',
        act: ({ id }) => showFlow({ processDefinitionId: id }),
      },
    ],
  }),
  { needs: ['workActs'] },
);
