/** What has entries is archived and never removed: everything that names it goes on leading to it. */

import { modules } from '../../../../contract/modules';
import type { Module } from '../../../../contract/schema/module';
import { snake } from '../../../../server/kernel/table';
import { leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  // One person does here what two would do.
  await server.sql('update approval_rule set is_on = 0');
}, 120_000);
afterAll(() => server.close());

const orders = '/blade-order/order';
const act = async (id: string, action: string) => {
  const { version } = ok(await server.admin.get(`${orders}/detail`, { id }));
  return server.admin.post(`${orders}/${action}`, { body: { ids: id, version: String(version) } });
};
const isListed = async (id: string, query: object = {}) => {
  const { records } = ok(await server.admin.get(`${orders}/page`, { id, ...query }));
  return records.length === 1;
};
const counted = async () =>
  ok(await server.admin.get(`${orders}/summary`)).reduce((sum: number, { count }: { count: number }) => sum + count, 0);
/** An order that was paid for, cancelled and refunded. */
async function refunded() {
  const lease = leaseOf(server);
  const { id } = await lease.confirmed();
  ok(await lease.move(id, 11, { reason: '客户放弃' }));
  return id as string;
}

interface Link {
  from: string;
  column: string;
  to: string;
}
/** The foreign keys between tables of the business. */
function links(): Promise<Link[]> {
  return server.sql(`
    select c.conrelid::regclass::text as "from", a.attname as column, c.confrelid::regclass::text as to
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'tenant_id'
    where c.contype = 'f' and c.conrelid::regclass::text like 'lease\\_%' and c.confrelid::regclass::text like 'lease\\_%'
    order by 1, 2`);
}

it('no record that an entry names, itself or by others, can be removed', async () => {
  const all = await links();
  const found = new Map<string, Set<string>>();
  const look = async ({ from, column, to }: Link) => {
    const ids = found.get(from);
    const rows = await server.sql(
      `select distinct ${column} as id from ${from} where ${column} is not null and ($1::bigint[] is null or id = any($1)) limit 200`,
      [ids ? [...ids] : null],
    );
    const known = found.get(to) ?? new Set();
    const size = known.size;
    for (const { id } of rows) known.add(String(id));
    found.set(to, known);
    return known.size > size;
  };
  const reached = new Set(['lease_receipt', 'lease_payment_txn']);
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const link of all)
      if (reached.has(link.from) && link.to !== link.from && !(link.to === 'lease_receipt')) {
        isMore = (await look(link)) || isMore;
        reached.add(link.to);
      }
  }
  expect([...reached].sort()).toEqual(
    expect.arrayContaining(['lease_customer', 'lease_order', 'lease_payment_plan', 'lease_product']),
  );
  const tried: string[] = [];
  for (const module of Object.values(modules).flat() as Module[]) {
    const ids = [...(found.get(`lease_${snake(module.name)}`) ?? [])];
    if (!module.offers('remove') || module.refuses?.includes('remove') || ids.length === 0) continue;
    tried.push(module.name);
    // By its state alone each of these could go.
    if (module.name === 'order')
      await server.sql('update lease_order set business_status = 11, refund_status = null where id = any($1)', [
        ids.slice(0, 12),
      ]);
    for (const id of ids.slice(0, 12)) {
      const answer = await server.admin.post(module.url('remove'), { query: { ids: id } });
      expect([module.name, id, answer.body.success]).toEqual([module.name, id, false]);
    }
    const [{ left }] = await server.sql(
      `select count(*)::int as left from lease_${snake(module.name)} where id = any($1) and is_deleted = 0`,
      [ids],
    );
    expect([module.name, left]).toEqual([module.name, ids.length]);
  }
  expect(tried.sort()).toEqual(['asset', 'customer', 'order', 'product', 'purchase', 'supplier']);
});

it('a cancelled and refunded order is not removed, and is told the way on', async () => {
  const id = await refunded();
  const remove = () => server.admin.post(`${orders}/remove`, { query: { ids: id } });
  expect((await act(id, 'archive')).body.reason).toBe('order.refundOpen');
  ok(await server.admin.post(`${orders}/refund`, { body: { id, reason: '工行转账' } }));
  const answer = await remove();
  expect(answer.body.reason).toBe('order.hasEntries');
  expect(answer.body.msg).toContain('归档');
  expect(await isListed(id)).toBe(true);
});

it('a customer who has money but no order is not removed', async () => {
  const lease = leaseOf(server);
  const { id: customerId } = await lease.customer();
  const body = {
    direction: 1,
    valueDate: server.clock.text().slice(0, 10),
    amount: '9.00',
    customerId,
    rest: 'prepaid',
  };
  ok(await server.admin.post('/blade-receipt/receipt/book', { body }));
  const answer = await server.admin.post('/blade-customer/customer/remove', { query: { ids: customerId } });
  expect(answer.body.success).toBe(false);
  expect(['entered', 'referenced']).toContain(answer.body.reason);
  const other = await lease.customer();
  ok(await server.admin.post('/blade-customer/customer/remove', { query: { ids: other.id } }));
});

it('an archived order leaves the list and its counts, is read by its id, and comes back', async () => {
  const [{ id }] = await server.sql('select id from lease_order where business_status = 8 and is_deleted = 0 limit 1');
  const before = await counted();
  ok(await act(id, 'archive'));
  expect([await isListed(id), await counted()]).toEqual([false, before - 1]);
  expect(await Promise.all(['all', '1', '0'].map((archived) => isListed(id, { archived })))).toEqual([
    true,
    true,
    false,
  ]);
  expect((await server.admin.get(`${orders}/page`, { archived: '2' })).status).toBe(400);
  expect(ok(await server.admin.get(`${orders}/detail`, { id }))).toMatchObject({ id, archived: 1 });
  const plan = ok(await server.admin.get('/blade-paymentPlan/paymentPlan/page', { orderId: id }));
  expect(plan.total).toBeGreaterThan(0);
  const [entry] = ok(await server.admin.get(`${orders}/history`, { id }));
  expect(entry).toMatchObject({ action: 'archive' });
  expect((await act(id, 'archive')).body.reason).toBe('action.notOffered');
  ok(await act(id, 'unarchive'));
  expect([await isListed(id), await counted()]).toEqual([true, before]);
});

it('an order that goes on is not archived', async () => {
  const [{ id }] = await server.sql('select id from lease_order where business_status = 6 and is_deleted = 0 limit 1');
  expect((await act(id, 'archive')).body.reason).toBe('action.notOffered');
});
