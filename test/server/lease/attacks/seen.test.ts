/** What people see of money that is not theirs to see, and what they do past those who should decide. */
import { approvalActs } from '../../../../contract/domain/approvals';
import { sum } from '../../../../contract/domain/money';
import { order as orders } from '../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { businessNames, businessUrl } from '../../../../contract/wire/reports/business';
import { readSheet } from '../../../../server/kernel/sheets/readSheet';
import { deedsAtOnce } from '../../../support/approvals';
import { icbcCsv } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { businessReport } from '../../../support/reports/business';
import { allBut, boundPerson } from '../../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { decidingRights } from '../../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer({ now: '2025-04-10 09:00:00' });
  await deedsAtOnce(server);
  lease = leaseOf(server);
}, 120_000);
afterAll(() => server.close());

const today = '2025-04-10';
const pages = ['order', 'paymentPlan', 'receipt', 'customer', 'product', 'figures', 'report_file'];
async function running(body: object = {}, goods: object = {}) {
  const { order, rows } = await lease.started({ interestDate: '2025-01-01', ...body }, { direction: 2, ...goods });
  return { id: order.id as string, customerId: order.customerId as string, code: order.contractCode as string, rows };
}

it('shows of a statement of a bank only answers about orders that a person sees', async () => {
  const customer = await lease.customer({ realName: '赵秘密' });
  const { id, code } = await running({ customerId: customer.id });
  const lines = [{ day: today, amount: '50.00', serial: 'X1', name: '赵秘密', purpose: code }];
  const file = icbcCsv({ account: '1001234567890123456', opening: '0.00', lines });
  await registerAccount(server, { account: '1001234567890123456' });
  const bank = '/blade-bank/statement';
  const rights = ['bankStatement', 'bankStatement_upload', 'bankStatement_confirm'];
  const bound = () => boundPerson(server, [...pages, ...rights], [{ scopeClass: 'order', scopeType: 2 }]);
  const [mine, others] = [await bound(), await bound()];
  const { statementId } = ok(await mine.upload(`${bank}/upload`, file, { name: 'a.csv' }));
  // Whose records its lines tell of is not known yet: they are for the person who brought them.
  expect((await others.get(`${bank}/lines`, { statementId })).status).toBe(404);
  ok(await server.admin.post(`${bank}/rematch`, { body: { id: statementId } }));
  const proposals = async (who: Client) =>
    ok(await who.get(`${bank}/lines`, { statementId })).records.flatMap(
      (one: { proposals: object[] }) => one.proposals,
    );
  expect(JSON.stringify(await proposals(server.admin))).toContain(code);
  expect(await proposals(mine)).toEqual([]);
  const before = await server.fingerprint();
  const [line] = ok(await mine.get(`${bank}/lines`, { statementId })).records;
  for (const body of [{ all: true }, { lines: [{ id: line.id, proposal: 0 }] }])
    expect((await mine.post(`${bank}/confirm`, { body: { statementId, ...body } })).body.success).toBe(false);
  expect(await server.fingerprint()).toBe(before);
  await server.sql('update lease_order set create_user = $2 where id = $1', [id, mine.userId]);
  expect(JSON.stringify(await proposals(mine))).toContain(code);
});

