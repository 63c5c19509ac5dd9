import { sql } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import { writeAudit } from '../engine/audit/entries';
import type { Context, Deps } from '../kernel/context';
import { byName, type Tables } from '../kernel/database';
import { mostFailures } from './throttle';

const dayMs = 24 * 60 * 60 * 1000;
/** Days for which an answer is stored for a repeated idempotency key, and a session after its end. */
const keyDays = 1;
const signInDays = 30;

interface Failed {
  account: string;
  failures: number;
}
/** One entry for all wrong guesses without their own: those after an account's first, and those at unknown names. */
async function recordFailures(cx: Context, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return;
  const known = await cx.trx
    .selectFrom('sys_user')
    .select('account')
    .where('tenant_id', '=', cx.tenantId)
    .where('is_deleted', '=', 0)
    .where(sql<boolean>`account = any(${failed.map(({ account }) => account)}::text[])`)
    .execute();
  const isKnown = new Set(known.map(({ account }) => account as string));
  const unrecorded = failed.filter(({ account, failures }) =>
    isKnown.has(account) ? failures > 1 && failures < mostFailures : failures > 0,
  );
  if (unrecorded.length === 0) return;
  const facts = {
    accounts: new Set(unrecorded.map(({ account }) => account)).size,
    failures: unrecorded.reduce((sum, { failures }) => sum + failures, 0),
  };
  const changes = Object.entries(facts).map(([field, after]) => ({ field, before: null, after }));
  writeAudit(cx, { name: 'signIn' }, { id: '0' }, changes, { action: 'failures' });
}

/** Removes expired data: answered keys, elapsed lockouts, sessions that ended long ago. */
export async function sweep(cx: Context): Promise<void> {
  const { trx, tenantId, deps } = cx;
  const ago = (days: number) => new Date(deps.now() - days * dayMs);
  const old = (table: keyof Tables) => byName(trx).deleteFrom(table).where('tenant_id', '=', tenantId);
  await old('idempotency').where('create_time', '<', ago(keyDays)).execute();
  await old('oauth_state').where('expires_at', '<', ago(0)).execute();
  await old('sms_code').where('sent_at', '<', ago(keyDays)).execute();
  await old('paper_sending')
    .where('sent_at', '<', dateTime(deps.now() - keyDays * dayMs))
    .execute();
  const failed = await old('sign_in_failure').where('until', '<', ago(0)).returning(['account', 'failures']).execute();
  await recordFailures(cx, failed as Failed[]);
  await old('sign_in').where('expires_at', '<', ago(signInDays)).execute();
  await old('sign_in').where('ended_at', '<', ago(signInDays)).execute();
}

/** The same for data without a tenant: unanswered captchas, addresses without recent failures. */
export async function sweepShared({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.kysely.deleteFrom('captcha').where('expires_at', '<', new Date(now())).execute();
  await db.kysely.deleteFrom('sign_nonce').where('until', '<', new Date(now())).execute();
  await db.kysely.deleteFrom('address_failure').where('until', '<', new Date(now())).execute();
}
