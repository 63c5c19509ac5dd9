/** Permissions and isolation: two tenants that must not meet, and people who hold some permissions and lack others. */
import { buildApp } from '../../../server/app';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { openPool } from '../../../server/kernel/database';
import { png } from '../../support/png';
import { basic, type Client, clientOf, leaseOf, ok, password, type Server, startServer } from '../../support/server';

const [A, B] = ['100001', '100002'];
const everything = [
  ...['product', 'customer', 'order', 'picture'].flatMap((name) => [
    name,
    ...['add', 'edit', 'delete'].map((verb) => `${name}_${verb}`),
  ]),
  ...['fascContract', 'fascContract_delete', 'paymentPlan', 'paymentPlan_edit', 'paymentPlan_pay'],
  ...['status', 'voucher', 'contract', 'start', 'cancel', 'status_override'].map((verb) => `order_${verb}`),
];

let server: Server;
let a: Client;
let b: Client;
let lease: ReturnType<typeof leaseOf>;
/** One record of each module in tenant B, and two of A's own. */
const theirs: Record<string, string> = {};
const ours: Record<string, string> = {};

const modules = [
  { name: 'product', list: '/page', path: '/blade-product/product', change: { productName: 'x' } },
  { name: 'customer', list: '/list', path: '/blade-customer/customer', change: { realName: 'x' } },
  { name: 'order', list: '/page', path: '/blade-order/order', change: { remark: 'x', version: 1 } },
  { name: 'picture', list: '/list', path: '/blade-picture/picture', change: { name: 'x' } },
  { name: 'fascContract', list: '/list', path: '/blade-fascContract/fascContract', change: undefined },
  { name: 'paymentPlan', list: '/page', path: '/blade-paymentPlan/paymentPlan', change: { remark: 'x', version: 1 } },
];

beforeAll(async () => {
  server = await startServer();
  for (const tenantId of [A, B]) {
    await server.addTenant(tenantId);
    await server.addUser({ account: 'boss', permissions: everything, tenantId });
  }
  a = await server.as('boss', A);
  b = await server.as('boss', B);
  lease = leaseOf(server, a);
  for (const [client, ids] of [
    [a, ours],
    [b, theirs],
  ] as const) {
    const business = leaseOf(server, client);
    const { order, rows } = await business.started();
    const waiting = await business.confirmed({ customerId: order.customerId });
    const [contract] = ok(
      await client.post('/blade-fascContract/fascContract/makeContract', { query: { orderId: waiting.id } }),
    );
    const draft = await business.order({ customerId: order.customerId });
    const [slip] = ok(await client.get('/blade-picture/picture/list', { orderId: waiting.id })).records;
    Object.assign(ids, {
      product: order.productId,
      customer: order.customerId,
      order: draft.id,
      waiting: waiting.id,
      running: order.id,
      paymentPlan: rows[0].id,
      second: rows[1].id,
      fascContract: contract.id,
      picture: slip.id,
      file: slip.path,
      contract: contract.id,
    });
  }
});
afterAll(() => server.close());

/** Nothing at all was written by what `work` did. */
async function changesNothing(work: () => Promise<unknown>) {
  const before = await server.fingerprint();
  await work();
  expect(await server.fingerprint()).toBe(before);
}
function withoutId(body: Record<string, unknown>) {
  return { ...body, requestId: '' };
}

