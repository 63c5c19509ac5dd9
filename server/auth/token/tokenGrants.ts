/** The grants of a session. Each authenticates a person, and ends in the same answer. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { businessDate, dateTime } from '../../../contract/domain/calendar';
import { storedMobile } from '../../../contract/domain/reading/phones';
import { awaiting, normal } from '../../../contract/modules/system/user';
import { ssoSource } from '../../../contract/wire/settings';
import { recordIn } from '../../engine/audit/entries';
import type { Params } from '../../kernel/call';
import type { Deps } from '../../kernel/context';
import type { Trx } from '../../kernel/database';
import { refuse } from '../../kernel/errors';
import { isStoredId } from '../../kernel/ids';
import { prefix, signInFolder } from '../../kernel/paths';
import { EgressError } from '../../kernel/ports';
import { needCaptcha } from '../captcha';
import { readPassword } from '../cipher';
import { browserKnowing, browserOf, cookieFor } from '../knownBrowser';
import { isOneTimePasswordExpired } from '../password/oneTimePassword';
import { isPassword } from '../password/password';
import { accountMeant, type Person, personBy } from '../people';
import { avatarOf } from '../profile';
import { identityAt, type OauthClient, userBehind } from '../provider';
import {
  accessToken,
  type Client,
  earlier,
  guestId,
  heldIn,
  readRefreshToken,
  refreshGraceMs,
  refreshToken,
  sessionEnd,
} from '../session';
import { redeemSignInCode } from '../smsCode';
import { arrive, holderOf, keepVisitor, redirectUri } from '../social';
import { fromAddress, throttled } from '../throttle';

/** One token call. */
export interface Asking {
  deps: Deps;
  params: Params;
  client: Client;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The browser, where it knows the claimed person; '' otherwise. */
  browser?: string;
}
type Answer = Record<string, unknown>;

/** How long a guest has to register. */
const guestSeconds = 3600;

function inTenant<T>({ deps }: Asking, tenantId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return deps.db.withTenant(tenantId, businessDate(deps.now()), work);
}

/** The tenant that is signed in to. */
function tenantOf({ deps, params, request }: Asking): string {
  const named = String(request.headers['tenant-id'] || params.tenantId || deps.settings.console.tenantId);
  return /^\d{1,12}$/.test(named) ? named : refuse('auth.badCredentials');
}

/** The one department and role requested in switch mode; null for none, or for several. */
function choiceOf({ deps, request }: Asking, user: Person): { dept_id: string | null; role_id: string | null } {
  const choose = (header: 'dept-id' | 'role-id', own: string[]): string | null => {
    const chosen = String(request.headers[header] ?? '');
    // A client without a choice sends all it knows, comma-joined.
    if (!deps.settings.console.switchMode || chosen === '' || chosen.includes(',')) return null;
    return isStoredId(chosen) && own.includes(chosen) ? chosen : refuse('auth.notYourRole');
  };
  return { dept_id: choose('dept-id', user.dept_ids), role_id: choose('role-id', user.role_ids) };
}

/** The session, and the members of it that the answer shows. */
interface Session {
  sid: string;
  generation: number;
  oauth_id: string | null;
  dept_id: string | null;
  role_id: string | null;
  phone_proved_at?: Date;
}

/** The bare, snake_case answer of the token call. */
async function answerFor({ deps, client }: Asking, trx: Trx, user: Person, session: Session): Promise<Answer> {
  const { role_ids, dept_ids } = heldIn(user, session);
  const roles = await trx
    .selectFrom('sys_role')
    .select('role_alias')
    .where('tenant_id', '=', user.tenant_id)
    .where('id', 'in', [...role_ids, '0'])
    .execute();
  const { sid, generation } = session;
  return {
    tenant_id: user.tenant_id,
    user_id: user.id,
    dept_id: dept_ids.join(','),
    post_id: user.post_ids.join(','),
    role_id: role_ids.join(','),
    oauth_id: session.oauth_id ?? '',
    account: user.account,
    user_name: user.account,
    nick_name: user.name,
    real_name: user.real_name,
    role_name: roles.map((role) => role.role_alias).join(','),
    avatar: avatarOf(deps, user.tenant_id, user.avatar),
    businessUserCode: user.business_user_code ?? '',
    must_change_password: user.must_change_password === 1,
    show_tour: deps.settings.tour && user.tour_seen_time === null,
    access_token: await accessToken(deps, { sid, tenantId: user.tenant_id, userId: user.id }, client.accessSeconds),
    refresh_token: refreshToken(deps, user.tenant_id, sid, generation),
    token_type: 'bearer',
    expires_in: client.accessSeconds,
    detail: { type: 'web' },
    license: '',
  };
}

