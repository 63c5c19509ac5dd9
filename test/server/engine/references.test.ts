/** Reference fields: which values they accept, the titles they show, and which removals they prevent. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { dept } from '../../../contract/modules/system/dept';
import { registry } from '../../../server/app';
import { lostReference, withNames } from '../../../server/engine/references';
import { asSystem } from '../../../server/engine/work';
import { answerTo } from '../../../server/http/register';
import { growsInStep } from '../../support/growth';
import { questionsDuring } from '../../support/questions';
import { type Answer, type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
let b: Awaited<ReturnType<Server['foundTenant']>>;
let gate: pg.Client;

function sys(path: string) {
  return `/blade-system/${path}`;
}
const order = '/blade-order/order';
const customer = '/blade-customer/customer';
const missing = '123456789012345678';
const beyondNumbers = '9999999999999999999';
let made = 0;
function name(of: string) {
  return `${of}${++made}`;
}
async function add(client: Client, path: string, body: object) {
  return ok(await client.post(`${path}/submit`, { body }));
}
function post(client: Client) {
  const word = name('岗');
  return add(client, sys('post'), { postName: word, postCode: word, category: 1, sort: 1 });
}
function remove(client: Client, path: string, ids: string) {
  return client.post(`${path}/remove`, { query: { ids } });
}
function referenceOn(field: string) {
  return { reason: 'invalid', problems: { [field]: 'reference' } };
}

beforeAll(async () => {
  server = await startServer();
  [a, b] = [await server.foundTenant(), await server.foundTenant()];
  gate = new pg.Client(server.connections.owner);
  await gate.connect();
});
afterAll(async () => {
  await gate.end();
  await server.close();
});

/** Another person with a department, as forms show them: people do not choose their own posts. */
async function placed() {
  const { userId } = await server.addUser({ account: name('u'), tenantId: a.tenantId });
  const { records } = ok(await a.client.get(sys('user/page'), { size: 200 }));
  const { deptId } = records.find((one: { deptId: string }) => one.deptId !== '');
  return { ...records.find(({ id }: { id: string }) => id === userId), deptId };
}

/** A person whose role holds these rights, bound by a data scope on a module. */
async function bound(permissions: string[], scopeClass?: string, scope: object = { scopeType: 2 }) {
  const account = name('p');
  const { roleId } = await server.addUser({ account, permissions, tenantId: a.tenantId });
  if (scopeClass) {
    const [menuId] = await server.menuIds(scopeClass);
    const body = { menuId, scopeName: '域', resourceCode: name('r'), scopeClass, scopeField: '*', ...scope };
    const { id } = ok(await server.admin.post(sys('data-scope/submit'), { body }));
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [a.tenantId, roleId, id]);
  }
  return server.as(account, a.tenantId);
}

