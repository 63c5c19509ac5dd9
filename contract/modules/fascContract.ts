import { dateTime, defineModule, dict, integer, type RecordOf, ref, text } from '../kit';

/** One electronic contract of an order. Rows are made by `makeContract` and changed by signing, never typed. */
export const fascContract = defineModule({
  name: 'fascContract',
  title: ['合同签约', 'Contract'],
  path: '/blade-fascContract/fascContract',
  belongsTo: 'orderId',
  without: ['add', 'update'],
  fields: {
    contractNumber: text('合同编号', 'Contract no.', { search: 'like', derived: true }),
    orderId: ref('order')('订单', 'Order', { inTable: false, search: 'equal' }),
    contractCode: text('订单合同号', 'Order', { search: 'like', derived: true }),
    customerName: text('客户名称', 'Customer', { search: 'like', derived: true }),
    type: dict('contract_type')('合同类型', 'Type', { search: 'equal', derived: true }),
    status: dict('contract_status')('签署状态', 'Status', { search: 'equal', derived: true }),
    signTaskStatus: text('签署进度', 'Progress', { derived: true, inTable: false }),
    signTaskId: text('签署任务号', 'Signing task', { derived: true, inTable: false }),
    loanUrl: text('签署链接', 'Signing link', { derived: true, inTable: false, maxLength: 500 }),
    previewUrl: text('预览链接', 'Preview link', { derived: true, inTable: false, maxLength: 500 }),
    businessDeptId: ref('dept')('业务部门', 'Department', { inTable: false, derived: true }),
    retryFlag: integer('重发次数', 'Resent', { derived: true }),
    reason: text('原因', 'Reason', { derived: true, inTable: false, maxLength: 200 }),
    readTime: dateTime('打开时间', 'Opened', { inTable: false }),
    finishTime: dateTime('完成时间', 'Completed'),
    expireTime: dateTime('链接失效时间', 'Link expires'),
    createTime: dateTime('发起时间', 'Sent', { search: 'range' }),
  },
  sortable: ['contractNumber', 'finishTime', 'expireTime'],
});
export type FascContract = RecordOf<typeof fascContract>;

/** Waits for the customer's signature, by a link that still works. */
export const isWaiting = ({ status, signTaskStatus }: Pick<FascContract, 'status' | 'signTaskStatus'>): boolean =>
  status === 1 && signTaskStatus === 'sign_progress';
/** Counts for its order: signed, or still to be. */
export const isLive = (paper: Pick<FascContract, 'status' | 'signTaskStatus'>): boolean =>
  paper.status === 2 || isWaiting(paper);
