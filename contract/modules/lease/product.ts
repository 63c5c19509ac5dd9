import { DEADLINE_MAX_DAYS } from '../../domain/schedule';
import { choice, dateTime, integer, longText, money, rate, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { lateTerms } from './lateTerms';

/** What customers can subscribe to. `periods` follows from the term and is never typed. */
export const product = defineModule({
  name: 'product',
  title: ['产品', 'Product'],
  path: '/blade-product/product',
  calls: { list: 'page', update: 'update' },
  chosen: { by: 'search', title: 'productName', note: 'productCode', offers: ['onSale'] },
  menu: { under: 'lease', icon: 'box', title: ['产品目录', 'Products'] },
  fields: {
    productName: text('产品名称', 'Product name', { required: true, search: 'like' }),
    productCode: text('产品编号', 'Product code', { required: true, maxLength: 32 }),
    deadline: integer('产品期限', 'Term', { required: true, unit: 'day', min: 1, max: DEADLINE_MAX_DAYS }),
    amountPer: money('每份金额', 'Amount per unit', {
      required: true,
      initial: '10000',
      min: 0.01,
      max: 1_000_000_000,
    }),
    getType: choice(
      '月租领取方式',
      'Rent payout',
      { 0: ['按月', 'Monthly'], 1: ['到期', 'At maturity'] },
      { required: true },
    ),
    yearRate: rate('租金折算年化利率', 'Annualised rent rate', { required: true }),
    updateTime: dateTime('更新时间', 'Updated at'),
    createTime: dateTime('创建时间', 'Created at', { search: 'range', inTable: false }),
    status: choice(
      '状态',
      'Status',
      { 1: ['正常', 'Normal'], 0: ['停用', 'Disabled'] },
      { initial: 1, search: 'equal' },
    ),
    note: longText('备注', 'Remark', { inTable: false }),
    periods: integer('期数', 'Instalments', { derived: true, inTable: false, inForm: false }),
    dayCount: choice(
      '计息基准',
      'Day count',
      { 0: ['自动', 'Automatic'], 365: ['实际/365', 'Actual/365'], 360: ['实际/360', 'Actual/360'] },
      { initial: 0, inTable: false },
    ),
    ...lateTerms({}),
  },
  sortable: ['productCode', 'deadline', 'amountPer', 'yearRate', 'updateTime'],
});
export type Product = RecordOf<typeof product>;
