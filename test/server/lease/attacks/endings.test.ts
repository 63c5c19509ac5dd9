/** Early exits, restructurings and reversals that meet each other: no order of them loses money or strands it. */
import { sum } from '../../../../contract/domain/money';
import { statementFigures } from '../../../support/reports/statements';
import { leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer({ now: '2025-04-10 09:00:00' });
  lease = leaseOf(server);
});
afterAll(() => server.close());

const receipts = '/blade-receipt/receipt';
const plans = '/blade-paymentPlan/paymentPlan';
interface Row {
  id: string;
  kind: number;
  payStatus: number;
  isFrozen: number;
  paidAmount: string;
  amountPayable: string;
  lateOpen: string;
}

async function running(goods: object = {}) {
  const { order, rows } = await lease.started({ interestDate: '2025-01-01' }, goods);
  return { id: order.id as string, customerId: order.customerId as string, rows: rows as Row[] };
}
function book(direction: number, lines: { planId: string; amount: string }[], body: object = {}) {
  const amount = sum(lines.map((line) => line.amount));
  return server.admin.post(`${receipts}/book`, {
    body: { direction, valueDate: '2025-04-10', amount, lines, remark: '提前', ...body },
  });
}
async function reverse(id: string) {
  const { version } = ok(await server.admin.get(`${receipts}/detail`, { id }));
  return server.admin.post(`${receipts}/reverse`, { body: { ids: id, version: String(version), reason: '更正' } });
}
async function exit(id: string, asked: object = {}) {
  const { version } = await lease.read(id);
  const terms = { exitDate: '2025-04-10', ...asked };
  const { total: amount } = ok(await server.admin.get(`${lease.paths.order}/exit-quote`, { id, ...terms }));
  const body = { id, version: String(version), amount, reason: '客户提前还款', ...terms };
  return server.admin.post(`${lease.paths.order}/exit`, { body });
}
async function settlementOf(id: string): Promise<Row> {
  return ((await lease.plan(id)) as Row[]).find(({ kind, payStatus }) => kind === 5 && payStatus !== 2)!;
}

it('takes back no payment that a settlement was computed from', async () => {
  const { id, rows } = await running();
  const paid = ok(await book(2, [{ planId: rows[0]!.id, amount: '50.00' }])).receiptId;
  const part = ok(await book(2, [{ planId: rows[1]!.id, amount: '20.00' }])).receiptId;
  ok(await exit(id));
  for (const one of [paid, part]) expect((await reverse(one)).body.reason).toBe('receipt.inExit');
  const { id: planId, amountPayable } = await settlementOf(id);
  const last = ok(await book(2, [{ planId, amount: amountPayable }])).receiptId;
  expect((await lease.read(id)).businessStatus).toBe(10);
  const before = await server.fingerprint();
  for (const one of [paid, part]) expect((await reverse(one)).body.reason).toBe('receipt.inExit');
  expect(await server.fingerprint()).toBe(before);
  // The way back: the settlement's payment first, then the exit, then the payment before it.
  ok(await reverse(last));
  const { version } = await lease.read(id);
  ok(
    await server.admin.post(`${lease.paths.order}/exit-withdraw`, {
      body: { id, version: String(version), reason: '作废' },
    }),
  );
  ok(await reverse(part));
  expect(((await lease.plan(id)) as Row[]).find((row) => row.id === rows[1]!.id)).toMatchObject({ paidAmount: '0.00' });
});

it('charges nothing for lateness on a quote that holds, and is ended by exactly what was quoted', async () => {
  const { id } = await running({ direction: 2, lateRate: '0.05' });
  ok(await exit(id, { exitDate: '2025-03-25', exitUntil: '2025-04-20' }));
  const { id: planId, amountPayable, lateOpen } = await settlementOf(id);
  expect(lateOpen).toBe('0.00');
  ok(await book(1, [{ planId, amount: amountPayable }]));
  expect((await lease.read(id)).businessStatus).toBe(10);
  // What the settlement has replaced is not late any more, and nothing of it can be waived.
  const voided = ((await lease.plan(id)) as Row[]).filter(({ payStatus }) => payStatus === 2);
  expect(new Set(voided.map(({ lateOpen: late }) => late))).toEqual(new Set(['0.00']));
});

it('waives nothing of instalments that a quote has taken in', async () => {
  const { id, rows } = await running({ direction: 2, lateRate: '0.05' });
  const waive = () =>
    server.admin.post(`${plans}/waive`, { body: { id: rows[0]!.id, amount: '0.01', reason: '减免' } });
  ok(await waive());
  ok(await exit(id));
  expect((await waive()).body.reason).toBe('plan.noLate');
});

it('closes an order at once whose settlement is nothing', async () => {
  const { id, rows } = await running();
  const quote = ok(
    await server.admin.get(`${lease.paths.order}/exit-quote`, {
      id,
      exitDate: '2025-04-10',
      feeRate: '100',
      exitRate: '0',
    }),
  );
  expect([quote.total, rows.length]).toEqual(['0.00', 12]);
  ok(await exit(id, { feeRate: '100', exitRate: '0' }));
  expect((await lease.read(id)).businessStatus).toBe(10);
});

it('freezes no instalment that a bank was asked to pay', async () => {
  const { id, rows } = await running();
  ok(await server.admin.post('/blade-bank/batch/make', { body: { ids: rows[3]!.id, layout: 2, reason: '客户要求' } }));
  expect((await exit(id)).body.reason).toBe('batch.inOther');
  const preview = { fromDate: '2025-04-10', extend: 3 };
  const { after } = ok(await server.admin.get(`${lease.paths.order}/restructure-preview`, { id, ...preview }));
  const { version } = await lease.read(id);
  const body = { id, version: String(version), ...preview, rent: after.rent, reason: '展期' };
  expect((await server.admin.post(`${lease.paths.order}/restructure`, { body })).body.reason).toBe('batch.inOther');
});

it('earns rent that is paid in advance for the days after its date', async () => {
  // Twelve flat instalments of 50.00 rent at the beginning of each month; nine days of April have passed.
  const { id } = await running({ repayMethod: 5, timing: 2, direction: 2, deadline: 360 });
  const { earned } = ok(await server.admin.get(`${lease.paths.order}/exit-quote`, { id, exitDate: '2025-04-10' }));
  expect(earned).toBe('165.00');
});

it('states nothing owed either way once an exit is paid, also where instalments were paid ahead', async () => {
  const { id, customerId, rows } = await running({ direction: 2 });
  ok(await book(1, [{ planId: rows[6]!.id, amount: '20.00' }]));
  ok(await exit(id));
  const { id: planId, amountPayable } = await settlementOf(id);
  ok(await book(1, [{ planId, amount: amountPayable }]));
  expect((await lease.read(id)).businessStatus).toBe(10);
  const query = { id: customerId, from: '2025-01-01', to: '2025-04-10' };
  expect(await statementFigures(server.admin, query)).toMatchObject({ opening: 0n, closing: 0n });
});
