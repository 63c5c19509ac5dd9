/** What a portfolio opens with is borne out by rows or said to those who decide, and is taken back by their decision. */

import { approvalActs } from '../../../../contract/domain/approvals';
import { inYuan } from '../../../../contract/domain/ledger/inYuan';
import { alwaysHeld } from '../../../../server/approval/deciders';
import { type OldSystem, oldProducts, oldSystem, portfolioBook, takeoverDate } from '../../../support/portfolio';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { decidingRights } from '../../../support/workflow';

const path = '/blade-portfolio/import';
const receipts = '/blade-receipt/receipt';
let server: Server;
let clerk: Client;
let boss: Client;
let other: Client;
beforeAll(async () => {
  server = await startServer({ now: '2026-11-02 09:00:00' });
  const lease = leaseOf(server);
  for (const product of oldProducts) await lease.product({ ...product, amountPer: '1.00' });
  const own = ['portfolioImport', 'portfolioImport_upload', 'portfolioImport_decide', 'portfolioImport_post'];
  const work = ['work_todo', 'work_todo_handle', 'work_claim', 'work_claim_sign', 'approval'];
  const seen = ['order', 'customer', 'receipt', 'receipt_reverse', 'paymentPlan', ...work];
  await server.addUser({ account: 'clerk', permissions: [...own, ...seen] });
  await server.addUser({ account: 'boss', permissions: [...own, ...seen, ...decidingRights] });
  const few = decidingRights.filter((right) => right !== 'approval_openingReverse');
  await server.addUser({ account: 'other', permissions: [...seen, ...few] });
  [clerk, boss, other] = [await server.as('clerk'), await server.as('boss'), await server.as('other')];
}, 120_000);
afterAll(() => server.close());

async function decidedImport(old: OldSystem, name: string): Promise<string> {
  const { id } = ok(
    await clerk.upload(`${path}/upload`, await portfolioBook(old.sheets), { name, query: { takeoverDate } }),
  );
  await server.drain();
  expect(ok(await clerk.get(`${path}/detail`, { id }))).toMatchObject({ state: 3, faultCount: 0 });
  const { kinds } = ok(await clerk.get(`${path}/differences`, { id }));
  for (const { difference } of kinds) ok(await clerk.post(`${path}/decide`, { body: { id, difference, decision: 1 } }));
  return id;
}
/** A portfolio whose balances follow from its rows. */
function plain(seed: number): OldSystem {
  const old = oldSystem({ customers: 8, orders: 20 }, seed);
  for (const order of old.sheets.orders) order.closingPrepaid = null;
  return old;
}
const reconciliation = async (id: string) => ok(await clerk.get(`${path}/reconciliation`, { id }));
const lineOf = async (id: string, name: string) =>
  (await reconciliation(id)).lines.find((line: { name: string }) => line.name === name);
async function openTask(act: number): Promise<string> {
  const [row] = await server.sql(
    `select t.id from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1
     where a.act = $1 and a.state = 1 order by a.id desc limit 1`,
    [act],
  );
  return row.id;
}
async function agree(who: Client, act: number) {
  const taskId = await openTask(act);
  const claimed = await who.post('/blade-flow/work/claim-task', { query: { taskId } });
  if (!claimed.body.success) return claimed;
  return who.post('/blade-flow/work/complete-task', { body: { taskId, flag: 'ok', comment: '已核对' } });
}

it('balances that rows bear out need no reason', async () => {
  const id = await decidedImport(plain(22), '存量二.xlsx');
  for (const name of ['prepaid', 'deposit']) expect(await lineOf(id, name)).toMatchObject({ unproved: '0.00' });
  expect(Number((await lineOf(id, 'deposit')).old)).toBeGreaterThan(0);
  const { body } = await clerk.post(`${path}/post`, { body: { id } });
  expect(body).toMatchObject({ success: true, heldAct: 17 });
});

let posted: string;
it('a balance out of nothing is listed as unproved, needs a reason, and is said to those who decide', async () => {
  const old = plain(21);
  const first = old.sheets.orders[0]!;
  first.closingPrepaid = '1000000.00';
  first.closingDeposit = String(Number(first.closingDeposit ?? '0') + 500);
  posted = await decidedImport(old, '存量一.xlsx');
  const id = posted;
  expect(await lineOf(id, 'prepaid')).toMatchObject({ unproved: '1000000.00' });
  expect(await lineOf(id, 'deposit')).toMatchObject({ unproved: '500.00' });
  expect(await lineOf(id, 'principal')).toMatchObject({ unproved: '0.00' });
  const { products } = await reconciliation(id);
  const sums = products.map(({ lines }: any) => lines.find(({ name }: any) => name === 'prepaid').unproved).sort();
  expect(sums.filter((sum: string) => sum !== '0.00')).toEqual(['1000000.00']);
  expect((await clerk.post(`${path}/post`, { body: { id, reason: ' ' } })).body.reason).toBe('portfolio.unproved');
  expect((await clerk.post(`${path}/post`, { body: { id, reason: '原系统余额表' } })).body.heldAct).toBe(17);
  const [{ changes }] = await server.sql('select changes from approval where act = 17 order by id desc limit 1');
  const said = changes.filter(({ before }: { before: unknown }) => before === null);
  const says = { receipt: ['amount'] }; // hidden with the amounts of receipts
  expect(said).toEqual([
    { label: expect.objectContaining({ zh: '审批原因' }), before: null, after: alwaysHeld },
    {
      label: expect.objectContaining({ zh: '预收余额（无明细支持）' }),
      before: null,
      after: inYuan('1000000.00'),
      says,
    },
    { label: expect.objectContaining({ zh: '保证金余额（无明细支持）' }), before: null, after: inYuan('500.00'), says },
  ]);
  ok(await agree(boss, 17));
  await server.drain();
  expect(ok(await clerk.get(`${path}/detail`, { id }))).toMatchObject({ state: 5, reason: '原系统余额表' });
});

it('an opening receipt is reversed by the decision of somebody who may decide on it, whatever the rules say', async () => {
  await server.sql('update approval_rule set is_on = 0');
  const [row] = await server.sql(
    'select id, version from lease_receipt where source = 6 and batch_no = $1 order by id limit 1',
    [posted],
  );
  const state = async () => ok(await clerk.get(`${receipts}/detail`, { id: row.id })).state;
  const asked = await clerk.post(`${receipts}/reverse`, {
    body: { ids: row.id, version: String(row.version), reason: '原系统记错' },
  });
  const { number } = approvalActs.openingReverse;
  expect(asked.body).toMatchObject({ success: true, heldAct: number });
  expect(await state()).toBe(1);
  expect((await agree(other, number)).body.success).toBe(false);
  expect(await state()).toBe(1);
  ok(await agree(boss, number));
  expect(await state()).toBe(2);
});
