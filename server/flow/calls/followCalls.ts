import { flowFollow } from '../../../contract/modules/flow/flowFollow';
import { type Call, defineCall } from '../../kernel/call';
import { done, id, line, list, words } from '../../kernel/schemas';
import { terminate } from '../handing';
import { openTasksOf, transfer } from '../transfer';
import { openTask } from './schemas';

export const followCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: flowFollow.url('delete-process-instance'),
    title: ['终止流程', 'Terminate an instance; its history stays'],
    query: { processInstanceId: id(), deleteReason: line(500, '终止原因', 'Why') },
    answer: done,
    permission: 'flow_follow_delete',
    async handle(cx, { input }) {
      await terminate(cx, input.processInstanceId, input.deleteReason);
      return true;
    },
  }),
  defineCall({
    method: 'GET',
    path: flowFollow.url('open-tasks'),
    title: ['流程的未办任务', 'Open tasks of an instance, to hand one on'],
    query: { processInstanceId: id() },
    answer: list(openTask),
    permission: 'flow_follow_transfer',
    handle: (cx, { input }) => openTasksOf(cx, input.processInstanceId),
  }),
  defineCall({
    method: 'POST',
    path: flowFollow.url('transfer-task'),
    title: ['转交任务', 'Hand an open task on to another person'],
    body: { taskId: id(), userId: id('接手人', 'Who gets it'), reason: words(500, '转交原因', 'Why') },
    answer: done,
    permission: 'flow_follow_transfer',
    async handle(cx, { input }) {
      await transfer(cx, input.taskId, input.userId, input.reason);
      return true;
    },
  }),
];
