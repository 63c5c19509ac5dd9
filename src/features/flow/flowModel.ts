import { flowModel } from '../../../contract/modules/flow/flowModel';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(flowModel, () => ({
  naming: 'name',
  columns: ['name', 'modelKey', 'version', 'created', 'lastUpdated'],
  search: ['name', 'modelKey'],
  form: [['name', 'modelKey'], ['description']],
}));
