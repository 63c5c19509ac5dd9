import { order } from '../../modules/lease/order';
import { paymentPlan } from '../../modules/lease/paymentPlan';
import { reportKinds, reportTexts } from '../../modules/report/report';
import { choice, integer, money, rate, ref } from '../../schema/fields';
import { column, columnsOf, defineReport, source } from '../../schema/report';
import { direction } from './direction';

export const portfolioScopes = { onLease: 1, all: 2, ended: 3 } as const;

const unpaid = [source(paymentPlan, 'payStatus', 'isFrozen', 'amountPayable', 'paidAmount', 'orderId')];

/** What the company has placed: principal by product, and every order with what is still to be paid. */
export const portfolio = defineReport({
  kind: reportKinds.portfolio,
  title: reportTexts[reportKinds.portfolio],
  about: ['订单本金与未付金额，以生成时为准', 'Principal of orders and what is unpaid, at the moment it is made'],
  parameters: {
    direction,
    scope: choice(
      '业务范围',
      'Orders',
      {
        [portfolioScopes.onLease]: ['在租', 'On lease'],
        [portfolioScopes.all]: ['全部', 'All'],
        [portfolioScopes.ended]: ['已结束', 'Ended'],
      },
      { required: true, initial: portfolioScopes.onLease },
    ),
    productId: ref('product')('产品', 'Product'),
  },
  narrows: { productId: [source(order, 'productId')] },
  tables: {
    products: {
      title: ['按产品汇总', 'By product'],
      needs: [source(order, 'direction', 'businessStatus', 'productName')],
      columns: {
        ...columnsOf(order, 'productName'),
        orders: column(integer('订单数', 'Orders'), source(order)),
        ...columnsOf(order, 'totalAmount'),
        share: column(rate('占比', 'Share'), source(order, 'totalAmount')),
      },
      totals: ['orders', 'totalAmount'],
      order: [
        ['totalAmount', 'desc'],
        ['productName', 'asc'],
      ],
      chart: { by: 'productName', bars: ['totalAmount'], as: 'rows' },
    },
    orders: {
      title: ['订单明细', 'Orders'],
      needs: [source(order, 'direction', 'businessStatus')],
      columns: {
        ...columnsOf(order, 'contractCode', 'customerName', 'productName', 'businessStatus'),
        ...columnsOf(order, 'interestDate', 'maturity', 'yearRate', 'totalAmount'),
        unpaidRows: column(integer('未付期数', 'Instalments unpaid'), ...unpaid),
        unpaid: column(money('未付金额', 'Unpaid'), ...unpaid),
        unpaidPrincipal: column(money('其中本金', 'Principal in it'), ...unpaid, source(paymentPlan, 'principal')),
      },
      totals: ['totalAmount', 'unpaidRows', 'unpaid', 'unpaidPrincipal'],
      order: [
        ['productName', 'asc'],
        ['contractCode', 'asc'],
      ],
    },
  },
});
