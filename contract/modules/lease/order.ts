import { directionTexts } from '../../domain/lifecycle/direction';
import {
  active,
  awaitedBy,
  awaitingStart,
  isTerminal,
  matured,
  signing,
  voucherReview,
} from '../../domain/lifecycle/orderStates';
import { isAccountNumber } from '../../domain/lifecycle/plausible';
import { isEmpty } from '../../domain/values';
import {
  choice,
  date,
  dateTime,
  dict,
  flag,
  integer,
  json,
  longText,
  money,
  rate,
  ref,
  text,
} from '../../schema/fields';
import { defineModule, type RecordOf, type ViewSpec } from '../../schema/module';
import { waitingDeed } from '../approval/waitingDeed';
import { lateTerms } from './lateTerms';
import { copiedTerms } from './termFields';

function inState(value: number): ViewSpec {
  return { label: { field: 'businessStatus', value }, seek: () => ({ businessStatus: String(value) }) };
}

/**
 * A subscription: customer × product × shares. The product's terms are copied into the order when it is made, so later
 * edits of the product never change a running order.
 */
export const order = defineModule({
  name: 'order',
  title: ['订单', 'Order'],
  path: '/blade-order/order',
  calls: { list: 'page', update: 'update' },
  isVersioned: true,
  chosen: { by: 'search', title: 'contractCode', note: 'customerName' },
  found: { by: ['contractCode', 'customerName'], through: 'customerId', page: 'detail/:id' },
  notes: true,
  menu: { under: 'lease', icon: 'document', title: ['订单管理', 'Orders'] },
  fields: {
    contractCode: text('合同编号', 'Contract no.', { search: 'like', derived: true, inForm: false }),
    customerId: ref('customer')('客户名称', 'Customer', {
      required: true,
      inTable: false,
      search: 'equal',
      creates: true,
    }),
    customerName: text('客户名称', 'Customer', { search: 'like', derived: true, inForm: false }),
    tel: text('联系电话', 'Phone', { maxLength: 20, unit: 'phone', search: 'like' }),
    productId: ref('product')('产品名称', 'Product', {
      required: true,
      inTable: false,
      offer: 'onSale',
      creates: true,
    }),
    productName: text('产品名称', 'Product', { search: 'like', derived: true, inForm: false }),
    deadline: integer('期限', 'Term', { unit: 'day', derived: true, inForm: false }),
    totalAmount: money('总金额', 'Principal', { required: true, min: 0.01, max: 100_000_000_000 }),
    yearRate: rate('年化利率', 'Annual rate', { derived: true, inForm: false }),
    pzsfqr: flag('凭证确认', 'Voucher confirmed', { derived: true, inForm: false }),
    prqy: flag('服务方签约', 'Provider signed', { derived: true, inForm: false }),
    qyqy: flag('企业签约', 'Enterprise signed', { derived: true, inForm: false }),
    businessStatus: dict('order_business_status')('业务状态', 'Status', {
      search: 'equal',
      derived: true,
      inForm: false,
    }),
    interestDate: date('起租日期', 'Lease start', { search: 'range' }),
    /** Who pays the instalments. */
    direction: choice('资金方向', 'Direction', directionTexts, { derived: true, inForm: false, search: 'equal' }),
    maturity: date('到期日', 'Maturity', { derived: true, inTable: false, inForm: false }),
    bankCardCode: text('银行卡号', 'Card number', { maxLength: 32, unit: 'card' }),
    bankName: text('开户银行', 'Bank'),
    getType: choice(
      '月租领取方式',
      'Rent payout',
      { 0: ['按月', 'Monthly'], 1: ['到期', 'At maturity'] },
      { derived: true, inTable: false, inForm: false },
    ),
    amountPer: money('每份金额', 'Amount per unit', { derived: true, inTable: false, inForm: false }),
    ...copiedTerms(),
    ...lateTerms({ derived: true, inForm: false }),
    residual: money('尾款', 'Residual value', { derived: true, inTable: false, inForm: false }),
    deposit: money('保证金', 'Deposit', { derived: true, inTable: false, inForm: false }),
    fee: money('手续费', 'Fee', { derived: true, inTable: false, inForm: false }),
    /** `[{ paymentDate, principal, rent }]` of an order whose method is a rent table. */
    rentTable: json('租金表', 'Rent table'),
    remark: longText('备注', 'Remark', { inTable: false }),
    statusReason: text('状态原因', 'Status reason', { derived: true, inTable: false, inForm: false, maxLength: 200 }),
    voucherAmount: money('实收金额', 'Amount received', { derived: true, inTable: false, inForm: false }),
    voucherDate: date('到账日期', 'Value date', { derived: true, inTable: false, inForm: false }),
    voucherPayer: text('付款人', 'Payer', { derived: true, inTable: false, inForm: false }),
    voucherSerial: text('银行流水号', 'Bank serial no.', { derived: true, inTable: false, inForm: false }),
    voucherUserName: text('凭证确认人', 'Voucher confirmed by', { derived: true, inTable: false, inForm: false }),
    voucherReason: text('凭证说明', 'Voucher remark', { derived: true, inTable: false, inForm: false, maxLength: 200 }),
    voucherTime: dateTime('凭证确认时间', 'Voucher confirmed at', { inTable: false }),
    signedTime: dateTime('签约完成时间', 'Signed at', { inTable: false }),
    startTime: dateTime('起租时间', 'Lease started at', { inTable: false }),
    settledTime: dateTime('结清时间', 'Settled at', { inTable: false }),
    /** What a cancelled order still owes its customer, and where it goes. */
    refundStatus: choice(
      '退款状态',
      'Refund',
      { 1: ['待退款', 'Open'], 2: ['已退款', 'Refunded'] },
      { derived: true, inTable: false, inForm: false, search: 'equal' },
    ),
    refundDue: money('应退金额', 'Refund due', { derived: true, inTable: false, inForm: false }),
    refundCardCode: text('退款账号', 'Refund account', {
      derived: true,
      inTable: false,
      inForm: false,
      maxLength: 32,
      unit: 'card',
    }),
    refundBankName: text('退款开户行', 'Refund bank', { derived: true, inTable: false, inForm: false }),
    refundTime: dateTime('退款时间', 'Refunded at', { inTable: false }),
    /** What suppliers of its objects were paid, and what it earns on that, in percent a year. */
    invested: money('已投放金额', 'Invested', { derived: true, inTable: false, inForm: false }),
    investmentRate: rate('投放收益率', 'Yield on investment', { derived: true, inTable: false, inForm: false }),
    /** An early exit: what closes the order, the day it counts from, and until when it can be paid. */
    exitDate: date('提前结清日', 'Exit date', { derived: true, inTable: false, inForm: false }),
    exitUntil: date('结算有效期至', 'Quote valid until', { derived: true, inTable: false, inForm: false }),
    exitAmount: money('结算金额', 'Settlement amount', { derived: true, inTable: false, inForm: false }),
    /** A new plan that waits for the signature of its supplement, and the one that holds: see `wire/lease/restructure`. */
    restructuring: json('待签署的展期变更', 'Restructuring to be signed', { derived: true }),
    restructured: json('已生效的展期变更', 'Restructuring in force', { derived: true }),
    /** Contracts that hold: from the first on, party, account and dates change by request alone. */
    /** Contracts cannot be issued before the customer is verified. */
    identityLacks: flag('客户待认证', 'Customer to be verified', {
      derived: true,
      inTable: false,
      inForm: false,
      inFile: false,
    }),
    paperState: choice(
      '合同状态',
      'Contracts',
      { 1: ['已发出', 'Issued'], 2: ['已签署', 'Signed'] },
      { derived: true, inTable: false, inForm: false },
    ),
    /** An order that came with the portfolio of an older system: since when, and the contract signed on paper. */
    takeoverDate: date('接管日', 'Takeover date', { derived: true, inTable: false, inForm: false }),
    paperReference: text('纸质合同编号', 'No. of the paper contract', { derived: true, inTable: false, inForm: false }),
    /** The next step needs a right that the caller has. */
    awaited: flag('待我处理', 'My queue', { search: 'equal', derived: true, inTable: false, inForm: false }),
    /** An archived order is in lists only where they ask for it; everything that names it still leads to it. */
    archived: choice(
      '归档',
      'Archive',
      { 0: ['未归档', 'Not archived'], 1: ['已归档', 'Archived'] },
      { derived: true, inTable: false, inForm: false, search: 'equal' },
    ),
    /** The operation that further people decide on now. */
    approvalAct: waitingDeed,
    createTime: dateTime('创建时间', 'Created at'),
  },
  /** All orders, those that wait for the caller, and the states that are looked at most. */
  views: {
    all: { label: ['全部', 'All'], seek: () => ({}), isFirst: true },
    awaited: { label: ['待我处理', 'My queue'], needs: Object.keys(awaitedBy), seek: () => ({ awaited: '1' }) },
    voucherReview: inState(voucherReview),
    signing: inState(signing),
    awaitingStart: inState(awaitingStart),
    active: inState(active),
    matured: inState(matured),
  },
  actions: {
    status: ['变更状态', 'Change status'],
    voucher: ['确认凭证', 'Confirm voucher'],
    contract: ['发起签约', 'Issue contracts'],
    start: ['起租', 'Start lease'],
    cancel: ['取消订单', 'Cancel order'],
    refund: ['确认退款', 'Confirm refund'],
    terminate: ['提前结清', 'Settle early'],
    restructure: ['展期变更', 'Restructure'],
    certificate: ['打印结清证明', 'Print settlement certificates'],
    status_override: ['状态修正', 'Override status'],
    archive: {
      label: ['归档', 'Archive'],
      icon: 'box',
      shown: ({ businessStatus, archived }) => archived !== 1 && isTerminal(businessStatus ?? 0),
      done: ['已归档，按“归档”条件可以查到', 'Archived. The list finds it by the condition “Archive”.'],
    },
    unarchive: {
      label: ['取消归档', 'Take out of the archive'],
      icon: 'arrow-undo',
      shown: ({ archived }) => archived === 1,
      done: ['已取消归档', 'Taken out of the archive'],
    },
  },
  cards: {
    refunds: {
      title: ['待退款', 'Open refunds'],
      icon: 'arrow-undo',
      note: ['订单已取消，款项待退还', 'Cancelled orders whose money is to be returned'],
      list: () => ({ refundStatus: String(refundStates.open) }),
      sum: 'refundDue',
    },
  },
  judging({ bankCardCode }) {
    return {
      ...(isEmpty(bankCardCode) || isAccountNumber(String(bankCardCode)) ? {} : { bankCardCode: 'badFormat' as const }),
    };
  },
  isLarge: true,
  sortable: ['contractCode', 'totalAmount', 'yearRate', 'deadline', 'interestDate', 'businessStatus'],
});
export const refundStates = { open: 1, returned: 2 } as const;
export const paperStates = { issued: 1, signed: 2 } as const;
export type Order = RecordOf<typeof order>;
