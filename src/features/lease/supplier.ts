import { supplier } from '../../../contract/modules/lease/supplier';
import { turnedChip } from '../crud/cells';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(supplier, () => ({
  naming: 'supplierName',
  widths: { supplierName: 200, creditCode: 180, contactName: 110, tel: 130 },
  phone: { supplierName: 'name', creditCode: 'code', status: 'state', contactName: 'note', createTime: 'date' },
  cells: { status: (row, format) => turnedChip(supplier.fields.status, row.status, format) },
  form: [
    ['supplierName', 'creditCode'],
    ['contactName', 'tel'],
    ['bankName', 'bankCardCode'],
    ['address'],
    ['status'],
    ['remark'],
  ],
}));
