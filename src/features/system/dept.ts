import { dept } from '../../../contract/modules/system/dept';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(dept, () => ({
  naming: 'deptName',
  widths: { deptName: 320, fullName: 260 },
  phone: { deptName: 'name', fullName: 'code', deptCategory: 'state' },
  form: [['parentId'], ['deptName', 'fullName'], ['deptCategory'], ['sort'], ['remark']],
}));
