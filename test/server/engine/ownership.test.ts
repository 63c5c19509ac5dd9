/** Records of administration in two tenants: the administrator of one cannot see, change or grant the other's. */
import { buildApp } from '../../../server/app';
import { deedsAtOnce } from '../../support/approvals';
import { expectOutOfReach, type Made, oneOfEach, tenantModules } from '../../support/moduleRecords';
import { type Answer, type Client, clientOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
type Tenant = Awaited<ReturnType<Server['foundTenant']>>;
let a: Tenant;
let b: Tenant;
/** One record of each kind in either tenant, under the names of the modules. */
const ours: Record<string, string> = {};
const theirs: Record<string, string> = {};
/** One record of every module of the list, made from its declaration. */
const swept: { ours: Made; theirs: Made } = { ours: {}, theirs: {} };
/** The same requests to a server whose connection row security does not bind. */
let unbound: Awaited<ReturnType<typeof buildApp>>;

function sys(path: string) {
  return `/blade-system/${path}`;
}
const entities = [
  { name: 'user', path: sys('user'), list: 'page', change: { realName: 'X' }, title: 'realName' },
  { name: 'dept', path: sys('dept'), list: 'list', change: { deptName: 'X' }, title: 'deptName' },
  { name: 'post', path: sys('post'), list: 'list', change: { postName: 'X' }, title: 'postName' },
  { name: 'role', path: sys('role'), list: 'list', change: { roleName: 'X' }, title: 'roleName' },
  { name: 'dictbiz', path: sys('dict-biz'), list: 'list', change: { dictValue: 'X' }, title: 'dictValue' },
  {
    name: 'product',
    path: '/blade-product/product',
    list: 'page',
    change: { productName: 'X' },
    title: 'productName',
  },
  {
    name: 'customer',
    path: '/blade-customer/customer',
    list: 'list',
    change: { realName: 'X' },
    title: 'realName',
  },
];

beforeAll(async () => {
  server = await startServer();
  [a, b] = [await server.foundTenant(), await server.foundTenant()];
  for (const [tenant, letter, ids] of [
    [a, 'A', ours],
    [b, 'B', theirs],
  ] as const) {
    const add = async (path: string, body: object): Promise<string> =>
      ok(await tenant.client.post(`${path}/submit`, { body })).id;
    ids.dept = await add(sys('dept'), { deptName: `${letter}部`, fullName: `${letter}部`, parentId: '0', sort: 1 });
    ids.post = await add(sys('post'), { postName: `${letter}岗`, postCode: `${letter}1`, category: 1, sort: 1 });
    ids.role = await add(sys('role'), {
      roleName: `${letter}角色`,
      roleAlias: `${letter}role`,
      parentId: '0',
      sort: 1,
    });
    ids.dictbiz = await add(sys('dict-biz'), {
      code: `${letter}_dict`,
      dictValue: `${letter}字典`,
      dictKey: -1,
      sort: 1,
      isSealed: 0,
    });
    ids.user = await add(sys('user'), {
      account: `${letter}user`,
      realName: `${letter}人`,
      name: `${letter}人`,
      roleId: ids.role,
      deptId: ids.dept,
      postId: ids.post,
    });
    ids.product = await add('/blade-product/product', {
      productName: `${letter}品`,
      productCode: 'P-1',
      deadline: 30,
      amountPer: '1',
      getType: 0,
      yearRate: '1',
    });
    ids.customer = await add('/blade-customer/customer', { realName: `${letter}客`, tel: '13800138000', idType: 1 });
    await server.sql('update sys_user set must_change_password = 0 where tenant_id = $1', [tenant.tenantId]);
  }
  const [{ sid }] = await server.sql('select sid from sign_in where tenant_id = $1', [b.tenantId]);
  theirs.session = sid;
  await deedsAtOnce(server);
  [swept.ours, swept.theirs] = [
    await oneOfEach(a.client, server, a.tenantId),
    await oneOfEach(b.client, server, b.tenantId),
  ];
  unbound = await buildApp({ ...server.deps, db: server.owner });
});
afterAll(async () => {
  await unbound.close();
  await server.close();
});

async function changesNothing(work: () => Promise<unknown>) {
  const before = await server.fingerprint();
  await work();
  expect(await server.fingerprint()).toBe(before);
}
function withoutId({ status, body }: Answer) {
  return { status, body: { ...body, requestId: '' } };
}
function refused(answer: Answer, reasons = ['notYours', 'grant.foreignRole']) {
  expect(answer.status).toBe(403);
  expect(reasons).toContain(answer.body.reason);
}
const missing = '123456789012345678';

describe.each([
  ['under both safeguards', () => a.client],
  ['where the tenant’s condition stands alone', () => clientOf(unbound, a.client.headers)],
] as const)('%s', (_, clientFor) => {
  let me: Client;
  beforeAll(() => {
    me = clientFor();
  });

  describe.each(entities)('the $name of another tenant', ({ name, path, list, change, title }) => {
    it('is not found, and looks like one that does not exist', async () => {
      for (const verb of ['detail', 'history', ...(name === 'user' ? ['platform-detail'] : [])]) {
        const foreign = await me.get(`${path}/${verb}`, { id: theirs[name] });
        expect(withoutId(foreign)).toEqual(withoutId(await me.get(`${path}/${verb}`, { id: missing })));
        expect(foreign.status).toBe(404);
        expect((await me.get(`${path}/${verb}`, { id: ours[name] })).status).toBe(200);
      }
    });

    it('is in no list and no tree, whatever tenant the request claims', async () => {
      const named = { tenantId: b.tenantId };
      const headers = { 'tenant-id': b.tenantId, 'visit-tenant-id': b.tenantId };
      const lists = [
        `${path}/${list}`,
        ...(['dept', 'role', 'dictbiz'].includes(name)
          ? ['tree', 'lazy-list', 'lazy-tree'].map((verb) => `${path}/${verb}`)
          : []),
        ...(name === 'post' ? [`${path}/select`] : []),
        ...(name === 'role' ? [`${path}/tree-by-id`] : []),
      ];
      for (const url of lists) {
        const answer = await me.get(
          url,
          { ...named, ...(url.endsWith('by-id') ? { roleId: theirs.role } : { size: 200 }) },
          headers,
        );
        const text = JSON.stringify(ok(answer));
        expect([url, text.includes(ours[name]!)]).toEqual([url, true]);
        expect([url, text.includes(theirs[name]!), text.includes(`"${b.tenantId}"`)]).toEqual([url, false, false]);
      }
      for (const verb of ['lazy-list', 'lazy-tree'])
        if (['dept', 'role', 'dictbiz'].includes(name))
          expect(ok(await me.get(`${path}/${verb}`, { parentId: theirs[name] }))).toEqual([]);
    });

    it('is neither changed nor removed, and takes nothing of one’s own down with it', () =>
      changesNothing(async () => {
        for (const verb of ['submit', 'update']) {
          const answer = await me.post(`${path}/${verb}`, {
            body: { id: theirs[name], tenantId: b.tenantId, ...change },
            query: { tenantId: b.tenantId },
            headers: { 'tenant-id': b.tenantId },
          });
          if (verb === 'submit' || answer.status !== 404) refused(answer);
        }
        for (const ids of [theirs[name]!, `${ours[name]},${theirs[name]}`, missing])
          refused(await me.post(`${path}/remove`, { query: { ids, tenantId: b.tenantId } }));
      }));

    it('does not keep one’s own from being changed', async () => {
      const before = ok(await me.get(`${path}/detail`, { id: ours[name] }));
      const body = { ...before, [title]: `${before[title]}2` };
      expect(ok(await me.post(`${path}/submit`, { body }))[title]).toBe(`${before[title]}2`);
    });
  });

  it.each(tenantModules().map((module) => [module.name, module] as const))(
    'a %s of another tenant is out of reach, as its declaration says',
    (_name, module) => expectOutOfReach(me, module, swept.ours, swept.theirs),
  );

  it.each([
    ['reset-password', () => ({ userIds: theirs.user })],
    ['reset-password', () => ({ userIds: `${ours.user},${theirs.user}` })],
    ['unlock', () => ({ userIds: theirs.user })],
    ['unlock', () => ({ userIds: `${ours.user},${theirs.user}` })],
    ['change-status', () => ({ userIds: theirs.user, status: 0 })],
    ['change-status', () => ({ userIds: `${ours.user},${theirs.user}`, status: 0 })],
    ['grant', () => ({ userIds: theirs.user, roleIds: ours.role })],
    ['grant', () => ({ userIds: `${ours.user},${theirs.user}`, roleIds: ours.role })],
    ['grant', () => ({ userIds: ours.user, roleIds: theirs.role })],
    ['grant', () => ({ userIds: ours.user, roleIds: `${ours.role},${theirs.role}` })],
    ['update-platform', () => ({ userId: theirs.user, userType: 2, userExt: '' })],
  ] as const)('user/%s affects no person of another tenant', (verb, query) =>
    changesNothing(async () =>
      refused(await me.post(sys(`user/${verb}`), { query: { ...query(), tenantId: b.tenantId } })),
    ),
  );

  it('a registration in another tenant is not decided', async () => {
    await server.sql('update sys_user set status = 2 where id = $1', [theirs.user]);
    await changesNothing(async () => {
      const query = { userIds: theirs.user!, roleIds: ours.role! };
      for (const verb of ['audit-pass', 'audit-refuse'])
        expect((await me.post(sys(`user/${verb}`), { query })).body.reason).toBe('guest.notWaiting');
    });
    await server.sql('update sys_user set status = 1 where id = $1', [theirs.user]);
  });

  it('roles of another tenant are neither read nor given', () =>
    changesNothing(async () => {
      for (const roleIds of [theirs.role!, `${ours.role},${theirs.role}`])
        refused(await me.get(sys('menu/role-tree-keys'), { roleIds, tenantId: b.tenantId }));
      const [menu] = await server.menuIds('product');
      for (const roleIds of [[theirs.role], [ours.role, theirs.role]])
        refused(await me.post(sys('role/grant'), { body: { roleIds, menuIds: [menu] } }));
    }));

  it.each([
    ['user', 'deptId', () => ({ deptId: theirs.dept })],
    ['user', 'postId', () => ({ postId: theirs.post })],
    ['user', 'roleId', () => ({ roleId: theirs.role })],
    ['dept', 'tree.noParent', () => ({ parentId: theirs.dept })],
    ['role', 'tree.noParent', () => ({ parentId: theirs.role })],
    ['dict-biz', 'tree.noParent', () => ({ parentId: theirs.dictbiz, dictKey: '1' })],
  ] as const)('a %s does not hang on a record of another tenant: %s', (area, reason, change) =>
    changesNothing(async () => {
      const name = area === 'dict-biz' ? 'dictbiz' : area;
      const before = ok(await me.get(sys(`${area}/detail`), { id: ours[name] }));
      const changed = { ...before, ...change() };
      const fresh = { ...changed, id: undefined, account: 'fresh', roleAlias: 'fresh', code: 'fresh', postCode: 'f' };
      for (const body of [changed, fresh])
        expect((await me.post(sys(`${area}/submit`), { body })).body).toMatchObject(
          area === 'user' ? { reason: 'invalid', problems: { [reason]: 'reference' } } : { reason },
        );
    }),
  );

  it('people of another tenant cannot be explained, offered as a choice or signed out', () =>
    changesNothing(async () => {
      const query = { userId: theirs.user!, code: 'product', tenantId: b.tenantId };
      expect((await me.get(sys('why'), query)).status).toBe(404);
      for (const area of ['dept', 'role']) expect(ok(await me.get(sys(`${area}/select`), query))).toEqual([]);
      const sessions = ok(await me.get(sys('online/list'), { size: 200, tenantId: b.tenantId })).records;
      expect(sessions.length).toBeGreaterThan(0);
      expect(sessions.map(({ id }: { id: string }) => id)).not.toContain(theirs.session);
      refused(await me.post(sys('online/end'), { query: { ids: theirs.session, tenantId: b.tenantId } }));
      expect((await b.client.get(sys('user/info'))).status).toBe(200);
    }));

  it('the history shows nothing of another tenant', async () => {
    const { records, total } = ok(await me.get('/blade-log/audit/list', { size: 200, tenantId: b.tenantId }));
    const [{ count }] = await server.sql('select count(*)::int from audit_log where tenant_id = $1', [a.tenantId]);
    expect(total).toBe(count);
    expect(JSON.stringify(records)).not.toContain(theirs.user);
  });

  it('what is made lands in one’s own tenant, whatever the request says', async () => {
    const body = { postName: 'A新', postCode: `N${Math.random()}`.slice(0, 12), category: 1, sort: 1 };
    const { id } = ok(
      await me.post(sys('post/submit'), {
        body: { ...body, tenantId: b.tenantId },
        query: { tenantId: b.tenantId },
        headers: { 'tenant-id': b.tenantId },
      }),
    );
    const [row] = await server.sql('select tenant_id from sys_post where id = $1', [id]);
    expect(row.tenant_id).toBe(a.tenantId);
  });
});

describe('the platform’s owner', () => {
  const { stringify } = JSON;
  it('works in the tenant that is named, and in no other', async () => {
    for (const { name, path, list } of entities.slice(0, 4)) {
      const text = stringify(ok(await server.admin.get(`${path}/${list}`, { size: 200, tenantId: b.tenantId })));
      expect([name, text.includes(theirs[name]!), text.includes(ours[name]!)]).toEqual([name, true, false]);
    }
    const body = { deptName: 'B新', fullName: 'B新', parentId: theirs.dept, sort: 1 };
    const { id } = ok(await server.admin.post(sys('dept/submit'), { body, query: { tenantId: b.tenantId } }));
    const [row] = await server.sql('select tenant_id, create_user from sys_dept where id = $1', [id]);
    expect(row.tenant_id).toBe(b.tenantId);
    const [entry] = await server.sql('select tenant_id, user_name from audit_log where entity_id = $1', [id]);
    expect(entry).toEqual({ tenant_id: b.tenantId, user_name: '管理员@000000' });
    await changesNothing(async () => {
      refused(await server.admin.post(sys('dept/remove'), { query: { ids: theirs.dept!, tenantId: a.tenantId } }));
      refused(await server.admin.post(sys('dept/remove'), { query: { ids: theirs.dept! } }));
      expect((await server.admin.get(sys('dept/list'), { tenantId: '999999' })).status).toBe(404);
    });
  });
  it('sees no business of another tenant, where nothing offers it', async () => {
    for (const { path, list, name } of entities.slice(4)) {
      const text = stringify(ok(await server.admin.get(`${path}/${list}`, { size: 200, tenantId: b.tenantId })));
      expect([name, text.includes(theirs[name]!)]).toEqual([name, false]);
      expect((await server.admin.get(`${path}/detail`, { id: theirs[name], tenantId: b.tenantId })).status).toBe(404);
    }
  });
});
