/** `/blade-flow/work`: what is done with one task. */
import Type from 'typebox';
import { workTodo } from '../../../contract/modules/work/workTodo';
import { type Call, defineCall } from '../../kernel/call';
import { done, id, ids, line, optional, words } from '../../kernel/schemas';
import { decide } from '../deciding';
import { addSigners, claim, claimRight, delegate, release } from '../handing';
import { findPeople } from '../people';
import { taskDetailOf } from '../reading';
import { people, taskDetail, variablesBody } from './schemas';

/** Menus of which each lets a person see tasks. */
const anyWork = ['work_claim', 'work_todo', 'work_send', 'work_done'] as const;

const completeBody = {
  taskId: id(),
  processInstanceId: optional(id()),
  comment: optional(words(2000, '批复意见', 'Comment')),
  flag: optional(line(16, 'ok 为同意，否则驳回', '`ok` to agree; anything else rejects')),
  returnTo: optional(line(255, '退回到的步骤', 'The step that it is sent back to')),
};

export const taskCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: workTodo.url('task-detail'),
    title: ['任务详情', 'A task, with its form and what the person may do with it'],
    query: { taskId: id() },
    answer: taskDetail,
    permission: [...anyWork, 'flow_follow', 'flow_manager'],
    handle: (cx, { input }) => taskDetailOf(cx, input.taskId),
  }),
  defineCall({
    method: 'POST',
    path: workTodo.url('claim-task'),
    title: ['签收任务', 'Claim a task'],
    query: { taskId: id() },
    answer: done,
    permission: claimRight,
    async handle(cx, { input }) {
      await claim(cx, input.taskId);
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: workTodo.url('release-task'),
    title: ['取消签收', 'Give a claimed task back'],
    query: { taskId: id() },
    answer: done,
    permission: 'work_todo_handle',
    async handle(cx, { input }) {
      await release(cx, input.taskId);
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: workTodo.url('complete-task'),
    title: ['办理任务', 'Complete a task'],
    body: completeBody,
    describes: { body: Type.Object({ ...completeBody, ...variablesBody.properties }) },
    answer: done,
    permission: 'work_todo_handle',
    async handle(cx, { input: { comment = '', flag, ...input }, body }) {
      await decide(cx, { ...input, comment, pass: flag === 'ok', variables: body.variables });
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: workTodo.url('delegate-task'),
    title: ['委派任务', 'Let another person do a task; it comes back'],
    body: { taskId: id(), userId: id(), comment: optional(words(2000)) },
    answer: done,
    permission: 'work_todo_handle',
    async handle(cx, { input }) {
      await delegate(cx, input.taskId, input.userId, input.comment ?? '');
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: workTodo.url('add-signer'),
    title: ['加签', 'Ask further people for their opinion before a task is completed'],
    body: { taskId: id(), userIds: ids(20), comment: optional(words(2000)) },
    answer: done,
    permission: 'work_todo_handle',
    async handle(cx, { input }) {
      await addSigners(cx, input.taskId, input.userIds);
      return true;
    },
  }),
  defineCall({
    method: 'GET',
    path: workTodo.url('people'),
    title: ['可选人员', 'People that a task can be given to, by a part of the name'],
    query: { name: optional(line(64)), ids: optional(ids(100)) },
    answer: people,
    permission: [...anyWork, 'work_start', 'flow_model', 'flow_follow_transfer'],
    handle: (cx, { input }) => findPeople(cx, input),
  }),
];
