/** The money of an order beside its instalments: what came before the start, and the deposit. */
import { deedsAtOnce } from '../../../support/approvals';
import { ledgerFaults } from '../../../support/ledgerFaults';
import { textOf } from '../../../support/pdfText';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

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

const receipts = '/blade-receipt/receipt';
const today = '2025-04-10';
interface Row {
  id: string;
  kind: number;
  payStatus: number;
  amountPayable: string;
}
async function money(orderId: string) {
  return ok(await server.admin.get(`${receipts}/order-balance`, { orderId }));
}
async function balances(customerId: string) {
  return ok(await server.admin.get(`${receipts}/balances`, { customerId }));
}
async function reverse(id: string) {
  const { version } = ok(await checker.get(`${receipts}/detail`, { id }));
  return checker.post(`${receipts}/reverse`, { body: { ids: id, version: String(version), reason: '更正' } });
}
async function pay(direction: number, rows: readonly Row[]): Promise<string[]> {
  const made: string[] = [];
  for (const { id: planId, amountPayable: amount } of rows) {
    const body = { direction, valueDate: today, amount, lines: [{ planId, amount }], remark: '提前' };
    made.push(ok(await server.admin.post(`${receipts}/book`, { body })).receiptId);
  }
  return made;
}
/** Names of the rules that are broken. */
const faults = async () => (await ledgerFaults(server)).map(([name]) => name);
/** An order whose voucher shows so much, its contracts marked as signed. */
async function remitted(amount: string, goods: object = {}) {
  const { id } = await lease.order({ interestDate: '2025-01-01' }, goods);
  ok(await lease.move(id, 1));
  await lease.voucher(id);
  await server.sql('update lease_order set create_user = null where id = $1', [id]);
  const body = { id, amount, reason: '金额不一致' };
  ok(await server.admin.post(`${lease.paths.order}/confirm-voucher`, { body }));
  const before = await lease.read(id);
  await server.sql(
    `update lease_order set business_status = 5, prqy = 1, qyqy = 1, interest_date = '2025-01-01' where id = $1`,
    [id],
  );
  for (const type of [1, 2])
    await server.sql(
      `insert into lease_contract (id, tenant_id, order_id, contract_number, type, status, sign_task_status, create_time, update_time)
       select $2, tenant_id, id, $3, $4, 2, 'task_finished', create_time, create_time from lease_order where id = $1`,
      [id, server.deps.newId(), `${before.contractCode}-0${type}`, type],
    );
  return { id: id as string, customerId: before.customerId as string };
}

it('is owed back as principal from the start on, and what was too much is the customer’s', async () => {
  const { id, customerId } = await remitted('10020.00');
  expect(await money(id)).toEqual({ amount: '10020.00', principal: '0.00', deposit: '0.00' });
  const [voucher] = await server.sql(`select receipt_id from lease_payment_txn where order_id = $1`, [id]);
  // An order goes on with this money: it is neither refunded nor taken back while the order is not cancelled.
  expect((await reverse(String(voucher.receipt_id))).body.reason).toBe('receipt.voucher');
  const refund = { customerId, orderId: id, direction: 1, amount: '10020.00', valueDate: today, reason: '退款' };
  expect((await server.admin.post(`${receipts}/refund`, { body: refund })).body.reason).toBe('receipt.orderGoes');
  ok(await lease.move(id, 6, { reason: '补录' }));
  expect(await money(id)).toEqual({ amount: '0.00', principal: '10000.00', deposit: '0.00' });
  expect(await balances(customerId)).toEqual({ prepaid: '20.00', advanced: '0.00' });
  expect((await reverse(String(voucher.receipt_id))).body.reason).toBe('receipt.voucher');
  const [{ transferNo }] = await server.sql(
    `select batch_no as "transferNo" from lease_payment_txn where order_id = $1 and account = 5`,
    [id],
  );
  const undo = { transferNo, reason: '撤销' };
  expect((await checker.post(`${receipts}/reverse-use`, { body: undo })).body.reason).toBe('receipt.followsOrder');

  const paid = await pay(2, (await lease.plan(id)) as Row[]);
  expect((await lease.read(id)).businessStatus).toBe(8);
  expect((await money(id)).principal).toBe('0.00');
  expect(await faults()).toEqual([]);
  ok(await reverse(paid.at(-1)!));
  expect((await money(id)).principal).toBe('10000.00');
  expect(await faults()).toEqual([]);
});

