import { order } from '../../../modules/lease/order';
import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { integer, money, rate } from '../../../schema/fields';
import { column, columnsOf, defineReport, type ReportTable, source } from '../../../schema/report';
import { counted, groupKeys, listOf, narrowing, narrows, openPrincipal, shared } from './basis';
import { orderList } from './lists';

const figures = {
  orders: column(integer('订单数', 'Orders'), source(paymentPlan, 'orderId')),
  principal: column(money('未还本金', 'Principal outstanding'), openPrincipal),
  yearRate: column(rate('加权合同年化', 'Contract rate, weighted'), openPrincipal, source(order, 'yearRate')),
  effectiveRate: column(
    rate('加权实际年化', 'Effective rate, weighted'),
    openPrincipal,
    source(order, 'yearRate', 'totalAmount'),
  ),
};
const needs = [...counted, ...narrows.direction, source(paymentPlan, 'orderId')];
const added: Readonly<Record<string, readonly string[]>> = { orders: [], principal: ['principal'] };
const opens: ReportTable['opens'] = (name, row, asked) =>
  name in figures
    ? listOf('orderList', added[name] ?? null, asked, orderList.parameters, row, { hasPrincipal: '1' })
    : undefined;

/** What the portfolio earns or costs a year. */
export const yields = defineReport({
  kind: 106,
  title: ['收益率', 'Yield'],
  about: [
    '按未还本金加权；实际年化含保证金、手续费与各期现金流，按起租时的付款计划计算',
    'Weighted by principal outstanding; the effective rate covers deposit, fee and all instalments of the plan at the start',
  ],
  parameters: { ...shared, ...narrowing },
  narrows,
  tables: {
    all: { title: ['总体', 'In all'], needs, columns: figures, totals: [], order: [['principal', 'desc']], opens },
    products: {
      title: ['按产品', 'By product'],
      needs: [...needs, source(order, 'productId')],
      keys: groupKeys.products,
      columns: { ...columnsOf(order, 'productName'), ...figures },
      totals: ['orders', 'principal'],
      order: [
        ['principal', 'desc'],
        ['productId', 'asc'],
      ],
      opens,
    },
  },
});
