/** Third-party sign-in, registration and approval, and single sign-on, against a provider on loopback. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { clientId, clientSecret, startProvider, type TestProvider } from '../../support/oauthProvider';
import { clientOf, ok, password, platform, type Server, startServer } from '../../support/server';

const MINUTE = 60_000;
const home = 'https://lease.example/oauth/redirect';

let provider: TestProvider;
let server: Server;
let folder: string;
const lines: string[] = [];

beforeAll(async () => {
  provider = await startProvider([`${home}/gitee`, `${home}/nested`, `${home}/sso`]);
  folder = mkdtempSync(join(tmpdir(), 'leasedesk-providers-'));
  const nested = { id: 'data.open_id', name: 'data.nick', avatar: 'data.picture', email: 'data.mail' };
  const entries = [provider.entry, { ...provider.entry, source: 'nested', title: '企业号', fields: nested }];
  const file = join(folder, 'providers.json');
  writeFileSync(file, JSON.stringify(entries));
  const { authorizeUrl, tokenUrl, userUrl } = provider.entry;
  server = await startServer({
    env: {
      OAUTH_PROVIDERS: file,
      EGRESS_ALLOW: provider.host,
      SSO_AUTHORIZE_URL: authorizeUrl,
      SSO_TOKEN_URL: tokenUrl,
      SSO_USER_URL: userUrl,
      SSO_CLIENT_ID: clientId,
      SSO_CLIENT_SECRET: clientSecret,
      SSO_ACCOUNT_FIELD: 'employee.account',
    },
    logLevel: 'trace',
    logTo: { write: (line) => lines.push(line) },
  });
  await server.addTenant('100002');
});
afterAll(async () => {
  await server.close();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  provider.state.fault = '';
  await server.sql('delete from address_failure');
});

function bearer(token: string) {
  return clientOf(server.app, { 'blade-auth': `bearer ${token}` });
}
/** The first half of the visit, as a browser makes it: to the provider and back, with a cookie. */
async function journey(source = 'gitee', tenantId = platform, cookie?: string) {
  const { status, headers } = await server.anybody.send({
    url: `/api/blade-auth/oauth/render/${source}?tenantId=${tenantId}`,
    headers: cookie ? { cookie } : {},
  });
  expect(status).toBe(302);
  const kept = String(headers['set-cookie']);
  const back = await provider.visit(String(headers.location));
  return { ...back, source, tenantId, location: String(headers.location), kept, cookie: kept.split(';')[0]! };
}
type Journey = Awaited<ReturnType<typeof journey>>;
/** The second half: the result is passed to the token call. */
function arrive({ tenantId, source, code, state, cookie }: Journey, change: Partial<Journey> = {}) {
  return server.token(
    { grant_type: 'social', scope: 'all', tenantId, source, code, state, ...withoutCookie(change) },
    { cookie: change.cookie ?? cookie, 'tenant-id': change.tenantId ?? tenantId },
  );
}
function withoutCookie({ cookie: _, ...rest }: Partial<Journey>) {
  return rest as Record<string, string>;
}
async function visit(source?: string, tenantId?: string) {
  return arrive(await journey(source, tenantId));
}
async function sessions() {
  return (await server.sql('select count(*)::int as count from sign_in'))[0].count;
}
function somebody(id: number | string, name = `客人${id}`) {
  provider.state.person = { id, name, email: `${id}@example.com`, avatar_url: 'https://img.example/1.png' };
}

