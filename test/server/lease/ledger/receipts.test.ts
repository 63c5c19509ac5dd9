/** Receipts as staff book them: partly, too much, for an earlier day, for several orders; claimed, used and refunded. */
import { cents, subtract, sum } from '../../../../contract/domain/money';
import { deedsAtOnce, openBooks } from '../../../support/approvals';
import { sideOf } from '../../../support/payments';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let clerk: Client;
beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  lease = leaseOf(server);
  const permissions = [
    'order',
    'paymentPlan',
    'receipt',
    'receipt_book',
    'receipt_claim',
    'receipt_refund',
    'customer',
  ];
  await server.addUser({ account: 'clerk', permissions });
  clerk = await server.as('clerk');
});
afterAll(() => server.close());

const path = '/blade-receipt/receipt';
const today = '2026-11-20';
const paidOut = 2;
interface Row {
  id: string;
  amountPayable: string;
  paidAmount: string;
  openAmount: string;
  overdueDays: number;
  payStatus: number;
}
/** An order whose first instalments are due: its terms give 100.00 a month. */
async function running(body: object = {}) {
  const { order } = await lease.started({ totalAmount: '20000', interestDate: '2026-08-17', ...body });
  return { order, plan: async () => (await lease.plan(order.id)) as Row[] };
}
function book(body: object, who: Client = clerk, headers: Record<string, string> = {}) {
  return who.post(`${path}/book`, { body: { direction: paidOut, valueDate: today, ...body }, headers });
}
async function balances(customerId: string) {
  return ok(await clerk.get(`${path}/balances`, { customerId }));
}
async function changesNothing(work: () => Promise<unknown>) {
  const before = await server.fingerprint();
  await work();
  expect(await server.fingerprint()).toBe(before);
}

it('pays an instalment in parts, and keeps what is too much for the customer', async () => {
  const { order, plan } = await running();
  const { customerId } = order;
  const [first] = await plan();
  expect(first).toMatchObject({ amountPayable: '100.00', payStatus: 0, overdueDays: 64 });
  const lines = (amount: string) => [{ planId: first!.id, amount }];

  const tried = ok(await book({ amount: '60.00', lines: lines('60.00'), dryRun: true }));
  expect(tried).toMatchObject({ receiptId: null, booked: '60.00', rest: '0.00' });
  expect(tried.entries).toMatchObject([{ planId: first!.id, rent: '60.00', openAmount: '40.00' }]);
  expect((await plan())[0]).toMatchObject({ paidAmount: '0.00' });

  const made = ok(await book({ amount: '60.00', lines: lines('60.00') }));
  expect(made.entries).toEqual(tried.entries);
  expect((await plan())[0]).toMatchObject({ payStatus: 0, paidAmount: '60.00', openAmount: '40.00' });
  await changesNothing(async () =>
    expect((await book({ amount: '50.00', lines: lines('50.00') })).body.success).toBe(false),
  );
  ok(await book({ amount: '50.00', customerId, lines: lines('40.00'), rest: 'prepaid' }));
  expect((await plan())[0]).toMatchObject({ payStatus: 1, paidAmount: '100.00', openAmount: '0.00' });
  expect(await balances(customerId)).toEqual({ prepaid: '0.00', advanced: '10.00' });

  // The balance pays a part of the next instalment, and another person can take that back.
  const used = ok(await clerk.post(`${path}/use-balance`, { body: { customerId, direction: paidOut } }));
  expect(used).toMatchObject({ booked: '10.00', rest: '0.00' });
  expect((await plan())[1]).toMatchObject({ paidAmount: '10.00' });
  expect(await balances(customerId)).toEqual({ prepaid: '0.00', advanced: '0.00' });
  const back = { transferNo: used.transferNo, reason: '用错' };
  expect((await clerk.post(`${path}/reverse-use`, { body: back })).status).toBe(403);
  ok(await server.admin.post(`${path}/reverse-use`, { body: back }));
  expect((await server.admin.post(`${path}/reverse-use`, { body: back })).body.success).toBe(false);
  expect((await plan())[1]).toMatchObject({ paidAmount: '0.00' });

  // What was paid in advance comes back, and no more than that.
  const refund = { customerId, direction: paidOut, amount: '10.01', valueDate: today, reason: '退回多付' };
  expect((await clerk.post(`${path}/refund`, { body: refund })).body.success).toBe(false);
  ok(await clerk.post(`${path}/refund`, { body: { ...refund, amount: '10.00' } }));
  expect(await balances(customerId)).toEqual({ prepaid: '0.00', advanced: '0.00' });
});

it('ends the overdue days on the value date, and refuses days before the start, closed or to come', async () => {
  const { order, plan } = await running();
  const three = ok(await book({ amount: '100.00', valueDate: '2026-11-17', orderIds: order.id }));
  expect(three.entries).toHaveLength(1);
  const [first] = await plan();
  expect(first).toMatchObject({ payStatus: 1, overdueDays: 0 });
  expect(ok(await clerk.get('/blade-paymentPlan/paymentPlan/detail', { id: first!.id })).paidTime).toBe(
    '2026-11-17 00:00:00',
  );
  const close = (closedUntil?: string, reason = '月结') =>
    server.admin.post(`${path}/close`, { body: { closedUntil, reason } });
  expect((await close('2026-11-20')).body.success).toBe(false);
  expect((await close('2026-10-31', ' ')).body.success).toBe(false);
  expect((await clerk.post(`${path}/close`, { body: { closedUntil: '2026-10-31', reason: '月结' } })).status).toBe(403);
  ok(await close('2026-10-31'));
  await changesNothing(async () => {
    for (const valueDate of ['2026-08-16', '2026-10-31', '2026-11-21'])
      expect((await book({ amount: '100.00', valueDate, orderIds: order.id })).body.success).toBe(false);
  });
  await openBooks(server);
  expect(ok(await clerk.get(`${path}/books`))).toEqual({ closedUntil: null });
  expect((await book({ amount: '100.00', valueDate: '2026-08-16', orderIds: order.id })).body.reason).toBe(
    'receipt.beforeStart',
  );
});

