/** Money that a bank's paper names one party for is not booked to another by one person, and no day is made up alone. */

import { approvalActs } from '../../../../contract/domain/approvals';
import { addDays } from '../../../../contract/domain/calendar';
import { inYuan } from '../../../../contract/domain/ledger/inYuan';
import { bankRules } from '../../../../server/job/handlers/bankRules';
import { openBooks } from '../../../support/approvals';
import { icbcCsv, type Moved } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { decisionsOn } from '../../../support/decisions';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../../support/server';

let server: Server;
let finance: Client;
let peer: Client;
let risk: Client;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  await server.sql('update sys_user set must_change_password = 0');
  finance = await server.as('gu.xizhou');
  peer = await server.as('luo.weian');
  risk = await server.as('he.qingye');
  await registerAccount(server, { account: '6222020000000000001' });
}, 120_000);
afterAll(() => server.close());

const { waitsFor, found } = decisionsOn(() => server);
const receipts = '/blade-receipt/receipt';
const plans = '/blade-paymentPlan/paymentPlan';
const statements = '/blade-bank/statement';
const batches = '/blade-bank/batch';
const today = () => server.clock.text().slice(0, 10);

let reached = '0.00';
let files = 0;
/** A statement with these lines, and its stored lines. */
async function imported(...lines: Omit<Moved, 'day'>[]) {
  const bytes = icbcCsv({
    account: '6222020000000000001',
    opening: reached,
    lines: lines.map((line) => ({ ...line, day: today() })),
  });
  reached = lines.reduce((sum, { amount }) => (Number(sum) + Number(amount)).toFixed(2), reached);
  const upload = ok(await finance.upload(`${statements}/upload`, bytes, { name: `${++files}.csv` }));
  const { statementId } = upload;
  const read = async () => ok(await finance.get(`${statements}/lines`, { statementId })).records;
  return { upload, statementId, read, lines: await read() };
}
const customers = async () =>
  ok(await server.admin.get('/blade-customer/customer/list', { size: 50, kycStatus: 1 })).records.filter(
    ({ kycStatus }: { kycStatus: number }) => kycStatus === 1,
  );
const prepaidOf = async (customerId: string) =>
  Number(ok(await finance.get(`${receipts}/balances`, { customerId })).prepaid);

it('a line that names somebody else is booked to a customer by two people, and then their account is known', async () => {
  const [{ id: customerId, realName }] = await customers();
  const other = { name: '甲公司', account: '6217000000000000018' };
  const { statementId, lines, read } = await imported(
    { amount: '77000.00', ...other, serial: 'N1' },
    { amount: '66000.00', name: realName, serial: 'N2' },
  );
  const before = await prepaidOf(customerId);
  const assign = (line: { id: string }, of = statementId) =>
    finance.post(`${statements}/assign`, {
      body: { statementId: of, id: line.id, customerId, rest: 'prepaid', reason: '客户委托付款' },
    });
  const asked = await assign(lines[0]);
  expect(await prepaidOf(customerId)).toBe(before);
  expect((await assign(lines[0])).body.reason).toBe('approval.pending');
  await waitsFor(asked, 'lineOther', { asked: [finance, peer], decides: risk });
  expect((await read())[0]).toMatchObject({ state: 2, receiptNo: expect.stringMatching(/^SK/) });
  const once = await prepaidOf(customerId);
  expect(once).toBeGreaterThan(before);
  // What the bank says itself needs no one else; what was decided once is known.
  expect((await assign(lines[1])).body).not.toHaveProperty('heldAct');
  const next = await imported({ amount: '10.00', ...other, serial: 'N3' });
  expect((await assign(next.lines[0], next.statementId)).body).not.toHaveProperty('heldAct');
});

it('nor does it become another’s by being claimed, nor by an account that a person has typed', async () => {
  const [, { id: customerId }] = await customers();
  const other = { name: '乙公司', account: '6217000000000000026' };
  const typed = { partyName: other.name, partyAccount: other.account };
  const byHand = { direction: 1, valueDate: today(), amount: '1.00', customerId, rest: 'prepaid', ...typed };
  ok(await finance.post(`${receipts}/book`, { body: byHand }));
  const { statementId, lines, read } = await imported({ amount: '55000.00', ...other, serial: 'N4' });
  const before = await prepaidOf(customerId);
  ok(
    await finance.post(`${statements}/confirm`, {
      body: { statementId, lines: [{ id: lines[0].id }], asUnclaimed: true },
    }),
  );
  const [{ receiptId }] = await read();
  const asked = await finance.post(`${receipts}/claim`, {
    body: { id: receiptId, customerId, rest: 'prepaid', reason: '客户委托付款' },
  });
  expect(await prepaidOf(customerId)).toBe(before);
  await waitsFor(asked, 'claimOther', { asked: [finance, peer], decides: risk });
  expect(await prepaidOf(customerId)).toBeGreaterThan(before);
});

