/** The history of administration: every write is in it, with what it changed and without secrets, and nothing leaves it. */
import { md5 } from '../../server/essentials';
import { type Client, ok, platform, type Server, startServer } from '../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
const sys = (path: string) => `/blade-system/${path}`;
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
const about = async (client: Client, entityId: string, query: Record<string, string> = {}): Promise<Entry[]> =>
  ok(await client.get('/blade-log/audit/list', { entityId, size: 200, ...query })).records;
const fieldsOf = ({ changes }: Entry) => Object.fromEntries(changes.map(({ field, ...rest }) => [field, rest]));
const menuId = async (code: string) => (await server.menuIds(code))[0]!;
const submit = async (client: Client, area: string, body: object) =>
  ok(await client.post(sys(`${area}/submit`), { body }));

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
  it('tells of a grant which menus and scopes came and went', async () => {
    const { id } = await submit(a.client, 'role', { roleName: '权', roleAlias: 'granted', parentId: '0', sort: 1 });
    const [product, customer] = await server.menuIds('product', 'customer');
    const grant = async (menuIds: unknown[]) =>
      ok(await a.client.post(sys('role/grant'), { body: { roleIds: [id], menuIds } }));
    await grant([product]);
    await grant([customer]);
    await grant([customer]); // changes nothing, and says nothing
    const entries = await about(a.client, id, { action: 'grant' });
    expect(entries.map(fieldsOf)).toEqual([
      { menuIds: { before: product, after: customer } },
      { menuIds: { before: '', after: product } },
    ]);
  });
  it('tells of a tenant’s limits and package, in the platform’s own history', async () => {
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

describe('the seals', () => {
  let tenant: Awaited<ReturnType<Server['foundTenant']>>;
  const verify = async () => ok(await tenant.client.get('/blade-log/audit/verify'));
  const write = async (count: number) => {
    for (let i = 0; i < count; i++)
      await submit(tenant.client, 'dept', { deptName: `部${i}`, fullName: '部门', parentId: '0', sort: 1 });
  };
  /** As the owner of the database, past the trigger, undone afterwards. */
  const tampered = async (change: string, look: () => Promise<void>) => {
    await server.sql('create table kept as select * from audit_log; create table seals as select * from audit_seal');
    const triggers = (is: 'disable' | 'enable') =>
      server.sql(`alter table audit_log ${is} trigger all; alter table audit_seal ${is} trigger all`);
    await triggers('disable');
    await server.sql(change);
    try {
      await look();
    } finally {
      await server.sql(
        `delete from audit_log; insert into audit_log select * from kept; delete from audit_seal;
         insert into audit_seal select * from seals; drop table kept; drop table seals`,
      );
      await triggers('enable');
    }
    expect((await verify()).isWhole).toBe(true);
  };
  const rowsOf = (order: string) =>
    server.sql(`select id from audit_log where tenant_id = $1 order by id ${order}`, [tenant.tenantId]);

  beforeAll(async () => {
    tenant = await server.foundTenant();
    for (const count of [3, 2, 4]) {
      await write(count);
      server.clock.advance(120_000);
      await server.advance();
    }
  });

  it('cover the history, piece by piece', async () => {
    expect(await verify()).toEqual({ isWhole: true, seals: 3, rows: 9, brokenAt: null });
    await server.advance();
    expect((await verify()).seals).toBe(3);
  });
  it.each([
    ['a changed name', (id: string) => `update audit_log set user_name = '别人' where id = ${id}`],
    ['a changed value', (id: string) => `update audit_log set changes = '[]' where id = ${id}`],
    ['a changed time', (id: string) => `update audit_log set create_time = '2020-01-01' where id = ${id}`],
    ['a removed row', (id: string) => `delete from audit_log where id = ${id}`],
    [
      'a planted row',
      (id: string) => `insert into audit_log select (jsonb_populate_record(a, jsonb_build_object('id', a.id - 1))).*
        from audit_log a where id = ${id}`,
    ],
    ['a row given to another tenant', (id: string) => `update audit_log set tenant_id = '000000' where id = ${id}`],
  ])('show %s, even when the owner of the database did it', async (_, change) => {
    const rows = await rowsOf('asc');
    for (const { id } of [rows[0], rows[4], rows[8]])
      await tampered(change(id), async () => {
        const { isWhole, brokenAt } = await verify();
        expect(isWhole).toBe(false);
        expect(brokenAt).toMatch(/^2026-11-20 10:/);
      });
  });
  it.each([
    [
      'removed with its rows',
      `delete from audit_log where id > (select min(last_id) from audit_seal where tenant_id = '?')
       and id <= (select last_id from audit_seal where tenant_id = '?' order by last_id offset 1 limit 1)
       and tenant_id = '?'; delete from audit_seal where tenant_id = '?' and
       last_id = (select last_id from seals where tenant_id = '?' order by last_id offset 1 limit 1)`,
    ],
    ['forged', `update audit_seal set hash = md5(hash) where tenant_id = '?'`],
    ['told of fewer rows', `update audit_seal set rows = rows - 1 where tenant_id = '?'`],
  ])('show a seal %s', async (_, change) => {
    await tampered(change.replaceAll('?', tenant.tenantId), async () => expect((await verify()).isWhole).toBe(false));
  });
  it('are neither changed nor removed by the program itself, nor are the rows', async () => {
    const client = await server.pool.connect();
    try {
      for (const statement of [
        `update audit_log set user_name = 'x'`,
        'delete from audit_log',
        `update audit_seal set hash = 'x'`,
        'delete from audit_seal',
      ]) {
        await client.query('begin');
        await client.query(`select set_config('app.tenant', $1, true)`, [tenant.tenantId]);
        await expect(client.query(statement)).rejects.toThrow(/never changed|permission denied/);
        await client.query('rollback');
      }
      for (const statement of ['truncate audit_log', 'truncate audit_seal', 'drop table audit_seal'])
        await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    } finally {
      client.release();
    }
  });
  it('go on after the last one: later rows are covered by the next', async () => {
    await write(1);
    expect(await verify()).toMatchObject({ isWhole: true, seals: 3, rows: 9 });
    server.clock.advance(120_000);
    await server.advance();
    expect(await verify()).toMatchObject({ isWhole: true, seals: 4, rows: 10 });
  });
});
