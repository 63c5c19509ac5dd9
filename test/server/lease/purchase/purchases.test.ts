/** What is paid to suppliers: entered, paid by file and second person, booked, taken back; and what it binds. */

import { scopeTypes } from '../../../../contract/modules/system/dataScope';
import { aloneSince, deedsAtOnce } from '../../../support/approvals';
import { ledgerFaults } from '../../../support/ledgerFaults';
import { textOf } from '../../../support/pdfText';
import { purchasesOf } from '../../../support/purchases';
import { type Answer, type Client, leaseOf, ok, platform, type Server, startServer } from '../../../support/server';
import { addWorker, decidingRights, workPermissions } from '../../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let buying: ReturnType<typeof purchasesOf>;
beforeAll(async () => {
  server = await startServer({ now: '2026-11-20 10:00:00' });
  await deedsAtOnce(server);
  lease = leaseOf(server);
  buying = purchasesOf(server);
});
// Alone one pays a supplier for the first time.
beforeEach(() => aloneSince(server));
afterAll(() => server.close());

const receipts = '/blade-receipt/receipt';
const why = ({ body }: Answer) => body.reason as string | undefined;
const terms = { direction: 2, deadline: 360, repayMethod: 3, yearRate: '12' };
const signed = () => lease.signed({ totalAmount: '10000' }, terms);
const faults = () => ledgerFaults(server);
async function bought(more: object = {}) {
  const order = await signed();
  const object = await buying.object(order.id);
  const { id } = ok(await buying.enter(object.id, more));
  return { order, object, id: id as string };
}
async function reverse(batchNo: string) {
  const [{ id, version }] = ok(await server.admin.get(`${receipts}/page`, { batchNo, state: 1 })).records;
  await server.sql('update lease_receipt set create_user = null where id = $1', [id]);
  return server.admin.post(`${receipts}/reverse`, { body: { ids: id, version: String(version), reason: '退回' } });
}