describe('a field takes no record', () => {
  const place = async (client: Client, customerId: string) => {
    const { id: productId } = await leaseOf(server, a.client).product();
    const body = { customerId, productId, totalAmount: '10000', tel: '13800138000' };
    return (await client.post(`${order}/submit`, { body })) as Answer;
  };

  it.each<[string, () => Promise<string>]>([
    ['of another tenant', async () => (await leaseOf(server, b.client).customer()).id],
    [
      'that was removed',
      async () => {
        const { id } = await leaseOf(server, a.client).customer();
        ok(await remove(a.client, customer, id));
        return id;
      },
    ],
    ['that never was', async () => missing],
    ['with an id that no record can have', async () => beyondNumbers],
  ])('%s', async (_, idOf) => {
    const answer = await place(a.client, await idOf());
    expect([answer.status, answer.body]).toMatchObject([400, referenceOn('customerId')]);
    expect(answer.body.msg).toBe('所选客户不存在或已删除');
  });

  it('that the person’s data scopes hide', async () => {
    const { id } = await leaseOf(server, a.client).customer();
    const clerk = await bound(['order', 'order_add', 'customer'], 'customer');
    expect((await place(clerk, id)).body).toMatchObject(referenceOn('customerId'));
    const free = await bound(['order', 'order_add', 'customer']);
    expect((await place(free, id)).status).toBe(200);
  });

  it.each(['api-scope', 'data-scope'])('that is no menu: %s', async (path) => {
    const body = {
      scopeName: '域',
      resourceCode: name('m'),
      scopePath: '/blade-order/order/page',
      scopeClass: 'order',
    };
    const answer = await server.admin.post(sys(`${path}/submit`), { body: { ...body, menuId: missing } });
    expect(answer.body).toMatchObject(referenceOn('menuId'));
  });

  it('among several that are there', async () => {
    const user = await placed();
    const mine = await post(a.client);
    const foreign = await post(b.client);
    const save = (postId: string) => a.client.post(sys('user/submit'), { body: { ...user, postId } });
    for (const bad of [foreign.id, missing]) {
      const answer = await save(`${mine.id},${bad}`);
      expect(answer.body).toMatchObject(referenceOn('postId'));
      expect(answer.body.msg).toBe('所选岗位中有不存在或已删除的记录');
    }
    expect(ok(await save(mine.id)).postName).toBe(mine.postName);
  });

  it('outside of what the field offers', async () => {
    const isPlatform = await server.sql(
      'select id from sys_menu where is_platform = 1 and category = 1 and is_deleted = 0 limit 1',
    );
    const body = { packageName: name('包'), menuId: isPlatform[0].id };
    const answer = await server.admin.post(sys('tenant-package/submit'), { body });
    expect(answer.body).toMatchObject(referenceOn('menuId'));
  });

  it('as its parent in a tree, outside of what the field offers', async () => {
    const [button] = await server.menuIds('dept_add');
    const body = { name: '页', code: name('page'), alias: 'menu', category: 1, sort: 1, path: `/${name('p')}` };
    const answer = await server.admin.post(sys('menu/submit'), { body: { ...body, parentId: button } });
    expect(answer.body).toMatchObject(referenceOn('parentId'));
    const none = await server.admin.post(sys('menu/submit'), { body: { ...body, parentId: missing } });
    expect(none.body.reason).toBe('tree.noParent');
    const [page] = await server.menuIds('dept');
    expect(ok(await server.admin.post(sys('menu/submit'), { body: { ...body, parentId: page } })).parentId).toBe(page);
  });

  it('as a menu of a top menu: the removed ones fall out, others are refused', async () => {
    const menu = () =>
      add(server.admin, sys('menu'), { name: '页', code: name('page'), alias: 'menu', category: 1, sort: 1 });
    const [gone, stays] = [await menu(), await menu()];
    const top = await add(server.admin, sys('topmenu'), { name: '顶', code: name('top'), source: 'box', sort: 1 });
    const grant = (...menuIds: string[]) =>
      server.admin.post(sys('topmenu/grant'), { body: { topMenuIds: [top.id], menuIds } });
    const keys = async () => ok(await server.admin.get(sys('menu/top-tree-keys'), { topMenuIds: top.id })).menu;
    ok(await grant(gone.id, stays.id));
    expect(ok(await server.admin.get(sys('topmenu/detail'), { id: top.id })).menuIds).toBe(`${gone.id},${stays.id}`);
    ok(await remove(server.admin, sys('menu'), gone.id));
    expect(await keys()).toEqual([stays.id]);
    ok(await grant(gone.id, stays.id)); // sent by a page that was loaded before the removal
    expect(ok(await server.admin.get(sys('topmenu/detail'), { id: top.id })).menuIds).toBe(stays.id);
    expect((await grant(gone.id, stays.id)).body).toMatchObject(referenceOn('menuIds'));
    const [button] = await server.menuIds('dept_add');
    for (const bad of [missing, button!])
      expect((await grant(stays.id, bad)).body).toMatchObject(referenceOn('menuIds'));
    expect(await keys()).toEqual([stays.id]);
  });

  it('but what it held before is not judged again', async () => {
    const { order: held } = { order: await leaseOf(server, a.client).order() };
    await server.sql('update lease_product set status = 0 where id = $1', [held.productId]);
    const { userId } = await server.addUser({ account: name('u'), tenantId: a.tenantId });
    const lost = await post(a.client);
    const [dept] = await server.sql('select id from sys_dept where tenant_id = $1', [a.tenantId]);
    await server.sql('update sys_user set post_ids = $2, dept_ids = $3 where id = $1', [userId, [lost.id], [dept.id]]);
    await server.sql('update sys_post set is_deleted = 1 where id = $1', [lost.id]);
    const before = ok(await a.client.get(sys('user/detail'), { id: userId }));
    const answer = await a.client.post(sys('user/submit'), { body: { ...before, realName: '改名' } });
    expect(ok(answer)).toMatchObject({ realName: '改名', postId: lost.id });
  });
});

