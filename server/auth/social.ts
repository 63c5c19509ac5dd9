/** Third-party sign-in: the visit to a provider and back, and the person it authenticates. */
import { sql } from 'kysely';
import { businessDate, dateTime } from '../../contract/domain/calendar';
import { redirectPath } from '../../contract/wire/settings';
import type { Deps, Provider } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { isLive } from './people';
import { authorizeAddress, identityAt, textAt } from './provider';
import { networkOf } from './throttle';

/** How long a visit may take. */
const stateMs = 10 * 60 * 1000;
/** Open visits of one network, which may be an office. */
const mostOfNetwork = 300;

/** Where the provider redirects the browser to. */
export function redirectUri({ settings }: Deps, source: string) {
  return `${settings.publicUrl}${redirectPath}${source}`;
}

/**
 * A cookie binds a visit to the browser that began it: without one, an attacker could make another person's browser
 * complete the attacker's visit, and work in the attacker's account unawares. It grants no access.
 */
const cookieName = 'leasedesk-oauth';
/** Under https the browser ensures that no other host and no http page has written it. */
export function holderCookie({ settings }: Deps, holder: string, path: string): string {
  return settings.publicUrl.startsWith('https:')
    ? `__Host-${cookieName}=${holder}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`
    : `${cookieName}=${holder}; Path=${path}/blade-auth/oauth; Max-Age=600; HttpOnly; SameSite=Lax`;
}
/** The cookie with the protected name first; the plain one is that of a page without TLS, or of an older visit. */
export function holderOf(cookies = ''): string | undefined {
  return [`__Host-${cookieName}`, cookieName]
    .map((name) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]{22})(?:;|$)`).exec(cookies)?.[1])
    .find(Boolean);
}

function claimOf(tenantId: string, source: string, nonce: string, holder: string) {
  return [tenantId, source, nonce, holder].join('\n');
}

/** Begin a visit. Answers the address, and the value of the browser's cookie. */
export async function depart(
  deps: Deps,
  provider: Provider,
  tenantId: string,
  known: string | undefined,
  ip: string,
): Promise<{ address: string; holder: string }> {
  const holder = known ?? deps.random(16).toString('base64url');
  const nonce = deps.random(16).toString('base64url');
  const { source } = provider;
  await deps.db.withTenant(tenantId, businessDate(deps.now()), async (trx) => {
    if (!(await isLive(trx, tenantId, deps.now()))) refuse('guest.badTenant');
    const network = networkOf(ip);
    const [now, expires] = [new Date(deps.now()), new Date(deps.now() + stateMs)];
    const { rows } = await sql`
      insert into oauth_state (tenant_id, nonce, source, expires_at, network)
      select ${tenantId}, ${nonce}, ${source}, ${expires}, ${network}
      where (select count(*) from oauth_state
             where tenant_id = ${tenantId} and network = ${network} and expires_at > ${now}) < ${mostOfNetwork}
      returning 1`.execute(trx);
    if (rows.length === 0) refuse('auth.tooFast', { seconds: 60 });
  });
  // The tenant comes first, so that a console that was reloaded on the way can read it.
  const state = `${tenantId}.${nonce}.${deps.secrets.sign('oauth-state', claimOf(tenantId, source, nonce, holder))}`;
  return { address: authorizeAddress(provider, redirectUri(deps, source), state), holder };
}

/** The end of a visit: the state must be ours, of this tenant, provider and browser, unexpired and unused. */
export async function arrive(deps: Deps, source: string, tenantId: string, state: string, holder = ''): Promise<void> {
  const [, nonce = '', proof = ''] = state.split('.');
  if (!deps.secrets.isSigned('oauth-state', claimOf(tenantId, source, nonce, holder), proof)) refuse('auth.badState');
  const begun = await deps.db.withTenant(tenantId, businessDate(deps.now()), (trx) =>
    trx
      .deleteFrom('oauth_state')
      .where('tenant_id', '=', tenantId)
      .where('nonce', '=', nonce)
      .returning('expires_at')
      .executeTakeFirst(),
  );
  if (!begun || begun.expires_at.getTime() < deps.now()) refuse('auth.badState');
}

/** The row of the provider's person in the tenant, made at the first visit; every visit updates its data. */
export function keepVisitor(
  deps: Deps,
  { source, fields }: Provider,
  tenantId: string,
  answer: Record<string, unknown>,
): Promise<{ id: string; user_id: string | null; username: string }> {
  const uuid = identityAt(answer, fields.id, 128);
  if (uuid === '') refuse('auth.providerFailed');
  const time = dateTime(deps.now());
  const visitor = {
    username: textAt(answer, fields.name, 128),
    avatar: textAt(answer, fields.avatar, 2000),
    email: textAt(answer, fields.email, 128),
    update_time: time,
  };
  return deps.db.withTenant(tenantId, businessDate(deps.now()), async (trx) => {
    if (!(await isLive(trx, tenantId, deps.now()))) refuse('guest.badTenant'); // stopped since
    return trx
      .insertInto('sys_user_oauth')
      .values({ id: deps.newId(), tenant_id: tenantId, source, uuid, create_time: time, ...visitor })
      .onConflict((on) => on.columns(['tenant_id', 'source', 'uuid']).doUpdateSet(visitor))
      .returning(['id', 'user_id', 'username'])
      .executeTakeFirstOrThrow();
  });
}
