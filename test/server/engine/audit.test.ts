/** The history of administration: every write is in it, with its changes and without secrets, and no entry can be
 *  removed. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { acceptHistories, openAnchor } from '../../../server/engine/audit/anchor';
import { takeOverHistories, verifyAudit } from '../../../server/engine/audit/chain';
import type { Context } from '../../../server/kernel/context';
import { type Client, ok, password, platform, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
function sys(path: string) {
  return `/blade-system/${path}`;
}
beforeAll(async () => {
  server = await startServer();
  a = await server.foundTenant();
});
afterAll(() => server.close());

interface Entry {
  id: string;
  entity: string;
  action: string;
  userName: string;
  changes: { field: string; before: unknown; after: unknown }[];
  requestId: string;
}
async function about(client: Client, entityId: string, query: Record<string, string> = {}): Promise<Entry[]> {
  return ok(await client.get('/blade-log/audit/list', { entityId, size: 200, ...query })).records;
}
function fieldsOf({ changes }: Entry) {
  return Object.fromEntries(changes.map(({ field, ...rest }) => [field, rest]));
}
async function menuId(code: string) {
  return (await server.menuIds(code))[0]!;
}
async function submit(client: Client, area: string, body: object) {
  return ok(await client.post(sys(`${area}/submit`), { body }));
}

/** What is written, under which name, a record of it, and a change. */
const records: [string, string, () => Promise<object> | object, Record<string, string | number>][] = [
  ['dept', 'dept', () => ({ deptName: '部', fullName: '部门', parentId: '0', sort: 1 }), { deptName: '改' }],
  ['post', 'post', () => ({ postName: '岗', postCode: 'x1', category: 1, sort: 1 }), { postName: '改' }],
  ['role', 'role', () => ({ roleName: '角', roleAlias: 'x1', parentId: '0', sort: 1 }), { roleName: '改' }],
  ['dictbiz', 'dict-biz', () => ({ code: 'x1', dictValue: '词', dictKey: -1, sort: 1, isSealed: 0 }), { sort: 2 }],
  [
    'user',
    'user',
    async () => ({
      account: 'audited',
      realName: '人',
      name: '人',
      password: md5('Audit-2026'),
      roleId: (await server.sql('select id from sys_role where tenant_id = $1', [a.tenantId]))[0].id,
      deptId: (await server.sql('select id from sys_dept where tenant_id = $1', [a.tenantId]))[0].id,
    }),
    { realName: '改' },
  ],
];
const platformRecords: typeof records = [
  [
    'menu',
    'menu',
    () => ({ name: '菜', code: 'x1', path: '/x1', category: 1, alias: 'menu', sort: 1 }),
    { name: '改' },
  ],
  ['topmenu', 'topmenu', () => ({ name: '顶', code: 'x1', source: 'apps', sort: 1 }), { name: '改' }],
  ['param', 'param', () => ({ paramName: '参', paramKey: 'x1', paramValue: '1' }), { paramValue: '2' }],
  ['dict', 'dict', () => ({ code: 'x1', dictValue: '词', dictKey: -1, sort: 1, isSealed: 0 }), { dictValue: '改' }],
  ['tenant', 'tenant', () => ({ tenantName: '审计租户', linkman: '人' }), { linkman: '改' }],
  [
    'tenantPackage',
    'tenant-package',
    async () => ({ packageName: '包', menuId: await menuId('product') }),
    { remark: '改' },
  ],
  [
    'client',
    'client',
    () => ({
      clientId: 'x1',
      clientSecret: 'a-very-secret-word',
      authorizedGrantTypes: 'password',
      scope: 'all',
      accessTokenValidity: 3600,
      refreshTokenValidity: 3600,
    }),
    { scope: 'some' },
  ],
  [
    'data_scope',
    'data-scope',
    async () => ({
      menuId: await menuId('product'),
      scopeName: '域',
      resourceCode: 'x1',
      scopeClass: 'product',
      scopeField: '*',
      scopeType: 2,
    }),
    { scopeName: '改' },
  ],
  [
    'api_scope',
    'api-scope',
    async () => ({
      menuId: await menuId('post'),
      scopeName: '口',
      resourceCode: 'x1',
      scopePath: sys('post/list'),
      method: 1,
      scopeType: 1,
    }),
    { scopeName: '改' },
  ],
  ['region', 'region', () => ({ parentCode: '00', code: '980000', name: '省', level: 1, sort: 1 }), { name: '改' }],
];

