/** Signing in, renewing and ending sessions: over HTTP, with a test clock. */
import { gzipSync } from 'node:zlib';
import { SignJWT, UnsecuredJWT } from 'jose';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { accessToken } from '../../../server/auth/session';
import { wrapped } from '../../../src/world/wrapping';
import { png } from '../../support/png';
import { basic, clientOf, ok, password, platform, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
  for (const account of ['lilei', 'hanmei', 'locked', 'moved', 'stopped', 'writer'])
    await server.addUser({ account, permissions: ['product'] });
  await server.addTenant('100002');
  await server.addUser({ account: 'locked', tenantId: '100002' });
});
afterAll(() => server.close());

const MINUTE = 60_000;
const tokenPath = '/blade-auth/oauth/token';
const info = '/blade-auth/oauth/user-info';
function pair(username: string, word = password) {
  return { username, password: md5(word), grant_type: 'password' };
}
function refresh(token: string) {
  return server.token({ grant_type: 'refresh_token', refresh_token: token });
}
function bearer(token: string) {
  return clientOf(server.app, { 'blade-auth': `bearer ${token}` });
}
function sessions() {
  return server.sql('select sid from sign_in').then((rows) => rows.length);
}

describe('a sign-in', () => {
  it('answers the bare, snake_case session of the family, and nothing secret', async () => {
    const { status, body, headers } = await server.token(pair('admin'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tenant_id: platform,
      user_id: '1123598821738675201',
      account: 'admin',
      user_name: 'admin',
      real_name: '管理员',
      role_name: 'administrator',
      businessUserCode: 'E10001',
      token_type: 'bearer',
      expires_in: 37_500,
      detail: { type: 'web' },
      must_change_password: false,
      show_tour: true,
    });
    expect(body).not.toHaveProperty('code');
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['access_token', 'account', 'avatar', 'businessUserCode', 'dept_id', 'detail', 'expires_in', 'license'],
        ...['must_change_password', 'nick_name', 'oauth_id', 'post_id', 'real_name', 'refresh_token', 'role_id'],
        ...['role_name', 'show_tour', 'tenant_id', 'token_type', 'user_id', 'user_name'],
      ].sort(),
    );
    expect(JSON.stringify(body)).not.toMatch(/scrypt|password_hash|[0-9a-f]{64}/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.access_token.length).toBeLessThan(600); // it must fit into a cookie beside its twin
  });

  it('takes its parameters from the query, from a form and from JSON', async () => {
    const headers = { authorization: basic };
    const form = new URLSearchParams(pair('admin')).toString();
    const byForm = await server.anybody.send({
      method: 'POST',
      url: `/api${tokenPath}`,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    });
    expect(byForm.body.account).toBe('admin');
    expect((await server.anybody.post(tokenPath, { body: pair('admin'), headers })).body.account).toBe('admin');
  });

  it('answers a wrong password, a stranger and an empty word alike, in both languages, and opens no session', async () => {
    const before = await sessions();
    const wrong = await server.token(pair('lilei', 'wrong'));
    const stranger = await server.token(pair('nobody', 'wrong'));
    const empty = await server.token({ ...pair('lilei'), password: '' });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({
      code: 400,
      success: false,
      error: 'invalid_grant',
      error_description: '用户名或密码错误',
      msg: '用户名或密码错误',
      reason: 'auth.badCredentials',
    });
    expect(stranger.body).toEqual(wrong.body);
    expect(empty.body).toEqual(wrong.body);
    const english = await server.token(pair('nobody', 'wrong'), { 'accept-language': 'en-GB' });
    expect(english.body.error_description).toBe('Incorrect account or password');
    expect(await sessions()).toBe(before);
  });

  it('is not bought with the stored hash', async () => {
    const [{ password_hash: hash }] = await server.sql(`select password_hash from sys_user where account = 'lilei'`);
    expect(hash).toMatch(/^scrypt\$\d+\$8\$1\$/);
    for (const word of [hash, md5(hash)])
      expect((await server.token({ ...pair('lilei'), password: word })).status).toBe(400);
  });

  it('is blocked after five failures, also for the right password, and possible again half an hour later', async () => {
    for (let i = 0; i < 5; i++)
      expect((await server.token(pair('locked', 'wrong'))).body.error_description).toBe('用户名或密码错误');
    const right = await server.token(pair('locked'));
    expect(right.status).toBe(400);
    expect(right.body.error_description).toBe('用户登录失败次数过多');
    expect((await server.token(pair('locked'), { 'tenant-id': '100002' })).status).toBe(200); // an account of the same name is another person
    server.clock.advance(29 * MINUTE);
    expect((await server.token(pair('locked'))).status).toBe(400);
    server.clock.advance(2 * MINUTE); // what was tried meanwhile has not made it longer
    expect((await server.token(pair('locked'))).status).toBe(200);
  });

  it('judges at most five of many guesses at once, whatever addresses they claim, also for unknown accounts', async () => {
    for (const account of ['hanmei', 'nobody-at-all']) {
      const guesses = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          server.token(pair(account, `guess ${i}`), { 'x-forwarded-for': `10.0.0.${i}`, 'x-real-ip': `10.0.1.${i}` }),
        ),
      );
      const words = guesses.map(({ body }) => body.error_description);
      expect(words.filter((word) => word === '用户名或密码错误')).toHaveLength(5);
      expect(words.filter((word) => word === '用户登录失败次数过多')).toHaveLength(7);
    }
    server.clock.advance(31 * MINUTE);
  });

  const cases: [string, Record<string, string>][] = [
    ['no client', {}],
    ['an unknown client', { authorization: `Basic ${Buffer.from('other:saber_secret').toString('base64')}` }],
    ['a wrong client word', { authorization: `Basic ${Buffer.from('saber:wrong').toString('base64')}` }],
    ['a client that is no text', { authorization: `Basic ${Buffer.from('sa\u0000ber:x').toString('base64')}` }],
    ['another scheme', { authorization: basic.replace('Basic', 'Bearer') }],
    ['no base64', { authorization: 'Basic ***' }],
  ];
  it.each(cases)('is refused with 400 invalid_client for %s', async (_case, headers) => {
    const { status, body } = await server.anybody.post(tokenPath, { query: pair('admin'), headers });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 400, error: 'invalid_client', error_description: '客户端认证失败!' });
  });

  it.each(['', 'implicit', 'toString'])('is refused with 400 for the grant %j', async (grant) => {
    const { status, body } = await server.token({ ...pair('admin'), grant_type: grant });
    expect(status).toBe(400);
    expect(body.error).toBe('unsupported_grant_type');
    expect(body.error_description).toBe('不支持的授权类型');
  });

  it.each([
    ['numbers', { username: 1, password: 2, grant_type: 'password' }],
    ['lists', { username: ['admin'], password: [md5(password)], grant_type: 'password' }],
    ['objects', { username: { a: 1 }, password: { toString: 1 }, grant_type: 'password' }],
    ['a list', [pair('admin')]],
    ['a refresh token of another type', { grant_type: 'refresh_token', refresh_token: { split: 1 } }],
    ['a NUL in the name', { ...pair('admin\u0000') }],
  ])('is refused with 400 and an error_description for %s in the body', async (_case, body) => {
    const answer = await server.anybody.post(tokenPath, { body, headers: { authorization: basic } });
    expect(answer.status).toBe(400);
    expect(answer.body.error_description).toEqual(expect.stringMatching(/./));
  });

  it('does not guess which of two accounts was meant', async () => {
    const answer = await server.anybody.send({
      method: 'POST',
      url: `/api${tokenPath}?grant_type=password&username=admin&username=lilei&password=${md5(password)}`,
      headers: { authorization: basic },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error_description).toContain('username');
  });
});

