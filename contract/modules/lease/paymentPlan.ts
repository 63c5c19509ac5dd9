import { addDays } from '../../domain/calendar';
import { rowKindBy, rowKindTexts } from '../../domain/leasing/rowKinds';
import { directionTexts } from '../../domain/lifecycle/direction';
import { type Language, textIn } from '../../domain/text';
import { choice, date, dateTime, dict, flag, integer, longText, money, rate, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { waitingDeed } from '../approval/waitingDeed';

/** Instalments whose place a settlement takes after an early exit are frozen, and no longer owed. */
export const live = { isFrozen: '0' } as const;
/** What is to be paid. */
export const unpaid = { payStatus: '0', ...live } as const;

/** One instalment of one order. The figures come from the schedule and never change by hand. */
export const paymentPlan = defineModule({
  name: 'paymentPlan',
  title: ['付款计划', 'Payment schedule'],
  path: '/blade-paymentPlan/paymentPlan',
  calls: { list: 'page', update: 'update' },
  isVersioned: true,
  belongsTo: 'orderId',
  menu: { under: 'lease', icon: 'payment', title: ['收付计划', 'Payment schedules'], path: 'plan' },
  refuses: ['add', 'remove'],
  mayWait: ['update'],
  fields: {
    contractCode: text('合同编号', 'Contract no.', { search: 'like', derived: true, inForm: false }),
    customerName: text('客户名称', 'Customer', { search: 'like', derived: true, inForm: false }),
    /** Whose order it belongs to. */
    customerId: text('客户编号', 'Customer ID', {
      derived: true,
      inTable: false,
      inForm: false,
      inFile: false,
      search: 'equal',
      maxLength: 20,
    }),
    productName: text('产品名称', 'Product', { search: 'like', derived: true, inForm: false }),
    currentPeriods: integer('期数', 'Instalment', { derived: true, inForm: false }),
    totalPeriods: integer('总期数', 'Instalments', { derived: true, inTable: false, inForm: false }),
    paymentDate: date('应付日期', 'Due date', { search: 'range', derived: true, inForm: false }),
    monthlyRent: money('月租', 'Monthly rent', { derived: true, inForm: false }),
    rent: money('本期租金', 'Rent', { derived: true, inTable: false, inForm: false }),
    principal: money('其中本金', 'Principal due', { derived: true, inForm: false }),
    other: money('其他款项', 'Other', { derived: true, inTable: false, inForm: false }),
    amountPayable: money('应付金额', 'Amount payable', { derived: true, inForm: false }),
    /** Principal still owed after this row. */
    balance: money('剩余本金', 'Principal left', { derived: true, inTable: false, inForm: false }),
    kind: choice('款项类型', 'Kind', rowKindTexts, { search: 'equal', derived: true, inTable: false, inForm: false }),
    /** Who pays it. */
    direction: choice('资金方向', 'Direction', directionTexts, { derived: true, inForm: false, search: 'equal' }),
    payStatus: dict('pay_status')('状态', 'Status', { search: 'equal', derived: true, inForm: false }),
    isFrozen: flag('冻结', 'Frozen', { derived: true, inTable: false, inForm: false }),
    overdue: flag('逾期', 'Overdue', { search: 'equal', derived: true, inTable: false, inForm: false }),
    overdueDays: integer('逾期天数', 'Days overdue', { unit: 'day', derived: true, inTable: false, inForm: false }),
    totalAmount: money('本金总额', 'Principal', { derived: true, inForm: false }),
    yearRate: rate('年化利率', 'Annual rate', { derived: true, inForm: false }),
    deadline: integer('期限', 'Term', { unit: 'day', derived: true, inForm: false }),
    interestDate: date('起租日期', 'Lease start', { search: 'range', derived: true, inForm: false }),
    bankCardCode: text('银行卡号', 'Card number', { maxLength: 32, unit: 'card', required: true }),
    bankName: text('开户银行', 'Bank', { required: true }),
    remark: longText('备注', 'Remark', { inTable: false }),
    orderId: ref('order')('订单', 'Order', {
      derived: true,
      inTable: false,
      inForm: false,
      search: 'equal',
      shownAs: 'contractCode',
    }),
    businessStatus: dict('order_business_status')('订单状态', 'Order status', {
      derived: true,
      inTable: false,
      inForm: false,
    }),
    days: integer('天数', 'Days', { unit: 'day', derived: true, inTable: false, inForm: false }),
    planVersion: integer('计划版本', 'Schedule version', { derived: true, inTable: false, inForm: false }),
    paidAmount: money('实付金额', 'Amount paid', { derived: true, inTable: false, inForm: false }),
    paidTime: dateTime('付款时间', 'Paid at', { inTable: false }),
    openAmount: money('未付金额', 'Outstanding', { derived: true, inTable: false, inForm: false }),
    /** Stands beside the instalment, never inside its amount. */
    lateCharge: money('逾期费', 'Late charge', { derived: true, inTable: false, inForm: false }),
    latePaid: money('已付逾期费', 'Late charge paid', { derived: true, inTable: false, inForm: false }),
    lateWaived: money('已减免逾期费', 'Late charge waived', { derived: true, inTable: false, inForm: false }),
    lateOpen: money('未付逾期费', 'Late charge open', { derived: true, inTable: false, inForm: false }),
    batchNo: text('批次号', 'Batch no.', { derived: true, inTable: false, inForm: false, search: 'equal' }),
    /** The operation that further people decide on now. */
    approvalAct: waitingDeed,
    createTime: dateTime('创建时间', 'Created at', { inTable: false }),
  },
  /** By when instalments are due. */
  views: {
    overdue: { label: ['逾期', 'Overdue'], seek: () => ({ overdue: '1' }) },
    today: {
      label: ['今日', 'Due today'],
      seek: (today) => ({ ...unpaid, 'paymentDate.from': today, 'paymentDate.to': today }),
    },
    week: {
      label: ['7 日内', 'Next 7 days'],
      seek: (today) => ({ ...unpaid, 'paymentDate.from': today, 'paymentDate.to': addDays(today, 7) }),
    },
    unpaid: { label: ['待付', 'Unpaid'], seek: () => unpaid, isFirst: true },
    all: { label: ['全部', 'All'], seek: () => ({}) },
  },
  actions: { pay: ['批量确认付款', 'Confirm payments'], waive: ['减免逾期费', 'Waive late charges'] },
  isLarge: true,
  sortable: ['contractCode', 'currentPeriods', 'paymentDate', 'amountPayable'],
});
export type PaymentPlan = RecordOf<typeof paymentPlan>;

/** What a row is called: the number of an instalment among all, or the name of a charge. */
export function rowName(
  row: { kind?: number | null; currentPeriods?: number | null; totalPeriods?: number | null },
  language: Language,
  between = '/',
): string {
  const { due, title } = rowKindBy(row.kind);
  return due === 'period'
    ? `${row.currentPeriods ?? '-'}${between}${row.totalPeriods ?? '-'}`
    : textIn(title, language);
}

/** Most rows one batch may confirm. */
export const largestBatch = 500;