async function writeSignIn(
  { deps, client, request }: Asking,
  trx: Trx,
  row: { tenant_id: string; user_id: string | null; oauth_id: string | null } & Partial<Session>,
  seconds: number,
): Promise<string> {
  const sid = deps.newId();
  const now = deps.now();
  await trx
    .insertInto('sign_in')
    .values({
      ...row,
      sid,
      client_id: client.clientId,
      rotated_at: new Date(now),
      expires_at: earlier(new Date(now + seconds * 1000), sessionEnd(now)),
      ends_at: sessionEnd(now),
      address: request.ip,
      user_agent: String(request.headers['user-agent'] ?? '').slice(0, 255),
      create_time: dateTime(now),
    })
    .execute();
  return sid;
}

/** An entry about a person's sign-in, by themselves. */
function byPerson({ request }: Asking, { id, account, real_name }: Person) {
  return {
    entity: 'signIn' as const,
    entityId: id,
    entityName: account,
    userId: id,
    userName: real_name,
    requestId: request.id,
    address: request.ip,
  };
}

/**
 * Open a session for an authenticated person; `failures`: wrong guesses at their account before; `byPhone`: they were
 * authenticated by a code to their phone.
 */
async function open(
  asking: Asking,
  user: Person,
  { oauthId = null as string | null, failures = 0, byPhone = false } = {},
): Promise<Answer> {
  // Disclosed only after authentication: a stranger learns nothing about registrations.
  if (user.status === awaiting) refuse('auth.awaitingApproval');
  const session = { oauth_id: oauthId, ...choiceOf(asking, user) };
  const answer = await inTenant(asking, user.tenant_id, async (trx) => {
    const setsPassword = byPhone && user.must_change_password === 1;
    const proof = setsPassword ? { phone_proved_at: new Date(asking.deps.now()) } : {};
    const row = { tenant_id: user.tenant_id, user_id: user.id, ...session, ...proof };
    const sid = await writeSignIn(asking, trx, row, asking.client.refreshSeconds);
    const opened = await answerFor(asking, trx, user, { ...session, sid, generation: 0 });
    if (setsPassword) opened.sets_password = true;
    await recordIn(trx, asking.deps, user.tenant_id, {
      ...byPerson(asking, user),
      action: 'signIn',
      changes: [
        { field: 'way', before: null, after: asking.params.grant_type ?? asking.params.grantType ?? '' },
        ...(failures > 0 ? [{ field: 'failures', before: failures, after: 0 }] : []),
      ],
    });
    return opened;
  });
  const { deps, request, reply } = asking;
  // Callers without the prefix are redirected without it.
  const path = request.originalUrl.startsWith(prefix) ? signInFolder : signInFolder.slice(prefix.length);
  reply.header('set-cookie', cookieFor(deps, browserOf(deps, request.headers.cookie), user, path));
  return answer;
}

/** The browser of the call, if it knows the claimed person; '' otherwise. */
async function browserFor(asking: Asking, grant: string): Promise<string> {
  const { deps, params, request } = asking;
  const by = grant === 'sms_code' ? 'phone' : 'typed';
  const claimed = by === 'phone' ? storedMobile(params.phone ?? '') : (params.username ?? '').trim();
  return claimed === '' ? '' : browserKnowing(deps, request.headers.cookie, tenantOf(asking), by, claimed);
}

