/**
 * Random histories of whole orders, of both directions and all methods, begun here or taken over from an older system:
 * exits, restructurings, waivers, deposits, files, supplier payments, reversals and closed months in any order. Whatever is let or refused,
 * the rules of the ledger hold after every step, reports of the day before say what they said, what is aged is what is open, figures are what the lists behind them have, and statements
 * say what the plan and the reports say. The same where guarded operations wait for a second person.
 */
import fc from 'fast-check';
import { approvalActs } from '../../../../contract/domain/approvals';
import { leaseReturn, type ReturningRow } from '../../../../contract/domain/leasing/investment';
import { getTypeOf, hasRentTable, methodBy, methods } from '../../../../contract/domain/leasing/methods/methods';
import { planOf } from '../../../../contract/domain/leasing/plan';
import { rowKinds } from '../../../../contract/domain/leasing/rowKinds';
import type { PlanTerms } from '../../../../contract/domain/leasing/terms';
import { type Amounts, parts } from '../../../../contract/domain/ledger/allocation';
import { cents, sum, yuan } from '../../../../contract/domain/money';
import type { Order } from '../../../../contract/modules/lease/order';
import { order as orders } from '../../../../contract/modules/lease/order';
import { itemStates } from '../../../../contract/modules/lease/payBatch';
import { purchaseStates } from '../../../../contract/modules/lease/purchase';
import { accounts, entryKinds } from '../../../../contract/modules/lease/receipt';
import { registry } from '../../../../server/app';
import { asSystem } from '../../../../server/engine/work';
import { applyRestructuring } from '../../../../server/lease/restructure/restructuring';
import { workbook } from '../../../support/bankFiles';
import { depth } from '../../../support/depth';
import { comparedWithLists } from '../../../support/figures';
import { ledgerFaults } from '../../../support/ledgerFaults';
import { type OldOrder, type OldSystem, oldRows, portfolioBook, writeOrder } from '../../../support/portfolio';
import { purchasesOf } from '../../../support/purchases';
import { businessReport, reverseReceipt } from '../../../support/reports/business';
import { statementFigures } from '../../../support/reports/statements';
import { type Answer, leaseOf, ok, platform, type Server, startServer } from '../../../support/server';
import { addWorker, decidingRights, type Worker, workPermissions } from '../../../support/workflow';

const before = '2025-04-09';
const today = '2025-04-10';
/** Ends of months that the books are closed up to. */
const closings = ['2025-01-31', '2025-02-28', '2025-03-31'] as const;
const valueDays = [today, '2025-03-31', '2025-02-10'] as const;
const start = '2025-01-01';
const takeoverDate = '2025-04-05';
const imports = '/blade-portfolio/import';
const receipts = '/blade-receipt/receipt';
const batches = '/blade-bank/batch';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let buying: ReturnType<typeof purchasesOf>;
/** Who decides on what is asked for; none while one person is alone. */
let second: Worker | undefined;
const goods = new Map<string, { id: string; productCode: string }>();
/** Orders that were taken over on this database. */
let taken = 0;
/** Histories of one database: the checks after every step read all that is in it, so that many would cost their square. */
const atOnce = 20;

async function open() {
  server = await startServer({ now: `${before} 09:00:00` });
  lease = leaseOf(server);
  buying = purchasesOf(server);
  second = undefined;
  goods.clear();
  taken = 0;
}
/** Runs so many random histories, `atOnce` of them on a database of their own; `check` looks at each database. */
async function assertAll(runs: number, prepare: () => Promise<() => Promise<void>>) {
  for (let from = 0; from < runs; from += atOnce) {
    await open();
    try {
      const check = await prepare();
      const numRuns = Math.min(atOnce, runs - from);
      await fc.assert(fc.asyncProperty(history, run), { numRuns, endOnFailure: true });
      await check();
    } finally {
      await server.close();
    }
  }
}

