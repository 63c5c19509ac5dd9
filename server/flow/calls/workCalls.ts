/** `/blade-flow/work`: starting, claiming and completing. */
import Type from 'typebox';
import { workClaim } from '../../../contract/modules/work/workClaim';
import { workSend } from '../../../contract/modules/work/workSend';
import { workStart } from '../../../contract/modules/work/workStart';
import { type Call, defineCall } from '../../kernel/call';
import { done, id, line, optional, shape, whole } from '../../kernel/schemas';
import { startable } from '../definitions';
import type { Plan, PlanNode } from '../engine/plan';
import { formValues } from '../forms';
import { remind, withdraw } from '../handing';
import { countsOf, startFormOf } from '../reading';
import { startInstance } from '../starting';
import { started, startForm, variablesBody } from './schemas';

function startOf({ nodes, key }: Plan): PlanNode | undefined {
  return nodes.find(({ type, parent }) => type === 'startEvent' && parent === key);
}

export const workCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: workStart.url('start-form'),
    title: ['流程的发起表单', 'The form that begins a process'],
    query: { processDefinitionId: id() },
    answer: startForm,
    permission: 'work_start_flow',
    handle: (cx, { input }) => startFormOf(cx, input.processDefinitionId),
  }),
  defineCall({
    method: 'POST',
    path: workStart.url('start'),
    title: ['发起流程', 'Start a process'],
    body: { processDefinitionId: id() },
    describes: { body: Type.Object({ processDefinitionId: id(), ...variablesBody.properties }) },
    answer: started,
    permission: 'work_start_flow',
    async handle(cx, { input, body }) {
      const definition = await startable(cx, { id: input.processDefinitionId });
      const start = startOf(definition.plan);
      const variables = await formValues(cx, start?.form, body.variables);
      return { processInstanceId: await startInstance(cx, definition, { variables }) };
    },
  }),
  defineCall({
    method: 'GET',
    path: workClaim.url('counts'),
    title: ['待签与待办的数量', 'How many tasks wait to be claimed, and to be done'],
    answer: shape({ claim: whole(), todo: whole() }),
    permission: ['work_claim', 'work_todo'],
    handle: countsOf,
  }),
  defineCall({
    method: 'POST',
    path: workSend.url('withdraw'),
    title: ['撤回流程', 'Withdraw a process that has not been decided on'],
    body: { processInstanceId: id(), reason: optional(line(500, '原因', 'Why')) },
    answer: done,
    permission: 'work_send',
    async handle(cx, { input }) {
      await withdraw(cx, input.processInstanceId, input.reason ?? '');
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: workSend.url('remind'),
    title: ['催办', 'Remind the assignees'],
    body: { processInstanceId: id() },
    answer: done,
    permission: 'work_send',
    async handle(cx, { input }) {
      await remind(cx, input.processInstanceId);
      return true;
    },
  }),
];