describe.each([
  ...records.map((one) => [...one, () => a.client] as const),
  ...platformRecords.map((one) => [...one, () => server.admin] as const),
])('the history of a %s', (entity, area, draft, change, clientOf) => {
  it('has who added, changed and removed it, and what was before and after', async () => {
    const client = clientOf();
    const body: Record<string, unknown> = { ...(await draft()) };
    const { id } = await submit(client, area, body);
    const [field, value] = Object.entries(change)[0]!;
    const answer = await client.post(sys(`${area}/submit`), { body: { ...body, id, password: undefined, ...change } });
    ok(answer);
    ok(await client.post(sys(`${area}/remove`), { query: { ids: id } }));
    const entries = await about(client, id, { entity });
    expect(entries.map(({ action }) => action)).toEqual(['remove', 'update', 'add']);
    const [removed, updated, added] = entries.map(fieldsOf);
    const before = body[field] ?? null;
    expect(added![field] ?? { before: null, after: null }).toEqual({ before: null, after: before });
    expect(updated![field]).toEqual({ before, after: value });
    expect(removed![field]).toEqual({ before: value, after: null });
    for (const { userName, requestId } of entries) {
      expect(userName).toBe('管理员');
      expect(requestId).toMatch(/^\d+$/);
    }
    const text = JSON.stringify(await server.sql('select changes from audit_log where entity_id = $1', [id]));
    expect(text).not.toMatch(/a-very-secret-word|scrypt/);
    expect(text).not.toContain(md5('Audit-2026'));
  });
});

describe('the history of a person', () => {
  it('has every deed of an administrator, and no password', async () => {
    const { client, tenantId } = a;
    const { userId } = await server.addUser({ account: 'watched', tenantId });
    const role = await submit(client, 'role', { roleName: '新', roleAlias: 'watched', parentId: '0', sort: 1 });
    const post = async (verb: string, query: Record<string, string | number>) =>
      ok(await client.post(sys(`user/${verb}`), { query }));
    await post('grant', { userIds: userId, roleIds: role.id });
    const [{ oneTimeWord }] = await post('reset-password', { userIds: userId });
    await post('unlock', { userIds: userId });
    await post('change-status', { userIds: userId, status: 0 });
    await post('change-status', { userIds: userId, status: 1 });
    await post('update-platform', { userId, userType: 2, userExt: '{}' });
    await server.as('watched', tenantId);
    const sessions = ok(await client.get(sys('online/list'), { userId })).records;
    ok(await client.post(sys('online/end'), { query: { ids: sessions[0].id } }));
    await server.sql('update sys_user set status = 2 where id = $1', [userId]);
    await post('audit-pass', { userIds: userId, roleIds: role.id });
    const entries = await about(client, userId);
    expect(entries.map(({ action }) => action).reverse()).toEqual([
      'grant',
      'resetPassword',
      'unlock',
      'stop',
      'start',
      'platform',
      'endSession',
      'approve',
    ]);
    const by = Object.fromEntries(entries.map((entry) => [entry.action, fieldsOf(entry)]));
    expect(by.grant).toMatchObject({ roleId: { after: role.id } });
    expect(by.resetPassword).toEqual({ password: { before: '***', after: '***' } });
    expect(by.stop).toEqual({ status: { before: 1, after: 0 } });
    expect(by.platform).toMatchObject({ userType: { before: 1, after: 2 } });
    const raw = JSON.stringify(await server.sql('select * from audit_log where entity_id = $1', [userId]));
    expect(raw).not.toContain(oneTimeWord);
    expect(raw).not.toContain('scrypt');
  });
  it('records the menus and scopes that a grant added and removed', async () => {
    const { id } = await submit(a.client, 'role', { roleName: '权', roleAlias: 'granted', parentId: '0', sort: 1 });
    const [product, customer] = await server.menuIds('product', 'customer');
    const grant = async (menuIds: unknown[]) =>
      ok(await a.client.post(sys('role/grant'), { body: { roleIds: [id], menuIds } }));
    await grant([product]);
    await grant([customer]);
    await grant([customer]); // changes nothing, and leaves no entry
    const entries = await about(a.client, id, { action: 'grant' });
    expect(entries.map(fieldsOf)).toEqual([
      { menuIds: { before: product, after: customer } },
      { menuIds: { before: '', after: product } },
    ]);
  });
  it('records a tenant’s limits and package, in the platform’s own history', async () => {
    const { id, packageId } = await server.foundTenant({ menus: ['product'] });
    ok(await server.admin.post(sys('tenant/setting'), { query: { ids: id }, body: { accountNumber: 9 } }));
    const by = Object.fromEntries((await about(server.admin, id)).map((entry) => [entry.action, fieldsOf(entry)]));
    expect(by.package).toEqual({ packageId: { before: null, after: packageId } });
    expect(by.setting).toEqual({ accountNumber: { before: 100, after: 9 } });
  });
  it('names the platform’s owner in a tenant as one from outside', async () => {
    const body = { deptName: '外', fullName: '外', parentId: '0', sort: 1 };
    const query = { tenantId: a.tenantId };
    const { id } = ok(await server.admin.post(sys('dept/submit'), { body, query }));
    expect((await about(a.client, id)).map(({ userName }) => userName)).toEqual([`管理员@${platform}`]);
    expect(await about(server.admin, id)).toEqual([]);
  });
  it('says nothing of what was refused', async () => {
    const [{ count: before }] = await server.sql('select count(*) from audit_log');
    expect((await a.client.post(sys('role/submit'), { body: { roleName: 'x' } })).status).toBe(400);
    expect((await a.client.post(sys('param/submit'), { body: {} })).status).toBe(403);
    const [{ count: after }] = await server.sql('select count(*) from audit_log');
    expect(after).toBe(before);
  });
});

