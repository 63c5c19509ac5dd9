import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { businessDate, dateTime } from '../../contract/calendar';
import { sentence } from '../../contract/refusals';
import { askedOf, asSystem, type Call, envelope, languageOf, type Params, type Registry, wordsOf } from '../api';
import type { Deps } from '../context';
import type { Trx } from '../database';
import { Refusal, refuse } from '../errors';
import { hashPassword, isPassword } from './password';
import { accessToken, authenticate, type Client, readRefreshToken, refreshGraceMs, refreshToken } from './session';

/** Wrong passwords in a row before the account rests, and how long it does. */
const mostFailures = 5;
const lockMs = 30 * 60 * 1000;

const clientOf = async (deps: Deps, request: FastifyRequest, grant: string): Promise<Client> => {
  const [scheme, code = ''] = (request.headers.authorization ?? '').split(' ');
  const [clientId = '', secret = ''] =
    scheme === 'Basic' ? Buffer.from(code, 'base64').toString('utf8').split(':') : [];
  const row = /^[\w-]{1,48}$/.test(clientId)
    ? await deps.db.kysely
        .selectFrom('sys_client')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('status', '=', 1)
        .executeTakeFirst()
    : undefined;
  // The pair sits in every browser, so it names a client and proves nothing.
  if (!row || row.client_secret !== secret) return refuse('auth.badClient');
  const grants = row.authorized_grant_types.split(',');
  if (!grants.includes(grant)) refuse('auth.badGrant');
  return { clientId, grants, accessSeconds: row.access_token_validity, refreshSeconds: row.refresh_token_validity };
};

