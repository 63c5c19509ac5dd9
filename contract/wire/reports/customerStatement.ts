import { choicesOf, periods } from '../../domain/periods';
import { order } from '../../modules/lease/order';
import { paymentPlan } from '../../modules/lease/paymentPlan';
import { reportKinds, reportTexts } from '../../modules/report/report';
import { choice, date, integer, money, ref } from '../../schema/fields';
import { column, columnsOf, defineReport, judgePeriod, source } from '../../schema/report';
import { direction } from './direction';

const { everything, thisYear, lastYear, custom } = periods;
const offered = [everything, thisYear, lastYear, custom] as const;
const payable = source(paymentPlan, 'amountPayable', 'payStatus', 'paidAmount');
const needs = [source(paymentPlan, 'direction', 'payStatus', 'isFrozen', 'paymentDate'), source(order, 'customerId')];

/** All instalments of one customer: due, paid and open. */
export const customerStatement = defineReport({
  kind: reportKinds.customerStatement,
  title: reportTexts[reportKinds.customerStatement],
  about: [
    '一位客户名下各期的应付、已付与未付（不含已作废与已冻结）',
    'What is due, paid and open for one customer, without voided and frozen instalments',
  ],
  parameters: {
    direction,
    customerId: ref('customer')('客户', 'Customer', { required: true }),
    period: choice('应付期间', 'Due', choicesOf(offered), { required: true, initial: everything }),
    from: date('开始日期', 'From'),
    to: date('结束日期', 'To'),
  },
  narrows: { customerId: [source(order, 'customerId')] },
  judging: judgePeriod,
  tables: {
    orders: {
      title: ['按订单汇总', 'By order'],
      needs,
      columns: {
        ...columnsOf(paymentPlan, 'contractCode', 'productName', 'totalAmount'),
        rows: column(integer('期数合计', 'Instalments'), source(paymentPlan)),
        amountPayable: column(money('应付合计', 'Due'), source(paymentPlan, 'amountPayable')),
        paid: column(money('已付', 'Paid'), payable),
        unpaid: column(money('未付', 'Outstanding'), payable),
      },
      totals: ['rows', 'amountPayable', 'paid', 'unpaid'],
      order: [['contractCode', 'asc']],
    },
    rows: {
      title: ['明细', 'Instalments'],
      needs,
      columns: {
        ...columnsOf(paymentPlan, 'contractCode', 'currentPeriods', 'totalPeriods', 'paymentDate'),
        ...columnsOf(paymentPlan, 'rent', 'principal', 'amountPayable', 'payStatus'),
        ...columnsOf(paymentPlan, 'paidTime'),
        paid: column(money('已付', 'Paid'), payable),
        unpaid: column(money('未付', 'Outstanding'), payable),
      },
      totals: ['rent', 'principal', 'amountPayable', 'paid', 'unpaid'],
      order: [
        ['paymentDate', 'asc'],
        ['contractCode', 'asc'],
        ['currentPeriods', 'asc'],
      ],
    },
  },
});
