import { param } from '../../../contract/modules/system/param';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(param, () => ({
  naming: 'paramName',
  widths: { paramName: 260 },
  phone: { paramName: 'name', paramKey: 'code', paramValue: 'note', updateTime: 'date' },
  form: [['paramName'], ['paramKey'], ['paramValue'], ['remark']],
}));