it('a name or an account that a person has typed into a customer or an order proves nothing', async () => {
  const lease = leaseOf(server);
  const verified = await lease.customer({ realName: '己公司' });
  const typed = await lease.customer({ realName: '戊公司', kycStatus: 0 });
  const account = '6217000000000000034';
  const { id: orderId } = await lease.order({ customerId: verified.id, bankCardCode: account });
  const { statementId, lines } = await imported(
    { amount: '61.00', name: '戊公司', account: '6217000000000000042', serial: 'N14' },
    { amount: '62.00', name: '庚公司', account, serial: 'N15' },
    { amount: '63.00', name: '己公司', account: '6217000000000000059', serial: 'N16' },
    { amount: '64.00', name: '庚公司', account, serial: 'N17' },
  );
  const assign = (at: number, { id: customerId }: { id: string }) =>
    finance.post(`${statements}/assign`, {
      body: { statementId, id: lines[at].id, customerId, rest: 'prepaid', reason: '客户来款' },
    });
  const { number } = approvalActs.lineOther;
  expect((await assign(0, typed)).body.heldAct).toBe(number);
  expect((await assign(1, verified)).body.heldAct).toBe(number);
  expect((await assign(2, verified)).body).not.toHaveProperty('heldAct');
  await server.sql('update lease_order set signed_time = create_time where id = $1', [orderId]);
  expect((await assign(3, verified)).body).not.toHaveProperty('heldAct');
});

it('an answer that only the amount speaks for is asked for by itself', async () => {
  const row = await found(
    `${plans}/page`,
    { payStatus: 0 },
    (one) => one.direction === 2 && one.isFrozen !== 1 && !one.approvalAct && one.paymentDate <= today(),
  );
  const open = (Number(row.amountPayable) - Number(row.paidAmount) + Number(row.lateOpen)).toFixed(2);
  const { statementId, lines, read } = await imported(
    { amount: open, name: '丙公司', purpose: row.contractCode, serial: 'N5' },
    { amount: '1.23', name: '丁公司', serial: 'N6' },
  );
  expect(lines[0].proposals.length).toBeGreaterThan(0);
  const confirm = (more: object) =>
    finance.post(`${statements}/confirm`, {
      body: { statementId, lines: [{ id: lines[0].id, proposal: 0 }], reason: '客户委托付款', ...more },
    });
  // What others are asked to decide on is what the person has confirmed, and is kept with it.
  const { trial } = ok(await confirm({ dryRun: true }));
  expect((await confirm({ trial: 'A'.repeat(16) })).body.reason).toBe('trial.changed');
  const asked = await confirm({ trial });
  const [{ input }] = await server.sql('select input from approval order by id desc limit 1');
  expect(input).toMatchObject({ trial });
  expect(ok(asked)).toMatchObject({ booked: 0, linked: 0 });
  await waitsFor(asked, 'lineOther', { asked: [finance, peer], decides: risk });
  expect((await read())[0].state).toBe(2);
  expect(ok(await finance.get(`${plans}/detail`, { id: row.id })).payStatus).toBe(1);
});

it('an earlier day that makes a late charge vanish is a decision of two people', async () => {
  const row = await found(
    `${plans}/page`,
    { overdue: 1 },
    (one) => Number(one.lateOpen) > 50 && one.isFrozen !== 1 && !one.approvalAct && one.direction === 2,
  );
  const amount = (Number(row.amountPayable) - Number(row.paidAmount)).toFixed(2);
  const book = (valueDate: string, more = {}) =>
    finance.post(`${receipts}/book`, {
      body: {
        ...{ direction: 1, valueDate, amount, remark: '按期已付' },
        ...{ lines: [{ planId: row.id, amount }], ...more },
      },
    });
  const asked = await book(row.paymentDate);
  expect(ok(await finance.get(`${plans}/detail`, { id: row.id })).payStatus).toBe(0);
  expect(asked.body.heldAct).toBe(approvalActs.receiptBook.number);
  const [{ changes }] = await server.sql('select changes from approval where act = 21 order by id desc limit 1');
  expect(changes).toContainEqual(expect.objectContaining({ after: inYuan(row.lateOpen) }));
  // The same by way of money that is claimed later.
  const unclaimed = { lines: [], rest: 'unclaimed', amount: '88.00' };
  expect((await book(addDays(today(), -20), unclaimed)).body.heldAct).toBe(approvalActs.receiptBook.number);
  expect((await book(today(), unclaimed)).body).not.toHaveProperty('heldAct');
});

