import { choice, date, dateTime, dict, flag, integer, longText, money, rate, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { waitingDeed } from '../approval/waitingDeed';
import { lateTerms } from './lateTerms';

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
  found: { by: ['contractCode', 'customerName'], page: 'detail/:id' },
  notes: true,
  menu: { under: 'lease', icon: 'document', title: ['订单管理', 'Orders'] },
  fields: {
    contractCode: text('合同编号', 'Contract no.', { search: 'like', derived: true, inForm: false }),
    customerId: ref('customer')('客户名称', 'Customer', { required: true, inTable: false, search: 'equal' }),
    customerName: text('客户名称', 'Customer', { search: 'like', derived: true, inForm: false }),
    tel: text('联系电话', 'Phone', { maxLength: 20, unit: 'phone', search: 'like' }),
    productId: ref('product')('产品名称', 'Product', { required: true, inTable: false, offer: 'onSale' }),
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
    dayCount: integer('计息基准', 'Day count', { derived: true, inTable: false, inForm: false }),
    ...lateTerms({ derived: true, inForm: false }),
    remark: longText('备注', 'Remark', { inTable: false }),
    statusReason: text('状态原因', 'Status reason', { derived: true, inTable: false, inForm: false, maxLength: 200 }),
    voucherTime: dateTime('凭证确认时间', 'Voucher confirmed at', { inTable: false }),
    signedTime: dateTime('签约完成时间', 'Signed at', { inTable: false }),
    startTime: dateTime('起租时间', 'Lease started at', { inTable: false }),
    settledTime: dateTime('结清时间', 'Settled at', { inTable: false }),
    /** The operation that further people decide on now. */
    approvalAct: waitingDeed,
    createTime: dateTime('创建时间', 'Created at', { search: 'range' }),
  },
  actions: {
    status: ['变更状态', 'Change status'],
    voucher: ['确认凭证', 'Confirm voucher'],
    contract: ['发起签约', 'Issue contracts'],
    start: ['起租', 'Start lease'],
    cancel: ['取消订单', 'Cancel order'],
    status_override: ['状态修正', 'Correct status'],
  },
  sortable: ['contractCode', 'totalAmount', 'yearRate', 'deadline', 'interestDate', 'businessStatus'],
});
export type Order = RecordOf<typeof order>;
