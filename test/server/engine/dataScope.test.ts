/** Data scopes: every list, figure and write of a person agrees on the same set of rows, and hidden fields stay hidden. */
import { active, matured, terminating } from '../../../contract/domain/lifecycle/orderStates';
import { order } from '../../../contract/modules/lease/order';
import { sideOf } from '../../support/payments';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
/** Departments: north has first below it; south is beside. */
const depts: Record<'north' | 'first' | 'south', string> = { north: '', first: '', south: '' };
/** Who made orders: the reader and a colleague in the north, one in the first team, one in the south. */
const makers = ['reader', 'colleague', 'first', 'south'] as const;
type Maker = (typeof makers)[number];
const people = {} as Record<Maker, { userId: string; roleId: string; client: Client }>;
let reader: Client;

function sys(path: string) {
  return `/blade-system/${path}`;
}
const paths = {
  order: '/blade-order/order',
  plan: '/blade-paymentPlan/paymentPlan',
  picture: '/blade-picture/picture',
  contract: '/blade-fascContract/fascContract',
};
const everything = [
  ...['product', 'customer', 'order', 'picture'].flatMap((name) => [
    name,
    ...['add', 'edit', 'delete'].map((verb) => `${name}_${verb}`),
  ]),
  ...['fascContract', 'fascContract_delete', 'paymentPlan', 'paymentPlan_edit', 'paymentPlan_pay'],
  ...['status', 'voucher', 'contract', 'start', 'cancel'].map((verb) => `order_${verb}`),
];

interface Order {
  id: string;
  maker: Maker;
  businessStatus: number;
  totalAmount: string;
  version: number;
}
const orders: Order[] = [];
/** All there is, as the tenant's administrator sees it. */
const all = { plan: [] as any[], picture: [] as any[], contract: [] as any[] };

beforeAll(async () => {
  server = await startServer();
  a = await server.foundTenant();
  const dept = async (deptName: string, parentId = '0') =>
    ok(await a.client.post(sys('dept/submit'), { body: { deptName, fullName: deptName, parentId, sort: 1 } })).id;
  depts.north = await dept('北区');
  depts.first = await dept('一组', depts.north);
  depts.south = await dept('南区');
  const deptOf = { reader: depts.north, colleague: depts.north, first: depts.first, south: depts.south };
  for (const [index, account] of makers.entries()) {
    const made = await server.addUser({ account, permissions: everything, tenantId: a.tenantId });
    await server.sql('update sys_user set dept_ids = $2 where id = $1', [made.userId, [deptOf[account]]]);
    const client = await server.as(account, a.tenantId);
    people[account] = { ...made, client };
    const lease = leaseOf(server, client);
    const running = (await lease.started({ totalAmount: `${(index + 1) * 10_000}` })).order;
    const draft = await lease.order({ customerId: running.customerId, productId: running.productId });
    const waiting = await lease.order({ customerId: running.customerId, productId: running.productId });
    ok(await lease.move(waiting.id, 1));
    await lease.voucher(waiting.id);
    for (const { id } of [running, draft, waiting]) {
      const row = await lease.read(id);
      orders.push({ ...row, maker: account });
    }
  }
  reader = people.reader.client;
  for (const [name, url] of [
    ['plan', `${paths.plan}/page`],
    ['picture', `${paths.picture}/list`],
    ['contract', `${paths.contract}/list`],
  ] as const)
    all[name] = ok(await a.client.get(url, { size: 200 })).records;
  expect([all.plan.length, all.picture.length, all.contract.length]).toEqual([48, 4, 8]);
  expect(ok(await a.client.get(`${paths.order}/page`, { size: 200 })).total).toBe(orders.length);
});
afterAll(() => server.close());

let made = 0;
async function scope(body: object): Promise<string> {
  const [menuId] = await server.menuIds('order');
  const kept = { menuId, scopeName: '域', resourceCode: `s${++made}`, scopeClass: 'order', scopeField: '*' };
  return ok(await server.admin.post(sys('data-scope/submit'), { body: { ...kept, ...body } })).id;
}
/** These scopes and no others for the reader. */
async function bind(...scopeIds: string[]) {
  const { roleId } = people.reader;
  await server.sql('delete from sys_role_scope where role_id = $1', [roleId]);
  await server.sql('insert into sys_role_scope select $1, $2, 1, unnest($3::bigint[])', [a.tenantId, roleId, scopeIds]);
}
async function changesNothing(work: () => Promise<unknown>) {
  const before = await server.fingerprint();
  await work();
  expect(await server.fingerprint()).toBe(before);
}
function add(amounts: (string | number)[]) {
  return amounts.reduce((sum: number, amount) => sum + Number(amount), 0);
}
function ids(rows: { id: string }[]) {
  return rows.map(({ id }) => id).sort();
}

