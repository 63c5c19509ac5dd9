/** Granting: never more than one holds, never to oneself, and never so that a tenant is left without an
 *  administrator. */
import { type Client, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
type Tenant = Awaited<ReturnType<Server['foundTenant']>>;
let a: Tenant;
let b: Tenant;

function sys(path: string) {
  return `/blade-system/${path}`;
}
const packageOfA = ['product', 'product_add', 'customer', 'order', 'user', 'dept', 'role', 'auditLog'];

beforeAll(async () => {
  server = await startServer();
  [a, b] = [await server.foundTenant({ menus: packageOfA }), await server.foundTenant()];
});
afterAll(() => server.close());

async function changesNothing(work: () => Promise<unknown>) {
  const before = await server.fingerprint();
  await work();
  expect(await server.fingerprint()).toBe(before);
}
async function reasonOf(answer: Promise<{ status: number; body: { reason?: string } }>) {
  const { status, body } = await answer;
  return [status, body.reason];
}
let made = 0;
async function roleOf({ client }: { client: Client }, menus: string[] = [], body: object = {}): Promise<string> {
  const { id } = ok(
    await client.post(sys('role/submit'), {
      body: { roleName: '角色', roleAlias: `r${++made}`, parentId: '0', sort: 1, ...body },
    }),
  );
  if (menus.length > 0)
    ok(
      await client.post(sys('role/grant'), {
        body: { roleIds: [id], menuIds: await server.menuIds(...menus), dataScopeIds: [], apiScopeIds: [] },
      }),
    );
  return id;
}
/** A person of tenant A with one role of their own. */
async function personOf(menus: string[]) {
  const account = `p${++made}`;
  const { userId, roleId } = await server.addUser({ account, permissions: menus, tenantId: a.tenantId });
  return { account, userId, roleId, client: await server.as(account, a.tenantId) };
}
async function heldBy(roleId: string) {
  return {
    menus: (await server.sql('select menu_id from sys_role_menu where role_id = $1 order by 1', [roleId])).map(
      (row) => row.menu_id,
    ),
    scopes: (
      await server.sql('select category, scope_id from sys_role_scope where role_id = $1 order by 1, 2', [roleId])
    ).map((row) => [row.category, row.scope_id]),
  };
}
function products(client: Client) {
  return client.get('/blade-product/product/page').then(({ status }) => status);
}
function customers(client: Client) {
  return client.get('/blade-customer/customer/list').then(({ status }) => status);
}

describe('an alias', () => {
  const aliases = [
    'administrator',
    ' administrator',
    'administrator ',
    'Administrator',
    'ADMINISTRATOR',
    'administrator,admin',
    'admin,administrator',
    'ａｄｍｉｎｉｓｔｒａｔｏｒ',
    'ａdministratoｒ',
    'admini\u200bstrator',
    'admini strator',
    'admini\u00adstrator',
    'my-administrator',
  ];
  it.each(aliases)('%j is the platform’s own', async (roleAlias) => {
    const id = await roleOf(a);
    const body = { roleName: '角色', roleAlias, parentId: '0', sort: 1 };
    await changesNothing(async () => {
      for (const one of [body, { ...body, id }])
        expect(await reasonOf(a.client.post(sys('role/submit'), { body: one }))).toEqual([403, 'role.reservedAlias']);
      const query = { tenantId: a.tenantId };
      expect(await reasonOf(server.admin.post(sys('role/submit'), { body, query }))).toEqual([
        403,
        'role.reservedAlias',
      ]);
    });
  });
  it('that only resembles it is free, and grants nothing', async () => {
    const id = await roleOf(a, ['product'], { roleAlias: 'admin-istrator' });
    const { client, userId } = await personOf([]);
    ok(await a.client.post(sys('user/grant'), { query: { userIds: userId, roleIds: id } }));
    expect([await products(client), await customers(client)]).toEqual([200, 403]);
  });
});

describe('a tenant’s administrator', () => {
  it('cannot grant a role of the platform or of another tenant', async () => {
    const [root] = await server.sql(`select id from sys_role where role_alias = 'administrator'`);
    const foreign = await roleOf(b);
    const own = await roleOf(a);
    const { userId, account } = await personOf([]);
    const [{ id: deptId }] = await server.sql('select id from sys_dept where tenant_id = $1', [a.tenantId]);
    const person = { account: 'somebody', realName: 'X', name: 'X', deptId };
    await changesNothing(async () => {
      for (const roleIds of [root.id, foreign, `${own},${root.id}`, `${own},${foreign}`, '123456789012345678']) {
        const add = { body: { ...person, roleId: roleIds } };
        const edit = { body: { ...person, account, id: userId, roleId: roleIds } };
        const query = { userIds: userId, roleIds };
        for (const ask of [
          a.client.post(sys('user/submit'), add),
          a.client.post(sys('user/submit'), edit),
          a.client.post(sys('user/update'), edit),
        ]) {
          const { status, body } = await ask;
          expect([status, body.reason, body.problems]).toEqual([400, 'invalid', { roleId: 'reference' }]);
        }
        const given = a.client.post(sys('user/grant'), { query });
        expect(await reasonOf(given)).toEqual([403, 'grant.foreignRole']);
      }
    });
  });

  it('gives no menu that the package has not, nor one of the platform’s, and the grants before stay', async () => {
    const id = await roleOf(a, ['product', 'customer']);
    const before = await heldBy(id);
    const [product] = await server.menuIds('product');
    await changesNothing(async () => {
      for (const code of ['post', 'online', 'picture_add', 'tenant', 'param_edit', 'menu']) {
        const menuIds = [product, ...(await server.menuIds(code))];
        const body = { roleIds: [id], menuIds, dataScopeIds: [], apiScopeIds: [] };
        expect([code, await reasonOf(a.client.post(sys('role/grant'), { body }))]).toEqual([
          code,
          [403, 'grant.beyondOwn'],
        ]);
        expect([code, await reasonOf(a.client.post(sys('role/preview'), { body }))]).toEqual([
          code,
          [403, 'grant.beyondOwn'],
        ]);
      }
    });
    expect(await heldBy(id)).toEqual(before);
    expect(before.menus).toHaveLength(2);
  });

  it('gives scopes of menus that the package has, and of no other', async () => {
    const scope = async (area: 'data' | 'api', code: string, more: object) => {
      const [menuId] = await server.menuIds(code);
      const body = { menuId, scopeName: 'S', resourceCode: `s${++made}`, ...more };
      return ok(await server.admin.post(sys(`${area}-scope/submit`), { body })).id as string;
    };
    const data = (code: string) => scope('data', code, { scopeClass: code, scopeField: '*', scopeType: 2 });
    const api = (code: string, scopePath: string) => scope('api', code, { method: 1, scopePath, scopeType: 2 });
    const [inside, outside] = [await data('product'), await data('post')];
    const [call, foreign] = [await api('product', '/blade-product/product/page'), await api('post', sys('post/list'))];
    const id = await roleOf(a, ['product']);
    const [product] = await server.menuIds('product');
    const grant = (dataScopeIds: string[], apiScopeIds: string[]) =>
      a.client.post(sys('role/grant'), { body: { roleIds: [id], menuIds: [product], dataScopeIds, apiScopeIds } });
    ok(await grant([inside], [call]));
    const held = await heldBy(id);
    expect(held.scopes).toEqual([
      [1, inside],
      [2, call],
    ]);
    await changesNothing(async () => {
      for (const [scopes, calls] of [
        [[outside], []],
        [[inside, outside], []],
        [[], [foreign]],
        [[], [call, foreign]],
        [[call], []],
        [[], [inside]],
        [['123456789012345678'], []],
      ] as [string[], string[]][])
        expect(await reasonOf(grant(scopes, calls))).toEqual([403, 'grant.beyondOwn']);
    });
    // A scope that a role holds cannot be removed.
    for (const [area, ids] of [
      ['data', inside],
      ['api', call],
    ])
      expect(await reasonOf(server.admin.post(sys(`${area}-scope/remove`), { query: { ids: ids! } }))).toEqual([
        400,
        'scope.inUse',
      ]);
    ok(await grant([], []));
    // Reserved for other roles, the list of products would be closed in the other tests.
    ok(await server.admin.post(sys('api-scope/remove'), { query: { ids: `${call},${foreign}` } }));
  });

  it('keeps the administrators’ role as it is', async () => {
    const [{ id }] = await server.sql('select id from sys_role where tenant_id = $1 and is_admin', [a.tenantId]);
    const body = { roleIds: [id], menuIds: [], dataScopeIds: [], apiScopeIds: [] };
    await changesNothing(async () => {
      for (const client of [a.client, server.admin]) {
        const query = { tenantId: a.tenantId };
        expect(await reasonOf(client.post(sys('role/grant'), { body, query }))).toEqual([400, 'role.fixed']);
        expect(await reasonOf(client.post(sys('role/remove'), { query: { ids: id, ...query } }))).toEqual([
          400,
          'role.fixed',
        ]);
      }
    });
  });
});

describe('a person with some rights', () => {
  const own = [
    'product',
    'role',
    'role_add',
    'role_edit',
    'role_delete',
    'role_grant',
    'user',
    'user_add',
    'user_edit',
  ];
  const lead = () =>
    personOf([...own, 'user_role', 'user_reset', 'user_status', 'user_delete', 'user_unlock', 'user_platform']);

  it('hands on what they hold, and nothing else', async () => {
    const { client } = await lead();
    const id = await roleOf({ client }, ['product']);
    const tree = JSON.stringify(ok(await client.get(sys('menu/grant-tree'))).menu);
    const [product, customer, add] = await server.menuIds('product', 'customer', 'product_add');
    expect([tree.includes(product!), tree.includes(customer!), tree.includes(add!)]).toEqual([true, false, false]);
    await changesNothing(async () => {
      for (const menuIds of [[customer], [product, customer], [add]])
        expect(await reasonOf(client.post(sys('role/grant'), { body: { roleIds: [id], menuIds } }))).toEqual([
          403,
          'grant.beyondOwn',
        ]);
    });
    expect((await heldBy(id)).menus).toEqual([product]);
  });

  it('takes away only what they could have given', async () => {
    const { client } = await lead();
    const id = await roleOf(a, ['product', 'customer']);
    const [customer] = await server.menuIds('customer');
    ok(await client.post(sys('role/grant'), { body: { roleIds: [id], menuIds: [] } }));
    expect((await heldBy(id)).menus).toEqual([customer]);
  });

  it('cannot grant a role that holds more than they do', async () => {
    const { client } = await lead();
    const [more, less] = [await roleOf(a, ['product', 'customer']), await roleOf(a, ['product'])];
    const { userId } = await personOf([]);
    const grant = (roleIds: string) => client.post(sys('user/grant'), { query: { userIds: userId, roleIds } });
    await changesNothing(async () => {
      expect(await reasonOf(grant(more))).toEqual([403, 'grant.beyondOwn']);
      expect(await reasonOf(grant(`${less},${more}`))).toEqual([403, 'grant.beyondOwn']);
    });
    ok(await grant(less));
  });

  it('cannot change a person who holds more, nor an administrator', async () => {
    const { client } = await lead();
    const above = await personOf(['customer']);
    const [{ id: deptId }] = await server.sql('select id from sys_dept where tenant_id = $1', [a.tenantId]);
    for (const userIds of [above.userId, a.adminId])
      await changesNothing(async () => {
        for (const ask of [
          client.post(sys('user/reset-password'), { query: { userIds } }),
          client.post(sys('user/change-status'), { query: { userIds, status: 0 } }),
          client.post(sys('user/grant'), { query: { userIds, roleIds: await roleIdOf(client) } }),
          client.post(sys('user/remove'), { query: { ids: userIds } }),
          client.post(sys('user/update-platform'), { query: { userId: userIds, userType: 2, userExt: '' } }),
          client.post(sys('user/submit'), { body: { id: userIds, realName: 'X', deptId } }),
        ])
          expect(await reasonOf(ask)).toEqual([403, 'grant.beyondOwn']);
      });
  });
  const roleIdOf = async (client: Client) => ok(await client.get(sys('user/info'))).roleId.split(',')[0] as string;

  it('changes nothing about what they hold themselves', async () => {
    const { client, userId, roleId } = await lead();
    const other = await roleOf(a, ['product']);
    const [product] = await server.menuIds('product');
    const card = ok(await client.get(sys('user/detail'), { id: userId }));
    await changesNothing(async () => {
      for (const roleIds of [other, `${roleId},${other}`, roleId])
        expect(await reasonOf(client.post(sys('user/grant'), { query: { userIds: userId, roleIds } }))).toEqual([
          403,
          'grant.ownRoles',
        ]);
      const [{ id: deptId }] = await server.sql('select id from sys_dept where tenant_id = $1', [a.tenantId]);
      const edit = { ...card, deptId, roleId: other };
      expect(await reasonOf(client.post(sys('user/submit'), { body: edit }))).toEqual([403, 'grant.ownRoles']);
      const body = { roleIds: [roleId], menuIds: [product] };
      expect(await reasonOf(client.post(sys('role/grant'), { body }))).toEqual([403, 'grant.ownRoles']);
      for (const [verb, query] of [
        ['remove', { ids: userId }],
        ['change-status', { userIds: userId, status: 0 }],
      ] as const)
        expect(await reasonOf(client.post(sys(`user/${verb}`), { query }))).toEqual([403, 'user.notYourself']);
    });
  });
});

describe('the last administrator', () => {
  const all = (tenant: Tenant, client: Client) => {
    const query = { tenantId: tenant.tenantId };
    const userIds = tenant.adminId;
    return {
      remove: () => client.post(sys('user/remove'), { query: { ...query, ids: userIds } }),
      stop: () => client.post(sys('user/change-status'), { query: { ...query, userIds, status: 0 } }),
      edit: () => client.post(sys('user/submit'), { query, body: { id: userIds, status: 0 } }),
      demote: async () =>
        client.post(sys('user/grant'), { query: { ...query, userIds, roleIds: await roleOf(tenant, ['product']) } }),
    };
  };
  it('of a tenant stays one, and stays', async () => {
    const c = await server.foundTenant();
    const roleIds = await roleOf(c, ['product']);
    const { remove, stop, edit } = all(c, server.admin);
    await changesNothing(async () => {
      for (const ask of [remove, stop, edit]) expect(await reasonOf(ask())).toEqual([400, 'grant.lastAdmin']);
      const query = { tenantId: c.tenantId, userIds: c.adminId, roleIds };
      expect(await reasonOf(server.admin.post(sys('user/grant'), { query }))).toEqual([400, 'grant.lastAdmin']);
      const body = { id: c.adminId, roleId: roleIds };
      expect(await reasonOf(server.admin.post(sys('user/submit'), { query: { tenantId: c.tenantId }, body }))).toEqual([
        400,
        'grant.lastAdmin',
      ]);
    });
    // With a second administrator who may sign in, the first may be removed; otherwise not.
    const [admins] = await server.sql('select id from sys_role where tenant_id = $1 and is_admin', [c.tenantId]);
    const { userId } = await server.addUser({ account: 'second', tenantId: c.tenantId });
    await server.sql('update sys_user set role_ids = $2, status = 0 where id = $1', [userId, [admins.id]]);
    expect(await reasonOf(remove())).toEqual([400, 'grant.lastAdmin']);
    await server.sql('update sys_user set status = 1 where id = $1', [userId]);
    ok(await all(c, server.admin).demote());
    expect((await c.client.get(sys('role/list'))).status).toBe(403);
  });
  it('of the platform does not take themselves away', () =>
    changesNothing(async () => {
      const [{ id }] = await server.sql(`select id from sys_user where account = 'admin' and tenant_id = $1`, [
        platform,
      ]);
      for (const [verb, query] of [
        ['remove', { ids: id }],
        ['change-status', { userIds: id, status: 0 }],
      ] as const)
        expect(await reasonOf(server.admin.post(sys(`user/${verb}`), { query }))).toEqual([403, 'user.notYourself']);
    }));
});

describe('a change of rights applies from the next request of every session', () => {
  it('when a role is given and taken', async () => {
    const { client, userId } = await personOf([]);
    const role = await roleOf(a, ['product']);
    const [none] = [await roleOf(a)];
    const give = async (roleIds: string) =>
      ok(await a.client.post(sys('user/grant'), { query: { userIds: userId, roleIds } }));
    expect(await products(client)).toBe(403);
    await give(role);
    expect(await products(client)).toBe(200);
    await give(none);
    expect(await products(client)).toBe(403);
  });
  it('when a role holds more or less', async () => {
    const { client, roleId } = await personOf(['product']);
    const [product, customer] = await server.menuIds('product', 'customer');
    const grant = async (menuIds: (string | undefined)[]) =>
      ok(await a.client.post(sys('role/grant'), { body: { roleIds: [roleId], menuIds } }));
    expect([await products(client), await customers(client)]).toEqual([200, 403]);
    await grant([product, customer]);
    expect([await products(client), await customers(client)]).toEqual([200, 200]);
    await grant([customer]);
    expect([await products(client), await customers(client)]).toEqual([403, 200]);
    const menus = JSON.stringify(ok(await client.get(sys('menu/routes'))));
    expect([menus.includes(product!), menus.includes(customer!)]).toEqual([false, true]);
  });
  it('when a button is given: its page comes with it', async () => {
    const { client, roleId } = await personOf([]);
    const menuIds = await server.menuIds('product_add');
    ok(await a.client.post(sys('role/grant'), { body: { roleIds: [roleId], menuIds } }));
    expect(await products(client)).toBe(200);
    expect(JSON.stringify(ok(await client.get(sys('menu/routes'))))).toContain((await server.menuIds('product'))[0]);
  });
  it('when the tenant gets a smaller package, and a larger one again', async () => {
    const { client } = await personOf(['product', 'customer']);
    const setPackage = async (...codes: string[]) => {
      const menuId = (await server.menuIds(...codes)).join(',');
      const body = { id: a.packageId, menuId };
      ok(await server.admin.post(sys('tenant-package/submit'), { body }));
    };
    expect([await products(client), await customers(client)]).toEqual([200, 200]);
    expect([await products(a.client), await customers(a.client)]).toEqual([200, 200]);
    await setPackage('customer', 'role', 'user');
    expect([await products(client), await customers(client)]).toEqual([403, 200]);
    expect([await products(a.client), await customers(a.client)]).toEqual([403, 200]);
    const [product] = await server.menuIds('product');
    for (const call of ['menu/routes', 'menu/buttons'])
      expect(JSON.stringify(ok(await a.client.get(sys(call))))).not.toContain(product);
    expect(JSON.stringify(ok(await a.client.get(sys('menu/grant-tree'))))).not.toContain(product);
    await setPackage(...packageOfA);
    expect([await products(client), await products(a.client)]).toEqual([200, 200]);
  });
  it('when a role is removed, which requires that no person has it', async () => {
    const { userId, client } = await personOf([]);
    const id = await roleOf(a, ['product']);
    ok(await a.client.post(sys('user/grant'), { query: { userIds: userId, roleIds: id } }));
    await changesNothing(async () =>
      expect(await reasonOf(a.client.post(sys('role/remove'), { query: { ids: id } }))).toEqual([400, 'role.inUse']),
    );
    const rest = await roleOf(a);
    ok(await a.client.post(sys('user/grant'), { query: { userIds: userId, roleIds: rest } }));
    ok(await a.client.post(sys('role/remove'), { query: { ids: id } }));
    expect(await products(client)).toBe(403);
    expect((await heldBy(id)).menus).toEqual([]);
  });
  it('for people of the platform as well, who have no package', async () => {
    const { userId, roleId } = await server.addUser({ account: 'clerk', permissions: ['param'] });
    const client = await server.as('clerk');
    expect((await client.get(sys('param/list'))).status).toBe(200);
    ok(await server.admin.post(sys('role/grant'), { body: { roleIds: [roleId], menuIds: [] } }));
    expect((await client.get(sys('param/list'))).status).toBe(403);
    expect(userId).toBeTruthy();
  });
});

it('what a role would show is previewed before it is saved', async () => {
  const menuIds = await server.menuIds('product_add');
  const [product] = await server.menuIds('product');
  const body = { menuIds, dataScopeIds: [], apiScopeIds: [] };
  let told: { routes: unknown[]; buttons: { id: string }[] } | undefined;
  await changesNothing(async () => {
    told = ok(await a.client.post(sys('role/preview'), { body }));
  });
  const { client, roleId } = await personOf([]);
  ok(await a.client.post(sys('role/grant'), { body: { ...body, roleIds: [roleId] } }));
  expect(told).toEqual({
    routes: ok(await client.get(sys('menu/routes'))),
    buttons: ok(await client.get(sys('menu/buttons'))),
  });
  expect(JSON.stringify(told)).toContain(product);
});
