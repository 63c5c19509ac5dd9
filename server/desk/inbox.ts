import { sql } from 'kysely';
import Type from 'typebox';
import { scopedModules } from '../../contract/modules';
import { user } from '../../contract/modules/system/user';
import { type InboxEntry, inboxKinds, type Unread } from '../../contract/wire/inbox';
import { closedTo } from '../engine/rights/permissions';
import { hiddenFields, isScoped, subjectScope } from '../engine/rights/scopes';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { htmlOf, shownHtml } from '../kernel/html';
import { count, flag, id, ids, line, moment, oneOf, optional, pageOf, shape, text, whole } from '../kernel/schemas';
import { literal, type SubjectColumns } from '../kernel/table';
import { openRests } from '../kernel/workQueue';

/** A page of entries, each with its whole text. */
const mostEntries = 50;

/** People who may decide registrations get the messages to administrators. */
async function isAdmin({ may, principal }: Context): Promise<boolean> {
  return principal!.isAdmin || may('user_audit');
}

/** The subject of a message. A registration is that of a person. */
const inboxSubject: SubjectColumns = {
  entity: 'i.subject',
  id: 'i.subject_id',
  isText: true,
  alsoOf: { registration: user.name },
};

/** One of the person's own lists of ids, as their record has it: whatever role they have chosen to work as. */
function ownIds({ tenantId, principal }: Context, column: 'role_ids' | 'dept_ids') {
  return sql<string[]>`(
    select u.${sql.ref(column)} from sys_user u where u.tenant_id = ${tenantId} and u.id = ${principal!.userId})`;
}

/** Subjects of which a data scope hides fields: what is said to many may tell them. */
async function partlyHidden(cx: Context): Promise<string[]> {
  if (!(await isScoped(cx))) return [];
  const found: string[] = [];
  for (const module of Object.values(scopedModules))
    if ((await hiddenFields(cx, module)).size > 0) found.push(module.name, ...namesOf(module.name));
  return found;
}

/** The names of subjects that are about records of a module. */
function namesOf(module: string): string[] {
  const { alsoOf = {} } = inboxSubject;
  return Object.keys(alsoOf).filter((name) => alsoOf[name] === module);
}

/**
 * Rows of `inbox i` that are for the person: addressed to them by name, or shared with many they are among. Of what is
 * shared, and of what quotes a note, none is about a record that their data scopes hide; of what is for all, none about a
 * module that they may not open. The two parts are found by an index each.
 */
async function addressed(cx: Context) {
  const { userId } = cx.principal!;
  const isAmong = sql`
    (i.audience = 'all' and i.subject <> all(${await closedTo(cx)})) or (i.audience = 'admin' and ${await isAdmin(cx)}) or (i.audience = 'chosen' and (
      ${userId} = any(i.user_ids) or i.role_ids && ${ownIds(cx, 'role_ids')} or i.dept_ids && ${ownIds(cx, 'dept_ids')}))`;
  const isSeen = sql`(${(await subjectScope(cx, inboxSubject)) ?? sql`true`})`;
  const isWhole = sql`i.subject <> all(${await partlyHidden(cx)})`;
  return sql<boolean>`i.tenant_id = ${cx.tenantId}
    and i.withdrawn_at is null and (i.shown_from is null or i.shown_from <= ${cx.time}) and (
    (i.audience = 'user' and i.user_id = ${userId} and (i.note_id is null or ${isSeen}))
    or (i.audience = 'chosen' and (${isAmong}) and ${isSeen})
    or (i.audience in ('all', 'admin') and (${isAmong}) and ${isSeen} and ${isWhole}))`;
}
/** Whether the person has read row `i`. */
function isRead(cx: Context) {
  return sql<boolean>`exists (
  select 1 from inbox_read r where r.tenant_id = ${cx.tenantId} and r.inbox_id = i.id and r.user_id = ${cx.principal!.userId})`;
}

const kind = optional(oneOf(...inboxKinds));
const unread = shape({ mail: whole(), message: whole(), notice: whole() });
const entry = shape({
  id: text(),
  kind: oneOf(...inboxKinds),
  title: text(),
  content: text(),
  isRead: Type.Boolean(),
  subject: text(),
  subjectId: text(),
  createTime: moment(),
});

async function unreadOf(cx: Context): Promise<Unread> {
  const { rows } = await sql<{ kind: keyof Unread; count: number }>`
    select i.kind, count(*)::int as count from inbox i
    where ${await addressed(cx)} and not ${isRead(cx)} group by i.kind`.execute(cx.trx);
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  return Object.fromEntries(inboxKinds.map((kind) => [kind, counts.get(kind) ?? 0])) as Unread;
}

