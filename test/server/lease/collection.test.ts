/** The collection desk: its buckets are what the overview says is overdue, promises hide, are kept or break, records stay. */
import { scopeTypes } from '../../../contract/modules/system/dataScope';
import { deedsAtOnce } from '../../support/approvals';
import { sideOf } from '../../support/payments';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
let users: Record<string, { userId: string; roleId: string }>;
const path = '/blade-collection/collection';
const today = '2027-03-10';
const rights = ['order', 'paymentPlan', 'collection', 'collection_record', 'collection_assign'];
const running: Record<string, string> = {};

/** An order whose single instalment of 10,050.00 is due 30 days after this day. */
async function owing(name: string, interestDate: string, more: object = {}) {
  const goods = { deadline: 30, getType: 1, yearRate: '6', direction: 2, lateRate: '0.05', ...more };
  running[name] = (await lease.started({ interestDate, totalAmount: '10000' }, goods)).order.id;
}

beforeAll(async () => {
  server = await startServer({ now: '2026-11-01 10:00:00' });
  await deedsAtOnce(server);
  admin = server.admin;
  lease = leaseOf(server);
  users = {
    caller: await server.addUser({ account: 'caller', permissions: rights }),
    second: await server.addUser({ account: 'second', permissions: rights }),
    clerk: await server.addUser({ account: 'clerk', permissions: ['order', 'collection'] }),
  };
  server.clock.set('2027-01-15 10:00:00');
  await owing('at30', '2027-01-09');
  await owing('at31', '2027-01-08');
  await owing('at90', '2026-11-10');
  await owing('at91', '2026-11-09');
  await owing('paidOut', '2026-12-01', { direction: 1 });
  const monthly = { deadline: 360, getType: 0, yearRate: '6', direction: 2 };
  running.several = (await lease.started({ interestDate: '2026-12-01', totalAmount: '20000' }, monthly)).order.id;
  server.clock.set(`${today} 10:00:00`);
});
afterAll(() => server.close());

const standing = async (by = admin) => ok(await by.get(`${path}/standing`));
const queue = async (query: object = {}, by = admin) => ok(await by.get(`${path}/queue`, { size: 200, ...query }));
const idsOf = ({ records }: { records: { orderId: string }[] }) => records.map(({ orderId }) => orderId);
const record = (orderId: string, body: object, by = admin) => by.post(`${path}/record`, { body: { orderId, ...body } });
const promise = (orderId: string, promiseDate: string, promiseAmount: string, by = admin) =>
  record(orderId, { kind: 5, promiseDate, promiseAmount }, by);
const why = ({ body }: { body: { reason?: string } }) => body.reason;
function cents(amount: string) {
  return Math.round(Number(amount) * 100);
}
function book(orderId: string, amount: string, valueDate: string) {
  return admin.post('/blade-receipt/receipt/book', { body: { direction: 1, valueDate, amount, orderIds: orderId } });
}

