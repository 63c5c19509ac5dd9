/** Tenants: initial data, limits, and the effect of stopping one. */
import { sql } from 'kysely';
import pg from 'pg';
import { dictionaries } from '../../../contract/domain/dictionaries';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { nameCompany } from '../../../server/seed/essentials';
import { basic, type Client, leaseOf, ok, password, platform, type Server, startServer } from '../../support/server';

let server: Server;
function sys(path: string) {
  return `/blade-system/${path}`;
}
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function changesNothing(work: () => Promise<unknown>) {
  const before = await server.fingerprint();
  await work();
  expect(await server.fingerprint()).toBe(before);
}
function setting(ids: string, body: object) {
  return server.admin.post(sys('tenant/setting'), { query: { ids }, body });
}
async function door(tenantId: string, account = 'admin', word = password) {
  const query = { username: account, password: md5(word), grant_type: 'password' };
  const { status, body } = await server.token(query, { 'tenant-id': tenantId });
  return [status, body.reason];
}

describe('a new tenant', () => {
  let made: { id: string; tenantId: string; account: string; oneTimeWord: string };
  beforeAll(async () => {
    const body = {
      tenantName: '新公司',
      linkman: '王五',
      tenantId: '000001',
      status: 0,
      accountNumber: 5,
      packageId: '1',
    };
    made = ok(await server.admin.post(sys('tenant/submit'), { body }));
  });

  it('gets six digits of its own, whatever number and limits were sent', async () => {
    expect(made.tenantId).toMatch(/^[1-9]\d{5}$/);
    const row = ok(await server.admin.get(sys('tenant/detail'), { id: made.id }));
    expect(row).toMatchObject({ tenantName: '新公司', status: 1, accountNumber: 100, packageId: null });
  });
  it('begins with a role, a department, a post, one person and its own dictionaries', async () => {
    const of = (table: string) => server.sql(`select * from ${table} where tenant_id = $1`, [made.tenantId]);
    const [[role, ...roles], [dept], [post], [user, ...users], words] = [
      await of('sys_role'),
      await of('sys_dept'),
      await of('sys_post'),
      await of('sys_user'),
      await of('dict_biz'),
    ];
    expect([roles, users]).toEqual([[], []]);
    expect(role).toMatchObject({ role_alias: 'admin', is_admin: true });
    expect(dept).toMatchObject({ dept_name: '新公司', parent_id: '0' });
    expect(user).toMatchObject({
      account: 'admin',
      role_ids: [role.id],
      dept_ids: [dept.id],
      post_ids: [post.id],
      is_super: false,
      must_change_password: 1,
    });
    expect(words).toHaveLength(dictionaries.reduce((sum, { entries }) => sum + 1 + entries.length, 0));
  });
  it('lets its administrator in with the one-time password, to change it and work', async () => {
    const signed = await server.signIn('admin', made.oneTimeWord, made.tenantId);
    expect(signed.session.must_change_password).toBe(true);
    expect((await signed.get(sys('user/page'))).body.reason).toBe('auth.mustChangePassword');
    const query = { oldPassword: md5(made.oneTimeWord), newPassword: md5(password), newPassword1: md5(password) };
    ok(await signed.post(sys('user/update-password'), { query }));
    expect(ok(await signed.get(sys('user/page'))).total).toBe(1);
    // All that is not the platform's own, as long as it has no package.
    const menus = JSON.stringify(ok(await signed.get(sys('menu/routes'))));
    for (const [code, isThere] of [
      ['order', true],
      ['user', true],
      ['tenant', false],
      ['param', false],
      ['menu', false],
    ] as const)
      expect([code, menus.includes(`"code":"${code}"`)]).toEqual([code, isThere]);
    ok(
      await leaseOf(server, signed)
        .product()
        .then((row) => signed.get('/blade-product/product/detail', { id: row.id })),
    );
  });
  it('has a name and a domain of its own', async () => {
    const body = { tenantName: '新公司', linkman: 'X' };
    expect((await server.admin.post(sys('tenant/submit'), { body })).status).toBe(400);
    ok(await setting(made.id, { domain: 'https://taken.example' }));
    const other = await server.foundTenant();
    const taken = await setting(other.id, { domain: 'https://taken.example' });
    expect(taken).toMatchObject({ status: 400, body: { reason: 'invalid', problems: { domain: 'taken' } } });
    expect((await setting(`${made.id},${other.id}`, { domain: 'https://both.example' })).status).toBe(400);
    for (const domain of [
      'javascript:alert(1)',
      'https://li:w0rd@lease.example',
      'li:w0rd@lease.example',
      'li@lease.example',
    ])
      expect((await setting(other.id, { domain })).body.problems).toEqual({ domain: 'badFormat' });
  });
});

