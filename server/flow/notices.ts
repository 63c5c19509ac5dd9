/** Messages about tasks, in the inboxes of those who should know. */

import { sql } from 'kysely';
import { languages, sourceLanguage } from '../../contract/domain/languages';
import { filledIn, type Label, type Language, label, textIn } from '../../contract/domain/text';
import { notify } from '../engine/inbox/notify';
import type { Context } from '../kernel/context';
import type { About } from './business';
import type { Instance, Task } from './instances';

const texts = {
  assigned: label('待办：{process} · {task}', 'To do: {process} · {task}'),
  assignedText: label('{by} 发起，等待您办理。', 'Started by {by}. It waits for you.'),
  claimable: label('待签：{process} · {task}', 'To claim: {process} · {task}'),
  claimableText: label('{by} 发起，等待签收。', 'Started by {by}. It waits to be claimed.'),
  signer: label('加签：{process} · {task}', 'Your opinion: {process} · {task}'),
  signerText: label('{by} 请您给出意见。', '{by} asks for your opinion.'),
  returned: label('已退回：{process} · {task}', 'Sent back: {process} · {task}'),
  returnedText: label('{by}：{comment}', '{by}: {comment}'),
  approved: label('已通过：{process}', 'Approved: {process}'),
  rejected: label('未通过：{process}', 'Rejected: {process}'),
  terminated: label('已终止：{process}', 'Terminated: {process}'),
  endedText: label('{comment}', '{comment}'),
  reminded: label('催办：{process} · {task}', 'Reminder: {process} · {task}'),
  remindedText: label('{by} 提醒您尽快办理。', '{by} asks you to complete it soon.'),
  handedOn: label('转交给您：{process} · {task}', 'Handed on to you: {process} · {task}'),
  handedOnText: label('{by}：{comment}', '{by}: {comment}'),
  handedOff: label('已转交他人：{process} · {task}', 'Handed on: {process} · {task}'),
  handedOffText: label('{by} 已转交给 {to}：{comment}', '{by} handed it on to {to}: {comment}'),
  orphan: label('待管理员签收：{process} · {task}', 'For an administrator to claim: {process} · {task}'),
  orphanText: label(
    '{by} 发起。流程指定的办理人已停用或不存在，请签收或在流程跟踪中转交。',
    'Started by {by}. Those whom the process names are disabled or do not exist. Claim it, or reassign it under “Process tracking”.',
  ),
  overdue: label('已逾期：{process} · {task}', 'Overdue: {process} · {task}'),
  stuck: label('无人可办理：{process} · {task}', 'No one can decide: {process} · {task}'),
  stuckText: label(
    '有权办理该步骤的人员均已停用、为发起人，或已办理过本流程的其他步骤。管理员可以转交；审批申请可在“审批记录”中撤回。',
    'Everyone who may decide on this step is disabled, started the process or has decided on another step of it. An administrator can hand it on. A request for approval can be withdrawn under Approvals.',
  ),
  stuckForAdminsText: label(
    '{by} 发起的流程停在此步骤：有权办理的人员均已停用、为发起人，或已办理过其他步骤。请授权更多人员，或在“流程跟踪”中转交或终止。',
    'The process that {by} started stands here: everyone who may decide is disabled, started it or has decided on another step. Give the right to further people, or hand the task on or terminate the process under Instances.',
  ),
  overdueText: label('办理期限为 {due}。', 'It was due at {due}.'),
} as const satisfies Record<string, Label>;
export type NoticeKind =
  | 'assigned'
  | 'claimable'
  | 'signer'
  | 'returned'
  | 'reminded'
  | 'overdue'
  | 'handedOn'
  | 'handedOff'
  | 'stuck'
  | 'stuckForAdmins'
  | 'orphan'
  | 'approved'
  | 'rejected'
  | 'terminated';