/** Every query about orders and what belongs to them agrees: these, and no others. */
async function agrees(seen: Order[]) {
  const visible = new Set(seen.map(({ id }) => id));
  const hidden = orders.filter(({ id }) => !visible.has(id));
  expect([seen.length > 0, hidden.length > 0]).toEqual([true, true]);

  const page = ok(await reader.get(`${paths.order}/page`, { size: 200 }));
  expect(ids(page.records)).toEqual(ids(seen));
  expect([page.total, Number(page.sums.totalAmount)]).toEqual([
    seen.length,
    add(seen.map(({ totalAmount }) => totalAmount)),
  ]);
  const first = ok(await reader.get(`${paths.order}/page`, { size: 1, current: 2 }));
  expect([first.total, first.pages]).toEqual([seen.length, seen.length]);
  const filtered = ok(await reader.get(`${paths.order}/page`, { businessStatus: active, size: 200 }));
  expect(ids(filtered.records)).toEqual(ids(seen.filter(({ businessStatus }) => businessStatus === active)));

  const summary = ok(await reader.get(`${paths.order}/summary`));
  for (const { businessStatus, count, sides } of summary) {
    const rows = seen.filter((order) => order.businessStatus === businessStatus);
    const amount = add(sides.map((side: { totalAmount: string }) => side.totalAmount));
    expect([count, amount]).toEqual([rows.length, add(rows.map((row) => row.totalAmount))]);
  }
  expect(add(summary.map(({ count }: { count: number }) => count))).toBe(seen.length);

  for (const { id, maker } of orders)
    for (const verb of ['detail', 'history']) {
      const { status } = await reader.get(`${paths.order}/${verb}`, { id });
      expect([maker, verb, status]).toEqual([maker, verb, visible.has(id) ? 200 : 404]);
    }

  const plan = all.plan.filter(({ orderId }) => visible.has(orderId));
  const planPage = ok(await reader.get(`${paths.plan}/page`, { size: 200 }));
  expect(ids(planPage.records)).toEqual(ids(plan));
  expect([planPage.total, Number(planPage.sums.amountPayable)]).toEqual([
    plan.length,
    add(plan.map(({ amountPayable }) => amountPayable)),
  ]);
  const month = '2027-01';
  const due = plan.filter(({ paymentDate }) => paymentDate.startsWith(month));
  expect(due.length).toBeGreaterThan(0);
  const days = ok(await reader.get(`${paths.plan}/calendar`, { month }));
  expect(add(days.map((day: { due: number }) => day.due))).toBe(due.length);
  expect(add(days.map((day: { dueAmount: string }) => day.dueAmount))).toBe(add(due.map((row) => row.amountPayable)));
  const [{ count: txns }] = await server.sql(
    `select count(*)::int as count from lease_payment_txn where tenant_id = $1 and order_id = any($2::bigint[])`,
    [a.tenantId, [...visible]],
  );
  expect((await sideOf(reader)).paidCount).toBe(txns);
  expect(txns).toBeGreaterThan(0);

  for (const [name, rows] of [
    ['picture', all.picture],
    ['contract', all.contract],
  ] as const) {
    const found = ok(await reader.get(`${paths[name]}/list`, { size: 200 }));
    const expected = rows.filter(({ orderId }) => visible.has(orderId));
    expect([name, ids(found.records), found.total]).toEqual([name, ids(expected), expected.length]);
  }
  for (const [name, rows] of Object.entries(all))
    for (const { id, orderId } of [rows[0], rows.at(-1)]) {
      const { status } = await reader.get(`${paths[name as keyof typeof all]}/detail`, { id });
      expect([name, status]).toEqual([name, visible.has(orderId) ? 200 : 404]);
    }

  const desk = ok(await reader.get('/blade-desk/dashboard'));
  const live = seen.filter(({ businessStatus }) => [active, matured, terminating].includes(businessStatus));
  const [lent] = desk.orders.sides;
  expect([lent.onLease.count, Number(lent.onLease.amount)]).toEqual([
    live.length,
    add(live.map(({ totalAmount }) => totalAmount)),
  ]);
  expect(add(lent.states.map(({ count }: { count: number }) => count))).toBe(seen.length);
  expect(desk.orders.vouchers.count).toBe(seen.filter(({ businessStatus }) => businessStatus === 2).length);
  expect(add(lent.products.map(({ count }: { count: number }) => count))).toBe(live.length);
  const unpaid = plan.filter(({ payStatus }) => payStatus === 0);
  expect(add(desk.plan.sides[0].ages.map(({ count }: { count: number }) => count))).toBe(unpaid.length);
  expect(add(desk.plan.sides[0].maturing.map(({ count }: { count: number }) => count))).toBe(
    unpaid.filter(({ paymentDate }) => paymentDate < '2027-11').length,
  );
  expect(desk.contracts.funnel.signed).toBe(all.contract.filter(({ orderId }) => visible.has(orderId)).length);

  await changesNothing(async () => {
    for (const { id, version } of hidden) {
      for (const verb of ['submit', 'update'])
        expect((await reader.post(`${paths.order}/${verb}`, { body: { id, version, remark: 'x' } })).body.reason).toBe(
          'notYours',
        );
      for (const doomed of [id, `${seen[0]!.id},${id}`])
        expect((await reader.post(`${paths.order}/remove`, { query: { ids: doomed } })).body.reason).toBe('notYours');
      expect((await leaseOf(server, reader).move(id, 1)).body.reason).toBe('notYours');
      const make = reader.post(`${paths.contract}/makeContract`, { query: { orderId: id } });
      expect((await make).body.reason).toBe('notYours');
    }
    const lost = all.plan.find(({ orderId }) => !visible.has(orderId));
    for (const query of [
      { ids: lost.id, dryRun: 'true' },
      { ids: lost.id, reason: 'x' },
      { ids: `${plan.at(-1).id},${lost.id}`, reason: 'x' },
    ])
      expect((await reader.post(`${paths.plan}/updateBat`, { query })).body.reason).toBe('plan.unknownRows');
    const slip = all.picture.find(({ orderId }) => !visible.has(orderId));
    expect((await reader.post(`${paths.picture}/remove`, { query: { ids: slip.id } })).body.reason).toBe('notYours');
    const body = { orderId: slip.orderId, picType: 6, imageIndex: 9, path: slip.path };
    const placed = await reader.post(`${paths.picture}/submit`, { body });
    expect(placed.body).toMatchObject({ reason: 'invalid', problems: { orderId: 'reference' } });
  });
  // What is seen can be worked with.
  const draft = seen.find(({ businessStatus }) => businessStatus === 0)!;
  const { version } = ok(await reader.get(`${paths.order}/detail`, { id: draft.id }));
  const saved = ok(
    await reader.post(`${paths.order}/update`, { body: { id: draft.id, version, remark: `r${version}` } }),
  );
  expect(saved.remark).toBe(`r${version}`);
}
function of(...who: Maker[]) {
  return orders.filter(({ maker }) => who.includes(maker));
}