const userBy = (trx: Trx, tenantId: string, column: 'id' | 'account', value: string) =>
  trx
    .selectFrom('sys_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .selectAll('u')
    .where('u.tenant_id', '=', tenantId)
    .where(sql.ref(`u.${column}`), '=', value)
    .where('u.is_deleted', '=', 0)
    .where('u.status', '=', 1)
    .where('t.status', '=', 1)
    .executeTakeFirst();

/** The bare, snake_case answer of the token call. */
const session = async (deps: Deps, trx: Trx, user: any, sid: string, generation: number, client: Client) => {
  const roles = await trx
    .selectFrom('sys_role')
    .select(['role_name', 'role_alias'])
    .where('tenant_id', '=', user.tenant_id)
    .where('id', 'in', [...user.role_ids, '0'])
    .execute();
  return {
    tenant_id: user.tenant_id,
    user_id: user.id,
    dept_id: user.dept_ids.join(','),
    post_id: '',
    role_id: user.role_ids.join(','),
    oauth_id: '',
    account: user.account,
    user_name: user.account,
    nick_name: user.name,
    real_name: user.real_name,
    role_name: roles.map((role) => role.role_alias).join(','),
    avatar: user.avatar ?? '',
    businessUserCode: user.business_user_code ?? '',
    must_change_password: user.must_change_password === 1,
    access_token: await accessToken(deps, { sid, tenantId: user.tenant_id, userId: user.id }, client.accessSeconds),
    refresh_token: refreshToken(deps, user.tenant_id, sid, generation),
    token_type: 'bearer',
    expires_in: client.accessSeconds,
    detail: { type: 'web' },
    license: '',
  };
};

/**
 * Count a failure and answer how many there are now; one statement, so that parallel guesses cannot slip past. Guesses
 * at an account that rests do not make it rest longer, or a stranger could keep its owner out for good.
 */
const countFailure = async (trx: Trx, deps: Deps, tenantId: string, account: string): Promise<number> => {
  const now = new Date(deps.now());
  const until = new Date(deps.now() + lockMs);
  const row = await trx
    .insertInto('sign_in_failure')
    .values({ tenant_id: tenantId, account, failures: 1, until })
    .onConflict((on) =>
      on.columns(['tenant_id', 'account']).doUpdateSet({
        failures: sql`case when sign_in_failure.until < ${now} then 1 else sign_in_failure.failures + 1 end`,
        until: sql`case when sign_in_failure.until >= ${now} and sign_in_failure.failures >= ${mostFailures}
                   then sign_in_failure.until else ${until} end`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return row.failures;
};

export const authRoutes = (app: FastifyInstance, deps: Deps, registry: Registry): void => {
  const inTenant = <T>(tenantId: string, work: (trx: Trx) => Promise<T>) =>
    deps.db.withTenant(tenantId, businessDate(deps.now()), work);

  const byPassword = async (params: Params, client: Client, request: FastifyRequest) => {
    const tenantId = String(request.headers['tenant-id'] || params.tenantId || '000000');
    const account = (params.username ?? '').trim();
    const password = (params.password ?? '').toLowerCase();
    if (!/^\d{1,12}$/.test(tenantId) || account === '' || account.length > 45 || account.includes('\u0000'))
      refuse('auth.badCredentials');
    if (!/^[0-9a-f]{32}$/.test(password)) refuse('auth.badCredentials');
    // Each guess is counted before it is judged, in a transaction of its own: fifty guesses at once are still fifty.
    const failures = await inTenant(tenantId, (trx) => countFailure(trx, deps, tenantId, account));
    if (failures > mostFailures) refuse('auth.locked');
    const user = await inTenant(tenantId, (trx) => userBy(trx, tenantId, 'account', account));
    if (!(await isPassword(password, user?.password_hash, deps.secrets)) || !user) return refuse('auth.badCredentials');
    return inTenant(tenantId, async (trx) => {
      await trx
        .deleteFrom('sign_in_failure')
        .where('tenant_id', '=', tenantId)
        .where('account', '=', account)
        .execute();
      const sid = deps.newId();
      const now = deps.now();
      await trx
        .insertInto('sign_in')
        .values({
          sid,
          tenant_id: tenantId,
          user_id: user.id,
          client_id: client.clientId,
          rotated_at: new Date(now),
          expires_at: new Date(now + client.refreshSeconds * 1000),
          address: request.ip,
          user_agent: String(request.headers['user-agent'] ?? '').slice(0, 255),
          create_time: dateTime(now),
        })
        .execute();
      return session(deps, trx, user, sid, 0, client);
    });
  };

  const byRefresh = async (params: Params, client: Client) => {
    const { tenantId, sid, generation } = readRefreshToken(deps, params.refresh_token ?? '');
    const now = deps.now();
    const outcome = await inTenant(tenantId, async (trx) => {
      const row = await trx
        .selectFrom('sign_in')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('sid', '=', sid)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(now))
        .forUpdate()
        .executeTakeFirst();
      const user = row && (await userBy(trx, tenantId, 'id', row.user_id));
      if (!row || !user || row.client_id !== client.clientId) return undefined;
      if (generation === row.generation) {
        await trx
          .updateTable('sign_in')
          .set({
            generation: generation + 1,
            rotated_at: new Date(now),
            expires_at: new Date(now + client.refreshSeconds * 1000),
          })
          .where('sid', '=', sid)
          .execute();
        return session(deps, trx, user, sid, generation + 1, client);
      }
      // The one just replaced, moments ago: an honest tab that lost the answer. It gets the pair that is valid now.
      const isLostAnswer = generation === row.generation - 1 && now - row.rotated_at.getTime() <= refreshGraceMs;
      if (isLostAnswer) return session(deps, trx, user, sid, row.generation, client);
      // Anything older was stolen or replayed: nobody keeps this session.
      await trx
        .updateTable('sign_in')
        .set({ ended_at: new Date(now) })
        .where('sid', '=', sid)
        .execute();
      return undefined;
    });
    return outcome ?? refuse('auth.badRefresh');
  };

  /** Failures of the token call are told in the words of OAuth beside those of the envelope, always with 400. */
  const oauthFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof Refusal)) throw error;
    const msg = sentence(error.code, languageOf(request), error.detail);
    const kind =
      error.code === 'auth.badClient'
        ? 'invalid_client'
        : error.code === 'auth.badGrant'
          ? 'unsupported_grant_type'
          : 'invalid_grant';
    return reply
      .code(400)
      .send({ code: 400, success: false, error: kind, error_description: msg, msg, reason: error.code });
  };

  app.post('/api/blade-auth/oauth/token', { config: { permission: 'anyone' } }, async (request, reply) => {
    try {
      const asked = wordsOf(askedOf(request));
      const grant = asked.grant_type ?? asked.grantType ?? '';
      const client = await clientOf(deps, request, grant);
      if (grant === 'password') return await byPassword(asked, client, request);
      if (grant === 'refresh_token') return await byRefresh(asked, client);
      return refuse('auth.badGrant');
    } catch (error) {
      return oauthFailure(error, request, reply);
    }
  });

  app.get('/api/blade-auth/oauth/logout', { config: { permission: 'anyone' } }, async (request) => {
    const token = await authenticate(deps, request.headers['blade-auth']);
    await asSystem(deps, registry, { tenantId: token.tenantId, actor: '' }, async ({ trx }) => {
      await token.principal(trx);
      await trx
        .updateTable('sign_in')
        .set({ ended_at: new Date(deps.now()) })
        .where('sid', '=', token.sid)
        .execute();
    });
    return envelope(true, languageOf(request));
  });
};

