/** `/blade-flow/work`: starting, claiming and completing. */
import { sql } from 'kysely';
import Type from 'typebox';
import { workClaim } from '../../../contract/modules/work/workClaim';
import { workSend } from '../../../contract/modules/work/workSend';
import { workStart } from '../../../contract/modules/work/workStart';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { done, id, optional, shape, whole, words } from '../../kernel/schemas';
import { decidesOnRecords, startable } from '../definitions';
import type { Plan, PlanNode } from '../engine/plan';
import { formValues } from '../forms';
import { remind, withdraw } from '../handing';
import { countsOf, startFormOf } from '../reading';
import { startInstance } from '../starting';
import { started, startForm, variablesBody } from './schemas';

function startOf({ nodes, key }: Plan): PlanNode | undefined {
  return nodes.find(({ type, parent }) => type === 'startEvent' && parent === key);
}

async function refuseDecisions({ trx, tenantId }: Context, key: string): Promise<void> {
  const { rows } = await sql`select 1 where ${decidesOnRecords(tenantId, sql.val(key))}`.execute(trx);
  if (rows.length > 0) refuse('flow.notStartable');
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
      await refuseDecisions(cx, definition.key);
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
    body: { processInstanceId: id(), reason: optional(words(500, '原因', 'Why')) },
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
