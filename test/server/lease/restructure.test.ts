/** Restructuring: the unpaid part gets a new plan; another person decides, the customer signs, and until then it can be undone. */
import { cents, sum } from '../../../contract/domain/money';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';
import { signAtCounter } from '../../support/signing';
import { decidingRights } from '../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let second: Client;
beforeAll(async () => {
  server = await startServer({ now: '2025-04-10 09:00:00' });
  lease = leaseOf(server);
  const work = ['work_claim', 'work_claim_sign', 'work_todo', 'work_todo_handle', 'approval'];
  await server.addUser({ account: 'second', permissions: ['order', ...decidingRights, ...work] });
  second = await server.as('second');
});
afterAll(() => server.close());

interface Row {
  id: string;
  kind: number;
  currentPeriods: number;
  totalPeriods: number;
  paymentDate: string;
  rent: string;
  principal: string;
  amountPayable: string;
  paidAmount: string;
  payStatus: number;
  isFrozen: number;
  planVersion: number;
}
const asked = { fromDate: '2025-04-10', extend: 6 };

it('keeps what is paid, extends the rest by six months, and can be undone until it is signed', async () => {
  const { order, rows } = await running();
  const paid = rows.slice(0, 3);
  const unpaid = rows.slice(3);
  const preview = ok(await server.admin.get(`${lease.paths.order}/restructure-preview`, { id: order.id, ...asked }));
  expect(preview.replaced).toEqual(unpaid.map(({ id }) => id));
  expect(preview.before).toMatchObject({ count: 9, principal: principalOf(unpaid) });
  expect(preview.after).toMatchObject({ count: 15, principal: principalOf(unpaid), maturity: '2026-07-01' });
  expect(preview.explanation.join('')).toContain('变更前后相等');
  expect(preview.explanation.join('')).toContain(`增加 ${difference(preview)} 元`);

  expect((await ask(order.id, { rent: '0.01' })).body.reason).toBe('order.restructureChanged');
  expect(ok(await ask(order.id, { rent: preview.after.rent }))).toBe(false);
  expect(await plan(order.id)).toEqual(rows);
  ok(await agree(order.id));
  expect(await plan(order.id)).toEqual(rows);
  expect((await exit(order.id)).body.reason).toBe('order.restructuring');

  // Undone, the plan is as before and the supplement that is out leads nowhere.
  const [supplement] = ok(await make(order.id));
  const version = String((await lease.read(order.id)).version);
  const body = { id: order.id, version, reason: '客户改变主意' };
  ok(await server.admin.post(`${lease.paths.order}/restructure-withdraw`, { body }));
  expect(await plan(order.id)).toEqual(rows);
  expect(await statusOf(supplement.id)).toBe(0);

  ok(await ask(order.id, { rent: preview.after.rent }));
  ok(await agree(order.id));
  const [again] = ok(await make(order.id));
  const [{ doc }] = (await server.sql('select doc from lease_contract where id = $1', [again.id])) as [
    { doc: { changes: string[]; plan: object[]; totals: { principal: string } } },
  ];
  expect(doc.changes).toEqual(preview.explanation);
  expect(doc.plan).toHaveLength(15);
  expect(doc.totals.principal).toBe(principalOf(unpaid));
  await signAtCounter(server, again.id);

  const after = await plan(order.id);
  expect(after.filter(({ payStatus }) => payStatus === 1)).toEqual(paid);
  expect(after.filter(({ payStatus }) => payStatus === 2).map(({ id }) => id)).toEqual(preview.replaced);
  const next = after.filter(({ payStatus }) => payStatus === 0);
  expect(next.map(({ currentPeriods }) => currentPeriods)).toEqual(Array.from({ length: 15 }, (_, i) => i + 4));
  expect(new Set(next.map(({ planVersion }) => planVersion))).toEqual(new Set([2]));
  expect(principalOf(next)).toBe(principalOf(unpaid));
  expect(await lease.read(order.id)).toMatchObject({ businessStatus: 6, restructuring: null, maturity: '2026-07-01' });
  expect((await withdraw(order.id)).body.reason).toBe('order.restructureNone');
});

it('leaves what it is to replace among what is due until it is signed, and lets none of it be paid', async () => {
  const { order, rows } = await running();
  const { rent } = ok(
    await server.admin.get(`${lease.paths.order}/restructure-preview`, { id: order.id, ...asked }),
  ).after;
  // Weeks pass before the customer signs: two of the instalments fall due.
  const waited = async (work: () => Promise<void>) => {
    server.clock.set('2025-06-10 09:00:00');
    await work();
    server.clock.set('2025-04-10 09:00:00');
  };
  const figures = async () => [
    ok(await server.admin.get('/blade-paymentPlan/paymentPlan/overview')),
    ok(await server.admin.get('/blade-paymentPlan/paymentPlan/calendar', { month: '2025-06' })),
    ok(await server.admin.get('/blade-report/figures/report', { report: 'ageing' })).tables,
    ok(await server.admin.get('/blade-desk/dashboard')).plan,
  ];
  let before: unknown;
  await waited(async () => {
    before = await figures();
  });
  ok(await ask(order.id, { rent }));
  ok(await agree(order.id));
  await waited(async () => {
    expect(await figures()).toEqual(before);
    const { id: planId, amountPayable: amount } = rows[3]!;
    const lines = [{ planId, amount }];
    const book = (body: object) =>
      server.admin.post('/blade-receipt/receipt/book', {
        body: { direction: 2, valueDate: '2025-06-10', amount, ...body },
      });
    const untouched = await server.fingerprint();
    expect((await book({ lines })).body.reason).toBe('receipt.replacing');
    const confirm = { ids: planId, dryRun: '1' };
    expect(
      ok(await server.admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: confirm })).offenders,
    ).toHaveLength(1);
    const file = { ids: planId, layout: 2, reason: '客户要求' };
    expect((await server.admin.post('/blade-bank/batch/make', { body: file })).body.reason).toBe('batch.notOpen');
    expect(ok(await book({ orderIds: order.id, dryRun: true }))).toMatchObject({ booked: '0.00', rest: amount });
    expect(await server.fingerprint()).toBe(untouched);
  });
});

