/** Fields that a data scope hides, and calls that an API scope closes: trees, figures and cards keep them, too. */
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;

function sys(path: string) {
  return `/blade-system/${path}`;
}
const dashboard = '/blade-desk/dashboard';
const plan = '/blade-paymentPlan/paymentPlan';
let made = 0;

beforeAll(async () => {
  server = await startServer();
  a = await server.foundTenant();
});
afterAll(() => server.close());

/** A person who sees all rows of a module, but of its fields only these. */
async function shown(scopeClass: string, scopeField: string, permissions = [scopeClass]): Promise<Client> {
  const account = `p${++made}`;
  const { roleId } = await server.addUser({ account, permissions, tenantId: a.tenantId });
  const [menuId] = await server.menuIds(scopeClass);
  const body = { menuId, scopeName: '域', resourceCode: account, scopeClass, scopeType: 1, scopeField };
  const { id } = ok(await server.admin.post(sys('data-scope/submit'), { body }));
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [a.tenantId, roleId, id]);
  return server.as(account, a.tenantId);
}
/** All fields of orders but these. */
function ordersWithout(...hidden: string[]) {
  return Object.keys(order.fields)
    .filter((name) => !hidden.includes(name))
    .join(',');
}

describe('a tree', () => {
  const title = '机密部';
  let above: { id: string };
  let below: { id: string };
  beforeAll(async () => {
    const dept = async (deptName: string, parentId: string) =>
      ok(await a.client.post(sys('dept/submit'), { body: { deptName, fullName: deptName, parentId, sort: 1 } }));
    above = await dept(`${title}甲`, '0');
    below = await dept(`${title}乙`, above.id);
    const body = { roleName: title, roleAlias: 'secret', parentId: '0', sort: 1 };
    ok(await a.client.post(sys('role/submit'), { body }));
  });
  const answers = async (client: Client, path: string, id: string) =>
    Promise.all(
      ['list', 'tree', 'lazy-list', 'lazy-tree', 'choices'].map((name) => client.get(sys(`${path}/${name}`))),
    ).then(async (all) => [
      ...all,
      await client.get(sys(`${path}/lazy-list`), { parentId: above.id }),
      await client.get(sys(`${path}/lazy-tree`), { parentId: above.id }),
      await client.get(sys(`${path}/detail`), { id }),
    ]);

  it('calls a node by its id where a data scope hides the title', async () => {
    const client = await shown('dept', 'parentId,sort');
    const all = await answers(client, 'dept', below.id);
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(JSON.stringify(all.map(({ body }) => body))).not.toContain(title);
    const nodes = ok(await client.get(sys('dept/tree')));
    const node = nodes.find(({ id }: { id: string }) => id === above.id);
    expect(node).toMatchObject({ title: above.id, children: [{ id: below.id, title: below.id }] });
    expect(ok(await client.get(sys('dept/detail'), { id: below.id })).parentName).toBe('');
    const free = ok(await a.client.get(sys('dept/detail'), { id: below.id }));
    expect(free.parentName).toBe(`${title}甲`);
    const [root] = ok(await a.client.get(sys('dept/list'), { deptName: `${title}乙` }));
    expect(root.children).toMatchObject([{ parentName: `${title}甲` }]);
  });

  it('of roles keeps a hidden title in the calls of its own, too', async () => {
    const client = await shown('role', 'parentId,sort', ['role', 'user_role']);
    const own = ['role/tree', 'role/lazy-tree', 'role/list', 'role/tree-by-id', 'role/givable', 'role/choices'];
    for (const path of own) {
      const answer = await client.get(sys(path));
      expect([path, answer.status, JSON.stringify(answer.body).includes(title)]).toEqual([path, 200, false]);
    }
  });

  it('is flat where a data scope hides the parents', async () => {
    const client = await shown('dept', 'deptName,fullName');
    const flat = [
      ...['list', 'tree', 'lazy-list', 'lazy-tree'].map(async (name) => ok(await client.get(sys(`dept/${name}`)))),
      (async () => ok(await client.get(sys('dept/choices'))).records)(),
    ];
    for (const rows of await Promise.all(flat)) {
      const ids = rows.map(({ id }: { id: string }) => id);
      expect([above.id, below.id].map((id) => ids.includes(id))).toEqual([true, true]);
      const marks = rows.filter(({ hasChildren }: { hasChildren?: boolean }) => hasChildren);
      expect([marks, JSON.stringify(rows).includes(`"parentId":"${above.id}"`)]).toEqual([[], false]);
    }
    expect((await client.get(sys('dept/lazy-tree'), { parentId: above.id })).body.reason).toBe('badParameter');
  });
});

