import { approvalActTexts, approvalStates, decidingButtons } from '../../domain/approvalTitles';
import { choice, dateTime, longText, money, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** A deed that waits for further people, or that they have decided on. Rows are made by the deed. */
export const approval = defineModule({
  name: 'approval',
  title: ['审批单', 'Approval'],
  path: '/blade-flow/approval',
  menu: { under: 'work', icon: 'checkmark-circle', title: ['审批记录', 'Approvals'], path: 'approval', sort: 60 },
  without: ['add', 'update', 'remove'],
  chosen: { by: 'search', title: 'entityName' },
  fields: {
    act: choice('业务操作', 'Operation', approvalActTexts, { derived: true, search: 'equal' }),
    entity: text('业务对象', 'Kind of record', { derived: true, inTable: false, inForm: false }),
    entityId: text('业务编号', 'Record', {
      derived: true,
      inTable: false,
      inForm: false,
      search: 'equal',
      maxLength: 20,
    }),
    entityName: text('业务单据', 'Record', { derived: true, search: 'like', maxLength: 200 }),
    amount: money('金额', 'Amount', { derived: true }),
    reason: longText('申请说明', 'Reason', { derived: true }),
    state: choice(
      '状态',
      'Status',
      {
        1: ['审批中', 'In approval'],
        2: ['已通过', 'Approved'],
        3: ['已驳回', 'Rejected'],
        4: ['已撤回', 'Withdrawn'],
      },
      { derived: true, search: 'equal' },
    ),
    makerId: ref('user')('申请人', 'Requested by', { derived: true, search: 'equal', whenRemoved: 'keep' }),
    processInstanceId: text('流程实例', 'Process instance', {
      derived: true,
      inTable: false,
      inForm: false,
      maxLength: 20,
    }),
    comment: longText('审批意见', 'Comment', { derived: true, inTable: false }),
    decidedTime: dateTime('完成时间', 'Decided at'),
    createTime: dateTime('申请时间', 'Requested at'),
  },
  sortable: ['createTime', 'decidedTime', 'amount'],
  actions: {
    withdraw: {
      label: ['撤回', 'Withdraw'],
      icon: 'arrow-undo',
      shown: ({ state }) => state === approvalStates.pending,
      question: {
        title: ['撤回该审批申请？', 'Withdraw this request?'],
        text: ['撤回后业务操作不执行，可重新发起。', 'The operation is not carried out. It can be requested again.'],
        danger: true,
      },
      done: ['已撤回', 'Withdrawn'],
    },
    /** The steps of the shipped credit approval: each is decided by those who hold its button. */
    first: ['业务初审', 'First review'],
    risk: ['风控审核', 'Risk review'],
    final: ['终审', 'Final decision'],
    ...decidingButtons(),
  },
});
export type Approval = RecordOf<typeof approval>;