describe('an access token', () => {
  /** The claims of a valid token of an active session: only what a case changes can be the cause of a refusal. */
  const claims = () =>
    JSON.parse(Buffer.from(server.admin.headers['blade-auth']!.split('.')[1]!, 'base64url').toString());
  const forged = (key: Uint8Array, change: object = {}) =>
    new SignJWT({ ...claims(), ...change }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  const ours = () => server.deps.secrets.key('access-token');
  const published = [
    'bladexisapowerfulmicroservicearchitectureupgradedandoptimizedfromacommercialproject',
    'abcdefghijklmnopqrstuvwxyz123456',
  ];

  it('opens what it names', async () => {
    expect((await bearer(await forged(ours())).get(info)).status).toBe(200); // the forger below knows how
    expect(ok(await server.admin.get(info))).toMatchObject({ account: 'admin', businessUserCode: 'E10001' });
  });

  const tokens: [string, () => Promise<string> | string][] = [
    ['nothing', () => ''],
    ['no scheme', () => String(server.admin.headers['blade-auth']).slice(7)],
    ['garbage', () => 'bearer garbage'],
    ['an encrypted form', () => 'crypto Z2FyYmFnZQ=='],
    ['20 KB', () => `bearer ${'x'.repeat(20_000)}`],
    ['alg none', () => `bearer ${new UnsecuredJWT(claims()).encode()}`],
    ...published.map((key): [string, () => Promise<string>] => [
      `a published key (${key.slice(0, 6)}…)`,
      async () => `bearer ${await forged(new TextEncoder().encode(key))}`,
    ]),
    ['a flipped bit', () => `${String(server.admin.headers['blade-auth']).slice(0, -2)}xx`],
    [
      'a sign-in that never was',
      async () => `bearer ${await accessToken(server.deps, { sid: '7', tenantId: platform, userId: '1' }, 60)}`,
    ],
    [
      'another person’s sign-in',
      async () => {
        const [{ sid }] = await server.sql('select sid from sign_in limit 1');
        return `bearer ${await accessToken(server.deps, { sid, tenantId: platform, userId: '1' }, 60)}`;
      },
    ],
    ['the refresh token', async () => `bearer ${(await server.signIn('writer')).session.refresh_token}`],
    ['our key and another type', async () => `bearer ${await forged(ours(), { typ: 'refresh' })}`],
    ['our key and another issuer', async () => `bearer ${await forged(ours(), { iss: 'other' })}`],
    ['our key and another audience', async () => `bearer ${await forged(ours(), { aud: 'other' })}`],
    ['our key and another tenant', async () => `bearer ${await forged(ours(), { tid: '100002' })}`],
    ['our key and no end', async () => `bearer ${await forged(ours(), { exp: undefined })}`],
    ['our key and a time to come', async () => `bearer ${await forged(ours(), { nbf: 4_000_000_000 })}`],
  ];
  it.each(tokens)('is refused with 401 in the envelope for %s', async (_case, token) => {
    const header = await token();
    const { status, body } = await server.anybody.get(info, {}, header ? { 'blade-auth': header } : {});
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 401, success: false, data: {}, msg: '请求未授权', reason: 'signedOut' });
  });

  it('ends by the clock', async () => {
    const { session, get } = await server.signIn();
    server.clock.advance((session.expires_in - 1) * 1000);
    expect((await get(info)).status).toBe(200);
    server.clock.advance(2000);
    expect((await get(info)).status).toBe(401);
  });

  it('is not taken from the address or from a cookie', async () => {
    const token = server.admin.headers['blade-auth']!;
    expect((await server.anybody.get(info, { 'blade-auth': token })).status).toBe(401);
    const cookie = { cookie: `Blade-Auth=${token}; saber-access-token=${token.slice(7)}` };
    expect((await server.anybody.get(info, {}, cookie)).status).toBe(401);
    expect((await server.anybody.get('/blade-auth/oauth/logout', {}, cookie)).status).toBe(401);
  });
});

