/** Payments that a bank makes by a file: drafted, sent, downloaded with full accounts, answered. */
import { sum } from '../../../../contract/domain/money';
import { batchStates } from '../../../../contract/modules/lease/payBatch';
import { readSheet } from '../../../../server/kernel/sheets/readSheet';
import { deedsAtOnce } from '../../../support/approvals';
import { workbook } from '../../../support/bankFiles';
import { ledgerFaults } from '../../../support/ledgerFaults';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { decidingRights } from '../../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let clerk: Client;
let order: { id: string; bankCardCode: string };
let rows: { id: string; payStatus: number }[];
beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  lease = leaseOf(server);
  const rights = ['payBatch', 'payBatch_make', 'payBatch_send', 'payBatch_cancel', 'payBatch_answer'];
  const seen = ['order', 'paymentPlan', 'paymentPlan_pay', 'receipt', 'customer'];
  const work = ['work_claim', 'work_claim_sign', 'work_todo', 'work_todo_handle'];
  await server.addUser({ account: 'clerk', permissions: [...seen, ...rights] });
  await server.addUser({
    account: 'sender',
    permissions: [...seen, ...rights, ...work, ...decidingRights, 'payBatch_file'],
  });
  await server.addUser({ account: 'booker', permissions: [...seen, 'receipt_book'] });
  clerk = await server.as('clerk');
  ({ order, rows } = await lease.started({ totalAmount: '20000', interestDate: '2026-08-17' }, { deadline: 2160 }));
}, 120_000);
afterAll(() => server.close());

const path = '/blade-bank/batch';
async function make(ids: string[], layout = 2, who = clerk) {
  return who.post(`${path}/make`, { body: { ids, layout, reason: '客户要求' } });
}
async function act(name: string, id: string, body: object = {}, who = clerk) {
  const { version } = ok(await who.get(`${path}/detail`, { id }));
  return who.post(`${path}/${name}`, { body: { ids: id, version: String(version), ...body } });
}
async function file(id: string, format: string, who: Client) {
  return who.get(`${path}/file`, { id, format });
}
async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const { head, rows: found } = await readSheet(bytes);
  return [head, ...found].map(({ cells }) => cells.map((cell) => cell?.text ?? ''));
}
const faults = () => ledgerFaults(server);

