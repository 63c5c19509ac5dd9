/** Codes by phone: who gets one, what it authorises, and the limits of requesting and guessing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCode, redeemCode } from '../../../server/auth/oneTimeCode';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { basic, password as everybodys, ok, platform, type Server, startServer } from '../../support/server';

const MINUTE = 60_000;
const phone = '13800138001';
const stranger = '13900139000';

let server: Server;
let lines: string[];
/** The message gateway of the test: what it was sent, and what it answers. */
let gateway: { status: number; sent: { phone: string; text: string }[]; tokens: (string | undefined)[] };
let closeGateway: () => Promise<void>;

beforeAll(async () => {
  gateway = { status: 200, sent: [], tokens: [] };
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      gateway.tokens.push(request.headers.authorization);
      if (gateway.status === 200) gateway.sent.push(JSON.parse(body));
      response.writeHead(gateway.status).end('{}');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  closeGateway = () => new Promise((resolve) => http.close(() => resolve()));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  lines = [];
  server = await startServer({
    env: { SMS_URL: `http://${host}/send`, SMS_TOKEN: 'gateway-token', EGRESS_ALLOW: host },
    logLevel: 'trace',
    logTo: { write: (line) => lines.push(line) },
  });
  await server.addUser({ account: 'lilei', permissions: ['product'] });
  await server.sql('update sys_user set phone = $1 where account = $2', [phone, 'lilei']);
});
afterAll(async () => {
  await server.close();
  await closeGateway();
});
beforeEach(async () => {
  gateway.sent = [];
  server.clock.advance(24 * 60 * MINUTE);
});

