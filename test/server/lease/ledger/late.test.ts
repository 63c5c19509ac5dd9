/** Late charges of orders whose customers pay: beside the instalment, paid first, waived by right. */
import { directions } from '../../../../contract/modules/lease/receipt';
import { deedsAtOnce } from '../../../support/approvals';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

jest.mock('../../../../server/lease/ledger/way', () => ({
  ...jest.requireActual('../../../../server/lease/ledger/way'),
  wayOf: () => 1,
}));

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let clerk: Client;
beforeAll(async () => {
  server = await startServer({ now: '2026-08-17 10:00:00' });
  await deedsAtOnce(server);
  lease = leaseOf(server);
  await server.addUser({ account: 'clerk', permissions: ['order', 'paymentPlan', 'receipt', 'receipt_book'] });
  clerk = await server.as('clerk');
});
afterAll(() => server.close());

const path = '/blade-receipt/receipt';
const plans = '/blade-paymentPlan/paymentPlan';
const late = { lateRate: '0.05', lateGraceDays: 3, lateCapRate: '5' };
/** One instalment of 10,050.00. */
async function oneOff() {
  const goods = { deadline: 30, yearRate: '6', getType: 1, ...late };
  const { order, rows } = await lease.started({ interestDate: '2026-08-17', totalAmount: '10000' }, goods);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ amountPayable: '10050.00', paymentDate: '2026-09-16' });
  return { order, id: rows[0].id as string };
}
async function shown(id: string) {
  const { records } = ok(await clerk.get(`${plans}/page`, { size: 100 }));
  const { lateCharge, lateOpen, amountPayable, openAmount, payStatus } = records.find(
    (row: { id: string }) => row.id === id,
  );
  return { lateCharge, lateOpen, amountPayable, openAmount, payStatus };
}
function book(amount: string, planId: string, valueDate = server.clock.text().slice(0, 10)) {
  const lines = [{ planId, amount }];
  return clerk.post(`${path}/book`, { body: { direction: directions.received, valueDate, amount, lines } });
}

it('begins after the days of grace, grows by the day, and is paid first', async () => {
  const { order, id } = await oneOff();
  expect(order).toMatchObject({ lateRate: '0.05', lateGraceDays: 3, lateCapRate: '5' });
  server.clock.set('2026-09-19 10:00:00');
  expect(await shown(id)).toMatchObject({ lateCharge: '0.00', lateOpen: '0.00' });
  server.clock.set('2026-10-01 10:00:00');
  const open = { amountPayable: '10050.00', openAmount: '10050.00', payStatus: 0 };
  expect(await shown(id)).toEqual({ ...open, lateCharge: '75.38', lateOpen: '75.38' });
  // More than the instalment and its charge is refused.
  expect((await book('10125.39', id)).body.reason).toBe('receipt.tooMuch');
  const paid = ok(await book('5100.38', id));
  expect(paid.entries).toMatchObject([{ late: '75.38', rent: '50.00', principal: '4975.00', openAmount: '5025.00' }]);
  expect(await shown(id)).toMatchObject({ openAmount: '5025.00', lateCharge: '75.38', lateOpen: '0.00' });
  // The rest bears 0.05 % a day: 2.5125 on the next day.
  server.clock.set('2026-10-02 10:00:00');
  expect(await shown(id)).toMatchObject({ lateCharge: '77.89', lateOpen: '2.51' });
  ok(await book('5027.51', id));
  expect(await shown(id)).toMatchObject({ payStatus: 1, openAmount: '0.00', lateOpen: '0.00' });
  expect((await lease.read(order.id)).businessStatus).toBe(8);
});

it('is waived with a reason, by those who may, up to what is open', async () => {
  server.clock.set('2026-08-17 10:00:00');
  const { id } = await oneOff();
  server.clock.set('2026-10-01 10:00:00');
  const waive = (who: Client, body: object) => who.post(`${plans}/waive`, { body: { id, ...body } });
  expect((await waive(clerk, { reason: '客户申请' })).status).toBe(403);
  expect((await waive(server.admin, { reason: ' ' })).body.success).toBe(false);
  expect((await waive(server.admin, { reason: '客户申请', amount: '75.39' })).body.reason).toBe('plan.noLate');
  ok(await waive(server.admin, { reason: '客户申请', amount: '25.38' }));
  expect(await shown(id)).toMatchObject({ lateCharge: '75.38', lateOpen: '50.00', openAmount: '10050.00' });
  ok(await waive(server.admin, { reason: '客户申请' }));
  expect(await shown(id)).toMatchObject({ lateOpen: '0.00', openAmount: '10050.00' });
  const { records } = ok(await clerk.get(`${plans}/page`, { size: 100 }));
  const row = records.find((one: { id: string }) => one.id === id);
  expect(row).toMatchObject({ lateCharge: '75.38', latePaid: '0.00', lateWaived: '75.38' });
  const [{ paid }] = await server.sql('select paid_amount as paid from lease_payment_plan where id = $1', [id]);
  expect(paid).toBe('0.00');
});

it('never exceeds the cap', async () => {
  server.clock.set('2026-08-17 10:00:00');
  const { id } = await oneOff();
  server.clock.set('2027-09-16 10:00:00');
  expect(await shown(id)).toMatchObject({ lateCharge: '502.50' });
});

it('is never charged on a deposit, nor asked for with an exit because of one', async () => {
  server.clock.set('2026-08-17 10:00:00');
  const goods = {
    deadline: 360,
    yearRate: '6',
    direction: 2,
    repayMethod: 3,
    depositRate: '10',
    feeRate: '1',
    ...late,
  };
  const { order, rows } = await lease.started({ interestDate: '2026-08-17', totalAmount: '10000' }, goods);
  server.clock.set('2026-09-10 10:00:00');
  const ofKind = (kind: number) => rows.find((row: { kind: number }) => row.kind === kind)!.id as string;
  const [fee, deposit] = [ofKind(2), ofKind(3)];
  expect((await shown(deposit)).lateCharge).toBe('0.00');
  const { lateCharge } = await shown(fee);
  expect(Number(lateCharge)).toBeGreaterThan(0);
  const quote = ok(await server.admin.get('/blade-order/order/exit-quote', { id: order.id, exitDate: '2026-09-10' }));
  expect(quote).toMatchObject({ late: lateCharge, charges: '100.00' });
});

it('refuses a rate of the exit where the method has none', async () => {
  server.clock.set('2026-08-17 10:00:00');
  const goods = { deadline: 360, yearRate: '6', direction: 2, repayMethod: 3 };
  const { order } = await lease.started({ interestDate: '2026-08-17', totalAmount: '10000' }, goods);
  const query = { id: order.id, exitDate: '2026-08-20' };
  expect((await server.admin.get('/blade-order/order/exit-quote', { ...query, exitRate: '0' })).status).toBe(400);
  for (const feeRate of ['100.0001', '9999'])
    expect((await server.admin.get('/blade-order/order/exit-quote', { ...query, feeRate })).status).toBe(400);
  ok(await server.admin.get('/blade-order/order/exit-quote', { ...query, feeRate: '100' }));
});
