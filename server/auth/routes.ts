import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { storedMobile } from '../../contract/domain/reading/phones';
import { user } from '../../contract/modules/system/user';
import { sentence } from '../../contract/wire/refusals';
import { tokenOutlives } from '../../contract/wire/settings';
import { recordIn, writeAudit } from '../engine/audit/entries';
import { sessionsChanged } from '../engine/inbox/push';
import { asSystem, type Registry } from '../engine/work';
import { type Call, defineCall, languageOf, type Params, requestOf } from '../kernel/call';
import type { Context, Deps } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { readerOf } from '../kernel/parameters';
import { prefix, tokenPath } from '../kernel/paths';
import { openRoute, routeSchema } from '../kernel/route';
import { done, freeText, id, optional, shape, text } from '../kernel/schemas';
import { makeCaptcha } from './captcha';
import { readPassword } from './cipher';
import { browserKnowing } from './knownBrowser';
import { hashPassword, isPassword } from './password/password';
import { refuseWeak } from './password/passwordRules';
import { avatarOf } from './profile';
import { authenticate, type Client } from './session';
import { logEvent, logRefusedSignIn, logSignIn } from './signInLog';
import { sendSignInCode } from './smsCode';
import { depart, holderCookie, holderOf } from './social';
import { throttled } from './throttle';
import { askedAhead, rightsAhead } from './token/rightsAhead';
import { sentCode, session, tokenCall } from './token/tokenCall';
import { grantSession } from './token/tokenGrants';

async function clientOf(deps: Deps, request: FastifyRequest, grant: string): Promise<Client> {
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
  // The pair is public in every browser, so it names a client and proves nothing.
  if (!row || row.client_secret !== secret) return refuse('auth.badClient');
  const grants = row.authorized_grant_types.split(',');
  if (!grants.includes(grant)) refuse('auth.badGrant');
  // A token that is valid far longer than consoles use it only serves a thief.
  const longest = Math.max(1, Math.floor(deps.settings.console.tokenTime * tokenOutlives));
  return {
    clientId,
    grants,
    accessSeconds: Math.min(row.access_token_validity, longest),
    refreshSeconds: row.refresh_token_validity,
  };
}

function tenantNamed(named: unknown): string {
  return /^\d{1,12}$/.test(String(named)) ? String(named) : refuse('guest.badTenant');
}

