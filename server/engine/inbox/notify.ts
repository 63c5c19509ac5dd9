import { sql } from 'kysely';
import { dateTime } from '../../../contract/domain/calendar';
import type { Language } from '../../../contract/domain/languages';
import type { InboxKind } from '../../../contract/wire/inbox';
import type { Audience } from '../../kernel/bus';
import type { Context, Deps } from '../../kernel/context';
import type { Trx } from '../../kernel/database';
import { htmlOf } from '../../kernel/html';
import { push } from './push';

export interface Message {
  tenantId: string;
  kind: InboxKind;
  title: string;
  /** Plain text. */
  content: string;
  /** Its subject, so that a click can open it. */
  subject?: string;
  subjectId?: string;
  /** Title and plain text in further languages; people of the others read the two above. */
  words?: Readonly<Record<Language, Pick<Message, 'title' | 'content'>>>;
  /** Rich text as it is stored, in place of `content`. */
  html?: string;
  /** The notice that it publishes, which may take it back. */
  noticeId?: string;
  /** The note that it quotes. */
  noteId?: string;
  /** Nothing of it is seen before this moment; `yyyy-MM-dd HH:mm:ss`. */
  shownFrom?: string;
}
export type Notification = Message & Audience;

function inHtml(words: NonNullable<Message['words']>) {
  return Object.fromEntries(
    Object.entries(words).map(([language, { title, content }]) => [
      language,
      { title: title.slice(0, 255), content: htmlOf(content) },
    ]),
  );
}

/**
 * Put a message into people's inbox, in the transaction of its cause: one row, whatever the number of people. Their open
 * windows learn of it, unless it is shown later. Answers its id.
 */
export async function notify(
  trx: Trx,
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  what: Notification,
): Promise<string> {
  const id = newId();
  const chosen = what.audience === 'chosen' ? what : undefined;
  await trx
    .insertInto('inbox')
    .values({
      id,
      tenant_id: what.tenantId,
      user_id: what.audience === 'user' ? what.userId : null,
      audience: what.audience,
      dept_ids: chosen ? [...chosen.deptIds] : null,
      role_ids: chosen ? [...chosen.roleIds] : null,
      user_ids: chosen ? [...chosen.userIds] : null,
      kind: what.kind,
      title: what.title.slice(0, 255),
      content: what.html ?? htmlOf(what.content),
      words: what.words ? JSON.stringify(inHtml(what.words)) : null,
      subject: what.subject ?? '',
      subject_id: what.subjectId ?? '',
      notice_id: what.noticeId ?? null,
      note_id: what.noteId ?? null,
      shown_from: what.shownFrom ?? null,
      create_time: what.shownFrom ?? dateTime(now()),
    })
    .execute();
  if (!what.shownFrom) await push(trx, what.tenantId, what, { topic: 'inbox', about: what.kind });
  return id;
}

interface Stored {
  audience: Audience['audience'];
  userId: string | null;
  deptIds: string[] | null;
  roleIds: string[] | null;
  userIds: string[] | null;
  kind: InboxKind;
}
const stored = sql`audience, user_id as "userId", dept_ids as "deptIds", role_ids as "roleIds", user_ids as "userIds", kind`;

/** The recipients of a row of the inbox. */
function audienceOf({ audience, userId, deptIds, roleIds, userIds }: Stored): Audience {
  if (audience === 'user') return { audience, userId: userId ?? '' };
  if (audience !== 'chosen') return { audience };
  return { audience, deptIds: deptIds ?? [], roleIds: roleIds ?? [], userIds: userIds ?? [] };
}
function tell({ trx, tenantId }: Pick<Context, 'trx' | 'tenantId'>, row: Stored): Promise<void> {
  return push(trx, tenantId, audienceOf(row), { topic: 'inbox', about: row.kind });
}

/** Tell the windows of its recipients that a message which was to be shown later is due, unless it was taken back. */
export async function announce(cx: Context, id: string): Promise<void> {
  const { rows } = await sql<Stored>`
    select ${stored} from inbox where tenant_id = ${cx.tenantId} and id = ${id} and withdrawn_at is null`.execute(
    cx.trx,
  );
  for (const row of rows) await tell(cx, row);
}

/** Take the messages of these notices or notes back: they vanish from every inbox, and their text is deleted. */
export async function withdrawOf(cx: Context, of: 'notice' | 'note', ids: readonly string[]): Promise<void> {
  const { trx, tenantId, time } = cx;
  if (ids.length === 0) return;
  const { rows } = await sql<Stored>`
    update inbox set withdrawn_at = ${time}, content = ''
    where tenant_id = ${tenantId} and ${sql.ref(`${of}_id`)} = any(${[...ids]}::bigint[]) and withdrawn_at is null
    returning ${stored}`.execute(trx);
  for (const row of rows) await tell(cx, row);
}

/** Messages that quote a note quote it as it is now. */
export async function requote({ trx, tenantId }: Context, noteId: string, content: string): Promise<void> {
  await trx
    .updateTable('inbox')
    .set({ content: htmlOf(content) })
    .where('tenant_id', '=', tenantId)
    .where('note_id', '=', noteId)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Messages of the current tenant that came, became due or were taken back since then, as events. */
export async function changesSince(
  { trx, tenantId }: Pick<Context, 'trx' | 'tenantId'>,
  since: string,
  now: string,
): Promise<{ id: string; to: Audience; kind: InboxKind }[]> {
  const { rows } = await sql<Stored & { id: string }>`
    select concat(i.id, '-', i.withdrawn_at) as id, ${stored} from inbox i
    where i.tenant_id = ${tenantId} and i.create_time <= ${now} and (i.create_time >= ${since} or i.withdrawn_at >= ${since})`.execute(
    trx,
  );
  return rows.map((row) => ({ id: row.id, to: audienceOf(row), kind: row.kind }));
}