const kinds = [
  ...['pay', 'pay', 'choose', 'confirm', 'prepay', 'useBalance', 'useDeposit', 'refund', 'waive', 'exit', 'exit'],
  ...['exitBack', 'restructure', 'restructureBack', 'sign', 'file', 'answer', 'answer', 'cancelFile'],
  ...['buy', 'buy', 'supplierFile', 'supplierAnswer', 'cancelPurchase'],
  ...['reverse', 'reverse', 'settle', 'settle'],
  ...['decide', 'decide', 'decide', 'decide', 'close'],
] as const;
type Kind = (typeof kinds)[number];
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat(30),
  cents: fc.integer({ min: 1, max: 400_000 }),
  isGood: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const history = fc.record({
  direction: fc.constantFrom(1, 2),
  repayMethod: fc.constantFrom(...methods.map(({ number }) => number)),
  timing: fc.constantFrom(1, 2),
  grace: fc.constantFrom(0, 0, 1, 2),
  deposit: fc.constantFrom('0', '20'),
  /** How many rows an older system had paid of an order that is taken over from it; null for an order of our own. */
  paidBefore: fc.constantFrom(null, null, 0, 1, 3),
  /** Whether a part of the object was paid on the day before, where the customer pays. */
  isBought: fc.boolean(),
  steps: fc.array(step, { minLength: 8, maxLength: 14 }),
});
const rentTable = [
  { paymentDate: '2025-02-15', principal: '3000.00', rent: '61.37' },
  { paymentDate: '2025-04-10', principal: '0.00', rent: '80.00' },
  { paymentDate: '2025-07-31', principal: '7000.00', rent: '155.55' },
];
interface Row {
  id: string;
  kind: number;
  paymentDate: string;
  paidAmount: string;
  payStatus: number;
  isFrozen: number;
  openAmount: string;
  lateOpen: string;
}

type Terms = Omit<History, 'steps' | 'paidBefore' | 'isBought'>;
function goodsOf({ direction, repayMethod, timing, grace, deposit }: Terms) {
  const { uses } = methodBy(repayMethod);
  return {
    ...{ direction, repayMethod, deadline: 180, yearRate: '7.3', feeRate: '1', depositRate: deposit },
    getType: getTypeOf(repayMethod),
    ...(uses.includes('timing') ? { timing } : {}),
    ...(grace > 0 && timing === 1 && uses.includes('gracePeriods') ? { gracePeriods: 1, graceKind: grace } : {}),
    ...(direction === 2 ? { lateRate: '0.05' } : {}),
  };
}
async function productOf(terms: Terms): Promise<{ id: string; productCode: string }> {
  const made = goodsOf(terms);
  const key = JSON.stringify(made);
  if (!goods.has(key)) goods.set(key, await lease.product(made));
  return goods.get(key)!;
}
/** An order of 10,000 yuan that began on the first of January in an older system, with so many of its rows paid. */
async function takenOver(terms: Terms, paidBefore: number, agree: () => Promise<unknown>): Promise<string> {
  const product = await productOf(terms);
  const made = goodsOf(terms);
  const totalAmount = '10000.00';
  const plan = planOf({ ...made, totalAmount, interestDate: start } as unknown as PlanTerms);
  const rows = oldRows(plan);
  for (const row of rows.filter(({ paymentDate }) => paymentDate < takeoverDate).slice(0, paidBefore)) {
    row.paid = row.principal + row.rent + row.other;
    row.paidDate = row.paymentDate;
  }
  taken += 1;
  const code = `OLD-${taken}`;
  const sheets: OldSystem['sheets'] = { customers: [], orders: [], instalments: [] };
  sheets.customers.push({ ref: code, realName: `老客户${taken}`, tel: `138${10_000_000 + taken}` });
  const { productCode } = product;
  const deposit = rows.reduce((all, { kind, paid }) => (kind === rowKinds.deposit ? all + paid : all), 0n);
  const order: OldOrder = {
    ...{ code, customer: 0, account: '6222021020000000', direction: terms.direction, product: productCode },
    ...{ totalAmount, rows, prepaid: 0n, deposit, isChanged: false },
  };
  const { direction: _direction, getType: _getType, ...columns } = made;
  const cells = Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, String(value)]));
  writeOrder(sheets, order, code, { ...cells, interestDate: start }, takeoverDate);
  const sent = await server.admin.upload(`${imports}/upload`, await portfolioBook(sheets), {
    ...{ name: `${code}.xlsx`, query: { takeoverDate } },
  });
  const { id } = ok(sent);
  await server.drain();
  expect(ok(await server.admin.get(`${imports}/detail`, { id }))).toMatchObject({ faultCount: 0, undecidedCount: 0 });
  ok(await server.admin.post(`${imports}/post`, { body: { id } }));
  await agree();
  await server.drain();
  const { records } = ok(await server.admin.get('/blade-order/order/page', { contractCode: code }));
  return records[0].id;
}
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