describe.each(modules)('the $name rows of another tenant', ({ name, path, list, change }) => {
  it('are in no list, whatever tenant the request claims', async () => {
    const own = ok(await a.get(path + list, { size: 200 })).records;
    expect(own.length).toBeGreaterThan(0);
    for (const [query, headers] of [
      [{ id: theirs[name]! }, {}],
      [{ tenantId: B!, size: 200 }, { 'tenant-id': B! }],
      [{ size: 200 }, { 'visit-tenant-id': B! }],
    ] as [Record<string, string>, Record<string, string>][]) {
      const { records } = ok(await a.get(path + list, query, headers));
      expect(records.every(({ tenantId }: { tenantId: string }) => tenantId === A)).toBe(true);
      if (query.id) expect(records).toEqual([]);
    }
    expect((await a.get(path + list, { tenantId_equal: B! })).body.reason).toBe('badParameter');
  });

  it('look exactly like rows that are not there', async () => {
    for (const verb of ['/detail', '/history']) {
      const foreign = await a.get(path + verb, { id: theirs[name]! });
      const missing = await a.get(path + verb, { id: '123456789012345678' });
      expect(foreign.status).toBe(404);
      expect(withoutId(foreign.body)).toEqual(withoutId(missing.body));
      expect((await b.get(path + verb, { id: theirs[name]! })).status).toBe(200);
    }
  });

  it('are neither changed nor removed, and take no row of one’s own down with them', () =>
    changesNothing(async () => {
      if (change)
        for (const verb of ['/submit', '/update']) {
          const answer = await a.post(path + verb, { body: { id: theirs[name], tenantId: B, ...change } });
          if (verb === '/submit' || answer.status !== 404) expect([verb, answer.status]).toEqual([verb, 403]);
        }
      for (const ids of [theirs[name]!, `${ours[name]},${theirs[name]}`]) {
        const answer = await a.post(`${path}/remove`, { query: { ids }, headers: { 'tenant-id': B! } });
        expect(answer).toMatchObject({ status: 403, body: { code: 403, msg: '记录不存在或无权操作' } });
      }
    }));
});

describe('a reference to another tenant’s', () => {
  const refused = async (answer: Promise<{ status: number; body: { msg: string } }>, status: number, msg: string) => {
    await changesNothing(async () => expect(await answer).toMatchObject({ status, body: { code: status, msg } }));
  };
  const order = (body: object) =>
    a.post('/blade-order/order/submit', {
      body: { customerId: ours.customer, productId: ours.product, totalAmount: '10000', ...body },
    });

  it('customer or product makes no order', async () => {
    await refused(order({ customerId: theirs.customer }), 400, '所选客户不存在或已删除');
    await refused(order({ productId: theirs.product }), 400, '所选产品不存在或已删除');
    const { productId, customerId } = { productId: ours.product!, customerId: theirs.customer! };
    const preview = a.get('/blade-order/order/preview', { productId, customerId, totalAmount: '10000' });
    await refused(preview, 400, '客户不存在');
  });
  it('customer or product does not get into an order by an edit', async () => {
    const { version } = await lease.read(ours.order!);
    const update = (body: object) =>
      a.post('/blade-order/order/update', { body: { id: ours.order, version, ...body } });
    await refused(update({ customerId: theirs.customer }), 400, '所选客户不存在或已删除');
    await refused(update({ productId: theirs.product }), 400, '所选产品不存在或已删除');
  });
  it('order cannot be moved', () => refused(lease.move(theirs.order!, 1), 403, '记录不存在或无权操作'));
  it('order takes no picture, and a foreign file is no picture', async () => {
    const submit = (body: object) =>
      a.post('/blade-picture/picture/submit', { body: { picType: 6, imageIndex: 9, ...body } });
    await refused(submit({ orderId: theirs.order, path: ours.file }), 400, '所选订单不存在或已删除');
    await refused(submit({ orderId: ours.order, path: theirs.file }), 400, '图片文件不存在，请重新上传');
    const disguised = theirs.file!.replace(`/${B}/`, `/${A}/`);
    await refused(submit({ orderId: ours.order, path: disguised }), 400, '图片文件不存在，请重新上传');
  });
  it('order gets no contract', () =>
    refused(
      a.post('/blade-fascContract/fascContract/makeContract', { query: { orderId: theirs.waiting! } }),
      403,
      '记录不存在或无权操作',
    ));
  it('instalment stops a whole batch, in a dry run too', async () => {
    const ids = `${ours.paymentPlan},${theirs.paymentPlan}`;
    for (const query of [
      { ids, reason: 'x' },
      { ids, dryRun: 'true' },
    ])
      await refused(
        a.post('/blade-paymentPlan/paymentPlan/updateBat', { query }),
        403,
        `付款计划 ${theirs.paymentPlan} 不存在或无权操作`,
      );
  });
  it('file opens by its own link and by no other', async () => {
    const open = (path: string) => server.anybody.send({ url: path });
    expect((await open(theirs.file!)).raw.subarray(1, 4).toString()).toBe('PNG');
    expect((await open(theirs.file!.replace(`/${B}/`, `/${A}/`))).status).toBe(404);
    expect(
      (await open(theirs.file!.replace(/file\/\d+\/\d+/, `file/${A}/${ours.file!.match(/file\/\d+\/(\d+)/)![1]}`)))
        .status,
    ).toBe(404);
  });
  it('signing link is not opened under another tenant’s name', async () => {
    const text = `${B}.${theirs.contract}.0`;
    const ticket = `${text}.${server.deps.secrets.sign('sign-ticket', text)}`;
    const open = (held: string) => server.anybody.get('/lease-sign/summary', {}, { 'sign-ticket': held });
    expect((await open(ticket)).body.reason).toBe('sign.counterOnly'); // known, on a server without a gateway
    expect((await open(ticket.replace(B!, A!))).body.reason).toBe('sign.badLink');
  });
});

