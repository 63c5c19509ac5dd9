import { choice, date, dateTime, integer, longText, money, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { waitingDeed } from '../approval/waitingDeed';

export const importStates = { checking: 1, faulty: 2, checked: 3, posting: 4, posted: 5 } as const;

/** A running portfolio that comes from an older system: checked, compared and decided before it is posted as a whole. */
export const portfolioImport = defineModule({
  name: 'portfolioImport',
  title: ['存量合同导入', 'Portfolio imports'],
  path: '/blade-portfolio/import',
  calls: { list: 'page' },
  isVersioned: true,
  chosen: { by: 'search', title: 'fileName' },
  menu: { under: 'lease', icon: 'arrow-import', path: 'portfolio' },
  without: ['add', 'update', 'import'],
  fields: {
    fileName: text('文件名', 'File', { maxLength: 200, search: 'like', derived: true }),
    takeoverDate: date('接管日', 'Takeover date', { search: 'range', derived: true }),
    state: choice(
      '状态',
      'Status',
      {
        1: ['检查中', 'Being checked'],
        2: ['有错误', 'Faulty'],
        3: ['已检查', 'Checked'],
        4: ['入账中', 'Being posted'],
        5: ['已入账', 'Posted'],
      },
      { search: 'equal', derived: true },
    ),
    progress: integer('进度', 'Progress', { derived: true, inTable: false, inFile: false }),
    customerCount: integer('客户数', 'Customers', { derived: true }),
    orderCount: integer('订单数', 'Orders', { derived: true }),
    rowCount: integer('期次数', 'Instalments', { derived: true, inTable: false }),
    faultCount: integer('错误', 'Faults', { derived: true }),
    noteCount: integer('提示', 'Notes', { derived: true, inTable: false }),
    differenceCount: integer('有差异的订单', 'Orders that differ', { derived: true, inTable: false }),
    undecidedCount: integer('待决定', 'Undecided', { derived: true }),
    principal: money('本金余额', 'Principal outstanding', { derived: true }),
    reason: longText('差异说明', 'Reason for differences', { derived: true, inTable: false }),
    problem: longText('未完成原因', 'Why it was not finished', { derived: true, inTable: false }),
    postedName: text('入账人', 'Posted by', { derived: true, inTable: false }),
    postedTime: dateTime('入账时间', 'Posted at', { inTable: false }),
    /** The operation that further people decide on now. */
    approvalAct: waitingDeed,
    createTime: dateTime('导入时间', 'Imported at'),
  },
  actions: {
    upload: ['导入存量', 'Import a portfolio'],
    decide: ['决定差异', 'Decide on differences'],
    post: ['入账', 'Post'],
  },
  sortable: ['takeoverDate', 'principal'],
});
export type PortfolioImport = RecordOf<typeof portfolioImport>;