it('lines are ignored up to the limit of the role, however often', async () => {
  await server.sql(`update sys_role set ignore_limit = 1000.00 where role_alias in ('finance', 'risk')`);
  const { statementId, lines } = await imported(
    { amount: '800.00', name: '某甲', serial: 'N7' },
    { amount: '300.00', name: '某乙', serial: 'N8' },
  );
  const ignore = ({ id }: { id: string }) =>
    finance.post(`${statements}/ignore`, { body: { statementId, ids: id, reason: '不用管' } });
  expect((await ignore(lines[0])).body.heldAct).toBe(approvalActs.lineIgnore.number);
  expect((await ignore(lines[1])).body.reason).toBe('approval.beyondLimit');
  await server.sql(`update sys_role set ignore_limit = null`);
});

it('lines that were ignored without others count under whatever name their person has since', async () => {
  await server.sql('update approval_rule set is_on = 0 where act = $1', [approvalActs.lineIgnore.number]);
  await server.sql(`update sys_role set ignore_limit = 1000.00 where role_alias = 'finance'`);
  const { statementId, lines } = await imported(
    { amount: '180.00', name: '某丙', serial: 'N12' },
    { amount: '180.00', name: '某丁', serial: 'N13' },
  );
  const ignore = ({ id }: { id: string }) =>
    finance.post(`${statements}/ignore`, { body: { statementId, ids: id, reason: '不用管' } });
  expect((await ignore(lines[0])).body).not.toHaveProperty('heldAct');
  const named = async (realName: string) =>
    ok(await finance.post('/blade-system/user/update-info', { body: { realName } }));
  await named('顾西舟');
  const second = await ignore(lines[1]);
  await named('顾西洲');
  await server.sql(`update sys_role set ignore_limit = null`);
  await server.sql('update approval_rule set is_on = 1 where act = $1', [approvalActs.lineIgnore.number]);
  expect(second.body.reason).toBe('approval.beyondLimit');
});

it('who has an order scope follows and withdraws what they asked for themselves', async () => {
  const lead = await server.as('xu.qingyue');
  ok(await lead.post(`${receipts}/close`, { body: { closedUntil: addDays(today(), -30), reason: '月结' } }));
  const asked = await lead.post(`${receipts}/close`, { body: { reason: '补记' } });
  expect(asked.body.heldAct).toBe(approvalActs.booksReopen.number);
  const { records } = ok(await lead.get('/blade-flow/approval/list', { size: 50, state: 1 }));
  const own = records.find(({ act }: { act: number }) => act === approvalActs.booksReopen.number);
  ok(await lead.post('/blade-flow/approval/withdraw', { body: { ids: own.id } }));
  await openBooks(server);
});

it('a payment that left for another account than its file says is told at once and found by night', async () => {
  const { id } = await found(
    `${plans}/page`,
    { payStatus: 0 },
    (row) => row.direction === 1 && row.isFrozen !== 1 && !row.approvalAct && /^\d+$/.test(row.bankCardCode),
  );
  const batch = ok(await finance.post(`${batches}/make`, { body: { ids: id, layout: 2, reason: '客户要求' } }));
  const [item] = ok(await finance.get(`${batches}/items`, { id: batch.id }));
  const out = { amount: `-${item.amount}`, purpose: item.reference };
  const good = await imported({ ...out, name: item.payeeName, account: item.account, serial: 'N9' });
  expect(good.upload.stray).toBe(0);
  const masked = await imported({
    ...out,
    name: item.payeeName,
    account: `6222****${item.account.slice(-4)}`,
    serial: 'N10',
  });
  expect(masked.upload.stray).toBe(0);
  const bad = await imported({ ...out, name: '顾西洲', account: '6222999988887777666', serial: 'N11' });
  expect(bad.upload.stray).toBe(1);
  const [told] = await server.sql('select user_ids as people, content from inbox order by id desc limit 1');
  expect(told.content).toContain(item.reference);
  expect(told.people.length).toBeGreaterThan(1);
  const night = await server.deps.db.withTenant(platform, today(), async (trx) =>
    Promise.all(bankRules.map(async ({ broken }) => (await broken(platform).execute(trx)).rows)),
  );
  expect(night).toEqual([[], [expect.objectContaining({ text: `${item.reference} ${item.amount}` })]]);
});