/** Mark the person's messages among `which` as read; repeating it is no mistake. Answers the remaining counts. */
async function markRead(cx: Context, which: ReturnType<typeof sql<boolean>>): Promise<Unread> {
  await sql`
    insert into inbox_read (tenant_id, inbox_id, user_id, read_time)
    select i.tenant_id, i.id, ${cx.principal!.userId}, ${cx.time} from inbox i
    where ${await addressed(cx)} and ${which} on conflict do nothing`.execute(cx.trx);
  return unreadOf(cx);
}

/** The title or the content of row `i` in the person's language. */
function wordIn({ language }: Context, part: 'title' | 'content') {
  return sql<string>`coalesce(i.words -> ${language}::text ->> ${part}::text, i.${sql.ref(part)})`;
}

/** Messages that contain the text, as people read them: without the tags of rich text. */
function contains(cx: Context, typed: string) {
  const plain = `%${literal(typed)}%`;
  return sql<boolean>`(${wordIn(cx, 'title')} ilike ${plain}
    or regexp_replace(${wordIn(cx, 'content')}, '<[^>]*>', '', 'g') ilike ${`%${literal(htmlOf(typed))}%`})`;
}

/** Entries of the inbox as they are sent. */
async function entries(cx: Context, which: ReturnType<typeof sql<boolean>>, size: number, offset = 0) {
  const { rows } = await sql<InboxEntry & { subjectId: string | null }>`
    select i.id, i.kind, ${wordIn(cx, 'title')} as title, ${wordIn(cx, 'content')} as content, ${isRead(cx)} as "isRead", i.subject, i.subject_id as "subjectId",
           i.create_time as "createTime"
    from inbox i where ${which} order by i.create_time desc, i.id desc limit ${size} offset ${offset}`.execute(cx.trx);
  const rest = openRests();
  const shown = [];
  for (const { subject, subjectId, content, ...row } of rows) {
    shown.push({ ...row, content: shownHtml(cx, content), subject: subject ?? '', subjectId: subjectId ?? '' });
    await rest();
  }
  return shown;
}

/** Messages to a person: the popover of the bell and a page of their own. Available to all, whatever their permissions. */
export const inboxCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: '/blade-desk/inbox/page',
    title: ['收件箱', 'What was sent to the person'],
    query: {
      current: count(1, 100_000_000),
      size: count(10, mostEntries),
      kind,
      q: optional(line(100, '标题或内容的一部分', 'A part of title or content')),
      unread: flag('仅未读', 'Unread ones alone'),
    },
    answer: pageOf(entry),
    permission: 'signedIn',
    async handle(cx, { input: { size, current, kind, q = '', unread } }) {
      const typed = q.trim();
      const mine = sql<boolean>`${await addressed(cx)} ${kind ? sql`and i.kind = ${kind}` : sql``}
        ${typed ? sql`and ${contains(cx, typed)}` : sql``} ${unread ? sql`and not ${isRead(cx)}` : sql``}`;
      const counted = await sql<{ total: number }>`select count(*)::int as total from inbox i where ${mine}`.execute(
        cx.trx,
      );
      const total = counted.rows[0]?.total ?? 0;
      const records = await entries(cx, mine, size, (current - 1) * size);
      return { records, total, size, current, pages: Math.ceil(total / size) };
    },
  }),
  defineCall({
    method: 'GET',
    path: '/blade-desk/inbox/detail',
    title: ['收件箱的一条消息', 'A message to the person'],
    query: { id: id() },
    answer: entry,
    permission: 'signedIn',
    async handle(cx, { input }) {
      const [found] = await entries(cx, sql<boolean>`${await addressed(cx)} and i.id = ${input.id}`, 1);
      return found ?? refuse('notFound');
    },
  }),
  {
    method: 'GET',
    path: '/blade-desk/inbox/unread',
    title: ['未读数量', 'Unread count'],
    answer: unread,
    permission: 'signedIn',
    handle: unreadOf,
  },
  defineCall({
    method: 'POST',
    path: '/blade-desk/inbox/read',
    title: ['标记已读', 'Mark as read'],
    query: { ids: ids() },
    answer: unread,
    permission: 'signedIn',
    // Messages for others are skipped: one may have been removed since the list was shown.
    handle: (cx, { input }) => markRead(cx, sql<boolean>`i.id in (${sql.join(input.ids)})`),
  }),
  defineCall({
    method: 'POST',
    path: '/blade-desk/inbox/read-all',
    title: ['全部标记已读', 'Mark all as read'],
    query: { kind },
    answer: unread,
    permission: 'signedIn',
    handle: (cx, { input }) => markRead(cx, input.kind ? sql<boolean>`i.kind = ${input.kind}` : sql<boolean>`true`),
  }),
];