describe('the queue', () => {
  it('has the orders by the age of their oldest instalment, and adds up to the overview to the cent', async () => {
    const all = await queue({ part: 'all' });
    const found = Object.fromEntries(
      all.records.map((one: { orderId: string; bucket: string; rows: number; days: number }) => [
        Object.keys(running).find((name) => running[name] === one.orderId),
        [one.bucket, one.rows, one.days],
      ]),
    );
    expect(found).toEqual({
      at30: ['upTo30', 1, 30],
      at31: ['upTo60', 1, 31],
      at90: ['upTo90', 1, 90],
      at91: ['over90', 1, 91],
      several: ['upTo90', 3, 68],
    });
    const { amount, buckets, count } = await standing();
    const { overdueAmount, overdueCount } = await sideOf(admin, 2);
    expect(amount).toBe(overdueAmount);
    expect(cents(amount)).toBe(buckets.reduce((sum: number, one: { amount: string }) => sum + cents(one.amount), 0));
    expect(cents(amount)).toBe(
      all.records.reduce((sum: number, one: { amount: string }) => sum + cents(one.amount), 0),
    );
    expect(count).toBe(5);
    expect(overdueCount).toBe(7);
    // What the company owes is no matter of the desk.
    expect(cents((await sideOf(admin, 1)).overdueAmount)).toBeGreaterThan(0);
    for (const { key, count: size, amount: owed } of buckets) {
      const page = await queue({ part: 'all', bucket: key });
      expect([key, page.total]).toEqual([key, size]);
      expect(cents(owed)).toBe(
        page.records.reduce((sum: number, one: { amount: string }) => sum + cents(one.amount), 0),
      );
    }
    const [oldest] = all.records;
    expect(oldest).toMatchObject({ orderId: running.at91, amount: '10050.00', lateCharge: '457.28' });
    ok(await book(running.several!, '50.00', today));
    expect((await standing()).amount).toBe((await sideOf(admin, 2)).overdueAmount);
  });

  it('keeps to the data scopes of orders, in figures, rows and acts', async () => {
    const { roleId } = await server.addUser({ account: 'own', permissions: rights });
    const [menuId] = await server.menuIds('order');
    const own = { menuId, scopeName: '本人', resourceCode: 'own', scopeClass: 'order', scopeField: '*' };
    const { id } = ok(
      await admin.post('/blade-system/data-scope/submit', {
        body: { ...own, scopeType: scopeTypes.own, scopeColumn: 'createUser' },
      }),
    );
    await server.sql('insert into sys_role_scope values ($1, $2, 1, $3)', [platform, roleId, id]);
    const bound = await server.as('own');
    expect(await queue({ part: 'all' }, bound)).toMatchObject({ total: 0, records: [] });
    expect(await standing(bound)).toMatchObject({ count: 0, amount: '0.00' });
    expect((await sideOf(bound, 2)).overdueAmount).toBe('0.00');
    expect((await record(running.at90!, { kind: 1, content: '电话' }, bound)).status).toBe(403);
    const [{ id: ownId }] = await server.sql(`select id from sys_user where account = 'own'`);
    expect(why(await admin.post(`${path}/assign`, { body: { orderIds: running.at90, assigneeId: ownId } }))).toBe(
      'collection.badAssignee',
    );
  });
});

describe('a record', () => {
  it('says what was said; it is never changed, and stands on the order', async () => {
    const clerk = await server.as('clerk');
    expect((await record(running.at90!, { kind: 1, content: '无人接听' }, clerk)).status).toBe(403);
    expect((await record(running.at90!, { kind: 1 })).body.problems).toEqual({ content: 'required' });
    expect((await record(running.at90!, { kind: 5 })).body.problems).toEqual({
      promiseDate: 'required',
      promiseAmount: 'required',
    });
    expect((await record(running.at90!, { kind: 6, content: 'x' })).status).toBe(400);
    expect(why(await record(running.paidOut!, { kind: 1, content: '电话' }))).toBe('collection.notOverdue');
    const caller = await server.as('caller');
    const { id } = ok(await record(running.at90!, { kind: 2, content: ' 上门，留置催收函 ' }, caller));
    const { records } = ok(await clerk.get(`${path}/list`, { orderId: running.at90 }));
    expect(records).toMatchObject([{ id, kind: 2, content: '上门，留置催收函', writerName: 'caller' }]);
    expect((await admin.post(`${path}/submit`, { body: { id, content: '改' } })).status).toBe(404);
    await expect(
      server.pool.query('update lease_collection set content = $1 where id = $2', ['改', id]),
    ).rejects.toThrow(/permission denied/);
    const history = ok(await admin.get('/blade-order/order/history', { id: running.at90 }));
    expect(history[0]).toMatchObject({ entity: 'collection', userName: 'caller' });
    const [row] = (await queue({ part: 'all', q: (await lease.read(running.at90!)).contractCode })).records;
    expect(row).toMatchObject({ contactKind: 2, contactTime: `${today} 10:00:00` });
  });

  it('assigns orders to people of the desk who see them, and takes them back', async () => {
    const assign = (body: object) => admin.post(`${path}/assign`, { body });
    const people = ok(await admin.get(`${path}/collectors`)).map(({ name }: { name: string }) => name);
    expect(people).toEqual(expect.arrayContaining(['caller', 'second', 'clerk']));
    const orderIds = `${running.at91},${running.at31}`;
    ok(await assign({ orderIds, assigneeId: users.caller!.userId, content: '本周' }));
    const mine = await queue({ assigneeId: users.caller!.userId });
    expect(idsOf(mine)).toEqual([running.at91, running.at31]);
    expect(mine.records[0]).toMatchObject({ assigneeName: 'caller' });
    ok(await assign({ orderIds: running.at31 }));
    expect(idsOf(await queue({ assigneeId: users.caller!.userId }))).toEqual([running.at91]);
    expect(idsOf(await queue({ assigneeId: '0' }))).toContain(running.at31);
    expect(why(await assign({ orderIds: `${running.at91},${running.paidOut}` }))).toBe('collection.notOverdue');
    expect(why(await assign({ orderIds: running.at91, assigneeId: '7' }))).toBe('collection.badAssignee');
  });
});