describe('a sign-out', () => {
  it('ends the access and the refresh token, and a second one is told so', async () => {
    const { session, get } = await server.signIn('writer');
    expect(ok(await get('/blade-auth/oauth/logout'))).toBe(true);
    expect((await get(info)).status).toBe(401);
    expect((await refresh(session.refresh_token)).body).toMatchObject({ code: 400, error: 'invalid_grant' });
    expect((await get('/blade-auth/oauth/logout')).status).toBe(401);
  });
});

describe('a refresh', () => {
  it('rotates the pair; the one before is good for half a minute and answers the current pair', async () => {
    const { session } = await server.signIn('writer');
    const second = await refresh(session.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(session.refresh_token);
    expect((await bearer(second.body.access_token).get(info)).status).toBe(200);
    server.clock.advance(29_000);
    expect((await refresh(session.refresh_token)).body.refresh_token).toBe(second.body.refresh_token);
  });

  it('gives 20 tabs that ask at once one pair that works for all of them', async () => {
    const { session } = await server.signIn('writer');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    for (const { body } of answers) expect((await bearer(body.access_token).get(info)).status).toBe(200);
    expect((await refresh(answers[0]!.body.refresh_token)).status).toBe(200);
  });

  it('that comes a minute late ends the whole session, whoever holds it', async () => {
    const { session } = await server.signIn('writer');
    const second = await refresh(session.refresh_token);
    server.clock.advance(MINUTE);
    const late = await refresh(session.refresh_token);
    expect(late.status).toBe(400);
    expect(late.body.error_description).toBe('登录已失效，请重新登录');
    expect((await refresh(second.body.refresh_token)).status).toBe(400);
    expect((await bearer(second.body.access_token).get(info)).status).toBe(401);
  });

  it('with a token two generations old ends it too, even within the half minute', async () => {
    const { session } = await server.signIn('writer');
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.body.refresh_token);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await bearer(third.body.access_token).get(info)).status).toBe(401);
  });

  it.each(['', 'garbage', '000000.1.0.', '000000.1.0.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'a.b.c.d.e'])(
    'is refused with 400 for %j',
    async (token) => expect((await refresh(token)).body).toMatchObject({ code: 400, error: 'invalid_grant' }),
  );

  it('is refused with 400 for an access token and for a raised generation', async () => {
    const { session } = await server.signIn('writer');
    expect((await refresh(session.access_token)).status).toBe(400);
    const [tenantId, sid, , proof] = session.refresh_token.split('.');
    expect((await refresh([tenantId, sid, '1', proof].join('.'))).status).toBe(400);
    expect((await refresh(session.refresh_token)).status).toBe(200); // a forgery ends no session
  });

  it('is refused once its week is over', async () => {
    const { session } = await server.signIn('writer');
    server.clock.advance(7 * 24 * 60 * MINUTE + 1000);
    expect((await refresh(session.refresh_token)).status).toBe(400);
  });
});