describe('a person whose role has', () => {
  beforeAll(async () => {
    // One instalment of each running order is paid, so that what was paid can be counted too.
    for (const { id } of orders.filter(({ businessStatus }) => businessStatus === active)) {
      const [row] = all.plan
        .filter(({ orderId }) => orderId === id)
        .sort((x, y) => x.currentPeriods - y.currentPeriods);
      const query = { ids: row.id, reason: '提前' };
      ok(await a.client.post(`${paths.plan}/updateBat`, { query }));
      row.payStatus = 1;
    }
  });
  const rule = (value: unknown) => ({ scopeType: 5, scopeValue: JSON.stringify(value) });

  it('no scope sees every row of the tenant', async () => {
    await bind();
    expect(ok(await reader.get(`${paths.order}/page`, { size: 200 })).total).toBe(orders.length);
  });
  it('“own rows” sees what they made', async () => {
    await bind(await scope({ scopeType: 2 }));
    await agrees(of('reader'));
  });
  it('“own departments” sees what was made there, by any author', async () => {
    await bind(await scope({ scopeType: 3 }));
    await agrees(of('reader', 'colleague'));
  });
  it('“own departments and below” sees what was made below as well', async () => {
    await bind(await scope({ scopeType: 4 }));
    await agrees(of('reader', 'colleague', 'first'));
  });
  it('a rule of their own sees what it says', async () => {
    await bind(
      await scope(
        rule({
          any: [
            { field: 'createUser', is: '=', value: people.south.userId },
            {
              all: [
                { field: 'totalAmount', is: '>=', value: '20000' },
                { field: 'createDept', is: 'in', value: { my: 'deptIds' } },
              ],
            },
          ],
        }),
      ),
    );
    const [north] = [of('reader', 'colleague').filter(({ totalAmount }) => Number(totalAmount) >= 20_000)];
    await agrees([...of('south'), ...north]);
  });
  it('a rule about the caller sees as much as the equivalent scope', async () => {
    await bind(await scope(rule({ field: 'createDept', is: 'in', value: { my: 'deptTree' } })));
    await agrees(of('reader', 'colleague', 'first'));
  });
  it('several scopes sees what any of them shows', async () => {
    await bind(
      await scope({ scopeType: 2 }),
      await scope(rule({ field: 'createUser', is: '=', value: people.first.userId })),
    );
    await agrees(of('reader', 'first'));
  });
  it('“all rows” beside another sees all', async () => {
    await bind(await scope({ scopeType: 2 }), await scope({ scopeType: 1 }));
    expect(ok(await reader.get(`${paths.order}/page`, { size: 200 })).total).toBe(orders.length);
  });
  it('a scope on the plan alone sees all orders and those instalments', async () => {
    const [menuId] = await server.menuIds('paymentPlan');
    await bind(await scope({ menuId, scopeClass: 'paymentPlan', scopeType: 2, scopeColumn: 'createUser' }));
    expect(ok(await reader.get(`${paths.order}/page`)).total).toBe(orders.length);
    const found = ok(await reader.get(`${paths.plan}/page`, { size: 200 }));
    const own = all.plan.filter(({ createUser }) => createUser === people.reader.userId);
    expect(ids(found.records)).toEqual(ids(own));
    expect(own.length).toBe(12);
  });
  it('a scope sees it reach the next request, and go again', async () => {
    const total = async () => ok(await reader.get(`${paths.order}/page`)).total;
    await bind();
    expect(await total()).toBe(orders.length);
    await bind(await scope({ scopeType: 2 }));
    expect(await total()).toBe(3);
    await server.sql('update sys_user set dept_ids = $2 where id = $1', [people.reader.userId, [depts.south]]);
    await bind(await scope({ scopeType: 3 }));
    expect(await total()).toBe(3);
    await server.sql('update sys_user set dept_ids = $2 where id = $1', [people.reader.userId, [depts.north]]);
    expect(await total()).toBe(6);
    await bind();
  });
  it('scopes is bound by them, and administrators are not', async () => {
    const id = await scope({ scopeType: 2 });
    const [role] = await server.sql('select id from sys_role where tenant_id = $1 and is_admin', [a.tenantId]);
    await server.sql('insert into sys_role_scope values ($1, $2, 1, $3)', [a.tenantId, role.id, id]);
    expect(ok(await a.client.get(`${paths.order}/page`)).total).toBe(orders.length);
    await server.sql('delete from sys_role_scope where scope_id = $1', [id]);
  });
  it('a rule that the module has outgrown sees nothing, rather than everything', async () => {
    const id = await scope(rule({ field: 'remark', is: '=', value: 'x' }));
    await bind(id);
    for (const value of [`{"field":"gone","is":"=","value":"x"}`, 'true', null, '1=1']) {
      await server.sql('update sys_data_scope set scope_value = $2 where id = $1', [id, value]);
      expect(ok(await reader.get(`${paths.order}/page`)).total).toBe(0);
    }
    await bind();
  });
});

