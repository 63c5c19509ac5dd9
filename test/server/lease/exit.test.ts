/** Closing an order before its maturity: quoted, asked for, paid, withdrawn, and its payment taken back. */
import type { ContractDoc } from '../../../server/esign/wording/doc';
import { contractText } from '../../../server/esign/wording/filling';
import { deedsAtOnce } from '../../support/approvals';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let checker: Client;
beforeAll(async () => {
  server = await startServer({ now: '2025-04-10 09:00:00' });
  await deedsAtOnce(server);
  lease = leaseOf(server);
  await server.addUser({ account: 'checker', permissions: ['receipt', 'receipt_reverse'] });
  checker = await server.as('checker');
});
afterAll(() => server.close());

const exitDate = '2025-04-10';
const plans = '/blade-paymentPlan/paymentPlan';
/** An order that began on the first of the year, its first three instalments paid. */
async function running() {
  const { order, rows } = await lease.started({ interestDate: '2025-01-01' });
  ok(await pay(rows.slice(0, 3)));
  return lease.read(order.id);
}
function pay(rows: { id: string }[]) {
  const query = { ids: rows.map(({ id }) => id).join(), reason: '补录' };
  return server.admin.post(`${plans}/updateBat`, { query });
}
function exit(order: { id: string; version: number }, change: object = {}) {
  const body = {
    id: order.id,
    version: String(order.version),
    exitDate,
    amount: '10012.74',
    reason: '客户提前还款',
    ...change,
  };
  return server.admin.post(`${lease.paths.order}/exit`, { body });
}
async function rowsOf(orderId: string) {
  const rows: Record<string, unknown>[] = await lease.plan(orderId);
  return rows.map(({ kind, payStatus, isFrozen, amountPayable }) => ({ kind, payStatus, isFrozen, amountPayable }));
}
async function settlementOf(orderId: string): Promise<{ id: string; version: number }> {
  return (await lease.plan(orderId)).find(({ kind }: { kind: number }) => kind === 5);
}

it('is quoted, leaves one row to be paid, and voids the others when that is paid', async () => {
  const order = await running();
  const quote = ok(await server.admin.get(`${lease.paths.order}/exit-quote`, { id: order.id, exitDate }));
  expect(quote).toMatchObject({
    earned: '162.74',
    rentPaid: '150.00',
    owing: '12.74',
    total: '10012.74',
    exitUntil: '2025-04-17',
  });
  expect((await exit(order, { amount: '10012.73' })).body.msg).toContain('10,012.74');
  expect((await exit(order, { reason: ' ' })).body.success).toBe(false);
  ok(await exit(order));

  expect(await lease.read(order.id)).toMatchObject({ businessStatus: 9, exitDate, exitAmount: '10012.74' });
  const rows = await rowsOf(order.id);
  expect(rows.filter(({ payStatus, isFrozen }) => payStatus === 0 && isFrozen === 0)).toEqual([
    { kind: 5, payStatus: 0, isFrozen: 0, amountPayable: '10012.74' },
  ]);
  expect(rows.filter(({ isFrozen }) => isFrozen === 1)).toHaveLength(9);

  ok(await pay([await settlementOf(order.id)]));
  expect(await lease.read(order.id)).toMatchObject({ businessStatus: 10 });
  expect((await rowsOf(order.id)).filter(({ payStatus }) => payStatus === 2)).toHaveLength(9);
});

it('states its settlement on the termination agreement, which is not made without one', async () => {
  const order = await running();
  const make = () =>
    server.admin.post(`${lease.paths.contract}/makeContract`, { query: { orderId: order.id, type: 4 } });
  expect((await make()).body).toMatchObject({ success: false, reason: 'order.exitFirst' });
  ok(await exit(order));
  ok(await make());
  const [{ doc }] = (await server.sql(`select doc from lease_contract where order_id = $1 and type = 4`, [
    order.id,
  ])) as [{ doc: { totals: object; plan: object[] } }];
  expect(doc.totals).toMatchObject({ rent: '12.74', principal: '10000.00', amountPayable: '10012.74' });
  expect(doc.plan).toHaveLength(1);
});

