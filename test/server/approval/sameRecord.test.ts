/** Two people who each stay below the amount of a rule are one sum where the record, or the customer, is the same. */
import { approvalActs } from '../../../contract/domain/approvals';
import { deedsAtOnce, setRule } from '../../support/approvals';
import { icbcCsv } from '../../support/bankFiles';
import { registerAccount } from '../../support/companyAccounts';
import { type Answer, leaseOf, ok, type Server, startServer } from '../../support/server';
import { addWorker, decidingRights, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
/** Each pair works at one record, and has done nothing of the day before. */
let made = 0;
const rights = [
  ...['customer', 'product', 'order', 'order_status', 'order_cancel', 'paymentPlan', 'paymentPlan_pay', 'receipt'],
  ...['receipt_book', 'receipt_refund', 'receipt_claim', 'bankStatement', 'bankStatement_upload'],
  ...['bankStatement_confirm', 'bankStatement_ignore', 'payBatch', 'payBatch_make', 'payBatch_send', 'payBatch_file'],
];
async function pair(): Promise<[Worker, Worker]> {
  const add = () => addWorker(server, `clerk${++made}`, { permissions: [...workPermissions, ...rights] });
  return [await add(), await add()];
}
beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  await addWorker(server, 'decider', { permissions: [...workPermissions, ...rights, ...decidingRights] });
});
afterAll(() => server.close());

const today = () => server.clock.text().slice(0, 10);
async function ruleFrom(act: keyof typeof approvalActs, fromAmount: string): Promise<void> {
  await setRule(server, approvalActs[act].number, { isOn: 1, fromAmount });
}
/** What a deed came to: done at once, or held as one of its kind. */
function heldAct({ body }: Answer) {
  return body.success ? (body.heldAct ?? 'done') : body.reason;
}
const receipts = '/blade-receipt/receipt';

it('several orders of one customer on a day are judged as the whole', async () => {
  await ruleFrom('orderSubmit', '100000.00');
  const [ann, ben] = await pair();
  const lease = leaseOf(server);
  const { id: customerId } = await lease.customer({ idNo: '110105199001010010' });
  const draft = async (more: object = {}) => (await lease.order({ totalAmount: '60000', customerId, ...more })).id;
  const submit = async (who: Worker, id: string) => heldAct(await leaseOf(server, who).move(id, 1));
  const first = await draft();
  expect(await submit(ann, first)).toBe('done');
  const second = await draft();
  expect(await submit(ann, second)).toBe(1);
  const [{ changes }] = await server.sql('select changes from approval where entity_id = $1', [second]);
  expect(JSON.stringify(changes)).toContain('120,000.00 元');
  // The process asks as many people as for the whole.
  const [{ amount }] = await server.sql(
    `select i.variables ->> 'amount' as amount from approval a join flow_instance i on i.id = a.process_instance_id::bigint
     where a.entity_id = $1`,
    [second],
  );
  expect(Number(amount)).toBe(120_000);
  expect(await submit(ben, await draft())).toBe(1);
  // The same person entered as another customer is the same risk.
  const { id: again } = await lease.customer({ idNo: '110105199001010010' });
  expect(await submit(ann, await draft({ customerId: again }))).toBe(1);
  // Another customer's order is another risk, of the same clerk too.
  const { id: other } = await lease.customer({ idNo: '110105199001010037' });
  expect(await submit(ann, await draft({ customerId: other }))).toBe('done');
  // What waits counts as well: half of the amount, asked for after the whole.
  await setRule(server, 1, { fromAmount: '130000.00' });
  await server.sql(`update lease_order set business_status = 11 where id = $1`, [first]);
  expect(await submit(ben, await draft({ totalAmount: '10000' }))).toBe(1);
  // The next day begins anew.
  server.clock.advance(24 * 3_600_000);
  await server.sql('delete from approval_record');
  expect(await submit(ben, await draft({ totalAmount: '10000' }))).toBe('done');
  await setRule(server, 1, { isOn: 0 });
});