async function checkPassword(asking: Asking): Promise<Answer> {
  const { deps, params } = asking;
  const tenantId = tenantOf(asking);
  const typed = (params.username ?? '').trim();
  if (typed === '' || typed.length > 45 || typed.includes('\u0000')) refuse('auth.badCredentials');
  const password = readPassword(deps, params.password);
  if (!password) return refuse('auth.badCredentials');
  // Otherwise each spelling would have guesses of its own.
  const account = await inTenant(asking, tenantId, (trx) => accountMeant(deps, trx, tenantId, typed));
  let failures = 0;
  const from = { requestId: asking.request.id, address: asking.request.ip, browser: asking.browser };
  const guess = { tenantId, account, ...from, cleared: (count: number) => (failures = count) };
  const user = await throttled(deps, guess, async () => {
    const held = await inTenant(asking, tenantId, (trx) => personBy(trx, tenantId, 'typed', account, deps.now()));
    const isRight = await isPassword(password.digest, held?.password_hash, deps.secrets);
    return isRight && !isOneTimePasswordExpired(held!, deps.now()) ? held : undefined;
  });
  return user ? open(asking, user, { failures }) : refuse('auth.badCredentials');
}

function byPassword(asking: Asking): Promise<Answer> {
  // Otherwise this grant would bypass the captcha.
  if (asking.deps.settings.console.captchaMode) refuse('auth.badCaptcha');
  return checkPassword(asking);
}

async function byCaptcha(asking: Asking): Promise<Answer> {
  // Before the password is checked, so that a wrong captcha costs the account no guess.
  await needCaptcha(asking.deps, asking.request);
  return checkPassword(asking);
}

async function bySmsCode(asking: Asking): Promise<Answer> {
  const { deps, params } = asking;
  if (!deps.settings.console.phoneMode) refuse('auth.badGrant');
  const tenantId = tenantOf(asking);
  const phone = storedMobile(params.phone ?? '');
  const from = { requestId: asking.request.id, address: asking.request.ip, browser: asking.browser };
  const code = (params.value ?? params.code ?? '').trim();
  // Clients of the family send the code alone.
  const id = params.id ?? (params.value === undefined ? undefined : '');
  const user = await redeemSignInCode(deps, { tenantId, phone, ...from }, id, code);
  return user ? open(asking, user, { byPhone: true }) : refuse('auth.badCode');
}

/** The provider's data of the bearer of a code. The cause of a failure is logged, without the code. */
async function vouchedFor({ deps, params, request }: Asking, provider: OauthClient, source: string) {
  const code = params.code ?? '';
  if (code === '' || code.length > 2048) refuse('auth.providerFailed');
  try {
    return await userBehind(deps.egress, provider, code, redirectUri(deps, source));
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    request.log.warn({ source, error }, 'a provider did not vouch');
    return refuse('auth.providerFailed');
  }
}

async function bySocial(asking: Asking): Promise<Answer> {
  const { deps, params, request } = asking;
  const tenantId = tenantOf(asking);
  const source = params.source ?? '';
  const provider = deps.settings.providers.find((one) => one.source === source) ?? refuse('auth.badState');
  await arrive(deps, source, tenantId, params.state ?? '', holderOf(request.headers.cookie));
  const visitor = await keepVisitor(deps, provider, tenantId, await vouchedFor(asking, provider, source));
  if (visitor.user_id) {
    const user = await inTenant(asking, tenantId, (trx) =>
      personBy(trx, tenantId, 'id', visitor.user_id!, asking.deps.now()),
    );
    return user ? open(asking, user, { oauthId: visitor.id }) : refuse('auth.closed');
  }
  // A guest: authenticated, without an account.
  const row = { tenant_id: tenantId, user_id: null, oauth_id: visitor.id };
  const sid = await inTenant(asking, tenantId, (trx) => writeSignIn(asking, trx, row, guestSeconds));
  return {
    tenant_id: tenantId,
    user_id: guestId,
    dept_id: '',
    post_id: '',
    role_id: '',
    oauth_id: visitor.id,
    account: visitor.username,
    user_name: visitor.username,
    nick_name: visitor.username,
    real_name: visitor.username,
    role_name: 'guest',
    avatar: '',
    businessUserCode: '',
    must_change_password: false,
    show_tour: false,
    access_token: await accessToken(deps, { sid, tenantId, userId: guestId }, guestSeconds),
    refresh_token: '', // an hour is enough to register
    token_type: 'bearer',
    expires_in: guestSeconds,
    detail: { type: 'web' },
    license: '',
  };
}

