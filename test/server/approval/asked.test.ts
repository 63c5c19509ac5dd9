/** What others agree to is what is done: products, customers and days change while a request waits. */
import { approvalActs } from '../../../contract/domain/approvals';
import { deedsAtOnce } from '../../support/approvals';
import { leaseOf, ok, type Server, startServer } from '../../support/server';
import { addWorker, decidingRights, refusal, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let maker: Worker;
let second: Worker;
const day = 86_400_000;
const clerk = [
  ...['customer', 'customer_add', 'customer_edit', 'product', 'product_add', 'product_edit', 'order', 'order_add'],
  ...['order_edit', 'order_status', 'order_cancel', 'order_voucher', 'order_refund', 'receipt', 'receipt_refund'],
  ...['picture', 'picture_add', 'approval', 'approval_withdraw'],
];
beforeAll(async () => {
  server = await startServer();
  maker = await addWorker(server, 'maker', { permissions: [...workPermissions, ...clerk] });
  second = await addWorker(server, 'second', { permissions: [...workPermissions, ...clerk, ...decidingRights] });
});
beforeEach(() => deedsAtOnce(server));
afterAll(() => server.close());

async function ruleOn(act: keyof typeof approvalActs): Promise<void> {
  const { number } = approvalActs[act];
  await server.sql(
    `update approval_rule set is_on = 1, from_amount = null, process_key = 'second_person' where act = $1`,
    [number],
  );
}
async function agreed(entityId: string, more: object = {}) {
  const [{ id }] = await server.sql(
    `select t.id from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1
     where a.entity_id = $1 and a.state = 1`,
    [entityId],
  );
  return second.complete(id, more);
}
async function later(): Promise<void> {
  server.clock.advance(day);
  maker = { ...maker, ...(await server.as('maker')) };
  second = { ...second, ...(await server.as('second')) };
}

it('an order is submitted with the terms that others have seen, or not at all', async () => {
  await ruleOn('orderSubmit');
  const lease = leaseOf(server, maker);
  const goods = await lease.product();
  const { id } = await lease.order({ productId: goods.id });
  const rate = async (yearRate: string) => {
    const { version } = ok(await maker.get(`${lease.paths.product}/detail`, { id: goods.id }));
    ok(await maker.post(`${lease.paths.product}/submit`, { body: { ...goods, id: goods.id, version, yearRate } }));
  };
  // Who decides reads the terms of the day on which it was asked for.
  await rate('8');
  expect(ok(await lease.move(id, 1))).toBe(false);
  expect(Number((await lease.read(id)).yearRate)).toBe(8);
  await rate('24');
  const refused = await agreed(id);
  expect(refusal(refused)).toBe('400 order.termsChanged');
  expect(refused.body.msg).toContain('年化利率');
  expect(await lease.read(id)).toMatchObject({ businessStatus: 0 });
  await rate('8');
  ok(await agreed(id));
  const held = await lease.read(id);
  expect([held.businessStatus, Number(held.yearRate)]).toEqual([1, 8]);
});

it('the customer of an order that waits keeps the name that others have seen', async () => {
  await ruleOn('orderCancel');
  const lease = leaseOf(server, maker);
  const { id: customerId } = await lease.customer({ realName: '甲公司' });
  const { id } = await lease.order({ customerId });
  const rename = async (realName: string) => {
    const { version } = ok(await maker.get(`${lease.paths.customer}/detail`, { id: customerId }));
    return maker.post(`${lease.paths.customer}/submit`, { body: { id: customerId, version, realName } });
  };
  expect(ok(await lease.move(id, 11, { reason: '不要了' }))).toBe(false);
  expect(refusal(await rename('乙公司'))).toBe('400 customer.orderWaits');
  expect(await lease.read(id)).toMatchObject({ customerName: '甲公司' });
  ok(await agreed(id));
  ok(await rename('乙公司'));
});

it('a voucher is booked for the day that others have seen', async () => {
  await ruleOn('orderVoucher');
  const lease = leaseOf(server, maker);
  const { id } = await leaseOf(server).order();
  ok(await leaseOf(server).move(id, 1));
  await lease.voucher(id);
  const asked = server.clock.text().slice(0, 10);
  expect(ok(await lease.move(id, 3))).toBe(false);
  await later();
  ok(await agreed(id));
  expect(await leaseOf(server, maker).read(id)).toMatchObject({ businessStatus: 3, voucherDate: asked });
});

it('so is the refund of a cancelled order', async () => {
  await ruleOn('refund');
  const lease = leaseOf(server);
  const { id } = await lease.confirmed();
  ok(await lease.move(id, 11, { reason: '不要了' }));
  const asked = server.clock.text().slice(0, 10);
  expect(ok(await maker.post(`${lease.paths.order}/refund`, { body: { id, reason: '退款' } }))).toBe(false);
  await later();
  ok(await agreed(id));
  const [row] = await server.sql(
    'select value_date::text as day from lease_receipt where source = 1 and direction = 2',
  );
  expect(row).toEqual({ day: asked });
});

it('who decides on what was asked for again reads who rejected it, and why', async () => {
  await ruleOn('orderCancel');
  const lease = leaseOf(server, maker);
  const { id } = await lease.order();
  const ask = async () => expect(ok(await lease.move(id, 11, { reason: '不要了' }))).toBe(false);
  const told = async () => {
    const [{ changes }] = await server.sql('select changes from approval where entity_id = $1 and state = 1', [id]);
    return changes.filter(({ label }: any) => label.zh === '此前被驳回').map(({ after }: any) => after);
  };
  await ask();
  expect(await told()).toEqual([]);
  ok(await agreed(id, { flag: undefined, comment: '客户未确认' }));
  await ask();
  expect(await told()).toEqual([`${server.clock.text().slice(0, 10)} second：客户未确认`]);
});