const bodies: Readonly<Record<NoticeKind, keyof typeof texts>> = {
  assigned: 'assignedText',
  claimable: 'claimableText',
  signer: 'signerText',
  returned: 'returnedText',
  reminded: 'remindedText',
  overdue: 'overdueText',
  handedOn: 'handedOnText',
  handedOff: 'handedOffText',
  stuck: 'stuckText',
  stuckForAdmins: 'stuckForAdminsText',
  orphan: 'orphanText',
  approved: 'endedText',
  rejected: 'endedText',
  terminated: 'endedText',
};
/** The page that a click on the message opens. */
const subjects: Readonly<Record<NoticeKind, string>> = {
  assigned: 'work_todo',
  claimable: 'work_claim',
  signer: 'work_todo',
  returned: 'work_todo',
  reminded: 'work_todo',
  overdue: 'work_todo',
  handedOn: 'work_todo',
  handedOff: 'work_done',
  stuck: 'work_send',
  stuckForAdmins: 'flow_follow',
  orphan: 'work_claim',
  approved: 'work_send',
  rejected: 'work_send',
  terminated: 'work_send',
};

export interface NoticeFacts {
  process: Label;
  task?: Label;
  by?: string;
  comment?: string;
  due?: string;
  to?: string;
  /** The task, or the instance that ended. */
  subjectId: string;
  /** What it ended for, where its record has a name. */
  about?: About | undefined;
}

/** The process and the step that a message is about. */
export function subjectOf({ definition }: Instance, { name, title }: Pick<Task, 'name' | 'title'>) {
  return { process: definition.plan.title, task: title ?? label(name, name) };
}

export interface Recipients {
  assignee: string | null;
  users: readonly string[];
  roles: readonly string[];
  posts: readonly string[];
  /** Candidates who are not told. */
  except?: readonly (string | null)[];
}

/** A message names so many people at most; a larger group is addressed by its roles. */
const mostNamed = 200;

/** People of these roles; one more than a message names where there are more. */
async function peopleOfRoles({ trx, tenantId }: Context, roles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_user where tenant_id = ${tenantId} and role_ids && ${[...roles]}::bigint[] and status = 1 and is_deleted = 0
    limit ${mostNamed + 1}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** People who hold one of these posts. */
async function holdersOf({ trx, tenantId }: Context, posts: readonly string[]): Promise<string[]> {
  if (posts.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from sys_user where tenant_id = ${tenantId} and post_ids && ${[...posts]}::bigint[] and status = 1 and is_deleted = 0
    limit 500`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What a message says in a language. */
function wordsIn(kind: NoticeKind, { process, task, about, subjectId: _, ...values }: NoticeFacts, language: Language) {
  const names = { process: textIn(process, language), task: task ? textIn(task, language) : '' };
  const given = { by: '', comment: '', due: '', to: '', ...values, ...names };
  return {
    title: [
      filledIn(textIn(texts[kind === 'stuckForAdmins' ? 'stuck' : kind], language), given),
      ...(about ? [textIn(about.what, language), about.name].filter(Boolean) : []),
    ].join(' · '),
    content: filledIn(textIn(texts[bodies[kind]], language), given),
  };
}

/** One message to the assignee, or to all candidates. Those who caused it are not told. */
export async function tell(cx: Context, kind: NoticeKind, to: Recipients, facts: NoticeFacts): Promise<void> {
  const { subjectId } = facts;
  const message = {
    tenantId: cx.tenantId,
    kind: 'message' as const,
    ...wordsIn(kind, facts, sourceLanguage),
    words: Object.fromEntries(
      languages.flatMap(({ code }) => (code === sourceLanguage ? [] : [[code, wordsIn(kind, facts, code)]])),
    ),
    subject: subjects[kind],
    subjectId,
  };
  if (to.assignee !== null) {
    const isOwnDoing = cx.requestId !== '' && to.assignee === cx.principal?.userId;
    if (!isOwnDoing) await notify(cx.trx, cx.deps, { ...message, audience: 'user', userId: to.assignee });
    return;
  }
  const except = (to.except ?? []).filter((id) => id !== null);
  const named = except.length === 0 ? [] : await peopleOfRoles(cx, to.roles);
  // Among many, the few who may not decide are told as well: their list does not offer them the task.
  const isByRole = except.length === 0 || named.length > mostNamed;
  const byRole = isByRole ? [] : named;
  const roleIds = isByRole ? [...to.roles] : [];
  const all = new Set([...to.users, ...byRole, ...(await holdersOf(cx, to.posts))]);
  const userIds = [...all].filter((id) => !except.includes(id));
  if (userIds.length + roleIds.length === 0) return;
  await notify(cx.trx, cx.deps, { ...message, audience: 'chosen', deptIds: [], roleIds, userIds });
}
