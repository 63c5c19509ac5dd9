/** A tenant as it ships: what takes money out of the company takes two people, who are not of one role. */
import { createHash } from 'node:crypto';
import { approvalActs, guardedActs, shippedRule } from '../../../../contract/domain/approvals';
import { inYuan } from '../../../../contract/domain/ledger/inYuan';
import { textIn } from '../../../../contract/domain/text';
import { aloneSince } from '../../../support/approvals';
import { icbcCsv, workbook } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { decisionsOn } from '../../../support/decisions';
import { png } from '../../../support/png';
import { type Answer, type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let finance: Client;
let peer: Client;
let lead: Client;
let papers: Client;
let risk: Client;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  await server.sql('update sys_user set must_change_password = 0');
  finance = await server.as('gu.xizhou');
  peer = await server.as('luo.weian');
  lead = await server.as('xu.qingyue');
  papers = await server.as('shen.zhiyao');
  risk = await server.as('he.qingye');
}, 120_000);
afterAll(() => server.close());

const receipts = '/blade-receipt/receipt';
const orders = '/blade-order/order';
const plans = '/blade-paymentPlan/paymentPlan';
const statements = '/blade-bank/statement';
const batches = '/blade-bank/batch';
const today = () => server.clock.text().slice(0, 10);

const { taskOf, waitsFor, found } = decisionsOn(() => server);

it('begins with rules on where money can leave or vanish, and names those that were switched off', async () => {
  const { records } = ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 100 }));
  for (const [name, { number }] of Object.entries(approvalActs))
    expect(records.find(({ act }: { act: number }) => act === number)).toMatchObject(
      shippedRule(name as keyof typeof approvalActs),
    );
  const unguarded = async () => ok(await server.admin.get('/blade-flow/approval-rule/unguarded'));
  expect(await unguarded()).toEqual({ isSingle: false, acts: [] });
  await server.sql('update approval_rule set is_on = 0 where is_on = 1');
  expect((await unguarded()).acts).toEqual(guardedActs.map((name) => approvalActs[name].title.zh));
  await server.sql('update approval_rule set is_on = 1 where act = any($1)', [
    guardedActs.map((name) => approvalActs[name].number),
  ]);
  expect((await finance.get('/blade-flow/approval-rule/unguarded')).status).toBe(403);
});

it('a receipt that never came is not refunded to an account that the clerk names', async () => {
  const { id: customerId } = await found('/blade-customer/customer/list', {});
  const body = { direction: 1, valueDate: today(), amount: '88888.00', customerId, rest: 'prepaid' };
  ok(await finance.post(`${receipts}/book`, { body }));
  const balance = async () => Number(ok(await finance.get(`${receipts}/balances`, { customerId })).prepaid);
  const before = await balance();
  const refund = { direction: 1, amount: '88888.00', valueDate: today(), partyName: '顾西洲', reason: '多付' };
  const asked = await finance.post(`${receipts}/refund`, { body: { customerId, ...refund } });
  expect(await balance()).toBe(before);
  await waitsFor(asked, 'refund', { asked: [finance, peer], decides: risk });
  expect(await balance()).toBe(before - 88_888);
});

it('a large movement entered by hand waits, and is the receipt that was decided on', async () => {
  const body = { direction: 1, valueDate: today(), amount: '500000.00', partyName: '某某公司', remark: '现金' };
  const trial = await finance.post(`${receipts}/book`, { body: { ...body, dryRun: '1' } });
  expect(trial.body).not.toHaveProperty('heldAct');
  const asked = await finance.post(`${receipts}/book`, { body });
  expect(ok(asked)).toMatchObject({ receiptId: null, receiptNo: null });
  const [{ entity_id: id }] = await server.sql('select entity_id from approval where act = 21');
  const read = () => finance.get(`${receipts}/detail`, { id });
  expect((await read()).status).toBe(404);
  await waitsFor(asked, 'receiptBook', { asked: [finance, peer], decides: risk });
  expect(ok(await read())).toMatchObject({ amount: '500000.00', openAmount: '500000.00', partyName: '某某公司' });
  // Many small ones of one day are as much as a large one.
  const small = (amount: string) => peer.post(`${receipts}/book`, { body: { ...body, amount } });
  expect((await small('499999.99')).body).not.toHaveProperty('heldAct');
  expect((await small('0.01')).body.heldAct).toBe(approvalActs.receiptBook.number);
});

