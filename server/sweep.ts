import type { Context, Deps } from './context';

const dayMs = 24 * 60 * 60 * 1000;
/** How long an answer is kept for a repeated idempotency key, and a sign-in after its end. */
const keyDays = 1;
const signInDays = 30;

/** Remove what has served its time: answered keys, locks that are over, sign-ins that ended long ago. */
export const sweep = async ({ trx, tenantId, deps }: Context): Promise<void> => {
  const ago = (days: number) => new Date(deps.now() - days * dayMs);
  const old = (table: string) => trx.deleteFrom(table).where('tenant_id', '=', tenantId);
  await old('idempotency').where('create_time', '<', ago(keyDays)).execute();
  await old('oauth_state').where('expires_at', '<', ago(0)).execute();
  await old('sms_code').where('sent_at', '<', ago(keyDays)).execute();
  await old('sign_in_failure').where('until', '<', ago(0)).execute();
  await old('sign_in').where('expires_at', '<', ago(signInDays)).execute();
  await old('sign_in').where('ended_at', '<', ago(signInDays)).execute();
};

/** The same for what belongs to no tenant: pictures nobody answered, addresses that fail no more. */
export const sweepShared = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> => {
  await db.kysely.deleteFrom('captcha').where('expires_at', '<', new Date(now())).execute();
  await db.kysely.deleteFrom('address_failure').where('until', '<', new Date(now())).execute();
};