describe('figures', () => {
  const parts = ['order', 'paymentPlan', 'fascContract', 'picture'];
  beforeAll(async () => {
    const lease = leaseOf(server, a.client);
    await lease.started({ totalAmount: '10000' }, { productName: '机密产品' });
    const waiting = await lease.order();
    ok(await lease.move(waiting.id, 1));
    await lease.voucher(waiting.id);
    ok(await lease.move(waiting.id, 2));
  });

  it('are neither grouped by nor count what a data scope hides', async () => {
    const all = ok(await a.client.get(dashboard));
    expect(all.orders.sides).toMatchObject([{ products: [{ name: '机密产品' }], onLease: { before: '0.00' } }]);
    expect(all.orders.vouchers.since).toEqual(expect.any(String));

    const noProduct = ok(await (await shown('order', ordersWithout('productName'), parts)).get(dashboard));
    expect(JSON.stringify(noProduct)).not.toContain('机密产品');
    expect(noProduct.orders.sides).toMatchObject([{ onLease: { count: 1, amount: '10000.00', before: '0.00' } }]);
    expect(['products', 'otherProducts'].filter((name) => name in noProduct.orders.sides[0])).toEqual([]);

    for (const hidden of ['startTime', 'settledTime']) {
      const { orders } = ok(await (await shown('order', ordersWithout(hidden), parts)).get(dashboard));
      expect(orders.sides[0].onLease).toEqual({ count: 1, amount: '10000.00' });
    }
    const noState = await shown('order', ordersWithout('businessStatus'), parts);
    expect(ok(await noState.get(dashboard))).not.toHaveProperty('orders');
    expect((await noState.get(order.url('summary'))).body.reason).toBe('fieldsHidden');
    const noAmount = await shown('order', ordersWithout('totalAmount'), parts);
    expect(ok(await noAmount.get(order.url('summary')))).toEqual([
      { businessStatus: 2, count: 1, refunds: 0 },
      { businessStatus: 6, count: 1, refunds: 0 },
    ]);
    const noRefunds = await shown('order', ordersWithout('refundStatus'), parts);
    expect(ok(await noRefunds.get(order.url('summary')))[0]).not.toHaveProperty('refunds');
    const noPictures = await shown('picture', 'orderId,imageIndex', parts);
    expect(ok(await noPictures.get(dashboard)).orders.vouchers).toEqual({ count: 1, since: null });
  });

  it.each(['status', 'signTaskStatus', 'createTime'])(
    'of contracts are not told where “%s” is hidden',
    async (hidden) => {
      const fields = ['status', 'signTaskStatus', 'progress', 'expireTime', 'createTime', 'orderId'];
      expect(ok(await (await shown('fascContract', fields.join(','))).get(dashboard))).toHaveProperty('contracts');
      const client = await shown('fascContract', fields.filter((name) => name !== hidden).join(','));
      expect(ok(await client.get(dashboard))).not.toHaveProperty('contracts');
    },
  );

  it.each(['payStatus', 'paymentDate'])('of instalments are not told where “%s” is hidden', async (hidden) => {
    const fields = ['payStatus', 'paymentDate', 'amountPayable', 'rent', 'principal', 'orderId'];
    const client = await shown('paymentPlan', fields.filter((name) => name !== hidden).join(','));
    expect(ok(await client.get(dashboard))).not.toHaveProperty('plan');
    for (const answer of [
      await client.get(`${plan}/overview`),
      await client.get(`${plan}/calendar`, { month: '2027-01' }),
    ])
      expect([answer.status, answer.body.reason]).toEqual([403, 'fieldsHidden']);
  });

  it('and cards of a list are only for those who may use the call of that list', async () => {
    const clients = await Promise.all(
      ['out', 'in'].map(async (account) => {
        const { roleId } = await server.addUser({ account, permissions: parts, tenantId: a.tenantId });
        return { roleId, client: await server.as(account, a.tenantId) };
      }),
    );
    const partsOf = async ({ client }: { client: Client }) => {
      const { today: _, asOf: __, cards, ...found } = ok(await client.get(dashboard));
      return [Object.keys(found), cards.map(({ module }: { module: string }) => module)];
    };
    const [out, within] = clients as [(typeof clients)[0], (typeof clients)[0]];
    const everything = [
      ['orders', 'plan', 'contracts'],
      ['order', 'fascContract', 'fascContract'],
    ];
    expect(await partsOf(out)).toEqual(everything);
    const found = async ({ client }: { client: Client }) =>
      ok(await client.post('/blade-desk/search', { body: { text: 'HT2026' } })).map(
        ({ entity }: { entity: string }) => entity,
      );
    expect(await found(out)).toContain('order');
    const lists = { order: order.url('list'), fascContract: '/blade-fascContract/fascContract/list' };
    for (const [code, scopePath] of Object.entries(lists)) {
      const [menuId] = await server.menuIds(code);
      const body = { menuId, scopeName: '接口', resourceCode: `api${++made}`, scopePath, method: 1 };
      const { id } = ok(await server.admin.post(sys('api-scope/submit'), { body }));
      await server.sql('insert into sys_role_scope select $1, $2, 2, $3', [a.tenantId, within.roleId, id]);
      expect((await out.client.get(scopePath)).status).toBe(403);
    }
    expect(await partsOf(out)).toEqual([['plan'], []]);
    expect(await partsOf(within)).toEqual(everything);
    expect([(await found(out)).includes('order'), (await found(within)).includes('order')]).toEqual([false, true]);
    await server.sql('delete from sys_api_scope where scope_path = any($1)', [Object.values(lists)]);
  });
});