function send(number: string, tenantId = platform) {
  return server.anybody.post('/blade-auth/oauth/sms/send-validate', {
    query: { phone: number, tenantId },
    headers: { 'tenant-id': tenantId },
  });
}
function enter(number: string, id: string, value: string) {
  return server.token({ grant_type: 'sms_code', tenantId: platform, phone: number, id, value });
}
async function arrived(count: number): Promise<void> {
  for (let i = 0; i < 100 && gateway.sent.length < count; i++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(gateway.sent).toHaveLength(count);
}
function codeIn(text: string) {
  return /\d{6}/.exec(text)?.[0] ?? '';
}
/** A code that was requested and delivered. */
async function fresh(): Promise<{ id: string; code: string }> {
  const before = gateway.sent.length;
  const { id } = ok(await send(phone));
  await arrived(before + 1);
  return { id, code: codeIn(gateway.sent.at(-1)!.text) };
}
function wrongOf(code: string, by = 1) {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

describe('a code by phone', () => {
  it('arrives, opens a session, and opens it once', async () => {
    const { id, code } = await fresh();
    expect(gateway.sent[0]).toEqual({ phone, text: expect.stringContaining('5 分钟内有效') });
    expect(gateway.tokens).toEqual(['Bearer gateway-token']);
    const { status, body } = await enter(phone, id, code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ account: 'lilei', token_type: 'bearer', tenant_id: platform });
    expect((await enter(phone, id, code)).body.error_description).toBe('验证码错误或已失效，请重新获取');
  });

  it('opens one session for two who come with it at once', async () => {
    const { id, code } = await fresh();
    const both = await Promise.all([enter(phone, id, code), enter(phone, id, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['', '手机号码不能为空'],
    ['1380013800', '手机号码长度不为11位'],
    ['138001380011', '手机号码长度不为11位'],
    ['02112345678', '手机号码格式不正确'],
    ['1380013800a', '手机号码格式不正确'],
    ['12345678901', '手机号码格式不正确'],
  ])('is not made for %j: %s', async (number, msg) => {
    expect((await send(number)).body).toMatchObject({ code: 400, msg });
    expect((await enter(number, 'x', '123456')).body.error_description).toBe(msg);
  });

  it('is requested in the same way for every number, and sent to known ones only', async () => {
    const known = await send(phone);
    await arrived(1);
    const unknown = await send(stranger);
    const shapeOf = (answer: typeof known) => ({ ...answer.body, data: Object.keys(answer.body.data) });
    expect(shapeOf(unknown)).toEqual(shapeOf(known));
    expect(unknown.body.data.id).toMatch(/^[\w-]{22}$/);
    expect((await send(stranger)).body).toEqual({ ...(await send(phone)).body, requestId: expect.anything() });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(gateway.sent.map((message) => message.phone)).toEqual([phone]);
    const wrong = await enter(stranger, unknown.body.data.id, '123456');
    expect(wrong.body.error_description).toBe('验证码错误或已失效，请重新获取');
    expect(wrong.body).toEqual((await enter(phone, known.body.data.id, wrongOf(codeIn(gateway.sent[0]!.text)))).body);
  });

  it('is not sent again within a minute, also when many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(phone)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = answers.filter(({ status }) => status === 429);
    expect(late).toHaveLength(5);
    expect(late[0]!.body).toMatchObject({ msg: '60 秒后才能重新获取', seconds: 60 });
    server.clock.advance(59_000);
    expect((await send(phone)).body).toMatchObject({ code: 429, seconds: 1 });
    server.clock.advance(1000);
    expect((await send(phone)).status).toBe(200);
    await arrived(2);
  });

  it('is sent ten times a day at most', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await send(phone)).status).toBe(200);
      server.clock.advance(MINUTE);
    }
    expect((await send(phone)).body).toMatchObject({ code: 429, msg: '今日获取验证码次数已达上限' });
    server.clock.advance(24 * 60 * MINUTE);
    expect((await send(phone)).status).toBe(200);
    await arrived(11);
  });

  it('is good for five minutes', async () => {
    const { id, code } = await fresh();
    server.clock.advance(5 * MINUTE);
    expect((await enter(phone, id, code)).status).toBe(400);
    const next = await fresh();
    server.clock.advance(5 * MINUTE - 1000);
    expect((await enter(phone, next.id, next.code)).status).toBe(200);
  });

  it('is good for five tries, also when they come at once', async () => {
    const { id, code } = await fresh();
    await Promise.all(Array.from({ length: 5 }, (_, i) => enter(phone, id, wrongOf(code, i + 1))));
    expect((await enter(phone, id, code)).status).toBe(400);
    server.clock.advance(31 * MINUTE); // the account is blocked meanwhile
    const next = await fresh();
    for (let i = 0; i < 4; i++) await enter(phone, next.id, wrongOf(next.code, i + 1));
    expect((await enter(phone, next.id, next.code)).status).toBe(200);
  });

  it('is replaced by the next one, and belongs to its id, phone and tenant', async () => {
    const first = await fresh();
    server.clock.advance(MINUTE);
    const second = await fresh();
    await server.addTenant('100002');
    expect((await enter(phone, first.id, first.code)).status).toBe(400);
    expect((await enter(phone, first.id, second.code)).status).toBe(400);
    expect((await enter(stranger, second.id, second.code)).status).toBe(400);
    const elsewhere = await server.token(
      { grant_type: 'sms_code', phone, id: second.id, value: second.code },
      { 'tenant-id': '100002' },
    );
    expect(elsewhere.status).toBe(400);
    for (const odd of ['', 'x', "' or 1=1", '9'.repeat(22)])
      expect((await enter(phone, odd, second.code)).status).toBe(400);
    expect((await enter(phone, second.id, second.code)).status).toBe(200);
  });

  it('is stored in no table and no log', async () => {
    const { id, code } = await fresh();
    const [row] = await server.sql('select * from sms_code where phone = $1', [phone]);
    expect(JSON.stringify(row)).not.toContain(code);
    await enter(phone, id, code);
    expect(lines.join('\n')).not.toContain(code);
  });

  it('is sent to no one when two have the number in common, or when the person is stopped', async () => {
    await server.addUser({ account: 'twin' });
    await server.sql('update sys_user set phone = $1 where account = $2', [phone, 'twin']);
    ok(await send(phone));
    server.clock.advance(MINUTE);
    await server.sql(`update sys_user set status = 0 where account in ('twin', 'lilei')`);
    ok(await send(phone));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(gateway.sent).toEqual([]);
    await server.sql(`update sys_user set status = 1, phone = null where account = 'twin'`);
    await server.sql(`update sys_user set status = 1 where account = 'lilei'`);
  });

  it('that the gateway does not take is logged, without the code', async () => {
    gateway.status = 500;
    lines.length = 0;
    ok(await send(phone));
    for (let i = 0; i < 100 && lines.length === 0; i++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lines.join('\n')).toContain('could not be delivered');
    expect(lines.join('\n')).not.toMatch(/验证码 \d{6}/);
    gateway.status = 200;
  });

  it('costs the address that asks: at last it has to wait', async () => {
    const ask = (i: number) =>
      server.anybody.send({
        method: 'POST',
        url: `/api/blade-auth/oauth/sms/send-validate?phone=139${String(i).padStart(8, '0')}`,
        remoteAddress: '203.0.113.5',
      });
    for (let i = 0; i < 60; i++) expect((await ask(i)).status).toBe(200);
    expect((await ask(60)).body).toMatchObject({ code: 429, reason: 'auth.tooFast' });
  });

  describe('requested by another person', () => {
    const password = { grant_type: 'password', username: 'lilei', password: md5(everybodys) };
    const sendFrom = (remoteAddress: string, { cookie, number = phone }: { cookie?: string; number?: string } = {}) =>
      server.anybody.send({
        method: 'POST',
        url: `/api/blade-auth/oauth/sms/send-validate?phone=${number}`,
        remoteAddress,
        headers: cookie ? { cookie } : {},
      });
    const tokenFrom = (remoteAddress: string, query: Record<string, string>, cookie?: string) =>
      server.anybody.send({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        query,
        remoteAddress,
        headers: { authorization: basic, ...(cookie ? { cookie } : {}) },
      });
    const enterFrom = async (address: string, cookie?: string) => {
      const before = gateway.sent.length;
      const { id } = ok(await sendFrom(address, cookie ? { cookie } : {}));
      await arrived(before + 1);
      const value = codeIn(gateway.sent.at(-1)!.text);
      return tokenFrom(address, { grant_type: 'sms_code', phone, id, value }, cookie);
    };
    const [owners, strangers] = ['198.51.100.1', '203.0.113.'];

    it('uses up no other person’s codes of the day, nor spoils a pending one', async () => {
      const { id } = ok(await sendFrom(owners));
      await arrived(1);
      const value = codeIn(gateway.sent[0]!.text);
      for (let i = 0; i < 10; i++) {
        expect((await sendFrom(`${strangers}9`)).status).toBe(200);
        server.clock.advance(i < 3 ? MINUTE : 0);
        if (i === 2) expect((await tokenFrom(owners, { grant_type: 'sms_code', phone, id, value })).status).toBe(200);
        if (i >= 3) server.clock.advance(MINUTE);
      }
      expect((await sendFrom(`${strangers}9`)).body.reason).toBe('auth.tooManyCodes');
      await arrived(11); // the answer does not wait for the gateway
      expect((await enterFrom(owners)).status).toBe(200);
    });

    it('floods no number from many places, and a browser that knows the person gets its codes all the same', async () => {
      const known = await tokenFrom(owners, password);
      const cookie = String(known.headers['set-cookie']).split(';')[0]!;
      for (let i = 0; i < 30; i++) expect((await sendFrom(`${strangers}${100 + i}`)).status).toBe(200);
      expect((await sendFrom(`${strangers}200`)).body.reason).toBe('auth.tooManyCodes');
      expect((await sendFrom(owners)).body.reason).toBe('auth.tooManyCodes');
      await arrived(30);
      expect((await enterFrom(owners, cookie)).status).toBe(200);
    });

    it('from the same address does not prevent signing in by password', async () => {
      const address = `${strangers}50`;
      const number = (i: number) => `138${String(i).padStart(8, '0')}`;
      const ask = async (i: number) => (await sendFrom(address, { number: number(i) })).status;
      for (let i = 0; i < 60; i++) await ask(i);
      expect(await ask(60)).toBe(429);
      const known = await tokenFrom(address, password);
      expect(known.status).toBe(200);
      const cookie = String(known.headers['set-cookie']).split(';')[0]!;
      expect((await enterFrom(address, cookie)).status).toBe(200);
      expect(await ask(61)).toBe(429);
    });

    it('is taken back when it was legitimate', async () => {
      const address = `${strangers}60`;
      const count = async () =>
        (await server.sql('select failures from address_failure where address = $1', [`code:${address}`]))[0]?.failures;
      for (let i = 0; i < 3; i++) {
        expect((await enterFrom(address)).status).toBe(200);
        server.clock.advance(MINUTE);
      }
      expect(await count()).toBe(0);
    });
  });

  it('of a tenant that is not there is asked for in the same way', async () => {
    expect(Object.keys(ok(await send(phone, '999999')))).toEqual(['id']);
    expect(await server.sql(`select 1 from sms_code where tenant_id = '999999'`)).toEqual([]);
    expect((await send(phone, 'x')).body.code).toBe(400);
  });
});