it('goes from a clerk to a file, a second person, the bank, and the order; and back by a reversal', async () => {
  const reads = ['order', 'paymentPlan', 'receipt', 'customer', 'asset', 'supplier', 'purchase', 'payBatch'];
  await server.addUser({ account: 'clerk', permissions: [...reads, 'purchase_add', 'purchase_edit'] });
  await server.addUser({
    account: 'finance',
    permissions: [...reads, 'payBatch_make', 'payBatch_send', 'payBatch_answer', 'payBatch_file'],
  });
  const second = await addWorker(server, 'second', {
    permissions: [...workPermissions, ...decidingRights, ...reads],
  });
  const [clerk, finance] = [await server.as('clerk'), await server.as('finance')];
  const order = await signed();
  const { id: assetId } = await buying.object(order.id);
  const deposit = ok(await buying.enter(assetId, { amount: '3000.00', invoiceNo: 'A1' }, clerk));
  const balance = ok(await buying.enter(assetId, { amount: '6000.00', invoiceNo: 'A1' }, clerk));
  expect(deposit).toMatchObject({ orderId: order.id, state: 1, paidAmount: '0.00' });
  expect((await buying.make([deposit.id], {}, clerk)).status).toBe(403);

  await server.sql('update approval_rule set is_on = 1, from_amount = null where act = 13');
  const batch = ok(await buying.make([deposit.id, balance.id], {}, finance));
  expect(batch).toMatchObject({ itemCount: 2, totalAmount: '9000.00' });
  expect(await buying.read(deposit.id)).toMatchObject({ state: 2 });
  const items = await buying.items(batch.id);
  expect(items[0]).toMatchObject({ purchaseId: deposit.id, planId: null, currentPeriods: null, invoiceNo: 'A1' });
  expect(items[0]!.account).toMatch(/\*/);
  const agree = async () => {
    const [task] = await server.sql('select id from flow_task where status = 1 order by id desc');
    ok(await second.claim(task!.id));
    ok(await second.complete(task!.id, {}));
  };
  expect((await buying.send(batch.id, finance)).body.heldAct).toBe(13);
  await agree();
  await server.sql('update approval_rule set is_on = 0 where act = 13');
  const file = await finance.get(`${buying.paths.batch}/file`, { id: batch.id, format: 'csv' });
  for (const word of ['3100111122223333', '3000.00', `${order.contractCode}-A1`])
    expect([word, file.raw.toString().includes(word)]).toEqual([word, true]);

  const tried = ok(
    await buying.answer(batch.id, ['成功', '失败'], { day: '20261119', query: { dryRun: '1' }, who: finance }),
  );
  expect(tried).toMatchObject({ paid: 1, failed: 1, booked: '3000.00', rest: '0.00' });
  const { trial } = tried;
  ok(await buying.answer(batch.id, ['成功', '失败'], { day: '20261119', query: { trial }, who: finance }));
  expect(await buying.read(deposit.id)).toMatchObject({
    state: 3,
    paidAmount: '3000.00',
    paidTime: '2026-11-19 00:00:00',
  });
  expect(await buying.read(balance.id)).toMatchObject({ state: 1, paidAmount: '0.00', paidTime: null });
  expect(await lease.read(order.id)).toMatchObject({ invested: '3000.00' });
  const entries = ok(await server.admin.get(`${receipts}/entries`, { orderId: order.id }));
  expect(entries).toMatchObject([
    { account: 7, direction: 2, amount: '3000.00', valueDate: '2026-11-19', planId: null },
  ]);
  expect(await faults()).toEqual([]);
  const [paid] = ok(await server.admin.get(`${receipts}/page`, { batchNo: batch.batchNo })).records;
  const paper = textOf((await server.admin.get(`${receipts}/paper`, { id: paid.id })).raw);
  expect(paper).toContain('采购付款');
  expect(paper).not.toContain('待认领');

  // What a bank is said to have failed is asked of it again by two people, whatever the rule says.
  const again = ok(await buying.make([balance.id], {}, finance));
  expect((await buying.send(again.id, finance)).body.heldAct).toBe(13);
  await agree();
  ok(await buying.answer(again.id, ['成功']));
  expect(await lease.read(order.id)).toMatchObject({ invested: '9000.00' });
  const taken = ok(await reverse(batch.batchNo));
  expect(taken.others).toEqual([{ account: 7, amount: '3000.00' }]);
  expect(await buying.read(deposit.id)).toMatchObject({ state: 1, paidAmount: '0.00', paidTime: null });
  expect(await lease.read(order.id)).toMatchObject({ invested: '6000.00' });
  expect(await faults()).toEqual([]);
  const history = ok(await server.admin.get(`${buying.paths.purchase}/history`, { id: deposit.id }));
  expect(history.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['add', 'pay', 'reverse']),
  );
});

it('is entered for objects of orders that the customer pays, up to their price and their invoice', async () => {
  const payout = await lease.signed({ totalAmount: '10000' }, { ...terms, direction: 1 });
  expect(why(await buying.enter((await buying.object(payout.id)).id))).toBe('purchase.notOffered');
  const order = await signed();
  const seller = (await buying.supplier()).id;
  const [one, other] = [
    await buying.object(order.id, { supplierId: seller }),
    await buying.object(order.id, { supplierId: seller }),
  ];
  const first = ok(await buying.enter(one.id, { amount: '5000.00', invoiceNo: 'B1', invoiceAmount: '12000.00' }));
  expect(why(await buying.enter(one.id, { amount: '4000.01', invoiceNo: 'B2' }))).toBe('purchase.beyondPrice');
  expect(why(await buying.enter(other.id, { amount: '1.00', invoiceNo: 'B1', invoiceAmount: '9000.00' }))).toBe(
    'purchase.otherInvoice',
  );
  expect(why(await buying.enter(other.id, { amount: '7000.01', invoiceNo: 'B1', invoiceAmount: '12000.00' }))).toBe(
    'purchase.beyondInvoice',
  );
  // The invoice of another supplier may have the same number.
  const foreign = await buying.object(order.id);
  ok(await buying.enter(foreign.id, { amount: '9000.00', invoiceNo: 'B1' }));
  ok(await buying.enter(other.id, { amount: '7000.00', invoiceNo: 'B1', invoiceAmount: '12000.00' }));
  // What is cancelled leaves room.
  ok(await buying.cancel(first.id));
  expect(await buying.read(first.id)).toMatchObject({ state: 4 });
  ok(await buying.enter(one.id, { amount: '5000.00', invoiceNo: 'B1', invoiceAmount: '12000.00' }));
  const again = await buying.act(buying.paths.purchase, 'cancel', first.id, { reason: '再次' });
  expect(why(again)).toBe('action.notOffered');
});