describe('a field that no scope shows', () => {
  const shown = 'customerName,contractCode,businessStatus,remark,productName,customerId,productId,createTime';
  let own: Order;
  beforeAll(async () => {
    own = of('reader').find(({ businessStatus }) => businessStatus === 0)!;
    await bind();
    const { version } = ok(await reader.get(`${paths.order}/detail`, { id: own.id }));
    ok(await reader.post(`${paths.order}/update`, { body: { id: own.id, version, tel: '13900139000', remark: '改' } }));
    await bind(await scope({ scopeType: 1, scopeField: shown }));
  });
  afterAll(() => bind());
  const hidden = ['tel', 'totalAmount', 'bankCardCode', 'bankName', 'yearRate', 'amountPer'];

  it('is in no list, no record and no history', async () => {
    const { records, sums } = ok(await reader.get(`${paths.order}/page`, { size: 200 }));
    const detail = ok(await reader.get(`${paths.order}/detail`, { id: own.id }));
    for (const row of [...records, detail]) {
      expect(hidden.filter((name) => name in row)).toEqual([]);
      expect(row).toMatchObject({ customerName: expect.any(String) });
    }
    expect(sums ?? {}).not.toHaveProperty('totalAmount');
    const text = JSON.stringify(ok(await reader.get(`${paths.order}/history`, { id: own.id })));
    expect(text).toContain('"remark"');
    for (const name of hidden) expect([name, text.includes(`"${name}"`)]).toEqual([name, false]);
    expect(text).not.toContain('13900139000');
  });
  it('finds and sorts nothing, so that its value cannot be felt out', async () => {
    const total = async (query: Record<string, string | number>) =>
      ok(await reader.get(`${paths.order}/page`, query)).total;
    const felt: Record<string, string>[] = [
      { tel: '000' },
      { tel_equal: '1' },
      { totalAmount_ge: '99999999' },
      { bankName_like: 'zzz' },
    ];
    for (const query of felt)
      expect([query, (await reader.get(`${paths.order}/page`, query)).body.reason]).toEqual([query, 'badParameter']);
    for (const name of ['totalAmount', 'tel'])
      for (const direction of ['ascs', 'descs'])
        expect((await reader.get(`${paths.order}/page`, { [direction]: name })).status).toBe(400);
    expect(await total({ customerName_like: 'zzz' })).toBe(0);
  });
  it('is not written either: what it held stays', async () => {
    const before = await server.sql('select tel, total_amount, bank_name from lease_order where id = $1', [own.id]);
    const [{ version }] = await server.sql('select version from lease_order where id = $1', [own.id]);
    const body = { id: own.id, version, remark: '再改', tel: '13700137000', totalAmount: '90000', bankName: '别行' };
    expect(ok(await reader.post(`${paths.order}/update`, { body })).remark).toBe('再改');
    expect(await server.sql('select tel, total_amount, bank_name from lease_order where id = $1', [own.id])).toEqual(
      before,
    );
  });
});

