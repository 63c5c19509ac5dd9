import { flowManager } from '../../../contract/modules/flow/flowManager';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(flowManager, () => ({
  naming: 'name',
  columns: ['name', 'key', 'categoryName', 'version', 'suspensionState', 'running', 'deploymentTime'],
  search: ['name', 'key', 'category', 'suspensionState'],
}));
