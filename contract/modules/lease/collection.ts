import { choice, date, dateTime, longText, money, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** What a record of the collection says: a contact with the customer, a promise, or who works on the order from now on. */
export const collectionKinds = { call: 1, visit: 2, letter: 3, message: 4, promise: 5, assignment: 6 } as const;
/** What became of a promise: waits for its day, kept, not kept, or replaced by a later one before its day. */
export const promiseStates = { waiting: 1, kept: 2, broken: 3, replaced: 4 } as const;

/** What was done about the overdue instalments of an order. Records are only ever added. */
export const collection = defineModule({
  name: 'collection',
  title: ['催收记录', 'Collection record'],
  path: '/blade-collection/collection',
  belongsTo: 'orderId',
  menu: { under: 'lease', icon: 'chat', title: ['催收记录', 'Collection log'], sort: 48 },
  without: ['add', 'update', 'remove'],
  fields: {
    orderId: ref('order')('所属订单', 'Order', {
      search: 'equal',
      derived: true,
      inTable: false,
      shownAs: 'contractCode',
    }),
    contractCode: text('合同编号', 'Contract no.', { search: 'like', derived: true }),
    customerName: text('客户名称', 'Customer', { search: 'like', derived: true }),
    /** Whose order it belongs to. */
    customerId: text('客户编号', 'Customer ID', {
      derived: true,
      inTable: false,
      inFile: false,
      search: 'equal',
      maxLength: 20,
    }),
    kind: choice(
      '方式',
      'Kind',
      {
        [collectionKinds.call]: ['电话', 'Call'],
        [collectionKinds.visit]: ['上门', 'Visit'],
        [collectionKinds.letter]: ['函件', 'Letter'],
        [collectionKinds.message]: ['短信/微信', 'Message'],
        [collectionKinds.promise]: ['承诺付款', 'Promise to pay'],
        [collectionKinds.assignment]: ['分派', 'Assignment'],
      },
      { search: 'equal', derived: true },
    ),
    content: longText('内容', 'Note', { search: 'like', derived: true, maxLength: 500 }),
    promiseDate: date('承诺日期', 'Promised for', { search: 'range', derived: true }),
    promiseAmount: money('承诺金额', 'Promised', { derived: true }),
    promiseState: choice(
      '承诺结果',
      'Outcome',
      {
        [promiseStates.waiting]: ['待履行', 'Pending'],
        [promiseStates.kept]: ['已履行', 'Kept'],
        [promiseStates.broken]: ['未履行', 'Broken'],
        [promiseStates.replaced]: ['已改约', 'Rescheduled'],
      },
      { search: 'equal', derived: true },
    ),
    /** Who works on the order from this record on; empty: no person. */
    assigneeId: ref('user')('负责人', 'Assigned to', {
      search: 'equal',
      derived: true,
      inTable: false,
      whenRemoved: 'keep',
    }),
    writerName: text('登记人', 'Recorded by', { derived: true, search: 'like' }),
    createTime: dateTime('登记时间', 'Recorded at'),
  },
  views: {
    all: { label: ['全部', 'All'], seek: () => ({}), isFirst: true },
    due: {
      label: ['到期承诺', 'Promises due'],
      seek: (today) => ({
        kind: String(collectionKinds.promise),
        promiseState: String(promiseStates.waiting),
        'promiseDate.to': today,
      }),
    },
  },
  actions: { record: ['登记催收', 'Record a contact'], assign: ['分派', 'Assign'] },
  sortable: ['createTime', 'promiseDate'],
});
export type Collection = RecordOf<typeof collection>;
