/**
 * A browser in which a person has signed in before, recognised by a cookie. Wrong guesses by strangers, at the account
 * or from a shared address, do not block it: it has a count of its own. The cookie grants no access.
 */
import { sql } from 'kysely';
import { businessDate } from '../../contract/domain/calendar';
import type { Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { type Person, personBy } from './people';

const cookieName = 'leasedesk-browser';
const purpose = 'known-browser';
const days = 90;
/** People who share a browser; beyond that the oldest sign-in is dropped. */
const mostPeople = 5;

/** One known person: until when, and a mark that changes with the password or when their sessions are ended. */
type Known = [userId: string, until: number, mark: string];
interface Browser {
  id: string;
  people: Known[];
}
type Whom = Pick<Person, 'id' | 'tenant_id' | 'password_hash' | 'browsers'>;

/** Under https the prefix of the name prevents http pages from writing the cookie. */
function nameFor({ settings }: Deps) {
  return settings.publicUrl.startsWith('https:') ? `__Secure-${cookieName}` : cookieName;
}

function markOf({ secrets }: Deps, { id, tenant_id, password_hash, browsers }: Whom): string {
  return secrets.sign(purpose, ['mark', tenant_id, id, browsers, password_hash].join('\n'));
}

/** The content of our cookie; undefined for none and for a foreign one. */
export function browserOf(deps: Deps, cookies = ''): Browser | undefined {
  const match = new RegExp(`(?:^|;\\s*)${nameFor(deps)}=([\\w-]{1,2000})\\.([\\w-]{32})(?:;|$)`).exec(cookies);
  if (!match?.[1] || !deps.secrets.isSigned(purpose, match[1], match[2]!)) return undefined;
  return JSON.parse(Buffer.from(match[1], 'base64url').toString());
}

/** Whether this person has signed in there, and it has not been revoked since. */
export function isKnownIn(deps: Deps, { people }: Browser, person: Whom): boolean {
  return people.some(([id, until, mark]) => id === person.id && until > deps.now() && mark === markOf(deps, person));
}

/** The id of the browser that sends these cookies, if the named person has signed in there before; '' otherwise. */
export async function browserKnowing(
  deps: Deps,
  cookies: string | undefined,
  tenantId: string,
  by: 'typed' | 'phone',
  claimed: string,
): Promise<string> {
  const browser = browserOf(deps, cookies);
  if (!browser || claimed === '' || claimed.length > 45 || claimed.includes('\u0000')) return '';
  const person = await deps.db.withTenant(tenantId, businessDate(deps.now()), (trx) =>
    personBy(trx, tenantId, by, claimed, deps.now()),
  );
  return person && isKnownIn(deps, browser, person) ? browser.id : '';
}

/** The cookie of a browser in which this person has just signed in: them, and those it knew before. */
export function cookieFor(deps: Deps, before: Browser | undefined, person: Whom, path: string): string {
  const others = (before?.people ?? []).filter(([id, until]) => id !== person.id && until > deps.now());
  const known: Known = [person.id, deps.now() + days * 86_400_000, markOf(deps, person)];
  const browser: Browser = {
    id: before?.id ?? deps.random(16).toString('base64url'),
    people: [known, ...others].slice(0, mostPeople),
  };
  const text = Buffer.from(JSON.stringify(browser)).toString('base64url');
  const value = `${text}.${deps.secrets.sign(purpose, text)}`;
  const secure = deps.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameFor(deps)}=${value}; Path=${path}; Max-Age=${days * 86_400}; HttpOnly; SameSite=Strict${secure}`;
}

/** No browser counts as known for these people any more. A changed password has the same effect. */
export async function forgetBrowsers(trx: Trx, tenantId: string, userIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('sys_user')
    .set({ browsers: sql`browsers + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...userIds, '0'])
    .execute();
}
