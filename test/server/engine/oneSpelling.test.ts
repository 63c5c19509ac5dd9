/** An id has one spelling, a set of roles has no doubles, and what a data scope hides stays hidden beside the lists. */
import { type Client, ok, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
let made = 0;
function name(of: string) {
  return `${of}${++made}`;
}
function sys(path: string) {
  return `/blade-system/${path}`;
}
beforeAll(async () => {
  server = await startServer();
  a = await server.foundTenant();
});
afterAll(() => server.close());

/** A data scope for the rows of a module, and the id under which roles hold it. */
async function scope(scopeClass: string, more: object): Promise<string> {
  const [menuId] = await server.menuIds(scopeClass);
  const body = { menuId, scopeName: '域', resourceCode: name('r'), scopeClass, scopeField: '*', ...more };
  return ok(await server.admin.post(sys('data-scope/submit'), { body })).id;
}
function hold(roleId: string, scopeId: string) {
  return server.sql('insert into sys_role_scope select $1, $2, 1, $3', [a.tenantId, roleId, scopeId]);
}
async function dept(client: Client) {
  const word = name('部');
  return ok(await client.post(sys('dept/submit'), { body: { deptName: word, fullName: word, sort: 1 } }));
}

describe('an id with a zero before it', () => {
  it.each([
    [
      'the own account, to be stopped',
      async (client: Client, userId: string) =>
        client.post(sys('user/change-status'), { query: { userIds: `0${userId}`, status: 0 } }),
    ],
    [
      'a role, to be given',
      async (client: Client, userId: string) =>
        client.post(sys('user/grant'), { body: { userIds: [userId], roleIds: ['01'] } }),
    ],
    [
      'a department above itself',
      async (client: Client) => {
        const own = await dept(client);
        return client.post(sys('dept/submit'), { body: { ...own, parentId: `0${own.id}` } });
      },
    ],
  ])('is refused as %s', async (_, call) => {
    const { userId } = await server.addUser({
      account: name('p'),
      permissions: ['user', 'user_status', 'user_role', 'user_edit', 'dept', 'dept_add', 'dept_edit'],
      tenantId: a.tenantId,
    });
    const answer = await call(await server.as(`p${made}`, a.tenantId), userId);
    expect([answer.status, answer.body.success]).toEqual([400, false]);
  });
});

it('a role named twice is no way to drop the one that binds', async () => {
  const bindingScope = await scope('order', { scopeType: 2 });
  const me = await server.addUser({ account: 'bounded', permissions: ['user', 'user_edit'], tenantId: a.tenantId });
  const binding = await server.addUser({ account: 'binding', permissions: [], tenantId: a.tenantId });
  await hold(binding.roleId, bindingScope);
  const { id } = await dept(a.client);
  await server.sql(
    'update sys_user set dept_ids = array[$2::bigint], role_ids = array[$3::bigint, $4::bigint] where id = $1',
    [me.userId, id, me.roleId, binding.roleId],
  );
  const client = await server.as('bounded', a.tenantId);
  const row = ok(await client.get(sys('user/detail'), { id: me.userId }));
  const body = { ...row, roleId: `${me.roleId},${me.roleId}` };
  expect((await client.post(sys('user/update'), { body })).body.reason).toBe('grant.ownRoles');
});

it('a directory of the platform takes its pages and their buttons from the tenants', async () => {
  const menu = (body: object) => server.admin.post(sys('menu/submit'), { body });
  const common = { sort: 1, source: '', isOpen: 1, isPlatform: 0 };
  const code = name('dir');
  const top = ok(
    await menu({ ...common, category: 1, parentId: '0', name: code, nameEn: code, code, path: `/${code}` }),
  );
  const page = name('page');
  const below = ok(
    await menu({
      ...common,
      category: 1,
      parentId: top.id,
      name: page,
      nameEn: page,
      code: page,
      path: `/${code}/${page}`,
    }),
  );
  const button = ok(
    await menu({ ...common, category: 2, parentId: below.id, name: 'b', nameEn: 'b', code: `${page}_b`, action: 2 }),
  );
  ok(await menu({ ...top, isPlatform: 1 }));
  const rows = await server.sql('select is_platform from sys_menu where id = any($1)', [[top.id, below.id, button.id]]);
  expect(rows.map(({ is_platform }) => is_platform)).toEqual([1, 1, 1]);
});

it('posts to choose from show no field that a data scope hides', async () => {
  const word = name('岗');
  ok(
    await a.client.post(sys('post/submit'), {
      body: { postName: word, postCode: word, category: 1, sort: 1, remark: '密' },
    }),
  );
  const { roleId } = await server.addUser({ account: 'poster', permissions: ['post'], tenantId: a.tenantId });
  await hold(roleId, await scope('post', { scopeType: 1, scopeField: 'postCode,sort' }));
  const posts: object[] = ok(await (await server.as('poster', a.tenantId)).get(sys('post/select')));
  expect(posts.length).toBeGreaterThan(0);
  expect(JSON.stringify(posts)).not.toMatch(/postName|密/);
});

it.each([
  ['/blade-fascContract/fascContract/list', { ascs: 'progress' }],
  ['/blade-paymentPlan/paymentPlan/page', { descs: 'overdue' }],
  [sys('user/page'), { postId_notequal: '1' }],
])('%s refuses what it has no column for', async (path, query) => {
  expect((await a.client.get(path, query)).body).toMatchObject({ code: 400, reason: 'badParameter' });
});

describe('a code that is the key of its record', () => {
  it('keeps its zeros in every call', async () => {
    const country = ok(await server.admin.get(sys('region/detail'), { id: '00' }));
    expect(country).toMatchObject({ id: '00', code: '00' });
    expect(ok(await server.admin.get(sys('region/detail'), { code: '00' })).id).toBe('00');
    ok(await server.admin.get(sys('region/history'), { id: '00' }));
    const { records } = ok(await server.admin.get(sys('region/choices'), { ids: '00' }));
    expect(records).toMatchObject([{ id: '00' }]);
    expect(ok(await server.admin.post(sys('region/submit'), { body: { ...country, remark: '全国' } })).remark).toBe(
      '全国',
    );
    const refused = await server.admin.post(sys('region/remove'), { query: { ids: '00' } });
    expect([refused.status, refused.body.reason]).toEqual([400, 'tree.hasChildren']);
  });

  it('has a history of its own, whatever other records are kept under its number', async () => {
    await server.sql(
      `insert into audit_log (id, tenant_id, entity, entity_id, action, changes, user_name, create_time, seq, format, hash)
       values (7, '000000', 'history', 0, 'add', '[]', 'system', now(), 1000000, 1, '')`,
    );
    const entries: { entity: string }[] = ok(await server.admin.get(sys('region/history'), { id: '00' }));
    expect(entries.map(({ entity }) => entity)).toEqual(['region']);
    for (const code of ['0', '0110000']) {
      const body = { code, name: '零', parentCode: '0', level: 1, sort: 1 };
      const refused = await server.admin.post(sys('region/submit'), { body });
      expect([refused.status, refused.body.problems, refused.body.msg]).toEqual([
        400,
        { code: 'badFormat' },
        '区划编号格式不正确',
      ]);
    }
  });
});