/** The calls that open and end sessions, and those before them: none needs a session. */
export function authRoutes(app: FastifyInstance, deps: Deps, registry: Registry): void {
  /** Refusals of the token call have the members of OAuth beside those of the envelope, always with 400. */
  const oauthFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    // A busy server has refused no grant: it answers as everywhere else.
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    const msg = sentence(error.code, languageOf(request), error.detail);
    const { seconds } = error.detail;
    const wait = typeof seconds === 'number' ? { seconds } : {};
    const kind =
      error.code === 'auth.badClient'
        ? 'invalid_client'
        : error.code === 'auth.badGrant'
          ? 'unsupported_grant_type'
          : 'invalid_grant';
    return reply
      .code(400)
      .send({ code: 400, success: false, error: kind, error_description: msg, msg, reason: error.code, ...wait });
  };

  const readToken = readerOf(tokenCall);
  const schema = routeSchema(tokenCall, { path: tokenPath.slice(prefix.length), permission: ['anyone'], isBare: true });
  app.post(tokenPath, { config: { permission: 'anyone' }, schema }, async (request, reply) => {
    try {
      const params = readToken(requestOf(request)) as Params;
      const grant = params.grant_type ?? params.grantType ?? '';
      const client = await clientOf(deps, request, grant);
      const answer = await grantSession({ deps, params, client, request, reply }, grant);
      logSignIn(deps, request, grant, answer);
      const isWanted = params.with === 'rights' && answer.must_change_password === false;
      return isWanted ? { ...answer, rights: await rightsAhead(request, `bearer ${answer.access_token}`) } : answer;
    } catch (error) {
      if (error instanceof Refusal) request.refusal = error.code;
      logRefusedSignIn(deps, request, error);
      return oauthFailure(error, request, reply);
    }
  });

  openRoute(app, {
    method: 'GET',
    url: '/api/blade-auth/oauth/captcha',
    permission: 'anyone',
    title: ['登录验证码图片', 'Picture of letters for sign-in'],
    answer: shape({ key: text(), image: text() }),
    isBare: true, // as the family answers it
    handle: (_input, request) => makeCaptcha(deps, request.ip),
  });

  openRoute(app, {
    method: 'POST',
    url: '/api/blade-auth/oauth/sms/send-validate',
    permission: 'anyone',
    title: ['发送登录验证码', 'Send a sign-in code to a phone'],
    body: { tenantId: optional(freeText()), phone: optional(freeText('手机号码', 'Mobile number')) },
    answer: sentCode,
    async handle({ tenantId: named, phone = '' }, request) {
      const { console: shown } = deps.settings;
      if (!shown.phoneMode) refuse('noSuchPath');
      const tenantId = tenantNamed(request.headers['tenant-id'] || named || shown.tenantId);
      const number = storedMobile(phone);
      const browser = await browserKnowing(deps, request.headers.cookie, tenantId, 'phone', number);
      return sendSignInCode(deps, { tenantId, phone: number, browser }, request);
    },
  });

  openRoute(app, {
    method: 'GET',
    url: '/api/blade-auth/oauth/render/:source',
    permission: 'anyone',
    title: ['前往第三方登录', 'Go to a third-party provider'],
    query: { tenantId: optional(freeText()) },
    answer: 'redirect',
    async handle({ tenantId: named }, request, reply) {
      const { source } = request.params as { source: string };
      const provider = deps.settings.providers.find((one) => one.source === source) ?? refuse('notFound');
      const tenantId = tenantNamed(named || deps.settings.console.tenantId);
      const { address, holder } = await depart(deps, provider, tenantId, holderOf(request.headers.cookie), request.ip);
      // Called without the prefix, the cookie's path must not have it either.
      const path = request.originalUrl.startsWith(prefix) ? prefix : '';
      return reply.header('set-cookie', holderCookie(deps, holder, path)).redirect(address, 302);
    },
  });

  openRoute(app, {
    method: 'GET',
    url: '/api/blade-auth/oauth/logout',
    permission: 'anyone',
    title: ['退出登录', 'Sign out'],
    answer: done,
    async handle(_input, request) {
      const token = await authenticate(deps, request.headers['blade-auth']);
      await asSystem(deps, registry, { tenantId: token.tenantId, actor: '' }, async ({ trx }) => {
        const { userId, account, realName, isGuest } = await token.principal(trx);
        await trx
          .updateTable('sign_in')
          .set({ ended_at: new Date(deps.now()) })
          .where('tenant_id', '=', token.tenantId)
          .where('sid', '=', token.sid)
          .execute();
        await sessionsChanged(trx, token.tenantId, userId);
        logEvent(deps, request, 'signOut', {
          tenantId: token.tenantId,
          userId: isGuest ? null : userId,
          name: realName || account,
        });
        if (!isGuest)
          await recordIn(trx, deps, token.tenantId, {
            entity: 'signIn',
            entityId: userId,
            entityName: account,
            action: 'signOut',
            userId,
            userName: realName,
            requestId: request.id,
            address: request.ip,
          });
      });
      return true;
    },
  });
}

/** Result of the steps of a password change before its transaction. */
type PasswordChange = { refusal: Refusal } | { held: string; hash: string; byPhone: boolean };

/** A phone that was proved at the sign-in stands for an unused one-time password for so long. */
const phoneProofMs = 30 * 60 * 1000;
/** Whether a row of `sign_in` is this session, and may set the first password now, without the one-time one. */
function provedSince({ deps, tenantId, principal }: Context) {
  const { sid, userId, mustChangePassword } = principal!;
  const since = new Date(deps.now() - phoneProofMs);
  return sql<boolean>`${mustChangePassword} and tenant_id = ${tenantId} and sid = ${sid} and user_id = ${userId}
    and phone_proved_at > ${since}`;
}

