/** What a person has seen in a trial is what is booked; where the figures have changed since, nothing is, and the new ones are told. */
import { approvalActs } from '../../../../contract/domain/approvals';
import { totalOf } from '../../../../contract/domain/ledger/allocation';
import { add } from '../../../../contract/domain/money';
import { deedsAtOnce } from '../../../support/approvals';
import { icbcCsv } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { type Answer, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { addWorker, decidingRights, workPermissions } from '../../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer({ now: '2026-11-20 10:00:00' });
  await deedsAtOnce(server);
  lease = leaseOf(server);
});
afterAll(() => server.close());

const receipts = '/blade-receipt/receipt';
const plans = '/blade-paymentPlan/paymentPlan';
const statements = '/blade-bank/statement';
/** An order that charges for late payments; two of its instalments are overdue on 2026-11-20. */
async function running(totalAmount = '10000') {
  server.clock.set('2026-11-20 10:00:00');
  const terms = { direction: 2, deadline: 360, repayMethod: 3, lateRate: '0.05' };
  const { order, rows } = await lease.started({ interestDate: '2026-09-10', totalAmount }, terms);
  return { id: order.id, customerId: order.customerId, code: order.contractCode, rows: rows as { id: string }[] };
}
type Running = Awaited<ReturnType<typeof running>>;
const post = (path: string, body: object) => server.admin.post(path, { body });

/** A way to book money, by its name: what is needed before, and the call. */
const ways: Record<string, (of: Running) => Promise<(more: object) => Promise<Answer>>> = {
  confirming: async ({ rows }) => {
    const ids = `${rows[0]!.id},${rows[1]!.id}`;
    return (more) => server.admin.post(`${plans}/updateBat`, { query: { ids, ...more } });
  },
  booking: async ({ id }) => {
    const body = { direction: 1, valueDate: '2026-11-20', amount: '1800.00', orderIds: id };
    return (more) => post(`${receipts}/book`, { ...body, ...more });
  },
  claiming: async ({ id, customerId }) => {
    const body = { direction: 1, valueDate: '2026-11-20', amount: '1800.00', customerId, rest: 'unclaimed', lines: [] };
    const { receiptId } = ok(await post(`${receipts}/book`, { ...body, customerId: undefined }));
    return (more) => post(`${receipts}/claim`, { id: receiptId, orderIds: id, ...more });
  },
  'using a balance': async ({ id, customerId }) => {
    const body = { direction: 1, valueDate: '2026-11-20', amount: '1800.00', customerId, rest: 'prepaid' };
    const other = await lease.customer();
    ok(await post(`${receipts}/book`, { ...body, customerId: other.id }));
    await server.sql('update lease_payment_txn set customer_id = $1 where customer_id = $2 and account = 2', [
      customerId,
      other.id,
    ]);
    return (more) => post(`${receipts}/use-balance`, { customerId, direction: 1, orderIds: id, ...more });
  },
};

/** A part of the first instalment is paid meanwhile. */
async function paidMeanwhile({ rows }: Running) {
  const lines = [{ planId: rows[0]!.id, amount: '10.00' }];
  ok(await post(`${receipts}/book`, { direction: 1, valueDate: '2026-11-20', amount: '10.00', lines }));
}

describe.each(Object.keys(ways))('%s', (name) => {
  it('does what was tried, or refuses with the new figures and writes nothing', async () => {
    const order = await running();
    const send = await ways[name]!(order);
    const tried = ok(await send({ dryRun: true }));
    expect(tried.trial).toMatch(/^[\w-]{16}$/);
    await paidMeanwhile(order);
    const untouched = await server.fingerprint();
    const refused = await send({ trial: tried.trial });
    expect([refused.status, refused.body.reason]).toEqual([409, 'trial.changed']);
    const now = refused.body.data;
    expect(now.trial).not.toBe(tried.trial);
    expect(await server.fingerprint()).toBe(untouched);
    expect(ok(await send({ dryRun: true })).trial).toBe(now.trial);
    ok(await send({ trial: now.trial }));
  });
});

it('says the late charge of each instalment, and books it as it was said', async () => {
  const { rows } = await running();
  const ids = `${rows[0]!.id},${rows[1]!.id}`;
  const send = (more: object) => server.admin.post(`${plans}/updateBat`, { query: { ids, ...more } });
  const tried = ok(await send({ dryRun: true }));
  expect(Number(tried.late)).toBeGreaterThan(0);
  const parts = { late: tried.late, other: tried.other, rent: tried.rent, principal: tried.principal };
  expect(totalOf(parts)).toBe(tried.totalAmount);
  // A day later more is charged: what was seen is not booked any more.
  server.clock.set('2026-11-21 10:00:00');
  expect((await send({ trial: tried.trial })).body.reason).toBe('trial.changed');
  server.clock.set('2026-11-20 10:00:00');
  const { batchNo, totalAmount } = ok(await send({ trial: tried.trial }));
  const [booked] = await server.sql(
    `select sum(amount)::text as amount, sum(late)::text as late from lease_payment_txn where batch_no = $1`,
    [batchNo],
  );
  expect(booked).toEqual({ amount: totalAmount, late: tried.late });
});

