import { layoutTexts } from '../../domain/bank/layouts';
import { choice, date, dateTime, integer, money, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** Whether the opening balance of a statement is what its account had reached before. */
export const chainStates = { unbroken: 1, gap: 2, explained: 3, unregistered: 4 } as const;
const chainTexts = {
  [chainStates.unbroken]: ['连续', 'Unbroken'],
  [chainStates.gap]: ['有缺口', 'Gap'],
  [chainStates.explained]: ['缺口已说明', 'Gap explained'],
  [chainStates.unregistered]: ['账户未登记', 'Account not registered'],
} as const;

/** What a bank says has moved on an account of the company in some days. Its lines are matched and then booked. */
export const bankStatement = defineModule({
  name: 'bankStatement',
  title: ['银行流水', 'Bank statements'],
  path: '/blade-bank/statement',
  calls: { list: 'page' },
  menu: { under: 'lease', icon: 'building-bank', path: 'statement' },
  without: ['add', 'update', 'import'],
  fields: {
    bankName: text('银行', 'Bank', { search: 'equal', derived: true }),
    account: text('账号', 'Account', { maxLength: 40, unit: 'card', derived: true }),
    dateFrom: date('起始日期', 'From', { search: 'range', derived: true }),
    dateTo: date('截止日期', 'To', { derived: true }),
    lineCount: integer('流水笔数', 'Lines', { derived: true }),
    /** Lines that wait for a person. */
    openCount: integer('待处理', 'To do', { derived: true }),
    opening: money('期初余额', 'Opening balance', { derived: true }),
    closing: money('期末余额', 'Closing balance', { derived: true }),
    chain: choice('余额衔接', 'Balance chain', chainTexts, { search: 'equal', derived: true }),
    /** What moved between the statement before and this one and is in neither. */
    gap: money('缺口金额', 'Gap', { derived: true }),
    gapReason: text('缺口说明', 'Explanation of the gap', { maxLength: 500, inTable: false, derived: true }),
    layout: choice('格式', 'Layout', layoutTexts, { search: 'equal', derived: true }),
    fileName: text('文件名', 'File', { maxLength: 200, search: 'like', derived: true }),
    createTime: dateTime('导入时间', 'Imported at'),
  },
  actions: {
    upload: ['导入流水', 'Import a statement'],
    confirm: ['确认入账', 'Book lines'],
    ignore: ['忽略流水', 'Ignore lines'],
    undo: ['撤销处理', 'Undo'],
    explain: {
      label: ['说明缺口', 'Explain the gap'],
      icon: 'edit',
      shown: ({ chain }) => chain === chainStates.gap,
      question: {
        title: ['说明这份流水的余额缺口？', 'Explain the gap of this statement?'],
        text: [
          '这份流水与之前的余额不衔接。缺少的流水可以补充导入；确实没有流水可补时，请写明原因。',
          'The balance does not follow from the statements before. Import the missing ones where they exist; otherwise say why there are none.',
        ],
        needsReason: true,
      },
      done: ['缺口已说明', 'The gap is explained'],
    },
  },
  namedBy: ['bankName', 'dateFrom', 'dateTo', 'fileName'],
  sortable: ['dateTo', 'openCount'],
});
export type BankStatement = RecordOf<typeof bankStatement>;

/** What has become of a line. One whose receipt was reversed is open again. */
export const lineStates = { open: 1, booked: 2, ignored: 3, linked: 4 } as const;
export const verdicts = { matched: 1, offered: 2, unclaimed: 3 } as const;
