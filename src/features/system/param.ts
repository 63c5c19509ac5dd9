import { textIn } from '../../../contract/domain/text';
import { param, paramTitle } from '../../../contract/modules/system/param';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(param, () => ({
  naming: 'paramName',
  widths: { paramName: 260 },
  phone: { paramName: 'name', paramKey: 'code', paramValue: 'note', updateTime: 'date' },
  form: [['paramName'], ['paramKey'], ['paramValue'], ['remark']],
  cells: { paramName: ({ paramKey, paramName }, { language }) => textIn(paramTitle(paramKey, paramName), language) },
}));