async function bySso(asking: Asking): Promise<Answer> {
  const { deps, params, request } = asking;
  const sso = deps.settings.sso ?? refuse('auth.badGrant');
  const { tenantId } = sso;
  // The operator decides whose people the provider authenticates, not the caller.
  const named = [request.headers['tenant-id'], params.tenantId].filter(Boolean);
  if (named.some((one) => one !== tenantId)) refuse('auth.unknownToUs');
  if (params.redirect_uri !== redirectUri(deps, ssoSource)) refuse('auth.badRedirect');
  const account = identityAt(await vouchedFor(asking, sso, ssoSource), sso.accountField, 45);
  const user =
    account === ''
      ? undefined
      : await inTenant(asking, tenantId, (trx) => personBy(trx, tenantId, 'account', account, deps.now()));
  return user ? open(asking, user) : refuse('auth.unknownToUs');
}

async function byRefresh(asking: Asking): Promise<Answer> {
  const { deps, params, client } = asking;
  const { tenantId, sid, generation } = readRefreshToken(deps, params.refresh_token ?? '');
  const now = deps.now();
  const outcome = await inTenant(asking, tenantId, async (trx) => {
    const row = await trx
      .selectFrom('sign_in')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('sid', '=', sid)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date(now))
      .forUpdate()
      .executeTakeFirst();
    const user = row?.user_id && (await personBy(trx, tenantId, 'id', row.user_id, now));
    if (!user || user.status !== normal || row.client_id !== client.clientId) return undefined;
    const chosen = choiceOf(asking, user);
    const session = {
      sid,
      oauth_id: row.oauth_id,
      dept_id: chosen.dept_id ?? row.dept_id,
      role_id: chosen.role_id ?? row.role_id,
    };
    if (generation === row.generation) {
      await trx
        .updateTable('sign_in')
        .set({
          dept_id: session.dept_id,
          role_id: session.role_id,
          generation: generation + 1,
          rotated_at: new Date(now),
          expires_at: earlier(new Date(now + client.refreshSeconds * 1000), row.ends_at),
        })
        .where('tenant_id', '=', tenantId)
        .where('sid', '=', sid)
        .execute();
      const answer = await answerFor(asking, trx, user, { ...session, generation: generation + 1 });
      const switched = (['role', 'dept'] as const).flatMap((what) => {
        const [before, after] = [row[`${what}_id`], session[`${what}_id`]];
        return before === after ? [] : [{ field: `${what}Id`, before, after }];
      });
      if (switched.length > 0)
        await recordIn(trx, deps, tenantId, { ...byPerson(asking, user), action: 'switchRole', changes: switched });
      return answer;
    }
    // The pair just replaced: a legitimate tab that lost the answer. It gets the current pair.
    const isLostAnswer = generation === row.generation - 1 && now - row.rotated_at.getTime() <= refreshGraceMs;
    if (isLostAnswer) return answerFor(asking, trx, user, row as Session);
    // Anything older was stolen or replayed: the session ends.
    await trx
      .updateTable('sign_in')
      .set({ ended_at: new Date(now) })
      .where('tenant_id', '=', tenantId)
      .where('sid', '=', sid)
      .execute();
    await recordIn(trx, deps, tenantId, {
      ...byPerson(asking, user),
      userId: null,
      userName: '系统',
      action: 'endSession',
      changes: [{ field: 'endedBy', before: null, after: 'replay' }],
    });
    return undefined;
  });
  return outcome ?? refuse('auth.badRefresh');
}

const grants: Record<string, (asking: Asking) => Promise<Answer>> = {
  password: byPassword,
  captcha: byCaptcha,
  sms_code: bySmsCode,
  social: bySocial,
  authorization_code: bySso,
};

/** Answer a token call. Refuses with the same code for everything a stranger could learn from. */
export async function grantSession(asking: Asking, grant: string): Promise<Answer> {
  // Proved by a signature: guessing is impossible, and twenty windows may refresh at once.
  if (grant === 'refresh_token') return byRefresh(asking);
  const prove = Object.hasOwn(grants, grant) ? grants[grant]! : refuse('auth.badGrant');
  const browser = await browserFor(asking, grant);
  return fromAddress(asking.deps, asking.request.ip, browser, () => prove({ ...asking, browser }));
}
