/** What a person has seen in a trial is what is booked; where the figures have changed since, nothing is, and the new ones are told. */
import { join } from 'node:path';
import { approvalActs } from '../../../../contract/domain/approvals';
import { totalOf } from '../../../../contract/domain/ledger/allocation';
import { add } from '../../../../contract/domain/money';
import { allModules } from '../../../../contract/modules';
import { confirmVoucherUrl } from '../../../../contract/wire/lease/voucher';
import { deedsAtOnce } from '../../../support/approvals';
import { icbcCsv, workbook } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { callsThatBook } from '../../../support/ledgerWriters';
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

/** Does what was tried, or refuses with the new figures and writes nothing. Answers the trials before and after. */
async function isBound(send: (more: object) => Promise<Answer>, meanwhile: () => Promise<void>) {
  const untried = await server.fingerprint();
  const tried = ok(await send({ dryRun: true }));
  expect(tried.trial).toMatch(/^[\w-]{16}$/);
  expect(await server.fingerprint()).toBe(untried);
  await meanwhile();
  const untouched = await server.fingerprint();
  const refused = await send({ trial: tried.trial });
  expect([refused.status, refused.body.reason]).toEqual([409, 'trial.changed']);
  const now = refused.body.data;
  expect(now.trial).not.toBe(tried.trial);
  expect(await server.fingerprint()).toBe(untouched);
  expect(ok(await send({ dryRun: true })).trial).toBe(now.trial);
  expect(ok(await send({ trial: now.trial })).trial).toBe(now.trial);
  return { tried, now };
}

it.each(Object.keys(ways))('binds %s to its trial', async (name) => {
  const order = await running();
  const send = await ways[name]!(order);
  await isBound(send, () => paidMeanwhile(order));
});

async function claimed(receiptId: string, planId: string) {
  ok(await post(`${receipts}/claim`, { id: receiptId, lines: [{ planId, amount: '10.00' }], reason: '提前' }));
}
/** The parts of what is booked, or taken back, of an order. */
async function partsBooked(orderId: string) {
  const [sums] = await server.sql(
    `select sum(late)::text as late, sum(other)::text as other, sum(rent)::text as rent, sum(principal)::text as principal
     from lease_payment_txn where order_id = $1 and account = 1`,
    [orderId],
  );
  return sums;
}
const partsOf = ({ late, other, rent, principal }: Record<string, string>) => ({ late, other, rent, principal });

it('binds a reversal to the instalments that it opens again, with principal, rent and late charge', async () => {
  const { id, rows } = await running();
  const body = { direction: 1, valueDate: '2026-11-20', amount: '5000.00', orderIds: id };
  const { receiptId, booked } = ok(await post(`${receipts}/book`, body));
  const send = async (more: object) => {
    const { version } = ok(await server.admin.get(`${receipts}/detail`, { id: receiptId }));
    return post(`${receipts}/reverse`, { ids: receiptId, version: String(version), reason: '付错', ...more });
  };
  const before = await partsBooked(id);
  const tried = ok(await send({ dryRun: true }));
  expect(partsOf(tried)).toEqual(before);
  expect(tried.reopened).toBe(booked);
  expect(tried.rows.map(({ planId }: { planId: string }) => planId)).toEqual(
    rows.slice(0, tried.rows.length).map((row) => row.id),
  );
  expect(Number(tried.late)).toBeGreaterThan(0);
  await isBound(send, () => claimed(receiptId, rows[5]!.id));
  expect(await partsBooked(id)).toEqual({ late: '0.00', other: '0.00', rent: '0.00', principal: '0.00' });
});