describe('names', () => {
  it('stand beside the ids in lists and details, in the order of their own list', async () => {
    const [late, early] = [await post(a.client), await post(a.client)];
    await server.sql('update sys_post set sort = 9 where id = $1', [late.id]);
    const { userId } = await server.addUser({ account: name('u'), tenantId: a.tenantId });
    await server.sql('update sys_user set post_ids = $2 where id = $1', [userId, [late.id, early.id]]);
    const names = `${early.postName},${late.postName}`;
    expect(ok(await a.client.get(sys('user/detail'), { id: userId })).postName).toBe(names);
    const { records } = ok(await a.client.get(sys('user/page'), { size: 200 }));
    expect(records.find(({ id }: { id: string }) => id === userId).postName).toBe(names);
  });

  it('of records that a data scope hides, or whose name it hides, are left out', async () => {
    const own = await post(a.client);
    const { userId } = await server.addUser({ account: name('u'), tenantId: a.tenantId });
    await server.sql('update sys_user set post_ids = $2 where id = $1', [userId, [own.id]]);
    const nameFor = async (client: Client) => ok(await client.get(sys('user/detail'), { id: userId })).postName;
    expect(await nameFor(await bound(['user', 'post']))).toBe(own.postName);
    expect(await nameFor(await bound(['user', 'post'], 'post'))).toBeNull();
    expect(await nameFor(await bound(['user', 'post'], 'post', { scopeType: 1, scopeField: 'postCode' }))).toBeNull();
  });

  it('take one question for a page, however many rows it has', async () => {
    for (let i = 0; i < 5; i++) await server.addUser({ account: name('u'), tenantId: a.tenantId });
    await server.sql('update sys_user set post_ids = array[$2::bigint] where tenant_id = $1', [
      a.tenantId,
      (await post(a.client)).id,
    ]);
    const asked = await questionsDuring(async () => ok(await a.client.get(sys('user/page'), { size: 200 })));
    expect(asked.filter((text) => /from "sys_post"/.test(text))).toHaveLength(1);
  });
});

describe('the names of many rows', () => {
  it('take time in step with the rows', async () => {
    const { tenantId } = await server.foundTenant();
    await server.sql(
      `insert into sys_dept (id, tenant_id, dept_name, full_name) select 880000000 + n, $1, '部' || n, '部' || n
       from generate_series(1, 8000) n`,
      [tenantId],
    );
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: String(at), parentId: String(880_000_001 + at) }));
    await growsInStep(
      2000,
      (count) => () =>
        asSystem(server.deps, registry, { tenantId, actor: '系统' }, async (cx) => {
          const named = await withNames(cx, { module: dept }, rows(count));
          expect(named.at(-1)).toMatchObject({ parentName: `部${count}` });
        }),
    );
  });
});

