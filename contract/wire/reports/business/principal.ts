import { order } from '../../../modules/lease/order';
import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { integer, money } from '../../../schema/fields';
import { column, columnsOf, defineReport, type ReportTable, source } from '../../../schema/report';
import { dueIn } from './ageing';
import { counted, groupKeys, listOf, narrowing, narrows, openColumns, openPrincipal, shared } from './basis';
import { openList, orderList } from './lists';

const figures = {
  orders: column(integer('订单数', 'Orders'), source(paymentPlan, 'orderId')),
  notDuePrincipal: column(money('未到期本金', 'Principal not due'), openPrincipal),
  overduePrincipal: column(money('逾期本金', 'Principal overdue'), openPrincipal),
  ...openColumns,
};
const totals = Object.keys(figures);
const opens: ReportTable['opens'] = (name, row, asked) => {
  if (name === 'orders') return listOf('orderList', [], asked, orderList.parameters, row);
  if (!totals.includes(name)) return undefined;
  const age = name === 'notDuePrincipal' ? 'notDue' : name === 'overduePrincipal' ? 'overdue' : 'all';
  return listOf(
    'openList',
    [name.endsWith('Principal') ? 'principal' : name],
    asked,
    openList.parameters,
    row,
    dueIn(asked.asOf!, age),
  );
};

/** The principal that is still to be paid back. */
export const principal = defineReport({
  kind: 103,
  title: ['本金余额', 'Outstanding principal'],
  about: [
    '截至所选日期尚未归还的本金；宽限期内计入本金的利息从起租起计入',
    'Principal that was not paid back at the end of the day; interest that a grace adds to it counts from the start',
  ],
  parameters: { ...shared, ...narrowing },
  narrows,
  tables: {
    products: {
      title: ['按产品', 'By product'],
      needs: [...counted, ...narrows.direction, source(order, 'productId')],
      keys: groupKeys.products,
      columns: { ...columnsOf(order, 'productName'), ...figures },
      totals,
      order: [
        ['principal', 'desc'],
        ['productId', 'asc'],
      ],
      chart: { by: 'productName', bars: ['principal'], as: 'rows' },
      opens,
    },
    customers: {
      title: ['按客户', 'By customer'],
      needs: [...counted, ...narrows.direction, source(order, 'customerId')],
      keys: groupKeys.customers,
      columns: { ...columnsOf(order, 'customerName'), ...figures },
      totals,
      order: [
        ['principal', 'desc'],
        ['customerId', 'asc'],
      ],
      opens,
    },
  },
});
