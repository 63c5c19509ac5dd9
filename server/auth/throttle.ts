/** Guessing is limited per account and per address, in the database: a restart or a second server resets nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { businessDate } from '../../contract/domain/calendar';
import { recordIn } from '../engine/audit/entries';
import type { Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { Refusal, refuse } from '../kernel/errors';

/** Wrong guesses in a row before an account is blocked, and for how long. */
export const mostFailures = 5;
const lockMs = 30 * 60 * 1000;
/** A check takes a second at worst; one that takes longer belongs to a server that crashed. */
const pendingMs = 30_000;
/** How often a guess polls for its turn while others of the account are being checked, and for how long. */
const turnMs = 50;
const mostLooks = 200;

/** Failures an address may have without a delay, for an office behind one; each further one doubles the delay. */
const freeFailures = 60;
const longestRestSeconds = 60;
/** An address without further failures is forgotten after this. */
const addressMs = 30 * 60 * 1000;

export interface Guess {
  tenantId: string;
  /** As typed, whether the account exists or not: a block must not disclose that. */
  account: string;
  /** The browser that knows the person, with a count of its own; '' for all others. */
  browser?: string;
  /** Of the request, for the history. */
  requestId?: string;
  address?: string;
  /** Called with the number of wrong guesses that a right one has cleared. */
  cleared?(failures: number): void;
}

function inTenant<T>(deps: Deps, tenantId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return deps.db.withTenant(tenantId, businessDate(deps.now()), work);
}

/** The counter of a guess. */
function countOf({ tenantId, account, browser = '' }: Guess) {
  return { tenant_id: tenantId, account, browser };
}

/** Reserve one of the account's remaining guesses: `no` when it is blocked, `wait` when all are reserved. */
async function takePlace(deps: Deps, guess: Guess): Promise<'yes' | 'no' | 'wait'> {
  const { tenantId, account, browser = '' } = guess;
  const now = new Date(deps.now());
  const until = new Date(deps.now() + lockMs);
  const pendingUntil = new Date(deps.now() + pendingMs);
  return inTenant(deps, tenantId, async (trx) => {
    const failures = sql<number>`case when f.until < ${now} then 0 else f.failures end`;
    const pending = sql<number>`case when f.pending_until < ${now} then 0 else f.pending end`;
    const { rows } = await sql`
      insert into sign_in_failure as f (tenant_id, account, browser, failures, until, pending, pending_until)
      values (${tenantId}, ${account}, ${browser}, 0, ${until}, 1, ${pendingUntil})
      on conflict (tenant_id, account, browser) do update
        set failures = ${failures}, pending = ${pending} + 1, pending_until = ${pendingUntil},
            until = case when f.until < ${now} then ${until} else f.until end
        where ${failures} + ${pending} < ${mostFailures}
      returning 1`.execute(trx);
    if (rows.length > 0) return 'yes';
    const rests = await trx
      .selectFrom('sign_in_failure')
      .select('failures')
      .where((is) => is.and(countOf(guess)))
      .where('failures', '>=', mostFailures)
      .executeTakeFirst();
    return rests ? 'no' : 'wait';
  });
}

/** Release it: a wrong guess stays counted, a right one clears the account. */
function settle(deps: Deps, guess: Guess, outcome: 'right' | 'wrong' | 'unjudged'): Promise<void> {
  return inTenant(deps, guess.tenantId, async (trx) => {
    const until = new Date(deps.now() + lockMs);
    const before =
      outcome === 'right' &&
      (await trx
        .selectFrom('sign_in_failure')
        .select('failures')
        .where((is) => is.and(countOf(guess)))
        .executeTakeFirst());
    if (before) guess.cleared?.(before.failures);
    const counted = await trx
      .updateTable('sign_in_failure')
      .set({
        pending: sql`greatest(pending - 1, 0)`,
        ...(outcome === 'right' ? { failures: 0 } : {}),
        ...(outcome === 'wrong' ? { failures: sql`failures + 1`, until } : {}),
      })
      .where((is) => is.and(countOf(guess)))
      .returning('failures')
      .executeTakeFirst();
    await trx
      .deleteFrom('sign_in_failure')
      .where((is) => is.and(countOf(guess)))
      .where('failures', '=', 0)
      .where('pending', '=', 0)
      .execute();
    if (outcome === 'wrong' && counted) await recordFailure(trx, deps, guess, counted.failures);
  });
}

/**
 * The first failure of a row and the one that blocks are in the history; those between are counted, and reported by the
 * next sign-in or by the sweep. Unknown names are reported by the sweep alone, so that strangers cannot fill the
 * history.
 */
