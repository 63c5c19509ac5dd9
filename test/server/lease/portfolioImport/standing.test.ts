/** What a checked portfolio refers to changes before it is posted. */

import { oldSystem } from '../../../support/portfolio';
import { type Client, leaseOf, ok, type Server } from '../../../support/server';
import { importPath as path, startTakeover } from '../../../support/takeover';

type Takeover = Awaited<ReturnType<typeof startTakeover>>;
let server: Server;
let clerk: Client;
let boss: Client;
let uploaded: Takeover['uploaded'];
let counted: Takeover['counted'];
beforeAll(async () => {
  ({ server, clerk, boss, uploaded, counted } = await startTakeover());
}, 120_000);
afterAll(() => server.close());

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
