/** A customer's figures, and the notes on customers and orders: what each person sees of them, and who is told. */
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { registry, tasks } from '../../../server/app';
import { runnerOf } from '../../../server/engine/tasks';
import { openQueue } from '../../../server/platform/queue';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

const writing = ['note', 'note_add', 'note_edit', 'note_delete', 'note_done'];
const lists = ['customer', 'order', 'paymentPlan'];

let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
/** Sees own orders alone. */
let li: Client;
let liId: string;
/** Sees all orders. */
let wang: Client;
let wangId: string;
/** Sees no amounts. */
let zhao: Client;
/** Has the menu of customers alone. */
let clerk: Client;
let customerId: string;
/** Orders of the customer: one with a paid instalment, one of Li's, a draft. */
let first: { id: string };
let second: { id: string };

/** A person bound by data scopes: module, type of scope and fields shown. */
async function bound(
  account: string,
  permissions: string[],
  scopes: readonly { module: string; type: number; fields: string }[],
) {
  const { userId, roleId } = await server.addUser({ account, permissions });
  for (const { module, type, fields } of scopes) {
    const [menuId] = await server.menuIds(module);
    const body = { menuId, scopeName: '域', resourceCode: `${account}-${module}`, scopeClass: module };
    const made = ok(
      await server.admin.post('/blade-system/data-scope/submit', {
        body: { ...body, scopeType: type, scopeField: fields },
      }),
    );
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [platform, roleId, made.id]);
  }
  return { client: await server.as(account), userId };
}
function without(fields: object, ...hidden: string[]) {
  return Object.keys(fields)
    .filter((name) => !hidden.includes(name))
    .join(',');
}

beforeAll(async () => {
  server = await startServer({ now: '2026-11-20 10:00:00' });
  admin = server.admin;
  lease = leaseOf(server);
  ({ client: li, userId: liId } = await bound(
    'li',
    [...lists, ...writing],
    [{ module: 'order', type: 2, fields: '*' }],
  ));
  ({ userId: wangId } = await server.addUser({ account: 'wang', permissions: [...lists, ...writing] }));
  wang = await server.as('wang');
  ({ client: zhao } = await bound('zhao', lists, [
    { module: 'order', type: 1, fields: without(order.fields, 'totalAmount') },
    { module: 'paymentPlan', type: 1, fields: without(paymentPlan.fields, 'amountPayable') },
  ]));
  await server.addUser({ account: 'clerk', permissions: ['customer', 'note', 'note_add'] });
  clerk = await server.as('clerk');
  const { id } = await lease.customer();
  customerId = id;
  const product = await lease.product();
  const of = { customerId, productId: product.id };
  const one = await lease.started({ ...of, totalAmount: '10000' });
  first = one.order;
  second = (await lease.started({ ...of, totalAmount: '20000' })).order;
  await lease.order({ ...of, totalAmount: '30000' });
  await lease.started({ totalAmount: '10000' }); // of another customer
  await server.sql('update lease_order set create_user = $1 where id = $2', [liId, second.id]);
  server.clock.set('2027-02-01 09:00:00');
  ok(await admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: one.rows[0].id } }));
});
afterAll(() => server.close());