const faults = () => ledgerFaults(server, today);
/** What the company has put into the orders of a customer, as of a day; the rate is that of the plan as it is now. */
async function invested(asOf: string, { direction, customerId }: { direction: number; customerId: string }) {
  const params = { asOf, customerId, direction: String(direction) };
  const [table] = (await businessReport(server.admin, 'investmentList', params)).tables;
  return table!.rows.map(({ orderId, invested, returned, margin }) => ({ orderId, invested, returned, margin }));
}
async function ageing(asOf: string, { direction, customerId }: { direction: number; customerId: string }) {
  const { tables } = await businessReport(server.admin, 'ageing', { asOf, customerId, direction: String(direction) });
  return tables.map(({ rows, totals }) => ({ rows, totals }));
}

/** Statements of two periods: each adds up, the later begins as the earlier ends, and both are what plan and reports say. */
async function stateRight(orderId: string, { direction, customerId }: { direction: number; customerId: string }) {
  const of = (from: string, to: string) => statementFigures(server.admin, { id: customerId, from, to });
  const [early, late] = [await of('2025-01-01', '2025-03-31'), await of('2025-04-01', today)];
  for (const { opening, due, paid, closing } of [early, late]) expect(yuan(opening + due - paid)).toBe(yuan(closing));
  expect([yuan(early.opening), yuan(late.opening)]).toEqual(['0.00', yuan(early.closing)]);
  // What fell due and is open, less what was paid ahead; rows that an exit or a new plan has replaced ask for nothing.
  const rows = ((await lease.plan(orderId)) as Row[]).filter(({ payStatus, isFrozen }) => payStatus !== 2 && !isFrozen);
  const [fallen, ahead] = [
    rows.filter((row) => row.paymentDate <= today),
    rows.filter((row) => row.paymentDate > today),
  ];
  const owed = cents(sum(fallen.map((row) => row.openAmount))) - cents(sum(ahead.map((row) => row.paidAmount)));
  expect(yuan(late.closing)).toBe(yuan(owed));
  const params = { asOf: today, customerId, direction: String(direction) };
  const [, aged] = (await businessReport(server.admin, 'ageing', params)).tables;
  const todays = fallen.filter((row) => row.paymentDate === today).map((row) => row.openAmount);
  const overdue = cents(String(aged!.totals.overdue ?? '0'));
  expect(yuan(overdue + cents(sum(todays)))).toBe(sum(fallen.map((row) => row.openAmount)));
  const months = { period: '0', from: '2025-01-01', to: '2025-04-30' };
  const [flow] = (await businessReport(server.admin, 'cashFlow', { ...params, ...months })).tables;
  const flown = cents(String(flow!.totals.received ?? '0')) + cents(String(flow!.totals.late ?? '0'));
  expect(yuan(early.paid + late.paid)).toBe(yuan(flown));
}