it('nor does a date start by itself what a customer has split into several orders', async () => {
  await ruleFrom('orderStart', '15000.00');
  const lease = leaseOf(server);
  await server.sql('update lease_customer set id_no_hash = null');
  const { id: customerId } = await lease.customer();
  const due = { interestDate: today() };
  const one = await lease.signed({ customerId, ...due });
  const other = await lease.signed({ customerId, ...due });
  await server.advance();
  const states = [(await lease.read(one.id)).businessStatus, (await lease.read(other.id)).businessStatus];
  expect(states.sort()).toEqual([5, 6]);
  await setRule(server, approvalActs.orderStart.number, { isOn: 0 });
});

it('movements by hand for one customer count together, and those that wait', async () => {
  await ruleFrom('receiptBook', '100.00');
  const [ann, ben] = await pair();
  const { id: customerId } = await leaseOf(server).customer();
  const book = async (who: Worker, amount: string, id = customerId) => {
    const body = { direction: 1, valueDate: today(), amount, customerId: id, rest: 'prepaid' };
    return heldAct(await who.post(`${receipts}/book`, { body }));
  };
  expect(await book(ann, '60.00')).toBe('done');
  expect(await book(ben, '60.00')).toBe(21);
  const { id: other } = await leaseOf(server).customer();
  // The request counts for who asked, and for its customer.
  const [cat] = await pair();
  expect(await book(cat, '1.00')).toBe(21);
  expect(await book(cat, '60.00', other)).toBe('done');
});

it('instalments of one order that two people confirm count together', async () => {
  await ruleFrom('paymentConfirm', '150.00');
  const [ann, ben] = await pair();
  const { rows } = await leaseOf(server).started({ totalAmount: '20000', interestDate: '2026-08-17' });
  const pay = async (who: Worker, id: string) =>
    heldAct(await who.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: id, reason: '已付' } }));
  expect(await pay(ann, rows[0].id)).toBe('done');
  expect(await pay(ben, rows[1].id)).toBe(7);
});

it('refunds of one balance that two people ask for count together', async () => {
  await ruleFrom('refund', '100.00');
  const [ann, ben] = await pair();
  const { id: customerId } = await leaseOf(server).customer();
  const movement = { direction: 1, valueDate: today(), customerId };
  ok(await server.admin.post(`${receipts}/book`, { body: { ...movement, amount: '99.00', rest: 'prepaid' } }));
  const refund = async (who: Worker, amount: string) =>
    heldAct(await who.post(`${receipts}/refund`, { body: { ...movement, amount, reason: '多付' } }));
  await ruleFrom('refund', '60.00');
  expect(await refund(ann, '40.00')).toBe('done');
  expect(await refund(ben, '40.00')).toBe(10);
});

it('lines of one statement that two people ignore count together, on whatever day', async () => {
  await ruleFrom('lineIgnore', '100.00');
  const [ann, ben] = await pair();
  const statements = '/blade-bank/statement';
  await registerAccount(server, { account: '6222020000000000001' });
  const line = (serial: string) => ({ day: today(), amount: '60.00', name: '无名', serial });
  const file = icbcCsv({ account: '6222020000000000001', opening: '0.00', lines: [line('L1'), line('L2')] });
  const { statementId } = ok(await ann.upload(`${statements}/upload`, file, { name: 'icbc.csv' }));
  const [one, two] = ok(await ann.get(`${statements}/lines`, { statementId })).records;
  const ignore = async (who: Worker, ids: string) =>
    heldAct(await who.post(`${statements}/ignore`, { body: { statementId, ids, reason: '不用管' } }));
  expect(await ignore(ann, one.id)).toBe('done');
  server.clock.advance(24 * 3_600_000);
  expect(await ignore(ben, two.id)).toBe(18);
});

it('files that two people send to one account count together', async () => {
  await ruleFrom('payBatchSend', '150.00');
  const [ann, ben] = await pair();
  const batches = '/blade-bank/batch';
  const { rows } = await leaseOf(server).started({ totalAmount: '20000', interestDate: '2026-08-17' });
  const send = async (who: Worker, planId: string) => {
    const batch = ok(await who.post(`${batches}/make`, { body: { ids: planId, layout: 2, reason: '提前' } }));
    const { version } = ok(await who.get(`${batches}/detail`, { id: batch.id }));
    return heldAct(await who.post(`${batches}/send`, { body: { ids: batch.id, version: String(version) } }));
  };
  expect(await send(ann, rows[0].id)).toBe('done');
  expect(await send(ben, rows[1].id)).toBe(13);
});