async function recordFailure(
  trx: Trx,
  deps: Deps,
  { tenantId, account, browser, requestId = '', address = '' }: Guess,
  failures: number,
): Promise<void> {
  if (failures !== 1 && failures !== mostFailures) return;
  const person = await trx
    .selectFrom('sys_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  if (!person) return;
  await recordIn(trx, deps, tenantId, {
    entity: 'signIn',
    entityId: person.id,
    entityName: account,
    action: failures === 1 ? 'signInFailed' : 'lockedOut',
    changes: [
      { field: 'failures', before: null, after: failures },
      ...(browser ? [{ field: 'browser', before: null, after: 'known' }] : []),
    ],
    userName: '',
    requestId,
    address,
  });
}

/**
 * Check a guess at an account's secret; `judging` answers undefined for a wrong one. At most five are wrong or in
 * progress at any time: of fifty wrong ones at once five are checked, of fifty right ones all, in turn. Refuses while
 * the account is blocked, the right password included; guesses made then do not prolong the block, or a stranger could
 * lock the owner out for good.
 */
export async function throttled<T>(
  deps: Deps,
  guess: Guess,
  judging: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let look = 1; ; look++) {
    const place = await takePlace(deps, guess);
    if (place === 'yes') break;
    if (place === 'no') refuse('auth.locked');
    if (look === mostLooks) refuse('busy');
    await sleep(turnMs);
  }
  let outcome: 'right' | 'wrong' | 'unjudged' = 'unjudged';
  try {
    const answer = await judging();
    outcome = answer === undefined ? 'wrong' : 'right';
    return answer;
  } finally {
    await settle(deps, guess, outcome);
  }
}

/** The network of an address: an IPv6 customer has a whole /64 to choose from. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!address.includes(':')) return address.slice(0, 64);
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : Math.max(8 - front.length - back.length, 0);
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Requests that cost or disclose something, counted by their origin apart from wrong passwords: requesting codes does
 * not block signing in. `from`: a network, or a browser that knows the person.
 */
export function countRequest(deps: Deps, kind: 'code' | 'guest', from: string): Promise<void> {
  return countFailure(deps, `${kind}:${from}`.slice(0, 64));
}
/** It was legitimate and does not count. */
export function takeBack(deps: Deps, kind: 'code', from: string): Promise<void> {
  return forgive(deps, `${kind}:${from}`.slice(0, 64));
}

async function countFailure(deps: Deps, address: string): Promise<void> {
  const now = new Date(deps.now());
  const until = new Date(deps.now() + addressMs);
  const rest = sql`make_interval(secs => least(${longestRestSeconds}, power(2, least(f.failures - ${freeFailures}, 20))))`;
  const { rows } = await sql`
    insert into address_failure as f (address, failures, failed_at, until) values (${address}, 1, ${now}, ${until})
    on conflict (address) do update
      set failures = case when f.until < ${now} then 1 else f.failures + 1 end, failed_at = ${now}, until = ${until}
      where f.until < ${now} or f.failures < ${freeFailures} or f.failed_at + ${rest} <= ${now}
    returning 1`.execute(deps.db.kysely);
  if (rows.length > 0) return;
  const { rows: resting } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from f.failed_at + ${rest} - ${now}::timestamptz))::int as seconds
    from address_failure f where address = ${address}`.execute(deps.db.kysely);
  refuse('auth.tooFast', { seconds: Math.max(resting[0]?.seconds ?? 1, 1) });
}

/** Attempts of one address in progress at a time: half of those that fit in the password queue. */
const mostAtOnce = 12;
const underWay = new Map<string, number>();

/**
 * Work that an address may fail at only so often: a refusal is a failure, every other outcome is taken back. Counted
 * before the work, so that a hundred at once are a hundred. Refuses `busy` while too many of the address are in
 * progress. A known browser counts as an address of its own.
 */
export async function fromAddress<T>(deps: Deps, ip: string, browser: string, work: () => Promise<T>): Promise<T> {
  const address = browser ? `browser:${browser}` : networkOf(ip);
  const others = underWay.get(address) ?? 0;
  if (others >= mostAtOnce) refuse('busy');
  underWay.set(address, others + 1);
  try {
    return await counted(deps, address, work);
  } finally {
    const left = underWay.get(address)! - 1;
    if (left > 0) underWay.set(address, left);
    else underWay.delete(address);
  }
}

async function counted<T>(deps: Deps, address: string, work: () => Promise<T>): Promise<T> {
  await countFailure(deps, address);
  let isFailure = false;
  try {
    return await work();
  } catch (error) {
    isFailure = error instanceof Refusal && error.status < 500; // a busy server has not checked the password
    throw error;
  } finally {
    if (!isFailure) await forgive(deps, address);
  }
}

async function forgive({ db }: Deps, address: string): Promise<void> {
  await db.kysely
    .updateTable('address_failure')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('address', '=', address)
    .execute();
}
