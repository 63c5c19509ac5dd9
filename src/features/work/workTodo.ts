import { workTodo } from '../../../contract/modules/work/workTodo';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(workTodo, () => ({
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
