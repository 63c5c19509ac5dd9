import { workSend } from '../../../contract/modules/work/workSend';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(workSend, () => ({
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