it('an exit, at whatever fee its maker chooses, waits', async () => {
  const { id } = await found(`${orders}/page`, { businessStatus: 6 }, (row) => !row.approvalAct);
  const terms = { exitDate: today(), exitRate: '0', feeRate: '1' };
  const quote = ok(await lead.get(`${orders}/exit-quote`, { id, ...terms }));
  const { version } = ok(await lead.get(`${orders}/detail`, { id }));
  const body = { id, version, ...terms, amount: quote.total, reason: '客户要求' };
  const asked = await lead.post(`${orders}/exit`, { body });
  expect(ok(await lead.get(`${orders}/detail`, { id })).businessStatus).toBe(6);
  // Who decides reads the rate that was chosen, the fee, and until when the amount holds.
  const [{ changes }] = await server.sql('select changes from approval where entity_id = $1', [id]);
  const told = JSON.stringify(changes);
  for (const part of [textIn(inYuan(quote.fee), 'zh'), '"0%"', quote.exitUntil]) expect(told).toContain(part);
  await waitsFor(asked, 'orderExit', { asked: [lead], decides: finance });
});

it('a late charge is waived by two people, of an instalment up to the limit of their roles', async () => {
  const lateOf = async (id: string) => ok(await server.admin.get(`${plans}/detail`, { id })).lateOpen;
  const row = await found(`${plans}/page`, { overdue: 1 }, ({ lateOpen }) => Number(lateOpen) > 2);
  await server.sql(`update sys_role set waiver_limit = 1.50 where role_alias = 'sales_lead'`);
  const waive = (amount: string) =>
    server.as('xu.qingyue').then((one) =>
      one.post(`${plans}/waive`, {
        body: { id: row.id, amount, reason: '协商' },
      }),
    );
  const scope = await server.sql('delete from sys_role_scope returning tenant_id, role_id, category, scope_id');
  expect((await waive('1.51')).body).toMatchObject({ success: false, reason: 'approval.beyondLimit' });
  await waitsFor(await waive('1.00'), 'lateWaiver', { asked: [lead], decides: finance });
  expect(Number(await lateOf(row.id))).toBeCloseTo(Number(row.lateOpen) - 1, 2);
  // What was waived before counts.
  expect((await waive('0.51')).body).toMatchObject({ success: false, reason: 'approval.beyondLimit' });
  // A person whose limit is lower does not decide either.
  await server.sql(`update sys_role set waiver_limit = 0.10 where role_alias = 'finance'`);
  const asked = await waive('0.50');
  const taskId = await taskOf(approvalActs.lateWaiver.number);
  ok(await finance.post('/blade-flow/work/claim-task', { query: { taskId } }));
  const agree = { body: { taskId, flag: 'ok', comment: '同意' } };
  // What they decide on does not change meanwhile.
  const pays = { direction: 1, valueDate: today(), amount: '1.00', lines: [{ planId: row.id, amount: '1.00' }] };
  expect((await finance.post(`${receipts}/book`, { body: { ...pays, remark: '部分' } })).body.reason).toBe(
    'approval.pending',
  );
  expect((await finance.post('/blade-flow/work/complete-task', agree)).body.reason).toBe('approval.notDecider');
  expect(asked.body.heldAct).toBe(approvalActs.lateWaiver.number);
  for (const { tenant_id, role_id, category, scope_id } of scope)
    await server.sql('insert into sys_role_scope (tenant_id, role_id, category, scope_id) values ($1, $2, $3, $4)', [
      tenant_id,
      role_id,
      category,
      scope_id,
    ]);
});

it('an incoming line is ignored by two people, and is not booked meanwhile', async () => {
  await registerAccount(server, { account: '6222020000000000001' });
  const file = icbcCsv({
    account: '6222020000000000001',
    opening: '0.00',
    lines: [
      { day: today(), amount: '900.00', name: '无名', serial: 'L1' },
      { day: today(), amount: '5.00', name: '无名', serial: 'L2' },
    ],
  });
  const { statementId } = ok(await finance.upload(`${statements}/upload`, file, { name: 'icbc.csv' }));
  const lines = async () => ok(await finance.get(`${statements}/lines`, { statementId })).records;
  const [large, small] = await lines();
  const ignore = (ids: string) =>
    finance.post(`${statements}/ignore`, { body: { statementId, ids, reason: '不用管' } });
  const asked = await ignore(large.id);
  expect((await lines()).map(({ state }: { state: number }) => state)).toEqual([1, 1]);
  const confirm = { statementId, lines: [{ id: large.id }], asUnclaimed: true };
  expect((await finance.post(`${statements}/confirm`, { body: confirm })).body.reason).toBe('approval.pending');
  expect((await ignore(large.id)).body.reason).toBe('approval.pending');
  // Other lines of the statement go on.
  expect((await ignore(small.id)).body.heldAct).toBe(approvalActs.lineIgnore.number);
  await waitsFor(asked, 'lineIgnore', { asked: [finance, peer], decides: risk });
  await server.sql(`update sys_role set ignore_limit = 899.99 where role_alias = 'finance'`);
  const { statementId: next } = ok(
    await finance.upload(
      `${statements}/upload`,
      icbcCsv({
        account: '6222020000000000001',
        opening: '905.00',
        lines: [{ day: today(), amount: '900.00', serial: 'L3' }],
      }),
      { name: 'next.csv' },
    ),
  );
  const [line] = ok(await finance.get(`${statements}/lines`, { statementId: next })).records;
  // Nor does the one who imported a line make it vanish by removing its statement, or anyone while it waits.
  const remove = (who: Client, id: string) => who.post(`${statements}/remove`, { query: { ids: id } });
  expect((await remove(finance, next)).body.reason).toBe('bank.removeOwn');
  expect((await remove(peer, statementId)).body.reason).toBe('bank.hasBooked');
  const beyond = { statementId: next, ids: line.id, reason: '不用管' };
  expect((await finance.post(`${statements}/ignore`, { body: beyond })).body.reason).toBe('approval.beyondLimit');
});

