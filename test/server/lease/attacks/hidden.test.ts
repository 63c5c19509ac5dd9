/** What a data scope hides is not told by a refusal either, nor by what others have agreed to a day later. */
import { approvalActs } from '../../../../contract/domain/approvals';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { deedsAtOnce } from '../../../support/approvals';
import { allBut, boundPerson } from '../../../support/scopes';
import { type Answer, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { addWorker, decidingRights, workPermissions } from '../../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
const today = '2026-11-20';
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