describe('the history of signing in', () => {
  let member: { userId: string; tenantId: string };
  beforeAll(async () => {
    member = { ...(await server.addUser({ account: 'member', tenantId: a.tenantId })), tenantId: a.tenantId };
  });
  const told = async () => {
    const entries = await about(a.client, member.userId);
    return entries.map((entry) => [entry.action, fieldsOf(entry)]).reverse();
  };
  const guess = (account: string, tenantId: string, word = 'wrong') =>
    server.token({ username: account, password: md5(word), grant_type: 'password' }, { 'tenant-id': tenantId });

  it('has how and from where a person signed in, how often that failed before, and when they left', async () => {
    for (let i = 0; i < 3; i++) expect((await guess('member', member.tenantId)).status).toBe(400);
    const client = await server.signIn('member', undefined, member.tenantId);
    ok(await client.get('/blade-auth/oauth/logout'));
    expect(await told()).toEqual([
      ['signInFailed', { failures: { before: null, after: 1 } }],
      ['signIn', { way: { before: null, after: 'password' }, failures: { before: 3, after: 0 } }],
      ['signOut', {}],
    ]);
    const entries = await server.sql('select * from audit_log where entity_id = $1', [member.userId]);
    for (const { entity, entity_name, address, request_id } of entries) {
      expect([entity, entity_name, address]).toEqual(['signIn', 'member', '127.0.0.1']);
      expect(request_id).toMatch(/^\d+$/);
    }
  });
  it('has the guess that blocks, and one entry for all that are reported by no other', async () => {
    const { tenantId } = member;
    await server.addUser({ account: 'guessed', tenantId });
    const before = await server.sql('select id from audit_log where tenant_id = $1', [tenantId]);
    for (let i = 0; i < 7; i++) await guess('guessed', tenantId);
    for (let i = 0; i < 2; i++) await guess('member', tenantId);
    for (const account of ['nobody1', 'nobody2', 'nobody2']) await guess(account, tenantId);
    const since = () =>
      server.sql('select entity_name, action, changes from audit_log where tenant_id = $1 and id > $2 order by seq', [
        tenantId,
        before.reduce((last, { id }) => (BigInt(id) > BigInt(last) ? id : last), '0'),
      ]);
    expect((await since()).map(({ entity_name, action }) => [entity_name, action])).toEqual([
      ['guessed', 'signInFailed'],
      ['guessed', 'lockedOut'],
      ['member', 'signInFailed'],
    ]);
    server.clock.advance(31 * 60_000);
    await server.advance();
    const [last, ...more] = (await since()).slice(3);
    expect(more).toEqual([]);
    // The second guess at `member`, and three at unknown names.
    expect(last).toMatchObject({
      action: 'failures',
      changes: [
        { field: 'accounts', after: 3 },
        { field: 'failures', after: 5 },
      ],
    });
  });
  it('has what a person changed of themselves, and no password', async () => {
    const { userId } = await server.addUser({ account: 'changer', tenantId: a.tenantId });
    const client = await server.as('changer', a.tenantId);
    const profile = { realName: 'changer', name: 'changer', phone: '13900139000', email: 'c@example.com' };
    ok(await client.post(sys('user/update-info'), { body: profile }));
    ok(await client.post(sys('user/update-info'), { body: profile })); // changes nothing, and leaves no entry
    const words = { oldPassword: md5(password), newPassword: md5('Other-2026'), newPassword1: md5('Other-2026') };
    ok(await client.post(sys('user/update-password'), { query: words }));
    const entries = await about(a.client, userId);
    expect(entries.map(({ action }) => action)).toEqual(['changePassword', 'update']);
    expect(fieldsOf(entries[1]!)).toEqual({
      phone: { before: '', after: '13900139000' },
      email: { before: '', after: 'c@example.com' },
    });
    expect(JSON.stringify(entries)).not.toContain(md5('Other-2026'));
  });
});