describe('the figures of a customer', () => {
  const overview = (client: Client, id = customerId) => client.get('/blade-customer/customer/overview', { id });

  // 6 % of 10,000 over 365 days is 600.00: twelve instalments of 50.00, the last with the principal; twice as much for
  // 20,000. Due on the 20th from December on; the first 50.00 are paid.
  it('are those of a calculation by hand', async () => {
    expect(ok(await overview(admin))).toMatchObject({
      today: '2027-02-01',
      orders: {
        states: [
          { status: 0, count: 1 },
          { status: 6, count: 2 },
        ],
        onLease: [{ direction: 1, count: 2, amount: '30000.00' }],
      },
      plan: [
        {
          direction: 1,
          unpaid: { count: 23, amount: '31750.00' },
          paid: { count: 1, amount: '50.00' },
          overdue: { count: 3, amount: '250.00', days: 43 },
          next: { date: '2027-02-20', count: 2, amount: '150.00' },
        },
      ],
      counts: { order: 3, paymentPlan: 24, fascContract: 4, picture: 0, messageLog: 0, note: 0 },
    });
  });

  it('are the totals of the lists that they stand for', async () => {
    const total = async (path: string, query = {}) => ok(await admin.get(path, { customerId, ...query })).total;
    expect(await total('/blade-order/order/page')).toBe(3);
    expect(await total('/blade-paymentPlan/paymentPlan/page')).toBe(24);
    expect(await total('/blade-fascContract/fascContract/list')).toBe(4);
    const late = ok(await admin.get('/blade-paymentPlan/paymentPlan/page', { customerId, overdue: 1 }));
    expect([late.total, late.sums.amountPayable]).toEqual([3, '250.00']);
    expect((await admin.get('/blade-picture/picture/list', { customerId: 'x' })).body.reason).toBe('badParameter');
  });

  it('count what a person’s data scopes show, and nothing else', async () => {
    expect(ok(await overview(li))).toEqual({
      today: '2027-02-01',
      orders: {
        states: [{ status: 6, count: 1 }],
        onLease: [{ direction: 1, count: 1, amount: '20000.00' }],
      },
      plan: [
        {
          direction: 1,
          unpaid: { count: 12, amount: '21200.00' },
          paid: { count: 0, amount: '0.00' },
          overdue: { count: 2, amount: '200.00', days: 43 },
          next: { date: '2027-02-20', count: 1, amount: '100.00' },
        },
      ],
      counts: { order: 1, paymentPlan: 12, note: 0 },
    });
  });

  it('never add what the customer owes to what is owed to it', async () => {
    await server.sql('update lease_order set direction = 2 where id = $1', [second.id]);
    const { orders, plan } = ok(await overview(admin));
    expect(orders.onLease).toEqual([
      { direction: 1, count: 1, amount: '10000.00' },
      { direction: 2, count: 1, amount: '20000.00' },
    ]);
    expect(
      plan.map((side: any) => [side.direction, side.unpaid.amount, side.overdue.amount, side.next.amount]),
    ).toEqual([
      [1, '10550.00', '50.00', '50.00'],
      [2, '21200.00', '200.00', '100.00'],
    ]);
    const late = ok(await admin.get('/blade-paymentPlan/paymentPlan/page', { customerId, overdue: 1 }));
    expect([late.sums, late.sides.map(({ sums }: any) => sums.openAmount)]).toEqual([undefined, ['50.00', '200.00']]);
    await server.sql('update lease_order set direction = 1 where id = $1', [second.id]);
  });

  it('have no amounts where these are hidden, and no parts without their lists', async () => {
    const text = JSON.stringify(ok(await overview(zhao)));
    expect(text).not.toContain('amount');
    expect(ok(await overview(zhao))).toMatchObject({
      orders: { onLease: [{ count: 2 }] },
      plan: [{ paid: { count: 1 } }],
    });
    expect(ok(await overview(clerk))).toEqual({ today: '2027-02-01', counts: { note: 0 } });
    expect((await overview(admin, '123')).status).toBe(404);
  });
});

