/** A clerk with every right to money, and bodies of their own making: amounts that are none, and ids of others. */
import { type Answer, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer({ now: '2025-04-10 09:00:00' });
  lease = leaseOf(server);
}, 120_000);
afterAll(() => server.close());

const today = '2025-04-10';
const receipts = '/blade-receipt/receipt';
const orders = '/blade-order/order';
const plans = '/blade-paymentPlan/paymentPlan';
type Call = [path: string, body: object];

async function running(goods: object = {}) {
  const { order, rows } = await lease.started({ interestDate: '2025-01-01' }, goods);
  return { id: order.id as string, customerId: order.customerId as string, rows: rows as { id: string }[] };
}
async function versioned(id: string) {
  return { id, version: String((await lease.read(id)).version), reason: '试' };
}
function book(body: object): Promise<Answer> {
  return server.admin.post(`${receipts}/book`, { body: { direction: 1, valueDate: today, ...body } });
}
/** Each is refused, by a refusal and no fault, and nothing is written. */
async function refusesAll(calls: readonly Call[]): Promise<void> {
  const before = await server.fingerprint();
  const let_: unknown[] = [];
  for (const [path, body] of calls) {
    const { body: said, status } = await server.admin.post(path, { body });
    if (said.success !== false || status >= 500) let_.push([path, body, status, said]);
  }
  expect(let_).toEqual([]);
  expect(await server.fingerprint()).toBe(before);
}

const noAmounts = [
  '0',
  '-0.01',
  '-100',
  '0.001',
  '100.005',
  '1e3',
  '1E2',
  'NaN',
  'Infinity',
  '１００',
  '1,000',
  '0x10',
];
const noRates = ['-1', '1e3', 'NaN', '１', '1,5', '0x1', '101', '1.23456', 'Infinity'];
const noDays = [
  '2025-02-30',
  '2025-4-1',
  '20250401',
  '9999-12-31',
  '0000-01-01',
  '２０２５-04-01',
  '2025-04-10T00:00:00',
  '',
];

it('takes no amount, rate or day that is none, by any call that moves money', async () => {
  const { id, customerId, rows } = await running({ direction: 2, lateRate: '0.05', depositRate: '10' });
  const planId = rows[1]!.id;
  ok(await book({ amount: '500.00', customerId, rest: 'prepaid' }));
  const { receiptId } = ok(await book({ amount: '60.00' }));
  const asked = await versioned(id);
  const refund = { customerId, direction: 1, valueDate: today, reason: '退' };
  const byAmount = noAmounts.flatMap((amount): Call[] => [
    [`${receipts}/book`, { direction: 1, valueDate: today, amount, customerId, rest: 'prepaid' }],
    [`${receipts}/book`, { direction: 1, valueDate: today, amount: '10.00', lines: [{ planId, amount }] }],
    [`${receipts}/claim`, { id: receiptId, amount, customerId, rest: 'prepaid' }],
    [`${receipts}/use-balance`, { customerId, direction: 1, amount, orderIds: id }],
    [`${receipts}/use-balance`, { customerId, direction: 1, lines: [{ planId, amount }] }],
    [`${receipts}/use-deposit`, { orderId: id, amount, reason: '抵' }],
    [`${receipts}/refund`, { ...refund, amount }],
    [`${plans}/waive`, { id: planId, amount, reason: '免' }],
    [`${orders}/exit`, { ...asked, exitDate: today, amount }],
    [`${orders}/restructure`, { ...asked, fromDate: today, extend: 1, rent: amount }],
  ]);
  const byRate = noRates.flatMap((rate): Call[] => [
    [`${orders}/exit`, { ...asked, exitDate: today, feeRate: rate, amount: '1.00' }],
    [`${orders}/exit`, { ...asked, exitDate: today, exitRate: rate, amount: '1.00' }],
    [`${orders}/restructure`, { ...asked, fromDate: today, extend: 1, yearRate: rate, rent: '1.00' }],
    [`${orders}/restructure`, { ...asked, fromDate: today, extend: 1, residualRate: rate, rent: '1.00' }],
  ]);
  const byDay = noDays.flatMap((day): Call[] => [
    [`${receipts}/book`, { direction: 1, valueDate: day, amount: '1.00', lines: [{ planId, amount: '1.00' }] }],
    [`${receipts}/refund`, { ...refund, valueDate: day, amount: '1.00' }],
    [`${orders}/exit`, { ...asked, exitDate: day, amount: '1.00' }],
    [`${orders}/restructure`, { ...asked, fromDate: day, extend: 1, rent: '1.00' }],
    ...(day ? ([[`${receipts}/close`, { closedUntil: day, reason: '关' }]] as Call[]) : []),
  ]);
  await refusesAll([...byAmount, ...byRate, ...byDay]);
});

it('takes no order, instalment or receipt of another than the one whose money it is', async () => {
  const [mine, theirs] = [await running({ direction: 2, depositRate: '10' }), await running({ direction: 2 })];
  ok(await book({ amount: '900.00', customerId: mine.customerId, rest: 'prepaid' }));
  const deposit = ((await lease.plan(mine.id)) as { id: string; kind: number; openAmount: string }[]).find(
    ({ kind }) => kind === 2,
  );
  if (deposit)
    ok(await book({ amount: deposit.openAmount, lines: [{ planId: deposit.id, amount: deposit.openAmount }] }));
  const planId = theirs.rows[0]!.id;
  const lines = [{ planId, amount: '1.00' }];
  const money = { direction: 1, amount: '1.00', valueDate: today, reason: '试' };
  await refusesAll([
    [`${receipts}/use-balance`, { customerId: mine.customerId, direction: 1, amount: '1.00', lines }],
    [`${receipts}/use-balance`, { customerId: mine.customerId, direction: 1, amount: '1.00', orderIds: theirs.id }],
    [`${receipts}/use-balance`, { customerId: theirs.customerId, direction: 1, amount: '1.00', orderIds: theirs.id }],
    [`${receipts}/use-deposit`, { orderId: mine.id, lines, reason: '试' }],
    [`${receipts}/use-deposit`, { orderId: theirs.id, reason: '试' }],
    [`${receipts}/refund`, { ...money, customerId: theirs.customerId }],
    [`${receipts}/refund`, { ...money, customerId: mine.customerId, orderId: theirs.id }],
    [`${receipts}/refund`, { ...money, direction: 2, customerId: mine.customerId }],
    // The same instalment twice in one body is not paid beyond what is open of it.
    [`${receipts}/book`, { ...money, amount: '100.00', lines: [...Array(2)].map(() => ({ planId, amount: '50.01' })) }],
    [`${receipts}/book`, { ...money, amount: '1.00', direction: 2, lines }],
    ['/blade-bank/batch/make', { ids: planId, layout: 2 }],
  ]);
});
