/** The token call: captchas, SM2, concurrency, guessing addresses, tenants by host, the chosen role. */
import { sm2 } from 'sm-crypto-v2';
import { openSm2, sm2Keys } from '../../../server/auth/cipher';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { networkOf } from '../../../server/auth/throttle';
import { depth } from '../../support/depth';
import { basic, clientOf, ok, password, platform, type Server, startServer } from '../../support/server';

const MINUTE = 60_000;
function pair(username: string, word = password) {
  return { username, password: md5(word), grant_type: 'password' };
}
function said({ body }: { body: any }) {
  return body.error_description;
}
function bearer(server: Server, token: string) {
  return clientOf(server.app, { 'blade-auth': `bearer ${token}` });
}
async function failuresOf(server: Server, account: string): Promise<number> {
  return (await server.sql('select failures from sign_in_failure where account = $1', [account]))[0]?.failures ?? 0;
}
/** The token call from an address. */
function from(server: Server, remoteAddress: string, query: Record<string, string>, headers = {}) {
  return server.anybody.send({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query,
    remoteAddress,
    headers: { authorization: basic, ...headers },
  });
}

describe('with captcha mode on', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer({ env: { CAPTCHA_MODE: '1' } });
    await server.addUser({ account: 'lilei' });
  });
  afterAll(() => server.close());

  /** A captcha whose letters are known, because all random numbers are zero. */
  const picture = async (remoteAddress = '127.0.0.1'): Promise<{ key: string; image: string; text: string }> => {
    const { random } = server.deps;
    server.deps.random = (bytes) => (bytes === 4 ? Buffer.alloc(4) : random(bytes));
    try {
      const { status, body } = await server.anybody.send({ url: '/api/blade-auth/oauth/captcha', remoteAddress });
      expect(status).toBe(200);
      return { ...body, text: 'AAAAA' };
    } finally {
      server.deps.random = random;
    }
  };
  const withPicture = (key: string, code: string, word = password, account = 'lilei') =>
    server.token({ ...pair(account, word), grant_type: 'captcha' }, { 'captcha-key': key, 'captcha-code': code });

  it('shows a picture, bare, and nothing of its answer but the shapes', async () => {
    const { body } = await server.anybody.get('/blade-auth/oauth/captcha');
    expect(Object.keys(body).sort()).toEqual(['image', 'key']);
    expect(body.key).toMatch(/^[0-9a-f]{32}$/);
    const [head, data] = body.image.split(',');
    expect(head).toBe('data:image/svg+xml;base64');
    const svg = Buffer.from(data, 'base64').toString('utf8');
    expect(svg).toMatch(/^<svg [^>]*width="130" height="48"/);
    expect(svg).not.toMatch(/<text|<script|<use/);
    expect(svg.length).toBeLessThan(12_000);
    const [row] = await server.sql('select * from captcha where key = $1', [body.key]);
    expect(Object.keys(row).sort()).toEqual(['expires_at', 'key', 'network', 'proof']);
  });

  it('draws other letters and other shapes each time', async () => {
    const images = await Promise.all(
      Array.from({ length: 5 }, async () => (await server.anybody.get('/blade-auth/oauth/captcha')).body.image),
    );
    expect(new Set(images).size).toBe(5);
    const [one, other] = [await picture(), await picture()]; // the same letters and the same dice
    expect(one.key).not.toBe(other.key);
  });

  it('lets in with the right letters, in any case', async () => {
    const { key, text } = await picture();
    const answer = await withPicture(key, text.toLowerCase());
    expect(answer.body).toMatchObject({ account: 'lilei', token_type: 'bearer' });
  });

  it('takes each picture once, right or wrong', async () => {
    const right = await picture();
    expect((await withPicture(right.key, right.text)).status).toBe(200);
    expect(said(await withPicture(right.key, right.text))).toBe('验证码不正确');
    const wrong = await picture();
    expect(said(await withPicture(wrong.key, 'WRONG'))).toBe('验证码不正确');
    expect(said(await withPicture(wrong.key, wrong.text))).toBe('验证码不正确');
  });

  it('lets only one of two through that come with one picture at once', async () => {
    const { key, text } = await picture();
    const both = await Promise.all([withPicture(key, text), withPicture(key, text)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is refused for a picture of two minutes ago, another’s, one of another address, and none', async () => {
    const old = await picture();
    server.clock.advance(2 * MINUTE + 1000);
    const [mine, other, elsewhere] = [await picture(), await picture(), await picture('10.1.2.3')];
    for (const [key, code] of [
      [old.key, old.text],
      [other.key, 'BBBBB'],
      [elsewhere.key, elsewhere.text],
      ['', ''],
      [mine.key, ''],
      ['0'.repeat(32), 'AAAAA'],
    ] as const) {
      const answer = await withPicture(key, code);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: 'invalid_grant', error_description: '验证码不正确' });
    }
    expect((await withPicture(mine.key, mine.text)).status).toBe(200); // an empty answer has not used it up
  });

  it('looks at no password before the picture is right, and does not count one', async () => {
    for (let i = 0; i < 7; i++) await withPicture('0'.repeat(32), 'AAAAA', 'wrong');
    expect(said(await server.token(pair('lilei')))).toBe('验证码不正确'); // the grant without a picture
    expect(await failuresOf(server, 'lilei')).toBe(0);
    const { key, text } = await picture();
    expect(said(await withPicture(key, text, 'wrong'))).toBe('用户名或密码错误');
    expect(await failuresOf(server, 'lilei')).toBe(1);
  });

  it('forgets unanswered pictures', async () => {
    await picture();
    server.clock.advance(3 * MINUTE);
    await server.advance();
    expect(await server.sql('select 1 from captcha')).toEqual([]);
  });
});

