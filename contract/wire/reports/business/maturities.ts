import { order } from '../../../modules/lease/order';
import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { integer, money, text } from '../../../schema/fields';
import { column, defineReport, source } from '../../../schema/report';
import { daysOf } from '../../figures';
import { counted, listOf, narrowing, narrows, open, openPrincipal, shared } from './basis';
import { orderList } from './lists';

/** When the orders with open amounts come to their end. */
export const maturities = defineReport({
  kind: 105,
  title: ['到期分布', 'Maturities by month'],
  about: [
    '截至所选日期仍有未付款项的订单，按合同到期月份',
    'Orders with open amounts at the end of the day, by the month in which their term ends',
  ],
  parameters: { ...shared, ...narrowing },
  narrows,
  tables: {
    months: {
      title: ['按到期月份', 'By month'],
      needs: [...counted, ...narrows.direction, source(paymentPlan, 'orderId'), source(order, 'maturity')],
      columns: {
        month: column(text('到期月份', 'Month'), source(order, 'maturity')),
        orders: column(integer('订单数', 'Orders'), source(paymentPlan, 'orderId')),
        principal: column(money('未还本金', 'Principal outstanding'), openPrincipal),
        open: column(money('未付合计', 'Open in all'), open),
      },
      totals: ['orders', 'principal', 'open'],
      order: [['month', 'asc']],
      chart: { by: 'month', bars: ['principal'], as: 'columns' },
      opens(name, row, asked) {
        if (name === 'month') return undefined;
        const [maturityFrom, maturityTo] = row ? daysOf(String(row.month)) : [];
        return listOf('orderList', name === 'orders' ? [] : [name], asked, orderList.parameters, {
          maturityFrom,
          maturityTo,
        });
      },
    },
  },
});