it('is not asked of a bank without contract, price, supplier, invoice or account', async () => {
  const refused = async (purchaseId: string) => why(await buying.make([purchaseId]));
  const open = await lease.order({ totalAmount: '10000' }, terms);
  const draft = ok(await buying.enter((await buying.object(open.id)).id));
  expect(await refused(draft.id)).toBe('purchase.notSigned');
  const order = await signed();
  const of = async (object: object, more: object = {}) =>
    ok(await buying.enter((await buying.object(order.id, object)).id, more)).id as string;
  expect(await refused(await of({ price: null }))).toBe('purchase.noPrice');
  expect(await refused(await of({ supplierId: null }))).toBe('purchase.noSupplier');
  expect(await refused(await of({}, { invoiceNo: '' }))).toBe('purchase.noInvoice');
  expect(await refused(await of({}, { invoiceAmount: '' }))).toBe('purchase.noInvoice');
  const noAccount = (await buying.supplier({ bankCardCode: '' })).id;
  expect(await refused(await of({ supplierId: noAccount }))).toBe('purchase.noAccount');
  const { id, order: running } = await bought();
  ok(
    await lease.move(running.id, 11, { reason: '不做了' }).then(async (answer) => {
      // A signed order ends by a termination agreement: the state alone matters here.
      if (!answer.body.success)
        await server.sql('update lease_order set business_status = 11 where id = $1', [running.id]);
      return server.admin.get('/blade-order/order/detail', { id: running.id });
    }),
  );
  expect(await refused(id)).toBe('purchase.orderEnded');
  expect(why(await buying.make([]))).toBe('nothingChosen');
  expect(why(await buying.make(['999']))).toBe('plan.unknownRows');
});

it('binds its object and its order while it is in a file, and once it is paid', async () => {
  const { id, order, object } = await bought();
  const edit = (body: object) => server.admin.post('/blade-asset/asset/submit', { body: { id: object.id, ...body } });
  const remove = () => server.admin.post('/blade-asset/asset/remove', { query: { ids: object.id } });
  const change = (body: object) => buying.act(buying.paths.purchase, 'submit', id, { id, ...body });
  expect(why(await remove())).toBe('purchase.objectBound');
  expect(why(await edit({ orderId: (await lease.order({}, terms)).id }))).toBe('purchase.objectBound');
  expect(why(await edit({ purchasePrice: '8999.99' }))).toBe('purchase.beyondPrice');
  const batch = ok(await buying.make([id]));
  expect(why(await edit({ supplierId: (await buying.supplier()).id }))).toBe('purchase.supplierBound');
  expect(why(await change({ amount: '1.00' }))).toBe('purchase.inFile');
  expect(why(await buying.cancel(id))).toBe('action.notOffered');
  expect(why(await lease.move(order.id, 11, { reason: '不做了' }))).toBe('purchase.inFile');
  expect(why(await buying.make([id]))).toBe('purchase.inFile');
  ok(await buying.send(batch.id));
  ok(await buying.answer(batch.id, ['成功']));
  expect(why(await edit({ supplierId: (await buying.supplier()).id }))).toBe('purchase.supplierBound');
  expect(why(await change({ amount: '1.00' }))).toBe('purchase.notEditable');
  expect(why(await lease.move(order.id, 11, { reason: '不做了' }))).toBe('purchase.orderPaid');
  expect(why(await server.admin.post(`${buying.paths.purchase}/remove`, { query: { ids: id } }))).toBe(
    'purchase.notRemovable',
  );
  ok(await reverse(batch.batchNo));
  expect(why(await lease.move(order.id, 11, { reason: '不做了' }))).not.toBe('purchase.orderPaid');
});