it('binds taking the use of a balance back to what it opens again', async () => {
  const order = await running();
  const use = await ways['using a balance']!(order);
  const { transferNo } = ok(await use({}));
  const send = (more: object) => post(`${receipts}/reverse-use`, { transferNo, reason: '用错', ...more });
  const booked = await partsBooked(order.id);
  const { tried, now } = await isBound(send, async () => {
    // Its last instalments are paid meanwhile, so that the order would run again.
    const lines = [];
    for (const row of order.rows) {
      const { openAmount, lateOpen } = ok(await server.admin.get(`${plans}/detail`, { id: row.id }));
      if (Number(openAmount) > 0) lines.push({ planId: row.id, amount: add(openAmount, lateOpen) });
    }
    const amount = lines.reduce((whole, line) => add(whole, line.amount), '0');
    const remark = '提前结清';
    ok(await post(`${receipts}/book`, { direction: 1, valueDate: '2026-11-20', amount, lines, remark }));
  });
  expect(partsOf(tried)).toEqual(booked);
  expect([tried.running, now.running]).toEqual([[], [order.code]]);
  expect(tried.others).toEqual([{ account: 2, amount: `-${tried.reopened}` }]);
});

async function uploaded(account: string, line: { amount: string; purpose: string; serial: string }) {
  await registerAccount(server, { account });
  const lines = [{ day: '2026-11-20', name: '李雷', ...line }];
  const file = icbcCsv({ account, opening: '0.00', lines });
  const { statementId } = ok(await server.admin.upload(`${statements}/upload`, file, { name: 'icbc.csv' }));
  const [{ id }] = ok(await server.admin.get(`${statements}/lines`, { statementId })).records;
  return { statementId, id: id as string };
}

it('binds undoing lines of a bank to what it opens again', async () => {
  const { rows } = await running();
  const { statementId, id } = await uploaded('6222020000000000002', { amount: '1800.00', purpose: '', serial: 'U1' });
  ok(await post(`${statements}/confirm`, { statementId, lines: [{ id }], asUnclaimed: true }));
  const [{ receiptId }] = ok(await server.admin.get(`${statements}/lines`, { statementId })).records;
  const send = (more: object) => post(`${statements}/undo`, { statementId, ids: [id], reason: '记错', ...more });
  const { tried, now } = await isBound(send, () => claimed(receiptId, rows[0]!.id));
  expect(tried).toMatchObject({ receipts: 1, amount: '1800.00', waiting: 0, reopened: '0.00', rows: [] });
  expect(now).toMatchObject({ reopened: '10.00', rows: [{ planId: rows[0]!.id, amount: '10.00' }] });
});

it('binds the result of a payment file to what is paid, refused and unknown', async () => {
  server.clock.set('2026-11-20 10:00:00');
  const terms = { deadline: 2160 };
  const { rows } = await lease.started({ interestDate: '2026-08-17', totalAmount: '20000' }, terms);
  const ids = rows.slice(0, 4).map(({ id }: { id: string }) => id);
  const batches = '/blade-bank/batch';
  const { id } = ok(await post(`${batches}/make`, { ids, layout: 2, reason: '客户要求' }));
  const act = async (name: string, more: object = {}) => {
    const { version } = ok(await server.admin.get(`${batches}/detail`, { id }));
    ok(await post(`${batches}/${name}`, { ids: id, version: String(version), ...more }));
  };
  await act('send');
  const items: Record<string, string>[] = ok(await server.admin.get(`${batches}/items`, { id }));
  const head = ['业务参考号', '收款账号', '收款户名', '处理状态', '失败原因', '交易日期'];
  const results = ['成功', '成功', '失败'].map((state, at) => {
    const { reference, account, payeeName } = items[at]!;
    return [reference!, account!, payeeName!, state, state === '失败' ? '户名不符' : '', '20261120'];
  });
  const file = await workbook([head, ...results]);
  const send = (more: object) =>
    server.admin.upload(`${batches}/answer`, file, { name: 'a.xlsx', query: { id, ...more } });
  const { tried, now } = await isBound(send, async () => {
    // It is called off and paid by hand, though the bank has paid it.
    await act('cancel', { reason: '银行说没有执行' });
    const lines = [{ planId: ids[1], amount: '100.00' }];
    const body = { direction: 2, valueDate: '2026-11-20', amount: '100.00', lines, remark: '提前' };
    ok(await post(`${receipts}/book`, body));
  });
  expect(tried).toMatchObject({
    ...{ paid: 2, paidAmount: '200.00', failed: 1, failedAmount: '100.00', unanswered: 1, unansweredAmount: '100.00' },
    ...{ booked: '200.00', rest: '0.00' },
    payments: [
      { result: 'paid', booked: '100.00' },
      { result: 'paid', booked: '100.00' },
      { result: 'failed', reason: '户名不符', booked: '0.00' },
      { result: 'unanswered', booked: '0.00' },
    ],
  });
  expect(now).toMatchObject({
    booked: '100.00',
    rest: '100.00',
    payments: [{}, { booked: '0.00', rest: '100.00' }, {}, {}],
  });
});