describe('with passwords under SM2', () => {
  let server: Server;
  let publicKey: string;
  beforeAll(async () => {
    server = await startServer({ env: { PASSWORD_CIPHER: 'sm2' } });
    await server.addUser({ account: 'lilei' });
    publicKey = (await server.anybody.send({ url: '/config.json' })).body.sm2PublicKey;
  });
  afterAll(() => server.close());
  const sealed = (word: string) => sm2.doEncrypt(word, publicKey, 0);
  const enter = (sent: string, account = 'lilei') =>
    server.token({ username: account, password: sent, grant_type: 'password' });

  it('publishes the public key and keeps the private one', async () => {
    expect(publicKey).toMatch(/^04[0-9a-f]{128}$/);
    const { privateKey } = sm2Keys(server.deps.secrets);
    expect(JSON.stringify((await server.anybody.send({ url: '/config.json' })).body)).not.toContain(privateKey);
    expect((await server.sql('select 1 as one')).length).toBe(1);
  });

  it('lets in with and without the leading 04, for the hash that md5 mode has stored', async () => {
    expect((await enter(sealed(password))).body.account).toBe('lilei');
    expect((await enter(`04${sealed(password)}`)).body.account).toBe('lilei');
    expect((await enter(`04${sealed(password)}`.toUpperCase())).body.account).toBe('lilei');
  });

  const passwords = depth(15, 300);
  it(`reads ${passwords} passwords in both writings, also those that begin with 04 by chance`, () => {
    const { privateKey } = sm2Keys(server.deps.secrets);
    let byChance = 0;
    for (let i = 0; i < passwords; i++) {
      const word = `密码 & <b>${i}</b> ${'x'.repeat(i % 40)}`;
      const text = sealed(word);
      if (text.startsWith('04')) byChance++;
      expect([openSm2(text, privateKey), openSm2(`04${text}`, privateKey)]).toEqual([word, word]);
    }
    while (byChance === 0) {
      const text = sealed('by chance');
      if (!text.startsWith('04')) continue;
      byChance++;
      expect(openSm2(text, privateKey)).toBe('by chance');
    }
  }, 120_000);

  it('refuses md5, which could be intercepted and used', async () => {
    expect(said(await enter(md5(password)))).toBe('用户名或密码错误');
  });

  const odd: [string, () => string][] = [
    ['nothing', () => ''],
    ['04', () => '04'],
    ['an odd length', () => sealed(password).slice(1)],
    ['no hex', () => `${sealed(password).slice(0, -2)}zz`],
    ['a point off the curve', () => '11'.repeat(120)],
    ['zero', () => '00'.repeat(120)],
    ['a flipped digit in the checksum', () => sealed(password).replace(/.$/, (it) => (it === '0' ? '1' : '0'))],
    ['14 KB', () => 'ab'.repeat(7_000)],
    ['an empty password', () => `${sealed('x').slice(0, 128)}${sealed('x').slice(-64)}`],
    ['the stored hash', () => sealed('scrypt')],
  ];
  it.each(odd)('refuses %s in the same words', async (_case, make) => {
    const answer = await server.anybody.post('/blade-auth/oauth/token', {
      body: { username: 'lilei', password: make(), grant_type: 'password' },
      headers: { authorization: basic },
    });
    expect(answer.status).toBe(400);
    expect(said(answer)).toBe('用户名或密码错误');
  });

  it('does not accept the stored hash, encrypted', async () => {
    const [{ password_hash }] = await server.sql(`select password_hash from sys_user where account = 'lilei'`);
    for (const word of [password_hash, md5(password)]) expect(said(await enter(sealed(word)))).toBe('用户名或密码错误');
    await server.sql('delete from sign_in_failure');
  });

  it('changes a password', async () => {
    await server.addUser({ account: 'mover' });
    const mover = await server.as('mover');
    const path = '/blade-system/user/update-password';
    const change = (...words: string[]) =>
      mover.post(path, { query: { oldPassword: words[0], newPassword: words[1], newPassword1: words[2] } });
    const next = 'Next word 2';
    const plain = await change(md5(password), md5(next), md5(next));
    expect(plain.body.msg).toBe('请输入正确的确认密码!');
    // the same password twice is two ciphertexts
    expect(ok(await change(sealed(password), sealed(next), sealed(next)))).toBe(true);
    expect((await enter(sealed(next), 'mover')).status).toBe(200);
  });
});

