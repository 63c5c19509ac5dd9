/** `/blade-flow/work`: starting, claiming and completing. */
import Type from 'typebox';
import { workClaim } from '../../contract/modules/work/workClaim';
import { workSend } from '../../contract/modules/work/workSend';
import { workStart } from '../../contract/modules/work/workStart';
import { type Call, defineCall } from '../kernel/call';
import { refuse } from '../kernel/errors';
import { done, id, line, optional, shape, whole } from '../kernel/schemas';
import { started, startForm, variablesBody } from './schemas';

export const workCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: workStart.url('start-form'),
    title: ['流程的发起表单', 'The form that begins a process'],
    query: { processDefinitionId: id() },
    answer: startForm,
    permission: 'work_start_flow',
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'POST',
    path: workStart.url('start'),
    title: ['发起流程', 'Start a process'],
    body: { processDefinitionId: id() },
    describes: { body: Type.Object({ processDefinitionId: id(), ...variablesBody.properties }) },
    answer: started,
    permission: 'work_start_flow',
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'GET',
    path: workClaim.url('counts'),
    title: ['待签与待办的数量', 'How many tasks wait to be claimed, and to be done'],
    answer: shape({ claim: whole(), todo: whole() }),
    permission: ['work_claim', 'work_todo'],
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'POST',
    path: workSend.url('withdraw'),
    title: ['撤回流程', 'Withdraw a process that has not been decided on'],
    body: { processInstanceId: id(), reason: optional(line(500, '原因', 'Why')) },
    answer: done,
    permission: 'work_send',
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'POST',
    path: workSend.url('remind'),
    title: ['催办', 'Remind the assignees'],
    body: { processInstanceId: id() },
    answer: done,
    permission: 'work_send',
    handle: async () => refuse('unavailable'),
  }),
];