it('closed books are opened again by two people, also where the rule is off', async () => {
  const close = (closedUntil?: string) =>
    lead.post(`${receipts}/close`, { body: { ...(closedUntil ? { closedUntil } : {}), reason: '月结' } });
  const until = async () => ok(await lead.get(`${receipts}/books`)).closedUntil;
  ok(await close('2026-09-30'));
  ok(await close('2026-10-31'));
  await server.sql('update approval_rule set is_on = 0 where act = 20');
  const asked = await close('2026-01-01');
  expect(await until()).toBe('2026-10-31');
  expect((await close('2026-11-01')).body.reason).toBe('approval.pending');
  await waitsFor(asked, 'booksReopen', { asked: [lead], decides: finance });
  expect(await until()).toBe('2026-01-01');
  await waitsFor(await close(), 'booksReopen', { asked: [lead], decides: finance });
  expect(await until()).toBeNull();
});

it('a payment file is sent by two people', async () => {
  const { id } = await found(
    `${plans}/page`,
    { payStatus: 0 },
    (row) => row.direction === 1 && row.isFrozen !== 1 && !row.approvalAct && /^\d+$/.test(row.bankCardCode),
  );
  const batch = ok(await finance.post(`${batches}/make`, { body: { ids: id, layout: 2, reason: '客户要求' } }));
  const { version } = ok(await finance.get(`${batches}/detail`, { id: batch.id }));
  const asked = await finance.post(`${batches}/send`, { body: { ids: batch.id, version } });
  expect(ok(await finance.get(`${batches}/detail`, { id: batch.id })).state).toBe(1);
  await waitsFor(asked, 'payBatchSend', { asked: [finance, peer], decides: risk });
  expect(ok(await finance.get(`${batches}/detail`, { id: batch.id })).state).toBe(2);

  // What the bank answers must name whom it was asked to pay.
  const [item] = ok(await finance.get(`${batches}/items`, { id: batch.id }));
  const answer = async (head: string[], row: string[]) =>
    finance.upload(`${batches}/answer`, await workbook([head, row]), { name: 'a.xlsx', query: { id: batch.id } });
  const head = ['业务参考号', '收款账号', '收款户名', '付款金额', '处理状态'];
  const row = (account: string, payee: string) => [item.reference, account, payee, item.amount, '成功'];
  const untouched = await server.fingerprint();
  expect((await answer(['业务参考号', '处理状态'], [item.reference, '成功'])).body.reason).toBe('batch.noPayee');
  for (const [account, payee, reason] of [
    ['6222999988887777666', item.payeeName, 'batch.otherAccount'],
    ['*******', item.payeeName, 'batch.otherAccount'],
    ['', item.payeeName, 'batch.otherAccount'],
    [item.account, '顾西洲', 'batch.otherPayee'],
  ])
    expect((await answer(head, row(account, payee))).body.reason).toBe(reason);
  expect(await server.fingerprint()).toBe(untouched);
  expect(ok(await answer(head, row(item.account, ` ${item.payeeName} `))).paid).toBe(1);

  // Those who decided have seen what was sent; each download names its very bytes.
  const { digest } = ok(await finance.get(`${batches}/detail`, { id: batch.id }));
  const [request] = await server.sql('select changes from approval where act = 13');
  const told = JSON.stringify(request.changes);
  expect(told).toContain(digest);
  expect(told).toContain(item.payeeName);
  const { raw } = await finance.get(`${batches}/file`, { id: batch.id, format: 'csv' });
  const [{ reason }] = await server.sql(`select reason from audit_log where entity = 'payBatch' and action = 'reveal'`);
  expect(reason).toContain(createHash('sha256').update(raw).digest('hex').slice(0, 16));
});

