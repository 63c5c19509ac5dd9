import { choice, dateTime, flag, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { definitionFields, instanceFields } from './rows';

const derived = { derived: true } as const;

export const instanceStates = { running: 1, finished: 2, terminated: 3, withdrawn: 4 } as const;

/** A process instance, running or over. */
export const flowFollow = defineModule({
  name: 'flow_follow',
  title: ['流程跟踪', 'Process instance'],
  path: '/blade-flow/follow',
  menu: { under: 'flow', icon: 'timeline', title: ['流程跟踪', 'Process tracking'], path: 'follow' },
  without: ['detail', 'add', 'update', 'remove', 'import'],
  fields: {
    ...definitionFields,
    ...instanceFields,
    /** Names of the open steps, comma-joined. */
    taskName: text('当前步骤', 'Step', { ...derived, maxLength: 1000 }),
    state: choice(
      '状态',
      'Status',
      {
        1: ['进行中', 'Running'],
        2: ['已结束', 'Finished'],
        3: ['已终止', 'Terminated'],
        4: ['已撤回', 'Withdrawn'],
      },
      { ...derived, search: 'equal' },
    ),
    /** Of the definition. */
    suspensionState: choice(
      '流程状态',
      'Definition',
      { 1: ['激活', 'Active'], 2: ['挂起', 'Suspended'] },
      { ...derived, inTable: false },
    ),
    /** Of a running instance: an open task that no active person may do. */
    isStuck: flag('无人可办理', 'No eligible assignee', { ...derived, search: 'equal', inTable: false }),
    startTime: dateTime('发起时间', 'Started at', { search: 'range' }),
    endTime: dateTime('结束时间', 'Ended at'),
    reason: longText('终止原因', 'Reason', { ...derived, inTable: false }),
  },
  sortable: ['startTime'],
  actions: { delete: ['终止', 'Terminate'], transfer: ['转交', 'Reassign'] },
});
export type FlowFollow = RecordOf<typeof flowFollow>;
