import { jwtVerify, SignJWT } from 'jose';
import { type Selectable, sql } from 'kysely';
import type { Deps, Principal } from '../kernel/context';
import { prepared, type Tables, type Trx } from '../kernel/database';
import { Refusal, refuse } from '../kernel/errors';
import { rememberedVersion } from '../kernel/remembered/versions';
import { schemaVersion } from '../kernel/schemaVersion';
import { isTenantActive } from './people';
import { platformTenant } from './rights';
import { unwrapToken } from './token/tokenCipher';

const issuer = 'leasedesk';
/** For this long, a second or third tab that lost the answer of a refresh may repeat it, and gets the current pair. */
export const refreshGraceMs = 30_000;

/** A session ends this long after the sign-in, however often it is renewed. */
const longestSessionDays = 30;
export function sessionEnd(now: number): Date {
  return new Date(now + longestSessionDays * 86_400_000);
}
export function earlier(a: Date, b: Date): Date {
  return a.getTime() < b.getTime() ? a : b;
}

export interface Client {
  clientId: string;
  grants: string[];
  accessSeconds: number;
  refreshSeconds: number;
}

/** On the wire, the user of a guest's session. */
export const guestId = '-1';

/** Departments and roles in force: the chosen one of each, as long as the person still has it; all without a choice. */
export function heldIn(
  user: { role_ids: string[] | null; dept_ids: string[] | null },
  chosen: { role_id: string | null; dept_id: string | null },
): { role_ids: string[]; dept_ids: string[] } {
  return {
    // A chosen role that was revoked leaves none, never the others.
    role_ids: (user.role_ids ?? []).filter((id) => !chosen.role_id || id === chosen.role_id),
    dept_ids: (user.dept_ids ?? []).filter((id) => !chosen.dept_id || id === chosen.dept_id),
  };
}

