/** A person who has proved their phone sets the first password without the one-time one; no other session does. */
import { md5 } from '../../../server/auth/password/oneTimePassword';
import {
  type Client,
  clientOf,
  ok,
  password as oneTime,
  platform,
  type Server,
  startServer,
} from '../../support/server';

const MINUTE = 60_000;
const own = 'My-own-2026';

let server: Server;
let made = 0;
let person: { account: string; phone: string; userId: string };

beforeAll(async () => {
  server = await startServer({ env: { PHONE_TEST_MODE: '1' } });
});
afterAll(() => server.close());
/** Each test has a person of its own, whose one-time password is unused. */
beforeEach(async () => {
  made += 1;
  const [account, phone] = [`first${made}`, `138001380${String(made).padStart(2, '0')}`];
  const { userId } = await server.addUser({ account });
  await server.sql('update sys_user set phone = $1, must_change_password = 1 where id = $2', [phone, userId]);
  person = { account, phone, userId };
});

async function byPhone(): Promise<{ client: Client; body: Record<string, unknown> }> {
  const { phone } = person;
  server.clock.advance(2 * MINUTE);
  const asked = server.anybody.post('/blade-auth/oauth/sms/send-validate', { query: { phone, tenantId: platform } });
  const { id, code } = ok(await asked);
  const { status, body } = await server.token({ grant_type: 'sms_code', tenantId: platform, phone, id, value: code });
  expect(status).toBe(200);
  return { client: clientOf(server.app, { 'blade-auth': `bearer ${body.access_token}` }), body };
}
async function byPassword(word: string) {
  const query = { grant_type: 'password', tenantId: platform, username: person.account, password: md5(word) };
  const { body } = await server.token(query);
  return { client: clientOf(server.app, { 'blade-auth': `bearer ${body.access_token}` }), body };
}
async function set(client: Client, { to = own, old }: { to?: string; old?: string } = {}) {
  const { status, body } = await client.post('/blade-system/user/update-password', {
    body: { ...(old === undefined ? {} : { oldPassword: md5(old) }), newPassword: md5(to), newPassword1: md5(to) },
  });
  return status === 200 ? 'set' : body.reason;
}

describe('the first password', () => {
  it('is set in the session in which the phone was proved, once; other sessions end, and the history says how', async () => {
    const other = await byPassword(oneTime);
    const { client, body } = await byPhone();
    expect(body).toMatchObject({ must_change_password: true, sets_password: true });
    expect(await set(client)).toBe('set');
    expect((await other.client.get('/blade-system/user/info')).status).toBe(401);
    expect((await client.get('/blade-system/user/info')).status).toBe(200);
    expect((await byPassword(own)).body).toMatchObject({ must_change_password: false });
    expect((await byPassword(oneTime)).body.reason).toBe('auth.badCredentials');
    const [entry] = await server.sql(
      `select action, changes from audit_log where entity = 'user' and entity_id = $1 order by id desc limit 1`,
      [person.userId],
    );
    expect(entry).toMatchObject({ action: 'changePassword' });
    expect(JSON.stringify(entry.changes)).toContain('sms_code');
    // It is an account like any other now.
    expect(await set(client, { to: 'Another-2026' })).toBe('auth.oldPasswordWrong');
    expect(await set(client, { to: 'Another-2026', old: own })).toBe('set');
  });

  it('is not set without the one-time one in a session that began with that', async () => {
    const { client, body } = await byPassword(oneTime);
    expect(body).not.toHaveProperty('sets_password');
    await byPhone(); // another session of the same person proves nothing for this one
    expect(await set(client)).toBe('auth.oldPasswordWrong');
    expect(await set(client, { old: '' })).toBe('auth.oldPasswordWrong');
    expect(await set(client, { old: oneTime })).toBe('set');
  });

  it('is not what a session by phone sets where the person has a password of their own', async () => {
    await server.sql('update sys_user set must_change_password = 0 where id = $1', [person.userId]);
    const { client, body } = await byPhone();
    expect(body).not.toHaveProperty('sets_password');
    expect(await set(client)).toBe('auth.oldPasswordWrong');
    // Not even when it becomes a one-time one again while the session lives.
    await server.sql('update sys_user set must_change_password = 1 where id = $1', [person.userId]);
    expect(await set(client)).toBe('auth.oldPasswordWrong');
  });

  it('uses the proof up also where it was set by the one-time one', async () => {
    const { client } = await byPhone();
    expect(await set(client, { old: oneTime })).toBe('set');
    await server.sql('update sys_user set must_change_password = 1 where id = $1', [person.userId]);
    expect(await set(client, { to: 'Another-2026' })).toBe('auth.oldPasswordWrong');
  });

  it('is not set by a session from before an administrator gave another one-time password', async () => {
    const { client } = await byPhone();
    const reset = await server.admin.post('/blade-system/user/reset-password', { query: { userIds: person.userId } });
    expect(reset.status).toBe(200);
    expect((await client.get('/blade-system/user/info')).status).toBe(401);
    expect(await set(client)).not.toBe('set');
  });

  it('is not set by whose phone another account shares, or whose account was stopped meanwhile', async () => {
    const { client } = await byPhone();
    const { userId } = await server.addUser({ account: `shares${made}` });
    await server.sql('update sys_user set phone = $1 where id = $2', [person.phone, userId]);
    await expect(byPhone()).rejects.toThrow();
    await server.sql('update sys_user set status = 0 where id = $1', [person.userId]);
    expect(await set(client)).not.toBe('set');
  });

  it('is set within half an hour of the proof', async () => {
    const { client } = await byPhone();
    server.clock.advance(31 * MINUTE);
    expect(await set(client)).toBe('auth.proveAgain');
    const again = await byPhone();
    expect(await set(again.client)).toBe('set');
  });

  it('is set once by two who come at the same moment', async () => {
    const { client } = await byPhone();
    const both = await Promise.all([set(client), set(client, { to: 'Another-2026' })]);
    expect(both.filter((outcome) => outcome === 'set')).toHaveLength(1);
  });

  it('is neither weak nor the one-time one', async () => {
    const { client } = await byPhone();
    expect(await set(client, { to: oneTime })).toBe('password.same');
    expect(await set(client, { to: 'Admin@123' })).toBe('password.common');
    expect(await set(client)).toBe('set');
  });

  it('counts what is tried without a proof as wrong guesses', async () => {
    const { client } = await byPassword(oneTime);
    for (let i = 0; i < 5; i++) expect(await set(client)).toBe('auth.oldPasswordWrong');
    expect(await set(client, { old: oneTime })).toBe('auth.locked');
  });
});
