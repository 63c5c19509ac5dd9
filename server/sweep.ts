import type { Context } from './context';

const dayMs = 24 * 60 * 60 * 1000;
/** How long an answer is kept for a repeated idempotency key, and a sign-in after its end. */
const keyDays = 1;
const signInDays = 30;

/** Remove what has served its time: answered keys, locks that are over, sign-ins that ended long ago. */
export const sweep = async ({ trx, tenantId, deps }: Context): Promise<void> => {
  const ago = (days: number) => new Date(deps.now() - days * dayMs);
  const old = (table: string) => trx.deleteFrom(table).where('tenant_id', '=', tenantId);
  await old('idempotency').where('create_time', '<', ago(keyDays)).execute();
  await old('sign_in_failure').where('until', '<', ago(0)).execute();
  await old('sign_in').where('expires_at', '<', ago(signInDays)).execute();
  await old('sign_in').where('ended_at', '<', ago(signInDays)).execute();
};