describe('a session ends with the next call when', () => {
  const endings: [string, string, string][] = [
    ['the person is deleted', 'update sys_user set is_deleted = $1 where account = $2', '1'],
    ['the person is disabled', 'update sys_user set status = $1 where account = $2', '0'],
  ];
  it.each(endings)('%s', async (_case, change, value) => {
    const { session, get } = await server.signIn('stopped');
    expect((await get(info)).status).toBe(200);
    await server.sql(change, [value, 'stopped']);
    expect((await get(info)).status).toBe(401);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await server.token(pair('stopped'))).body.error_description).toBe('用户名或密码错误');
    await server.sql(`update sys_user set is_deleted = 0, status = 1 where account = 'stopped'`);
    await server.sql('delete from sign_in_failure');
  });

  it('the tenant is stopped', async () => {
    const { session, get } = await server.signIn('locked', password, '100002');
    await server.sql(`update tenant set status = 0 where tenant_id = '100002'`);
    expect((await get(info)).status).toBe(401);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await server.token(pair('locked'), { 'tenant-id': '100002' })).status).toBe(400);
    await server.sql(`update tenant set status = 1 where tenant_id = '100002'`);
  });

  it('another session of the person changes the password', async () => {
    const [here, there] = [await server.as('moved'), await server.as('moved')];
    const path = '/blade-system/user/update-password';
    const words = (oldWord: string, a: string, b = a) => ({
      oldPassword: md5(oldWord),
      newPassword: md5(a),
      newPassword1: md5(b),
    });
    const wrong = await here.post(path, { query: words('wrong', 'next') });
    expect(wrong.body).toMatchObject({ code: 400, msg: '原密码不正确!' });
    const differ = await here.post(path, { query: words(password, 'next', 'other') });
    expect(differ.body).toMatchObject({ code: 400, msg: '请输入正确的确认密码!' });
    for (const odd of [1, ['a'], { toString: 1 }])
      expect((await here.post(path, { body: { ...words(password, 'next'), oldPassword: odd } })).status).toBe(400);
    expect((await there.get(info)).status).toBe(200);
    expect(ok(await here.post(path, { body: words(password, 'next') }))).toBe(true);
    expect((await there.get(info)).status).toBe(401);
    expect((await here.get(info)).status).toBe(200);
    expect((await server.token(pair('moved'))).status).toBe(400);
    expect((await server.token(pair('moved', 'next'))).status).toBe(200);
  });
});