it('pays 48 of 50 by a file, and lets 2 be due again', async () => {
  const sender = await server.as('sender');
  const booker = await server.as('booker');
  const ids = rows.slice(0, 50).map(({ id }) => id);
  const batch = ok(await make(ids));
  expect(batch).toMatchObject({ itemCount: 50, totalAmount: '5000.00' });
  expect((await make(ids.slice(0, 1))).body.reason).toBe('batch.inOther');
  const trial = await clerk.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: ids[0], dryRun: '1' } });
  expect(ok(trial).offenders).toHaveLength(1);
  const byHand = {
    direction: 2,
    valueDate: '2026-11-20',
    amount: '100.00',
    lines: [{ planId: ids[0], amount: '100.00' }],
  };
  const untouched = await server.fingerprint();
  expect((await booker.post('/blade-receipt/receipt/book', { body: byHand })).body.reason).toBe('batch.inOther');
  expect(await server.fingerprint()).toBe(untouched);

  // A draft has no file; a file is for those alone who may see whole account numbers, and each is in the history.
  expect((await file(batch.id, 'csv', sender)).body.reason).toBe('batch.otherState');
  ok(await act('send', batch.id));
  expect((await act('send', batch.id)).body.success).toBe(false);
  expect((await file(batch.id, 'csv', clerk)).status).toBe(403);
  const sent = await cellsOf((await file(batch.id, 'csv', sender)).raw);
  const amountAt = sent[0]!.indexOf('付款金额');
  const payments = sent.slice(1, -1);
  expect(payments).toHaveLength(50);
  expect(payments.every((cells) => cells[1] === order.bankCardCode)).toBe(true);
  expect(sum(payments.map((cells) => cells[amountAt]!))).toBe(batch.totalAmount);
  expect(sent.at(-1)).toEqual(expect.arrayContaining(['合计', '共50笔', '5000.00']));
  const asBook = await cellsOf((await file(batch.id, 'xlsx', sender)).raw);
  expect(asBook[1]!.toSpliced(amountAt, 1)).toEqual(sent[1]!.toSpliced(amountAt, 1));
  expect(sum(asBook.slice(1, -1).map((cells) => cells[amountAt]!))).toBe(batch.totalAmount);
  const items = ok(await clerk.get(`${path}/items`, { id: batch.id }));
  expect(JSON.stringify(items)).not.toContain(order.bankCardCode);
  const history = await server.sql(
    `select action, reason, user_name from audit_log where entity = 'payBatch' and action = 'reveal'`,
  );
  expect(history).toHaveLength(2);
  expect(history[0]).toMatchObject({ user_name: 'sender', reason: expect.stringContaining('5000.00') });

  const head = ['业务参考号', '收款人账号', '收款人名称', '付款金额', '处理状态', '失败原因', '银行流水号', '交易日期'];
  const [, account, payee] = payments[0]!;
  const to = [account!, payee!];
  const result = await workbook([
    head,
    ...payments.map(([reference], at) =>
      at < 48
        ? [reference!, ...to, '100.00', '交易成功', '', `BK${at}`, '20261119']
        : [reference!, ...to, '100.00', '失败', '账号户名不符', '', '20261119'],
    ),
  ]);
  const answer = (bytes: Buffer, name = '回盘.xlsx') =>
    clerk.upload(`${path}/answer`, bytes, { name, query: { id: batch.id } });
  const before = await server.fingerprint();
  const wrong = await workbook([head, [payments[0]![0]!, ...to, '100.01', '成功', '', '', '']]);
  expect((await answer(wrong)).body.reason).toBe('batch.otherAmount');
  expect((await answer(await workbook([head, ['X1', ...to, '', '成功', '', '', '']]))).body.reason).toBe(
    'batch.unknownReference',
  );
  expect((await answer(await workbook([head, [payments[0]![0]!, ...to, '', '处理中', '', '', '']]))).body.reason).toBe(
    'batch.badStatus',
  );
  // What cannot be read is not taken for an amount or a day that the bank leaves out.
  for (const amount of ['1e2', '一百', '100.001', 'NaN'])
    expect(
      (await answer(await workbook([head, [payments[0]![0]!, ...to, amount, '成功', '', '', '']]))).body.reason,
    ).toBe('bank.badRow');
  for (const day of ['20261131', '昨天'])
    expect((await answer(await workbook([head, [payments[0]![0]!, ...to, '', '成功', '', '', day]]))).body.reason).toBe(
      'bank.badRow',
    );
  expect(await server.fingerprint()).toBe(before);

  expect(ok(await answer(result))).toMatchObject({ isKnownFile: false, paid: 48, failed: 2, known: 0 });
  const plan = await lease.plan(order.id);
  expect(plan.slice(0, 50).map(({ payStatus }: { payStatus: number }) => payStatus)).toEqual([
    ...Array(48).fill(1),
    ...Array(2).fill(0),
  ]);
  expect(ok(await clerk.get(`${path}/detail`, { id: batch.id }))).toMatchObject({
    state: 3,
    paidCount: 48,
    failedCount: 2,
  });
  const after = ok(await clerk.get(`${path}/items`, { id: batch.id }));
  expect(after[49]).toMatchObject({ state: 3, bankReason: '账号户名不符', receiptId: null });
  expect(after[0]).toMatchObject({ state: 2, receiptNo: expect.stringMatching(/^FK/) });
  expect(await faults()).toEqual([]);

  // A second upload changes nothing, the same results in another file neither.
  const settled = await server.fingerprint();
  expect(ok(await answer(result))).toMatchObject({ isKnownFile: true, paid: 0, failed: 0, known: 50 });
  expect(await server.fingerprint()).toBe(settled);
  const again = await workbook([head, [payments[0]![0]!, ...to, '100.00', '成功', '', 'BK0', '20261119']]);
  expect(ok(await answer(again, '又一份.xlsx'))).toMatchObject({ isKnownFile: false, paid: 0, failed: 0, known: 1 });

  // What failed can be in the next file.
  expect(ok(await make(ids.slice(48), 1))).toMatchObject({ itemCount: 2, totalAmount: '200.00' });
});