describe('the way to a provider', () => {
  it('is offered by name, without any other detail', async () => {
    const { body } = await server.anybody.send({ url: '/config.json' });
    expect(body.socialSources).toEqual([
      { source: 'gitee', title: '码云' },
      { source: 'nested', title: '企业号' },
    ]);
    expect(body.sso).toEqual({ authorizeUrl: provider.entry.authorizeUrl, clientId, tenantId: platform });
    expect(JSON.stringify(body)).not.toContain(clientSecret);
    expect(JSON.stringify(body)).not.toMatch(/tokenUrl|userUrl/);
  });

  it('names client, scope and redirect address; the cookie grants no access and is hidden from scripts', async () => {
    const { location, kept, redirect } = await journey();
    const { searchParams } = new URL(location);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${home}/gitee`,
      scope: 'user_info',
      state: expect.stringMatching(/^000000\.[\w-]{22}\.[\w-]{32}$/),
    });
    expect(redirect).toBe(`${home}/gitee`);
    expect(kept).toMatch(/^__Host-leasedesk-oauth=[\w-]{22}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('does not exist for a provider that is not configured, nor for a tenant that cannot be', async () => {
    expect((await server.anybody.get('/blade-auth/oauth/render/github')).status).toBe(404);
    expect((await server.anybody.get('/blade-auth/oauth/render/__proto__')).status).toBe(404);
    expect((await server.anybody.get('/blade-auth/oauth/render/gitee', { tenantId: 'x' })).status).toBe(400);
    expect((await server.anybody.get('/blade-auth/oauth/render/gitee', { tenantId: '777777' })).body.msg).toBe(
      '租户信息错误!',
    );
  });
});

describe('the way back', () => {
  it('ends with a guest, who has a row and no rights', async () => {
    somebody(1);
    const { status, body } = await visit();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user_id: '-1',
      tenant_id: platform,
      role_name: 'guest',
      role_id: '',
      account: '客人1',
      refresh_token: '',
      expires_in: 3600,
    });
    expect(body.oauth_id).toMatch(/^\d+$/);
    const guest = bearer(body.access_token);
    for (const path of ['/blade-auth/oauth/user-info', '/blade-system/menu/routes', '/blade-system/menu/buttons'])
      expect((await guest.get(path)).status).toBe(403);
    expect((await guest.get('/blade-product/product/page')).status).toBe(403);
    expect((await guest.post('/blade-system/user/update-password', { query: { newPassword: md5('x') } })).status).toBe(
      403,
    );
    expect((await guest.post('/blade-auth/oauth/logout', { body: [] })).status).toBe(403);
    expect(ok(await guest.get('/blade-system/tenant/info', { domain: 'x' }))).toEqual({});
    expect(ok(await guest.get('/blade-auth/oauth/logout'))).toBe(true);
    expect((await guest.get('/blade-auth/oauth/logout')).status).toBe(401);
  });

  it('ends with the same row at the next visit, and with its own in another tenant', async () => {
    somebody(2);
    const [first, second, elsewhere] = [await visit(), await visit(), await visit('gitee', '100002')];
    expect(second.body.oauth_id).toBe(first.body.oauth_id);
    expect(elsewhere.body).toMatchObject({ tenant_id: '100002', user_id: '-1' });
    expect(elsewhere.body.oauth_id).not.toBe(first.body.oauth_id);
  });

  it('reads the fields that the entry names', async () => {
    provider.state.person = { data: { open_id: 'o-77', nick: '小李', mail: 'li@example.com', picture: '' } };
    const { body } = await visit('nested');
    expect(body.account).toBe('小李');
    const [row] = await server.sql('select * from sys_user_oauth where id = $1', [body.oauth_id]);
    expect(row).toMatchObject({ source: 'nested', uuid: 'o-77', email: 'li@example.com', user_id: null });
  });

  it('is a way of one use, ten minutes, one tenant, one provider and one browser', async () => {
    somebody(3);
    const before = await sessions();
    const used = await journey();
    expect((await arrive(used)).status).toBe(200);
    expect((await arrive(used)).body.reason).toBe('auth.badState'); // at once, and not because it has expired
    const other = await journey('nested');
    const old = await journey();
    server.clock.advance(10 * MINUTE + 1000);
    const fresh = await journey();
    const theirs = await journey('gitee', platform, 'leasedesk-oauth=AAAAAAAAAAAAAAAAAAAAAA');
    const calls = provider.state.calls.length;
    const attempts: [Journey, Partial<Journey>][] = [
      [used, {}],
      [old, {}],
      [fresh, { state: '' }],
      [fresh, { state: other.state }],
      [fresh, { state: `${fresh.state.slice(0, -1)}${fresh.state.endsWith('A') ? 'B' : 'A'}` }],
      [fresh, { source: 'nested' }],
      [fresh, { source: 'github' }],
      [fresh, { tenantId: '100002' }],
      [fresh, { cookie: '' }],
      [fresh, { cookie: theirs.cookie }], // another person's browser is made to complete this visit
    ];
    for (const [way, change] of attempts) {
      const { status, body } = await arrive(way, change);
      expect([change, status, body.error_description]).toEqual([change, 400, '登录请求已失效，请重新发起第三方登录']);
    }
    expect(provider.state.calls).toHaveLength(calls); // the provider was not even asked
    expect(await sessions()).toBe(before + 1);
    expect((await arrive(fresh)).status).toBe(200);
  });

  it('succeeds once, when two return with the same code', async () => {
    const way = await journey();
    const calls = provider.state.calls.length;
    const both = await Promise.all([arrive(way), arrive(way)]);
    expect(both.map(({ body }) => body.reason ?? 'in').sort()).toEqual(['auth.badState', 'in']);
    expect(provider.state.calls).toHaveLength(calls + 2); // one code was used there, once
  });

  it('keeps the cookie of a browser that begins a second visit', async () => {
    const first = await journey();
    const second = await journey('gitee', platform, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    expect((await arrive(first)).status).toBe(200);
    expect((await arrive(second)).status).toBe(200);
  });

  it.each(['token', 'user', 'redirect', 'huge'] as const)(
    'ends in one sentence when the provider fails (%s), and no session is opened',
    async (fault) => {
      const before = await sessions();
      const way = await journey();
      provider.state.fault = fault;
      const { status, body } = await arrive(way);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: 'invalid_grant', error_description: '第三方登录失败，请稍后重试' });
      expect(await sessions()).toBe(before);
    },
  );

  it('ends so, too, for a made-up code, for none, and for a person without an id', async () => {
    for (const code of ['made-up', '']) {
      const { body } = await arrive(await journey(), { code });
      expect(body.error_description).toBe('第三方登录失败，请稍后重试');
    }
    for (const id of [undefined, '', null, { a: 1 }, 'x'.repeat(129), '7\u0000', ' 7', 2 ** 53 + 2]) {
      provider.state.person = { id, name: '无名' };
      expect((await visit()).body.error_description).toBe('第三方登录失败，请稍后重试');
    }
  });

  it('does not wait for a provider that says nothing', async () => {
    const way = await journey();
    provider.state.fault = 'silent';
    const begun = performance.now();
    expect((await arrive(way)).body.error_description).toBe('第三方登录失败，请稍后重试');
    expect(performance.now() - begun).toBeLessThan(8000);
  });
});

describe('a guest', () => {
  const path = '/blade-system/user/register-guest';
  const wish = (oauthId: string, account: string, more: Record<string, string> = {}) => ({
    tenantId: platform,
    name: '新同事',
    account,
    password: md5(password),
    oauthId,
    ...more,
  });
  const guest = async (id: number) => {
    somebody(id);
    const { body } = await visit();
    return { ...bearer(body.access_token), oauthId: body.oauth_id as string };
  };
  const people = () => server.sql('select account, status from sys_user where is_deleted = 0 order by account');

  it('registers, waits, is approved, and then has an account', async () => {
    const visitor = await guest(100);
    const roles = await server.addUser({ account: 'colleague', permissions: ['product'] });
    const extra = { roleId: '1', role_ids: '{1}', status: '1', deptId: '2', isSuper: 'true', is_super: 'true' };
    expect(ok(await visitor.post(path, { query: { ...wish(visitor.oauthId, 'newcomer'), ...extra } }))).toBe(true);
    const [row] = await server.sql(`select * from sys_user where account = 'newcomer'`);
    expect(row).toMatchObject({ status: 2, role_ids: [], dept_ids: [], is_super: false, real_name: '新同事' });
    const [notice] = await server.sql(`select * from inbox where subject_id = $1`, [row.id]);
    expect(notice).toMatchObject({ audience: 'admin', kind: 'notice', subject: 'registration', tenant_id: platform });
    expect(notice.content).toBe('新同事（账号 newcomer）通过码云申请注册，请审核。');

    const enter = () => server.token({ grant_type: 'password', username: 'newcomer', password: md5(password) });
    expect((await enter()).body.error_description).toBe('账号待审核，请耐心等待管理员通过');
    // a stranger gets no detail
    const wrong = await server.token({ grant_type: 'password', username: 'newcomer', password: md5('wrong') });
    expect(wrong.body.error_description).toBe('用户名或密码错误');
    expect((await visit()).body.error_description).toBe('账号待审核，请耐心等待管理员通过');
    expect((await visitor.post(path, { query: wish(visitor.oauthId, 'again') })).body.msg).toBe('第三方登陆信息错误!');

    const pass = (query: Record<string, string>, who = server.admin) =>
      who.post('/blade-system/user/audit-pass', { query });
    expect((await pass({ userIds: row.id, roleIds: roles.roleId }, await server.as('colleague'))).status).toBe(403);
    expect((await pass({ userIds: row.id, roleIds: '99' })).body.msg).toBe('所选角色不存在');
    expect((await pass({ userIds: row.id })).body.msg).toContain('roleIds');
    expect(ok(await pass({ userIds: row.id, roleIds: roles.roleId }))).toBe(true);
    expect((await pass({ userIds: row.id, roleIds: roles.roleId })).body.msg).toBe('只能审核待审核的账号');
    const [history] = await server.sql(
      `select * from audit_log where entity = 'user' and entity_id = $1 order by seq desc`,
      [row.id],
    );
    expect(history).toMatchObject({ action: 'approve', user_name: '管理员' });

    expect((await enter()).body.account).toBe('newcomer');
    const back = await visit();
    expect(back.body).toMatchObject({ user_id: row.id, account: 'newcomer', oauth_id: visitor.oauthId });
    expect((await bearer(back.body.access_token).get('/blade-product/product/page')).status).toBe(200);
    const again = await server.token({ grant_type: 'refresh_token', refresh_token: back.body.refresh_token });
    expect(again.body).toMatchObject({ user_id: row.id, oauth_id: visitor.oauthId });
    // the guest's earlier session stays a guest's
    expect((await visitor.get('/blade-product/product/page')).status).toBe(403);

    await server.sql(`update sys_user set status = 0 where account = 'newcomer'`);
    expect((await visit()).body.error_description).toBe('账号不可用，请联系管理员');
  });

  it('who is refused is a guest again, and may try again', async () => {
    const visitor = await guest(101);
    ok(await visitor.post(path, { body: wish(visitor.oauthId, 'hopeful') }));
    const [{ id }] = await server.sql(`select id from sys_user where account = 'hopeful'`);
    ok(await server.admin.post('/blade-system/user/audit-refuse', { query: { userIds: id } }));
    expect((await people()).map(({ account }) => account)).not.toContain('hopeful');
    const again = await guest(101);
    expect(again.oauthId).toBe(visitor.oauthId);
    ok(await again.post(path, { query: wish(again.oauthId, 'hopeful') }));
  });

  it('is refused with another’s, a used or a made-up third-party id, and without a guest’s session', async () => {
    const [mine, theirs] = [await guest(102), await guest(103)];
    const before = await people();
    for (const oauthId of [theirs.oauthId, '1', '', '9'.repeat(25), 'x'])
      expect((await mine.post(path, { query: wish(oauthId, 'sly') })).body.msg).toBe('第三方登陆信息错误!');
    expect((await server.admin.post(path, { query: wish(mine.oauthId, 'sly') })).body.msg).toBe('第三方登陆信息错误!');
    expect((await server.anybody.post(path, { query: wish(mine.oauthId, 'sly') })).status).toBe(401);
    expect(await people()).toEqual(before);
  });

  it.each([
    [{ tenantId: '100002' }, '租户信息错误!'],
    [{ account: 'admin' }, '当前账号已被使用!'],
    [{ account: '' }, '账号名称格式不正确'],
    [{ account: 'a b' }, '账号名称格式不正确'],
    [{ account: 'x'.repeat(46) }, '账号名称格式不正确'],
    [{ account: 'nul\u0000' }, '账号名称格式不正确'],
    [{ name: '名'.repeat(21) }, '账号名称格式不正确'],
    [{ password: '' }, '请先输入密码'],
    [{ password: 'plain' }, '请先输入密码'],
  ])('with %j is answered: %s', async (change, msg) => {
    const visitor = await guest(104);
    const before = await people();
    expect((await visitor.post(path, { query: wish(visitor.oauthId, 'careless', change) })).body.msg).toBe(msg);
    expect(await people()).toEqual(before);
  });

  it('registers once, however often the button is pressed', async () => {
    const visitor = await guest(105);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => visitor.post(path, { query: wish(visitor.oauthId, `eager${i}`) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await people()).filter(({ account }) => account.startsWith('eager'))).toHaveLength(1);
  });

  it('of one tenant cannot be decided by people of another', async () => {
    const visitor = await guest(106);
    ok(await visitor.post(path, { query: wish(visitor.oauthId, 'ours') }));
    const [{ id }] = await server.sql(`select id from sys_user where account = 'ours'`);
    await server.addUser({ account: 'boss', tenantId: '100002' });
    await server.sql(`update sys_user set is_super = true where account = 'boss'`); // the flag counts in the platform only
    const boss = await server.as('boss', '100002');
    for (const call of ['audit-pass', 'audit-refuse'])
      expect((await boss.post(`/blade-system/user/${call}`, { query: { userIds: id, roleIds: '1' } })).status).toBe(
        403,
      );
  });

  it('is let in by a person who holds the right, with no more than that person holds', async () => {
    await server.sql(
      `insert into sys_menu (id, parent_id, code, name, category) values ($1, 0, 'user_audit', '审核', 2)
       on conflict do nothing`,
      [server.deps.newId()],
    );
    const { roleId: modest } = await server.addUser({ account: 'modest', permissions: ['customer'] });
    const { roleId: mighty } = await server.addUser({ account: 'mighty', permissions: ['product', 'customer'] });
    await server.addUser({ account: 'auditor', permissions: ['user_audit', 'customer'] });
    const auditor = await server.as('auditor');
    const visitor = await guest(107);
    ok(await visitor.post(path, { query: wish(visitor.oauthId, 'applicant') }));
    const [{ id }] = await server.sql(`select id from sys_user where account = 'applicant'`);
    const pass = (roleIds: string) =>
      auditor.post('/blade-system/user/audit-pass', { query: { userIds: id, roleIds } });
    expect((await pass(mighty)).status).toBe(403);
    expect((await pass(`${modest},${mighty}`)).status).toBe(403);
    expect(ok(await pass(modest))).toBe(true);
  });

  it('is gone after an hour, and cannot be refreshed', async () => {
    const visitor = await guest(108);
    server.clock.advance(60 * MINUTE);
    expect((await visitor.post(path, { query: wish(visitor.oauthId, 'late') })).status).toBe(401);
    const [{ sid }] = await server.sql('select sid from sign_in where user_id is null order by sid desc limit 1');
    const made = `${platform}.${sid}.0`;
    const token = `${made}.${server.deps.secrets.sign('refresh-token', made)}`;
    await server.sql(`update sign_in set expires_at = $1 where sid = $2`, [new Date(server.deps.now() + MINUTE), sid]);
    expect((await server.token({ grant_type: 'refresh_token', refresh_token: token })).status).toBe(400);
  });
});

describe('the group’s own sign-in', () => {
  const redirect = `${home}/sso`;
  const code = async (): Promise<string> => {
    const url = new URL(provider.entry.authorizeUrl);
    const asked = { response_type: 'code', client_id: clientId, redirect_uri: redirect, state: platform };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    const back = await provider.visit(url.href);
    expect(back.state).toBe(platform);
    return back.code;
  };
  const enter = (word: string, change: Record<string, string> = {}) =>
    server.token(
      { grant_type: 'authorization_code', tenantId: platform, code: word, redirect_uri: redirect, ...change },
      { 'tenant-id': change.tenantId ?? platform },
    );

  it('lets in whom its answer names', async () => {
    await server.addUser({ account: 'staff', permissions: ['product'] });
    provider.state.person = { employee: { account: 'staff' } };
    const { status, body } = await enter(await code());
    expect(status).toBe(200);
    expect(body).toMatchObject({ account: 'staff', tenant_id: platform, oauth_id: '' });
    expect((await bearer(body.access_token).get('/blade-product/product/page')).status).toBe(200);
  });

  it('says clearly when there is no such account here, or none in that tenant', async () => {
    const sentence = '该单点登录账号未开通本系统，请联系管理员';
    for (const employee of [
      { account: 'stranger' },
      { account: '' },
      { account: ['staff'] },
      {},
      { account: 's'.repeat(46) },
    ]) {
      provider.state.person = { employee };
      expect((await enter(await code())).body.error_description).toBe(sentence);
    }
    provider.state.person = { employee: { account: 'staff' } };
    expect((await enter(await code(), { tenantId: '100002' })).body.error_description).toBe(sentence);
  });

  it.each(['Staff', 'st\u0430ff', 'ｓｔａｆｆ', ' staff', 'staff ', 'st\u200baff', 'st\u0000aff'])(
    'does not match %j to staff with a look-alike account',
    async (account) => {
      provider.state.person = { employee: { account } };
      expect((await enter(await code())).body.reason).toBe('auth.unknownToUs');
    },
  );

  it('is that of one tenant, whatever the caller names', async () => {
    await server.addUser({ account: 'both' });
    await server.addUser({ account: 'both', tenantId: '100002' });
    provider.state.person = { employee: { account: 'both' } };
    const ask = async (query: Record<string, string>, headers: Record<string, string>) => {
      const query_ = { grant_type: 'authorization_code', code: await code(), redirect_uri: redirect, ...query };
      const { body } = await server.token(query_, headers);
      return body.tenant_id ?? body.reason;
    };
    expect(await ask({}, {})).toBe(platform);
    expect(await ask({ tenantId: '100002' }, {})).toBe('auth.unknownToUs');
    expect(await ask({}, { 'tenant-id': '100002' })).toBe('auth.unknownToUs');
    expect(await ask({ tenantId: platform }, { 'tenant-id': '100002' })).toBe('auth.unknownToUs');
    const { sso } = server.deps.settings;
    server.deps.settings.sso = { ...sso!, tenantId: '100002' };
    expect(await ask({}, {})).toBe('100002');
    expect(await ask({ tenantId: platform }, {})).toBe('auth.unknownToUs');
    server.deps.settings.sso = sso;
  });

  it('returns to our address only, and with a code of its own only, once', async () => {
    provider.state.person = { employee: { account: 'staff' } };
    for (const address of ['', 'https://evil.example/oauth/redirect/sso', `${redirect}/`, `${home}/gitee`])
      expect((await enter(await code(), { redirect_uri: address })).body.error_description).toBe('回调地址不正确');
    expect((await enter('made-up')).body.error_description).toBe('第三方登录失败，请稍后重试');
    const word = await code();
    expect((await enter(word)).status).toBe(200);
    expect((await enter(word)).status).toBe(400);
  });

  it('is not there where it is not configured', async () => {
    const { sso } = server.deps.settings;
    server.deps.settings.sso = null;
    expect((await enter('any')).body.error).toBe('unsupported_grant_type');
    server.deps.settings.sso = sso;
  });
});

describe('the log of all this', () => {
  it('holds no code, no token, no password and no secret', async () => {
    const way = await journey();
    provider.state.fault = 'user';
    await arrive(way);
    const text = lines.join('\n');
    expect(text).toContain('did not vouch'); // there is a log
    for (const secret of [way.code, way.state, clientSecret, md5(password), 'bearer ey'])
      expect(text).not.toContain(secret);
  });
});