describe('a new row', () => {
  it('belongs to the tenant of the session, whatever the request says', async () => {
    const { id, tenantId } = ok(
      await a.post('/blade-product/product/submit', {
        body: {
          productName: 'x',
          productCode: 'TEN-1',
          deadline: 30,
          amountPer: 1,
          getType: 0,
          yearRate: 1,
          tenantId: B,
        },
        headers: { 'tenant-id': B! },
        query: { tenantId: B! },
      }),
    );
    expect(tenantId).toBe(A);
    expect((await server.sql('select tenant_id from lease_product where id = $1', [id]))[0].tenant_id).toBe(A);
    // the same code in the other tenant is no duplicate
    const body = { productName: 'x', productCode: 'TEN-1', deadline: 30, amountPer: 1, getType: 0, yearRate: 1 };
    expect((await b.post('/blade-product/product/submit', { body })).status).toBe(200);
  });
  it('counts in the sums of its own tenant alone', async () => {
    const { sums, total } = ok(await a.get('/blade-order/order/page', { size: 1 }));
    const [row] = await server.sql('select count(*), sum(total_amount) from lease_order where tenant_id = $1', [A]);
    expect([total, sums.totalAmount]).toEqual([Number(row.count), row.sum]);
    const summary: { count: number }[] = ok(await a.get('/blade-order/order/summary'));
    expect(summary.reduce((all, { count }) => all + count, 0)).toBe(total);
    const [{ month }] = await server.sql(
      `select to_char(payment_date, 'YYYY-MM') as month from lease_payment_plan where id = $1`,
      [ours.paymentPlan],
    );
    const days = ok(await a.get('/blade-paymentPlan/paymentPlan/calendar', { month }));
    expect(days.reduce((all: number, { due }: { due: number }) => all + due, 0)).toBe(1);
  });
});

