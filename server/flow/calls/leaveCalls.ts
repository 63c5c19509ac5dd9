/** `/blade-desk/process/leave`: leave requests. */
import { type Call, defineCall } from '../../kernel/call';
import { id, moment, shape, words } from '../../kernel/schemas';
import { askForLeave, leaveDetailOf } from '../leave/request';
import { leaveDetail } from './schemas';

const path = '/blade-desk/process/leave';

export const leaveCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: `${path}/start-process`,
    title: ['提交请假申请', 'Send a leave request'],
    body: {
      processDefinitionId: id(),
      taskUser: id('审批人', 'Who decides first'),
      startTime: moment(),
      endTime: moment(),
      reason: words(500, '请假理由', 'Why'),
    },
    answer: shape({ id: id(), processInstanceId: id() }),
    permission: 'work_start_flow',
    handle: (cx, { input }) => askForLeave(cx, input),
  }),
  defineCall({
    method: 'GET',
    path: `${path}/detail`,
    title: ['请假详情', 'A leave request'],
    query: { businessId: id() },
    answer: leaveDetail,
    permission: ['work_start', 'work_claim', 'work_todo', 'work_send', 'work_done', 'flow_follow', 'flow_manager'],
    handle: (cx, { input }) => leaveDetailOf(cx, input.businessId),
  }),
];