describe('messages', () => {
  it('are seen where the record that they tell about is', async () => {
    const { client, userId } = await bound(
      'sun',
      ['order', 'customer', 'messageLog'],
      [{ module: 'order', type: 2, fields: without(order.fields, 'bankName') }],
    );
    const send = async (aboutId: string | null, words: string) => {
      const id = server.deps.newId();
      await server.sql(
        `insert into message (id, tenant_id, kind, channel, cause, about_id, recipient, recipient_key, words, state, due_time,
           create_time, update_time)
         values ($1::bigint, $2, 1, 1, $1::text, $3, '138****8000', '', $4, 3, $5, $5, $5)`,
        [id, platform, aboutId, words, server.clock.text()],
      );
    };
    const [paper] = await server.sql('select id from lease_contract where order_id = $1 limit 1', [first.id]);
    await send(first.id, 'of an order');
    await send(paper.id, 'of its paper');
    await send(second.id, 'of another order');
    await send(customerId, 'of the customer');
    await send(null, 'of none');
    const seen = async (query = {}) =>
      ok(await client.get('/blade-resource/message/list', query)).records.map((row: { words: string }) => row.words);
    await server.sql('update lease_order set create_user = $1 where id = $2', [userId, second.id]);
    try {
      expect((await seen()).sort()).toEqual(['of another order', 'of none', 'of the customer']);
      expect((await seen({ customerId })).sort()).toEqual(['of another order', 'of the customer']);
      const counts = async (who: Client) =>
        ok(await who.get('/blade-customer/customer/overview', { id: customerId })).counts.messageLog;
      expect([await counts(client), await counts(admin)]).toEqual([2, 4]);
      await server.sql('update sys_data_scope set scope_field = $1 where resource_code = $2', [
        without(order.fields, 'customerId'),
        'sun-order',
      ]);
      expect((await client.get('/blade-resource/message/list', { customerId })).body.reason).toBe('badParameter');
    } finally {
      await server.sql('update lease_order set create_user = $1 where id = $2', [liId, second.id]);
      await server.sql('delete from message');
    }
  });
});

