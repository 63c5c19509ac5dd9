import { dateTime } from '../../contract/domain/calendar';
import type { Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { htmlOf } from '../kernel/html';

export interface Notification {
  tenantId: string;
  /** `admin`: the tenant's administrators; `all`: all its people; `user`: the person of `userId` alone. */
  audience: 'user' | 'admin' | 'all';
  userId?: string;
  kind: 'mail' | 'message' | 'notice';
  title: string;
  /** Plain text. */
  content: string;
  /** Its subject, so that a click can open it. */
  subject?: string;
  subjectId?: string;
}

/** Put a message into people's inbox, in the transaction of its cause. Answers its id. */
export async function notify(
  trx: Trx,
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  what: Notification,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('inbox')
    .values({
      id,
      tenant_id: what.tenantId,
      user_id: what.audience === 'user' ? what.userId : null,
      audience: what.audience,
      kind: what.kind,
      title: what.title.slice(0, 255),
      content: htmlOf(what.content),
      subject: what.subject ?? '',
      subject_id: what.subjectId ?? '',
      create_time: dateTime(now()),
    })
    .execute();
  return id;
}