describe('choices', () => {
  const choices = async (client: Client, path: string, query = {}) => ok(await client.get(`${path}/choices`, query));

  it('are found by a part of title or note, by their ids, page by page', async () => {
    const made = [];
    for (let i = 0; i < 3; i++) made.push(await leaseOf(server, a.client).customer({ realName: `赵${name('z')}` }));
    const ids = made.map(({ id }) => id);
    const found = await choices(a.client, customer, { q: '赵z', size: 2 });
    expect([found.total, found.pages, found.records.length]).toEqual([3, 2, 2]);
    expect(found.records[0]).toEqual({ id: ids[2], title: made[2].realName, note: made[2].tel });
    const named = await choices(a.client, customer, { ids: `${ids[0]},${missing}` });
    expect(named.records.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
    expect((await choices(a.client, customer, { q: '%' })).total).toBe(0);
  });

  it('leave out what is another tenant’s, removed, hidden or not offered', async () => {
    const idsOf = async (client: Client, query = {}) =>
      (await choices(client, sys('post'), query)).records.map(({ id }: { id: string }) => id);
    const [mine, gone, theirs] = [await post(a.client), await post(a.client), await post(b.client)];
    ok(await remove(a.client, sys('post'), gone.id));
    const seen = await idsOf(a.client);
    expect([mine.id, gone.id, theirs.id].map((id) => seen.includes(id))).toEqual([true, false, false]);
    expect(await idsOf(await bound(['user'], 'post'))).toEqual([]);
    const product = '/blade-product/product';
    const [on, off] = [await leaseOf(server, a.client).product(), await leaseOf(server, a.client).product()];
    await server.sql('update lease_product set status = 0 where id = $1', [off.id]);
    const text = JSON.stringify(await choices(a.client, product, { offer: 'onSale', size: 200 }));
    expect([text.includes(on.id), text.includes(off.id)]).toEqual([true, false]);
    for (const offer of ['none', 'constructor'])
      expect((await a.client.get(`${product}/choices`, { offer })).body.reason).toBe('badParameter');
  });

  it('of a tree say of a node that it has children, also where those are on another page', async () => {
    const dept = (deptName: string, parentId = '0') =>
      add(a.client, sys('dept'), { deptName, fullName: deptName, parentId, sort: 1 });
    const above = await dept(name('上'));
    const below = await dept(name('下'), above.id);
    for (const query of [{ ids: above.id }, { q: above.deptName }, { q: above.deptName, size: 1 }])
      expect((await choices(a.client, sys('dept'), query)).records).toMatchObject([
        { id: above.id, hasChildren: true },
      ]);
    expect((await choices(a.client, sys('dept'), { ids: below.id })).records).toMatchObject([{ hasChildren: false }]);
    const { records } = await choices(a.client, sys('dept'));
    for (const [id, hasChildren] of [
      [above.id, true],
      [below.id, false],
    ])
      expect(records.find((one: { id: string }) => one.id === id)).toMatchObject({ hasChildren });
  });

  it('show no title and find by none that a data scope hides', async () => {
    const one = await leaseOf(server, a.client).customer({ realName: name('钱') });
    const clerk = await bound(['customer'], 'customer', { scopeType: 1, scopeField: 'tel' });
    const found = await choices(clerk, customer, { ids: one.id });
    expect(found.records).toEqual([{ id: one.id, title: one.id, note: one.tel }]);
    expect((await choices(clerk, customer, { q: one.realName })).total).toBe(0);
  });

  it('are open to who holds the menu, or a right of a module that points there', async () => {
    const reach = async (...permissions: string[]) =>
      (await (await bound(permissions)).get(`${customer}/choices`)).status;
    expect([await reach('customer'), await reach('order'), await reach('order_add')]).toEqual([200, 200, 200]);
    expect([await reach('product'), await reach('user_edit')]).toEqual([403, 403]);
  });
});

describe('a record that others point to', () => {
  it('stays, and says who and how many', async () => {
    const held = await post(a.client);
    for (let i = 0; i < 2; i++) {
      const { userId } = await server.addUser({ account: name('u'), tenantId: a.tenantId });
      await server.sql('update sys_user set post_ids = $2 where id = $1', [userId, [held.id]]);
    }
    const free = await post(a.client);
    const answer = await remove(a.client, sys('post'), `${free.id},${held.id}`);
    expect([answer.status, answer.body.reason]).toEqual([400, 'referenced']);
    expect(answer.body.msg).toBe(`“${held.postName}”正被 2 条用户记录使用，不能删除`);
    await server.sql('update sys_user set is_deleted = 1 where post_ids @> array[$1::bigint]', [held.id]);
    ok(await remove(a.client, sys('post'), `${free.id},${held.id}`));
  });

  it('stays where only those point to it whom the person does not see', async () => {
    const { id } = await leaseOf(server, a.client).customer();
    await leaseOf(server, a.client).order({ customerId: id });
    const clerk = await bound(['customer', 'customer_delete', 'order'], 'order');
    expect((await remove(clerk, customer, id)).body.reason).toBe('customer.inUse');
  });
});

describe('at the same moment', () => {
  /** Leaves a transaction open until a call waits for it. */
  const beside = async (statements: [string, unknown[]][], work: () => Promise<Answer>): Promise<Answer> => {
    await gate.query('begin');
    for (const [text, values] of statements) await gate.query(text, values);
    let isOver = false;
    const answer = work().finally(() => {
      isOver = true;
    });
    for (let isWaiting = false; !isWaiting && !isOver; await sleep(5)) {
      const { rows } = await gate.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      isWaiting = rows.length > 0;
    }
    expect(isOver).toBe(false);
    await gate.query('commit');
    return answer;
  };

  it('a removal waits for a reference, and finds it', async () => {
    const held = await post(a.client);
    const { userId } = await server.addUser({ account: name('u'), tenantId: a.tenantId });
    const answer = await beside(
      [
        ['select 1 from sys_post where id = $1 for key share', [held.id]],
        ['update sys_user set post_ids = $2 where id = $1', [userId, [held.id]]],
      ],
      () => remove(a.client, sys('post'), held.id),
    );
    expect(answer.body.reason).toBe('referenced');
  });

  it('a reference waits for a removal, and finds it gone', async () => {
    const held = await post(a.client);
    const user = await placed();
    const answer = await beside(
      [
        ['select 1 from sys_post where id = $1 for update', [held.id]],
        ['update sys_post set is_deleted = 1 where id = $1', [held.id]],
      ],
      () => a.client.post(sys('user/submit'), { body: { ...user, postId: held.id } }),
    );
    expect(answer.body).toMatchObject(referenceOn('postId'));
  });
});

describe('what only the table’s foreign key sees', () => {
  it('is reported on the field', async () => {
    const { id } = await leaseOf(server, a.client).order();
    const error = await server
      .sql('update lease_order set customer_id = $2 where id = $1', [id, missing])
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ code: '23503' });
    const refusal = await lostReference(server.deps, registry.values(), error, 'en');
    expect(answerTo(refusal, 'en')).toMatchObject({ status: 400, body: referenceOn('customerId') });
    expect(answerTo(error, 'zh')).toMatchObject({ status: 400, isBug: false, body: { reason: 'reference' } });
    expect(await lostReference(server.deps, registry.values(), new Error('other'), 'en')).toBeUndefined();
  });
});
