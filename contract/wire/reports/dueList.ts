import { choicesOf, periods } from '../../domain/periods';
import { order } from '../../modules/lease/order';
import { paymentPlan } from '../../modules/lease/paymentPlan';
import { reportKinds, reportTexts } from '../../modules/report/report';
import { choice, date, flag, integer, money, ref } from '../../schema/fields';
import { column, columnsOf, defineReport, judgePeriod, source } from '../../schema/report';
import { direction } from './direction';

const { thisMonth, nextMonth, next7, next30, custom } = periods;
const offered = [thisMonth, nextMonth, next7, next30, custom] as const;
/** Nothing where a scope hides a part of the difference. */
const open = source(paymentPlan, 'amountPayable', 'paidAmount');
const needs = [source(paymentPlan, 'direction', 'payStatus', 'isFrozen', 'paymentDate')];

/** What is to be paid in a span of days and has not been paid. */
export const dueList = defineReport({
  kind: reportKinds.dueList,
  title: reportTexts[reportKinds.dueList],
  about: ['所选期间内到期且尚未付款的各期', 'Instalments that fall due in the period and are unpaid'],
  parameters: {
    direction,
    period: choice('到期期间', 'Due', choicesOf(offered), { required: true, initial: next30 }),
    from: date('开始日期', 'From'),
    to: date('结束日期', 'To'),
    hasOverdue: flag('包含此前逾期', 'With what was due before'),
    productId: ref('product')('产品', 'Product'),
  },
  narrows: { productId: [source(order, 'productId')] },
  judging: judgePeriod,
  tables: {
    days: {
      title: ['按到期日汇总', 'By day'],
      needs,
      columns: {
        ...columnsOf(paymentPlan, 'paymentDate'),
        rows: column(integer('期数合计', 'Instalments'), source(paymentPlan)),
        ...columnsOf(paymentPlan, 'rent', 'principal', 'amountPayable'),
        unpaid: column(money('未付金额', 'Outstanding'), open),
      },
      totals: ['rows', 'rent', 'principal', 'amountPayable', 'unpaid'],
      order: [['paymentDate', 'asc']],
    },
    rows: {
      title: ['明细', 'Instalments'],
      needs,
      columns: {
        ...columnsOf(paymentPlan, 'paymentDate', 'overdueDays', 'contractCode', 'customerName', 'productName'),
        ...columnsOf(paymentPlan, 'currentPeriods', 'totalPeriods', 'rent', 'principal', 'amountPayable'),
        unpaid: column(money('未付金额', 'Outstanding'), open),
        ...columnsOf(paymentPlan, 'bankName', 'bankCardCode'),
      },
      totals: ['rent', 'principal', 'amountPayable', 'unpaid'],
      order: [
        ['paymentDate', 'asc'],
        ['contractCode', 'asc'],
        ['currentPeriods', 'asc'],
      ],
    },
  },
});