it('is the customer’s where the customer pays', async () => {
  const { id, customerId } = await remitted('10000.00', { direction: 2 });
  ok(await lease.move(id, 6, { reason: '补录' }));
  expect(await money(id)).toEqual({ amount: '0.00', principal: '0.00', deposit: '0.00' });
  expect(await balances(customerId)).toEqual({ prepaid: '10000.00', advanced: '0.00' });
  expect(await faults()).toEqual([]);
});

it('books what orders hold that were started before', async () => {
  const { id } = await remitted('10000.00');
  ok(await lease.move(id, 6, { reason: '补录' }));
  await server.sql(`delete from lease_payment_txn where order_id = $1 and kind = 5`, [id]);
  await server.sql('update lease_order set is_opened = 0 where id = $1', [id]);
  await server.advance();
  expect(await money(id)).toEqual({ amount: '0.00', principal: '10000.00', deposit: '0.00' });
  expect(await faults()).toEqual([]);
});

it('holds a deposit until the end, gives it back then, and holds it again when the end is taken back', async () => {
  const { order, rows } = await lease.started(
    { interestDate: '2025-01-01' },
    { direction: 2, depositRate: '10', feeRate: '1', deadline: 90, repayMethod: 3 },
  );
  const { id, customerId } = order as { id: string; customerId: string };
  const paid = await pay(1, rows.slice(0, -1));
  expect(await money(id)).toMatchObject({ deposit: '1000.00' });
  const [last] = await pay(1, rows.slice(-1));
  expect((await lease.read(id)).businessStatus).toBe(8);
  expect(await money(id)).toMatchObject({ deposit: '0.00' });
  expect(await balances(customerId)).toEqual({ prepaid: '1000.00', advanced: '0.00' });
  const entries = ok(await server.admin.get(`${receipts}/entries`, { orderId: id })) as {
    account: number;
    batchNo: string;
  }[];
  const { batchNo } = entries.find(({ account }) => account === 6)!;
  const undo = { transferNo: batchNo, reason: '撤销' };
  expect((await checker.post(`${receipts}/reverse-use`, { body: undo })).body.reason).toBe('receipt.followsOrder');
  expect(await faults()).toEqual([]);

  ok(await reverse(last!));
  expect(await money(id)).toMatchObject({ deposit: '1000.00' });
  expect(await balances(customerId)).toEqual({ prepaid: '0.00', advanced: '0.00' });
  expect(await faults()).toEqual([]);
  await pay(1, rows.slice(-1));
  // Once it has been paid out, the end of the order stands.
  const refund = { customerId, direction: 1, amount: '1000.00', valueDate: today, reason: '退还保证金' };
  ok(await server.admin.post(`${receipts}/refund`, { body: refund }));
  const before = await server.fingerprint();
  expect((await reverse(paid[1]!)).body.reason).toBe('receipt.depositUsed');
  expect(await server.fingerprint()).toBe(before);
  expect(await faults()).toEqual([]);
});

it('sets a deposit off against a settlement, and gives the rest back', async () => {
  const { order, rows } = await lease.started(
    { interestDate: '2025-01-01' },
    { direction: 2, depositRate: '100', deadline: 360, repayMethod: 3 },
  );
  const { id, customerId } = order as { id: string; customerId: string };
  const use = (body: object = {}) =>
    server.admin.post(`${receipts}/use-deposit`, { body: { orderId: id, reason: '抵付', ...body } });
  expect((await use()).body.reason).toBe('receipt.balance');
  const plan = rows as Row[];
  await pay(
    1,
    plan.filter(({ kind }) => kind === 3),
  );
  await pay(1, plan.filter(({ kind }) => kind === 1).slice(0, 3));
  const { version } = await lease.read(id);
  const { total, deposit } = ok(await server.admin.get(`${lease.paths.order}/exit-quote`, { id, exitDate: today }));
  expect(deposit).toBe('10000.00');
  const asked = { id, version: String(version), exitDate: today, amount: total, reason: '提前' };
  ok(await server.admin.post(`${lease.paths.order}/exit`, { body: asked }));
  expect((await use({ amount: '10000.01' })).body.reason).toBe('receipt.balance');
  expect(ok(await use({ dryRun: true }))).toMatchObject({ booked: total });
  ok(await use());
  expect((await lease.read(id)).businessStatus).toBe(10);
  const { prepaid } = await balances(customerId);
  expect(Number(prepaid) + Number(total)).toBe(10000);
  expect(await money(id)).toMatchObject({ deposit: '0.00' });
  expect(await faults()).toEqual([]);
});