it('is cancelled with a reason, and waits for a second person where the tenant has it so', async () => {
  const ids = rows.slice(52, 54).map(({ id }) => id);
  const draft = ok(await make(ids, 1));
  expect((await act('cancel', draft.id, { reason: '' })).body.success).toBe(false);
  ok(await act('cancel', draft.id, { reason: '选错了' }));

  const rules = '/blade-flow/approval-rule';
  const { records } = ok(await server.admin.get(`${rules}/list`, { size: 50 }));
  const rule = records.find(({ act: number }: { act: number }) => number === 13);
  // What was sent today counts with it.
  const [{ from }] = await server.sql(
    'select (coalesce(sum(total_amount), 0) + 200)::text as from from lease_pay_batch where sent_time is not null and state <> $1',
    [batchStates.cancelled],
  );
  ok(await server.admin.post(`${rules}/update`, { body: { ...rule, isOn: 1, fromAmount: from } }));
  const small = ok(await make(ids.slice(0, 1), 1));
  ok(await act('send', small.id));
  expect(ok(await clerk.get(`${path}/detail`, { id: small.id }))).toMatchObject({ state: 2 });
  ok(await act('cancel', small.id, { reason: '重做' }));
  const large = ok(await make(ids, 1));
  expect((await act('send', large.id)).body).toMatchObject({ success: true, heldAct: 13 });
  expect(ok(await clerk.get(`${path}/detail`, { id: large.id }))).toMatchObject({ state: 1, approvalAct: 13 });
  const sender = await server.as('sender');
  expect((await file(large.id, 'xlsx', sender)).body.reason).toBe('batch.otherState');
  expect((await act('cancel', large.id, { reason: '不付了' })).body.success).toBe(false);
  // Another person decides, and that sends it.
  const tasks = ok(await sender.get('/blade-flow/work/claim-list', { size: 10 })).records;
  expect(tasks).toHaveLength(1);
  const { taskId } = tasks[0];
  ok(await sender.post('/blade-flow/work/claim-task', { query: { taskId } }));
  const body = { taskId, flag: 'ok', comment: '同意' };
  ok(await sender.post('/blade-flow/work/complete-task', { body }));
  expect(ok(await clerk.get(`${path}/detail`, { id: large.id }))).toMatchObject({ state: 2, approvalAct: null });
});

it('books what a bank has paid although the file was cancelled, or had failed before', async () => {
  await server.sql('update approval_rule set is_on = 0 where act = 13');
  const ids = rows.slice(56, 59).map(({ id }) => id);
  const head = ['业务参考号', '收款账号', '收款户名', '处理状态', '交易日期'];
  const answer = async (id: string, results: string[][]) =>
    clerk.upload(`${path}/answer`, await workbook([head, ...results]), { name: 'a.xlsx', query: { id } });
  const draft = ok(await make(ids));
  ok(await act('cancel', draft.id, { reason: '选错了' }));
  expect((await answer(draft.id, [['x', '', '', '成功', '']])).body.reason).toBe('batch.otherState');

  const { id } = ok(await make(ids));
  ok(await act('send', id));
  const items = ok(await clerk.get(`${path}/items`, { id })) as Record<'reference' | 'account' | 'payeeName', string>[];
  const references = items.map(({ reference, account, payeeName }) => [reference, account, payeeName]);
  ok(await act('cancel', id, { reason: '银行说没有执行' }));
  // The second is paid by hand meanwhile: what the bank paid of it is the customer's balance.
  const booker = await server.as('booker');
  const lines = [{ planId: ids[1], amount: '100.00' }];
  ok(
    await booker.post('/blade-receipt/receipt/book', {
      body: { direction: 2, valueDate: '2026-11-20', amount: '100.00', lines, remark: '提前' },
    }),
  );
  const customerId = (await lease.read(order.id)).customerId;
  const advanced = async () => Number(ok(await clerk.get('/blade-receipt/receipt/balances', { customerId })).advanced);
  const before = await advanced();
  const results = references.map((reference, at) => [...reference, at < 2 ? '成功' : '失败', '20261120']);
  expect(ok(await answer(id, results))).toMatchObject({ isKnownFile: false, paid: 2, failed: 1, known: 0 });
  expect((await advanced()) - before).toBe(100);
  const plan = await lease.plan(order.id);
  expect(ids.map((one) => plan.find((row: { id: string }) => row.id === one).payStatus)).toEqual([1, 1, 0]);
  expect(ok(await clerk.get(`${path}/detail`, { id }))).toMatchObject({ state: 4, paidCount: 2, failedCount: 1 });

  // What had failed is paid after all; what is booked as paid does not fail silently.
  expect((await answer(id, [[...references[0]!, '退票', '']])).body.reason).toBe('batch.returned');
  expect(ok(await answer(id, [[...references[2]!, '成功', '20261120']]))).toMatchObject({ paid: 1, known: 0 });
  expect(ok(await clerk.get(`${path}/detail`, { id }))).toMatchObject({ state: 4, paidCount: 3, failedCount: 0 });
  expect(await faults()).toEqual([]);
});

it('refuses what no bank can pay out', async () => {
  const collected = await lease.started({ totalAmount: '20000' }, { deadline: 150, direction: 2 });
  expect((await make([collected.rows[0].id])).body.reason).toBe('batch.notPayout');
  ok(await clerk.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: rows[55]!.id, reason: '先付' } }));
  expect((await make([rows[55]!.id])).body.reason).toBe('batch.notOpen');
  expect((await make(['999'])).body.reason).toBe('plan.unknownRows');
});
