/** Fields that several lists of workflow share. All of them are the server's own. */
import { dateTime, flag, integer, longText, text } from '../../schema/fields';
import type { ViewSpec } from '../../schema/module';

const derived = { derived: true } as const;

/** The definition that a row runs. */
export const definitionFields = {
  processDefinitionId: text('流程定义', 'Definition ID', {
    ...derived,
    inTable: false,
    search: 'equal',
    maxLength: 20,
  }),
  processDefinitionKey: text('流程标识', 'Key', { ...derived, inTable: false, search: 'equal', maxLength: 64 }),
  processDefinitionName: text('流程名称', 'Process', { ...derived, search: 'like', maxLength: 128 }),
  processDefinitionVersion: integer('流程版本', 'Version', derived),
  /** `flow_` and a key of the dictionary `flow`. */
  category: text('流程分类', 'Category', { ...derived, inTable: false, search: 'equal', maxLength: 64 }),
  categoryName: text('流程分类', 'Category', { ...derived, maxLength: 255 }),
};

/** The instance that a row is about. */
export const instanceFields = {
  processInstanceId: text('流程实例', 'Instance ID', { ...derived, inTable: false, search: 'equal', maxLength: 20 }),
  historyProcessInstanceId: text('历史流程实例', 'Instance ID', { ...derived, inTable: false, maxLength: 20 }),
  executionId: text('执行编号', 'Execution ID', { ...derived, inTable: false, maxLength: 20 }),
  /** `finished` or `unfinished`. */
  processIsFinished: text('流程进度', 'Progress', { ...derived, search: 'equal', maxLength: 16 }),
  businessTable: text('业务表', 'Table', { ...derived, inTable: false, maxLength: 64 }),
  businessId: text('业务编号', 'Record ID', { ...derived, inTable: false, search: 'equal', maxLength: 64 }),
  startUser: text('发起人编号', 'Started by (ID)', { ...derived, inTable: false, search: 'equal', maxLength: 20 }),
  startUserName: text('发起人', 'Started by', { ...derived, search: 'like', maxLength: 20 }),
};

/** A row of the lists of tasks. */
export const taskFields = {
  taskId: text('任务编号', 'Task ID', { ...derived, inTable: false, search: 'equal', maxLength: 20 }),
  taskName: text('当前步骤', 'Step', { ...derived, search: 'like', maxLength: 255 }),
  taskDefinitionKey: text('步骤标识', 'Step key', { ...derived, inTable: false, maxLength: 255 }),
  ...definitionFields,
  ...instanceFields,
  assignee: text('办理人编号', 'Assignee ID', { ...derived, inTable: false, maxLength: 20 }),
  assigneeName: text('办理人', 'Assignee', { ...derived, maxLength: 20 }),
  /** `claim`, `todo`, `send` or `done`. */
  status: text('状态', 'Status', { ...derived, inTable: false, maxLength: 8 }),
  dueTime: dateTime('办理期限', 'Due'),
  /** The due date has passed and the task is open. */
  isOverdue: flag('已逾期', 'Overdue', { ...derived, inTable: false }),
  claimTime: dateTime('签收时间', 'Claimed at', { inTable: false }),
  endTime: dateTime('办理时间', 'Completed at', { inTable: false }),
  historyTaskEndTime: dateTime('任务结束时间', 'Task ended at', { inTable: false }),
  /** `approved`, `rejected` or `cancelled`; null while it is open. */
  outcome: text('办理结果', 'Outcome', { ...derived, inTable: false, search: 'equal', maxLength: 16 }),
  comment: longText('批复意见', 'Comment', { ...derived, inTable: false, maxLength: 2000 }),
  createTime: dateTime('创建时间', 'Created at'),
};

/** Open tasks that decide on requests for approval, and all others. */
export const taskViews = {
  approvals: { label: ['审批', 'Approvals'], seek: () => ({ isApproval: '1' }) },
  others: { label: ['其他', 'Others'], seek: () => ({ isApproval: '0' }) },
} as const satisfies Readonly<Record<string, ViewSpec>>;