it('books what the bank has paid although file and purchase were cancelled, and twice as unclaimed', async () => {
  const { id, order } = await bought();
  const first = ok(await buying.make([id]));
  ok(await buying.send(first.id));
  ok(await buying.cancelFile(first.id));
  expect(await buying.read(id)).toMatchObject({ state: 1 });
  const second = ok(await buying.make([id]));
  ok(await buying.send(second.id));
  ok(await buying.cancelFile(second.id));
  ok(await buying.cancel(id));
  expect(ok(await buying.answer(first.id, ['成功']))).toMatchObject({ paid: 1, booked: '9000.00', rest: '0.00' });
  expect(await buying.read(id)).toMatchObject({ state: 3, paidAmount: '9000.00' });
  expect(ok(await buying.answer(second.id, ['成功']))).toMatchObject({ paid: 1, booked: '0.00', rest: '9000.00' });
  const twice = ok(await server.admin.get(`${receipts}/page`, { batchNo: second.batchNo })).records;
  expect(twice).toMatchObject([{ openAmount: '9000.00', direction: 2 }]);
  expect(await lease.read(order.id)).toMatchObject({ invested: '9000.00' });
  ok(await reverse(first.batchNo));
  expect(await buying.read(id)).toMatchObject({ state: 4 });
  expect(await faults()).toEqual([]);
});

it('has the day on which the bank made it, beside others of its file', async () => {
  const order = await signed();
  const object = await buying.object(order.id);
  const enter = async (amount: string) => ok(await buying.enter(object.id, { amount, invoiceNo: 'D1' })).id as string;
  const ids = [await enter('3000.00'), await enter('6000.00')];
  const batch = ok(await buying.make(ids));
  ok(await buying.send(batch.id));
  const days = ['20261118', '20261119'] as const;
  ok(await buying.answer(batch.id, ['成功', '成功'], { day: (at) => days[at]! }));
  const paid = await Promise.all(ids.map(buying.read));
  expect(paid.map(({ paidTime }) => paidTime)).toEqual(['2026-11-18 00:00:00', '2026-11-19 00:00:00']);
});

it('knows the amount of an invoice that was entered before', async () => {
  const order = await signed();
  const object = await buying.object(order.id);
  ok(await buying.enter(object.id, { amount: '3000.00', invoiceNo: 'K1' }));
  const second = ok(await buying.enter(object.id, { amount: '6000.00', invoiceNo: 'K1', invoiceAmount: '' }));
  expect(second).toMatchObject({ invoiceAmount: '9000.00' });
  expect(ok(await buying.make([second.id]))).toMatchObject({ itemCount: 1 });
});

it('is in one file of two that are made at once', async () => {
  const { id } = await bought();
  const answers = await Promise.all([buying.make([id]), buying.make([id])]);
  expect(answers.map(why).sort()).toEqual(['purchase.inFile', undefined]);
});

it('is paid beside instalments in one file', async () => {
  const { id } = await bought();
  const { rows } = await lease.started({ totalAmount: '20000', interestDate: '2026-08-17' }, { deadline: 2160 });
  const batch = ok(await buying.make([id], { ids: [rows[0].id] }));
  expect(batch).toMatchObject({ itemCount: 2, totalAmount: '9100.00' });
  ok(await buying.send(batch.id));
  expect(ok(await buying.answer(batch.id, ['成功', '成功']))).toMatchObject({ paid: 2, booked: '9100.00' });
  expect(await faults()).toEqual([]);
});