describe('the tenant filter alone, where row security does not bind,', () => {
  let app: Awaited<ReturnType<typeof buildApp>>;
  let unbound: Client;
  beforeAll(async () => {
    app = await buildApp({ ...server.deps, db: server.owner });
    unbound = clientOf(app, a.headers);
  });
  afterAll(() => app.close());

  it.each(modules)('hides the $name rows of another tenant, and prevents changes of them', async (one) => {
    const seen = await server.sql('select distinct tenant_id from lease_order');
    expect(seen.map(({ tenant_id }) => tenant_id).sort()).toEqual([A, B]);
    const { records } = ok(await unbound.get(one.path + one.list, { size: 200 }));
    expect(records.length).toBeGreaterThan(0);
    expect(records.filter(({ tenantId }: { tenantId: string }) => tenantId !== A)).toEqual([]);
    await changesNothing(async () => {
      for (const verb of ['/detail', '/history'])
        expect((await unbound.get(one.path + verb, { id: theirs[one.name] })).status).toBe(404);
      expect((await unbound.post(`${one.path}/remove`, { query: { ids: theirs[one.name] } })).status).toBe(403);
      if (one.change)
        expect(
          (await unbound.post(`${one.path}/submit`, { body: { id: theirs[one.name], ...one.change } })).status,
        ).toBe(403);
    });
  });
  it('keeps references and figures to its own tenant', () =>
    changesNothing(async () => {
      const order = { customerId: theirs.customer, productId: ours.product, totalAmount: '10000' };
      expect((await unbound.post('/blade-order/order/submit', { body: order })).status).toBe(400);
      const picture = { orderId: ours.order, picType: 6, imageIndex: 9, path: theirs.file };
      expect((await unbound.post('/blade-picture/picture/submit', { body: picture })).status).toBe(400);
      expect((await leaseOf(server, unbound).move(theirs.order!, 1)).status).toBe(403);
      const pay = await unbound.post('/blade-paymentPlan/paymentPlan/updateBat', {
        query: { ids: theirs.paymentPlan },
      });
      expect(pay.status).toBe(403);
      for (const [path, query] of [
        ['/blade-order/order/summary', {}],
        ['/blade-paymentPlan/paymentPlan/overview', {}],
        ['/blade-paymentPlan/paymentPlan/calendar', { month: '2026-12' }],
      ] as const)
        expect(ok(await unbound.get(path, query))).toEqual(ok(await a.get(path, query)));
    }));
});