/** What is put into an order is what its entries say; the report, the page of the order and its purchases agree with them. */
async function investedRight(orderId: string, asked: { direction: number; customerId: string }) {
  const { invested: kept } = await lease.read(orderId);
  const entries = await server.sql(
    `select purchase_id, sum(amount)::text as amount, max(value_date)::text as day, bool_or(amount < 0) as reversed
     from lease_payment_txn where order_id = $1 and account = ${accounts.purchase} group by purchase_id`,
    [orderId],
  );
  expect(kept).toBe(sum(entries.map(({ amount }) => amount)));
  const page = { orderId, invested: kept, ...leaseReturn(kept, (await lease.plan(orderId)) as ReturningRow[]) };
  expect(await invested(today, asked)).toEqual(cents(kept) > 0n ? [page] : []);
  const waiting = await server.sql(
    `select purchase_id from lease_pay_item where order_id = $1 and state = ${itemStates.waiting} and purchase_id is not null`,
    [orderId],
  );
  const { records } = ok(await server.admin.get(`${buying.paths.purchase}/list`, { orderId, size: 50 }));
  for (const { id, state, paidAmount, paidTime, amount } of records) {
    const paid = entries.find(({ purchase_id }) => purchase_id === id);
    const isPaid = cents(paid?.amount ?? '0') > 0n;
    expect([id, paidAmount]).toEqual([id, isPaid ? amount : '0.00']);
    expect([id, state === purchaseStates.paid]).toEqual([id, isPaid]);
    if (!isPaid) expect([id, paidTime]).toEqual([id, null]);
    else if (!paid!.reversed) expect([id, paidTime.slice(0, 10)]).toEqual([id, paid!.day]);
    const isWaiting = waiting.some(({ purchase_id }) => purchase_id === id);
    if (!isPaid) expect([id, state === purchaseStates.inFile]).toEqual([id, isWaiting]);
  }
}

/** What a trial shows of each instalment: those of the ledger in `entries`, those of a batch in `lines`. */
interface Shown {
  trial: string;
  entries?: (Amounts & { planId: string })[];
  lines?: (Amounts & { id: string })[];
}
function shownOf({ entries = [], lines = [] }: Shown): string[] {
  const all = [
    ...entries.map(({ planId, ...one }) => [planId, one] as const),
    ...lines.map((one) => [one.id, one] as const),
  ];
  return all
    .map(([planId, amounts]) => [planId, ...parts.map((part) => amounts[part])].join(' '))
    .filter((line) => !/^\d+( 0\.00)+$/.test(line))
    .sort();
}
async function newestEntry(): Promise<string> {
  const [{ id }] = await server.sql('select coalesce(max(id), 0)::text as id from lease_payment_txn');
  return id;
}
/** What was booked to instalments since, in the same words. */
async function bookedSince(id: string): Promise<string[]> {
  const rows = await server.sql(
    `select plan_id, late, other, rent, principal from lease_payment_txn where id > $1 and plan_id is not null`,
    [id],
  );
  return rows.map(({ plan_id, ...amounts }) => [plan_id, ...parts.map((part) => amounts[part])].join(' ')).sort();
}

/** The task of the request that waits longest, or of the newest. */
async function waitingTask(isNewest: boolean): Promise<string | undefined> {
  const [task] = await server.sql(
    `select t.id from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1
     where a.state = 1 order by a.id ${isNewest ? 'desc' : ''} limit 1`,
  );
  return task?.id;
}
/** Lets the second person decide. */
async function decide(isGood: boolean, isNewest = false): Promise<Answer | undefined> {
  const taskId = second && (await waitingTask(isNewest));
  if (!second || !taskId) return undefined;
  const claimed = await second.claim(taskId);
  // One that could not be agreed to before is still claimed.
  if (claimed.body.reason !== 'flow.claimed') ok(claimed);
  return second.complete(taskId, isGood ? {} : { flag: '' });
}

async function begun(terms: Terms, paidBefore: number | null): Promise<string> {
  if (paidBefore !== null && !hasRentTable(terms.repayMethod))
    return takenOver(terms, paidBefore, () => decide(true, true));
  const { order } = await lease.started({
    ...{ productId: (await productOf(terms)).id, interestDate: start },
    ...(hasRentTable(terms.repayMethod) ? { rentTable } : {}),
  });
  return order.id;
}

/** Pays a supplier by a file that the second person agrees to; the bank does it on two days. */
async function buyBefore(purchaseIds: readonly string[]): Promise<void> {
  const { id } = ok(await buying.make(purchaseIds, { reason: '首付' }));
  ok(await buying.send(id));
  await decide(true, true);
  const days = ['20250408', '20250409'] as const;
  ok(await buying.answer(id, ['成功', '成功'], { day: (at) => days[at]! }));
}

