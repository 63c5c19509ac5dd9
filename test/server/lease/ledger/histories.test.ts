/**
 * Random histories of money against a model of its own: after every step the plan, the balances and the entries are what
 * the model says, and a refusal has changed nothing.
 */
import fc from 'fast-check';
import { cents, lesser, yuan } from '../../../../contract/domain/money';
import { deedsAtOnce } from '../../../support/approvals';
import { depth } from '../../../support/depth';
import { ledgerFaults } from '../../../support/ledgerFaults';
import { type Answer, type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let clerk: Client;
let goods: { id: string };
beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  lease = leaseOf(server);
  const permissions = ['order', 'paymentPlan', 'paymentPlan_pay', 'customer', 'receipt'];
  await server.addUser({
    account: 'clerk',
    permissions: [...permissions, 'receipt_book', 'receipt_claim', 'receipt_refund'],
  });
  clerk = await server.as('clerk');
  // Five instalments of 20.00; 10,000.00 and 20.00 at the end.
  goods = await lease.product({ deadline: 150, yearRate: '2.4' });
}, 120_000);
afterAll(() => server.close());

const path = '/blade-receipt/receipt';
const direction = 2;

interface Part {
  row: number;
  cents: bigint;
}
interface Movement {
  id: string;
  parts: Part[];
  prepaid: bigint;
  unclaimed: bigint;
  isReversed: boolean;
}
/** What the books should hold: amounts in cents, instalments by their position. */
interface Model {
  owed: readonly bigint[];
  paid: bigint[];
  advanced: bigint;
  movements: Movement[];
  uses: { no: string; parts: Part[]; isReversed: boolean }[];
}

type Step =
  | { kind: 'book'; amount: number; day: number; rest: 'prepaid' | 'unclaimed' }
  | { kind: 'choose'; row: number; amount: number }
  | { kind: 'claim'; at: number; rest: 'prepaid' | 'unclaimed' }
  | { kind: 'use' }
  | { kind: 'refund'; amount: number }
  | { kind: 'reverse'; at: number }
  | { kind: 'reverseUse'; at: number }
  | { kind: 'confirm'; rows: number[] };

const at = fc.nat(20);
const rest = fc.constantFrom('prepaid' as const, 'unclaimed' as const);
const amount = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constantFrom(2000, 4000, 1_020_000));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('book' as const), amount, day: fc.integer({ min: -2, max: 70 }), rest }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('choose' as const), row: fc.nat(4), amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const), at, rest }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('use' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), amount }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reverse' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverseUse' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('confirm' as const), rows: fc.uniqueArray(fc.nat(4), { minLength: 1 }) }),
  },
);

/** Instalments 0 to 2 are due on the day of the test. */
const due = [0, 1, 2];
function isWhole(model: Model, row: number) {
  return model.paid[row] === model.owed[row];
}
/** Takes from an amount what due instalments need. */
function share(model: Model, whole: bigint): { parts: Part[]; left: bigint } {
  let left = whole;
  const parts = due.flatMap((row) => {
    const open = model.owed[row]! - model.paid[row]!;
    const taken = lesser(open, left);
    left -= taken;
    return taken > 0n ? [{ row, cents: taken }] : [];
  });
  return { parts, left };
}
function pay(model: Model, parts: readonly Part[], sign = 1n) {
  for (const { row, cents: part } of parts) model.paid[row]! += sign * part;
}