describe('a hidden amount', () => {
  const bound = async (scopeClass: string, scopeField: string) => {
    const [menuId] = await server.menuIds(scopeClass);
    await bind(await scope({ menuId, scopeClass, scopeType: 1, scopeField }));
  };
  afterEach(() => bind());

  it('is in no batch, tried or confirmed', async () => {
    const [first, second] = (await leaseOf(server, people.reader.client).started({ totalAmount: '20000' })).rows;
    const query = { ids: `${first.id},${second.id}`, reason: '提前' };
    await bound('paymentPlan', 'contractCode,customerName,currentPeriods,payStatus,orderId,bankName');
    for (const dryRun of ['true', 'false']) {
      const batch = ok(await reader.post(`${paths.plan}/updateBat`, { query: { ...query, dryRun } }));
      expect(batch.count).toBe(2);
      expect(batch.banks).toEqual([{ bankName: '工商银行', count: 2 }]);
      for (const name of ['totalAmount', 'rent', 'principal']) expect(batch).not.toHaveProperty(name);
    }
    await bound('paymentPlan', 'currentPeriods,amountPayable,orderId');
    const ids = (await leaseOf(server, people.reader.client).started()).rows.map(({ id }: { id: string }) => id);
    const tried = ok(await reader.post(`${paths.plan}/updateBat`, { query: { ids: ids.join(','), dryRun: 'true' } }));
    expect(tried).toMatchObject({ settles: [{ contractCode: '', customerName: '' }] });
    // What is open of them would tell what is paid.
    for (const name of ['totalAmount', 'late', 'lines', 'trial']) expect(tried).not.toHaveProperty(name);
    expect(tried).not.toHaveProperty('banks');
    expect(JSON.stringify(tried)).not.toContain('HT');
  });

  it('is in no figure of the desk, whichever of an instalment’s amounts it is', async () => {
    for (const hidden of ['amountPayable', 'rent', 'principal']) {
      const shown = ['amountPayable', 'rent', 'principal'].filter((name) => name !== hidden).join(',');
      await bound('paymentPlan', shown);
      expect(ok(await reader.get('/blade-desk/dashboard'))).not.toHaveProperty('plan');
    }
  });

  it('is in no contract, and in no schedule worked out beforehand', async () => {
    await server.sql(`update lease_contract set doc = '{}' where tenant_id = $1 and status = 2`, [a.tenantId]);
    const papers = async () =>
      ok(await reader.get(`${paths.contract}/list`, { size: 200 })).records as {
        previewUrl: string | null;
        previewHidden: number;
      }[];
    const draft = orders.find(({ businessStatus }) => businessStatus === 0) as unknown as Record<string, string>;
    const { customerId = '', productId = '' } = draft;
    const preview = () => reader.get(`${paths.order}/preview`, { customerId, productId, totalAmount: '10000' });
    for (const { previewUrl, previewHidden } of await papers())
      expect([typeof previewUrl, previewHidden]).toEqual(['string', 0]);
    expect((await preview()).status).toBe(200);
    const hiding: [string, string][] = [
      ['order', 'customerName,contractCode'],
      ['paymentPlan', 'contractCode,payStatus'],
      ['paymentPlan', 'amountPayable,rent,principal,orderId,paymentDate'],
      [
        'order',
        Object.keys(order.fields)
          .filter((name) => name !== 'maturity')
          .join(','),
      ],
      ['customer', 'realName'],
    ];
    for (const [module, fields] of hiding) {
      await bound(module, fields);
      for (const paper of await papers()) expect(paper).toMatchObject({ previewUrl: null, previewHidden: 1 });
    }
    await bound('paymentPlan', 'contractCode,payStatus');
    expect(await preview()).toMatchObject({ status: 403, body: { reason: 'amountsHidden' } });
    await server.sql('update lease_contract set doc = null where tenant_id = $1', [a.tenantId]);
  });
});