it('books one movement to several orders once, and claims later what no one knew', async () => {
  const [one, two] = [await running(), await running()];
  const orderIds = `${one.order.id},${two.order.id}`;
  const movement = { amount: '500.00', orderIds, bankName: '工商银行', serialNo: 'B-1' };
  const key = { 'idempotency-key': 'a-receipt-0001' };
  const made = ok(await book(movement, clerk, key));
  // 17 September and October of both are due, 17 November too: 6 × 100.00
  expect(made).toMatchObject({ booked: '500.00', rest: '0.00' });
  expect(made.entries.map(({ paymentDate }: { paymentDate: string }) => paymentDate)).toEqual([
    ...Array(2).fill('2026-09-17'),
    ...Array(2).fill('2026-10-17'),
    '2026-11-17',
  ]);
  expect(ok(await book(movement, clerk, key))).toEqual(made);
  expect((await book(movement)).body.reason).toBe('receipt.serialTaken');

  const unknown = ok(await book({ amount: '150.00' }));
  expect(unknown).toMatchObject({ booked: '0.00', rest: '150.00' });
  const claim = (body: object) => clerk.post(`${path}/claim`, { body: { id: unknown.receiptId, ...body } });
  expect((await claim({ amount: '150.01', orderIds })).body.reason).toBe('receipt.claimed');
  expect(ok(await claim({ orderIds }))).toMatchObject({ booked: '100.00', rest: '50.00' });
  expect(ok(await clerk.get(`${path}/detail`, { id: unknown.receiptId })).openAmount).toBe('50.00');
  expect((await claim({ orderIds })).body.reason).toBe('receipt.nothingToClaim');
  ok(await claim({ customerId: one.order.customerId, rest: 'prepaid', orderIds: two.order.id }));
  expect((await balances(one.order.customerId)).advanced).toBe('50.00');

  const entries = ok(await clerk.get(`${path}/entries`, { receiptId: unknown.receiptId })) as { amount: string }[];
  expect(sum(entries.map(({ amount }) => amount))).toBe('150.00');
  // A reversal takes all of it back, and is refused once the balance was used.
  const { version } = ok(await server.admin.get(`${path}/detail`, { id: unknown.receiptId }));
  ok(
    await server.admin.post(`${path}/reverse`, {
      body: { ids: unknown.receiptId, version: String(version), reason: '认领错误' },
    }),
  );
  expect((await balances(one.order.customerId)).advanced).toBe('0.00');
  const plans = [...(await one.plan()), ...(await two.plan())];
  expect(sum(plans.map(({ paidAmount }) => paidAmount))).toBe('500.00');
});

it('counts open amounts, and what was paid by its value date', async () => {
  const { plan } = await running();
  const overview = () => sideOf(clerk);
  const before = await overview();
  const [first] = await plan();
  ok(await book({ amount: '60.00', valueDate: '2026-10-30', lines: [{ planId: first!.id, amount: '60.00' }] }));
  const later = await overview();
  expect(subtract(before.overdueAmount, later.overdueAmount)).toBe('60.00');
  expect([later.paidAmount, later.paidCount]).toEqual([before.paidAmount, before.paidCount]);
  const made = ok(await book({ amount: '10.00', lines: [{ planId: first!.id, amount: '10.00' }] }));
  expect(cents((await overview()).paidAmount) - cents(before.paidAmount)).toBe(1000n);
  const { version } = ok(await server.admin.get(`${path}/detail`, { id: made.receiptId }));
  ok(
    await server.admin.post(`${path}/reverse`, {
      body: { ids: made.receiptId, version: String(version), reason: '重复' },
    }),
  );
  expect((await overview()).paidAmount).toBe(before.paidAmount);
});

it('refuses what cannot be an amount, and people without the rights', async () => {
  const { order, plan } = await running();
  const [first] = await plan();
  await changesNothing(async () => {
    for (const amount of ['0', '-1', '1.001', '1e3', ''])
      expect((await book({ amount, orderIds: order.id })).body.success).toBe(false);
    for (const lines of ['x', [{ planId: 'x', amount: '1' }], [{ planId: first!.id, amount: '-1' }], [null]])
      expect((await book({ amount: '1.00', lines })).body.success).toBe(false);
    expect((await book({ amount: '1.00', rest: 'prepaid' })).body.reason).toBe('receipt.noCustomer');
    expect(
      (await book({ amount: '1.00', direction: 1, lines: [{ planId: first!.id, amount: '1.00' }] })).body.reason,
    ).toBe('receipt.wrongWay');
    for (const query of [{ id: first!.id, reason: '减免' }])
      expect((await clerk.post('/blade-paymentPlan/paymentPlan/waive', { body: query })).status).toBe(403);
  });
});
