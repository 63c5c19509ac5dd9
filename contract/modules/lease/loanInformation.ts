import { paperFields } from '../../domain/papers/fields';
import type { Label } from '../../domain/text';
import { choice, dateTime, dict, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** `readStatus` by the words of `contract/wire/ocr/papers.ts`. */
export const readStatuses = { reading: 0, ok: 1, partial: 2, failed: 3, manual: 4 } as const;
export const acceptStatuses = { open: 0, accepted: 1 } as const;

/** As the history of a paper names its values. Papers of different types call some of them differently. */
function historyLabels(): Record<string, Label> {
  const labels: Record<string, Label> = {};
  for (const [key, { label }] of Object.values(paperFields).flatMap(Object.entries<{ label: Label }>)) {
    const known = labels[`paper.${key}`];
    const both = (one: string, other: string) => (one.split(' / ').includes(other) ? one : `${one} / ${other}`);
    labels[`paper.${key}`] = known ? { zh: both(known.zh, label.zh), en: both(known.en, label.en) } : label;
  }
  return labels;
}

/** A paper of a customer or of an order: its picture, what was read from it, and what a person has accepted. */
export const loanInformation = defineModule({
  name: 'loanInformation',
  title: ['识别资料', 'Recognised document'],
  path: '/blade-loanInformation/loanInformation',
  chosen: { by: 'search', title: 'name' },
  // A paper comes with its file, which no sheet can hold.
  without: ['import'],
  isVersioned: true,
  menu: { under: 'lease', icon: 'document-bullet-list', title: ['资料识别', 'Document recognition'], path: 'papers' },
  fields: {
    picType: dict('pic_type')('资料类型', 'Type', { required: true, search: 'equal' }),
    path: text('影像', 'Image', { required: true, maxLength: 500, inFile: false }),
    name: text('文件名', 'File name', { maxLength: 255, search: 'like' }),
    readStatus: choice(
      '识别状态',
      'Reading',
      {
        0: ['识别中', 'Reading'],
        1: ['已识别', 'Read'],
        2: ['部分识别', 'Partly recognised'],
        3: ['未识别', 'Not readable'],
        4: ['手工录入', 'Manual entry'],
      },
      { derived: true, inForm: false, search: 'equal' },
    ),
    provider: text('识别引擎', 'Engine', { derived: true, inTable: false, inForm: false, maxLength: 32 }),
    customerId: ref('customer')('客户', 'Customer', { search: 'equal', whenRemoved: 'keep' }),
    orderId: ref('order')('订单', 'Order', {
      search: 'equal',
      shownAs: 'contractCode',
      whenRemoved: 'keep',
    }),
    acceptStatus: choice(
      '采用状态',
      'Accepted',
      { 0: ['待采用', 'To be checked'], 1: ['已采用', 'Accepted'] },
      { derived: true, inForm: false, search: 'equal' },
    ),
    acceptUserName: text('采用人', 'Accepted by', { derived: true, inForm: false }),
    acceptTime: dateTime('采用时间', 'Accepted at'),
    remark: longText('备注', 'Remark', { inTable: false }),
    createTime: dateTime('上传时间', 'Uploaded at'),
  },
  actions: {
    accept: ['采用', 'Accept'],
    text: ['查看识别原文', 'View recognised text'],
  },
  historyLabels: historyLabels(),
  cards: {
    papers: {
      title: ['待采用资料', 'Documents to check'],
      icon: 'document-bullet-list',
      note: ['已识别，待核对采用', 'Read and waiting to be checked'],
      list: () => ({ acceptStatus: '0' }),
    },
  },
  sortable: ['acceptTime'],
});
export type LoanInformation = RecordOf<typeof loanInformation>;