async function run({ steps, paidBefore, isBought, ...terms }: History) {
  // A person stores so many files an hour, and all histories of a database are of the same hour.
  await server.sql(`update attach set create_time = create_time - interval '2 hours'`);
  server.clock.set(`${before} 09:00:00`);
  const id = await begun(terms, paidBefore);
  const { customerId } = await lease.read(id);
  const asked = { direction: terms.direction, customerId };
  const object = await buying.object(id);
  const invoice = { invoiceNo: `INV-${id}`, invoiceDate: start, invoiceAmount: '9000.00' };
  const enter = (amount: string) => buying.enter(object.id, { ...invoice, amount });
  if (isBought && terms.direction === 2)
    await buyBefore([ok(await enter('1000.00')).id, ok(await enter('1500.00')).id]);
  const then = await ageing(before, asked);
  const investedThen = await invested(before, asked);
  server.clock.set(`${today} 09:00:00`);
  const way = terms.direction === 2 ? 1 : 2;
  const booked: string[] = [];
  let batchId = '';
  let supplierBatch = '';
  const post = (path: string, body: object) => server.admin.post(path, { body });
  const versioned = async () => ({ id, version: String((await lease.read(id)).version), reason: '随机' });
  const money = (part: number) => (part / 100).toFixed(2);
  const rowsOf = async () => ((await lease.plan(id)) as Row[]).filter(({ payStatus }) => payStatus !== 2);
  /** Tries it, does what was tried, and compares the entries with what was shown; a trial that is refused ends it. */
  const confirmed = async (send: (more: object) => Promise<Answer>): Promise<Answer> => {
    const tried = await send({ dryRun: true });
    if (!tried.body.success) return tried;
    const last = await newestEntry();
    const { trial } = tried.body.data as Shown;
    const answer = await send({ trial });
    // Figures that others decide on are not booked yet.
    const isDone = answer.body.success && (await newestEntry()) !== last;
    if (isDone) expect(await bookedSince(last)).toEqual(shownOf(tried.body.data));
    return answer;
  };
  const book = async (body: object) => {
    const answer = await confirmed((more) =>
      post(`${receipts}/book`, { direction: way, valueDate: today, ...body, ...more }),
    );
    if (answer.body.data?.receiptId) booked.push(answer.body.data.receiptId);
    return answer;
  };
  const file = async (act: string) => {
    const { version } = (await server.admin.get(`${batches}/detail`, { id: batchId })).body.data ?? {};
    return post(`${batches}/${act}`, { ids: batchId, version: String(version), reason: '随机' });
  };
  /** The receipts of a payment file can be reversed from now on. */
  const noted = async (answer: Answer, of: string): Promise<Answer> => {
    if (!answer.body.success) return answer;
    const { batchNo } = ok(await server.admin.get(`${batches}/detail`, { id: of }));
    const { records } = ok(await server.admin.get(`${receipts}/page`, { batchNo, size: 20 }));
    for (const { id: receiptId } of records) if (!booked.includes(receiptId)) booked.push(receiptId);
    return answer;
  };
  const purchases = async () => {
    const { records } = ok(await server.admin.get(`${buying.paths.purchase}/list`, { orderId: id, size: 50 }));
    return records as { id: string; state: number }[];
  };
  const does: Record<Kind, (of: Step) => Promise<Answer | undefined>> = {
    pay: ({ at, cents: part }) => book({ amount: money(part), orderIds: id, valueDate: valueDays[at % 3] }),
    prepay: ({ cents: part }) => book({ amount: money(part), customerId, orderIds: id, rest: 'prepaid' }),
    async choose({ at, cents: part }) {
      const rows = await rowsOf();
      return book({
        amount: money((part % 5000) + 1),
        lines: [{ planId: rows[at % rows.length]!.id, amount: money((part % 5000) + 1) }],
      });
    },
    async confirm({ at }) {
      const rows = await rowsOf();
      const ids = rows.slice(0, 1 + (at % rows.length)).filter(({ payStatus }) => payStatus === 0);
      const query = { ids: ids.map((row) => row.id).join(), reason: '提前' };
      const send = (more: object) =>
        server.admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ...query, ...more } });
      return ids.length === 0 ? undefined : confirmed(send);
    },
    async settle() {
      const row = (await rowsOf()).find(({ kind, payStatus }) => kind === 5 && payStatus === 0);
      return row && book({ amount: row.openAmount, lines: [{ planId: row.id, amount: row.openAmount }] });
    },
    useBalance: () =>
      confirmed((more) => post(`${receipts}/use-balance`, { customerId, direction: way, orderIds: id, ...more })),
    useDeposit: () => confirmed((more) => post(`${receipts}/use-deposit`, { orderId: id, reason: '抵付', ...more })),
    refund: ({ cents: part }) =>
      post(`${receipts}/refund`, {
        customerId,
        direction: way,
        amount: money((part % 20_000) + 1),
        valueDate: today,
        reason: '退',
      }),
    async waive({ at }) {
      const rows = await rowsOf();
      return post('/blade-paymentPlan/paymentPlan/waive', { id: rows[at % rows.length]!.id, reason: '减免' });
    },
    async exit({ at, isGood }) {
      const asked = { exitDate: isGood ? today : '2025-03-20', exitUntil: '2025-04-17', feeRate: String(at % 3) };
      const quote = await server.admin.get('/blade-order/order/exit-quote', { id, ...asked });
      return quote.body.success
        ? post('/blade-order/order/exit', { ...(await versioned()), ...asked, amount: quote.body.data.total })
        : quote;
    },
    exitBack: async () => post('/blade-order/order/exit-withdraw', await versioned()),
    async restructure({ at }) {
      const asked = { fromDate: today, extend: at % 4 };
      const preview = await server.admin.get('/blade-order/order/restructure-preview', { id, ...asked });
      const { rent } = preview.body.data?.after ?? {};
      return preview.body.success
        ? post('/blade-order/order/restructure', { ...(await versioned()), ...asked, rent })
        : preview;
    },
    restructureBack: async () => post('/blade-order/order/restructure-withdraw', await versioned()),
    async sign() {
      if (!(await lease.read(id)).restructuring) return undefined;
      await asSystem(server.deps, registry, { tenantId: platform, actor: 'test' }, async (cx) => {
        const [held] = (await cx.rows(orders).lock([id])) as Order[];
        await applyRestructuring(cx, held!);
      });
      return undefined;
    },
    async file({ at }) {
      const rows = (await rowsOf()).filter(({ payStatus, isFrozen }) => payStatus === 0 && isFrozen === 0);
      if (rows.length === 0) return undefined;
      const ids = rows
        .slice(0, 1 + (at % 3))
        .map((row) => row.id)
        .join();
      const made = await post(`${batches}/make`, { ids, layout: 2, reason: '客户要求' });
      if (!made.body.success) return made;
      batchId = made.body.data.id;
      return file('send');
    },
    async answer({ at, isGood }) {
      if (!batchId) return undefined;
      const items = ok(await server.admin.get(`${batches}/items`, { id: batchId })) as Record<
        'reference' | 'account' | 'payeeName',
        string
      >[];
      const results = items.map(({ reference, account, payeeName }, n) => [
        reference,
        account,
        payeeName,
        (n + at) % 3 === 0 || isGood ? '成功' : '失败',
        String(at),
      ]);
      const bytes = await workbook([['业务参考号', '收款账号', '收款户名', '处理状态', '备注'], ...results]);
      const sent = await server.admin.upload(`${batches}/answer`, bytes, { name: 'a.xlsx', query: { id: batchId } });
      return noted(sent, batchId);
    },
    buy: ({ cents: part }) => enter(money(part)),
    async supplierFile({ at }) {
      const rows = (await purchases()).slice(0, 1 + (at % 3));
      const made = await buying.make(
        rows.map((row) => row.id),
        { reason: '补付' },
      );
      if (!made.body.success) return made;
      supplierBatch = made.body.data.id;
      return buying.send(supplierBatch);
    },
    async supplierAnswer({ at, isGood }) {
      if (!supplierBatch) return undefined;
      const states = (await buying.items(supplierBatch)).map((_item, n) =>
        (n + at) % 3 === 0 || isGood ? '成功' : '失败',
      );
      const day = (n: number) => valueDays[(n + at) % 3]!.replaceAll('-', '');
      return noted(await buying.answer(supplierBatch, states, { day }), supplierBatch);
    },
    async cancelPurchase({ at, isGood }) {
      if (supplierBatch && isGood) return buying.cancelFile(supplierBatch);
      const rows = await purchases();
      return rows.length === 0 ? undefined : buying.cancel(rows[at % rows.length]!.id);
    },
    cancelFile: async () => (batchId ? file('cancel') : undefined),
    // Books close forward only, for all that follows on this database.
    close: ({ at }) => post(`${receipts}/close`, { closedUntil: closings[at % 3], reason: '月结' }),
    decide: ({ isGood }) => decide(isGood),
    reverse: async ({ at }) =>
      booked.length === 0 ? undefined : reverseReceipt(server.admin, booked[at % booked.length]!),
  };

  for (const one of steps) {
    const answer = await does[one.kind](one);
    expect([one, (answer?.status ?? 200) < 500, answer?.body]).toEqual([one, true, answer?.body]);
    expect([one, await faults()]).toEqual([one, []]);
  }
  expect(await ageing(before, asked)).toEqual(then);
  expect(await invested(before, asked)).toEqual(investedThen);
  await investedRight(id, asked);
  const [ages] = await ageing(today, asked);
  const open = await server.sql(
    `select amount_payable - paid_amount as open from lease_payment_plan
     where order_id = $1 and pay_status = 0 and is_frozen = 0`,
    [id],
  );
  expect(ages!.totals.open ?? '0.00').toBe(sum(open.map((row) => row.open)));
  // An order has ended exactly when nothing of it is open.
  const [{ status, unpaid }] = await server.sql(
    `select o.business_status as status, count(p.id) filter (where p.pay_status = 0)::int as unpaid
     from lease_order o join lease_payment_plan p on p.order_id = o.id where o.id = $1 group by o.business_status`,
    [id],
  );
  expect([status, unpaid === 0]).toEqual([status, status === 8 || status === 10]);
  await stateRight(id, asked);
  const { shown, listed } = await comparedWithLists(server.admin, today);
  expect(shown).toEqual(listed);
}

