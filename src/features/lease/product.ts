import { product } from '../../../contract/modules/lease/product';
import { turnedChip } from '../crud/cells';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(product, ({ actions }) => ({
  naming: 'productName',
  first: {
    text: {
      zh: '订单从产品开始：先填写期限、每份金额和年化利率。',
      en: 'Orders begin with a product: its term, amount per unit and annual rate.',
    },
  },
  widths: {
    productName: 112,
    productCode: 120,
    deadline: 108,
    amountPer: 140,
    getType: 112,
    yearRate: 156,
    updateTime: 150,
    status: 80,
  },
  phone: {
    productName: 'name',
    amountPer: 'amount',
    productCode: 'code',
    status: 'state',
    getType: 'note',
    updateTime: 'date',
  },
  cells: { status: (row, format) => turnedChip(product.fields.status, row.status, format) },
  form: [
    ['productName', 'productCode'],
    ['deadline', 'amountPer'],
    ['yearRate', 'dayCount'],
    ['getType', 'status'],
    ['lateRate', 'lateGraceDays'],
    ['lateCapRate'],
    ['note'],
  ],
  rowActions: [
    {
      key: 'disable',
      label: { zh: '停用', en: 'Disable' },
      permission: 'product_edit',
      isShown: ({ status }) => status === 1,
      act: ({ id }) => actions.patch({ id, change: { status: 0 } }),
    },
    {
      key: 'enable',
      label: { zh: '启用', en: 'Enable' },
      permission: 'product_edit',
      isShown: ({ status }) => status === 0,
      act: ({ id }) => actions.patch({ id, change: { status: 1 } }),
    },
  ],
}));