describe('the domain', () => {
  it('leads to the tenant before sign-in, and to no other', async () => {
    const { id, tenantId } = await server.foundTenant({ domain: 'https://Lease.Example:8443/login' });
    const info = async (domain: string) => ok(await server.anybody.get(sys('tenant/info'), { domain })).tenantId;
    for (const domain of ['lease.example:8443', 'https://lease.example:8443', 'HTTPS://LEASE.example:8443/x?y#z'])
      expect([domain, await info(domain)]).toEqual([domain, tenantId]);
    for (const domain of ['lease.example', 'xlease.example:8443', 'https://lease.example:8443.evil.example', '%', ''])
      expect([domain, await info(domain)]).toEqual([domain, undefined]);
    ok(await setting(id, { status: 0 }));
    expect(await info('lease.example:8443')).toBeUndefined();
  });
});

describe.each([
  ['stopped', { status: 0 }, { status: 1 }],
  ['expired', { expireTime: '2026-11-20 09:59:59' }, { expireTime: '' }],
] as const)('a tenant that is %s', (_, end, back) => {
  let tenant: Awaited<ReturnType<Server['foundTenant']>>;
  let signed: Client & { session: Record<string, string> };
  let due: { id: string };
  beforeAll(async () => {
    tenant = await server.foundTenant();
    await server.sql(
      `update sys_user set password_hash = (select password_hash from sys_user where tenant_id = $1 and account = 'admin')
       where tenant_id = $2`,
      [platform, tenant.tenantId],
    );
    signed = await server.signIn('admin', password, tenant.tenantId);
    const lease = leaseOf(server, tenant.client);
    due = await lease.signed();
    await server.sql(`update lease_order set interest_date = '2026-11-20' where id = $1`, [due.id]);
    ok(await setting(tenant.id, end));
  });

  it('accepts no sign-in, and ends open sessions', async () => {
    expect(await door(tenant.tenantId)).toEqual([400, 'auth.badCredentials']);
    expect((await signed.get(sys('user/info'))).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: signed.session.refresh_token };
    expect((await server.token(refresh, { 'tenant-id': tenant.tenantId })).status).toBe(400);
  });
  it('is skipped by date-driven work, which continues for the others', async () => {
    const state = async (id: string) =>
      (await server.sql('select business_status from lease_order where id = $1', [id]))[0].business_status;
    const other = await leaseOf(server).signed();
    await server.sql(`update lease_order set interest_date = '2026-11-20' where id = $1`, [other.id]);
    await server.advance();
    expect([await state(due.id), await state(other.id)]).toEqual([5, 6]);
    ok(await setting(tenant.id, back));
    await server.advance();
    expect(await state(due.id)).toBe(6);
  });
  it('is as before when it is let in again: sessions go on, people sign in', async () => {
    expect((await signed.get(sys('user/info'))).status).toBe(200);
    expect((await door(tenant.tenantId))[0]).toBe(200);
  });
});

it('a removed tenant accepts no sign-in, ends every session and keeps its number', async () => {
  const { id, tenantId, client } = await server.foundTenant();
  ok(await server.admin.post(sys('tenant/remove'), { query: { ids: id } }));
  expect((await client.get(sys('user/info'))).status).toBe(401);
  expect(await door(tenantId)).toEqual([400, 'auth.badCredentials']);
  const [{ open }] = await server.sql(
    'select count(*)::int as open from sign_in where tenant_id = $1 and ended_at is null',
    [tenantId],
  );
  expect(open).toBe(0);
  expect((await server.sql('select 1 from tenant where tenant_id = $1', [tenantId])).length).toBe(1);
});

it('the platform’s own company has a neutral name, which its form takes back, until it is given one', async () => {
  const named = async () =>
    (
      await server.sql(
        `select t.tenant_name, d.dept_name, d.full_name from tenant t join sys_dept d on d.id = 1123598813738675201
         where t.tenant_id = $1`,
        [platform],
      )
    )[0];
  const called = (name: string) => ({ tenant_name: name, dept_name: name, full_name: name });
  expect(await named()).toEqual(called('我的公司'));
  const found = ok(await server.admin.get(sys('tenant/list'), { tenantId: platform, size: 10 }));
  const { id, tenantName, linkman, version } = found.records[0];
  ok(await server.admin.post(sys('tenant/submit'), { body: { id, tenantName, linkman, version } }));
  const name = (given: string) =>
    server.deps.db.withTenant(platform, '2026-11-20', async (trx) => {
      await sql`set local app.platform = 'on'`.execute(trx);
      await nameCompany(trx, given);
    });
  await name('岚澈租赁');
  expect(await named()).toEqual(called('岚澈租赁'));
  await name('another');
  expect(await named()).toEqual(called('岚澈租赁'));
});

