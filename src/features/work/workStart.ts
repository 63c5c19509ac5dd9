import { workStart } from '../../../contract/modules/work/workStart';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(workStart, () => ({
  naming: 'name',
  columns: ['name', 'key', 'categoryName', 'version', 'deploymentTime'],
  search: ['name', 'category'],
}));