it('takes two people to redirect what a supplier is paid, and a file says so where it changed since', async () => {
  const { id, object } = await bought();
  const other = await addWorker(server, 'decider', {
    permissions: [...workPermissions, ...decidingRights, 'supplier'],
  });
  const batch = ok(await buying.make([id]));
  const path = buying.paths.supplier;
  const edit = (body: object) => server.admin.post(`${path}/submit`, { body: { id: object.supplierId, ...body } });
  const read = async () => ok(await server.admin.get(`${path}/detail`, { id: object.supplierId }));
  ok(await edit({ contactName: '王工' }));
  expect(await read()).toMatchObject({ contactName: '王工' });
  const asked = await edit({ bankCardCode: '4444555566667777' });
  expect(asked.body).toMatchObject({ success: true, heldAct: 27 });
  expect(await read()).toMatchObject({ bankCardCode: '3100111122223333' });
  expect(why(await edit({ bankName: '中国银行' }))).toBe('approval.pending');
  expect(why(await buying.send(batch.id))).toBe('approval.pending');
  const [task] = await server.sql('select id from flow_task where status = 1 order by id desc');
  ok(await other.claim(task!.id));
  ok(await other.complete(task!.id, {}));
  expect(await read()).toMatchObject({ bankCardCode: '4444555566667777' });
  expect(why(await buying.send(batch.id))).toBe('purchase.changed');
  // An account that is entered first replaces none.
  const fresh = await buying.supplier({ bankCardCode: '' });
  const first = await server.admin.post(`${path}/submit`, { body: { id: fresh.id, bankCardCode: '4444555566667777' } });
  expect(first.body).not.toHaveProperty('heldAct');
});

it('is hidden with its order, and a file with a hidden purchase, too', async () => {
  const { id } = await bought();
  const batch = ok(await buying.make([id]));
  const reads = ['order', 'purchase', 'payBatch', 'paymentPlan', 'asset', 'supplier'];
  const { roleId } = await server.addUser({ account: 'own', permissions: [...reads, 'payBatch_make'] });
  const own = async (): Promise<Client> => server.as('own');
  expect((await (await own()).get(`${buying.paths.purchase}/detail`, { id })).status).toBe(200);
  const [menuId] = await server.menuIds('order');
  const scope = { menuId, scopeName: '本人', resourceCode: 'own', scopeClass: 'order', scopeField: '*' };
  const { id: scopeId } = ok(
    await server.admin.post('/blade-system/data-scope/submit', {
      body: { ...scope, scopeType: scopeTypes.own, scopeColumn: 'createUser' },
    }),
  );
  await server.sql('insert into sys_role_scope (tenant_id, role_id, category, scope_id) values ($1, $2, 1, $3)', [
    platform,
    roleId,
    scopeId,
  ]);
  const bound = await own();
  for (const [path, of] of [
    [buying.paths.purchase, id],
    [buying.paths.batch, batch.id],
  ] as const)
    expect([path, (await bound.get(`${path}/detail`, { id: of })).status]).toEqual([path, 404]);
  expect(ok(await bound.get(`${buying.paths.purchase}/list`)).total).toBe(0);
  expect(why(await buying.make([id], {}, bound))).toBe('plan.unknownRows');
});

it('earns the rate of the order where its principal is paid on the first day, from the start on', async () => {
  const order = await lease.signed({ totalAmount: '10000', interestDate: '2026-11-19' }, terms);
  const rates = async () =>
    (await server.sql('select effective_rate, investment_rate from lease_order where id = $1', [order.id]))[0];
  const object = await buying.object(order.id, { price: '10000.00' });
  const enter = async (amount: string, invoiceNo: string) =>
    ok(await buying.enter(object.id, { amount, invoiceNo, invoiceAmount: '10000.00' })).id as string;
  const [first, second] = [await enter('4000.00', 'R1'), await enter('6000.00', 'R1')];
  await buying.pay([first], '20261119');
  expect(await rates()).toEqual({ effective_rate: null, investment_rate: null });
  ok(await lease.move(order.id, 6, { reason: '补录' }));
  const half = (await rates())!;
  expect(Number(half.investment_rate)).toBeGreaterThan(Number(half.effective_rate));
  const batchId = await buying.pay([second], '20261119');
  const whole = (await rates())!;
  expect(whole.investment_rate).toBe(whole.effective_rate);
  const { invested, investmentRate } = await lease.read(order.id);
  expect([invested, Number(investmentRate)]).toEqual(['10000.00', Number(whole.effective_rate)]);
  ok(await reverse(ok(await server.admin.get(`${buying.paths.batch}/detail`, { id: batchId })).batchNo));
  expect(await rates()).toEqual(half);
});
