import { sql } from 'kysely';
import { instantOf } from '../../contract/domain/calendar';
import { textIn } from '../../contract/domain/text';
import { mostMentioned, mostOffered, type Note, note, remindedPeople } from '../../contract/modules/desk/note';
import { user } from '../../contract/modules/system/user';
import { schemasOf, titlesOf } from '../engine/callSchemas';
import { scoped } from '../engine/filters';
import { notify, requote, withdrawOf } from '../engine/inbox/notify';
import { notedTable, seenRecord, seenRecords } from '../engine/notes/records';
import { heldMenus, holdingRoles } from '../engine/rights/heldMenus';
import { mayList } from '../engine/rights/permissions';
import { hidesAny } from '../engine/rights/scopes';
import { defineServerModule, presentAll, type ServerModule } from '../engine/serverModule';
import { defineTask, sendTask } from '../engine/tasks';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { id, line, list, optional, shape, text } from '../kernel/schemas';
import { literal } from '../kernel/table';
import { seenBy } from './seenBy';

/** People that are looked at for the chooser, until enough of them may see the record. */
const mostLookedAt = 50;

type Subject = Pick<Note, 'subject' | 'subjectId'>;

function idsOf(joined: string | null): string[] {
  return (joined ?? '').split(',').filter(Boolean);
}

/** Refuses a record that the person may not see, or that takes no notes. */
async function checkSubject(cx: Context, { subject, subjectId }: Subject): Promise<void> {
  if (!notedTable(cx, subject)) refuse('badParameter', { name: 'subject' });
  if ((await seenRecord(cx, subject, subjectId)) === undefined) refuse('notFound');
}

/** The name of the record as this person sees it; undefined for one who may not see it or its notes. */
async function nameFor(cx: Context, userId: string, { subject, subjectId }: Subject): Promise<string | undefined> {
  const other = await seenBy(cx, userId);
  if (!other || !(await mayList(other, note))) return undefined;
  return seenRecord(other, subject, subjectId);
}

/** A message about a note to one person, unless they may not see its record. */
async function tell(
  cx: Context,
  userId: string,
  row: Pick<Note, 'id' | 'subject' | 'subjectId' | 'content'>,
  title: (record: string) => string,
): Promise<boolean> {
  const name = await nameFor(cx, userId, row);
  const served = notedTable(cx, row.subject);
  if (name === undefined || !served) return false;
  await notify(cx.trx, cx.deps, {
    tenantId: cx.tenantId,
    audience: 'user',
    userId,
    kind: 'message',
    title: title(`${served.module.label.zh} ${name}`),
    content: row.content,
    subject: row.subject,
    subjectId: row.subjectId,
    noteId: row.id,
  });
  return true;
}

/** Mentioned people must be able to read the note. Those who were mentioned before may have lost the right since. */
async function checkMentions(cx: Context, next: Note, before: Note | undefined): Promise<void> {
  const wanted = idsOf(next.userIds);
  if (wanted.length > mostMentioned) refuse('note.tooManyMentions', { limit: mostMentioned });
  const known = new Set(idsOf(before?.userIds ?? null));
  for (const userId of wanted)
    if (!known.has(userId) && (await nameFor(cx, userId, next)) === undefined) refuse('note.mentionUnseen');
}

/** Tells the people who are mentioned for the first time, the writer excepted. */
async function tellMentioned(cx: Context, row: Note): Promise<void> {
  const { trx, tenantId, principal, actor } = cx;
  const { rows } = await sql<{ told: string[] }>`
    select told_user_ids as told from note where tenant_id = ${tenantId} and id = ${row.id}`.execute(trx);
  const told = new Set([...(rows[0]?.told ?? []), principal?.userId ?? '']);
  const fresh = idsOf(row.userIds).filter((userId) => !told.has(userId));
  if (fresh.length === 0) return;
  for (const userId of fresh) await tell(cx, userId, row, (record) => `${actor} 在备注中提到了您：${record}`);
  await sql`
    update note set told_user_ids = told_user_ids || ${fresh}::bigint[]
    where tenant_id = ${tenantId} and id = ${row.id}`.execute(trx);
}

