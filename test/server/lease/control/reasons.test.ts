/** What one call asks a reason for, every call asks: the order of instalments, days ahead, another customer's money. */
import { deedsAtOnce } from '../../../support/approvals';
import { icbcCsv } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { type Answer, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer({ now: '2026-11-20 10:00:00' });
  await deedsAtOnce(server);
  lease = leaseOf(server);
});
afterAll(() => server.close());

const receipts = '/blade-receipt/receipt';
const statements = '/blade-bank/statement';
const today = '2026-11-20';
/** An order whose customer pays; its first two instalments are due. */
async function started() {
  const { order, rows } = await lease.started(
    { interestDate: '2026-09-10', totalAmount: '10000' },
    { direction: 2, deadline: 360, repayMethod: 3 },
  );
  return { id: order.id as string, customerId: order.customerId as string, code: order.contractCode as string, rows };
}
const post = (path: string, body: object) => server.admin.post(path, { body });
/** Refused without a reason, writing nothing, and told beforehand by the trial; done with one. */
async function asks(
  send: (more: { reason?: string; dryRun?: string }) => Promise<Answer>,
  says: RegExp,
  hasTrial = true,
): Promise<void> {
  const untouched = await server.fingerprint();
  if (hasTrial) expect(ok(await send({ dryRun: '1' })).needsReason.join()).toMatch(says);
  const refused = await send({});
  expect([refused.status, refused.body.reason]).toEqual([400, 'plan.reasonNeeded']);
  expect(refused.body.msg).toMatch(says);
  expect(await server.fingerprint()).toBe(untouched);
  ok(await send({ reason: '客户要求' }));
}

it('a receipt that is booked to chosen instalments', async () => {
  const { rows } = await started();
  const lines = [{ planId: rows[11].id, amount: '5.00' }];
  await asks(
    ({ reason, dryRun }) =>
      post(`${receipts}/book`, {
        ...{ direction: 1, valueDate: today, amount: '5.00', lines },
        ...(reason ? { remark: reason } : {}),
        ...(dryRun ? { dryRun } : {}),
      }),
    /第12期的前序期次尚未付款.*第12期距应付日还有 \d+ 天/,
  );
});

it('a receipt that pays a little of each earlier instalment, and the last one', async () => {
  const { rows } = await started();
  const lines = rows.map(({ id, amountPayable }: { id: string; amountPayable: string }, at: number) => ({
    planId: id,
    amount: at === 1 ? amountPayable : '0.01',
  }));
  const amount = (Number(rows[1].amountPayable) + (rows.length - 1) * 0.01).toFixed(2);
  const answer = await post(`${receipts}/book`, { direction: 1, valueDate: today, amount, lines });
  expect(answer.body.reason).toBe('plan.reasonNeeded');
  expect(answer.body.msg).toContain('第2期的前序期次尚未付款');
});

it('a receipt of one customer that pays the order of another, also when it is claimed later', async () => {
  const { id } = await started();
  const customerId = (await lease.customer()).id;
  const movement = { direction: 1, valueDate: today, amount: '10.00', customerId };
  await asks(
    ({ reason, dryRun }) =>
      post(`${receipts}/book`, {
        ...{ ...movement, orderIds: id },
        ...(reason ? { remark: reason } : {}),
        ...(dryRun ? { dryRun } : {}),
      }),
    /不是该客户的订单/,
  );
  const { receiptId } = ok(await post(`${receipts}/book`, movement));
  await asks((more) => post(`${receipts}/claim`, { id: receiptId, orderIds: id, ...more }), /不是该客户的订单/);
});

/** Pays what is due of the customer, and leaves some money on their balance. */
async function paidUp(customerId: string): Promise<void> {
  const body = { direction: 1, valueDate: today, amount: '5000.00', customerId, rest: 'prepaid' };
  expect(Number(ok(await post(`${receipts}/book`, body)).rest)).toBeGreaterThan(1000);
}

it('a balance that pays instalments to come', async () => {
  const { customerId, rows } = await started();
  await paidUp(customerId);
  const use = { customerId, direction: 1, amount: '5.00', lines: [{ planId: rows[6].id, amount: '5.00' }] };
  await asks((more) => post(`${receipts}/use-balance`, { ...use, ...more }), /第7期距应付日还有/);
});

it('a line of a bank that pays an instalment to come', async () => {
  const { code, customerId, rows } = await started();
  await paidUp(customerId);
  const lines = [{ day: today, amount: rows[2].amountPayable, name: '李雷', purpose: code, serial: 'B1' }];
  const account = '6222020000000000001';
  await registerAccount(server, { account });
  const file = icbcCsv({ account, opening: '0.00', lines });
  const { statementId } = ok(await server.admin.upload(`${statements}/upload`, file, { name: 'icbc.csv' }));
  const [line] = ok(await server.admin.get(`${statements}/lines`, { statementId })).records;
  const proposal = line.proposals.findIndex(({ shares }: { shares: { planId: string }[] }) =>
    shares.some(({ planId }) => planId === rows[2].id),
  );
  const body = { statementId, lines: [{ id: line.id, proposal }] };
  await asks(
    ({ reason }) => post(`${statements}/confirm`, { ...body, ...(reason ? { reason } : {}) }),
    /第3期距应付日还有 20 天/,
    false,
  );
});

it('a payment file of instalments to come, which those who decide are told', async () => {
  const started = await lease.started(
    { interestDate: '2026-08-17', bankCardCode: '6222021234567890128' },
    { direction: 1 },
  );
  const body = { ids: started.rows.at(-1).id, layout: 2 };
  const refused = await post('/blade-bank/batch/make', body);
  expect(refused.body).toMatchObject({
    reason: 'plan.reasonNeeded',
    msg: expect.stringContaining('的前序期次尚未付款'),
  });
  const { id } = ok(await post('/blade-bank/batch/make', { ...body, reason: '客户要求' }));
  const [entry] = ok(await server.admin.get('/blade-bank/batch/history', { id }));
  expect(entry).toMatchObject({ action: 'add', reason: '客户要求' });
});
