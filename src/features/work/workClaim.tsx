import { label } from '../../../contract/domain/text';
import { type WorkClaim, workClaim } from '../../../contract/modules/work/workClaim';
import { defineFeature } from '../crud/feature';
import { claimTask } from './acts/workActions';
import { forwarding } from './lists/forwarding';
import { categoryPills, openTaskLook, readingActions } from './lists/taskLists';

export const feature = defineFeature(
  workClaim,
  (slice) => ({
    ...openTaskLook,
    Head: categoryPills(slice),
    isLate: ({ isOverdue }) => isOverdue === 1,
    first: {
      text: label(
        '没有待签收的任务。由多人候选的任务会出现在这里，签收后转到待办事务。',
        'There is nothing to claim. Tasks that several people can take appear here; once claimed, they are under My tasks.',
      ),
    },
    rowActions: [
      {
        key: 'sign',
        label: label('签收', 'Claim'),
        icon: 'checkmark-circle',
        permission: 'work_claim_sign',
        act: ({ taskId }) => claimTask({ taskId: taskId ?? '' }),
      },
      ...readingActions<WorkClaim>('work_claim'),
    ],
  }),
  { needs: ['workActs'], ...forwarding(workClaim) },
);