/** Short-lived proof of a session. It identifies the session only: rights are looked up when they are needed. */
export function accessToken(
  deps: Deps,
  { sid, tenantId, userId }: { sid: string; tenantId: string; userId: string },
  seconds: number,
) {
  return new SignJWT({ sid, tid: tenantId, uid: userId, typ: 'access' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setJti(deps.random(9).toString('base64url'))
    .setIssuedAt(Math.floor(deps.now() / 1000))
    .setExpirationTime(Math.floor(deps.now() / 1000) + seconds)
    .sign(deps.secrets.key('access-token'));
}

/** Refresh tokens are computed, not stored: sid, generation and a proof. A leaked database contains none. */
export function refreshToken(deps: Deps, tenantId: string, sid: string, generation: number): string {
  const text = `${tenantId}.${sid}.${generation}`;
  return `${text}.${deps.secrets.sign('refresh-token', text)}`;
}
export function readRefreshToken(deps: Deps, token: string): { tenantId: string; sid: string; generation: number } {
  const [tenantId = '', sid = '', generation = '', proof = ''] = token.split('.');
  const isOurs = deps.secrets.isSigned('refresh-token', `${tenantId}.${sid}.${generation}`, proof);
  if (!isOurs || !/^\d{1,19}$/.test(sid) || !/^\d{1,9}$/.test(generation)) refuse('auth.badRefresh');
  return { tenantId, sid, generation: Number(generation) };
}

/** Of a table that may have no row. */
type Nulled<T> = { [K in keyof T]: T[K] | null };
type SessionRow = Pick<Selectable<Tables['sign_in']>, 'user_id' | 'oauth_id' | 'dept_id' | 'role_id' | 'lock_proof'> &
  Nulled<
    Pick<
      Selectable<Tables['sys_user']>,
      'account' | 'real_name' | 'role_ids' | 'dept_ids' | 'is_super' | 'must_change_password' | 'recorded_until'
    >
  > & { role_alias: string | null; admin_ids: string[]; version: string; schema: string };

/** The person of a session; undefined once it has ended, or the person or the tenant is inactive. Refused once the tables
 *  are newer than the program, before any work on them. */
export async function principalOf(
  deps: Pick<Deps, 'now' | 'schema'>,
  trx: Trx,
  { tenantId: tid, sid, userId: uid }: { tenantId: string; sid: string; userId: string },
): Promise<Principal | undefined> {
  // Every request asks this. A guest has no account; any other session needs an existing person.
  const { rows } = await sql<SessionRow>`${prepared}
    select u.account, u.real_name, u.role_ids, u.dept_ids, u.is_super, u.must_change_password, u.recorded_until, s.user_id,
           s.oauth_id,
           s.dept_id, s.role_id, r.role_alias, s.lock_proof, ${rememberedVersion(tid)} as version,
           ${schemaVersion} as schema,
           (select coalesce(array_agg(a.id), '{}') from sys_role a
            where a.tenant_id = ${tid} and a.id = any(u.role_ids) and a.is_admin and a.is_deleted = 0) as admin_ids
    from sign_in s
    left join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    left join sys_role r on r.tenant_id = s.tenant_id and r.id = s.role_id
    join tenant t on t.tenant_id = s.tenant_id
    where s.sid = ${sid} and s.tenant_id = ${tid} and s.ended_at is null and s.expires_at > ${new Date(deps.now())}
      and ${isTenantActive(deps.now())} and (s.user_id is null or (u.status = 1 and u.is_deleted = 0))`.execute(trx);
  const [row] = rows;
  if (row) deps.schema.check(row.schema);
  if (!row || (row.user_id ?? guestId) !== uid) return undefined;
  const isGuest = row.user_id === null;
  const held = heldIn(row, row); // a guest has none
  return {
    userId: uid,
    isGuest,
    oauthId: row.oauth_id ?? '',
    tenantId: tid,
    account: row.account ?? '',
    realName: row.real_name ?? '',
    deptId: held.dept_ids[0] ?? null,
    deptIds: held.dept_ids,
    roleIds: held.role_ids,
    // A person who works as a lesser role has its rights; a role's name grants nothing.
    isSuper: row.is_super === true && tid === platformTenant && (!row.role_id || row.role_alias === 'administrator'),
    isAdmin: held.role_ids.some((id) => row.admin_ids.includes(id)),
    mustChangePassword: row.must_change_password === 1,
    isLocked: row.lock_proof !== null,
    recordedUntil: row.recorded_until,
    sid,
    version: row.version,
  };
}

/** Refuses a session that may do next to nothing, wherever no call's own rules judge it: a locked one, a guest's, and one
 *  of a one-time password, which another person knows too. */
export function refuseRestricted({ isLocked, isGuest, mustChangePassword }: Principal): void {
  if (isLocked) refuse('session.locked');
  if (isGuest) refuse('forbidden', { permission: 'signedIn' });
  if (mustChangePassword) refuse('auth.mustChangePassword');
}

/**
 * A person without a session, for whom a task works or to whom something is sent: with all departments and roles on
 * their record, or with those of `began` that they still have. Undefined for one who may not sign in.
 */
export async function absentPrincipal(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  { tenantId, userId }: { tenantId: string; userId: string },
  began?: { roleIds: readonly string[]; deptIds: readonly string[]; isSuper: boolean },
): Promise<Principal | undefined> {
  const row = await trx
    .selectFrom('sys_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .select([
      'u.account',
      'u.real_name',
      'u.role_ids',
      'u.dept_ids',
      'u.is_super',
      'u.must_change_password',
      sql<string[]>`(select coalesce(array_agg(a.id), '{}') from sys_role a
        where a.tenant_id = ${tenantId} and a.id = any(u.role_ids) and a.is_admin and a.is_deleted = 0)`.as(
        'admin_ids',
      ),
    ])
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .where('u.status', '=', 1)
    .where('u.is_deleted', '=', 0)
    .where(isTenantActive(deps.now()))
    .executeTakeFirst();
  if (!row) return undefined;
  const deptIds = (row.dept_ids ?? []).filter((id) => !began || began.deptIds.includes(id));
  const roleIds = (row.role_ids ?? []).filter((id) => !began || began.roleIds.includes(id));
  return {
    userId,
    isGuest: false,
    oauthId: '',
    tenantId,
    account: row.account,
    realName: row.real_name ?? row.account,
    deptId: deptIds[0] ?? null,
    deptIds,
    roleIds,
    isSuper: row.is_super === true && tenantId === platformTenant && began?.isSuper !== false,
    isAdmin: roleIds.some((id) => row.admin_ids.includes(id)),
    mustChangePassword: row.must_change_password === 1,
    isLocked: false,
    recordedUntil: null,
    sid: '',
    version: '',
  };
}

interface Proof {
  sid: string;
  uid: string;
  tid: string;
  /** Seconds. */
  exp: number;
}
const mostProofs = 5_000;
/** Tokens whose signature was checked with a key; whether they have expired is checked each time. */
const proofs = new WeakMap<object, Map<string, Proof>>();

/** What a token proves; refused without a valid signature, and once it has expired. */
async function proofOf({ secrets, now }: Deps, token: string): Promise<Proof> {
  const known = proofs.get(secrets) ?? new Map<string, Proof>();
  proofs.set(secrets, known);
  const before = known.get(token);
  if (before && before.exp * 1000 > now()) return before;
  const { payload } = await jwtVerify(token, secrets.key('access-token'), {
    algorithms: ['HS256'],
    issuer,
    audience: issuer,
    requiredClaims: ['exp', 'jti', 'sid', 'uid', 'tid'],
    currentDate: new Date(now()),
  }).catch((): never => {
    throw new Refusal('signedOut');
  });
  if (payload.typ !== 'access') refuse('signedOut');
  const proof = payload as unknown as Proof;
  if (known.size >= mostProofs) known.clear();
  known.set(token, proof);
  return proof;
}

/** Check the token of a request. Its session is looked up in the transaction of the work. */
export async function authenticate(
  deps: Deps,
  header: string | string[] | undefined,
): Promise<{ tenantId: string; userId: string; sid: string; principal(trx: Trx): Promise<Principal> }> {
  const [scheme, given = ''] = String(header ?? '').split(' ');
  const kind = scheme?.toLowerCase();
  if ((kind !== 'bearer' && kind !== 'crypto') || given === '' || given.length > 4096) refuse('signedOut');
  const token = kind === 'crypto' ? unwrapToken(given, deps.settings.console.tokenCryptoKey ?? '') : given;
  const { sid, uid, tid } = await proofOf(deps, token);
  return {
    tenantId: tid,
    userId: uid,
    sid,
    async principal(trx) {
      return (await principalOf(deps, trx, { tenantId: tid, sid, userId: uid })) ?? refuse('signedOut');
    },
  };
}