it('refuses an exit and a new plan with their new figures', async () => {
  const { id } = await running();
  const orders = '/blade-order/order';
  const { version } = ok(await server.admin.get(`${orders}/detail`, { id }));
  const untouched = await server.fingerprint();
  const exit = { exitDate: '2026-11-20' };
  const quote = ok(await server.admin.get(`${orders}/exit-quote`, { id, ...exit }));
  const plan = { fromDate: '2026-11-20', extend: '6' };
  const preview = ok(await server.admin.get(`${orders}/restructure-preview`, { id, ...plan }));
  const whose = { id, version: String(version), reason: '客户要求' };
  const left = await post(`${orders}/exit`, { ...whose, ...exit, amount: '0.01' });
  expect([left.status, left.body.reason, left.body.data]).toEqual([409, 'order.exitChanged', quote]);
  const changed = await post(`${orders}/restructure`, { ...whose, ...plan, extend: 6, rent: '0.01' });
  expect([changed.status, changed.body.reason, changed.body.data]).toEqual([409, 'order.restructureChanged', preview]);
  expect(await server.fingerprint()).toBe(untouched);
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

/** Calls that add entries and have no trial, with the reason. */
const untried: Readonly<Record<string, string>> = {
  'POST /blade-receipt/receipt/refund': 'the person enters the whole amount, and nothing is divided',
  'POST /blade-order/order/refund':
    'pays the whole open money of a cancelled order back, bound by the version of the order',
  'POST /blade-order/order/confirm-voucher': 'books the amount that the person reads from the slip',
  'POST /blade-order/order/update-businessStatus': 'books the amount of the order, as confirming its voucher does',
  'POST /blade-paymentPlan/paymentPlan/waive': 'the person enters the amount of the one late charge',
  'POST /blade-portfolio/import/post': 'posts the figures of the file that was checked, which stand on its page',
};
/** What adds entries because of the state of an order: the money of its start, and its deposit at its end. */
const followsOrders = ['move', 'takeDepositBack'].map((name) => `server/lease/ledger/orderMoney.ts#${name}`);

it('is asked for by every call that adds entries, but where it is said why not', async () => {
  const { paths, components } = (await server.admin.get('/docs/json')).body;
  const whole = (part: unknown): string =>
    JSON.stringify(part).replace(/"#\/components\/schemas\/([^"]+)"/g, (_ref, name: string) =>
      JSON.stringify(components.schemas[name]),
    );
  const bases = new Map(allModules.map(({ name, path }) => [name, path]));
  const booking = callsThatBook(join(__dirname, '../../../..'), followsOrders).map(({ module, call }) =>
    module ? `${bases.get(module) ?? module}/${call}` : call.includes('confirmVoucherUrl') ? confirmVoucherUrl : call,
  );
  expect(booking).toContain(`${receipts}/book`);
  const bare = [...new Set(booking)].filter((path) => {
    const call = paths[`/api${path}`]?.post;
    if (!call) return true;
    const asked = whole([call.parameters ?? [], call.requestBody ?? {}]);
    return !(asked.includes('"trial"') && asked.includes('"dryRun"') && whole(call.responses).includes('"trial"'));
  });
  expect(bare.map((path) => `POST ${path}`).sort()).toEqual(Object.keys(untried).sort());
});
