/** What a checked portfolio refers to changes before it is posted. */

import { type OldSystem, oldProducts, oldSystem, portfolioBook, takeoverDate } from '../../../support/portfolio';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { decidingRights } from '../../../support/workflow';

const path = '/blade-portfolio/import';
let server: Server;
let clerk: Client;
let boss: Client;
beforeAll(async () => {
  server = await startServer({ now: '2026-11-02 09:00:00' });
  const lease = leaseOf(server);
  for (const product of oldProducts) await lease.product({ ...product, amountPer: '1.00' });
  const own = ['portfolioImport', 'portfolioImport_upload', 'portfolioImport_decide', 'portfolioImport_post'];
  const seen = [
    'order',
    'customer',
    'receipt',
    'paymentPlan',
    'approval',
    'portfolioImport_delete',
    'work_todo',
    'work_todo_handle',
    'work_claim',
    'work_claim_sign',
  ];
  for (const account of ['clerk', 'boss'])
    await server.addUser({ account, permissions: [...own, ...seen, ...decidingRights, 'order_terminate'] });
  [clerk, boss] = [await server.as('clerk'), await server.as('boss')];
}, 120_000);
afterAll(() => server.close());

async function uploaded(old: OldSystem, name = '存量.xlsx') {
  const { id } = ok(
    await clerk.upload(`${path}/upload`, await portfolioBook(old.sheets), { name, query: { takeoverDate } }),
  );
  await server.drain();
  return { id, row: ok(await clerk.get(`${path}/detail`, { id })) };
}
async function counted(): Promise<string> {
  const tables = ['lease_customer', 'lease_order', 'lease_payment_plan', 'lease_receipt', 'lease_payment_txn'];
  const counts = await Promise.all(tables.map((table) => server.sql(`select count(*)::int as n from ${table}`)));
  return counts.map(([one]) => one.n).join(' ');
}

describe('is given back where what it refers to has changed since the check', () => {
  let made = 0;
  /** An import whose last customer is known already, decided and about to be asked for. */
  async function decided() {
    const old = oldSystem({ customers: 14, orders: 14 }, 31 + made);
    const mark = `K${String.fromCharCode(65 + made++)}`;
    for (const row of Object.values(old.sheets).flat())
      if (row.contractCode) row.contractCode = row.contractCode.replace('JZ', mark);
    const { realName, idType, idNo } = old.sheets.customers[0]!;
    const known = await leaseOf(server).customer({ realName: realName!, idType: Number(idType ?? 1), idNo: idNo! });
    const { id, row } = await uploaded(old, `存量${mark}.xlsx`);
    expect(row).toMatchObject({ state: 3 });
    const all = { id, group: 'all', difference: 0, current: 1, size: 50 };
    for (const { difference } of ok(await clerk.get(`${path}/differences`, all)).kinds)
      ok(await clerk.post(`${path}/decide`, { body: { id, difference, decision: 1 } }));
    return { id, known, realName: realName!, product: old.sheets.orders[0]!.product! };
  }
  async function posted(id: string) {
    ok(await clerk.post(`${path}/post`, { body: { id, reason: '原系统尾数' } }));
    await server.drain();
    const [task] = await server.sql(`select id from flow_task where end_time is null order by id desc limit 1`);
    ok(await boss.post('/blade-flow/work/claim-task', { query: { taskId: task.id } }));
    ok(
      await boss.post('/blade-flow/work/complete-task', { body: { taskId: task.id, flag: 'ok', comment: '核对无误' } }),
    );
    await server.drain();
    return ok(await clerk.get(`${path}/detail`, { id }));
  }

  const given = (what: string) => ({ state: 3, problem: `检查之后数据已变化：${what}。请删除该导入后重新导入` });
  const customers = '/blade-customer/customer';

  it('a customer was removed', async () => {
    const { id, known, realName } = await decided();
    const before = await counted();
    ok(await server.admin.post(`${customers}/remove`, { query: { ids: known.id } }));
    expect(await posted(id)).toMatchObject(given(realName));
    expect(await counted()).toBe(before);
  });

  it('a customer has another name', async () => {
    const { id, known, realName } = await decided();
    const before = ok(await server.admin.get(`${customers}/detail`, { id: known.id }));
    ok(await server.admin.post(`${customers}/submit`, { body: { ...before, realName: '另一个人' } }));
    expect(await posted(id)).toMatchObject(given(realName));
    // Called as before, it is the customer of the check again.
    const after = ok(await server.admin.get(`${customers}/detail`, { id: known.id }));
    ok(await server.admin.post(`${customers}/submit`, { body: { ...after, realName } }));
    expect(await posted(id)).toMatchObject({ state: 5 });
  });

  it('a product was removed', async () => {
    const { id, product } = await decided();
    await server.sql('update lease_product set is_deleted = 1 where $1 in (product_name, product_code)', [product]);
    expect((await posted(id)).state).toBe(3);
  });
});