it('leaves a partly paid instalment to be paid, and takes another method and rate', async () => {
  const { order, rows } = await running();
  const fourth = rows[3]!;
  const part = {
    direction: 2,
    valueDate: '2025-04-10',
    amount: '10.00',
    lines: [{ planId: fourth.id, amount: '10.00' }],
    remark: '提前',
  };
  ok(await server.admin.post('/blade-receipt/receipt/book', { body: part }));
  const query = { id: order.id, ...asked, extend: 0, repayMethod: 4, yearRate: '5', dueDay: 15 };
  const preview = ok(await server.admin.get(`${lease.paths.order}/restructure-preview`, query));
  expect(preview.replaced).toEqual(rows.slice(4).map(({ id }) => id));
  expect(preview.base).toBe(fourth.paymentDate);
  expect(preview.after.principal).toBe(principalOf(rows.slice(4)));
  expect(preview.rows.map(({ paymentDate }: Row) => paymentDate.slice(8))).toEqual(Array(8).fill('15'));
  expect(preview.explanation.join('')).toContain('部分付款的 1 期');
});

it('is refused from a day that has passed, and while one waits for its signature', async () => {
  const { order } = await running();
  const preview = (change: object) =>
    server.admin.get(`${lease.paths.order}/restructure-preview`, { id: order.id, ...asked, ...change });
  expect((await preview({ fromDate: '2025-04-09' })).body.reason).toBe('order.restructureDay');
  expect((await preview({ fromDate: '2026-04-09' })).body.success).toBe(false);
  const { rent } = ok(await preview({})).after;
  ok(await ask(order.id, { rent }));
  ok(await agree(order.id));
  expect((await preview({})).body.reason).toBe('order.restructureState');
});

/** An annuity that began on the first of the year, its first three instalments paid. */
async function running() {
  const { order, rows } = await lease.started({ interestDate: '2025-01-01' }, { repayMethod: 3, deadline: 360 });
  const query = {
    ids: rows
      .slice(0, 3)
      .map(({ id }: Row) => id)
      .join(),
    reason: '补录',
  };
  ok(await server.admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query }));
  return { order, rows: await plan(order.id) };
}
async function plan(orderId: string): Promise<Row[]> {
  const rows: Row[] = await lease.plan(orderId);
  const names = [
    ...(['id', 'kind', 'currentPeriods', 'totalPeriods', 'paymentDate', 'rent', 'principal'] as const),
    ...(['amountPayable', 'paidAmount', 'payStatus', 'isFrozen', 'planVersion'] as const),
  ];
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as Row);
}
function principalOf(rows: readonly Row[]) {
  return sum(rows.map(({ principal }) => principal));
}
function difference({ before, after }: { before: { rent: string }; after: { rent: string } }) {
  return (Number(cents(after.rent) - cents(before.rent)) / 100).toFixed(2);
}
async function ask(orderId: string, change: object) {
  const version = String((await lease.read(orderId)).version);
  const body = { id: orderId, version, reason: '客户申请展期', ...asked, ...change };
  return server.admin.post(`${lease.paths.order}/restructure`, { body });
}
async function withdraw(orderId: string) {
  const version = String((await lease.read(orderId)).version);
  return server.admin.post(`${lease.paths.order}/restructure-withdraw`, {
    body: { id: orderId, version, reason: '撤回' },
  });
}
function exit(id: string) {
  return server.admin.get(`${lease.paths.order}/exit-quote`, { id, exitDate: '2025-04-10' });
}
async function make(orderId: string) {
  server.clock.advance(120_000);
  return server.admin.post(`${lease.paths.contract}/makeContract`, { query: { orderId, type: 3 } });
}
async function statusOf(id: string): Promise<number> {
  const [row] = await server.sql('select status from lease_contract where id = $1', [id]);
  return Number(row!.status);
}
/** Another person agrees with what waits for the order. */
async function agree(entityId: string) {
  const [request] = ok(await second.get('/blade-flow/approval/list', { entityId, size: 20, state: 1 })).records;
  const { records } = ok(await second.get('/blade-flow/work/claim-list', { size: 100 }));
  const { taskId } = records.find((task: { businessId: string }) => task.businessId === request.id);
  ok(await second.post('/blade-flow/work/claim-task', { query: { taskId } }));
  return second.post('/blade-flow/work/complete-task', { body: { taskId, comment: '同意', flag: 'ok' } });
}
