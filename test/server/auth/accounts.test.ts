/** People's accounts: one-time passwords, blocks, sessions, and what is never disclosed. */
import { oneTimePasswordHours } from '../../../contract/modules/system/user';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import {
  basic,
  type Client,
  leakedSecret,
  ok,
  password,
  platform,
  type Server,
  startServer,
} from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
let b: Awaited<ReturnType<Server['foundTenant']>>;
/** The role and department of a new person of tenant A. */
let place: { roleId: string; deptId: string };
function sys(path: string) {
  return `/blade-system/${path}`;
}
const hourMs = 3_600_000;

beforeAll(async () => {
  server = await startServer({ env: { SWITCH_MODE: 'true' } });
  [a, b] = [await server.foundTenant(), await server.foundTenant()];
  const [role] = await server.sql('select id from sys_role where tenant_id = $1', [a.tenantId]);
  const [dept] = await server.sql('select id from sys_dept where tenant_id = $1', [a.tenantId]);
  place = { roleId: role.id, deptId: dept.id };
});
afterAll(() => server.close());

let made = 0;
function add(body: object = {}, headers: Record<string, string> = {}) {
  return a.client.post(sys('user/submit'), {
    body: { account: `p${++made}`, realName: '人', name: '人', ...place, ...body },
    headers,
  });
}
async function rowOf(id: string) {
  return (await server.sql('select * from sys_user where id = $1', [id]))[0];
}
async function door(account: string, word: string, tenantId = a.tenantId, headers: Record<string, string> = {}) {
  const query = { username: account, password: md5(word), grant_type: 'password' };
  const { status, body } = await server.token(query, { 'tenant-id': tenantId, ...headers });
  return { status, reason: body.reason, body };
}
async function reasonOf(answer: Promise<{ status: number; body: { reason?: string } }>) {
  const { status, body } = await answer;
  return [status, body.reason];
}
function changePassword(client: Client, from: string, to: string) {
  return client.post(sys('user/update-password'), {
    query: { oldPassword: md5(from), newPassword: md5(to), newPassword1: md5(to) },
  });
}
/** Everything the database holds, as text. */
async function everything(): Promise<string> {
  const tables = await server.sql(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'sys_region'`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => server.sql(`select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} t`)),
  );
  return texts.map(([row]) => row.text).join('\n');
}

describe('a one-time password', () => {
  it('is shown once, stored nowhere, and not repeated for the same request', async () => {
    const account = `p${++made}`;
    const headers = { 'idempotency-key': 'one-time-00000001' };
    const body = { account, realName: '人', name: '人', ...place };
    const ask = () => a.client.post(sys('user/submit'), { body, headers });
    const first = ok(await ask());
    expect(first.oneTimeWord).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){2}$/);
    const again = ok(await ask());
    expect(again).toMatchObject({ id: first.id, account });
    expect(again).not.toHaveProperty('oneTimeWord');
    const kept = await everything();
    expect(kept).toContain(account);
    for (const form of [first.oneTimeWord, md5(first.oneTimeWord), first.oneTimeWord.replaceAll('-', '')])
      expect(kept).not.toContain(form);
    for (const verb of ['detail', 'platform-detail', 'history'])
      expect(JSON.stringify(ok(await a.client.get(sys(`user/${verb}`), { id: first.id })))).not.toContain(
        first.oneTimeWord,
      );
    expect((await door(account, first.oneTimeWord)).status).toBe(200);
  });
  it('of a reset or a new tenant is not repeated either', async () => {
    const { id } = ok(await add());
    const reset = () =>
      a.client.post(sys('user/reset-password'), {
        query: { userIds: id },
        headers: { 'idempotency-key': 'one-time-00000002' },
      });
    const found = () =>
      server.admin.post(sys('tenant/submit'), {
        body: { tenantName: '一次', linkman: 'X' },
        headers: { 'idempotency-key': 'one-time-00000003' },
      });
    for (const ask of [reset, found]) {
      const [first, again] = [JSON.stringify(ok(await ask())), JSON.stringify(ok(await ask()))];
      const word = /"oneTimeWord":"([^"]+)"/.exec(first)![1]!;
      expect(again).not.toContain('oneTimeWord');
      expect(await everything()).not.toContain(word);
    }
  });
  it('differs for each person', async () => {
    const ids = [ok(await add()).id, ok(await add()).id];
    const told = ok(await a.client.post(sys('user/reset-password'), { query: { userIds: ids.join(',') } }));
    expect(told.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
    expect(told[0].oneTimeWord).not.toBe(told[1].oneTimeWord);
    for (const { account, oneTimeWord } of told) expect((await door(account, oneTimeWord)).status).toBe(200);
  });
  it('opens nothing after a day, and everything until then', async () => {
    const [early, late] = [ok(await add()), ok(await add())];
    const now = server.clock.text();
    server.clock.advance(oneTimePasswordHours * hourMs - 60_000);
    expect((await door(early.account, early.oneTimeWord)).status).toBe(200);
    server.clock.advance(120_000);
    expect(await door(late.account, late.oneTimeWord)).toMatchObject({ status: 400, reason: 'auth.badCredentials' });
    server.clock.set(now);
  });
  it('is changed before anything that needs a right is done', async () => {
    const { account, oneTimeWord } = ok(await add());
    const client = await server.signIn(account, oneTimeWord, a.tenantId);
    for (const [method, path] of [
      ['get', sys('user/page')],
      ['get', '/blade-customer/customer/list'],
      ['get', '/blade-product/product/page'],
      ['post', sys('role/grant')],
      ['post', '/blade-product/product/submit'],
    ] as const)
      expect(await reasonOf(client[method](path))).toEqual([403, 'auth.mustChangePassword']);
    expect((await client.get(sys('user/info'))).status).toBe(200);
    ok(await changePassword(client, oneTimeWord, 'My-own-2026'));
    expect((await client.get(sys('user/page'))).status).toBe(200);
    // The person's own password does not expire with the one-time one.
    server.clock.advance((oneTimePasswordHours + 1) * hourMs);
    expect((await door(account, 'My-own-2026')).status).toBe(200);
    expect((await door(account, oneTimeWord)).status).toBe(400);
  });
  it('is what a password that an administrator chose is, too', async () => {
    const { account, ...rest } = ok(await add({ password: md5('Chosen-2026') }));
    expect(rest).not.toHaveProperty('oneTimeWord');
    const { status, body } = await door(account, 'Chosen-2026');
    expect([status, body.must_change_password]).toEqual([200, true]);
  });
  it('is not replaced by an edit: a password in a change of a record means nothing', async () => {
    const { id } = ok(await add());
    const before = (await rowOf(id)).password_hash;
    ok(await a.client.post(sys('user/submit'), { body: { id, ...place, password: md5('Sneaked-2026') } }));
    expect((await rowOf(id)).password_hash).toBe(before);
  });
});

describe('a reset', () => {
  it('ends every session of the person, and of no other', async () => {
    const [{ account, id }, other] = [ok(await add()), ok(await add())];
    await server.sql('update sys_user set must_change_password = 0 where id = any($1)', [[id, other.id]]);
    const sessions = [await server.as(account, a.tenantId), await server.as(account, a.tenantId)];
    const bystander = await server.as(other.account, a.tenantId);
    ok(await a.client.post(sys('user/reset-password'), { query: { userIds: id } }));
    for (const client of sessions) expect((await client.get(sys('user/info'))).status).toBe(401);
    expect((await bystander.get(sys('user/info'))).status).toBe(200);
  });
  it('leaves the old password worth nothing', async () => {
    const { account, id, oneTimeWord } = ok(await add());
    const [{ oneTimeWord: next }] = ok(await a.client.post(sys('user/reset-password'), { query: { userIds: id } }));
    expect([(await door(account, oneTimeWord)).status, (await door(account, next)).status]).toEqual([400, 200]);
  });
});

describe('a lock', () => {
  it('is of one tenant’s account alone, and is opened by that tenant’s administrator', async () => {
    const word = 'same-everywhere';
    const ids: Record<string, string> = {};
    for (const { tenantId } of [a, b]) ids[tenantId] = (await server.addUser({ account: 'alice', tenantId })).userId;
    for (let i = 0; i < 5; i++) expect((await door('alice', word)).status).toBe(400);
    expect((await door('alice', password)).reason).toBe('auth.locked');
    expect((await door('alice', password, b.tenantId)).status).toBe(200);
    const detail = async () => ok(await a.client.get(sys('user/detail'), { id: ids[a.tenantId]! })).isLocked;
    expect(await detail()).toBe(1);
    const unlock = (client: Client) => client.post(sys('user/unlock'), { query: { userIds: ids[a.tenantId]! } });
    expect(await reasonOf(unlock(b.client))).toEqual([403, 'notYours']);
    expect((await door('alice', password)).reason).toBe('auth.locked');
    ok(await unlock(a.client));
    expect(await detail()).toBe(0);
    expect((await door('alice', password)).status).toBe(200);
  });
  it('is not set on two hundred accounts from one address: the address is blocked instead', async () => {
    const at = (username: string) =>
      server.anybody.send({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        query: { username, password: 'no md5', grant_type: 'password' },
        headers: { authorization: basic, 'tenant-id': a.tenantId },
        remoteAddress: '10.9.9.9',
      });
    const reasons = new Set<string>();
    for (let i = 0; i < 200; i++) reasons.add((await at(`nobody${i}`)).body.reason);
    expect([...reasons].sort()).toEqual(['auth.badCredentials', 'auth.tooFast']);
    const locked = await server.sql('select account from sign_in_failure where failures >= 5');
    expect(locked).toEqual([]);
  });
});

describe('stopping a person', () => {
  it.each([
    [
      'by its own call',
      (id: string) => a.client.post(sys('user/change-status'), { query: { userIds: id, status: 0 } }),
    ],
    ['by an edit', (id: string) => a.client.post(sys('user/submit'), { body: { id, ...place, status: 0 } })],
    ['by removing them', (id: string) => a.client.post(sys('user/remove'), { query: { ids: id } })],
  ])('%s ends their sessions, and prevents new ones', async (how, stop) => {
    const account = how.replaceAll(' ', '-');
    const { userId } = await server.addUser({ account, tenantId: a.tenantId });
    const signed = await server.signIn(account, password, a.tenantId);
    ok(await stop(userId));
    expect((await signed.get(sys('user/info'))).status).toBe(401);
    const query = { grant_type: 'refresh_token', refresh_token: signed.session.refresh_token };
    expect((await server.token(query, { 'tenant-id': a.tenantId })).status).toBe(400);
    expect((await door(account, password)).reason).toBe('auth.badCredentials');
    if (how === 'by removing them') return;
    ok(await a.client.post(sys('user/change-status'), { query: { userIds: userId, status: 1 } }));
    expect((await door(account, password)).status).toBe(200);
    expect((await signed.get(sys('user/info'))).status).toBe(401);
  });
});

describe('who is signed in', () => {
  it('is listed, and can be signed out', async () => {
    const { userId } = await server.addUser({ account: 'online', tenantId: a.tenantId });
    const [one, two] = [await server.as('online', a.tenantId), await server.as('online', a.tenantId)];
    const list = async () => ok(await a.client.get(sys('online/list'), { userId, size: 50, ascs: 'createTime' }));
    const { records, total } = await list();
    expect(total).toBe(2);
    expect(records[0]).toMatchObject({ account: 'online', userId, clientId: 'saber', isLocked: 0 });
    for (const client of [b.client, one])
      expect((await client.post(sys('online/end'), { query: { ids: records[0].id } })).status).toBe(403);
    const answers = async () => [(await one.get(sys('user/info'))).status, (await two.get(sys('user/info'))).status];
    expect(await answers()).toEqual([200, 200]);
    ok(await a.client.post(sys('online/end'), { query: { ids: records[0].id } }));
    expect((await answers()).sort()).toEqual([200, 401]);
    expect((await list()).total).toBe(1);
    expect(await reasonOf(a.client.post(sys('online/end'), { query: { ids: records[0].id } }))).toEqual([
      403,
      'notYours',
    ]);
    server.clock.advance(21 * 365 * 24 * hourMs);
    const later = await server.as('admin', a.tenantId);
    expect(ok(await later.get(sys('online/list'), { userId })).total).toBe(0);
    server.clock.set('2026-11-23 10:00:00');
  });
});

describe('oneself', () => {
  it('is changed in name, phone, e-mail and picture, and in nothing else that is sent', async () => {
    const { userId, roleId } = await server.addUser({ account: 'modest', tenantId: a.tenantId });
    const client = await server.as('modest', a.tenantId);
    const other = { ...(await rowOf(a.adminId)) };
    const before = await rowOf(userId);
    const body = {
      id: a.adminId,
      roleId: place.roleId,
      deptId: place.deptId,
      account: 'boss',
      status: 0,
      password: md5('x'),
      isSuper: true,
      tenantId: platform,
      realName: '新名',
      phone: '13800138009',
    };
    ok(await client.post(sys('user/update-info'), { body }));
    const changed = { ...before, real_name: '新名', phone: '13800138009' };
    const { update_time: _, ...after } = await rowOf(userId);
    expect(after).toEqual(Object.fromEntries(Object.entries(changed).filter(([name]) => name !== 'update_time')));
    expect(await rowOf(a.adminId)).toEqual(other);
    expect((await rowOf(userId)).role_ids).toEqual([roleId]);
  });
  it('is made by an administrator with known fields only: all others are ignored', async () => {
    const row = ok(
      await add({
        isSuper: true,
        tenantId: b.tenantId,
        mustChangePassword: 0,
        isLocked: 1,
        userType: 3,
        createUser: '1',
      }),
    );
    expect(await rowOf(row.id)).toMatchObject({
      is_super: false,
      tenant_id: a.tenantId,
      must_change_password: 1,
      user_type: 1,
      create_user: a.adminId,
    });
  });
});

describe('a chosen role and department', () => {
  it('must be the person’s own, and bound what the session may', async () => {
    const { userId, roleId } = await server.addUser({ account: 'two', permissions: ['product'], tenantId: a.tenantId });
    const { roleId: second } = await server.addUser({ account: 'x2', permissions: ['customer'], tenantId: a.tenantId });
    await server.sql('update sys_user set role_ids = $2, dept_ids = $3 where id = $1', [
      userId,
      [roleId, second],
      [place.deptId],
    ]);
    const [foreign] = await server.sql('select id from sys_dept where tenant_id = $1', [b.tenantId]);
    const wrong: Record<string, string>[] = [
      { 'role-id': place.roleId },
      { 'dept-id': foreign.id },
      { 'role-id': 'x' },
    ];
    for (const headers of wrong)
      expect(await door('two', password, a.tenantId, headers)).toMatchObject({
        status: 400,
        reason: 'auth.notYourRole',
      });
    const { body } = await door('two', password, a.tenantId, { 'role-id': second });
    const client = { 'blade-auth': `bearer ${body.access_token}` };
    const status = async (path: string) => (await server.anybody.get(path, {}, client)).status;
    expect([await status('/blade-product/product/page'), await status('/blade-customer/customer/list')]).toEqual([
      403, 200,
    ]);
    // Revoking the chosen role leaves none, never the others.
    await server.sql('update sys_user set role_ids = $2 where id = $1', [userId, [roleId]]);
    expect([await status('/blade-product/product/page'), await status('/blade-customer/customer/list')]).toEqual([
      403, 403,
    ]);
  });
});

describe('secrets', () => {
  it.each([
    [{ data: { password: 'x' } }, '.data.password'],
    [{ data: { records: [{ a: 1 }, { clientSecret: 'saber_secret' }] } }, '.data.records.1.clientSecret'],
    [{ data: [{ note: 'is scrypt$32768$8$3$x$y' }] }, '.data.0.note'],
    [{ data: { key: 'a'.repeat(64) } }, '.data.key'],
    [{ data: { password: '', clientSecret: null, sha256: 'b'.repeat(64) } }, undefined],
    [{ problems: { password: 'required' }, data: {} }, undefined],
  ])('in %j are seen at %s', (body, place) => {
    expect(leakedSecret(body)).toBe(place);
  });
  it('go in, never come out, and stay when nothing is sent instead', async () => {
    const draft = {
      clientId: 'partner',
      clientSecret: 'partner-secret',
      authorizedGrantTypes: 'password',
      scope: 'all',
      accessTokenValidity: 3600,
      refreshTokenValidity: 3600,
    };
    const kept = async () => (await server.sql(`select client_secret from sys_client where client_id = 'partner'`))[0];
    const saved = ok(await server.admin.post(sys('client/submit'), { body: draft }));
    const update = (body: object) =>
      server.admin.post(sys('client/submit'), { body: { ...draft, clientSecret: undefined, id: saved.id, ...body } });
    const answers = [
      saved,
      ok(await server.admin.get(sys('client/detail'), { id: saved.id })),
      ok(await server.admin.get(sys('client/list'), { clientId: 'partner' })),
      ok(await update({ scope: 'some' })),
      ok(await update({ scope: 'all', clientSecret: '' })),
      ok(await server.admin.get(sys('client/history'), { id: saved.id })),
    ];
    expect(JSON.stringify(answers)).not.toContain('partner-secret');
    expect(await kept()).toEqual({ client_secret: 'partner-secret' });
    for (const query of [{ clientSecret: 'partner-secret' }, { clientSecret_like: 'partner' }])
      expect((await server.admin.get(sys('client/list'), query)).body.reason).toBe('badParameter');
    expect((await server.admin.get(sys('client/list'), { ascs: 'clientSecret' })).status).toBe(400);
    expect((await server.admin.get(sys('user/page'), { ascs: 'password' })).status).toBe(400);
  });
});
