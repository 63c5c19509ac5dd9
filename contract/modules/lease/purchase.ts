import { choice, date, dateTime, longText, money, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** What has become of a purchase; read from its entries and from the payment files that it is in. */
export const purchaseStates = { due: 1, inFile: 2, paid: 3, cancelled: 4 } as const;

/** A payment to the supplier of a lease object, against an invoice: the deposit, the balance or all of its price. */
export const purchase = defineModule({
  name: 'purchase',
  title: ['采购付款', 'Supplier payment'],
  path: '/blade-purchase/purchase',
  isVersioned: true,
  belongsTo: 'orderId',
  namedBy: ['invoiceNo', 'amount'],
  menu: { under: 'lease', icon: 'wallet', title: ['采购付款', 'Supplier payments'] },
  without: ['import'],
  fields: {
    /** That of the object. */
    orderId: ref('order')('所属订单', 'Order', {
      derived: true,
      search: 'equal',
      inTable: false,
      inForm: false,
      shownAs: 'contractCode',
    }),
    contractCode: text('合同编号', 'Contract no.', { search: 'like', derived: true, inForm: false }),
    customerName: text('客户名称', 'Customer', { search: 'like', derived: true, inForm: false }),
    /** Whose order it is. */
    customerId: text('客户编号', 'Customer ID', {
      derived: true,
      inTable: false,
      inForm: false,
      inFile: false,
      search: 'equal',
      maxLength: 20,
    }),
    assetId: ref('asset')('租赁物', 'Lease object', { required: true, search: 'equal', offer: 'purchased' }),
    /** That of the object; who is paid is fixed when a payment file is made. */
    supplierId: text('供应商编号', 'Supplier ID', {
      derived: true,
      inTable: false,
      inForm: false,
      inFile: false,
      search: 'equal',
      maxLength: 20,
    }),
    supplierName: text('供应商', 'Supplier', { search: 'like', derived: true, inForm: false }),
    invoiceNo: text('发票号码', 'Invoice no.', { search: 'like' }),
    invoiceDate: date('开票日期', 'Invoice date', { inTable: false }),
    invoiceAmount: money('发票金额', 'Invoice amount', { min: 0.01, max: 100_000_000_000, inTable: false }),
    amount: money('付款金额', 'Amount', { required: true, min: 0.01, max: 100_000_000_000 }),
    plannedDate: date('计划付款日', 'Planned for', { search: 'range' }),
    state: choice(
      '状态',
      'Status',
      {
        [purchaseStates.due]: ['待付款', 'To be paid'],
        [purchaseStates.inFile]: ['付款中', 'In a payment file'],
        [purchaseStates.paid]: ['已付款', 'Paid'],
        [purchaseStates.cancelled]: ['已取消', 'Cancelled'],
      },
      { search: 'equal', derived: true, inForm: false },
    ),
    paidAmount: money('已付金额', 'Amount paid', { derived: true, inForm: false }),
    paidTime: dateTime('付款时间', 'Paid at', { inTable: false }),
    remark: longText('备注', 'Remark', { inTable: false }),
    createTime: dateTime('创建时间', 'Created at', { inTable: false }),
  },
  views: {
    due: {
      label: ['待付款', 'To be paid'],
      seek: () => ({ state: String(purchaseStates.due) }),
      isFirst: true,
    },
    inFile: {
      label: ['付款中', 'In a payment file'],
      seek: () => ({ state: String(purchaseStates.inFile) }),
    },
    paid: {
      label: ['已付款', 'Paid'],
      seek: () => ({ state: String(purchaseStates.paid) }),
    },
    all: { label: ['全部', 'All'], seek: () => ({}) },
  },
  actions: {
    cancel: {
      label: ['取消', 'Cancel'],
      tone: 'danger',
      icon: 'dismiss',
      shown: ({ state }) => state === purchaseStates.due,
      question: {
        title: ['取消这笔采购付款？', 'Cancel this supplier payment?'],
        text: ['取消后不再付款，记录保留。', 'It is not paid any more. The record stays.'],
        danger: true,
        needsReason: true,
      },
      done: ['已取消', 'Cancelled'],
    },
  },
  sortable: ['amount', 'plannedDate'],
});
export type Purchase = RecordOf<typeof purchase>;
