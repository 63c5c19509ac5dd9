/**
 * The console of one person records for an hour, because an administrator has turned it on. A page is sent before it is
 * known who opens it: a cookie, which any call of that person brings, tells the pages after it. It grants nothing.
 */
import type { Deps, Principal } from '../kernel/context';

const cookieName = 'leasedesk-recorded';
const purpose = 'recorded-until';

export interface RecordedMark {
  userId: string;
  /** ms since 1970. */
  until: number;
}

/** What the cookie says; undefined without one, with a foreign one, and once the hour is over. */
export function recordedMark({ secrets, now }: Deps, cookies = ''): RecordedMark | undefined {
  const [, userId, time, proof] =
    new RegExp(`(?:^|;\\s*)${cookieName}=(\\d{1,19})\\.(\\d{1,16})\\.([\\w-]{1,64})(?:;|$)`).exec(cookies) ?? [];
  if (!userId || !secrets.isSigned(purpose, `${userId}.${time}`, proof!) || Number(time) <= now()) return undefined;
  return { userId, until: Number(time) };
}

/** The cookie that the browser should have and has not: set, replaced by that of another person, or taken away. */
export function changedMark(
  deps: Deps,
  cookies: string | undefined,
  { userId, recordedUntil }: Pick<Principal, 'userId' | 'recordedUntil'>,
): string | undefined {
  const before = recordedMark(deps, cookies);
  const until = recordedUntil?.getTime() ?? 0;
  const isNow = until > deps.now();
  if (isNow ? before?.userId === userId && before.until === until : !before) return undefined;
  const text = `${userId}.${until}`;
  const value = isNow ? `${text}.${deps.secrets.sign(purpose, text)}` : '';
  const seconds = isNow ? Math.ceil((until - deps.now()) / 1000) : 0;
  const secure = deps.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