describe('SendLogs', () => {
  const path = '/blade-auth/oauth/logout';
  const entry = {
    url: '/lease',
    time: '2026-11-20 09:00:00',
    type: 'error',
    message: 'boom',
    stack: 'at x',
    info: 'y',
  };
  const stored = () => server.sql('select * from error_log order by id');

  it('keeps the entries with their sender, answers how many, and the session continues', async () => {
    expect(ok(await server.admin.post(path, { body: [entry, { ...entry, message: 'bang' }] }))).toEqual({ count: 2 });
    const rows = await stored();
    expect(rows.map(({ message }) => message)).toEqual(['boom', 'bang']);
    expect(rows[0]).toMatchObject({
      user_name: '管理员',
      url: '/lease',
      type: 'error',
      stack: 'at x',
      tenant_id: platform,
    });
    expect((await server.admin.get(info)).status).toBe(200);
  });

  it('keeps a tape with its entry, and hands it out to who may see the log', async () => {
    const tape = { tape: 1, story: [{ do: 'app/started', with: '/' }] };
    const packed = gzipSync(JSON.stringify(tape)).toString('base64');
    ok(await server.admin.post(path, { body: [entry, { ...entry, message: 'with tape', tape: packed }] }));
    const [row] = await server.sql("select id, tape from error_log where message = 'with tape'");
    expect(row).toMatchObject({ tape: packed });
    expect(ok(await server.admin.get(`/blade-log/error/tape?id=${row!.id}`))).toBe(packed);
    const [plain] = await server.sql("select id from error_log where message = 'boom' limit 1");
    expect((await server.admin.get(`/blade-log/error/tape?id=${plain!.id}`)).body).toMatchObject({ code: 404 });
    await server.addUser({ account: 'mei', permissions: [] });
    const mei = await server.as('mei');
    expect((await mei.get(`/blade-log/error/tape?id=${row!.id}`)).body).toMatchObject({ code: 403 });
  });

  it.each([
    ['no base64', '<script>'],
    ['no text', { toString: 'x' }],
    ['too large', 'A'.repeat(1_000_001)],
  ])('refuses a tape that is %s, and keeps nothing', async (_what, tape) => {
    const before = (await stored()).length;
    const answer = await server.admin.post(path, { body: [{ ...entry, tape }] });
    expect(answer.body).toMatchObject({ code: 400 });
    expect((await stored()).length).toBe(before);
  });

  it('takes odd entries without breaking, cut to what the table holds', async () => {
    const odd = [null, 1, 'text', [], { message: 'm'.repeat(9000), type: 'NUL\u0000', url: { toString: 1 }, time: 7 }];
    const { count } = ok(await server.admin.post(path, { body: odd }));
    const last = (await stored()).at(-1);
    expect(count).toBeGreaterThan(0);
    expect(last.message).toHaveLength(2000);
    expect(last.type).toBe('NUL');
  });

  it('takes an empty body for no entries', async () => {
    expect(ok(await server.admin.post(path))).toEqual({ count: 0 });
  });

  it('is refused for more than 200 entries, more than 256 KB, and without a session', async () => {
    const before = (await stored()).length;
    expect((await server.admin.post(path, { body: Array(201).fill(entry) })).status).toBe(400);
    expect((await server.admin.post(path, { body: [{ ...entry, stack: 'x'.repeat(300_000) }] })).status).toBe(413);
    expect((await server.anybody.post(path, { body: [entry] })).status).toBe(401);
    expect(await stored()).toHaveLength(before);
  });
});

