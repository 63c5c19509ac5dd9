import { order } from '../../../modules/lease/order';
import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { purchase } from '../../../modules/lease/purchase';
import { integer } from '../../../schema/fields';
import { column, columnsOf, defineReport, type ReportTable, source } from '../../../schema/report';
import { counted, groupKeys, listOf, narrowing, narrows, shared } from './basis';
import { deptName, investmentColumns, investmentList } from './lists';

const figures = { orders: column(integer('订单数', 'Orders'), source(purchase, 'orderId')), ...investmentColumns };
const totals = ['orders', 'invested', 'returned', 'margin'];
const needs = [
  source(purchase, 'orderId', 'paidAmount'),
  ...counted,
  ...narrows.direction,
  source(paymentPlan, 'orderId'),
];
const opens: ReportTable['opens'] = (name, row, asked) => {
  // Orders of no department have no list of their own.
  if (!(name in figures) || (row && 'deptId' in row && row.deptId === null)) return undefined;
  const adds = name === 'orders' ? [] : totals.includes(name) ? [name] : null;
  return listOf('investmentList', adds, asked, investmentList.parameters, row);
};
const byInvested = [['invested', 'desc']] as const;

/** What was put into leases, what came back, and what they earn. */
export const investment = defineReport({
  kind: 107,
  title: ['投放与回收', 'Investment and return'],
  about: [
    '截至所选日期已向供应商付款的订单：投放、已回收与全部计划收回后的毛利；不含逾期费与保证金',
    'Orders whose suppliers were paid by the end of the day: what was put in, what came back, and the margin once all is paid; late charges and deposits left out',
  ],
  parameters: { ...shared, ...narrowing },
  narrows,
  tables: {
    all: { title: ['总体', 'In all'], needs, columns: figures, totals: [], order: byInvested, opens },
    products: {
      title: ['按产品', 'By product'],
      needs: [...needs, source(order, 'productId')],
      keys: groupKeys.products,
      columns: { ...columnsOf(order, 'productName'), ...figures },
      totals,
      order: [...byInvested, ['productId', 'asc']],
      chart: { by: 'productName', bars: ['invested'], as: 'rows' },
      opens,
    },
    departments: {
      title: ['按部门', 'By department'],
      needs,
      keys: { deptId: [source(order)] },
      columns: { deptName, ...figures },
      totals,
      order: [...byInvested, ['deptId', 'asc']],
      opens,
    },
  },
});
