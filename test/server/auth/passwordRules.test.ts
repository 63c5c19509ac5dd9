/** Rules for passwords, and the lifetimes of a password, a session and a token. */

import { sm2 } from 'sm-crypto-v2';
import { commonPasswords } from '../../../contract/domain/passwords';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { accessToken, guestId } from '../../../server/auth/session';
import { ensureEssentials } from '../../../server/seed/essentials';
import { clientOf, ok, password, platform, type Server, startServer } from '../../support/server';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
function sys(path: string) {
  return `/blade-system/${path}`;
}
const info = '/blade-auth/oauth/user-info';
function pair(username: string, word = password) {
  return { username, password: md5(word), grant_type: 'password' };
}
function bearer({ app }: Server, token: string) {
  return clientOf(app, { 'blade-auth': `bearer ${token}` });
}
function renew(server: Server, token: string) {
  return server.token({ grant_type: 'refresh_token', refresh_token: token });
}

describe('a password', () => {
  let server: Server;
  let publicKey: string;
  beforeAll(async () => {
    server = await startServer();
    publicKey = (await server.anybody.send({ url: '/config.json' })).body.sm2PublicKey;
  });
  afterAll(() => server.close());
  const sealed = (word: string) => sm2.doEncrypt(word, publicKey, 0);

  let made = 0;
  const somebody = async () => {
    const account = `chooser${++made}`;
    const { userId } = await server.addUser({ account });
    const client = await server.as(account);
    const change = async (next: string, old = md5(password), again = next) => {
      const query = { oldPassword: old, newPassword: next, newPassword1: again };
      return (await client.post(sys('user/update-password'), { query })).body;
    };
    const hash = async () =>
      (await server.sql('select password_hash as hash from sys_user where id = $1', [userId]))[0].hash;
    return { account, userId, change, hash };
  };

  it('of which a client sends the digest is none of the common ones, nor none at all', async () => {
    const { account, change, hash } = await somebody();
    const before = await hash();
    const every = commonPasswords();
    expect(every.length).toBeGreaterThan(3000);
    const some = every.filter((_, index) => index % 40 === 0);
    for (const word of ['', '123456', 'Password', 'ADMIN@123', account, `${account}123`, ...some])
      for (const digest of [md5(word), md5(word).toUpperCase()])
        expect([word, (await change(digest)).reason]).toEqual([word, 'password.common']);
    expect(await hash()).toBe(before);
    expect(await server.sql('select 1 from sign_in_failure where account = $1', [account])).toEqual([]);
  }, 60_000);

  it.each([
    ['Zq7-kx', 'password.short', '密码至少 8 位'],
    ['kxkxkxkxq', 'password.simple', '密码须包含大写字母、小写字母、数字、符号中的至少两种'],
    ['pAssWord123', 'password.common', '密码过于常见或与账号相近，请更换'],
  ])('that is known is judged itself: %s is %s', async (word, reason, msg) => {
    const { change, hash } = await somebody();
    const before = await hash();
    expect(await change(sealed(word), sealed(password), sealed(word))).toMatchObject({ code: 400, reason, msg });
    expect(await hash()).toBe(before);
  });

  it('is another than before, which is said only to who knows the old one', async () => {
    const { change, hash, account } = await somebody();
    const before = await hash();
    expect(await change(md5(password))).toMatchObject({ reason: 'password.same', msg: '新密码不能与原密码相同' });
    expect((await change(sealed(password), sealed(password), sealed(password))).reason).toBe('password.same');
    expect((await change(md5(password), md5('a guess'))).reason).toBe('auth.oldPasswordWrong');
    expect(await hash()).toBe(before);
    expect((await server.token(pair(account))).status).toBe(200);
  });

  it.each([
    ['the digest of none', () => md5(''), 'password.common'],
    ['the digest of a common one', () => md5('Admin@123'), 'password.common'],
    ['the digest of the account', () => md5('newcomer'), 'password.common'],
    ['a short one', () => sealed('Zq7-kx'), 'password.short'],
    ['no password at all', () => 'plain text', 'user.weakPassword'],
  ])('of a new person is not %s', async (_what, sent, reason) => {
    const [role] = await server.sql(`select id from sys_role where role_alias = 'user'`);
    const [dept] = await server.sql('select id from sys_dept');
    const card = { account: 'newcomer', realName: '新人', name: '新人', roleId: role.id, deptId: dept.id };
    const before = await server.fingerprint();
    const { body } = await server.admin.post(sys('user/submit'), { body: { ...card, password: sent() } });
    expect(body).toMatchObject({ code: 400, reason });
    expect(await server.fingerprint()).toBe(before);
  });

  it('of a person who registers is judged the same', async () => {
    const [oauthId, sid, time] = [server.deps.newId(), server.deps.newId(), server.clock.text()];
    const now = server.deps.now();
    await server.sql(
      `insert into sys_user_oauth (id, tenant_id, source, uuid, create_time, update_time) values ($1, $2, 'gitee', 'octo', $3, $3)`,
      [oauthId, platform, time],
    );
    await server.sql(
      `insert into sign_in (sid, tenant_id, oauth_id, client_id, rotated_at, expires_at, create_time)
       values ($1, $2, $3, 'saber', $4, $5, $6)`,
      [sid, platform, oauthId, new Date(now), new Date(now + HOUR), time],
    );
    const guest = bearer(server, await accessToken(server.deps, { sid, tenantId: platform, userId: guestId }, 3600));
    const register = async (sent: string) =>
      (await guest.post(sys('user/register-guest'), { query: { oauthId, account: 'octocat', password: sent } })).body;
    for (const [sent, reason] of [
      [md5(''), 'password.common'],
      [md5('octocat123'), 'password.common'],
      [sealed('Zq7-kx'), 'password.short'],
    ] as const)
      expect((await register(sent)).reason).toBe(reason);
    expect(await server.sql(`select 1 from sys_user where account = 'octocat'`)).toEqual([]);
    expect((await register(sealed('Octo-word-1'))).success).toBe(true);
  });
});