it('makes business reports of the orders that a person sees, and without what a scope hides', async () => {
  const [mine, others] = [await running(), await running()];
  const bound = await boundPerson(server, pages, [{ scopeClass: 'order', scopeType: 2 }]);
  await server.sql('update lease_order set create_user = $2 where id = $1', [mine.id, bound.userId]);
  const params = { asOf: today, direction: '2' };
  const { tables } = await businessReport(bound, 'ageing', params);
  const open = sum(mine.rows.map(({ amountPayable }: { amountPayable: string }) => amountPayable));
  expect(tables.map(({ totals }) => totals.open)).toEqual([open, open, open]);
  for (const name of ['openList', 'plannedList', 'orderList']) {
    const [found] = (await businessReport(bound, name, params)).tables;
    expect(JSON.stringify(found)).toContain(mine.code);
    expect(JSON.stringify(found)).not.toContain(others.code);
  }
  const scopeField = allBut(
    paymentPlan.fields,
    'amountPayable',
    'paidAmount',
    'principal',
    'rent',
    'other',
    'openAmount',
  );
  const blind = await boundPerson(server, pages, [{ scopeClass: 'paymentPlan', scopeType: 1, scopeField }]);
  const nameless = await boundPerson(server, pages, [
    { scopeClass: 'order', scopeType: 1, scopeField: allBut(orders.fields, 'customerName', 'contractCode') },
    { scopeClass: 'paymentPlan', scopeType: 1, scopeField: allBut(paymentPlan.fields, 'customerName', 'contractCode') },
  ]);
  const [{ name: customerName }] = await server.sql('select customer_name as name from lease_order where id = $1', [
    mine.id,
  ]);
  for (const report of businessNames) {
    const amounts = await blind.get(businessUrl('report'), { report, ...params });
    // Amounts of money have two decimals; rates have four.
    if (amounts.body.success)
      expect([report, JSON.stringify(ok(amounts).tables).match(/"-?\d+\.\d\d"/g)]).toEqual([report, null]);
    const named = await nameless.get(businessUrl('report'), { report, ...params });
    if (named.body.success)
      expect([
        report,
        JSON.stringify(ok(named).tables).includes(mine.code),
        JSON.stringify(ok(named).tables).includes(`"${customerName}"`),
      ]).toEqual([report, false, false]);
    const file = await blind.get(businessUrl('file'), { report, ...params });
    if (file.status === 200 && file.body?.success !== false)
      expect(JSON.stringify((await readSheet(file.raw)).rows)).not.toMatch(/"\d+\.\d\d"/);
  }
});

it('has a refund decided on by others, whichever way it is asked for', async () => {
  const { id } = await lease.confirmed();
  ok(await lease.move(id, 11, { reason: '客户放弃' }));
  const work = ['work_claim', 'work_claim_sign', 'work_todo', 'work_todo_handle'];
  const rights = ['order', 'order_refund', 'receipt', 'receipt_refund'];
  for (const account of ['asker', 'decider'])
    await server.addUser({ account, permissions: [...rights, ...work, ...decidingRights] });
  await server.addUser({ account: 'narrow', permissions: ['order', 'order_refund'] });
  const [asker, decider, narrow] = [await server.as('asker'), await server.as('decider'), await server.as('narrow')];
  const rules = '/blade-flow/approval-rule';
  const { number } = approvalActs.refund;
  const { records } = ok(await server.admin.get(`${rules}/list`, { size: 50 }));
  const rule = records.find(({ act }: { act: number }) => act === number);
  ok(await server.admin.post(`${rules}/update`, { body: { ...rule, isOn: 1, fromAmount: '0' } }));
  const ask = (who: Client) => who.post('/blade-order/order/refund', { body: { id, reason: '退回' } });
  expect((await ask(narrow)).status).toBe(403);
  expect((await ask(asker)).body).toMatchObject({ success: true, heldAct: number });
  expect((await lease.read(id)).refundStatus).toBe(1);
  expect((await ask(asker)).body.reason).toBe('approval.pending');
  // The one who asked does not decide, in no session of theirs.
  expect(ok(await (await server.as('asker')).get('/blade-flow/work/claim-list', { size: 10 })).records).toEqual([]);
  const [{ taskId }] = ok(await decider.get('/blade-flow/work/claim-list', { size: 10 })).records;
  const own = await asker.post('/blade-flow/work/claim-task', { query: { taskId } });
  expect(own.body.success).toBe(false);
  ok(await decider.post('/blade-flow/work/claim-task', { query: { taskId } }));
  ok(await decider.post('/blade-flow/work/complete-task', { body: { taskId, flag: 'ok', comment: '同意' } }));
  expect((await lease.read(id)).refundStatus).toBe(2);
  await server.sql('update approval_rule set is_on = 0 where act = $1', [number]);
});

