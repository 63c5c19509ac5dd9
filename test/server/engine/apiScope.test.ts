/** Calls reserved for roles: compared as the server knows them, method and template. */
import { type Client, ok, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
let scopeId: string;
/** Both hold the menu of users; only one has the scope of the list. */
let given: Client;
let bare: Client;
let givenRole: string;

function sys(path: string) {
  return `/blade-system/${path}`;
}
async function scope(scopePath: string, method: 1 | 2, body: object = {}): Promise<string> {
  const [menuId] = await server.menuIds('user');
  const kept = { menuId, scopeName: scopePath, resourceCode: `${method}:${scopePath}`, scopeType: 1 };
  return ok(await server.admin.post(sys('api-scope/submit'), { body: { ...kept, method, scopePath, ...body } })).id;
}
function grant(roleId: string, apiScopeIds: string[]) {
  return server.sql(`insert into sys_role_scope select $1, $2, 2, unnest($3::bigint[])`, [
    a.tenantId,
    roleId,
    apiScopeIds,
  ]);
}

beforeAll(async () => {
  server = await startServer();
  a = await server.foundTenant();
  const menus = ['user'];
  const [one, other] = [
    await server.addUser({ account: 'given', permissions: menus, tenantId: a.tenantId }),
    await server.addUser({ account: 'bare', permissions: menus, tenantId: a.tenantId }),
  ];
  givenRole = one.roleId;
  expect(other.userId).toBeTruthy();
  [given, bare] = [await server.as('given', a.tenantId), await server.as('bare', a.tenantId)];
  expect((await bare.get(sys('user/page'))).status).toBe(200); // no scope names it yet
  scopeId = await scope(sys('user/page'), 1);
  await grant(givenRole, [scopeId]);
});
afterAll(() => server.close());

async function statuses(client: Client, path = sys('user/page')) {
  return (await client.get(path)).status;
}

describe('a call that a scope names', () => {
  it('is open to the roles it was given to, and to no others', async () => {
    expect(await statuses(given)).toBe(200);
    expect(await bare.get(sys('user/page'))).toMatchObject({
      status: 403,
      body: { reason: 'forbidden', msg: '没有权限执行此操作（GET /blade-system/user/page）' },
    });
  });
  it('stays open to administrators, of the tenant and of the platform', async () => {
    expect([await statuses(a.client), await statuses(server.admin)]).toEqual([200, 200]);
  });
  it('is not opened by the scope alone: the menu is needed as well', async () => {
    const { roleId } = await server.addUser({ account: 'scoped', tenantId: a.tenantId });
    await grant(roleId, [scopeId]);
    expect(await statuses(await server.as('scoped', a.tenantId))).toBe(403);
  });
  it('opens no other call that looks like it', async () => {
    const [{ id }] = await server.sql(`select id from sys_user where account = 'bare'`);
    for (const one of [bare, given, server.admin]) {
      for (const [method, path, expected] of [
        ['POST', sys('user/page'), [405]],
        ['GET', '/blade-system/user/page/../remove', [404, 405]],
        ['POST', `/blade-system/user/page/../remove?ids=${id}`, [403, 404, 405]],
        ['GET', '//blade-system//user//page', [404]],
        ['GET', '/blade-system/user//page', [404]],
        ['GET', '/blade-system/user/page/', [404]],
        ['POST', `/blade-system/user/page%2f..%2fremove?ids=${id}`, [404]],
        ['GET', '/x/blade-system/user/pageant', [404]],
        ['GET', '/blade-system/user/pageant', [404]],
        ['GET', '/BLADE-SYSTEM/USER/PAGE', [404]],
        ['GET', '/blade-system/user/page;x=1', [404]],
        ['GET', '/blade-system/user/page%00', [400, 404]],
      ] as const) {
        // Resolved by the client, this is the other call itself, and the platform's owner may make it.
        if (one === server.admin && path.includes('/../remove')) continue;
        const { status } = await one.send({ method, url: `/api${path}` });
        expect([path, expected.includes(status as never), status]).toEqual([path, true, status]);
      }
    }
    expect((await server.sql('select is_deleted from sys_user where id = $1', [id]))[0].is_deleted).toBe(0);
  });
  it('is the same call behind a percent sign or a question mark', async () => {
    for (const url of ['/api/blade-system/user/pag%65', '/api/blade-system/user/page?x=/../remove']) {
      expect([url, (await bare.send({ url })).status]).toEqual([url, 403]);
      expect([url, (await given.send({ url })).status]).toEqual([url, 200]);
    }
  });
  it('keeps its neighbours as they were, and a POST can be kept as well', async () => {
    const menus = ['user', 'user_delete'];
    const made = await Promise.all(
      ['one', 'two'].map((account) => server.addUser({ account, permissions: menus, tenantId: a.tenantId })),
    );
    const [one, two] = [await server.as('one', a.tenantId), await server.as('two', a.tenantId)];
    const doomed = (await server.addUser({ account: 'doomed', tenantId: a.tenantId })).userId;
    expect((await two.get(sys('user/detail'), { id: doomed })).status).toBe(200);
    const remove = (client: Client) => client.post(sys('user/remove'), { query: { ids: doomed } });
    const removal = await scope(sys('user/remove'), 2);
    for (const client of [one, two]) expect((await remove(client)).body.reason).toBe('forbidden');
    await grant(made[0]!.roleId, [removal]);
    expect((await remove(two)).body.reason).toBe('forbidden');
    ok(await remove(one));
    await server.sql('delete from sys_role_scope where scope_id = $1', [removal]);
    ok(await server.admin.post(sys('api-scope/remove'), { query: { ids: removal } }));
  });
  it('is not kept by a scope that names its other method', async () => {
    const path = sys('user/detail');
    await server.sql(
      `insert into sys_api_scope (id, menu_id, resource_code, scope_name, method, scope_path)
       select 77, id, 'other', 'X', 2, $1 from sys_menu where code = 'user'`,
      [path],
    );
    const { userId } = await server.addUser({ account: 'looked-at', tenantId: a.tenantId });
    expect((await bare.get(path, { id: userId })).status).toBe(200);
    await server.sql('update sys_api_scope set method = 1 where id = 77');
    expect((await bare.get(path, { id: userId })).status).toBe(403);
    await server.sql('delete from sys_api_scope where id = 77');
  });
  it('is open through any of the scopes that name it, for the role that has one of them', async () => {
    const second = await scope(sys('user/page'), 1, { resourceCode: 'second' });
    const { roleId } = await server.addUser({ account: 'third', permissions: ['user'], tenantId: a.tenantId });
    const client = await server.as('third', a.tenantId);
    expect(await statuses(client)).toBe(403);
    await grant(roleId, [second]);
    expect([await statuses(client), await statuses(given), await statuses(bare)]).toEqual([200, 200, 403]);
    await server.sql('delete from sys_role_scope where scope_id = $1', [second]);
    expect(await statuses(client)).toBe(403);
    ok(await server.admin.post(sys('api-scope/remove'), { query: { ids: second } }));
  });
  it('is asked for by the other tenant’s people as well, and not opened there by this one’s roles', async () => {
    const b = await server.foundTenant();
    const { roleId } = await server.addUser({ account: 'other', permissions: ['user'], tenantId: b.tenantId });
    const client = await server.as('other', b.tenantId);
    expect(await statuses(client)).toBe(403);
    // A grant under the first tenant's number cannot name a role of the second.
    await expect(grant(roleId, [scopeId])).rejects.toThrow('foreign key');
    expect(await statuses(client)).toBe(403);
  });
  it('is open to all who have the menu again, when the last scope is gone', async () => {
    await server.sql('delete from sys_role_scope where scope_id = $1', [scopeId]);
    ok(await server.admin.post(sys('api-scope/remove'), { query: { ids: scopeId } }));
    expect([await statuses(given), await statuses(bare)]).toEqual([200, 200]);
  });
});

it.each([
  '/blade-system/user/pages',
  '/blade-system/user/page/',
  'user/page',
  '/blade-system/user/*',
  '/blade-system/user/info',
  '',
])('a scope names calls that need a right, and nothing like %j', async (scopePath) => {
  const [menuId] = await server.menuIds('user');
  const body = { menuId, scopeName: 'X', resourceCode: 'X', scopeType: 1, method: 1, scopePath };
  expect((await server.admin.post(sys('api-scope/submit'), { body })).status).toBe(400);
});
it('a scope names the method that the call has', async () => {
  const [menuId] = await server.menuIds('user');
  const body = { menuId, scopeName: 'X', resourceCode: 'X', scopeType: 1, method: 2, scopePath: sys('user/page') };
  expect((await server.admin.post(sys('api-scope/submit'), { body })).body.reason).toBe('scope.noSuchRoute');
  const routes: { method: string; path: string }[] = ok(await server.admin.get(sys('api-scope/routes')));
  expect(routes).toContainEqual(expect.objectContaining({ method: 'GET', path: sys('user/page') }));
  expect(routes.filter(({ path }) => /user\/info|oauth|dashboard/.test(path))).toEqual([]);
});