it('the platform’s own tenant is neither stopped, ended nor removed', async () => {
  const [{ id }] = await server.sql('select id from tenant where tenant_id = $1', [platform]);
  await changesNothing(async () => {
    for (const answer of [
      await setting(id, { status: 0 }),
      await setting(id, { expireTime: '2030-01-01 00:00:00' }),
      await server.admin.post(sys('tenant/remove'), { query: { ids: id } }),
    ])
      expect([answer.status, answer.body.reason]).toEqual([400, 'tenant.platform']);
  });
});

describe('the number of accounts', () => {
  it('is a limit that two at once do not slip under', async () => {
    const { id, client, tenantId } = await server.foundTenant();
    ok(await setting(id, { accountNumber: 2 }));
    const [role] = await server.sql('select id from sys_role where tenant_id = $1', [tenantId]);
    const [dept] = await server.sql('select id from sys_dept where tenant_id = $1', [tenantId]);
    const add = (account: string) =>
      client.post(sys('user/submit'), {
        body: { account, realName: 'X', name: 'X', roleId: role.id, deptId: dept.id },
      });
    // No person is inserted before both wait: a transaction that counted without waiting has counted too few.
    const holder = new pg.Client(server.connections.owner);
    await holder.connect();
    await holder.query('begin; lock table sys_user in share mode');
    const both = Promise.all(['second', 'third'].map(add));
    const waiting = async () =>
      (await server.sql('select count(distinct pid)::int as count from pg_locks where not granted'))[0].count;
    for (let look = 0; look < 200 && (await waiting()) < 2; look++) await new Promise((go) => setTimeout(go, 20));
    await holder.query('commit');
    await holder.end();
    const answers = await both;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)!.body.reason).toBe('user.full');
    expect((await add('fourth')).body.reason).toBe('user.full');
    ok(await setting(id, { accountNumber: -1 }));
    ok(await add('fifth'));
  });
  it.each([1.5, -2, 'x', 2_000_000])('is not %j', async (accountNumber) => {
    const { id } = await server.foundTenant();
    await changesNothing(async () => expect((await setting(id, { accountNumber })).status).toBe(400));
  });
});

describe('a package', () => {
  it('holds menus that are no part of the platform’s own administration', async () => {
    for (const code of ['param', 'tenant_add', 'menu'])
      await changesNothing(async () => {
        const menuId = (await server.menuIds('product', code)).join(',');
        const answer = await server.admin.post(sys('tenant-package/submit'), { body: { packageName: code, menuId } });
        expect([code, answer.status]).toEqual([code, 400]);
      });
  });
  it('stays while a tenant has it', async () => {
    const { packageId, tenantId } = await server.foundTenant({ menus: ['product'] });
    const remove = () => server.admin.post(sys('tenant-package/remove'), { query: { ids: packageId } });
    expect((await remove()).body.reason).toBe('tenant.packageInUse');
    ok(await server.admin.post(sys('tenant/package-setting'), { query: { tenantId, packageId: '' } }));
    ok(await remove());
  });
});