describe('a code and the rest of the account', () => {
  it('an account blocked by wrong passwords is blocked for codes, and wrong codes count like them', async () => {
    await server.addUser({ account: 'hanmei' });
    await server.sql('update sys_user set phone = $1 where account = $2', ['13700137000', 'hanmei']);
    const ask = async () => {
      const before = gateway.sent.length;
      const { id } = ok(await send('13700137000'));
      await arrived(before + 1);
      return { id, code: codeIn(gateway.sent.at(-1)!.text) };
    };
    const wrong = { grant_type: 'password', username: 'hanmei', password: 'f'.repeat(32) };
    for (let i = 0; i < 5; i++) await server.token(wrong);
    const first = await ask();
    expect((await enter('13700137000', first.id, first.code)).body.reason).toBe('auth.locked');
    server.clock.advance(31 * MINUTE);
    const second = await ask();
    for (let i = 0; i < 5; i++) await enter('13700137000', second.id, wrongOf(second.code, i + 1));
    await expect(server.signIn('hanmei')).rejects.toThrow('auth.locked');
  });

  it('an unknown number is blocked in the same way', async () => {
    const unknown = ok(await send(stranger));
    const reasons = [];
    for (let i = 0; i < 6; i++) reasons.push((await enter(stranger, unknown.id, '123456')).body.reason);
    expect(reasons).toEqual([...Array(5).fill('auth.badCode'), 'auth.locked']);
  });

  it('who has a one-time password still has to change it', async () => {
    await server.sql(`update sys_user set must_change_password = 1 where account = 'lilei'`);
    const { id, code } = await fresh();
    const { body } = await enter(phone, id, code);
    expect(body.must_change_password).toBe(true);
    const call = await server.anybody.get(
      '/blade-product/product/page',
      {},
      { 'blade-auth': `bearer ${body.access_token}` },
    );
    expect(call.body.reason).toBe('auth.mustChangePassword');
    await server.sql(`update sys_user set must_change_password = 0 where account = 'lilei'`);
  });

  it('is made behind a picture where passwords need one', async () => {
    const settings = server.deps.settings.console as { captchaMode: boolean };
    settings.captchaMode = true;
    const draws = server.deps.random;
    try {
      expect((await send(phone)).body.reason).toBe('auth.badCaptcha');
      // The letters are drawn one by one: all of them the first.
      server.deps.random = (bytes) => (bytes === 4 ? Buffer.alloc(4) : draws(bytes));
      const { key } = (await server.anybody.get('/blade-auth/oauth/captcha')).body;
      const headers = { 'captcha-key': key, 'captcha-code': 'AAAAA' };
      const answer = await server.anybody.post('/blade-auth/oauth/sms/send-validate', { query: { phone }, headers });
      expect(ok(answer).id).toMatch(/^[\w-]{22}$/);
    } finally {
      settings.captchaMode = false;
      server.deps.random = draws;
    }
  });

  it('is for what it was made for', async () => {
    const asked = { tenantId: platform, phone, purpose: 'sign', subject: '7' } as const;
    const made = await makeCode(server.deps, asked);
    expect((await enter(phone, made.id, made.code)).body.reason).toBe('auth.badCode');
    expect(await redeemCode(server.deps, { ...asked, subject: '8' }, made.id, made.code)).toBe(false);
    expect(await redeemCode(server.deps, { ...asked, phone: stranger }, made.id, made.code)).toBe(false);
    expect(await redeemCode(server.deps, asked, made.id, made.code)).toBe(true);
    expect(await redeemCode(server.deps, asked, made.id, made.code)).toBe(false);
    await expect(makeCode(server.deps, asked)).rejects.toMatchObject({ code: 'auth.codeTooSoon' });
    ok(await send(phone)); // of another purpose
  });
});

