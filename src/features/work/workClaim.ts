import { workClaim } from '../../../contract/modules/work/workClaim';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(workClaim, () => ({
  naming: 'processDefinitionName',
  columns: [
    'processDefinitionName',
    'taskName',
    'categoryName',
    'processDefinitionVersion',
    'startUserName',
    'dueTime',
    'createTime',
  ],
  search: ['processDefinitionName', 'category', 'createTime'],
}));