const mostLogEntries = 200;
const cut = (value: unknown, most: number) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll('\u0000', '').slice(0, most);

/** Calls about oneself. */
export const sessionCalls: Call[] = [
  {
    method: 'GET',
    path: '/blade-auth/oauth/user-info',
    permission: 'signedIn',
    async handle({ trx, tenantId, principal }) {
      const user = await trx
        .selectFrom('sys_user')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', principal!.userId)
        .executeTakeFirstOrThrow();
      return {
        user_id: user.id,
        tenant_id: user.tenant_id,
        account: user.account,
        nick_name: user.name,
        real_name: user.real_name,
        avatar: user.avatar ?? '',
        businessUserCode: user.business_user_code ?? '',
        dept_id: user.dept_ids.join(','),
        role_id: user.role_ids.join(','),
        phone: user.phone ?? '',
        email: user.email ?? '',
      };
    },
  },
  {
    method: 'GET',
    path: '/blade-auth/oauth/clear-cache',
    permission: 'signedIn',
    // Rights are read on each request, so there is nothing on this side that could be stale.
    handle: async () => true,
  },
  {
    method: 'POST',
    path: '/blade-auth/oauth/logout',
    permission: 'signedIn',
    bodyLimit: 256 * 1024,
    /** With a body this is SendLogs: the browser's stored errors; the session goes on. Answers how many were taken. */
    async handle(cx, { request }) {
      const sent: unknown[] = Array.isArray(request.body) ? request.body : [];
      if (sent.length > mostLogEntries) refuse('tooMany', { limit: mostLogEntries });
      const entries = sent.filter((entry): entry is Record<string, unknown> => typeof entry === 'object' && !!entry);
      const rows = entries.map((entry) => ({
        id: cx.deps.newId(),
        tenant_id: cx.tenantId,
        user_id: cx.principal!.userId,
        user_name: cx.actor,
        type: cut(entry.type, 32),
        url: cut(entry.url, 500),
        message: cut(entry.message, 2000),
        stack: cut(entry.stack, 20_000),
        info: cut(entry.info, 2000),
        happened: cut(entry.time, 32),
        create_time: cx.time,
      }));
      if (rows.length > 0) await cx.trx.insertInto('error_log').values(rows).execute();
      return { count: rows.length };
    },
  },
  {
    method: 'POST',
    path: '/blade-system/user/update-password',
    permission: 'signedIn',
    async handle(cx, asked) {
      const { oldPassword, newPassword, newPassword1 } = wordsOf(asked);
      const user = await cx.trx
        .selectFrom('sys_user')
        .selectAll()
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', cx.principal!.userId)
        .executeTakeFirstOrThrow();
      if (!/^[0-9a-f]{32}$/i.test(newPassword ?? '') || newPassword !== newPassword1) refuse('auth.passwordsDiffer');
      if (!(await isPassword(oldPassword ?? '', user.password_hash, cx.deps.secrets))) refuse('auth.oldPasswordWrong');
      await cx.trx
        .updateTable('sys_user')
        .set({
          password_hash: await hashPassword(newPassword!, cx.deps.secrets),
          must_change_password: 0,
          update_time: cx.time,
        })
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', user.id)
        .execute();
      // Whoever else is signed in with the old password is not any more.
      await cx.trx
        .updateTable('sign_in')
        .set({ ended_at: new Date(cx.deps.now()) })
        .where('tenant_id', '=', cx.tenantId)
        .where('user_id', '=', user.id)
        .where('sid', '<>', cx.principal!.sid)
        .where('ended_at', 'is', null)
        .execute();
      return true;
    },
  },
];