describe('without a gateway', () => {
  const told: string[] = [];
  const loud = { logLevel: 'trace', logTo: { write: (line: string) => told.push(line) } };

  it('phones cannot sign in', async () => {
    const bare = await startServer(loud);
    try {
      expect((await bare.anybody.send({ method: 'GET', url: '/config.json' })).body.phoneMode).toBe(false);
      expect((await bare.anybody.post('/blade-auth/oauth/sms/send-validate', { query: { phone } })).status).toBe(404);
      const entered = await bare.token({ grant_type: 'sms_code', phone, id: 'x'.repeat(22), value: '123456' });
      expect(entered.body.reason).toBe('auth.badGrant');
    } finally {
      await bare.close();
    }
  });

  it('in test mode the code is shown to the page that requests it, and nowhere else', async () => {
    told.length = 0;
    const bare = await startServer({ env: { PHONE_TEST_MODE: '1' }, ...loud });
    try {
      await bare.sql(`update sys_user set phone = $1 where account = 'admin'`, [phone]);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const { body } = await bare.anybody.post('/blade-auth/oauth/sms/send-validate', {
        body: new URLSearchParams({ phone }).toString(),
        headers: form,
      });
      const { id, code } = body.data;
      expect(code).toMatch(/^\d{6}$/);
      const entered = await bare.token({ grant_type: 'sms_code', phone, id, value: code });
      expect(entered.body.account).toBe('admin');
      expect(await bare.sql('select * from inbox')).toEqual([]);
      expect(told.join('\n')).not.toContain(code);
      const strange = await bare.anybody.post('/blade-auth/oauth/sms/send-validate', { query: { phone: stranger } });
      expect(Object.keys(ok(strange)).sort()).toEqual(['code', 'id']);
    } finally {
      await bare.close();
    }
  });
});

it('is enough with the phone alone, as clients of the family send it, from where it was asked for', async () => {
  const { code } = await fresh();
  const sent = { grant_type: 'sms_code', tenantId: platform, phone };
  expect((await server.token({ ...sent, code: wrongOf(code) })).body).toMatchObject({ reason: 'auth.badCode' });
  const { body } = await server.token({ ...sent, code });
  expect(body).toMatchObject({ account: 'lilei' });
  // A code is used once, and a number that was sent none has none.
  expect((await server.token({ ...sent, code })).body).toMatchObject({ reason: 'auth.badCode' });
  expect((await server.token({ ...sent, phone: stranger, code })).body).toMatchObject({ reason: 'auth.badCode' });
});
