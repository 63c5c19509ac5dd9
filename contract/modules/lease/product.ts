import { DEADLINE_MAX_DAYS } from '../../domain/leasing/codes';
import { contradictions } from '../../domain/leasing/contradictions';
import { methodOfType } from '../../domain/leasing/methods/methods';
import { directionTexts } from '../../domain/lifecycle/direction';
import { isEmpty } from '../../domain/values';
import { choice, dateTime, flag, integer, longText, money, rate, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';
import { lateTerms } from './lateTerms';
import { termFields } from './termFields';

const { repayMethod, ...otherTerms } = termFields;

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
    /** How it is repaid in detail: method 2 at maturity, any other during the term. */
    repayMethod,
    yearRate: rate('租金折算年化利率', 'Annualised rent rate', { required: true }),
    /** Empty in a new product: as the parameter `business.cashDirection` has it. */
    direction: choice('资金方向', 'Direction', directionTexts, { search: 'equal', inTable: false }),
    updateTime: dateTime('更新时间', 'Updated at'),
    createTime: dateTime('创建时间', 'Created at', { inTable: false }),
    status: choice(
      '状态',
      'Status',
      { 1: ['正常', 'Normal'], 0: ['停用', 'Disabled'] },
      { initial: 1, search: 'equal' },
    ),
    /** Contracts are issued only once an order has a lease object. */
    needsAsset: flag('须登记租赁物', 'Needs a lease object', { inTable: false }),
    note: longText('备注', 'Remark', { inTable: false }),
    periods: integer('期数', 'Instalments', { derived: true, inTable: false, inForm: false }),
    ...otherTerms,
    ...lateTerms({}),
  },
  judging(draft): Problems {
    const method = isEmpty(draft.repayMethod) ? methodOfType(draft.getType) : draft.repayMethod;
    return Object.fromEntries(
      contradictions({ ...draft, repayMethod: method }).map((name) => [name, 'contradicts' as const]),
    );
  },
  sortable: ['productCode', 'deadline', 'amountPer', 'yearRate', 'updateTime'],
});
export type Product = RecordOf<typeof product>;