describe('a custom rule', () => {
  it.each([
    '1=1',
    'create_user = 1 or 1=1',
    "1'; drop table lease_order; --",
    '{"sql":"1=1"}',
    '{"field":"createUser","is":"= 1 or 1 =","value":"1"}',
    '{"field":"create_user) or (1=1","is":"=","value":"1"}',
    '{"field":"createUser","is":"=","value":"1 or 1=1"}',
    '{"field":"idNo","is":"=","value":"1"}',
    '{"field":"tenantId","is":"=","value":"000000"}',
    '{"all":[]}',
    '[]',
    'null',
    '',
  ])('of the text %j is refused', async (scopeValue) => {
    const [menuId] = await server.menuIds('order');
    const kept = { menuId, scopeName: '域', resourceCode: 'bad', scopeClass: 'order', scopeField: '*', scopeType: 5 };
    await changesNothing(async () => {
      const answer = await server.admin.post(sys('data-scope/submit'), { body: { ...kept, scopeValue } });
      expect([answer.status, answer.body.reason]).toEqual([400, 'scope.badRule']);
    });
  });
  it('with a statement for a value compares with that text, and does nothing else', async () => {
    const value = "x' or 1=1; drop table lease_order; --";
    await bind(await scope({ scopeType: 5, scopeValue: JSON.stringify({ field: 'remark', is: '=', value }) }));
    expect(ok(await reader.get(`${paths.order}/page`)).total).toBe(0);
    await server.sql('update lease_order set remark = $2 where id = $1', [orders[0]!.id, value]);
    expect(ok(await reader.get(`${paths.order}/page`)).total).toBe(1);
    await bind();
  });
  it.each([
    [{ scopeClass: 'nothing' }, 'scope.noSuchModule'],
    [{ scopeClass: 'param' }, 'scope.noSuchModule'],
    [{ scopeColumn: 'create_user; drop table x' }, 'scope.noSuchColumn'],
    [{ scopeColumn: 'nothing' }, 'scope.noSuchColumn'],
    [{ scopeColumn: 'tenantId' }, 'scope.noSuchColumn'],
    [{ scopeField: 'tel,nothing' }, 'scope.noSuchColumn'],
  ])('and any other scope is about what the module has: %j', async (body, reason) => {
    const [menuId] = await server.menuIds('order');
    const kept = { menuId, scopeName: '域', resourceCode: 'bad', scopeClass: 'order', scopeField: '*', scopeType: 2 };
    const answer = await server.admin.post(sys('data-scope/submit'), { body: { ...kept, ...body } });
    expect([answer.status, answer.body.reason]).toEqual([400, reason]);
  });
});