/** Delivers the reminder of a note, to those who may still see its record. */
export const remindOfNote = defineTask<{ tenantId: string; noteId: string; time: string }>({
  name: 'note.remind',
  run: ({ data, work }) =>
    work(async (cx) => {
      const [row] = await cx.rows(note).lock([data.noteId]);
      // The time has been changed, the note is done or removed, or another server was first.
      if (!row || row.remindTime !== data.time || row.doneTime || row.remindedTime) return;
      if (data.time > cx.time) return queueReminder(cx, row);
      const people = row.remindWhom === remindedPeople.mentioned ? idsOf(row.userIds) : [row.createUser ?? ''];
      for (const userId of people) await tell(cx, userId, row, (record) => `备注提醒：${record}`);
      await sql`
        update note set reminded_time = ${cx.time} where tenant_id = ${cx.tenantId} and id = ${row.id}`.execute(cx.trx);
    }),
});

async function queueReminder(cx: Context, { id: noteId, remindTime: time }: Pick<Note, 'id' | 'remindTime'>) {
  if (!time) return;
  const after = Math.max(0, Math.ceil((instantOf(time) - cx.deps.now()) / 1000));
  // What is overdue is queued beside a task that waits, whose time the queue may have taken from another clock.
  const key = `note ${noteId} ${after > 0 ? time : 'now'}`;
  await sendTask(cx, remindOfNote, { noteId, time }, { key, after });
}

/** Part of the calendar run: queues the reminders that are due and have not come, whatever has become of their task. */
export async function queueDueReminders(cx: Context): Promise<void> {
  const { rows } = await sql<{ id: string; remindTime: string }>`
    select id, remind_time as "remindTime" from note
    where tenant_id = ${cx.tenantId} and is_deleted = 0 and remind_time is not null and reminded_time is null
      and done_time is null and remind_time <= ${cx.time}
    order by remind_time limit 1000`.execute(cx.trx);
  for (const row of rows) await queueReminder(cx, row);
}

/** People to mention: those the person sees, who may see the record and its notes. */
async function mentionable(cx: Context, of: Subject, typed: string): Promise<{ id: string; name: string }[]> {
  await checkSubject(cx, of);
  if (await hidesAny(cx, user, 'realName')) return [];
  const served = cx.tableOf(user.name)!;
  const holding = (code: string) => holdingRoles(cx.tenantId, [code]);
  const like = `%${literal(typed)}%`;
  const candidates = await (await scoped(cx, served, served.table))
    .select(['id', 'real_name as name'])
    .where('status', '=', 1)
    .where('id', '<>', cx.principal!.userId)
    .where(sql<boolean>`(is_super or (role_ids && ${holding(note.name)} and role_ids && ${holding(of.subject)}))`)
    .where(sql<boolean>`real_name ilike ${like}`)
    .orderBy('real_name')
    .orderBy('id')
    .limit(mostLookedAt)
    .execute();
  const found: { id: string; name: string }[] = [];
  for (const { id: userId, name } of candidates as { id: string; name: string }[]) {
    if (found.length === mostOffered) break;
    if ((await nameFor(cx, userId, of)) !== undefined) found.push({ id: userId, name });
  }
  return found;
}

