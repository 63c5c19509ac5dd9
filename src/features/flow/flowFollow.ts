import { flowFollow } from '../../../contract/modules/flow/flowFollow';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(flowFollow, () => ({
  naming: 'processDefinitionName',
  columns: ['processDefinitionName', 'taskName', 'startUserName', 'state', 'startTime', 'endTime'],
  search: ['processDefinitionName', 'startUserName', 'state', 'startTime'],
}));