it('names fees and late charges of a customer who pays on the termination agreement', async () => {
  const { order, rows } = await lease.started({ interestDate: '2025-01-01' }, { direction: 2 });
  const body = rows.slice(0, 3).map(({ id }: { id: string }) => id);
  ok(await pay(body.map((id: string) => ({ id }))));
  const { version } = await lease.read(order.id);
  ok(await exit({ id: order.id, version }, { feeRate: '1', amount: '10112.74' }));
  ok(await server.admin.post(`${lease.paths.contract}/makeContract`, { query: { orderId: order.id, type: 4 } }));
  const [{ doc }] = (await server.sql(`select doc from lease_contract where order_id = $1 and type = 4`, [
    order.id,
  ])) as [{ doc: ContractDoc }];
  expect(doc.totals).toEqual({ rent: '12.74', principal: '10000.00', other: '100.00', amountPayable: '10112.74' });
  const { clauses, annexNote } = contractText(doc);
  expect(clauses[1]?.items[0]).toContain('其他款项¥100.00');
  expect(annexNote).toContain('其他款项¥100.00');
});

it('is withdrawn by a person or with the end of its quote, and the order goes on as before', async () => {
  const order = await running();
  const before = await rowsOf(order.id);
  ok(await exit(order));
  const asked = await lease.read(order.id);
  const body = { id: order.id, version: String(asked.version), reason: '客户改变主意' };
  ok(await server.admin.post(`${lease.paths.order}/exit-withdraw`, { body }));
  expect(await lease.read(order.id)).toMatchObject({ businessStatus: 6, exitDate: null, exitAmount: null });
  const isLive = ({ payStatus }: { payStatus?: unknown }) => payStatus !== 2;
  expect((await rowsOf(order.id)).filter(isLive)).toEqual(before);

  ok(await exit(await lease.read(order.id), { exitUntil: '2025-04-12' }));
  server.clock.set('2025-04-13 09:00:00');
  await server.advance();
  expect(await lease.read(order.id)).toMatchObject({ businessStatus: 6, exitDate: null });
  expect((await rowsOf(order.id)).filter(isLive)).toEqual(before);
  server.clock.set('2025-04-10 09:00:00');
});

it('waits again when its payment is taken back', async () => {
  const order = await running();
  ok(await exit(order));
  const settlement = await settlementOf(order.id);
  ok(await pay([settlement]));
  const [paid] = await server.sql(`select receipt_id from lease_payment_txn where plan_id = $1`, [settlement.id]);
  const id = String(paid!.receipt_id);
  const { version } = ok(await checker.get('/blade-receipt/receipt/detail', { id }));
  ok(
    await checker.post('/blade-receipt/receipt/reverse', {
      body: { ids: id, version: String(version), reason: '付错' },
    }),
  );
  expect(await lease.read(order.id)).toMatchObject({ businessStatus: 9, settledTime: null });
  const rows = await rowsOf(order.id);
  expect(rows.filter(({ isFrozen }) => isFrozen === 1)).toHaveLength(9);
  expect(rows.filter(({ payStatus }) => payStatus === 2)).toEqual([]);
});

it('is refused in the words of what was entered', async () => {
  const order = await running();
  const quote = async (more: object) =>
    (await server.admin.get(`${lease.paths.order}/exit-quote`, { id: order.id, exitDate, ...more })).body.reason;
  expect([await quote({ exitDate: '2026-04-10', exitUntil: '2026-04-11' }), await quote({ feeRate: '101' })]).toEqual([
    'order.exitOutside',
    'order.exitFee',
  ]);
  const preview = async (more: object) => {
    const query = { id: order.id, fromDate: exitDate, extend: 0, ...more };
    return (await server.admin.get(`${lease.paths.order}/restructure-preview`, query)).body.reason;
  };
  expect([
    await preview({ frequency: 3, extend: 1 }),
    await preview({ fromDate: '2027-01-01' }),
    await preview({ extend: 600 }),
  ]).toEqual(['order.restructureWhole', 'order.restructureFrom', 'order.restructureTerm']);
});
