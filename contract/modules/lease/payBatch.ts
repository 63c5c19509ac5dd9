import { choice, dateTime, integer, longText, money, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { waitingDeed } from '../approval/waitingDeed';

/** How a payment file is laid out, by the bank that executes it. */
export const payLayoutTexts = { 1: ['工商银行', 'ICBC'], 2: ['招商银行', 'CMB'] } as const;

/** Instalments and supplier payments that a bank is asked to pay by one file. */
export const payBatch = defineModule({
  name: 'payBatch',
  title: ['代付文件', 'Payment files'],
  path: '/blade-bank/batch',
  calls: { list: 'page' },
  isVersioned: true,
  chosen: { by: 'search', title: 'batchNo' },
  menu: { under: 'lease', icon: 'payment', path: 'payfile' },
  without: ['add', 'update', 'remove', 'import'],
  fields: {
    batchNo: text('批次号', 'Batch no.', { search: 'like', derived: true }),
    layout: choice('付款银行', 'Paying bank', payLayoutTexts, { search: 'equal', derived: true }),
    itemCount: integer('笔数', 'Payments', { derived: true }),
    totalAmount: money('总金额', 'Total', { derived: true }),
    state: choice(
      '状态',
      'Status',
      { 1: ['草稿', 'Draft'], 2: ['已提交', 'Sent'], 3: ['已回盘', 'Bank replied'], 4: ['已取消', 'Cancelled'] },
      { search: 'equal', derived: true },
    ),
    /** Of the payments as they were sent. */
    digest: text('付款校验码', 'Digest of the payments', { maxLength: 16, derived: true, inTable: false }),
    paidCount: integer('成功笔数', 'Paid', { derived: true }),
    failedCount: integer('失败笔数', 'Failed', { derived: true }),
    sentTime: dateTime('提交时间', 'Sent at', { inTable: false }),
    answeredTime: dateTime('回盘时间', 'Replied at', { inTable: false }),
    reason: longText('取消原因', 'Reason', { derived: true, inTable: false }),
    /** The operation that further people decide on now. */
    approvalAct: waitingDeed,
    createTime: dateTime('创建时间', 'Created at'),
  },
  actions: {
    make: ['生成代付文件', 'Create a payment file'],
    file: ['导出代付文件（完整账号）', 'Download the file with full account numbers'],
    answer: ['导入回盘结果', 'Import bank results'],
    send: {
      label: ['提交', 'Send'],
      tone: 'primary',
      icon: 'send',
      shown: ({ state }) => state === 1,
      mayWait: true,
      question: {
        title: ['提交这批付款？', 'Send this batch?'],
        text: ['提交后内容不再变化，可以导出代付文件。', 'It no longer changes and its file can be downloaded.'],
      },
      done: ['已提交', 'Sent'],
    },
    cancel: {
      label: ['取消', 'Cancel'],
      tone: 'danger',
      icon: 'dismiss',
      shown: ({ state }) => state === 1 || state === 2,
      question: {
        title: ['取消这批付款？', 'Cancel this batch?'],
        text: [
          '尚无结果的付款恢复为待付。文件已交给银行的，请先确认银行没有执行。',
          'Payments without a result become due again. Make sure first that the bank has not executed the file.',
        ],
        danger: true,
        needsReason: true,
      },
      done: ['已取消', 'Cancelled'],
    },
  },
  sortable: ['batchNo', 'totalAmount'],
});
export type PayBatch = RecordOf<typeof payBatch>;

export const batchStates = { draft: 1, sent: 2, answered: 3, cancelled: 4 } as const;
/** What has become of one payment; `released` with its batch, which was cancelled. */
export const itemStates = { waiting: 1, paid: 2, failed: 3, released: 4 } as const;
