/** The lists that figures of business reports open: their rows add up to the figure. */
import { order } from '../../../modules/lease/order';
import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { purchase } from '../../../modules/lease/purchase';
import { receipt } from '../../../modules/lease/receipt';
import { dept } from '../../../modules/system/dept';
import { choice, date, flag, money, rate, ref, text } from '../../../schema/fields';
import { column, columnsOf, defineReport, source } from '../../../schema/report';
import { counted, narrowing, narrows, open, openColumns, openPrincipal, shared } from './basis';

const due = { dueFrom: date('应付日期从', 'Due from'), dueTo: date('应付日期至', 'Due to') };
const booked = { bookedFrom: date('到账日期从', 'Value date from'), bookedTo: date('到账日期至', 'Value date to') };
const maturing = {
  maturityFrom: date('到期日从', 'Maturity from'),
  maturityTo: date('到期日至', 'Maturity to'),
  hasPrincipal: flag('仅有未还本金的订单', 'Only with principal outstanding'),
};
const maturityNarrows = { maturityFrom: [source(order, 'maturity')], maturityTo: [source(order, 'maturity')] };
const planId = [source(paymentPlan)];
const instalment = columnsOf(
  paymentPlan,
  ...([
    'paymentDate',
    'contractCode',
    'customerName',
    'productName',
    'kind',
    'currentPeriods',
    'totalPeriods',
  ] as const),
);
const byDay = [
  ['paymentDate', 'asc'],
  ['planId', 'asc'],
] as const;
const ofInstalments = {
  title: ['明细', 'Instalments'] as const,
  needs: [...counted, ...narrows.direction],
  keys: { planId, orderId: [source(paymentPlan, 'orderId')] },
  order: byDay,
};

export const openList = defineReport({
  kind: 111,
  title: ['未付款项明细', 'Open instalments'],
  about: [
    '截至所选日期未付清的各期；之后的收付款与冲正不计入',
    'Instalments that were not paid whole at the end of the day; later bookings and reversals do not count',
  ],
  parameters: { ...shared, ...due, ...narrowing },
  narrows,
  tables: {
    rows: {
      ...ofInstalments,
      columns: { ...instalment, ...columnsOf(paymentPlan, 'amountPayable'), ...openColumns },
      totals: ['principal', 'rent', 'open'],
    },
  },
});

export const plannedList = defineReport({
  kind: 112,
  title: ['计划款项明细', 'Planned instalments'],
  about: [
    '截至所选日期有效的付款计划，含已付清的各期',
    'The plan as it stood at the end of the day, with what was paid already',
  ],
  parameters: { ...shared, ...due, ...narrowing },
  narrows,
  tables: {
    rows: {
      ...ofInstalments,
      columns: {
        ...instalment,
        ...columnsOf(paymentPlan, 'rent', 'principal', 'other', 'amountPayable'),
        open: column(money('未付金额', 'Outstanding'), open),
      },
      totals: ['rent', 'principal', 'other', 'amountPayable', 'open'],
    },
  },
});

export const bookingList = defineReport({
  kind: 113,
  title: ['入账明细', 'Entries'],
  about: [
    '截至所选日期已入账、按到账日期归月的分录；冲正为负数，逾期费单列',
    'Entries booked by the end of the day, by their value date; reversals are negative, late charges stand apart',
  ],
  parameters: { ...shared, ...booked, ...narrowing },
  narrows,
  tables: {
    rows: {
      title: ['明细', 'Entries'],
      needs: [...counted, ...narrows.direction, source(receipt, 'amount')],
      keys: { entryId: planId, orderId: [source(paymentPlan, 'orderId')] },
      columns: {
        valueDate: column(date('到账日期', 'Value date'), source(receipt, 'valueDate')),
        receiptNo: column(text('流水号', 'Receipt'), source(receipt, 'receiptNo')),
        kind: column(
          choice('类型', 'Kind', {
            1: ['入账', 'Payment'],
            2: ['冲正', 'Reversal'],
            5: ['余额使用', 'Use of a balance'],
          }),
          source(receipt),
        ),
        ...columnsOf(paymentPlan, 'contractCode', 'customerName', 'productName', 'currentPeriods'),
        late: column(money('逾期费', 'Late charge'), source(paymentPlan, 'paidAmount')),
        received: column(money('入账金额', 'Booked'), source(paymentPlan, 'paidAmount')),
      },
      totals: ['late', 'received'],
      order: [
        ['valueDate', 'asc'],
        ['entryId', 'asc'],
      ],
    },
  },
});

export const orderList = defineReport({
  kind: 114,
  title: ['在租订单明细', 'Orders with open amounts'],
  about: ['截至所选日期仍有未付款项的订单', 'Orders of which something was open at the end of the day'],
  parameters: { ...shared, ...maturing, ...narrowing },
  narrows: { ...narrows, ...maturityNarrows },
  tables: {
    rows: {
      title: ['明细', 'Orders'],
      needs: [...counted, ...narrows.direction, source(paymentPlan, 'orderId')],
      keys: { orderId: [source(paymentPlan, 'orderId')] },
      columns: {
        ...columnsOf(order, 'contractCode', 'customerName', 'productName', 'maturity', 'yearRate'),
        effectiveRate: column(rate('实际年化利率', 'Effective yearly rate'), source(order, 'yearRate')),
        principal: column(money('未还本金', 'Principal outstanding'), openPrincipal),
        open: column(money('未付合计', 'Open in all'), open),
      },
      totals: ['principal', 'open'],
      order: [
        ['maturity', 'asc'],
        ['orderId', 'asc'],
      ],
    },
  },
});

const plannedAll = source(paymentPlan, 'amountPayable', 'paidAmount', 'kind');
/** Whose order it is in the house; names of departments are known to all who work there. */
export const deptName = column(dept.fields.deptName, source(order));
export const investmentColumns = {
  invested: column(money('已投放', 'Invested'), source(order, 'invested'), source(purchase, 'paidAmount')),
  returned: column(money('已回收', 'Returned'), plannedAll),
  margin: column(money('毛利', 'Margin'), source(order, 'invested'), source(purchase, 'paidAmount'), plannedAll),
  investmentRate: column(rate('投放收益率', 'Yield on investment'), source(order, 'investmentRate', 'invested')),
};

export const investmentList = defineReport({
  kind: 115,
  title: ['投放明细', 'Orders with an investment'],
  about: [
    '截至所选日期已向供应商付款的订单；收益率按现在的付款计划计算',
    'Orders whose suppliers were paid by the end of the day; the yield is that of the plan as it is now',
  ],
  parameters: { ...shared, ...narrowing, deptId: ref('dept')('部门', 'Department') },
  narrows: { ...narrows, deptId: [source(order)] },
  tables: {
    rows: {
      title: ['明细', 'Orders'],
      needs: [
        source(purchase, 'orderId', 'paidAmount'),
        ...counted,
        ...narrows.direction,
        source(paymentPlan, 'orderId'),
      ],
      keys: { orderId: [source(paymentPlan, 'orderId')] },
      columns: {
        ...columnsOf(order, 'contractCode', 'customerName', 'productName'),
        deptName,
        ...investmentColumns,
      },
      totals: ['invested', 'returned', 'margin'],
      order: [
        ['invested', 'desc'],
        ['orderId', 'asc'],
      ],
    },
  },
});
