import { order } from '../../modules/lease/order';
import { paymentPlan } from '../../modules/lease/paymentPlan';
import { reportKinds, reportTexts } from '../../modules/report/report';
import { choice, integer, money, ref } from '../../schema/fields';
import { column, columnsOf, defineReport, source } from '../../schema/report';
import { direction } from './direction';

const amount = source(paymentPlan, 'amountPayable', 'paidAmount');
const needs = [source(paymentPlan, 'direction', 'payStatus', 'isFrozen', 'paymentDate')];

/** What is unpaid, by how long it is overdue; the steps are those of the dashboard. */
export const ageing = defineReport({
  kind: reportKinds.ageing,
  title: reportTexts[reportKinds.ageing],
  about: ['全部未付款项按逾期天数分档，以生成当日为准', 'All that is unpaid by days overdue, on the day it is made'],
  parameters: {
    direction,
    productId: ref('product')('产品', 'Product'),
    customerId: ref('customer')('客户', 'Customer'),
  },
  narrows: {
    productId: [source(order, 'productId')],
    customerId: [source(order, 'customerId')],
  },
  tables: {
    ages: {
      title: ['按账龄汇总', 'By age'],
      needs,
      columns: {
        age: column(
          choice('账龄', 'Age', {
            0: ['未到期', 'Not due'],
            1: ['逾期 1–30 天', '1–30 days overdue'],
            2: ['逾期 31–60 天', '31–60 days overdue'],
            3: ['逾期 61–90 天', '61–90 days overdue'],
            4: ['逾期 90 天以上', 'Over 90 days overdue'],
          }),
          source(paymentPlan),
        ),
        rows: column(integer('期数合计', 'Instalments'), source(paymentPlan)),
        amountPayable: column(money('未付金额', 'Unpaid'), amount),
      },
      totals: ['rows', 'amountPayable'],
      order: [['age', 'asc']],
      chart: { by: 'age', bars: ['amountPayable'], as: 'rows' },
    },
    customers: {
      title: ['按客户', 'By customer'],
      needs: [...needs, source(paymentPlan, 'orderId'), source(order, 'customerId')],
      columns: {
        ...columnsOf(order, 'customerName'),
        notDue: column(money('未到期', 'Not due'), amount),
        upTo30: column(money('1–30 天', '1–30 days'), amount),
        upTo60: column(money('31–60 天', '31–60 days'), amount),
        upTo90: column(money('61–90 天', '61–90 days'), amount),
        over90: column(money('90 天以上', 'Over 90 days'), amount),
        overdue: column(money('逾期合计', 'Overdue'), amount),
        amountPayable: column(money('未付合计', 'Unpaid'), amount),
      },
      totals: ['notDue', 'upTo30', 'upTo60', 'upTo90', 'over90', 'overdue', 'amountPayable'],
      order: [
        ['overdue', 'desc'],
        ['amountPayable', 'desc'],
        ['customerName', 'asc'],
      ],
    },
  },
});