it('is stated on the customer’s statement while it is held, and on the certificate once it is given back', async () => {
  const { order, rows } = await lease.started(
    { interestDate: '2025-01-01' },
    { direction: 2, depositRate: '10', deadline: 90, repayMethod: 3 },
  );
  const { id, customerId } = order as { id: string; customerId: string };
  await pay(1, rows.slice(0, 1));
  const statement = async () => {
    const query = { id: customerId, from: '2025-01-01', to: today };
    return textOf((await server.admin.get('/blade-customer/customer/statement', query)).raw);
  };
  expect(await statement()).toContain('1,000.00');
  expect(await statement()).toContain('持有的保证金');
  await pay(1, rows.slice(1));
  expect(await statement()).not.toContain('持有的保证金');
  expect(textOf((await server.admin.get(`${lease.paths.order}/certificate`, { id })).raw)).toContain('保证金退还');
});

it('is not taken back once it is set off', async () => {
  const { order, rows } = await lease.started(
    { interestDate: '2025-01-01' },
    { direction: 2, depositRate: '10', deadline: 90, repayMethod: 3 },
  );
  const [deposit] = await pay(1, rows.slice(0, 1));
  const used = ok(await server.admin.post(`${receipts}/use-deposit`, { body: { orderId: order.id, reason: '抵付' } }));
  const before = await server.fingerprint();
  expect((await reverse(deposit!)).body.reason).toBe('receipt.depositUsed');
  expect(await server.fingerprint()).toBe(before);
  const back = { transferNo: used.transferNo, reason: '撤销' };
  ok(await checker.post(`${receipts}/reverse-use`, { body: back }));
  ok(await reverse(deposit!));
  expect(await faults()).toEqual([]);
});

it('pays no more principal back than came in, by whatever call, and the nightly check finds what did', async () => {
  const { id } = await remitted('20000.00');
  ok(await lease.move(id, 6, { reason: '已约定' }));
  // As an order stands whose transfer was confirmed for less before that changed its amount.
  await server.sql('update lease_payment_txn set amount = 0.01 where order_id = $1 and account = 5', [id]);
  const rows: Row[] = await lease.plan(id);
  const ids = rows.map((row) => row.id).join(',');
  const untouched = await server.fingerprint();
  const trial = ok(
    await server.admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids, dryRun: '1' } }),
  );
  expect(trial.offenders.length).toBe(rows.length);
  expect(trial.offenders[0].text).toContain('归还的本金超过收到的本金');
  const answers = [
    await server.admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids, reason: '提前' } }),
    await server.admin.post('/blade-bank/batch/make', { body: { ids, layout: 1, reason: '客户要求' } }),
    ...(await Promise.all(
      ['', '1'].map((dryRun) => {
        const lines = rows.map(({ id: planId, amountPayable: amount }) => ({ planId, amount }));
        const amount = String(rows.reduce((sum, one) => sum + Number(one.amountPayable), 0).toFixed(2));
        const body = { direction: 2, valueDate: today, amount, lines, remark: '提前', ...(dryRun ? { dryRun } : {}) };
        return server.admin.post(`${receipts}/book`, { body });
      }),
    )),
  ];
  expect(answers.map(({ body }) => body.reason)).toEqual([
    'plan.offenders',
    'receipt.unreceived',
    'receipt.unreceived',
    'receipt.unreceived',
  ]);
  expect(await server.fingerprint()).toBe(untouched);
  const rule = '归还的本金不超过收到的本金 · no more principal is paid back than came in';
  expect(await faults()).not.toContain(rule);
  await server.sql('update lease_payment_txn set amount = 10000 where order_id = $1 and account = 5', [id]);
  await pay(2, rows);
  expect(await faults()).not.toContain(rule);
  await server.sql('update lease_payment_txn set amount = 9999.99 where order_id = $1 and account = 5', [id]);
  expect(await faults()).toContain(rule);
});
