/** What a data scope hides is not told by a refusal either, nor by what others have agreed to a day later. */
import { approvalActs } from '../../../../contract/domain/approvals';
import { asset } from '../../../../contract/modules/lease/asset';
import { order } from '../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { purchase } from '../../../../contract/modules/lease/purchase';
import { deedsAtOnce } from '../../../support/approvals';
import { purchasesOf } from '../../../support/purchases';
import { allBut, type BindingScope, boundPerson } from '../../../support/scopes';
import { type Answer, type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { addWorker, decidingRights, workPermissions } from '../../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
const today = '2026-11-20';
async function plansOf(orderId: string) {
  return server.sql<{ id: string }>('select id from lease_payment_plan where order_id = $1 order by id', [orderId]);
}
beforeAll(async () => {
  server = await startServer({ now: `${today} 10:00:00` });
  await deedsAtOnce(server);
  lease = leaseOf(server);
});
afterAll(() => server.close());

const plans = '/blade-paymentPlan/paymentPlan';
const orders = '/blade-order/order';
/** An order of a customer who pays and is late with two instalments. */
async function overdue() {
  const terms = { direction: 2, deadline: 360, repayMethod: 3, lateRate: '0.05' };
  const { order, rows } = await lease.started({ interestDate: '2026-09-10', totalAmount: '10000' }, terms);
  const { version } = await lease.read(order.id);
  return { id: order.id as string, version: String(version), rows: rows as { id: string }[] };
}

it('refuses a guess without the figures', async () => {
  const { id, version, rows } = await overdue();
  const rights = ['paymentPlan_pay', 'paymentPlan_waive', 'order_terminate', 'order_restructure'];
  const shown = allBut(paymentPlan.fields, 'amountPayable', 'rent', 'principal', 'paidAmount', 'other');
  const person = await boundPerson(
    server,
    ['order', 'paymentPlan', ...rights],
    [{ scopeClass: 'paymentPlan', scopeType: 1, scopeField: shown }],
  );
  const asked = { id, version, reason: '试探' };
  const guesses: Answer[] = [
    await person.post(`${plans}/waive`, { body: { id: rows[0]!.id, amount: '999999.00', reason: '试探' } }),
    await person.post(`${orders}/exit`, { body: { ...asked, exitDate: today, amount: '0.01' } }),
    await person.post(`${orders}/restructure`, { body: { ...asked, fromDate: today, extend: 1, rent: '0.01' } }),
  ];
  expect(guesses.map(({ body }) => body.reason)).toEqual(Array(3).fill('amountsHidden'));
  const query = { ids: rows[0]!.id, trial: 'A'.repeat(16) };
  const { body } = await person.post(`${plans}/updateBat`, { query });
  expect([body.success, JSON.stringify(body)]).toEqual([true, expect.not.stringMatching(/\d\.\d\d|"trial"/)]);
});

it('names no payment file and no contract of which the person does not see all', async () => {
  const shown = await lease.started({ interestDate: '2026-09-10' });
  const other = await lease.started({ interestDate: '2026-09-10' });
  const ids = [shown.rows[0].id, other.rows[0].id];
  const { batchNo } = ok(
    await server.admin.post('/blade-bank/batch/make', { body: { ids, layout: 2, reason: '客户要求' } }),
  );
  const rights = ['order', 'paymentPlan', 'paymentPlan_pay', 'payBatch', 'payBatch_make'];
  const bound = await boundPerson(server, rights, [{ scopeClass: 'order', scopeType: 2 }]);
  await server.sql('update lease_order set create_user = $2 where id = $1', [shown.order.id, bound.userId]);
  const again = async (who: Client) =>
    (await who.post('/blade-bank/batch/make', { body: { ids: [ids[0]], layout: 2, reason: '客户要求' } })).body;
  const code = shown.order.contractCode;
  expect((await again(server.admin)).msg).toBe(`合同 ${code} 第 1 期已在代付文件 ${batchNo} 中`);
  expect((await again(bound)).msg).toBe(`合同 ${code} 第 1 期已在您无权查看的代付文件中`);
});

it('names no file, contract or object of a supplier’s payment, and finds and sorts none by its supplier', async () => {
  const { order: bought } = await lease.started({ interestDate: '2026-09-10' }, { direction: 2 });
  const buying = purchasesOf(server);
  const names = ['隐名一厂', '隐名二厂'];
  const objects = [];
  for (const supplierName of names)
    objects.push(await buying.object(bought.id, { supplierId: (await buying.supplier({ supplierName })).id }));
  const [first, second] = [ok(await buying.enter(objects[0]!.id)), ok(await buying.enter(objects[1]!.id))];
  const { batchNo } = ok(await buying.make([first.id, second.id]));
  const rights = ['order', 'asset', 'purchase', 'purchase_edit', 'supplier'];
  const change = async (who: Client) => {
    const { version } = ok(await who.get('/blade-purchase/purchase/detail', { id: first.id }));
    const body = { id: first.id, version: String(version), remark: '改' };
    return (await who.post('/blade-purchase/purchase/submit', { body })).body.msg;
  };
  expect(await change(server.admin)).toMatch(
    new RegExp(`合同 ${bought.contractCode} 租赁物“机床\\d+”.*代付文件 ${batchNo} 中`),
  );
  const hidden = allBut(asset.fields, 'assetName');
  const bound = await boundPerson(server, rights, [
    { scopeClass: 'asset', scopeType: 1, scopeField: hidden },
    { scopeClass: 'supplier', scopeType: 2 },
  ]);
  expect(await change(bound)).toBe(`合同 ${bought.contractCode} 租赁物“***”的采购付款已在您无权查看的代付文件中`);
  await server.sql('update lease_supplier set create_user = $2 where supplier_name = $1', [names[0], bound.userId]);
  const list = (query: object) => bound.get('/blade-purchase/purchase/list', { orderId: bought.id, ...query });
  const seen = ok(await list({ ascs: 'id' })).records;
  expect(seen.map((row: Record<string, unknown>) => [row.supplierName, row.assetName])).toEqual([
    [names[0], null],
    [null, null],
  ]);
  expect(ok(await list({ supplierName: '隐名' })).total).toBe(1);
  expect(ok(await list({ supplierName_notlike: '没有' })).total).toBe(1);
  expect((await list({ ascs: 'supplierName' })).body.reason).toBe('badParameter');
});

it('names no contract and tells no price, invoice or sum of payments that the person may not see', async () => {
  const blindTo = (module: { name: string; fields: object }, ...names: string[]) => ({
    ...{ scopeClass: module.name, scopeType: 1, scopeField: allBut(module.fields, ...names) },
  });
  const { order: outward, rows: paid } = await lease.started({ interestDate: '2026-09-10' });
  const { order: bought } = await lease.started({ interestDate: '2026-09-10' }, { direction: 2 });
  const buying = purchasesOf(server);
  const { id: assetId, supplierId } = await buying.object(bought.id);
  const other = await buying.object(bought.id, { supplierId });
  const invoice = { invoiceNo: 'INV-X', invoiceAmount: '6543.21' };
  const { id: first } = ok(await buying.enter(assetId, { amount: '1234.56', ...invoice }));
  await server.sql('update lease_payment_plan set is_frozen = 1 where id = $1', [paid[0].id]);
  ok(await buying.make([first]));
  const [contract, wrong] = [outward.contractCode, bought.contractCode];
  const make = (body: object) => async (who: Client) =>
    (await who.post('/blade-bank/batch/make', { body: { layout: 2, reason: '客户要求', ...body } })).body;
  const enter = (more: object) => async (who: Client) =>
    (await buying.enter(other.id, { ...invoice, ...more }, who)).body;
  const booked = async (who: Client) => {
    const lines = [{ planId: paid[0].id, amount: '1.00' }];
    const body = { direction: 2, amount: '1.00', valueDate: '2026-11-20', customerId: outward.customerId, lines };
    return (await who.post('/blade-receipt/receipt/book', { body: { ...body, reason: '试' } })).body;
  };
  const rights = ['paymentPlan', 'paymentPlan_pay', 'payBatch', 'payBatch_make', 'asset', 'supplier', 'purchase'];
  const further = ['purchase_add', 'purchase_edit', 'receipt', 'receipt_book', 'customer'];
  const who = (...scopes: BindingScope[]) => boundPerson(server, [...rights, ...further], scopes);
  const hides = [paymentPlan, purchase, asset].map((module) => blindTo(module, 'contractCode'));
  const codeless = await who(...hides);
  const poor = await who(blindTo(asset, 'purchasePrice'));
  const nameless = await who(blindTo(asset, 'assetName'));
  const own = await who({ scopeClass: 'purchase', scopeType: 2 });
  const tries: [string, (who: Client) => Promise<Answer['body']>, Client, (string | RegExp)[]][] = [
    ['batch.notOpen', make({ ids: [paid[0].id] }), codeless, [contract]],
    ['batch.notPayout', make({ ids: [(await plansOf(bought.id))[0]!.id] }), codeless, [wrong]],
    ['purchase.inFile', make({ purchaseIds: [first] }), codeless, [wrong]],
    ['receipt.notPayable', booked, codeless, [contract]],
    ['purchase.otherInvoice', enter({ invoiceAmount: '9999.00' }), own, ['6,543.21']],
    ['purchase.beyondInvoice', enter({ amount: '6000.00' }), own, ['7,234.56']],
    [
      'purchase.beyondPrice',
      enter({ amount: '9500.00', invoiceNo: 'INV-Y', invoiceAmount: '9500.00' }),
      poor,
      ['9,000.00'],
    ],
    [
      'purchase.beyondPrice',
      enter({ amount: '9500.00', invoiceNo: 'INV-Y', invoiceAmount: '9500.00' }),
      nameless,
      [/机床/],
    ],
  ];
  for (const [reason, ask, bound, hidden] of tries) {
    const [known, told] = [await ask(server.admin), await ask(bound)];
    expect([known.reason, told.reason]).toEqual([reason, reason]);
    for (const text of hidden) {
      expect(known.msg).toMatch(text);
      expect(told.msg).not.toMatch(text);
    }
    expect(told.msg).toContain('***');
  }
});

it('neither finds, sorts nor names requests by what the person may not see on their records', async () => {
  const { id } = await lease.order();
  for (const amount of ['100.00', '500.00'])
    await server.sql(
      `insert into approval (id, tenant_id, act, entity, entity_id, input, changes, maker_id, amount, state, create_time, update_time)
       select $2, tenant_id, $3, 'order', id::text, '{}', '[]', 1, $4, 2, create_time, create_time from lease_order where id = $1`,
      [id, server.deps.newId(), approvalActs.orderExit.number, amount],
    );
  await server.sql('update approval set entity_name = $2 where entity_id = $1', [id, 'HT20991231000001']);
  const scopeField = allBut(order.fields, 'totalAmount', 'contractCode');
  const blind = await boundPerson(server, ['order', 'approval'], [{ scopeClass: 'order', scopeType: 1, scopeField }]);
  const list = (who: Client, query: object) => who.get('/blade-flow/approval/list', { entityId: id, ...query });
  expect(ok(await list(server.admin, { amount_ge: '300' })).total).toBe(1);
  expect(ok(await list(server.admin, { ascs: 'amount' })).records[0].amount).toBe('100.00');
  const { records } = ok(await list(blind, {}));
  expect(records.map((row: { amount: string | null }) => row.amount)).toEqual([null, null]);
  for (const condition of ['amount_ge', 'amount_le'])
    expect(ok(await list(blind, { [condition]: '300' })).total).toBe(0);
  for (const field of ['amount', 'entityName'])
    expect((await list(blind, { ascs: field })).body.reason).toBe('badParameter');
  // What the record is called, in the list, its filter and the choices of the kind.
  expect(records.map((row: { entityName: string | null }) => row.entityName)).toEqual([null, null]);
  const named = async (who: Client) => [
    ok(await list(who, { entityName_like: '20991231' })).total,
    ok(await who.get('/blade-flow/approval/choices', { q: '20991231' })).total,
    JSON.stringify(ok(await who.get('/blade-flow/approval/choices', { size: 50 }))).includes('20991231'),
  ];
  expect(await named(server.admin)).toEqual([2, 2, true]);
  expect(await named(blind)).toEqual([0, 0, false]);
});

it('closes an order as it was asked for, when others agree a day later and more is charged by then', async () => {
  await server.sql('update approval_rule set is_on = 1, from_amount = 0 where act = $1', [
    approvalActs.orderExit.number,
  ]);
  const second = await addWorker(server, 'second', {
    permissions: [...workPermissions, ...decidingRights, 'order', 'paymentPlan'],
  });
  const { id, version } = await overdue();
  const quote = ok(await server.admin.get(`${orders}/exit-quote`, { id, exitDate: today }));
  expect(Number(quote.late)).toBeGreaterThan(0);
  const body = { id, version, exitDate: today, amount: quote.total, reason: '客户提前还款' };
  expect(ok(await server.admin.post(`${orders}/exit`, { body }))).toBe(false);
  server.clock.set('2026-11-21 10:00:00');
  expect(ok(await server.admin.get(`${orders}/exit-quote`, { id, exitDate: today })).late).not.toBe(quote.late);
  const [task] = await second.list('claim');
  ok(await second.claim(task!.taskId));
  ok(await second.complete(task!.taskId));
  expect(await lease.read(id)).toMatchObject({ businessStatus: 9, exitAmount: quote.total });
});

it('pays a refund of the amount and to the account that the person has looked at', async () => {
  const { id } = await lease.confirmed();
  ok(await lease.move(id, 11, { reason: '客户放弃' }));
  const { version } = await lease.read(id);
  await server.sql('update lease_order set refund_card_code = $2, version = version + 1 where id = $1', [
    id,
    '6222029999999999999',
  ]);
  const refund = (more: object) => server.admin.post(`${orders}/refund`, { body: { id, reason: '退回', ...more } });
  expect((await refund({ version: String(version) })).status).toBe(409);
  ok(await refund({ version: String(version + 1) }));
});