async function run(steps: readonly Step[]) {
  const { order, rows } = await lease.started({ productId: goods.id, interestDate: '2026-08-17' });
  const { customerId, id: orderId } = order;
  const owed = rows.map(({ amountPayable }: { amountPayable: string }) => cents(amountPayable)) as bigint[];
  const model: Model = { owed, paid: owed.map(() => 0n), advanced: 0n, movements: [], uses: [] };
  const post = (call: string, body: object) => clerk.post(`${path}/${call}`, { body });
  const today = server.clock.text().slice(0, 10);
  const dayBefore = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
  const agrees = (answer: Answer, isRight: boolean, told: unknown) =>
    expect([told, answer.body.success ?? false, answer.body.reason ?? '']).toEqual([
      told,
      isRight,
      isRight ? '' : expect.any(String),
    ]);

  /** Whether the step is one that the books take; the model follows it. */
  const steady: { [K in Step['kind']]: (one: Extract<Step, { kind: K }>) => Promise<void> } = {
    async book(one) {
      const valueDate = dayBefore(one.day);
      const whole = BigInt(one.amount);
      const { parts, left } = share(model, whole);
      const isRight = one.day >= 0 && !(parts.length > 0 && valueDate < '2026-08-17');
      const answer = await post('book', {
        ...{ direction, valueDate, amount: yuan(whole), orderIds: orderId, customerId, rest: one.rest },
      });
      agrees(answer, isRight, one);
      if (!isRight) return;
      pay(model, parts);
      const prepaid = one.rest === 'prepaid' ? left : 0n;
      model.advanced += prepaid;
      model.movements.push({ id: ok(answer).receiptId, parts, prepaid, unclaimed: left - prepaid, isReversed: false });
    },
    async choose(one) {
      const whole = BigInt(one.amount);
      const isRight = whole <= model.owed[one.row]! - model.paid[one.row]!;
      const lines = [{ planId: rows[one.row].id, amount: yuan(whole) }];
      const answer = await post('book', { direction, valueDate: today, amount: yuan(whole), lines, remark: '提前' });
      agrees(answer, isRight, one);
      if (!isRight) return;
      const parts = [{ row: one.row, cents: whole }];
      pay(model, parts);
      model.movements.push({ id: ok(answer).receiptId, parts, prepaid: 0n, unclaimed: 0n, isReversed: false });
    },
    async claim(one) {
      const movement = model.movements[one.at % Math.max(1, model.movements.length)];
      if (!movement) return;
      const { parts, left } = share(model, movement.unclaimed);
      const moved = one.rest === 'prepaid' ? movement.unclaimed : movement.unclaimed - left;
      const isRight = !movement.isReversed && moved > 0n;
      agrees(await post('claim', { id: movement.id, orderIds: orderId, customerId, rest: one.rest }), isRight, one);
      if (!isRight) return;
      pay(model, parts);
      movement.parts.push(...parts);
      movement.unclaimed -= moved;
      if (one.rest === 'prepaid') {
        movement.prepaid += left;
        model.advanced += left;
      }
    },
    async use(one) {
      const { parts, left } = share(model, model.advanced);
      const isRight = parts.length > 0;
      const answer = await post('use-balance', { direction, customerId });
      agrees(answer, isRight, one);
      if (!isRight) return;
      pay(model, parts);
      model.advanced = left;
      model.uses.push({ no: ok(answer).transferNo, parts, isReversed: false });
    },
    async refund(one) {
      const whole = BigInt(one.amount);
      const isRight = whole <= model.advanced;
      const answer = await post('refund', {
        ...{ direction, customerId, amount: yuan(whole), valueDate: today, reason: '退回' },
      });
      agrees(answer, isRight, one);
      if (!isRight) return;
      model.advanced -= whole;
      model.movements.push({ id: ok(answer).receiptId, parts: [], prepaid: -whole, unclaimed: 0n, isReversed: false });
    },
    async reverse(one) {
      const movement = model.movements[one.at % Math.max(1, model.movements.length)];
      if (!movement) return;
      const isRight = !movement.isReversed && movement.prepaid <= model.advanced;
      const { version } = ok(await server.admin.get(`${path}/detail`, { id: movement.id }));
      const body = { ids: movement.id, version: String(version), reason: '更正' };
      agrees(await server.admin.post(`${path}/reverse`, { body }), isRight, one);
      if (!isRight) return;
      pay(model, movement.parts, -1n);
      model.advanced -= movement.prepaid;
      Object.assign(movement, { isReversed: true, unclaimed: 0n, prepaid: 0n });
    },
    async reverseUse(one) {
      const use = model.uses[one.at % Math.max(1, model.uses.length)];
      if (!use) return;
      const answer = await server.admin.post(`${path}/reverse-use`, { body: { transferNo: use.no, reason: '更正' } });
      agrees(answer, !use.isReversed, one);
      if (use.isReversed) return;
      use.isReversed = true;
      pay(model, use.parts, -1n);
      for (const { cents: part } of use.parts) model.advanced += part;
    },
    async confirm(one) {
      const isRight = !one.rows.some((row) => isWhole(model, row));
      const ids = one.rows.map((row) => rows[row].id).join();
      const answer = await clerk.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids, reason: '提前' } });
      agrees(answer, isRight, one);
      if (!isRight) return;
      const receipts = await server.sql(
        `select receipt_id, plan_id, amount from lease_payment_txn where batch_no = $1`,
        [ok(answer).batchNo],
      );
      for (const { receipt_id, plan_id, amount: part } of receipts) {
        const row = rows.findIndex(({ id }: { id: string }) => id === String(plan_id));
        expect(cents(part)).toBe(model.owed[row]! - model.paid[row]!);
        pay(model, [{ row, cents: cents(part) }]);
        const parts = [{ row, cents: cents(part) }];
        model.movements.push({ id: String(receipt_id), parts, prepaid: 0n, unclaimed: 0n, isReversed: false });
      }
    },
  };

  for (const one of steps) {
    await (steady[one.kind] as (of: Step) => Promise<void>)(one);
    const plan = await server.sql(
      `select p.pay_status, p.paid_amount, (select coalesce(sum(amount - late), 0.00) from lease_payment_txn t
         where t.plan_id = p.id) as entries from lease_payment_plan p where p.order_id = $1 order by current_periods`,
      [orderId],
    );
    expect([one, plan]).toEqual([
      one,
      model.paid.map((paid, row) => ({
        pay_status: isWhole(model, row) ? 1 : 0,
        paid_amount: yuan(paid),
        entries: yuan(paid),
      })),
    ]);
    const [{ business_status: status }] = await server.sql('select business_status from lease_order where id = $1', [
      orderId,
    ]);
    expect(status).toBe(model.owed.every((_, row) => isWhole(model, row)) ? 8 : 6);
    expect(ok(await clerk.get(`${path}/balances`, { customerId })).advanced).toBe(yuan(model.advanced));
  }
  expect(await ledgerFaults(server, today)).toEqual([]);
}

it(
  'holds for random histories',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), run), {
      numRuns: depth(4, 1000),
      endOnFailure: true,
    });
  },
  depth(120_000, 7_200_000),
);