describe('what is the platform’s', () => {
  const platformAreas = [
    ...['menu', 'topmenu', 'dict', 'param', 'region', 'client', 'tenant', 'tenant-package', 'data-scope', 'api-scope'],
  ];
  let tenant: Awaited<ReturnType<Server['foundTenant']>>;
  /** Of the tenant, with a role to which everything was granted directly in the database. */
  let intruder: Client;
  beforeAll(async () => {
    tenant = await server.foundTenant();
    const codes = await server.sql<{ code: string }>('select code from sys_menu where is_deleted = 0');
    const permissions = codes.map(({ code }) => code);
    await server.addUser({ account: 'intruder', permissions, tenantId: tenant.tenantId });
    intruder = await server.as('intruder', tenant.tenantId);
  });

  it.each(platformAreas)('is not written by people of a tenant, whatever they hold: %s', (area) =>
    changesNothing(async () => {
      const table = { tenant: 'tenant', region: 'sys_region' }[area] ?? `sys_${area.replace('-', '_')}`;
      const [row] = await server.sql(`select id from ${table === 'sys_topmenu' ? 'sys_top_menu' : table} limit 1`);
      for (const client of [tenant.client, intruder])
        for (const answer of [
          await client.post(sys(`${area}/submit`), { body: {} }),
          await client.post(sys(`${area}/submit`), { body: { id: row?.id ?? '1' } }),
          await client.post(sys(`${area}/remove`), { query: { ids: row?.id ?? '1' } }),
        ])
          expect([answer.status, answer.body.reason]).toEqual([403, 'forbidden']);
    }),
  );
  it('is not read on its own pages either', async () => {
    for (const client of [tenant.client, intruder])
      for (const area of platformAreas) {
        const { status, body } = await client.get(sys(`${area}/list`));
        expect([area, status, body.reason]).toEqual([area, 403, 'forbidden']);
      }
    expect(JSON.stringify(ok(await intruder.get(sys('menu/routes'))))).not.toContain('"code":"tenant"');
  });
  it('is not written even where a menu of the platform was opened to tenants by mistake', async () => {
    await server.sql(`update sys_menu set is_platform = 0 where code like 'param%'`);
    await changesNothing(async () => {
      for (const client of [tenant.client, intruder]) {
        expect((await client.get(sys('param/list'))).status).toBe(200);
        const body = { paramName: 'x', paramKey: 'x', paramValue: 'x' };
        const [{ id }] = await server.sql('select id from sys_param limit 1');
        for (const answer of [
          await client.post(sys('param/submit'), { body }),
          await client.post(sys('param/submit'), { body: { ...body, id } }),
          await client.post(sys('param/remove'), { query: { ids: id } }),
        ])
          expect([answer.status, answer.body.reason]).toEqual([403, 'forbidden']);
      }
    });
    await server.sql(`update sys_menu set is_platform = 1 where code like 'param%'`);
  });
  it('is not written through a tenant’s limits either, its own or another’s', async () => {
    const other = await server.foundTenant({ menus: ['product'] });
    await changesNothing(async () => {
      for (const client of [tenant.client, intruder])
        for (const { id, tenantId } of [tenant, other])
          for (const [verb, query, body] of [
            ['setting', { ids: id }, { accountNumber: -1, expireTime: '', status: 1 }],
            ['package-setting', { tenantId, packageId: other.packageId }, {}],
            ['package-setting', { tenantId, packageId: '' }, {}],
            ['datasource', { tenantId, datasourceId: '1' }, {}],
          ] as const) {
            const answer = await client.post(sys(`tenant/${verb}`), { query, body });
            expect([verb, answer.status, answer.body.reason]).toEqual([verb, 403, 'forbidden']);
          }
    });
  });
  it('is not written by the program’s own role outside of the platform’s work, whatever the program asks', async () => {
    const tables = [
      ...['tenant', 'sys_menu', 'sys_client', 'sys_top_menu', 'sys_tenant_package', 'sys_dict', 'sys_param'],
      ...['sys_region', 'sys_data_scope', 'sys_api_scope', 'sys_datasource'],
    ];
    await server.sql(`insert into sys_datasource (id, name) values (1, 'x') on conflict do nothing`);
    const client = await server.pool.connect();
    try {
      for (const table of tables) {
        await client.query('begin');
        await client.query(`set local app.tenant = '${platform}'`);
        const changed = await client.query(`update ${table} set update_user = 1`);
        const removed = await client.query(`delete from ${table}`);
        await client.query('rollback');
        expect([table, changed.rowCount, removed.rowCount]).toEqual([table, 0, 0]);
      }
      await client.query('begin');
      await expect(
        client.query(`insert into sys_param (id, param_name, param_key, param_value) values (1, 'x', 'x', 'x')`),
      ).rejects.toThrow(/row-level security/);
      await client.query('rollback');
    } finally {
      client.release();
    }
  });
  it('is read by a tenant’s people where they choose from it, each tenant seeing itself', async () => {
    const own = ok(await tenant.client.get(sys('tenant/select')));
    expect(own.map((row: { tenantId: string }) => row.tenantId)).toEqual([tenant.tenantId]);
    const all = ok(await server.admin.get(sys('tenant/select')));
    expect(all.length).toBeGreaterThan(1);
    expect(ok(await tenant.client.get(sys('region/select'))).length).toBeGreaterThan(30);
  });
});

it('commonly tried pairs open no account, neither of the platform nor of a new tenant', async () => {
  const { tenantId } = await server.foundTenant();
  // There is no other account to try: an unknown person cannot sign in.
  const people = await server.sql('select distinct account from sys_user where tenant_id = any($1)', [
    [platform, tenantId],
  ]);
  expect(people).toEqual([{ account: 'admin' }]);
  const words = [
    ...['admin', '123456', 'admin123', 'password', '888888', 'root', '12345678', 'admin@123', 'blade', 'saber'],
    ...['000000', '111111', '123456789', 'qwerty', '666666', 'administrator', 'test', tenantId, platform, ''],
  ];
  for (const tenant of [platform, tenantId])
    for (const [index, word] of words.entries()) {
      // Each from an address of its own, and no account is blocked: the pair itself must be wrong.
      const { status, body } = await server.anybody.send({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        query: { username: 'admin', password: md5(word), grant_type: 'password' },
        headers: { authorization: basic, 'tenant-id': tenant },
        remoteAddress: `10.0.0.${index}`,
      });
      expect([word, status, body.reason]).toEqual([word, 400, 'auth.badCredentials']);
      await server.sql('delete from sign_in_failure');
    }
}, 120_000);