describe('the chain', () => {
  let tenant: Awaited<ReturnType<Server['foundTenant']>>;
  const verify = async () => ok(await tenant.client.get('/blade-log/audit/verify'));
  const write = async (count: number) => {
    for (let i = 0; i < count; i++)
      await submit(tenant.client, 'dept', { deptName: `部${i}`, fullName: '部门', parentId: '0', sort: 1 });
  };
  const keep = () =>
    server.sql('create table kept as select * from audit_log; create table heads as select * from audit_head');
  const putBack = async () => {
    await server.sql(
      `delete from audit_log; insert into audit_log select * from kept; delete from audit_head;
       insert into audit_head select * from heads; drop table kept; drop table heads`,
    );
  };
  /** As the owner of the database, who has every privilege; undone afterwards. */
  const tampered = async (change: string, look: () => Promise<void>) => {
    await keep();
    await server.sql(change.replaceAll('?', tenant.tenantId));
    try {
      await look();
    } finally {
      await putBack();
    }
    expect((await verify()).isWhole).toBe(true);
  };
  /** The fault with the first number that is wrong. */
  const found = async () => {
    const { isWhole, fault, brokenAt } = await verify();
    expect(isWhole).toBe(false);
    return [fault, brokenAt];
  };

  beforeAll(async () => {
    tenant = await server.foundTenant();
    await write(9);
    await server.deps.anchor!.catchUp();
  });

  it('has every entry, and says how far it goes', async () => {
    const [{ hash }] = await server.sql('select hash from audit_log where tenant_id = $1 order by seq desc limit 1', [
      tenant.tenantId,
    ]);
    expect(await verify()).toEqual({
      isWhole: true,
      fault: null,
      brokenAt: null,
      rows: 9,
      takenOver: 0,
      head: 9,
      digest: hash,
      headTime: server.clock.text(),
      anchored: 9,
    });
  });
  it.each([
    ['a changed name', `update audit_log set user_name = '别人' where seq = 5 and tenant_id = '?'`, 'changed', 5],
    ['a changed value', `update audit_log set changes = '[]' where seq = 9 and tenant_id = '?'`, 'changed', 9],
    [
      'a changed time',
      `update audit_log set create_time = '2020-01-01' where seq = 1 and tenant_id = '?'`,
      'changed',
      1,
    ],
    ['a removed row', `delete from audit_log where seq = 5 and tenant_id = '?'`, 'missing', 5],
    ['a cut end', `delete from audit_log where seq > 6 and tenant_id = '?'`, 'missing', 7],
    ['all rows removed', `delete from audit_log where tenant_id = '?'`, 'missing', 1],
    ['everything emptied', `delete from audit_log where tenant_id = '?'; delete from audit_head`, 'behindAnchor', 1],
    ['a removed head', `delete from audit_head where tenant_id = '?'`, 'headMissing', 9],
    [
      'a head set back',
      `update audit_head set seq = 6, hash = (select hash from audit_log where seq = 6
        and tenant_id = '?') where tenant_id = '?'`,
      'headForged',
      6,
    ],
    [
      'a cut end with its head',
      `delete from audit_log where seq > 6 and tenant_id = '?';
        update audit_head set seq = 6, hash = (select hash from audit_log where seq = 6 and tenant_id = '?')
        where tenant_id = '?'`,
      'headForged',
      6,
    ],
    ['a forged head', `update audit_head set signed = md5(signed) where tenant_id = '?'`, 'headForged', 9],
    [
      'a planted row',
      `insert into audit_log select (jsonb_populate_record(a, jsonb_build_object('id', a.id - 1,
        'seq', 10))).* from audit_log a where seq = 5 and tenant_id = '?'`,
      'beyondHead',
      10,
    ],
    [
      'a row planted among those before the chain',
      `alter table audit_log drop constraint if exists audit_log_numbered;
        insert into audit_log select (jsonb_populate_record(a, '{"id": 1, "seq": null}')).* from audit_log a
        where seq = 5 and tenant_id = '?'`,
      'takenOver',
      0,
    ],
    [
      'a row given to another tenant',
      `update audit_log set tenant_id = '999999' where seq = 4 and tenant_id = '?'`,
      'missing',
      4,
    ],
  ])('shows %s, even when the owner of the database did it', async (_, change, fault, at) => {
    await tampered(change, async () => expect(await found()).toEqual([fault, at]));
  });
  it('shows an earlier fault also when more is written afterwards, and still accepts entries', async () => {
    for (const change of [
      `delete from audit_head where tenant_id = '?'`,
      `delete from audit_log where seq > 6 and tenant_id = '?';
       update audit_head set seq = 6, hash = (select hash from audit_log where seq = 6 and tenant_id = '?')
       where tenant_id = '?'`,
      `update audit_head set seq = 6 where tenant_id = '?'`,
    ])
      await tampered(change, async () => {
        await write(2);
        expect((await verify()).isWhole).toBe(false);
      });
  });
  it('detects a database that was reset, until the operator accepts it, and records that', async () => {
    await keep();
    await write(3);
    await server.deps.anchor!.catchUp();
    await putBack(); // like restoring yesterday's database, with valid signatures
    expect(await found()).toEqual(['behindAnchor', 10]);
    await write(4);
    expect(await found()).toEqual(['otherThanAnchored', 12]);
    // The anchor stays, also for the next start.
    await server.deps.anchor!.catchUp();
    expect(server.deps.anchor!.of(tenant.tenantId)).toMatchObject({ seq: 12 });
    const lines: string[] = [];
    const accept = (seq: number) =>
      acceptHistories(server.deps, [{ tenantId: tenant.tenantId, seq }], (line) => lines.push(line));
    await accept(11);
    expect((await verify()).isWhole).toBe(false);
    await accept(12);
    await accept(12);
    expect(lines).toHaveLength(1);
    expect(await verify()).toMatchObject({ isWhole: true, rows: 14, head: 14 });
    const [entry] = await about(tenant.client, '0');
    expect([entry!.action, fieldsOf(entry!).anchored]).toEqual(['accept', { before: 12, after: 13 }]);
  });
  it('is anchored in a private file that other accounts cannot write', async () => {
    await server.deps.anchor!.catchUp();
    expect(statSync(server.anchorFile).mode & 0o777).toBe(0o600);
    const { db, secrets, now } = server.deps;
    const reopened = () => openAnchor(server.anchorFile, { db, secrets, now });
    expect(reopened().of(tenant.tenantId)).toEqual(server.deps.anchor!.of(tenant.tenantId));
    const text = readFileSync(server.anchorFile, 'utf8');
    writeFileSync(server.anchorFile, text.replace(/(\\"seq\\":)(\d+)/, '$11'));
    expect(reopened().isForged()).toBe(true);
    writeFileSync(server.anchorFile, text);
    expect(reopened().isForged()).toBe(false);
  });
  it('does not mind a clock that goes back, nor a column that is added', async () => {
    server.clock.advance(-7_200_000);
    await write(2);
    server.clock.advance(7_200_000);
    await write(1);
    expect((await verify()).isWhole).toBe(true);
    await server.sql(`alter table audit_log add column later text default 'x'`);
    expect((await verify()).isWhole).toBe(true);
    await server.sql('alter table audit_log drop column later');
  });
  it('has a number for each entry, also when many write at once', async () => {
    const { head } = await verify();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        submit(tenant.client, 'post', { postName: '岗', postCode: `p${i}`, category: 1, sort: 1 }),
      ),
    );
    expect(await verify()).toMatchObject({ isWhole: true, head: head + 12 });
  });
  it.each([
    ['when its statement is refused', 'trigger bad before update on audit_head'],
    ['when the commit is', 'constraint trigger bad after update on audit_head deferrable initially deferred'],
  ])('takes the write with it %s, and nothing of the connection is spoilt', async (_when, kind) => {
    await server.sql(
      `create function refuse_all() returns trigger language plpgsql as 'begin raise exception ''no''; end';
       create ${kind} for each row execute function refuse_all()`,
    );
    // The failures themselves are logged.
    const stored = async () =>
      JSON.parse(await server.fingerprint()).filter(({ name }: { name: string }) => name !== 'error_log');
    const before = await stored();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        tenant.client.post(sys('dept/submit'), {
          body: { deptName: `无${i}`, fullName: '部门', parentId: '0', sort: 1 },
          headers: { 'idempotency-key': `refused-${kind.length}-${i}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(500));
    expect(await stored()).toEqual(before);
    await server.sql('drop trigger bad on audit_head; drop function refuse_all()');
    await write(12);
    expect((await verify()).isWhole).toBe(true);
  });
  it('is neither changed nor removed by the program itself', async () => {
    const client = await server.pool.connect();
    try {
      for (const statement of [
        `update audit_log set user_name = 'x'`,
        'delete from audit_log',
        'delete from audit_head',
      ]) {
        await client.query('begin');
        await client.query(`set local app.tenant = '${tenant.tenantId}'`);
        await expect(client.query(statement)).rejects.toThrow('permission denied');
        await client.query('rollback');
      }
      for (const statement of ['truncate audit_log', 'truncate audit_head', 'drop table audit_head'])
        await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    } finally {
      client.release();
    }
  });
});

describe('a history from before the chain', () => {
  /** As an earlier version left it: rows without numbers, and seals over some of them. */
  const old = async (tenantId: string, { rows, sealed }: { rows: number; sealed: number }) => {
    await server.addTenant(tenantId);
    await server.sql('alter table audit_log drop constraint if exists audit_log_numbered');
    for (let i = 1; i <= rows; i++)
      await server.sql(
        `insert into audit_log (id, tenant_id, entity, entity_id, action, changes, user_name, create_time)
         values ($1, $2, 'dept', 7, 'update', '[{"field":"sort","before":1,"after":2}]', '旧人', '2026-01-01')`,
        [`${tenantId}${i}`, tenantId],
      );
    await server.sql(`alter table audit_log add constraint audit_log_numbered
      check (seq is not null and format is not null and hash is not null) not valid`);
    const texts = await server.sql<{ id: string; text: string }>(
      `select id, row(id, tenant_id, entity, entity_id, about_id, action, reason, changes, user_id, user_name, request_id,
         address, create_time)::text as text from audit_log where tenant_id = $1 order by id limit $2`,
      [tenantId, sealed],
    );
    const digest = createHash('sha256').update('');
    for (const { text } of texts) digest.update('\n').update(text);
    const hash = server.deps.secrets.sign('audit-seal', `${tenantId}.${digest.digest('hex')}`);
    await server.sql(`insert into audit_seal values ($1, $2, $3, $4, '2026-01-01')`, [
      tenantId,
      texts.at(-1)!.id,
      sealed,
      hash,
    ]);
  };
  const verify = (tenantId: string) =>
    server.deps.db.withTenant(tenantId, '2026-11-20', (trx) =>
      verifyAudit({ trx, tenantId, deps: server.deps } as Context),
    );
  const factsOf = async (tenantId: string) => {
    const [{ changes }] = await server.sql('select changes from audit_log where tenant_id = $1 and seq = 1', [
      tenantId,
    ]);
    return Object.fromEntries(changes.map(({ field, after }: { field: string; after: unknown }) => [field, after]));
  };

  it('is taken over once, covered by the first entry, with what its seals proved', async () => {
    await old('700001', { rows: 5, sealed: 3 });
    await old('700002', { rows: 4, sealed: 4 });
    await server.sql(
      `alter table audit_log drop constraint audit_log_numbered; update audit_log set user_name = 'x' where id = 7000022`,
    );
    await takeOverHistories(server.deps);
    await takeOverHistories(server.deps);
    expect(await verify('700001')).toMatchObject({ isWhole: true, rows: 1, takenOver: 5 });
    expect(await factsOf('700001')).toMatchObject({ takenOver: 5, sealed: 3, sealsIntact: 1 });
    // Earlier faults are reported, and cause no new ones.
    expect(await verify('700002')).toMatchObject({ isWhole: true, takenOver: 4 });
    expect(await factsOf('700002')).toMatchObject({ sealed: 0, sealsIntact: 0 });
  });
  it('shows a change of it from then on', async () => {
    for (const change of [
      'update audit_log set reason = $1 where id = 7000013',
      `delete from audit_log where id::text = $1`,
    ]) {
      await server.sql(change, ['7000014']);
      expect(await verify('700001')).toMatchObject({ isWhole: false, fault: 'takenOver' });
    }
  });
});