it('never has money in and money out in one batch', async () => {
  const { rows } = await running();
  const out = await lease.started({ interestDate: '2026-09-10', totalAmount: '20000' });
  const query = { ids: `${rows[0]!.id},${out.rows[0].id}` };
  for (const dryRun of ['true', 'false']) {
    const answer = await server.admin.post(`${plans}/updateBat`, { query: { ...query, dryRun } });
    expect(answer.body.reason).toBe('plan.bothDirections');
  }
});

it('books lines of a bank as they were tried', async () => {
  const order = await running('20000');
  const { openAmount, lateOpen } = ok(await server.admin.get(`${plans}/detail`, { id: order.rows[0]!.id }));
  const amount = add(openAmount, lateOpen);
  const account = '6222020000000000001';
  await registerAccount(server, { account });
  const lines = [{ day: '2026-11-20', amount, name: '李雷', purpose: order.code, serial: 'B1' }];
  const file = icbcCsv({ account, opening: '0.00', lines });
  const { statementId } = ok(await server.admin.upload(`${statements}/upload`, file, { name: 'icbc.csv' }));
  const send = (more: object) => post(`${statements}/confirm`, { statementId, all: true, ...more });
  const tried = ok(await send({ dryRun: true }));
  expect(tried).toMatchObject({ booked: 1, amount, late: lateOpen, batchNo: null });
  expect(Number(lateOpen)).toBeGreaterThan(0);
  ok(await post(`${plans}/waive`, { id: order.rows[0]!.id, amount: '0.01', reason: '客户要求' }));
  const untouched = await server.fingerprint();
  expect((await send({ trial: tried.trial })).body.reason).toBe('bank.stale');
  ok(await post(`${statements}/rematch`, { id: statementId }));
  expect(await server.fingerprint()).not.toBe(untouched);
  const offered = ok(await server.admin.get(`${statements}/lines`, { statementId })).records[0];
  const chosen = (more: object) =>
    post(`${statements}/confirm`, { statementId, lines: [{ id: offered.id, proposal: 0 }], ...more });
  const refused = await chosen({ trial: tried.trial });
  expect(refused.body.reason).toBe('trial.changed');
  ok(await chosen({ trial: refused.body.data.trial }));
});

it('is booked for the day that it was asked for, when others agree days later', async () => {
  await server.sql('update approval_rule set is_on = 1, from_amount = 0 where act = $1', [
    approvalActs.paymentConfirm.number,
  ]);
  const second = await addWorker(server, 'second', {
    permissions: [...workPermissions, ...decidingRights, 'order', 'paymentPlan'],
  });
  const { rows } = await running();
  const query = { ids: rows[0]!.id };
  const tried = ok(await server.admin.post(`${plans}/updateBat`, { query: { ...query, dryRun: 'true' } }));
  expect(ok(await server.admin.post(`${plans}/updateBat`, { query: { ...query, trial: tried.trial } }))).toMatchObject({
    isHeld: true,
  });
  server.clock.set('2026-11-23 10:00:00');
  const [{ id: taskId }] = await server.sql(
    `select t.id from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1
     where a.state = 1`,
  );
  ok(await second.claim(taskId));
  ok(await second.complete(taskId, {}));
  const [entry] = await server.sql(
    'select value_date::text as day, amount::text as amount, late::text as late from lease_payment_txn where plan_id = $1',
    [rows[0]!.id],
  );
  expect(entry).toEqual({ day: '2026-11-20', amount: tried.totalAmount, late: tried.late });
});

it('is asked for by every call that books what it can try', async () => {
  const { paths, components } = (await server.admin.get('/docs/json')).body;
  const whole = (part: unknown): string =>
    JSON.stringify(part).replace(/"#\/components\/schemas\/([^"]+)"/g, (_ref, name: string) =>
      JSON.stringify(components.schemas[name]),
    );
  const posts = Object.entries<{ post?: { parameters?: object; requestBody?: object; responses: object } }>(paths);
  // Rows of a file are tried for their faults, not for their sums.
  const tries = posts.flatMap(([path, { post: call }]) => {
    if (!call || /\/import(-user)?$/.test(path)) return [];
    const asked = whole([call.parameters ?? [], call.requestBody ?? {}]);
    return asked.includes('"dryRun"') ? [{ path, asks: asked.includes('"trial"'), call }] : [];
  });
  expect(tries.map(({ path }) => path.split('/').slice(-2).join('/')).sort()).toEqual([
    ...['paymentPlan/updateBat', 'receipt/book', 'receipt/claim', 'receipt/use-balance', 'receipt/use-deposit'],
    ...['statement/assign', 'statement/confirm'],
  ]);
  for (const { path, asks, call } of tries)
    expect([path, asks, whole(call.responses).includes('"trial"')]).toEqual([path, true, true]);
});
