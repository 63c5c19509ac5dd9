import { tenantPackage } from '../../../contract/modules/system/tenantPackage';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(tenantPackage, () => ({
  naming: 'packageName',
  widths: { packageName: 260, remark: 480 },
  phone: { packageName: 'name', remark: 'note' },
  form: [['packageName'], ['menuId'], ['remark']],
  byBranch: ['menuId'],
  without: ['detail'],
}));
