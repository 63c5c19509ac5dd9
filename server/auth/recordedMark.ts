/**
 * The console of one person records for an hour, because an administrator has turned it on. A page is sent before it is
 * known who opens it: a cookie, which any call of that person brings, names whom the pages after it are asked about. It
 * grants nothing, and the record of the person alone says until when.
 */
import { businessDate } from '../../contract/domain/calendar';
import type { ConsoleSettings } from '../../contract/wire/settings';
import type { Deps, Principal } from '../kernel/context';

const cookieName = 'leasedesk-recorded';
const purpose = 'recorded-until';

type Recorded = NonNullable<ConsoleSettings['recorded']>;
interface Mark extends Recorded {
  tenantId: string;
}

/** What the cookie says; undefined without one, with a foreign one, and once the hour is over. */
function markIn({ secrets, now }: Deps, cookies = ''): Mark | undefined {
  const [, tenantId, userId, time, proof] =
    new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{1,12})\\.(\\d{1,19})\\.(\\d{1,16})\\.([\\w-]{1,64})(?:;|$)`).exec(
      cookies,
    ) ?? [];
  if (!tenantId || !userId || Number(time) <= now()) return undefined;
  if (!secrets.isSigned(purpose, `${tenantId}.${userId}.${time}`, proof!)) return undefined;
  return { tenantId, userId, until: Number(time) };
}

/** Who is recorded in this browser, and until when: asked anew, because an administrator may have ended it. */
export async function recordedHere(deps: Deps, cookies?: string): Promise<Recorded | undefined> {
  const mark = markIn(deps, cookies);
  if (!mark) return undefined;
  const { tenantId, userId } = mark;
  const row = await deps.db
    .withTenant(tenantId, businessDate(deps.now()), (trx) =>
      trx
        .selectFrom('sys_user')
        .select('recorded_until')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', userId)
        .where('recorded_until', '>', new Date(deps.now()))
        .executeTakeFirst(),
    )
    .catch(() => ({ recorded_until: new Date(mark.until) })); // while the database rests, a page is sent all the same
  return row?.recorded_until ? { userId, until: row.recorded_until.getTime() } : undefined;
}

/** The cookie that the browser should have and has not: set, replaced by that of another person, or taken away. */
export function changedMark(
  deps: Deps,
  cookies: string | undefined,
  { tenantId, userId, recordedUntil }: Pick<Principal, 'tenantId' | 'userId' | 'recordedUntil'>,
): string | undefined {
  const before = markIn(deps, cookies);
  const until = recordedUntil?.getTime() ?? 0;
  const isNow = until > deps.now();
  if (isNow ? before?.userId === userId && before.until === until : !before) return undefined;
  const text = `${tenantId}.${userId}.${until}`;
  const value = isNow ? `${text}.${deps.secrets.sign(purpose, text)}` : '';
  const seconds = isNow ? Math.ceil((until - deps.now()) / 1000) : 0;
  const secure = deps.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