/** Deeds of these kinds that were done, and those that a second person has agreed to. */
async function doneAndAgreed() {
  const [found] = await server.sql(
    `select (select count(*)::int from lease_payment_txn where kind = ${entryKinds.waiver}) as waived,
            (select count(*)::int from lease_pay_batch where sent_time is not null) as sent,
            (select count(*)::int from approval where state = 2 and act = ${approvalActs.lateWaiver.number}) as "waivers",
            (select count(*)::int from approval where state = 2 and act = ${approvalActs.payBatchSend.number}) as "files"`,
  );
  return found as Record<'waived' | 'sent' | 'waivers' | 'files', number>;
}

it(
  'holds for random histories of one person',
  () => assertAll(depth(4, 500), async () => async () => undefined),
  depth(240_000, 7_200_000),
);

it(
  'holds for random histories of two, whose guarded operations wait and are agreed to or refused',
  () =>
    assertAll(depth(4, 500), async () => {
      const seen = [
        'approval',
        'order',
        'paymentPlan',
        'receipt',
        'customer',
        'payBatch',
        'portfolioImport',
        'purchase',
      ];
      seen.push('asset', 'supplier');
      second = await addWorker(server, 'second', { permissions: [...workPermissions, ...decidingRights, ...seen] });
      const alone = await doneAndAgreed();
      return async () => {
        const now = await doneAndAgreed();
        const [{ decided }] = await server.sql('select count(*)::int as decided from approval where state <> 1');
        expect(decided).toBeGreaterThan(0);
        expect([now.waived - alone.waived, now.sent - alone.sent]).toEqual([
          now.waivers - alone.waivers,
          now.files - alone.files,
        ]);
      };
    }),
  depth(240_000, 7_200_000),
);