/** The names of the people mentioned, by their ids, as far as the person sees these people. */
async function namesOf(cx: Context, rows: readonly Pick<Note, 'userIds'>[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ userIds }) => idsOf(userIds)))];
  if (ids.length === 0 || (await hidesAny(cx, user, 'realName'))) return new Map();
  const table = cx.tableOf(user.name)!;
  const found = (await (
    await scoped(cx, table, table.table)
  )
    .select(['id', 'real_name as name'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()) as { id: string; name: string }[];
  return new Map(found.map((person) => [person.id, person.name]));
}

/**
 * Notes with the names of their records and of the people mentioned, as far as the person may see those. The names of
 * people stand in the order of their ids, '' for one who is not seen.
 */
async function withSubjects<R extends Subject & Pick<Note, 'userIds'>>(cx: Context, rows: readonly R[]) {
  const people = await namesOf(cx, rows);
  const names = new Map<string, Map<string, string>>();
  for (const subject of new Set(rows.map((row) => row.subject))) {
    const ids = rows.flatMap((row) => (row.subject === subject ? [row.subjectId] : []));
    names.set(subject, await seenRecords(cx, subject, ids));
  }
  return rows.map((row) => {
    const name = names.get(row.subject)?.get(row.subjectId);
    const kind = textIn(notedTable(cx, row.subject)?.module.label, cx.language);
    const mentioned = idsOf(row.userIds).map((userId) => people.get(userId) ?? '');
    return {
      ...row,
      subjectName: name === undefined ? null : `${kind} ${name}`,
      userNames: mentioned.length > 0 ? mentioned.join(',') : null,
    };
  });
}

function isOwn({ principal }: Context, row: Pick<Note, 'createUser'>): boolean {
  return row.createUser === principal?.userId;
}
function bit(is: boolean): 0 | 1 {
  return is ? 1 : 0;
}
function isAdministrator({ principal }: Context): boolean {
  return principal !== undefined && (principal.isAdmin || principal.isSuper);
}

const served: ServerModule = defineServerModule(note, {
  table: 'note',
  list: 'note_list',
  unstored: ['subjectName', 'isEditable', 'isRemovable'],
  tells: { entity: 'subject', id: 'subject_id', isText: true },
  // Beside the data scopes of the records: their menus.
  where: ({ principal, tenantId }) =>
    principal && !principal.isSuper
      ? sql`subject in (select m.code from ${heldMenus(tenantId, sql`${principal.roleIds}::bigint[]`)} m)`
      : sql`true`,
  filters: {
    involved(value, { principal }) {
      if (value !== '1') refuse('badParameter', { name: 'involved' });
      const me = principal?.userId ?? '0';
      return sql<boolean>`(create_user = ${me} or ${me}::bigint = any(user_ids))`;
    },
  },

  async saving(next, cx, before) {
    if (before && !isOwn(cx, before)) refuse('note.notWriter');
    const of: Subject = before ?? next;
    await checkSubject(cx, of);
    const row = { ...next, subject: of.subject, subjectId: of.subjectId };
    await checkMentions(cx, row, before);
    const isMoved = row.remindTime !== (before?.remindTime ?? null);
    if (isMoved && row.remindTime && row.remindTime <= cx.time) refuse('note.remindPast');
    return {
      subject: of.subject,
      subjectId: of.subjectId,
      ...(isMoved ? { remindedTime: null, doneTime: null } : {}),
      ...(before && before.content !== row.content ? { editedTime: cx.time } : {}),
    };
  },
  async saved(row, cx, before) {
    if (before && before.content !== row.content) await requote(cx, row.id, row.content);
    await tellMentioned(cx, row);
    if (row.remindTime && row.remindTime !== before?.remindTime) await queueReminder(cx, row);
  },
  async removing(doomed, cx) {
    for (const row of doomed) {
      if (!isOwn(cx, row) && !isAdministrator(cx)) refuse('note.notWriter');
      await checkSubject(cx, row);
    }
    await withdrawOf(
      cx,
      'note',
      doomed.map((row) => row.id),
    );
  },

  showing: (row, cx) => ({
    ...row,
    isEditable: bit(isOwn(cx, row)),
    isRemovable: bit(isOwn(cx, row) || isAdministrator(cx)),
  }),
  exporting: (rows, cx) => withSubjects(cx, rows),

  actions: {
    done: {
      async allow(cx, rows) {
        for (const row of rows) {
          const isMine = isOwn(cx, row) || idsOf(row.userIds).includes(cx.principal!.userId);
          if (!isMine && !isAdministrator(cx)) refuse('note.notWriter');
          await checkSubject(cx, row);
        }
      },
      run: async (cx) => ({ doneTime: cx.time }),
    },
  },

  calls: [
    {
      method: 'GET',
      path: note.url('list'),
      title: titlesOf(note).list,
      describes: { query: schemasOf(note).conditions },
      answer: schemasOf(note).page,
      permission: note.permission('list'),
      async handle(cx, { params }) {
        const page = await cx.rows(note).page(params);
        return { ...page, records: await presentAll(served, cx, await withSubjects(cx, page.records), 'list') };
      },
    },
    defineCall({
      method: 'GET',
      path: note.url('people'),
      title: ['可提及的人员', 'People whom a note on a record may mention'],
      query: {
        subject: line(32, '对象类型', 'Name of the module'),
        subjectId: id('对象编号', 'Of the record'),
        q: optional(line(64, '姓名的一部分', 'A part of the name')),
      },
      answer: list(shape({ id: text(), name: text() })),
      permission: [note.permission('add'), note.permission('update')],
      handle: (cx, { input: { q = '', ...of } }) => mentionable(cx, of, q.trim()),
    }),
  ],
});
export default served;