it('a voucher below the amount makes an order of what came in, by two people, and no more principal goes back', async () => {
  const lease = leaseOf(server);
  const { id } = await lease.order({ totalAmount: '20000' });
  ok(await lease.move(id, 1));
  const { link } = await lease.upload(png(31, 17, [1, 2, 3]));
  const picture = { orderId: id, picType: 5, imageIndex: 0, path: link };
  const { id: pictureId } = ok(await server.admin.post('/blade-picture/picture/submit', { body: picture }));
  const confirm = async (amount: string) => {
    const { version } = await lease.read(id);
    const body = { id, version, pictureIds: pictureId, amount, reason: '手续费' };
    return papers.post(`${orders}/confirm-voucher`, { body });
  };
  expect((await confirm('0.01')).body.reason).toBe('order.tooSmall');
  await waitsFor(await confirm('15000.00'), 'voucherBelow', { asked: [papers], decides: risk });
  expect(await lease.read(id)).toMatchObject({ businessStatus: 3, totalAmount: '15000.00', voucherAmount: '15000.00' });
});

it('many small deeds of a day are as much as a large one where a rule begins at an amount', async () => {
  const names = ['refund', 'lateWaiver', 'payBatchSend'] as const;
  const numbers = names.map((name) => approvalActs[name].number);
  await server.sql('update approval_rule set from_amount = 100 where act = any($1)', [numbers]);
  const heldAct = ({ body }: Answer) => [body.success, body.heldAct ?? body.reason];
  const { id: customerId } = await leaseOf(server).customer({ realName: '乙公司' });
  const movement = { direction: 1, valueDate: today(), customerId };
  ok(await server.admin.post(`${receipts}/book`, { body: { ...movement, amount: '300.00', rest: 'prepaid' } }));
  const refund = (amount: string) => peer.post(`${receipts}/refund`, { body: { ...movement, amount, reason: '多付' } });
  const refunds = [heldAct(await refund('99.99')), heldAct(await refund('0.01'))];

  await server.sql(`update sys_role set waiver_limit = null`);
  const { records } = ok(await server.admin.get(`${plans}/page`, { overdue: 1, size: 200 }));
  const late = records.filter((row: any) => Number(row.lateOpen) >= 1 && !row.approvalAct);
  const waive = (id: string) => server.admin.post(`${plans}/waive`, { body: { id, amount: '1.00', reason: '协商' } });
  await server.sql('update approval_rule set from_amount = 2 where act = $1', [approvalActs.lateWaiver.number]);
  const waivers = [heldAct(await waive(late[0].id)), heldAct(await waive(late[1].id))];

  await server.sql('update approval_rule set from_amount = 100000000 where act = $1', [
    approvalActs.payBatchSend.number,
  ]);
  const due = (await server.admin.get(`${plans}/page`, { payStatus: 0, size: 200 })).body.data.records.filter(
    (row: any) => row.direction === 1 && row.isFrozen !== 1 && !row.approvalAct && /^\d+$/.test(row.bankCardCode),
  );
  const file = async (id: string) => {
    const batch = ok(await peer.post(`${batches}/make`, { body: { ids: id, layout: 2, reason: '客户要求' } }));
    return ok(await peer.get(`${batches}/detail`, { id: batch.id }));
  };
  const send = ({ id, version }: { id: string; version: number }) =>
    peer.post(`${batches}/send`, { body: { ids: id, version } });
  const files = [await file(due[0].id), await file(due[1].id)];
  await server.sql('update approval_rule set from_amount = $2 where act = $1', [
    approvalActs.payBatchSend.number,
    Math.max(...files.map(({ totalAmount }) => Number(totalAmount))) + 0.01,
  ]);
  const sendings = [heldAct(await send(files[0])), heldAct(await send(files[1]))];
  expect([refunds, waivers, sendings]).toEqual(
    numbers.map((number) => [
      [true, undefined],
      [true, number],
    ]),
  );
});

it('one person alone works on, and is told so', async () => {
  // Who stops all others is not alone by that: for a week they count.
  const others = await server.sql(
    `select id from sys_user where tenant_id = '000000' and account <> 'admin' and status = 1`,
  );
  const switched = (status: number) =>
    server.admin.post('/blade-system/user/change-status', {
      query: { userIds: others.map(({ id }: { id: string }) => id).join(','), status },
    });
  ok(await switched(0));
  expect(ok(await server.admin.get('/blade-flow/approval-rule/unguarded'))).toMatchObject({ isSingle: false });
  const large = { direction: 1, valueDate: today(), amount: '600000.00', partyName: '某某公司' };
  expect((await server.admin.post(`${receipts}/book`, { body: large })).body.reason).toBe('approval.alone');
  ok(await switched(1));
  await aloneSince(server);
  expect(ok(await server.admin.get('/blade-flow/approval-rule/unguarded'))).toMatchObject({ isSingle: true });
  const body = { direction: 1, valueDate: today(), amount: '600000.00', partyName: '某某公司' };
  expect(ok(await server.admin.post(`${receipts}/book`, { body })).receiptId).not.toBeNull();
});