describe('a list', () => {
  let customerId = '';
  beforeAll(async () => {
    const lease = leaseOf(server, a.client);
    customerId = (await lease.customer({ realName: '机密人' })).id;
    await lease.started({ customerId, interestDate: '2026-12-05' });
    await lease.started({ interestDate: '2026-11-25' });
  });
  /** All fields of instalments but these. */
  const plansWithout = (...hidden: string[]) =>
    Object.keys(paymentPlan.fields)
      .filter((name) => !hidden.includes(name))
      .join(',');

  it('has no order that compares hidden values', async () => {
    const idsIn = async (client: Client) =>
      ok(await client.get(`${plan}/page`, { size: 50 })).records.map(({ id }: { id: string }) => id);
    const byDay = await idsIn(a.client);
    const client = await shown('paymentPlan', plansWithout('paymentDate'));
    const found = await idsIn(client);
    expect(found).toEqual([...byDay].sort());
    expect(found).not.toEqual(byDay);

    const places = async (client: Client) =>
      ok(await client.get(sys('dept/choices'))).records.map(({ title }: { title: string }) => title);
    const dept = (deptName: string, sort: number) =>
      a.client.post(sys('dept/submit'), { body: { deptName, fullName: deptName, parentId: '0', sort } });
    ok(await dept('后', 9));
    ok(await dept('前', 8));
    const order = (titles: string[]) => titles.filter((title) => ['前', '后'].includes(title));
    expect(order(await places(a.client))).toEqual(['前', '后']);
    expect(order(await places(await shown('dept', 'deptName,parentId')))).toEqual(['后', '前']);
  });

  it('of histories is not searched by names that are hidden', async () => {
    const client = await shown('customer', 'tel,idType', ['customer', 'auditLog']);
    const audit = '/blade-log/audit/list';
    const entries = ok(await client.get(audit, { entityId: customerId })).records;
    expect(entries).toMatchObject([{ entity: 'customer', entityName: null }]);
    for (const filter of ['entityName', 'entityName_equal', 'entityName_likeright'])
      expect((await client.get(audit, { [filter]: '机密' })).body).toMatchObject({ code: 400, reason: 'badParameter' });
  });

  it('of histories names no record where their names are hidden themselves', async () => {
    const client = await shown('auditLog', 'action,entity,createTime');
    const { records } = ok(await client.get('/blade-log/audit/list', { entity: 'order', size: 50 }));
    expect(records.length).toBeGreaterThan(1);
    for (const { entityName, aboutName } of records) expect([entityName, aboutName]).toEqual([null, null]);
    expect(ok(await client.get('/blade-log/audit/records')).records).toEqual([]);
  });

  it('of instalments shows no account where that of the order is hidden', async () => {
    const { records } = ok(await a.client.get(`${plan}/page`, { size: 50 }));
    const { id, bankCardCode: card } = records[0];
    const rights = ['order', 'paymentPlan'];
    const client = await shown('order', ordersWithout('bankCardCode', 'bankName'), rights);
    const open = await shown('order', ordersWithout('remark'), rights);
    const read = async (by: Client) => [
      JSON.stringify(ok(await by.get(`${plan}/page`, { size: 50 }))),
      JSON.stringify(ok(await by.get(`${plan}/detail`, { id }))),
    ];
    const has = async (by: Client) => (await read(by)).map((text) => text.includes(card));
    expect(await has(open)).toEqual([true, true]);
    expect(await has(client)).toEqual([false, false]);
  });

  it('of instalments says nothing hidden when they are tried for payment, nor what was paid', async () => {
    const { records } = ok(await a.client.get(`${plan}/page`, { size: 50 }));
    const query = { ids: records.at(-1).id, dryRun: 'true' };
    const tried = async (...hidden: string[]) => {
      const client = await shown('paymentPlan', plansWithout(...hidden), ['paymentPlan', 'paymentPlan_pay']);
      const { overdue, needsReason } = ok(await client.post(`${plan}/updateBat`, { query }));
      return { overdue, texts: needsReason.map(({ text }: { text: string }) => text) };
    };
    const code = records.at(-1).contractCode;
    expect(await tried('remark')).toEqual({
      overdue: 0,
      texts: [`合同${code}第12期的前序期次尚未付款`, `合同${code}第12期距应付日还有 380 天`],
    });
    expect(await tried('paymentDate', 'currentPeriods')).toEqual({
      texts: [`合同${code}的一期的前序期次尚未付款`, `合同${code}的一期尚未临近应付日`],
    });
    expect((await tried('currentPeriods', 'contractCode')).texts).toEqual([
      '本期的前序期次尚未付款',
      '本期距应付日还有 380 天',
    ]);
    const client = await shown('paymentPlan', plansWithout('paidAmount'));
    server.clock.set(`${records[0].paymentDate} 10:00:00`);
    const [side] = ok(await client.get(`${plan}/overview`)).sides;
    expect(side).toMatchObject({ todayAmount: expect.any(String), paidCount: 0 });
    expect(side).not.toHaveProperty('paidAmount');
  });
});
