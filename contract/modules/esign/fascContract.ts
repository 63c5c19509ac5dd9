import { label } from '../../domain/text';
import { choice, date, dateTime, dict, flag, integer, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** Where a paper stands, as the list is asked for it. */
export const progresses = {
  annulled: 0,
  waiting: 1,
  complete: 2,
  expired: 3,
  rejected: 4,
  making: 5,
  failed: 6,
  canceled: 7,
} as const;

/** One electronic contract of an order. Rows are made by `makeContract` and changed by signing, never typed. */
export const fascContract = defineModule({
  name: 'fascContract',
  title: ['合同', 'Contract'],
  path: '/blade-fascContract/fascContract',
  belongsTo: 'orderId',
  chosen: { by: 'search', title: 'contractNumber', note: 'contractCode' },
  found: { by: ['contractNumber'] },
  menu: { under: 'lease', icon: 'signature', title: ['合同管理', 'Contracts'], path: 'contract', sort: 43 },
  without: ['add', 'update'],
  fields: {
    contractNumber: text('合同编号', 'Contract no.', { search: 'like', derived: true }),
    orderId: ref('order')('订单', 'Order', { inTable: false, search: 'equal', shownAs: 'contractCode' }),
    contractCode: text('订单合同号', 'Order contract no.', { search: 'like', derived: true }),
    customerName: text('客户名称', 'Customer', { search: 'like', derived: true }),
    /** Whose order it belongs to. */
    customerId: text('客户编号', 'Customer ID', {
      derived: true,
      inTable: false,
      inForm: false,
      inFile: false,
      search: 'equal',
      maxLength: 20,
    }),
    type: dict('contract_type')('合同类型', 'Type', { search: 'equal', derived: true }),
    /** The version whose wording it has. */
    templateId: ref('contractTemplate')('合同模板', 'Template', {
      inTable: false,
      derived: true,
      search: 'equal',
      shownAs: 'templateName',
      whenRemoved: 'keep',
    }),
    status: dict('contract_status')('签署状态', 'Signing status', { search: 'equal', derived: true }),
    /** The state of the contract as its chip shows it, derived from the status, the progress and the time. */
    progress: choice(
      '签署状态',
      'Signing status',
      {
        1: ['待客户签署', 'Awaiting signature'],
        2: ['已完成', 'Completed'],
        3: ['已过期', 'Expired'],
        4: ['客户拒签', 'Declined'],
        5: ['生成中', 'Generating'],
        6: ['发起失败', 'Failed'],
        7: ['已撤回', 'Withdrawn'],
        0: ['已作废', 'Voided'],
      },
      { derived: true, inTable: false, inForm: false, search: 'equal' },
    ),
    /** Who signs it; fixed with the row, whatever is set for new ones. */
    provider: choice(
      '签署服务',
      'Signing service',
      { 1: ['本系统', 'This system'], 2: ['法大大', 'FASC'] },
      { derived: true, inTable: false, search: 'equal' },
    ),
    signTaskStatus: text('签署进度', 'Signing progress', { derived: true, inTable: false }),
    signTaskId: text('签署任务号', 'Signing task no.', { derived: true, inTable: false }),
    /** Part of the wire. Empty where the link alone leads to the contract, which is the customer's; filled where a signing
     *  service asks for an identification of its own, and in test installations. */
    loanUrl: text('签署链接', 'Signing link', { derived: true, inTable: false, maxLength: 500 }),
    previewUrl: text('预览链接', 'Preview link', { derived: true, inTable: false, maxLength: 500 }),
    /** The contract exists, but prints fields that a data scope hides from the person. */
    previewHidden: flag('预览受限', 'Preview restricted', { derived: true, inTable: false }),
    businessDeptId: ref('dept')('业务部门', 'Department', { inTable: false, derived: true, whenRemoved: 'keep' }),
    signWay: choice(
      '签署方式',
      'Signing method',
      { 1: ['短信验证码', 'SMS code'], 2: ['现场见证', 'In person'], 3: ['法大大', 'FASC'] },
      { derived: true, search: 'equal' },
    ),
    witnessName: text('见证人', 'Witness', { derived: true, inTable: false }),
    smsStatus: choice(
      '短信',
      'Message',
      { 1: ['发送中', 'Sending'], 2: ['已发送', 'Sent'], 3: ['发送失败', 'Failed'] },
      { derived: true },
    ),
    smsPhone: text('短信号码', 'Sent to', { derived: true, inTable: false }),
    smsTime: dateTime('短信发送时间', 'Message sent at', { inTable: false }),
    smsFault: choice(
      '失败原因',
      'Cause',
      {
        1: ['短信网关拒收', 'declined by the gateway'],
        2: ['短信网关无法连接', 'gateway unreachable'],
        3: ['结果未知', 'outcome unknown'],
      },
      { derived: true, inTable: false },
    ),
    retryFlag: integer('重发次数', 'Resends', { derived: true }),
    reason: text('原因', 'Reason', { derived: true, inTable: false, maxLength: 200 }),
    readTime: dateTime('打开时间', 'Opened at', { inTable: false }),
    finishTime: dateTime('完成时间', 'Completed at'),
    /** Of a contract that both parties have signed, unless a time stamp keeps the signatures. */
    checkableUntil: date('其他软件可核验至', 'Verifiable elsewhere until', { derived: true, inTable: false }),
    expireTime: dateTime('链接失效时间', 'Link expires'),
    createTime: dateTime('发起时间', 'Issued at'),
  },
  actions: { counter: ['现场签署', 'Sign in person'] },
  cards: {
    expired: {
      title: ['签约链接已过期', 'Signing link expired'],
      icon: 'clock',
      note: ['重发后客户可再次签署', 'Resend to let the customer sign again'],
      list: () => ({ progress: String(progresses.expired) }),
    },
    refused: {
      title: ['客户拒签', 'Declined by the customer'],
      icon: 'dismiss-circle',
      note: ['重发后客户可再次签署', 'Resend to let the customer sign again'],
      list: () => ({ progress: String(progresses.rejected) }),
    },
  },
  sortable: ['contractNumber', 'finishTime', 'expireTime'],
});
export type FascContract = RecordOf<typeof fascContract>;
/** Why a contract is not shown to a person who sees its row. */
export const paperHidden = label(
  '您的数据权限不含合同上的部分信息，不能预览',
  'Your data scope hides details printed on this contract, so it can’t be previewed',
);
export const signWays = { code: 1, counter: 2, fasc: 3 } as const;
export const providers = { local: 1, fasc: 2 } as const;
export const smsStates = { sending: 1, sent: 2, failed: 3 } as const;
export const smsFaults = { refused: 1, notReached: 2, unknown: 3 } as const;

/** How the link of a contract gets to its customer: by a short message, or not at all and why; `service`: the signing
 *  service tells the customer; `forward`: staff pass it on. */
export const linkWays = ['sms', 'noMobile', 'noGateway', 'service', 'forward'] as const;
export type LinkWay = (typeof linkWays)[number];
/** The answer of `GET {path}/link-way`. */
export interface LinkWayAnswer {
  way: LinkWay;
}

export type Progress = keyof typeof progresses;
/** An expired link is `expired` on the wire, whatever is stored. */
export function progressOf({ status, signTaskStatus }: Pick<FascContract, 'status' | 'signTaskStatus'>): Progress {
  if (status === 2) return 'complete';
  if (status === 0) return 'annulled';
  if (signTaskStatus === 'expired' || signTaskStatus === 'rejected') return signTaskStatus;
  if (signTaskStatus === 'failed' || signTaskStatus === 'canceled') return signTaskStatus;
  return signTaskStatus === 'reserved' ? 'making' : 'waiting';
}

/** In the order in which they are signed: the service agreement before the lease contract. */
export function inSigningOrder<T extends Pick<FascContract, 'type'>>(papers: readonly T[]): T[] {
  return [...papers].sort((a, b) => (a.type ?? 0) - (b.type ?? 0));
}

/** Waits for the customer's signature, by a link that is still valid. */
export function isWaiting({ status, signTaskStatus }: Pick<FascContract, 'status' | 'signTaskStatus'>): boolean {
  return status === 1 && signTaskStatus === 'sign_progress';
}
/** Is being made at a signing service, or signed there and its file on the way. */
export function isUnderWay({ status, signTaskStatus }: Pick<FascContract, 'status' | 'signTaskStatus'>): boolean {
  return status === 1 && (signTaskStatus === 'reserved' || signTaskStatus === 'sign_completed');
}
/** Counts for its order: signed, or still to be signed. */
export function isLive(paper: Pick<FascContract, 'status' | 'signTaskStatus'>): boolean {
  return paper.status === 2 || isWaiting(paper) || isUnderWay(paper);
}
