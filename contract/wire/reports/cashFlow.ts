import { choicesOf, periods } from '../../domain/periods';
import { order } from '../../modules/lease/order';
import { paymentPlan } from '../../modules/lease/paymentPlan';
import { reportKinds, reportTexts } from '../../modules/report/report';
import { choice, date, integer, money, ref, text } from '../../schema/fields';
import { column, defineReport, judgePeriod, source } from '../../schema/report';
import { direction } from './direction';

const { around, thisYear, lastYear, custom } = periods;
const offered = [around, thisYear, lastYear, custom] as const;
const status = source(paymentPlan, 'payStatus');

/** What falls due in each month, how much of it is paid, and what was really paid in the month. */
export const cashFlow = defineReport({
  kind: reportKinds.cashFlow,
  title: reportTexts[reportKinds.cashFlow],
  about: [
    '按应付月份统计计划金额（不含已作废与已冻结），“当月实付”按到账日期',
    'Planned amounts by the month they fall due, without voided and frozen ones; “paid in the month” goes by the value date',
  ],
  parameters: {
    direction,
    period: choice('统计月份', 'Months', choicesOf(offered), { required: true, initial: around }),
    from: date('开始日期', 'From'),
    to: date('结束日期', 'To'),
    productId: ref('product')('产品', 'Product'),
  },
  narrows: { productId: [source(order, 'productId')] },
  judging: judgePeriod,
  tables: {
    months: {
      title: ['按月', 'By month'],
      needs: [source(paymentPlan, 'direction', 'payStatus', 'isFrozen', 'paymentDate')],
      columns: {
        month: column(text('月份', 'Month'), source(paymentPlan, 'paymentDate')),
        rows: column(integer('期数合计', 'Instalments'), source(paymentPlan)),
        rent: column(money('应付租金', 'Rent due'), source(paymentPlan, 'rent')),
        principal: column(money('应付本金', 'Principal due'), source(paymentPlan, 'principal')),
        amountPayable: column(money('应付合计', 'Total due'), source(paymentPlan, 'amountPayable')),
        paid: column(money('其中已付', 'Paid of it'), source(paymentPlan, 'amountPayable', 'paidAmount'), status),
        unpaid: column(money('其中未付', 'Unpaid of it'), source(paymentPlan, 'amountPayable', 'paidAmount'), status),
        received: column(
          money('当月实付', 'Paid in the month'),
          source(paymentPlan, 'amountPayable', 'paidAmount', 'paidTime'),
        ),
      },
      totals: ['rows', 'rent', 'principal', 'amountPayable', 'paid', 'unpaid', 'received'],
      order: [['month', 'asc']],
      chart: { by: 'month', bars: ['rent', 'principal'], as: 'columns' },
    },
  },
});