describe('the first password of an installation', () => {
  it('opens for 72 hours; a start after that prints another, and none once it was used', async () => {
    const server = await startServer();
    const begin = () =>
      server.owner.withTenant(platform, '2026-11-20', (trx) => ensureEssentials(server.deps, trx, undefined));
    const enter = async (word = '') => (await server.token(pair('admin', word))).body;
    await server.sql('delete from sign_in');
    await server.sql(`delete from sys_user where account = 'admin'`);
    const first = await begin();
    expect(await begin()).toBeUndefined(); // the next start prints nothing while it is valid
    server.clock.advance(72 * HOUR - 1000);
    expect(await enter(first)).toMatchObject({ account: 'admin', must_change_password: true });
    server.clock.advance(2000);
    expect((await enter(first)).reason).toBe('auth.badCredentials');
    const second = await begin();
    expect([typeof second, second === first]).toEqual(['string', false]);
    expect((await enter(first)).reason).toBe('auth.badCredentials');
    const { access_token } = await enter(second);
    const next = md5('Their own word 1');
    const query = { oldPassword: md5(second!), newPassword: next, newPassword1: next };
    ok(await bearer(server, access_token).post(sys('user/update-password'), { query }));
    server.clock.advance(100 * DAY);
    expect(await begin()).toBeUndefined();
    expect((await enter('Their own word 1')).must_change_password).toBe(false);
    await server.close();
  });
});

describe('a session', () => {
  it('ends thirty days after the sign-in, however often it was renewed and whatever its token says', async () => {
    const server = await startServer();
    await server.addUser({ account: 'lilei' });
    const { session } = await server.signIn('lilei');
    const renewed = async (token: string) => {
      const answer = await renew(server, token);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    let pairNow = session;
    for (let week = 0; week < 4; week++) {
      server.clock.advance(6 * DAY);
      pairNow = await renewed(pairNow.refresh_token);
    }
    server.clock.advance(6 * DAY - HOUR);
    const last = await renewed(pairNow.refresh_token);
    expect(last.expires_in).toBeGreaterThan(2 * 3600); // by itself the token would be valid
    const [{ expires, ends }] = await server.sql(
      'select expires_at as expires, ends_at as ends from sign_in where sid = $1',
      [last.refresh_token.split('.')[1]],
    );
    expect(expires).toEqual(ends);
    expect((await bearer(server, last.access_token).get(info)).status).toBe(200);
    server.clock.advance(HOUR + 1000);
    expect((await bearer(server, last.access_token).get(info)).status).toBe(401);
    expect((await renew(server, last.refresh_token)).status).toBe(400);
    expect((await renew(server, pairNow.refresh_token)).status).toBe(400);
    await server.close();
  });
});

describe('a token', () => {
  it.each([
    ['unset', {}, 37_500],
    ['60', { TOKEN_TIME: '60' }, 75],
    ['1', { TOKEN_TIME: '1' }, 1],
    ['beyond what the client is granted', { TOKEN_TIME: '999999' }, 1_000_000],
  ])(
    'is valid little longer than the interval after which consoles renew it: TOKEN_TIME %s',
    async (_what, env, seconds) => {
      const server = await startServer({ env });
      await server.addUser({ account: 'lilei' });
      const [{ granted }] = await server.sql(
        `select access_token_validity as granted from sys_client where client_id = 'saber'`,
      );
      const { session, get } = await server.signIn('lilei');
      const most = Math.min(seconds, granted);
      expect(session.expires_in).toBe(most);
      const { exp, iat } = JSON.parse(Buffer.from(session.access_token.split('.')[1], 'base64url').toString());
      expect(exp - iat).toBe(most);
      const renewed = (await renew(server, session.refresh_token)).body;
      expect(renewed.expires_in).toBe(most);
      server.clock.advance((most + 1) * 1000);
      expect((await get(info)).status).toBe(401);
      await server.close();
    },
  );

  it('is valid for less where its client is granted less', async () => {
    const server = await startServer({ env: { TOKEN_TIME: '60' } });
    await server.sql(
      `update sys_client set access_token_validity = 30, refresh_token_validity = 90 where client_id = 'saber'`,
    );
    await server.addUser({ account: 'lilei' });
    const { session } = await server.signIn('lilei');
    expect(session.expires_in).toBe(30);
    server.clock.advance(91_000);
    expect((await renew(server, session.refresh_token)).status).toBe(400);
    await server.close();
  });
});