/** Calls about oneself. */
export const sessionCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: '/blade-auth/oauth/user-info',
    title: ['当前用户', 'Who is signed in'],
    query: { with: askedAhead, topMenuId: optional(id('所选顶部菜单', 'The chosen top menu')) },
    answer: session.person,
    permission: 'signedIn',
    beforeOwnPassword: true,
    async handle({ deps, trx, tenantId, principal }) {
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
        avatar: avatarOf(deps, tenantId, user.avatar),
        businessUserCode: user.business_user_code ?? '',
        dept_id: user.dept_ids.join(','),
        role_id: user.role_ids.join(','),
        phone: user.phone ?? '',
        email: user.email ?? '',
      };
    },
    /** A person with a one-time password has no rights yet: all of them are refused, and left out. */
    async complete(person, { input, request }) {
      if (input.with !== 'rights') return person;
      const token = String(request.headers['blade-auth']);
      return { ...(person as object), rights: await rightsAhead(request, token, input.topMenuId) };
    },
  }),
  {
    method: 'GET',
    path: '/blade-auth/oauth/clear-cache',
    title: ['清除缓存', 'Clear caches'],
    answer: done,
    permission: 'signedIn',
    // Rights are read on each request, so this side has no cache to clear.
    handle: async () => true,
  },
  defineCall({
    method: 'POST',
    path: '/blade-system/user/update-password',
    title: ['修改本人密码', 'Change one’s own password'],
    body: {
      oldPassword: optional(freeText('原密码（md5 或 SM2）', 'The old one, as md5 or SM2')),
      newPassword: optional(freeText('新密码', 'The new one')),
      newPassword1: optional(freeText('确认新密码', 'The new one again')),
    },
    answer: done,
    permission: 'signedIn',
    beforeOwnPassword: true,
    /** Checked and hashed here: two slow hashes, and a wrong old password counts like a failed sign-in. */
    async prepare(asked, entitled): Promise<PasswordChange> {
      const { oldPassword, newPassword, newPassword1 } = asked.input;
      const { deps, tenantId, account, held, proof } = await entitled(async (cx) => {
        const { tenantId, principal, deps } = cx;
        const { password_hash } = await cx.trx
          .selectFrom('sys_user')
          .select('password_hash')
          .where('tenant_id', '=', tenantId)
          .where('id', '=', principal!.userId)
          .executeTakeFirstOrThrow();
        const proof = await cx.trx
          .selectFrom('sign_in')
          .select(['phone_proved_at as at', provedSince(cx).as('isGood')])
          .where('tenant_id', '=', tenantId)
          .where('sid', '=', principal!.sid)
          .executeTakeFirst();
        return { deps, tenantId, account: principal!.account, held: password_hash as string, proof };
      });
      const byPhone = proof?.isGood === true && !oldPassword;
      const [old, next, again] = [oldPassword, newPassword, newPassword1].map((sent) => readPassword(deps, sent));
      if (!next || next.digest !== again?.digest) return { refusal: new Refusal('auth.passwordsDiffer') };
      try {
        refuseWeak(next, account);
        const from = { requestId: asked.request.id, address: asked.request.ip };
        const isRight = await throttled(deps, { tenantId, account, ...from }, async () =>
          byPhone || (await isPassword(old?.digest ?? '', held, deps.secrets)) ? true : undefined,
        );
        if (!isRight)
          return { refusal: new Refusal(proof?.at && !oldPassword ? 'auth.proveAgain' : 'auth.oldPasswordWrong') };
        // Disclosed only to a caller who knows the old one, or has proved the phone; a one-time password is an old one too.
        const isSame = byPhone ? await isPassword(next.digest, held, deps.secrets) : next.digest === old?.digest;
        if (isSame) return { refusal: new Refusal('password.same') };
      } catch (error) {
        if (error instanceof Refusal) return { refusal: error };
        throw error;
      }
      return { held, hash: await hashPassword(next.digest, deps.secrets), byPhone };
    },
    async handle(cx, asked) {
      const change = asked.prepared as PasswordChange;
      if ('refusal' in change) throw change.refusal;
      // The proof is good for one password, however that is set, and is judged again with the state of this moment.
      const used = cx.trx.updateTable('sign_in').set({ phone_proved_at: null }).where(provedSince(cx));
      if ((await used.executeTakeFirst()).numUpdatedRows === 0n && change.byPhone) refuse('auth.proveAgain');
      const { numUpdatedRows } = await cx.trx
        .updateTable('sys_user')
        .set({ password_hash: change.hash, must_change_password: 0, update_time: cx.time })
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', cx.principal!.userId)
        .where('password_hash', '=', change.held) // the one that was checked
        .executeTakeFirst();
      if (numUpdatedRows === 0n) refuse('auth.oldPasswordWrong');
      // All other sessions opened with the old password end.
      await cx.trx
        .updateTable('sign_in')
        .set({ ended_at: new Date(cx.deps.now()) })
        .where('tenant_id', '=', cx.tenantId)
        .where('user_id', '=', cx.principal!.userId)
        .where('sid', '<>', cx.principal!.sid)
        .where('ended_at', 'is', null)
        .execute();
      await sessionsChanged(cx.trx, cx.tenantId, cx.principal!.userId);
      const { userId: id, realName, account } = cx.principal!;
      const proved = change.byPhone ? [{ field: 'way', before: null, after: 'sms_code' }] : [];
      writeAudit(cx, user, { id, realName, account }, [{ field: 'password', before: '***', after: '***' }, ...proved], {
        action: 'changePassword',
      });
      return true;
    },
  }),
];
