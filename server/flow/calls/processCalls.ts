/** `/blade-flow/process`: the diagram of an instance or a definition, and what has happened. */
import { type Call, defineCall } from '../../kernel/call';
import { id, list, optional } from '../../kernel/schemas';
import { historyList, viewOf } from '../reading';
import { activity, view } from './schemas';

/** Menus of which each lets a person follow processes. */
const anyFlow = [
  'work_start',
  'work_claim',
  'work_todo',
  'work_send',
  'work_done',
  'flow_follow',
  'flow_manager',
] as const;

export const processCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: '/blade-flow/process/model-view',
    title: ['流程图', 'The diagram of an instance with its progress, or of a definition'],
    query: { processInstanceId: optional(id()), processDefinitionId: optional(id()) },
    answer: view,
    permission: anyFlow,
    handle: (cx, { input }) => viewOf(cx, input),
  }),
  defineCall({
    method: 'GET',
    path: '/blade-flow/process/history-flow-list',
    title: ['流程历史', 'What has happened in an instance, oldest first'],
    query: { processInstanceId: id() },
    answer: list(activity),
    permission: anyFlow,
    handle: (cx, { input }) => historyList(cx, input.processInstanceId),
  }),
];
