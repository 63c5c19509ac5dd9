import { workDone } from '../../../contract/modules/work/workDone';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(workDone, () => ({
  naming: 'processDefinitionName',
  columns: [
    'processDefinitionName',
    'taskName',
    'categoryName',
    'processDefinitionVersion',
    'processIsFinished',
    'createTime',
  ],
  search: ['processDefinitionName', 'category', 'createTime'],
}));