describe('a token under the deployment’s key', () => {
  const key = 'ab'.repeat(32);
  const own = () => server.admin.headers['blade-auth']!;
  const wrap = async () => String((await wrapped({ 'Blade-Auth': own() }, key))!['Blade-Auth']);
  const ask = async (header: string) => (await server.anybody.get(info, {}, { 'blade-auth': header })).status;
  afterEach(() => {
    delete server.deps.settings.console.tokenCryptoKey;
  });

  it('is taken as the console sends it, and an unencrypted one is still taken', async () => {
    server.deps.settings.console.tokenCryptoKey = key;
    const header = await wrap();
    expect(header).toMatch(/^crypto [\w-]+$/);
    expect(header).not.toContain(own().slice(7, 30));
    expect(await wrap()).not.toBe(header); // it does not show that it is the same token
    expect([await ask(header), await ask(own())]).toEqual([200, 200]);
  });

  it('opens nothing without a key, under another one, or changed', async () => {
    const header = await wrap();
    expect(await ask(header)).toBe(401);
    server.deps.settings.console.tokenCryptoKey = 'cd'.repeat(32);
    expect(await ask(header)).toBe(401);
    server.deps.settings.console.tokenCryptoKey = key;
    expect(await ask(`${header.slice(0, 40)}${header[40] === 'A' ? 'B' : 'A'}${header.slice(41)}`)).toBe(401);
    expect([await ask('crypto'), await ask('crypto x')]).toEqual([401, 401]);
  });
});

describe('an address that is not the person’s', () => {
  const whose = (client: typeof server.admin, path: string) =>
    client.get('/blade-system/menu/whose', { path }).then(ok);

  it('is known with its page and those who can give it; others are not', async () => {
    await server.addUser({ account: 'asker', permissions: ['product'] });
    const { body } = await server.token(pair('asker'));
    const asker = bearer(body.access_token);
    const found = await whose(asker, '/system/user');
    expect(found).toEqual({
      code: 'user',
      name: '用户管理',
      nameEn: 'Users',
      helpers: expect.arrayContaining(['管理员']),
    });
    expect(await whose(asker, '/system/user/detail/1')).toMatchObject({ code: 'user' });
    for (const path of ['/nowhere', '/lease/product', '/system', '/', '/system/users'])
      expect(await whose(asker, path)).toEqual({});
    expect(await whose(server.admin, '/system/user')).toEqual({});
  });

  it('is none of a tenant’s that does not have it', async () => {
    const { body } = await server.token(pair('locked'), { 'tenant-id': '100002' });
    expect(await whose(bearer(body.access_token), '/system/tenant')).toEqual({});
  });
});

describe('menus', () => {
  it('say whether their page is kept, and which top menu they belong to', async () => {
    const [product] = await server.menuIds('product');
    await server.sql('update sys_menu set keep_alive = 0 where id = $1', [product]);
    const tree = ok(await server.admin.get('/blade-system/menu/routes'));
    const found = tree.flatMap(({ children = [] }: any) => children).find(({ id }: any) => id === product);
    expect(found.meta).toEqual({ keepAlive: 0 });
    await server.sql('update sys_menu set keep_alive = 1 where id = $1', [product]);
  });

  it('are joined by the processes of the platform', async () => {
    const entries = ok(await server.admin.get('/blade-system/dict-biz/dictionary', { code: 'flow' }));
    expect(entries[0]).toMatchObject({ code: 'flow', dictKey: '1', remark: 'leave' });
  });
});

describe('an answer', () => {
  it('never holds a password, a hash or the client’s word', async () => {
    const calls = ['/blade-auth/oauth/user-info', '/blade-auth/oauth/clear-cache', '/blade-system/menu/routes'];
    for (const path of [...calls, '/blade-system/menu/buttons', '/blade-system/menu/top-menu']) {
      const { status, body } = await server.admin.get(path);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/password|scrypt|secret|salt|[0-9a-f]{64}/i);
    }
    expect(JSON.stringify((await server.anybody.send({ url: '/config.json' })).body)).not.toMatch(
      /scrypt|password(?!Cipher)/,
    );
  });
});