describe('the token call', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer({ env: { SWITCH_MODE: '1', PHONE_MODE: '0' } });
    for (const account of ['lilei', 'hanmei', 'mixed', 'changer']) await server.addUser({ account });
  });
  afterAll(() => server.close());

  it('accepts everyone who comes with the right password at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.token(pair('lilei'))));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await server.sql('select * from sign_in_failure')).toEqual([]);
  }, 60_000);

  it('brings the menus along to who says so, as the calls answer them, and not before a one-time password is changed', async () => {
    const plain = await server.token(pair('lilei'));
    expect(plain.body).not.toHaveProperty('rights');
    const { body } = await server.token({ ...pair('admin'), with: 'rights' });
    const own = bearer(server, body.access_token);
    const asked = {
      menus: '/blade-system/menu/routes',
      buttons: '/blade-system/menu/buttons',
      tops: '/blade-system/menu/top-menu',
      flows: '/blade-system/dict-biz/dictionary',
    };
    for (const [name, url] of Object.entries(asked))
      expect(body.rights[name]).toEqual(ok(await own.get(url, name === 'flows' ? { code: 'flow' } : {})));
    expect(body.rights.menus.length).toBeGreaterThan(0);
    // A console that starts with a session asks who it is, and gets the same.
    const about = '/blade-auth/oauth/user-info';
    expect(ok(await own.get(about))).not.toHaveProperty('rights');
    expect(ok(await own.get(about, { with: 'rights' })).rights).toEqual(body.rights);
    const entry = { name: '业务', code: 'business', source: 'apps', sort: 1 };
    const top = ok(await own.post('/blade-system/topmenu/submit', { body: entry }));
    const [product] = await server.menuIds('product');
    ok(await own.post('/blade-system/topmenu/grant', { body: { topMenuIds: top.id, menuIds: product } }));
    const { rights } = ok(await own.get(about, { with: 'rights', topMenuId: top.id }));
    expect(rights).toEqual({
      ...body.rights,
      tops: [expect.objectContaining({ id: top.id })],
      tree: ok(await own.get(asked.menus, { topMenuId: top.id })),
    });
    expect(rights.tree).not.toEqual(rights.menus);
    expect((await own.get(about, { with: 'rights', topMenuId: '1&code=x' })).status).toBe(400);
    await server.sql("update sys_user set must_change_password = 1 where account = 'hanmei'");
    const bound = await server.token({ ...pair('hanmei'), with: 'rights' });
    expect(bound.body).toMatchObject({ must_change_password: true });
    expect(bound.body).not.toHaveProperty('rights');
    const novice = bearer(server, bound.body.access_token);
    expect(ok(await novice.get('/blade-auth/oauth/user-info', { with: 'rights' })).rights).toEqual({});
    await server.sql("update sys_user set must_change_password = 0 where account = 'hanmei'");
  });

  it('judges five of many guesses, however many right ones are among those that wait', async () => {
    const guesses = await Promise.all(Array.from({ length: 10 }, (_, i) => server.token(pair('mixed', `guess ${i}`))));
    expect(guesses.filter((answer) => said(answer) === '用户名或密码错误')).toHaveLength(5);
    expect(await failuresOf(server, 'mixed')).toBe(5);
    expect(said(await server.token(pair('mixed')))).toBe('用户登录失败次数过多');
    server.clock.advance(31 * MINUTE);
  }, 60_000);

  it('forgets unfinished guesses of a crashed server', async () => {
    await server.sql(
      `insert into sign_in_failure (tenant_id, account, failures, until, pending, pending_until)
       values ($1, 'hanmei', 0, $2, 5, $3)`,
      [platform, new Date(server.deps.now() + MINUTE), new Date(server.deps.now() + 30_000)],
    );
    const waiting = server.token(pair('hanmei'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.clock.advance(31_000);
    expect((await waiting).status).toBe(200);
  });

  it('counts wrong old passwords like wrong ones at sign-in', async () => {
    const changer = await server.as('changer');
    const next = md5('next');
    const change = (old: string) =>
      changer.post('/blade-system/user/update-password', {
        query: { oldPassword: md5(old), newPassword: next, newPassword1: next },
      });
    for (let i = 0; i < 5; i++) expect((await change(`guess ${i}`)).body.msg).toBe('原密码不正确!');
    expect((await change(password)).body.msg).toBe('用户登录失败次数过多');
    server.clock.advance(31 * MINUTE);
    expect(ok(await change(password))).toBe(true);
  }, 60_000);

  it('answers a repeated change of password by its key, although the old one is wrong by now', async () => {
    const changer = await server.as('changer');
    const send = () =>
      changer.post('/blade-system/user/update-password', {
        query: { oldPassword: md5('next'), newPassword: md5('third'), newPassword1: md5('third') },
        headers: { 'idempotency-key': 'change-of-password-1' },
      });
    expect([ok(await send()), ok(await send())]).toEqual([true, true]);
  });

  it('blocks an address that fails at many accounts, longer each time, and no account with it', async () => {
    const guess = (i: number, address = '203.0.113.9') =>
      from(server, address, { ...pair(`nobody-${i}`), password: 'no hash at all' });
    for (let i = 0; i < 60; i++) expect(said(await guess(i))).toBe('用户名或密码错误');
    expect(said(await guess(60))).toBe('操作过于频繁，请 1 秒后再试');
    server.clock.advance(1000);
    expect(said(await guess(61))).toBe('用户名或密码错误');
    const second = await guess(62);
    expect(second.status).toBe(400);
    expect(second.body).toMatchObject({ error_description: '操作过于频繁，请 2 秒后再试', seconds: 2 });
    expect(said(await from(server, '203.0.113.9', pair('lilei')))).toContain('操作过于频繁'); // the right one, too
    expect((await from(server, '203.0.113.10', pair('lilei'))).status).toBe(200);
    expect(await failuresOf(server, 'lilei')).toBe(0);
    server.clock.advance(31 * MINUTE);
    expect((await from(server, '203.0.113.9', pair('lilei'))).status).toBe(200);
  });

  it('does not trust an address that the sender claims, and takes an IPv6 network for one customer', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::7'));
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });

  it('does not count successful sign-ins against their address', async () => {
    for (let i = 0; i < 3; i++) expect((await from(server, '203.0.113.77', pair('lilei'))).status).toBe(200);
    const [row] = await server.sql(`select failures from address_failure where address = '203.0.113.77'`);
    expect(row.failures).toBe(0);
  });

  it('knows no phones where codes do not go out', async () => {
    expect(
      (await server.anybody.post('/blade-auth/oauth/sms/send-validate', { query: { phone: '13800138000' } })).status,
    ).toBe(404);
    expect((await server.token({ grant_type: 'sms_code', phone: '13800138000', id: 'x', value: '1' })).body.error).toBe(
      'unsupported_grant_type',
    );
  });

  describe('a person with two roles and departments', () => {
    let roles: string[];
    let depts: string[];
    beforeAll(async () => {
      const { userId, roleId } = await server.addUser({ account: 'both', permissions: ['product'] });
      const other = await server.addUser({ account: 'clerk', permissions: ['customer'] });
      roles = [roleId, other.roleId];
      depts = [server.deps.newId(), server.deps.newId()];
      for (const [index, id] of depts.entries())
        await server.sql(
          'insert into sys_dept (id, tenant_id, dept_name, full_name, sort) values ($1, $2, $3, $3, $4)',
          [id, platform, `部门${index}`, index],
        );
      await server.sql('update sys_user set role_ids = $1, dept_ids = $2 where id = $3', [roles, depts, userId]);
    });
    const lists = async (token: string) => {
      const client = bearer(server, token);
      return Promise.all(
        ['product/page', 'customer/list'].map(
          async (list) => (await client.get(`/blade-${list.split('/')[0]}/${list}`)).status,
        ),
      );
    };
    const choose = (role?: string, dept?: string) =>
      server.token(pair('both'), { 'role-id': role ?? '', 'dept-id': dept ?? '' });

    it('has the rights of both, as long as nothing is chosen', async () => {
      const { body } = await choose();
      expect(body.role_id.split(',').sort()).toEqual([...roles].sort());
      expect(body.dept_id.split(',').sort()).toEqual([...depts].sort());
      expect(await lists(body.access_token)).toEqual([200, 200]);
      // what a client that has not chosen sends back
      expect((await choose(body.role_id, body.dept_id)).body.role_id).toBe(body.role_id);
    });

    it('has the rights of the chosen one alone, and gets its name', async () => {
      const { body } = await choose(roles[1], depts[0]);
      expect(body).toMatchObject({ role_id: roles[1], dept_id: depts[0] });
      expect(await lists(body.access_token)).toEqual([403, 200]);
      const again = await server.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
      expect(again.body).toMatchObject({ role_id: roles[1], dept_id: depts[0] });
      expect(await lists(again.body.access_token)).toEqual([403, 200]);
    });

    it('switches with a refresh, and the token of before follows', async () => {
      const first = (await choose(roles[1], depts[0])).body;
      const second = await server.token(
        { grant_type: 'refresh_token', refresh_token: first.refresh_token },
        { 'role-id': roles[0]!, 'dept-id': depts[1]! },
      );
      expect(second.body).toMatchObject({ role_id: roles[0], dept_id: depts[1] });
      expect(await lists(second.body.access_token)).toEqual([200, 403]);
      expect(await lists(first.access_token)).toEqual([200, 403]); // rights are the session's, not the token's
    });

    it('gets no role that is not theirs, and loses one that is taken away', async () => {
      const [{ id: admins }] = await server.sql(`select id from sys_role where role_alias = 'administrator'`);
      for (const wrong of [admins, '1', 'x', `${'9'.repeat(19)}`]) {
        const { status, body } = await choose(wrong);
        expect(status).toBe(400);
        expect(body.error_description).toBe('所选部门或角色不属于当前用户');
      }
      const { body } = await choose(roles[1]);
      await server.sql(`update sys_user set role_ids = $1 where account = 'both'`, [[roles[0]]]);
      expect(await lists(body.access_token)).toEqual([403, 403]);
      await server.sql(`update sys_user set role_ids = $1 where account = 'both'`, [roles]);
    });

    it('may choose among their own, whatever is chosen now; those of others are private', async () => {
      const client = bearer(server, (await choose(roles[1], depts[0])).body.access_token);
      expect(ok(await client.get('/blade-system/role/select'))).toEqual([
        { id: roles[0], roleName: 'role of both' },
        { id: roles[1], roleName: 'role of clerk' },
      ]);
      const [{ id: userId }] = await server.sql(`select id from sys_user where account = 'both'`);
      const own = ok(await client.get('/blade-system/dept/select', { userId }));
      expect(own).toEqual([
        { id: depts[0], deptName: '部门0' },
        { id: depts[1], deptName: '部门1' },
      ]);
      const clerk = await server.as('clerk');
      expect((await clerk.get('/blade-system/role/select', { userId })).status).toBe(403);
      expect(ok(await server.admin.get('/blade-system/dept/select', { userId }))).toEqual(own);
    });

    it('who is the super administrator works with the rights of a lesser role that was chosen', async () => {
      const [{ id, role_ids }] = await server.sql(`select id, role_ids from sys_user where account = 'admin'`);
      await server.sql('update sys_user set role_ids = $1 where id = $2', [[...role_ids, roles[1]], id]);
      const lesser = await server.token(pair('admin'), { 'role-id': roles[1]! });
      expect(await lists(lesser.body.access_token)).toEqual([403, 200]);
      const own = await server.token(pair('admin'), { 'role-id': role_ids[0] });
      expect(await lists(own.body.access_token)).toEqual([200, 200]);
      await server.sql('update sys_user set role_ids = $1 where id = $2', [role_ids, id]);
    });
  });

  describe('the tenant of a host', () => {
    const info = async (domain?: string) => ok(await server.anybody.get('/blade-system/tenant/info', { domain }));
    beforeAll(async () => {
      await server.addTenant('100003');
      await server.addTenant('100004');
      await server.sql(`update tenant set domain = 'https://Anhui.Lease.example/' where tenant_id = '100003'`);
      await server.sql(`update tenant set domain = 'stopped.example', status = 0 where tenant_id = '100004'`);
    });

    it.each([
      'anhui.lease.example',
      'https://anhui.lease.example',
      'HTTPS://ANHUI.LEASE.EXAMPLE/login?x=1',
      'http://anhui.lease.example:80/',
    ])('is found by %s', async (domain) =>
      expect(await info(domain)).toEqual({ tenantId: '100003', name: '租户100003' }),
    );

    it.each([
      'stopped.example',
      'unknown.example',
      'lease.example',
      'anhui.lease.example.evil',
      'anhui.lease.example:8080',
      '%',
      '',
    ])('is not disclosed for %j', async (domain) => expect(await info(domain)).toEqual({}));
    it('is not disclosed for no host at all', async () => expect(await info()).toEqual({}));
  });
});
