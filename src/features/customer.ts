import { customer } from '../../contract/modules/customer';
import { defineFeature } from './feature';

export const feature = defineFeature(customer, () => ({
  naming: 'realName',
  widths: { tel: 140, idType: 160, idNo: 200, kycStatus: 110, createTime: 170 },
  phone: { realName: 'name', tel: 'code', kycStatus: 'state', idNo: 'note', createTime: 'date' },
  form: [['realName', 'tel'], ['idType', 'idNo'], ['openId', 'kycStatus'], ['remark']],
}));