it('takes no id of another tenant, and no amount that it cannot store', async () => {
  const { id, customerId, rows } = await running();
  const planId = rows[0].id as string;
  const receipts = '/blade-receipt/receipt';
  const { receiptId } = ok(
    await server.admin.post(`${receipts}/book`, { body: { direction: 1, valueDate: today, amount: '5.00' } }),
  );
  const { client: stranger } = await server.foundTenant();
  const movement = { direction: 1, valueDate: today, amount: '1.00' };
  const asked = { id, version: '1', reason: 'x' };
  const before = await server.fingerprint();
  const calls: [string, object][] = [
    [`${receipts}/book`, { ...movement, lines: [{ planId, amount: '1.00' }] }],
    [`${receipts}/book`, { ...movement, customerId, rest: 'prepaid' }],
    [`${receipts}/claim`, { id: receiptId, customerId, rest: 'prepaid' }],
    [`${receipts}/use-balance`, { direction: 1, customerId }],
    [`${receipts}/use-deposit`, { orderId: id, reason: 'x' }],
    [`${receipts}/refund`, { ...movement, customerId, reason: 'x' }],
    [`${receipts}/refund`, { ...movement, customerId, orderId: id, reason: 'x' }],
    [`${receipts}/reverse`, { ids: receiptId, version: '1', reason: 'x' }],
    ['/blade-bank/batch/make', { ids: planId, layout: 1 }],
    ['/blade-order/order/refund', { id }],
    ['/blade-order/order/exit', { ...asked, exitDate: today, amount: '1.00' }],
    ['/blade-order/order/exit-withdraw', asked],
    ['/blade-order/order/restructure', { ...asked, fromDate: today, extend: 1, rent: '1.00' }],
    ['/blade-order/order/restructure-withdraw', asked],
    ['/blade-order/order/change-account', { ...asked, bankName: 'x' }],
    ['/blade-paymentPlan/paymentPlan/waive', { id: planId, amount: '1.00', reason: 'x' }],
  ];
  for (const [path, body] of calls) {
    const { body: said, status } = await stranger.post(path, { body });
    expect([path, said.success, status < 500]).toEqual([path, false, true]);
  }
  for (const query of [{ orderId: id }, { customerId }, { planId }, { receiptId }])
    expect(ok(await stranger.get(`${receipts}/entries`, query))).toEqual([]);
  for (const path of ['order-balance', 'balances'])
    expect((await stranger.get(`${receipts}/${path}`, { orderId: id, customerId })).body.success).toBe(false);
  for (const amount of [
    '9999999999999999',
    '1000000000000.01',
    '99999999999999999.99',
    '1e5',
    '-0.01',
    '0.001',
    'NaN',
  ]) {
    const body = { ...movement, amount, customerId, rest: 'prepaid' };
    const { body: said, status } = await server.admin.post(`${receipts}/book`, { body });
    expect([amount, said.success, status < 500]).toEqual([amount, false, true]);
  }
  expect(await server.fingerprint()).toBe(before);
});

it('keeps each payment of a file in its own row and columns, whatever its payee is called', async () => {
  const names = ["=cmd|'/c calc'!A0", '甲","6222000000000000","乙', '张\r\n三'];
  for (const realName of names) {
    const made = await server.admin.post('/blade-customer/customer/submit', {
      body: { realName, tel: '13800138000', idType: 1, idNo: '11010519491231002X' },
    });
    if (made.body.success === false) continue;
    await server.sql('update lease_customer set kyc_status = 1 where id = $1', [ok(made).id]);
    const { rows } = await running({ customerId: ok(made).id }, { direction: 1 });
    const batch = ok(
      await server.admin.post('/blade-bank/batch/make', { body: { ids: rows[0].id, layout: 2, reason: '客户要求' } }),
    );
    const { version } = ok(await server.admin.get('/blade-bank/batch/detail', { id: batch.id }));
    ok(await server.admin.post('/blade-bank/batch/send', { body: { ids: batch.id, version: String(version) } }));
    for (const format of ['csv', 'xlsx']) {
      const { raw } = await server.admin.get('/blade-bank/batch/file', { id: batch.id, format });
      const { head, rows: read } = await readSheet(raw);
      const cells = read.map((row) => row.cells.map((cell) => cell?.text ?? ''));
      expect([realName, cells.length, cells[0]!.length]).toEqual([realName, 2, head.cells.length]);
      expect(cells[0]![1]).toBe('6222021234567890128');
      // A cell of a workbook is a text, whatever it begins with.
      if (format === 'csv') expect(raw.toString('utf8')).not.toMatch(/(^|,)"?[=+@]/m);
    }
  }
});