describe('notes', () => {
  const at = '/blade-desk/note';
  const submit = (client: Client, body: object) => client.post(`${at}/submit`, { body });
  const write = async (client: Client, subject: string, subjectId: string, body: object = {}) =>
    ok(await submit(client, { subject, subjectId, content: '已电话联系', ...body }));
  const read = async (client: Client, subject: string, subjectId: string) =>
    ok(await client.get(`${at}/list`, { subject, subjectId })).records;
  const inbox = async (client: Client) =>
    ok(await client.get('/blade-desk/inbox/page', { kind: 'message', size: 50 })).records;
  const remove = (client: Client, ids: string) => client.post(`${at}/remove`, { query: { ids } });
  const reasonOf = ({ status, body }: Awaited<ReturnType<typeof submit>>) => [status, body.reason];

  beforeEach(async () => {
    await server.sql('delete from inbox where note_id is not null');
    await server.sql('delete from note');
    await server.sql('update lease_order set create_user = $1 where id = $2', [liId, second.id]);
  });

  it('are listed on their record, newest first, with writer and record, and counted', async () => {
    await write(wang, 'customer', customerId, { content: '第一条\n第二行' });
    server.clock.advance(60_000);
    await write(li, 'customer', customerId, { content: '第二条' });
    await write(wang, 'order', second.id);
    expect(await read(clerk, 'customer', customerId)).toMatchObject([
      { content: '第二条', writerName: 'li', subjectName: '客户 李雷', editedTime: null },
      { content: '第一条\n第二行', writerName: 'wang' },
    ]);
    expect(ok(await clerk.get('/blade-customer/customer/overview', { id: customerId })).counts).toEqual({ note: 2 });
    expect(ok(await wang.get(`${at}/list`, { involved: 1 })).total).toBe(2);
  });

  it('are out of reach for people who may not see the record', async () => {
    const { id } = await write(wang, 'order', first.id);
    expect(await read(li, 'order', first.id)).toEqual([]); // a data scope hides it
    expect(await read(clerk, 'order', first.id)).toEqual([]); // the menu is lacking
    expect((await li.get(`${at}/detail`, { id })).status).toBe(404);
    expect((await clerk.get(`${at}/detail`, { id })).status).toBe(404);
    for (const client of [li, clerk])
      expect(reasonOf(await submit(client, { subject: 'order', subjectId: first.id, content: 'x' }))).toEqual([
        404,
        'notFound',
      ]);
    expect((await li.get(`${at}/people`, { subject: 'order', subjectId: first.id })).status).toBe(404);
    expect(reasonOf(await remove(li, id))).toEqual([403, 'notYours']);
    for (const [subject, subjectId] of [
      ['product', first.id],
      ['constructor', first.id],
      ['order', 'x'],
    ])
      expect((await submit(admin, { subject, subjectId, content: 'x' })).body.success).toBe(false);
    expect(await server.sql('select id from note')).toEqual([{ id }]);
  });

  it('are changed by their writer alone and removed by the writer or an administrator', async () => {
    const { id } = await write(wang, 'order', second.id);
    expect(reasonOf(await submit(li, { id, content: '改' }))).toEqual([403, 'note.notWriter']);
    expect(reasonOf(await submit(admin, { id, content: '改' }))).toEqual([403, 'note.notWriter']);
    expect(reasonOf(await remove(li, id))).toEqual([403, 'note.notWriter']);
    server.clock.advance(60_000);
    const moved = ok(await submit(wang, { id, content: '改', subject: 'order', subjectId: first.id }));
    expect(moved).toMatchObject({ content: '改', subjectId: second.id, editedTime: server.clock.text() });
    ok(await remove(admin, id));
    expect(await read(wang, 'order', second.id)).toEqual([]);
    expect((await submit(wang, { subject: 'order', subjectId: first.id, content: '' })).body.problems).toEqual({
      content: 'required',
    });
  });

  it('have a history for those who may see their record', async () => {
    const { client: auditor } = await bound(
      'auditor',
      ['order', 'note', 'auditLog'],
      [{ module: 'order', type: 2, fields: '*' }],
    );
    const { id } = await write(wang, 'order', first.id, { content: '不可外传' });
    const history = async (who: Client) => ok(await who.get('/blade-log/audit/list', { entityId: id })).records;
    expect((await history(admin)).length).toBe(1);
    expect(await history(auditor)).toEqual([]);
  });

  it('go with their record', async () => {
    const { id } = await lease.order({ customerId });
    await write(wang, 'order', id, { userIds: '' });
    await write(wang, 'order', second.id);
    ok(await admin.post('/blade-order/order/remove', { query: { ids: id } }));
    expect((await server.sql('select subject_id from note where is_deleted = 0')).map((row) => row.subject_id)).toEqual(
      [second.id],
    );
  });

  describe('that mention people', () => {
    it('offer those who may see the record and its notes', async () => {
      const offered = async (subject: string, subjectId: string, q = '') =>
        ok(await wang.get(`${at}/people`, { subject, subjectId, q })).map(({ name }: { name: string }) => name);
      expect(await offered('order', second.id)).toEqual(['li', '管理员']);
      expect(await offered('order', first.id)).toEqual(['管理员']);
      expect(await offered('customer', customerId)).toEqual(['clerk', 'li', '管理员']);
      expect(await offered('customer', customerId, 'L')).toEqual(['clerk', 'li']);
      expect(
        reasonOf(await submit(wang, { subject: 'order', subjectId: first.id, content: 'x', userIds: liId })),
      ).toEqual([400, 'note.mentionUnseen']);
      expect(
        (await submit(wang, { subject: 'order', subjectId: first.id, content: 'x', userIds: '12' })).body.problems,
      ).toEqual({ userIds: 'reference' });
    });

    it('tell each of them once, also when they are edited', async () => {
      const { id } = await write(wang, 'order', second.id, { content: '请跟进', userIds: `${liId},${wangId}` });
      const code = (await lease.read(second.id)).contractCode;
      const told = [
        { title: `wang 在备注中提到了您：订单 ${code}`, content: '请跟进', subject: 'order', subjectId: second.id },
      ];
      expect(await inbox(li)).toMatchObject(told);
      expect(await inbox(wang)).toEqual([]); // the writer knows
      ok(await submit(wang, { id, content: '请今天跟进', userIds: liId }));
      ok(await submit(wang, { id, content: '请今天跟进', userIds: '' }));
      ok(await submit(wang, { id, content: '请今天跟进', userIds: liId }));
      expect(await inbox(li)).toMatchObject([{ ...told[0], content: '请今天跟进' }]);
      ok(await remove(wang, id));
      expect(await inbox(li)).toEqual([]);
    });

    it('are no longer quoted to a person who may not see the record any more', async () => {
      await write(wang, 'order', second.id, { userIds: liId });
      expect(await inbox(li)).toHaveLength(1);
      await server.sql('update lease_order set create_user = $1 where id = $2', [wangId, second.id]);
      expect(await inbox(li)).toEqual([]);
    });
  });

  describe('with a reminder', () => {
    const later = () => {
      server.clock.advance(3_600_000);
      const time = server.clock.text();
      server.clock.advance(-3_600_000);
      return time;
    };
    /** An hour later, also for the queue; its tasks are done by a process that has just started. */
    const anHourLater = async () => {
      server.clock.advance(3_600_000);
      await server.sql(`update pgboss.job set start_after = now() where name = 'note.remind' and state = 'created'`);
      const queue = openQueue(server.connections.app);
      await queue.drain(tasks, runnerOf(server.deps, registry));
      await queue.close();
    };
    const titles = async (client: Client) => (await inbox(client)).map(({ title }: { title: string }) => title);

    it('bring it once at its time, after a restart of the server, to the writer', async () => {
      const { id } = await write(wang, 'customer', customerId, { remindTime: later() });
      await server.drain();
      expect(await inbox(wang)).toEqual([]);
      await anHourLater();
      expect(await titles(wang)).toEqual(['备注提醒：客户 李雷']);
      await server.advance();
      await server.drain();
      expect(await inbox(wang)).toHaveLength(1);
      expect(ok(await wang.get(`${at}/detail`, { id })).remindedTime).toBe(server.clock.text());
    });

    it('bring it to the people mentioned who may still see the record', async () => {
      await write(wang, 'order', second.id, { remindTime: later(), remindWhom: 2, userIds: liId });
      await server.sql('delete from inbox where note_id is not null');
      await anHourLater();
      expect(await titles(li)).toHaveLength(1);
      expect(await titles(wang)).toEqual([]);
      await server.sql('delete from inbox where note_id is not null');
      await write(wang, 'order', second.id, { remindTime: later(), remindWhom: 2, userIds: liId });
      await server.sql('delete from inbox where note_id is not null');
      await server.sql('update lease_order set create_user = $1 where id = $2', [wangId, second.id]);
      await anHourLater();
      expect(await server.sql('select id from inbox where note_id is not null')).toEqual([]);
    });

    it('bring nothing when it is done, removed or at another time', async () => {
      const done = await write(wang, 'customer', customerId, { remindTime: later() });
      ok(await wang.post(`${at}/done`, { body: { ids: done.id } }));
      const gone = await write(wang, 'customer', customerId, { remindTime: later() });
      ok(await remove(wang, gone.id));
      const moved = await write(wang, 'customer', customerId, { remindTime: later() });
      ok(await submit(wang, { id: moved.id, content: '改期', remindTime: '2030-01-01 09:00:00' }));
      await anHourLater();
      expect(await inbox(wang)).toEqual([]);
      expect((await wang.post(`${at}/done`, { body: { ids: done.id } })).body.reason).toBe('action.notOffered');
    });

    it('bring it although the queue has lost its task', async () => {
      await write(wang, 'customer', customerId, { remindTime: later() });
      await server.sql(`delete from pgboss.job where name = 'note.remind'`);
      server.clock.advance(3_600_000);
      await server.advance();
      await server.drain();
      expect(await titles(wang)).toEqual(['备注提醒：客户 李雷']);
    });

    it('need a moment to come and people to remind', async () => {
      const wrong = async (body: object) =>
        (await submit(wang, { subject: 'customer', subjectId: customerId, content: 'x', ...body })).body;
      expect((await wrong({ remindTime: server.clock.text() })).reason).toBe('note.remindPast');
      expect((await wrong({ remindTime: '明天' })).problems).toEqual({ remindTime: 'notADate' });
      expect((await wrong({ remindTime: later(), remindWhom: 2 })).problems).toEqual({ userIds: 'required' });
    });
  });
});
