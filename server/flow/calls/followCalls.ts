import { flowFollow } from '../../../contract/modules/flow/flowFollow';
import { type Call, defineCall } from '../../kernel/call';
import { done, id, line } from '../../kernel/schemas';
import { terminate } from '../handing';

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
];