it('a full queue is reported as busy, to be retried, in both envelopes', async () => {
  const ask = () =>
    server.anybody.send({
      method: 'POST',
      url: `/api${tokenPath}`,
      query: pair('nobody'),
      remoteAddress: '203.0.113.77',
      headers: { authorization: basic },
    });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  const turned = answers.filter(({ status }) => status === 503);
  expect(turned.length).toBeGreaterThan(0);
  expect(turned[0]!.headers['retry-after']).toBe('1');
  expect(turned[0]!.body).toMatchObject({
    ...{ code: 503, success: false, reason: 'busy', msg: '系统繁忙，请稍后重试' },
    ...{ error: 'temporarily_unavailable', error_description: '系统繁忙，请稍后重试' },
  });
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(20 - turned.length);
});

describe('a one-time password', () => {
  it('opens the change of it and one’s own name, and nothing else, until it is changed', async () => {
    await server.addUser({ account: 'novice', permissions: ['product'] });
    await server.sql(`update sys_user set must_change_password = 1 where account = 'novice'`);
    const signedIn = await server.token(pair('novice'));
    expect(signedIn.body.must_change_password).toBe(true);
    const novice = bearer(signedIn.body.access_token);
    for (const path of ['/blade-auth/oauth/user-info', '/blade-system/user/info']) ok(await novice.get(path));
    const told = { status: 403, body: { code: 403, success: false, reason: 'auth.mustChangePassword' } };
    for (const path of [
      ...['/blade-desk/dashboard', '/blade-desk/inbox/page', '/blade-desk/inbox/unread', '/blade-system/menu/routes'],
      ...['/blade-system/menu/buttons', '/blade-system/menu/top-menu', '/blade-system/dept/tree'],
      ...['/blade-system/dict-biz/dictionary', '/blade-system/role/select', '/blade-auth/oauth/clear-cache'],
    ])
      expect([path, await novice.get(path)]).toMatchObject([path, told]);
    const body = { phone: '13800138000' };
    expect(await novice.post('/blade-system/user/update-info', { body })).toMatchObject(told);
    expect(await novice.upload('/blade-resource/oss/endpoint/put-file', png())).toMatchObject(told);
    const again = { grant_type: 'refresh_token', refresh_token: signedIn.body.refresh_token };
    expect((await server.token(again)).status).toBe(200);
    ok(await novice.post('/blade-auth/oauth/lock', { body: { proof: 'a'.repeat(64) } }));
    ok(await novice.post('/blade-auth/oauth/unlock', { body: { proof: 'a'.repeat(64) } }));
    const list = () => novice.get('/blade-product/product/page');
    expect(await list()).toMatchObject({ status: 403, body: { code: 403, reason: 'auth.mustChangePassword' } });
    const next = md5('another one');
    const query = { oldPassword: md5(password), newPassword: next, newPassword1: next };
    ok(await novice.post('/blade-system/user/update-password', { query }));
    expect((await list()).status).toBe(200);
  });
});

describe('what has served its time', () => {
  it('goes a month after its end, and nothing sooner', async () => {
    // The sessions that this file inserts directly never expire.
    const left = async () =>
      (
        await server.sql(
          `select (select count(*) from sign_in where expires_at < '2040-01-01' and tenant_id = $1)::int as sessions,
        (select count(*) from sign_in_failure where tenant_id = $1)::int as failures`,
          [platform],
        )
      )[0];
    await server.token(pair('admin'));
    await server.token(pair('somebody', 'wrong'));
    await server.advance();
    const before = await left();
    expect([before.sessions > 0, before.failures > 0]).toEqual([true, true]);
    server.clock.advance(7 * 24 * 60 * MINUTE + 29 * 24 * 60 * MINUTE);
    await server.advance();
    expect(await left()).toEqual({ sessions: expect.any(Number), failures: 0 });
    expect((await left()).sessions).toBeGreaterThan(0);
    server.clock.advance(2 * 24 * 60 * MINUTE);
    await server.advance();
    expect(await left()).toEqual({ sessions: 0, failures: 0 });
  });
});
