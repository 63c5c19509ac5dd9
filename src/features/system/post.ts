import { post } from '../../../contract/modules/system/post';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(post, () => ({
  naming: 'postName',
  widths: { postName: 220, postCode: 160 },
  phone: { postName: 'name', postCode: 'code', category: 'state', updateTime: 'date' },
  form: [['postName', 'postCode'], ['category', 'sort'], ['remark']],
}));
