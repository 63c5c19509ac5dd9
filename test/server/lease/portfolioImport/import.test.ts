/** What the check of a portfolio finds, what stands in the way of its posting, and what a taken-over order allows. */

import { addDays } from '../../../../contract/domain/calendar';
import { foretelling } from '../../../../contract/wire/foretold';
import { oldSystem, portfolioBookWith, takeoverDate } from '../../../support/portfolio';
import { type Client, leaseOf, ok, platform, type Server } from '../../../support/server';
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

it('names each fault with sheet and row, and writes nothing', async () => {
  const before = await counted();
  const old = oldSystem({ customers: 8, orders: 10 }, 7);
  const { customers, orders, instalments } = old.sheets;
  customers[1]!.idNo = '110105194912310021';
  customers[2]!.ref = customers[0]!.ref!;
  customers[4]!.realName = '';
  orders[0]!.product = '没有的产品';
  orders[1]!.bankCardCode = 'abc';
  orders[2]!.interestDate = '2026-11-01';
  orders[3]!.contractCode = orders[5]!.contractCode!;
  orders[4]!.ref = 'X1';
  orders[6]!.deadline = '0';
  instalments.push({ contractCode: 'NN-1', period: '1', paymentDate: '2026-01-01', principal: '1', rent: '1' });
  const whole = new Set(orders.slice(7).map(({ contractCode }) => contractCode));
  const paid = instalments.findIndex(({ contractCode, paidDate }) => whole.has(contractCode!) && paidDate);
  instalments[paid]!.paidAmount = '99999999.00';
  const { id, row } = await uploaded(old);
  expect(row.state).toBe(2);
  const { records } = ok(await clerk.get(`${path}/faults`, { id, level: '1', size: 200 }));
  const said = records.map((one: { sheet: string; row: number; column: string }) =>
    [one.sheet, one.row, one.column].join(' '),
  );
  for (const wanted of [
    '客户 3 证件号码',
    '客户 4 客户编号',
    '客户 6 客户名称',
    '订单 2 产品名称或编号',
    '订单 3 银行卡号',
    '订单 4 起租日期',
    '订单 7 合同编号',
    '订单 6 客户编号',
    `期次 ${instalments.length + 1} 合同编号`,
    `期次 ${paid + 2} 已付金额(元)`,
  ])
    expect(said).toContain(wanted);
  expect((await clerk.get(`${path}/faults-file`, { id })).raw.subarray(0, 2).toString()).toBe('PK');
  expect((await clerk.post(`${path}/post`, { body: { id } })).body).toMatchObject({ reason: 'portfolio.otherState' });
  expect(await counted()).toBe(before);
});

it('tells with its check what the workbook hides, before all that it finds in rows', async () => {
  const old = oldSystem({ customers: 3, orders: 3 }, 5);
  old.sheets.customers[1]!.realName = '';
  const bytes = await portfolioBookWith(old.sheets, ({ Sheets, Workbook }) => {
    Sheets.订单!['!rows'] = [{}, { hidden: true }];
    Workbook!.Sheets![0]!.Hidden = 1;
  });
  const { id } = ok(await clerk.upload(`${path}/upload`, bytes, { name: '隐藏.xlsx', query: { takeoverDate } }));
  await server.drain();
  const { records } = ok(await clerk.get(`${path}/faults`, { id, size: 50 }));
  expect(records.slice(0, 3)).toMatchObject([
    { sheet: '客户', row: 0, level: 2, text: '工作表已隐藏，其中的数据仍会导入' },
    { sheet: '订单', row: 0, level: 2, text: '含 1 个隐藏的行，仍会导入：2' },
    { sheet: '客户', row: 3, level: 1 },
  ]);
  expect(ok(await clerk.get(`${path}/detail`, { id })).noteCount).toBeGreaterThan(1);
  expect((await clerk.get(`${path}/faults-file`, { id })).raw.subarray(0, 2).toString()).toBe('PK');
});