describe('a promise', () => {
  const stateOf = async (orderId: string) => {
    const { records } = ok(await admin.get(`${path}/list`, { orderId, kind: 5 }));
    return records.map(({ promiseState }: { promiseState: number }) => promiseState);
  };

  it('hides the order until its day, and comes back as broken; the buckets stay whole', async () => {
    const id = running.at31!;
    expect(why(await promise(id, '2027-03-09', '5000.00'))).toBe('collection.promiseDay');
    expect(why(await promise(id, '2027-06-09', '5000.00'))).toBe('collection.promiseDay');
    ok(await promise(id, '2027-03-12', '5000.00'));
    expect(idsOf(await queue())).not.toContain(id);
    expect(idsOf(await queue({ part: 'promised' }))).toEqual([id]);
    expect(await standing()).toMatchObject({ promised: { count: 1, amount: '10050.00' } });
    expect((await standing()).amount).toBe((await sideOf(admin, 2)).overdueAmount);
    server.clock.set('2027-03-12 23:00:00');
    expect(idsOf(await queue())).not.toContain(id);
    // Less than what was promised, and the rest a day late.
    ok(await book(id, '4999.99', '2027-03-12'));
    server.clock.set('2027-03-13 08:00:00');
    ok(await book(id, '0.01', '2027-03-13'));
    expect(idsOf(await queue())).toContain(id);
    expect(idsOf(await queue({ part: 'broken' }))).toEqual([id]);
    expect(await stateOf(id)).toEqual([3]);
  });

  it('is kept by what came in by its day, also when that is booked later, and no more when it is taken back', async () => {
    const id = running.at90!;
    ok(await promise(id, '2027-03-15', '5000.00'));
    ok(await promise(id, '2027-03-14', '3000.00'));
    expect(await stateOf(id)).toEqual([1, 4]);
    server.clock.set('2027-03-16 09:00:00');
    expect(await stateOf(id)).toEqual([3, 4]);
    const { receiptId } = ok(await book(id, '3000.00', '2027-03-14'));
    expect(await stateOf(id)).toEqual([2, 4]);
    expect(idsOf(await queue())).toContain(id); // kept, and the rest is overdue still
    expect(idsOf(await queue({ part: 'broken' }))).not.toContain(id);
    await server.sql('update lease_receipt set create_user = null where id = $1', [receiptId]);
    await server.sql('update lease_payment_txn set create_user = null where receipt_id = $1', [receiptId]);
    const { version } = ok(await admin.get('/blade-receipt/receipt/detail', { id: receiptId }));
    ok(
      await admin.post('/blade-receipt/receipt/reverse', {
        body: { ids: receiptId, version: String(version), reason: '记错' },
      }),
    );
    expect(await stateOf(id)).toEqual([3, 4]);
  });

  it('of an order that was paid ends with its case', async () => {
    const id = running.at91!;
    ok(await promise(id, '2027-03-20', '10050.00'));
    const { amount, lateCharge } = (await queue({ part: 'promised' })).records.find(
      (one: { orderId: string }) => one.orderId === id,
    );
    ok(await book(id, ((cents(amount) + cents(lateCharge)) / 100).toFixed(2), '2027-03-16'));
    expect(idsOf(await queue({ part: 'all' }))).not.toContain(id);
    expect(await stateOf(id)).toEqual([2]);
    expect(why(await promise(id, '2027-03-20', '1.00'))).toBe('collection.notOverdue');
  });
});