describe('row security alone, under a program that forgot to ask for the tenant,', () => {
  const tables = async () =>
    (
      await server.sql(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and oid in (select attrelid from pg_attribute where attname = 'tenant_id')`)
    ).map(({ relname }) => relname as string);
  const inTenant = async (tenantId: string | undefined, text: string, values: unknown[] = []) => {
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      if (tenantId !== undefined) await client.query(`set local app.tenant = '${tenantId}'`);
      return await client.query(text, values);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  it('shows rows of the session’s tenant only, and none at all outside of a tenant', async () => {
    const seen: string[] = [];
    for (const table of (await tables()).filter((name) => name !== 'tenant')) {
      const { rows } = await inTenant(A, `select tenant_id from ${table}`);
      if (rows.length > 0) seen.push(table);
      expect([table, rows.filter(({ tenant_id }) => tenant_id !== A)]).toEqual([table, []]);
      for (const nobody of [undefined, '', B!.slice(0, 3)])
        expect([table, (await inTenant(nobody, `select 1 from ${table}`)).rowCount]).toEqual([table, 0]);
    }
    // the tables were not simply empty
    expect(seen).toEqual(
      expect.arrayContaining(['lease_order', 'lease_payment_plan', 'attach', 'audit_log', 'sys_user', 'sign_in']),
    );
    for (const view of ['lease_contract_list', 'lease_payment_plan_list', 'lease_picture_list']) {
      const { rows } = await inTenant(A, `select tenant_id from ${view}`);
      expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set([A]));
    }
  });
  it('prevents changing, removing and inserting a row of another tenant', async () => {
    const { order: id } = theirs;
    expect((await inTenant(A, `update lease_order set remark = 'x' where id = $1`, [id])).rowCount).toBe(0);
    expect((await inTenant(A, 'delete from lease_order where id = $1', [id])).rowCount).toBe(0);
    await expect(inTenant(A, 'update lease_order set tenant_id = $1 where id = $2', [B, ours.order])).rejects.toThrow(
      /row-level security/,
    );
    await expect(
      inTenant(A, `insert into error_log (id, tenant_id, create_time) values (1, $1, now())`, [B]),
    ).rejects.toThrow(/row-level security/);
  });
  it('cannot be switched off by the program’s own role, nor can history and payments be rewritten', async () => {
    for (const statement of [
      'alter table lease_order disable row level security',
      'alter table lease_order no force row level security',
      'drop policy tenant_only on lease_order',
      'set local session_replication_role = replica',
      'set local role postgres',
      'alter role leasedesk_app superuser',
      'alter table audit_log owner to leasedesk_app',
      'truncate audit_log',
      'drop table lease_order',
      'create table mine (id int)',
      "update schema_migration set version = '0'",
    ])
      await expect(inTenant(A, statement)).rejects.toThrow(
        /permission denied|must be (owner|superuser)|does not exist|may not/i,
      );
    await expect(inTenant(A, `update audit_log set user_name = 'x'`)).rejects.toThrow('permission denied');
    await expect(inTenant(A, 'delete from audit_log')).rejects.toThrow('permission denied');
    await server.sql(
      `insert into lease_payment_txn (id, tenant_id, plan_id, due_date, planned_time, order_id, kind, direction, amount, rent, principal, value_date, create_time)
       select 1, tenant_id, id, payment_date, create_time, order_id, 1, 2, amount_payable, rent, principal, now(), now() from lease_payment_plan where id = $1`,
      [ours.paymentPlan],
    );
    await expect(inTenant(A, 'update lease_payment_txn set amount = 1')).rejects.toThrow('permission denied');
    await expect(inTenant(A, 'delete from lease_payment_txn')).rejects.toThrow('permission denied');
  });
  it('does not outlive the transaction on a pooled connection', async () => {
    const pool = openPool({
      ...(server.pool.options as object),
      password: server.pool.options.password as string,
      max: 1,
    });
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`set local app.tenant = '${A}'`);
    expect((await client.query('select 1 from lease_order')).rowCount).toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    expect((await pool.query('select 1 from lease_order')).rowCount).toBe(0);
    await pool.end();
  });
});

describe('the tenant condition', () => {
  it('holds alone, without row security behind it', async () => {
    const app = await buildApp({ ...server.deps, db: server.owner });
    const bare = clientOf(app, a.headers);
    for (const { path, list } of modules) {
      const { records, total } = ok(await bare.get(path + list, { size: 200 }));
      expect(total).toBeGreaterThan(0);
      expect(records.filter(({ tenantId }: { tenantId: string }) => tenantId !== A)).toEqual([]);
    }
    const query = { grant_type: 'password', username: 'boss', password: md5(password), scope: 'all' };
    const tokenOf = (tenantId: string) =>
      clientOf(app, { authorization: basic, 'tenant-id': tenantId }).post('/blade-auth/oauth/token', { query });
    for (const tenantId of [A, B]) expect((await tokenOf(tenantId!)).body.tenant_id).toBe(tenantId);
    await app.close();
  });
});

describe('a person', () => {
  const person = async (account: string, permissions: string[]) => {
    const { roleId } = await server.addUser({ account, permissions, tenantId: A });
    return { client: await server.as(account, A), roleId };
  };
  const denied = (permission: string) => ({
    status: 403,
    body: { code: 403, reason: 'forbidden', msg: `没有权限执行此操作（${permission}）` },
  });

  it.each(modules)(
    'with the menu $name alone lists and looks, but neither adds, edits nor removes',
    async ({ name, path, list, change }) => {
      const { client } = await person(`menu-${name}`, [name]);
      expect((await client.get(path + list)).status).toBe(200);
      expect((await client.get(`${path}/detail`, { id: ours[name]! })).status).toBe(200);
      expect((await client.get(`${path}/history`, { id: ours[name]! })).status).toBe(200);
      await changesNothing(async () => {
        if (change) {
          // Instalments are made by the system: a call that always refuses needs no permission.
          expect(await client.post(`${path}/submit`, { body: change })).toMatchObject(
            name === 'paymentPlan' ? { status: 400 } : denied(`${name}_add`),
          );
          for (const verb of ['/submit', '/update'])
            if ((await client.post(path + verb, { body: {} })).status !== 404)
              expect(await client.post(path + verb, { body: { id: ours[name], ...change } })).toMatchObject(
                denied(`${name}_edit`),
              );
        }
        expect(await client.post(`${path}/remove`, { query: { ids: ours[name]! } })).toMatchObject(
          name === 'paymentPlan' ? { status: 400, body: { reason: 'plan.bySystem' } } : denied(`${name}_delete`),
        );
      });
      for (const other of modules.filter((one) => one.name !== name))
        expect(await client.get(other.path + other.list)).toMatchObject(denied(other.name));
    },
  );

  it('who may add may not edit under the name of adding, and the other way round', async () => {
    const adds = await person('adds', ['product', 'product_add']);
    const edits = await person('edits', ['product', 'product_edit']);
    const path = '/blade-product/product/submit';
    const body = { productName: 'x', productCode: 'ADD-1', deadline: 30, amountPer: 1, getType: 0, yearRate: 1 };
    const { id } = ok(await adds.client.post(path, { body }));
    expect(await adds.client.post(path, { body: { id, productName: 'y' } })).toMatchObject(denied('product_edit'));
    expect(await edits.client.post(path, { body: { ...body, productCode: 'ADD-2' } })).toMatchObject(
      denied('product_add'),
    );
    expect((await edits.client.post(path, { body: { id, productName: 'y' } })).status).toBe(200);
  });

  it('loses a right with the next request, and keeps the others', async () => {
    const { client, roleId } = await person('demoted', ['product', 'customer']);
    expect((await client.get('/blade-product/product/page')).status).toBe(200);
    await server.sql(
      `delete from sys_role_menu where role_id = $1 and menu_id = (select id from sys_menu where code = 'product')`,
      [roleId],
    );
    expect(await client.get('/blade-product/product/page')).toMatchObject(denied('product'));
    expect((await client.get('/blade-customer/customer/list')).status).toBe(200);
    await server.sql('update sys_role set is_deleted = 1 where id = $1', [roleId]);
    expect((await client.get('/blade-customer/customer/list')).status).toBe(403);
  });

  it('without a right is refused before a stored answer is given', async () => {
    const { client, roleId } = await person('keyed', ['product', 'product_add']);
    const body = { productName: 'x', productCode: 'KEY-1', deadline: 30, amountPer: 1, getType: 0, yearRate: 1 };
    const add = () =>
      client.post('/blade-product/product/submit', { body, headers: { 'idempotency-key': 'key-00000001' } });
    expect(ok(await add())).toEqual(ok(await add()));
    await server.sql(
      `delete from sys_role_menu where role_id = $1 and menu_id = (select id from sys_menu where code = 'product_add')`,
      [roleId],
    );
    expect(await add()).toMatchObject(denied('product_add'));
  });

  it('is no super administrator by the name of a role, nor by the flag in a tenant', async () => {
    const { client, roleId } = await person('pretender', []);
    await server.sql(`update sys_role set role_alias = 'administrator', role_name = 'administrator' where id = $1`, [
      roleId,
    ]);
    await server.sql(`update sys_user set is_super = true where account = 'pretender'`);
    expect(await client.get('/blade-product/product/page')).toMatchObject(denied('product'));
  });

  it('sees the menus and buttons held, with the menus above them', async () => {
    const { client } = await person('seer', ['order', 'order_voucher']);
    const routes = ok(await client.get('/blade-system/menu/routes'));
    expect(routes).toHaveLength(1);
    expect(routes[0]).toMatchObject({ code: 'lease', hasChildren: true });
    expect(routes[0].children.map(({ code }: { code: string }) => code)).toEqual(['order']);
    expect(routes[0].children[0]).not.toHaveProperty('children');
    const buttons = ok(await client.get('/blade-system/menu/buttons'));
    expect(
      buttons.flatMap(({ children }: { children: { code: string }[] }) => children.map(({ code }) => code)),
    ).toEqual(['order_voucher']);
    const { client: nobody } = await person('nobody', []);
    expect(ok(await nobody.get('/blade-system/menu/routes'))).toEqual([]);
    expect(ok(await nobody.get('/blade-system/menu/buttons'))).toEqual([]);
  });

  it('is required by every address: one without a permission is not registered', async () => {
    const app = await buildApp(server.deps);
    expect(() => app.get('/api/anything', async () => 'x')).toThrow('/api/anything does not say who may call it');
    await app.close();
  });

  it('without a session reaches nothing but what leads to one, logout and ticket calls', async () => {
    const open = [
      ...['token', 'logout', 'captcha', 'sms/send-validate'].map((name) => `/api/blade-auth/oauth/${name}`),
      '/api/blade-system/tenant/info',
      // these ask for the ticket of a paper
      ...['summary', 'elsewhere', 'code', 'identify', 'read', 'sign', 'refuse'].map(
        (step) => `/api/lease-sign/${step}`,
      ),
      // this asks for a signature under the application's secret
      '/api/blade-fascContract/fascContract/callback',
    ];
    // lines without the prefix are the steps below a signing ticket or the parts of a file's link
    const routes = server.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, url = '', methods = ''] = /── (\/api\/[^:\s]*) \(([^)]*)\)/.exec(line) ?? [];
        return methods.split(', ').flatMap((method) => (url ? [{ url, method }] : []));
      });
    expect(routes.length).toBeGreaterThan(40);
    for (const { url, method } of routes.filter((one) => !open.includes(one.url))) {
      const answer = await server.anybody.send({
        method: method as 'GET',
        url,
        ...(method === 'POST' ? { payload: {} } : {}),
      });
      expect([method, url, answer.status]).toEqual([method, url, 401]);
    }
  });

  const moves: [string, number, number, Record<string, string>][] = [
    ['order_status', 0, 1, {}],
    ['order_status', 1, 2, {}],
    ['order_voucher', 2, 3, {}],
    ['order_voucher', 2, 1, { reason: '金额不符' }],
    ['order_start', 5, 6, {}],
    ['order_cancel', 0, 11, { reason: '客户放弃' }],
    ['order_cancel', 4, 11, { reason: '客户放弃' }],
  ];
  it.each(moves)(
    'needs %s to move an order from %i to %i, and no other right will do',
    async (permission, from, to, query) => {
      const others = everything.filter((code) => code.startsWith('order_') && code !== permission);
      const without = await person(`no-${permission}-${from}-${to}`, ['order', ...others]);
      const only = await person(`${permission}-${from}-${to}`, ['order', permission]);
      const { id } = await lease.order();
      if (from > 0) {
        ok(await lease.move(id, 1));
        await lease.voucher(id);
        await server.sql(
          'update lease_order set business_status = $2, pzsfqr = 1, prqy = 1, qyqy = 1, interest_date = $3 where id = $1',
          [id, from, '2026-11-20'],
        );
      }
      await changesNothing(async () =>
        expect(await leaseOf(server, without.client).move(id, to, query)).toMatchObject(denied(permission)),
      );
      expect(ok(await leaseOf(server, only.client).move(id, to, query))).toBe(true);
    },
  );

  it('needs a right of its own to make contracts, confirm payments and upload pictures', async () => {
    const { client } = await person('menus-only', ['order', 'fascContract', 'paymentPlan', 'picture']);
    await changesNothing(async () => {
      const make = client.post('/blade-fascContract/fascContract/makeContract', { query: { orderId: ours.waiting! } });
      expect(await make).toMatchObject(denied('order_contract'));
      for (const query of [{ ids: ours.second! }, { ids: ours.second!, dryRun: 'true' }])
        expect(await client.post('/blade-paymentPlan/paymentPlan/updateBat', { query })).toMatchObject(
          denied('paymentPlan_pay'),
        );
      expect(await client.upload('/blade-picture/picture/upload-images', png())).toMatchObject(denied('picture_add'));
    });
  });
});
