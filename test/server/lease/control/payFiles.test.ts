/** Payment files that take two people whatever their amount, and files that count although they were cancelled. */
import { approvalActs } from '../../../../contract/domain/approvals';
import { deedsAtOnce } from '../../../support/approvals';
import { purchasesOf } from '../../../support/purchases';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { addWorker, decidingRights, type Worker, workPermissions } from '../../../support/workflow';

let server: Server;
let finance: Client;
let second: Worker;
let buying: ReturnType<typeof purchasesOf>;
const { number } = approvalActs.payBatchSend;
beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  buying = purchasesOf(server);
  const reads = ['order', 'paymentPlan', 'receipt', 'customer', 'asset', 'supplier', 'purchase', 'payBatch'];
  const files = ['make', 'send', 'cancel', 'answer', 'file'].map((verb) => `payBatch_${verb}`);
  await server.addUser({ account: 'finance', permissions: [...reads, ...files] });
  finance = await server.as('finance');
  second = await addWorker(server, 'second', { permissions: [...workPermissions, ...decidingRights, ...reads] });
});
afterAll(() => server.close());

/** A rule that begins at an amount, as a tenant may set it. */
async function ruleFrom(amount: number): Promise<void> {
  await server.sql('update approval_rule set is_on = 1, from_amount = $2 where act = $1', [number, amount]);
}
/** A draft that pays so much to a supplier. */
async function draft(supplierId: string, amount: string): Promise<string> {
  const order = await leaseOf(server).signed({ totalAmount: '10000' }, { direction: 2, repayMethod: 3 });
  const object = await buying.object(order.id, { supplierId });
  const { id } = ok(await buying.enter(object.id, { amount }));
  return ok(await buying.make([id], {}, finance)).id;
}
async function agree(): Promise<void> {
  const [{ id }] = await server.sql('select id from flow_task where status = 1 order by id desc limit 1');
  ok(await second.claim(id));
  ok(await second.complete(id));
}

it('the first payment to the account of a supplier takes two people, later ones as the rule says', async () => {
  await ruleFrom(100_000);
  const { id: supplierId } = await buying.supplier();
  const first = await draft(supplierId, '3000.00');
  expect((await buying.send(first, finance)).body.heldAct).toBe(number);
  await agree();
  const again = await draft(supplierId, '3000.00');
  // The bank has not said yet that it knows the account by that name.
  expect((await buying.send(again, finance)).body.heldAct).toBe(number);
  await agree();
  ok(await buying.answer(first, ['成功']));
  const later = await draft(supplierId, '3000.00');
  expect((await buying.send(later, finance)).body).not.toHaveProperty('heldAct');
  // The same account under another name is another one.
  const { id: namesake } = await buying.supplier();
  expect((await buying.send(await draft(namesake, '3000.00'), finance)).body.heldAct).toBe(number);
  await agree();
  await server.sql('update approval_rule set is_on = 0 where act = $1', [number]);
  const { id: other } = await buying.supplier({ bankCardCode: '3100111122224444' });
  expect((await buying.send(await draft(other, '3000.00'), finance)).body.heldAct).toBe(number);
  await agree();
});

it('a file that was sent counts for the day although it was cancelled: it may have left the house', async () => {
  server.clock.advance(86_400_000);
  finance = await server.as('finance');
  second = { ...second, ...(await server.as('second')) };
  const { id: supplierId } = await buying.supplier({ bankCardCode: '3100111122225555' });
  await ruleFrom(1);
  const known = await draft(supplierId, '1.00');
  ok(await buying.send(known, finance));
  await agree();
  ok(await buying.answer(known, ['成功'], { day: '20261121' }));
  server.clock.advance(86_400_000);
  await ruleFrom(5000);
  const sent = await draft(supplierId, '3000.00');
  expect((await buying.send(sent, finance)).body).not.toHaveProperty('heldAct');
  expect((await finance.get(`${buying.paths.batch}/file`, { id: sent, format: 'csv' })).status).toBe(200);
  ok(await buying.cancelFile(sent));
  expect((await buying.send(await draft(supplierId, '3000.00'), finance)).body.heldAct).toBe(number);
});

it('what a cancelled file has asked a bank for is asked for again by two people, who read so', async () => {
  await ruleFrom(100_000);
  const { id: supplierId } = await buying.supplier({ bankCardCode: '3100111122226666' });
  const order = await leaseOf(server).signed({ totalAmount: '10000' }, { direction: 2, repayMethod: 3 });
  const object = await buying.object(order.id, { supplierId });
  const enter = async (invoiceNo: string) =>
    ok(await buying.enter(object.id, { amount: '1000.00', invoiceNo, invoiceAmount: '1000.00' })).id;
  const known = ok(await buying.make([await enter('N1')], {}, finance)).id;
  ok(await buying.send(known, finance));
  await agree();
  ok(await buying.answer(known, ['成功'], { day: server.clock.text().slice(0, 10).replaceAll('-', '') }));
  const bought = await enter('N2');
  const make = async () => ok(await buying.make([bought], {}, finance));
  const first = await make();
  // A draft has reached no bank.
  ok(await buying.cancelFile(first.id));
  const sent = await make();
  expect((await buying.send(sent.id, finance)).body).not.toHaveProperty('heldAct');
  ok(await buying.cancelFile(sent.id));
  const again = await make();
  expect((await buying.send(again.id, finance)).body.heldAct).toBe(number);
  const [{ changes }] = await server.sql('select changes from approval where entity_id = $1', [again.id]);
  expect(changes.find(({ label }: any) => label.zh.startsWith('曾提交后取消'))).toMatchObject({ after: sent.batchNo });
  await agree();
  // Nor does the one who brings the bank's answer make a payment due again alone.
  ok(
    await buying.answer(again.id, ['失败'], {
      day: server.clock.text().slice(0, 10).replaceAll('-', ''),
      who: finance,
    }),
  );
  const third = await make();
  expect((await buying.send(third.id, finance)).body.heldAct).toBe(number);
  const [asked] = await server.sql('select changes from approval where entity_id = $1', [third.id]);
  expect(asked.changes.find(({ label }: any) => label.zh.includes('失败'))).toMatchObject({ after: again.batchNo });
});
