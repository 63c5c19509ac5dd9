import { sql } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import type { InboxKind } from '../../contract/wire/inbox';
import type { Context, Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { htmlOf } from '../kernel/html';

/**
 * The recipients of a message. `admin`: the tenant's administrators; `all`: all its people; `user`: one person;
 * `chosen`: the people of these departments and of all departments below them, of these roles, and these people.
 */
export type Audience =
  | { audience: 'all' | 'admin' }
  | { audience: 'user'; userId: string }
  | { audience: 'chosen'; deptIds: readonly string[]; roleIds: readonly string[]; userIds: readonly string[] };

export interface Message {
  tenantId: string;
  kind: InboxKind;
  title: string;
  /** Plain text. */
  content: string;
  /** Its subject, so that a click can open it. */
  subject?: string;
  subjectId?: string;
  /** Rich text as it is stored, in place of `content`. */
  html?: string;
  /** The notice that it publishes, which may take it back. */
  noticeId?: string;
  /** Nothing of it is seen before this moment; `yyyy-MM-dd HH:mm:ss`. */
  shownFrom?: string;
}
export type Notification = Message & Audience;

/** Put a message into people's inbox, in the transaction of its cause: one row, whatever the number of people. Answers
 *  its id. */
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
      subject: what.subject ?? '',
      subject_id: what.subjectId ?? '',
      notice_id: what.noticeId ?? null,
      shown_from: what.shownFrom ?? null,
      create_time: what.shownFrom ?? dateTime(now()),
    })
    .execute();
  return id;
}

/** Take the messages of these notices back: they vanish from every inbox, and their text is deleted. */
export async function withdraw({ trx, tenantId, time }: Context, noticeIds: readonly string[]): Promise<void> {
  await sql`
    update inbox set withdrawn_at = ${time}, content = ''
    where tenant_id = ${tenantId} and notice_id = any(${[...noticeIds]}::bigint[]) and withdrawn_at is null`.execute(
    trx,
  );
}
