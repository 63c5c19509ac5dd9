/** The access check: every check passes and fails, and agrees with the real call. */
import { checkText } from '../../../contract/wire/accessCheck';
import { type Client, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
let userId: string;
let roleId: string;
let client: Client;

function sys(path: string) {
  return `/blade-system/${path}`;
}
beforeAll(async () => {
  server = await startServer();
  a = await server.foundTenant({ menus: ['product', 'product_add', 'customer', 'role', 'why', 'user'] });
  ({ userId, roleId } = await server.addUser({
    account: 'clerk',
    permissions: ['product', 'order'],
    tenantId: a.tenantId,
  }));
  client = await server.as('clerk', a.tenantId);
});
afterAll(() => server.close());

async function why(query: Record<string, string>, asker = a.client) {
  return ok(await asker.get(sys('why'), { userId, ...query }));
}
function failed({ checks }: { checks: { check: string; isOk: boolean }[] }) {
  return checks.filter(({ isOk }) => !isOk).map(({ check }) => check);
}
function passed({ checks }: { checks: { check: string; isOk: boolean }[] }) {
  return checks.filter(({ isOk }) => isOk).map(({ check }) => check);
}
function list() {
  return client.get('/blade-product/product/page');
}
const products = { method: 'GET', path: '/blade-product/product/page' };

describe('a person who may', () => {
  it('passes every check, in their order, and may', async () => {
    const told = await why(products);
    expect(told).toMatchObject({
      isAllowed: true,
      person: { id: userId, account: 'clerk', isSuper: false, isAdmin: false },
      roles: [{ id: roleId, name: 'role of clerk', holds: true }],
      codes: ['product'],
      dataScopes: [],
    });
    expect(passed(told)).toEqual(['tenant', 'account', 'password', 'known', 'platform', 'package', 'role', 'apiScope']);
    expect(failed(told)).toEqual([]);
    expect((await list()).status).toBe(200);
  });
  it('passes the same by the code of the menu', async () => {
    const told = await why({ code: 'product' });
    expect([told.isAllowed, passed(told).includes('apiScope')]).toEqual([true, false]);
  });
});

describe('a person who may not learns', () => {
  const undo: string[] = [];
  const set = async (change: string, back: string) => {
    undo.push(back);
    await server.sql(change);
  };
  afterEach(async () => {
    for (const text of undo.splice(0)) await server.sql(text);
    expect((await list()).status).toBe(200);
    expect((await why(products)).isAllowed).toBe(true);
  });

  it('that the tenant is stopped', async () => {
    const of = `where tenant_id = '${a.tenantId}'`;
    await set(`update tenant set status = 0 ${of}`, `update tenant set status = 1 ${of}`);
    const told = await why({ ...products, tenantId: a.tenantId }, server.admin);
    expect([told.isAllowed, failed(told)]).toEqual([false, ['tenant']]);
    expect((await list()).status).toBe(401);
  });
  it('that the tenant has expired', async () => {
    const of = `where tenant_id = '${a.tenantId}'`;
    await set(`update tenant set expire_time = '2026-01-01' ${of}`, `update tenant set expire_time = null ${of}`);
    const told = await why({ ...products, tenantId: a.tenantId }, server.admin);
    expect([told.isAllowed, failed(told)]).toEqual([false, ['tenant']]);
    expect((await list()).status).toBe(401);
  });
  it.each([0, 2])('that the account has the status %i', async (status) => {
    const of = `where id = ${userId}`;
    await set(`update sys_user set status = ${status} ${of}`, `update sys_user set status = 1 ${of}`);
    const told = await why(products);
    expect([told.isAllowed, failed(told)]).toEqual([false, ['account']]);
    expect((await list()).status).toBe(401);
  });
  it('that a one-time password waits to be changed', async () => {
    const of = `where id = ${userId}`;
    await set(
      `update sys_user set must_change_password = 1 ${of}`,
      `update sys_user set must_change_password = 0 ${of}`,
    );
    const told = await why(products);
    expect([told.isAllowed, failed(told)]).toEqual([false, ['password']]);
    expect((await list()).body.reason).toBe('auth.mustChangePassword');
  });
  it('that there is no such menu', async () => {
    const told = await why({ code: 'nowhere' });
    expect([told.isAllowed, failed(told)]).toEqual([false, ['known', 'role']]);
    expect(
      checkText(
        told.checks.find(({ check }: { check: string }) => check === 'known'),
        'zh',
      ),
    ).toBe('编号为 nowhere 的菜单或按钮不存在');
  });
  it('that only the platform’s people may', async () => {
    const told = await why({ code: 'param' });
    expect([told.isAllowed, failed(told)]).toEqual([false, ['platform', 'role']]);
    expect((await client.get(sys('param/list'))).status).toBe(403);
  });
  it('that the package does not have it, though the role does', async () => {
    const told = await why({ method: 'GET', path: '/blade-order/order/page' });
    expect([told.isAllowed, failed(told)]).toEqual([false, ['package', 'role']]);
    expect((await client.get('/blade-order/order/page')).status).toBe(403);
    const [{ package_name: name }] = await server.sql('select package_name from sys_tenant_package');
    const text = checkText(
      told.checks.find(({ check }: { check: string }) => check === 'package'),
      'zh',
    );
    expect(text).toBe(`租户产品包“${name}”不包含此功能`);
  });
  it('that none of the roles has it', async () => {
    const told = await why({ code: 'product_add' });
    expect([told.isAllowed, failed(told)]).toEqual([false, ['role']]);
    expect(told.roles).toEqual([{ id: roleId, name: 'role of clerk', holds: false }]);
    expect((await client.post('/blade-product/product/submit', { body: {} })).body.reason).toBe('forbidden');
  });
  it('that the call is kept for other roles', async () => {
    const [menuId] = await server.menuIds('product');
    await set(
      `insert into sys_api_scope (id, menu_id, resource_code, scope_name, method, scope_path)
       values (77, ${menuId}, 'x', '产品列表', 1, '/blade-product/product/page')`,
      'delete from sys_role_scope where scope_id = 77; delete from sys_api_scope where id = 77',
    );
    const told = await why(products);
    expect([told.isAllowed, failed(told)]).toEqual([false, ['apiScope']]);
    expect(told.checks.at(-1).detail).toMatchObject({ scopes: '产品列表', holders: '' });
    expect((await list()).status).toBe(403);
    await server.sql(`insert into sys_role_scope values ('${a.tenantId}', ${roleId}, 2, 77)`);
    const after = await why(products);
    expect([after.isAllowed, after.checks.at(-1).detail.holders]).toEqual([true, 'role of clerk']);
    expect((await list()).status).toBe(200);
  });
});

it('the limits of the rows are shown with the roles they come from', async () => {
  const [menuId] = await server.menuIds('product');
  await server.sql(
    `insert into sys_data_scope (id, menu_id, resource_code, scope_name, scope_class, scope_type)
     values (88, $1, 'own', '本人产品', 'product', 2)`,
    [menuId],
  );
  await server.sql('insert into sys_role_scope values ($1, $2, 1, 88)', [a.tenantId, roleId]);
  expect((await why(products)).dataScopes).toEqual([
    { name: '本人产品', rule: { zh: '本人可见', en: 'Own data' }, roles: ['role of clerk'] },
  ]);
  expect((await why({ userId: a.adminId, code: 'product' })).dataScopes).toEqual([]);
});

describe('administrators', () => {
  it('of a tenant hold what the package allows', async () => {
    const told = await why({ userId: a.adminId, code: 'product_add' });
    expect(told).toMatchObject({ isAllowed: true, person: { isAdmin: true, isSuper: false } });
    expect(failed(await why({ userId: a.adminId, code: 'order' }))).toEqual(['package', 'role']);
    expect(failed(await why({ userId: a.adminId, code: 'param' }))).toEqual(['platform', 'role']);
  });
  it('of the platform hold everything', async () => {
    const [{ id }] = await server.sql(`select id from sys_user where account = 'admin' and tenant_id = $1`, [platform]);
    for (const code of ['param', 'product_add', 'tenant_package'])
      expect(await why({ userId: id, code }, server.admin)).toMatchObject({
        isAllowed: true,
        person: { isSuper: true },
      });
  });
});

it.each([
  [{ userId: '123456789012345678', code: 'product' }, 404],
  [{ method: 'GET', path: '/blade-product/product/nothing' }, 400],
  [{ method: 'POST', path: '/blade-product/product/page' }, 400],
  [{}, 400],
])('%j is not explained', async (query, status) => {
  expect((await a.client.get(sys('why'), { userId, ...query })).status).toBe(status);
});
it('people are not explained to those without the permission to ask', async () => {
  expect((await client.get(sys('why'), { userId, code: 'product' })).body.reason).toBe('forbidden');
});

it('people hidden by the caller’s data scopes are not explained', async () => {
  const asker = await server.addUser({ account: 'asker', permissions: ['why', 'user'], tenantId: a.tenantId });
  const asking = await server.as('asker', a.tenantId);
  expect((await why({ code: 'product' }, asking)).person.account).toBe('clerk');
  const [menuId] = await server.menuIds('user');
  const body = {
    ...{ menuId, scopeName: '本人', resourceCode: 'whyUser', scopeClass: 'user', scopeField: '*', scopeType: 2 },
  };
  const made = ok(await server.admin.post(sys('data-scope/submit'), { body }));
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [a.tenantId, asker.roleId, made.id]);
  expect(await asking.get(sys('why'), { userId, code: 'product' })).toMatchObject({ status: 404 });
});
