/** One's own mobile number: where it is a way to sign in, its ownership must be proved, and it must be unique. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { type Client, ok, password, platform, type Server, startServer } from '../../support/server';

const MINUTE = 60_000;
function sys(path: string) {
  return `/blade-system/${path}`;
}
const [mine, theirs, fresh] = ['13800138001', '13800138002', '13900139001'];

let server: Server;
let me: Client;
let sent: { phone: string; text: string }[] = [];
let closeGateway: () => Promise<void>;
beforeAll(async () => {
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      sent.push(JSON.parse(body));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  closeGateway = () => new Promise((resolve) => http.close(() => resolve()));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  server = await startServer({ env: { SMS_URL: `http://${host}/send`, EGRESS_ALLOW: host } });
  for (const account of ['sales', 'finance', 'other']) await server.addUser({ account });
  await server.addTenant('100001');
  await server.addUser({ account: 'abroad', tenantId: '100001' });
  me = await server.as('sales');
});
afterAll(async () => {
  await server.close();
  await closeGateway();
});
beforeEach(async () => {
  sent = [];
  server.clock.advance(24 * 60 * MINUTE);
  const phoneOf = { sales: mine, finance: theirs, other: null, abroad: fresh };
  for (const [account, phone] of Object.entries(phoneOf))
    await server.sql('update sys_user set phone = $2, status = 1 where account = $1', [account, phone]);
});

async function codeFor(phone: string, client = me) {
  const { id } = ok(await client.post(sys('user/phone-code'), { body: { phone } }));
  return { codeId: id as string, smsCode: /\d{6}/.exec(sent.at(-1)!.text)![0] };
}
async function change(body: object, client = me) {
  const { status, body: answer } = await client.post(sys('user/update-info'), { body });
  return status === 200 ? 'ok' : answer.problems ? JSON.stringify(answer.problems) : answer.reason;
}
async function phoneOf(account: string) {
  return (await server.sql('select phone from sys_user where account = $1', [account]))[0].phone;
}
const word = md5(password);

it('is changed with the password and a code to the new number, once', async () => {
  const code = await codeFor(fresh);
  expect(sent).toEqual([{ phone: fresh, text: expect.stringContaining('更换手机号码') }]);
  expect(await change({ phone: fresh })).toBe('auth.badCode');
  expect(await change({ phone: fresh, ...code })).toBe('profile.wrongPassword');
  expect(await change({ phone: fresh, ...code, password: md5('guess') })).toBe('profile.wrongPassword');
  const wrong = String((Number(code.smsCode) + 1) % 1_000_000).padStart(6, '0');
  expect(await change({ phone: fresh, ...code, smsCode: wrong, password: word })).toBe('auth.badCode');
  expect(await phoneOf('sales')).toBe(mine);
  expect(await change({ phone: fresh, ...code, password: word })).toBe('ok');
  expect(await phoneOf('sales')).toBe(fresh);
  expect(await change({ phone: mine, ...code, password: word })).toBe('auth.badCode');
});

it('takes a code for that number and person alone', async () => {
  const code = await codeFor(fresh);
  expect(await change({ phone: '13900139002', ...code, password: word })).toBe('auth.badCode');
  expect(await change({ phone: fresh, ...code, password: word }, await server.as('other'))).toBe('auth.badCode');
  const signIn = { grant_type: 'sms_code', tenantId: platform, phone: fresh, id: code.codeId, value: code.smsCode };
  expect((await server.token(signIn)).body.reason).toBe('auth.badCode');
  expect(await change({ phone: fresh, ...code, password: word })).toBe('ok');
});

it('is given up with the password, and everything else is changed without', async () => {
  expect(await change({ name: '小李' })).toBe('ok');
  expect(await change({ name: '小李', phone: mine, password: 'anything' })).toBe('ok');
  expect(await change({ phone: '' })).toBe('profile.wrongPassword');
  expect(await change({ phone: '', password: word })).toBe('ok');
  expect(await phoneOf('sales')).toBeNull();
});

it('has the same limit of guesses as signing in', async () => {
  const other = await server.as('other');
  for (let i = 0; i < 5; i++) {
    await server.sql('update sys_user set phone = $2 where account = $1', ['other', mine.replace('1380', '1370')]);
    expect(await change({ phone: '', password: md5(`guess ${i}`) }, other)).toBe('profile.wrongPassword');
  }
  expect(await change({ phone: '', password: word }, other)).toBe('auth.locked');
});

describe('a number of another person', () => {
  const taken = '{"phone":"taken"}';
  it('is not taken over, and gets no code', async () => {
    const refused = await me.post(sys('user/phone-code'), { body: { phone: theirs } });
    expect(refused.body.problems).toEqual({ phone: 'taken' });
    expect(sent).toEqual([]);
    const code = await codeFor(fresh);
    await server.sql('update sys_user set phone = $1 where account = $2', [fresh, 'finance']); // meanwhile
    expect(await change({ phone: fresh, ...code, password: word })).toBe(taken);
    expect(await phoneOf('sales')).toBe(mine);
  });

  it('is not found out by many questions: at last each of them has to wait', async () => {
    const ask = () => me.post(sys('user/phone-code'), { body: { phone: theirs } });
    for (let i = 0; i < 60; i++) expect((await ask()).body.problems).toEqual({ phone: 'taken' });
    expect((await ask()).body).toMatchObject({ code: 429, reason: 'auth.tooFast' });
    server.clock.advance(60 * MINUTE);
    const { console: shown } = server.deps.settings;
    Object.assign(shown, { phoneMode: false, smsGateway: false });
    for (let i = 0; i < 60; i++) expect(await change({ phone: theirs })).toBe(taken);
    expect(await change({ phone: theirs })).toBe('auth.tooFast');
    expect(await change({ name: 'other' })).toBe('ok');
    Object.assign(shown, { phoneMode: true, smsGateway: true });
  });

  it('is free when they are stopped; then they cannot return with it', async () => {
    const [{ id }] = await server.sql(`select id from sys_user where account = 'finance'`);
    const status = (to: number) => server.admin.post(sys('user/change-status'), { query: { userIds: id, status: to } });
    ok(await status(0));
    const code = await codeFor(theirs);
    expect(await change({ phone: theirs, ...code, password: word })).toBe('ok');
    expect(await status(1)).toMatchObject({
      status: 400,
      body: { reason: 'user.phoneTaken', msg: 'finance的手机号码已被其他账号使用，请先修改号码' },
    });
    await server.sql('update sys_user set phone = null where id = $1', [id]);
    ok(await status(1));
  });

  it('cannot be set by an administrator either', async () => {
    const [role] = await server.sql(`select id from sys_role where role_alias = 'user'`);
    const [dept] = await server.sql('select id from sys_dept where tenant_id = $1', [platform]);
    const person = (account: string, phone: string) => ({
      ...{ account, phone, name: account, realName: '新人', roleId: role.id, deptId: dept.id },
    });
    const add = (account: string, phone: string) =>
      server.admin.post(sys('user/submit'), { body: person(account, phone) });
    expect((await add('newone', theirs)).body).toMatchObject({ reason: 'invalid', problems: { phone: 'taken' } });
    const free = '13700137001';
    const both = await Promise.all([add('first', free), add('second', free)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const made = ok(both.find(({ status }) => status === 200)!);
    const edit = { ...person(made.account, theirs), id: made.id, version: made.version };
    expect((await server.admin.post(sys('user/submit'), { body: edit })).body.problems).toEqual({ phone: 'taken' });
    ok(await server.admin.post(sys('user/submit'), { body: { ...edit, phone: '13700137002' } }));
  });

  it('is had by one of two who take it at the same moment', async () => {
    const finance = await server.as('finance');
    const { console: shown } = server.deps.settings;
    shown.smsGateway = false; // the code of one would end the other's
    const wish = { phone: fresh, password: word };
    const both = await Promise.all([change(wish), change(wish, finance)]);
    shown.smsGateway = true;
    expect(both.sort()).toEqual(['ok', taken]);
  });
});

it('needs neither where phones cannot sign in', async () => {
  const { console: shown } = server.deps.settings;
  Object.assign(shown, { phoneMode: false, smsGateway: false });
  expect(await change({ phone: fresh })).toBe('ok');
  expect(await change({ phone: theirs })).toBe('{"phone":"taken"}');
  Object.assign(shown, { phoneMode: true, smsGateway: true });
});

it('is sent a code once a minute, as often as ten times a day', async () => {
  await codeFor(fresh);
  expect((await me.post(sys('user/phone-code'), { body: { phone: fresh } })).body.reason).toBe('auth.codeTooSoon');
  for (let i = 0; i < 9; i++) {
    server.clock.advance(MINUTE);
    await codeFor(fresh);
  }
  server.clock.advance(MINUTE);
  expect((await me.post(sys('user/phone-code'), { body: { phone: fresh } })).body.reason).toBe('auth.tooManyCodes');
  expect((await me.post(sys('user/phone-code'), { body: { phone: '12' } })).body.reason).toBe('auth.phoneLength');
});