it('is decided by people, posted by two of them, and comes in once', async () => {
  const old = oldSystem({ customers: 12, orders: 30 }, 11);
  // A closing figure that the rows do not bear out.
  const first = old.sheets.orders[0]!;
  first.closingPrincipal = '1.00';
  const { id, row } = await uploaded(old, '存量二.xlsx');
  expect(row).toMatchObject({ state: 3, faultCount: 0 });
  expect(row.undecidedCount).toBeGreaterThan(0);
  // As the page asks: 0 stands for every kind.
  const everyKind = { id, group: 'all', difference: 0, current: 1, size: 50 };
  const { records, kinds } = ok(await clerk.get(`${path}/differences`, everyKind));
  const rows = ok(await clerk.get(`${path}/compare`, { id, orderId: records[0].id }));
  expect(rows.some(({ old: one, next }: never) => JSON.stringify(one) !== JSON.stringify(next))).toBe(true);
  expect((await clerk.post(`${path}/post`, { body: { id } })).body).toMatchObject({ reason: 'portfolio.undecided' });
  ok(await clerk.post(`${path}/decide`, { body: { id, ids: [records[0].id], decision: 2 } }));
  for (const { difference } of kinds) ok(await clerk.post(`${path}/decide`, { body: { id, difference, decision: 1 } }));
  expect((await clerk.post(`${path}/post`, { body: { id } })).body).toMatchObject({ reason: 'portfolio.reasonNeeded' });
  const before = await counted();
  const told = ok(await clerk.post(foretelling(`${path}/post`), { body: { id, reason: '原系统尾数' } }));
  expect(told).toEqual({ act: 17, text: expect.stringContaining('提交后由他人审批') });
  // Asked for twice at the same moment, it waits once.
  const ask = () => clerk.post(`${path}/post`, { body: { id, reason: '原系统尾数' } });
  const asked = await Promise.all([ask(), ask()]);
  expect(asked.map(({ body }) => body.reason ?? body.success).sort()).toEqual(['approval.pending', true]);
  await server.drain();
  // It waits for another person, and nothing is written.
  expect(await counted()).toBe(before);
  expect(ok(await clerk.get(`${path}/detail`, { id }))).toMatchObject({ state: 3, approvalAct: 17 });
  for (const day of [addDays(takeoverDate, -1), takeoverDate, addDays(takeoverDate, 1)])
    await server.sql(
      `insert into lease_daily_sum (tenant_id, day, direction, month, instalments, principal, amount, open, received, late)
       values ($1, $2::date, 1, date_trunc('month', $2::date), 1, 0, 0, 0, 0, 0)`,
      [platform, day],
    );
  const [task] = await server.sql(`select id from flow_task where end_time is null order by id desc limit 1`);
  ok(await boss.post('/blade-flow/work/claim-task', { query: { taskId: task.id } }));
  const agree = () =>
    boss.post('/blade-flow/work/complete-task', { body: { taskId: task.id, flag: 'ok', comment: '核对无误' } });
  expect((await Promise.all([agree(), agree()])).filter(({ body }) => body.success)).toHaveLength(1);
  await server.drain();
  expect(ok(await clerk.get(`${path}/detail`, { id }))).toMatchObject({ state: 5, reason: '原系统尾数' });
  const orders = ok(await clerk.get('/blade-order/order/page', { size: 100, contractCode: 'JZ-2024' }));
  expect(orders.total).toBe(30);
  expect(orders.records[0]).toMatchObject({ takeoverDate, paperState: 2 });
  // It counts from the day of the takeover on: what was added up of it and of later days does not hold any more.
  const summed = await server.sql('select day::text as day from lease_daily_sum');
  expect(summed).toEqual([{ day: addDays(takeoverDate, -1) }]);
  // Posted again, or uploaded again, it changes nothing.
  const after = await counted();
  expect((await clerk.post(`${path}/post`, { body: { id } })).body).toMatchObject({ reason: 'portfolio.otherState' });
  expect((await clerk.post(`${path}/remove`, { query: { ids: id } })).body).toMatchObject({
    reason: 'portfolio.isPosted',
  });
  const again = await uploaded({ ...old, sheets: { ...old.sheets, orders: old.sheets.orders.slice(1) } }, '又.xlsx');
  expect(again.row.state).toBe(2);
  expect(await counted()).toBe(after);
  // An order that was taken over can be closed early: its contracts are signed on paper.
  const running = orders.records.find((one: { businessStatus: number }) => one.businessStatus === 6);
  const quote = ok(await clerk.get('/blade-order/order/exit-quote', { id: running.id, exitDate: '2026-11-02' }));
  expect(Number(quote.total)).toBeGreaterThan(0);
});

it('is given back where a customer was entered meanwhile, whom it calls as the workbook does', async () => {
  const old = oldSystem({ customers: 14, orders: 2 }, 23);
  for (const row of Object.values(old.sheets).flat())
    if (row.contractCode) row.contractCode = row.contractCode.replace('JZ', 'JY');
  const who = old.sheets.customers.at(-1);
  const { id } = await uploaded(old, '存量三.xlsx');
  const { kinds } = ok(
    await clerk.get(`${path}/differences`, { id, group: 'all', difference: 0, current: 1, size: 50 }),
  );
  for (const { difference } of kinds) ok(await clerk.post(`${path}/decide`, { body: { id, difference, decision: 1 } }));
  await leaseOf(server).customer({ realName: '不该知道', idType: Number(who!.idType ?? 1), idNo: who!.idNo! });
  ok(await clerk.post(`${path}/post`, { body: { id, reason: '原系统尾数' } }));
  await server.drain();
  const [task] = await server.sql(`select id from flow_task where end_time is null order by id desc limit 1`);
  ok(await boss.post('/blade-flow/work/claim-task', { query: { taskId: task.id } }));
  ok(await boss.post('/blade-flow/work/complete-task', { body: { taskId: task.id, flag: 'ok', comment: '核对无误' } }));
  await server.drain();
  expect(ok(await clerk.get(`${path}/detail`, { id }))).toMatchObject({
    state: 3,
    problem: `检查之后数据已变化：${who!.realName}。请删除该导入后重新导入`,
  });
});
