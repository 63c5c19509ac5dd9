/** Taking payments back: by a counter entry, by another person, once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBooks, ruleOff } from '../../../support/approvals';
import { sideOf } from '../../../support/payments';
import { businessReport, tableIn } from '../../../support/reports/business';
import { statementFigures } from '../../../support/reports/statements';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
const people: Record<'payer' | 'checker', Client> = {} as never;
beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
  const permissions = ['order', 'paymentPlan', 'paymentPlan_pay', 'receipt', 'receipt_reverse'];
  for (const account of ['payer', 'checker'] as const) {
    await server.addUser({ account, permissions });
    people[account] = await server.as(account);
  }
});
afterAll(() => server.close());

const path = '/blade-receipt/receipt';
async function entriesOf(planId: string) {
  return server.sql(
    `select id, receipt_id, kind, amount, rent, principal, reverses_id from lease_payment_txn where plan_id = $1 order by id`,
    [planId],
  );
}
async function reverse(who: Client, receiptId: string, reason = '付错账户') {
  const { version } = ok(await who.get(`${path}/detail`, { id: receiptId }));
  return who.post(`${path}/reverse`, { body: { ids: receiptId, version: String(version), reason } });
}
function pay(who: Client, ids: string[]) {
  return who.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: ids.join(), reason: '提前付款' } });
}
async function paidThisMonth() {
  return (await sideOf(server.admin)).paidAmount;
}

it('makes the last instalment due again and the settled order run again, by another person and once', async () => {
  const { order, rows } = await lease.started({ totalAmount: '20000' });
  ok(
    await pay(
      people.payer,
      rows.map(({ id }: { id: string }) => id),
    ),
  );
  expect((await lease.read(order.id)).businessStatus).toBe(8);
  const last = rows.at(-1)!;
  const [paid] = await entriesOf(last.id);
  expect(paid).toMatchObject({ kind: 1, amount: '20100.00', rent: '100.00', principal: '20000.00' });
  expect(ok(await people.payer.get(`${path}/detail`, { id: paid!.receipt_id as string }))).toMatchObject({
    direction: 2,
    amount: '20100.00',
    state: 1,
    valueDate: server.clock.text().slice(0, 10),
  });
  const before = await paidThisMonth();

  expect(await reverse(people.payer, String(paid!.receipt_id))).toMatchObject({ status: 403 });
  expect((await reverse(people.checker, String(paid!.receipt_id), '')).body.success).toBe(false);
  ok(await reverse(people.checker, String(paid!.receipt_id)));

  const [, back] = await entriesOf(last.id);
  expect(back).toMatchObject({ kind: 2, amount: '-20100.00', reverses_id: paid!.id, receipt_id: paid!.receipt_id });
  const [row] = (await lease.plan(order.id)).slice(-1);
  expect(row).toMatchObject({ payStatus: 0, paidAmount: '0.00', paidTime: null, batchNo: null });
  expect((await lease.read(order.id)).businessStatus).toBe(6);
  expect(Number(before) - Number(await paidThisMonth())).toBe(20100);

  expect((await reverse(people.checker, String(paid!.receipt_id))).body.success).toBe(false);
  expect(await entriesOf(last.id)).toHaveLength(2);

  ok(await pay(people.payer, [last.id]));
  expect((await lease.read(order.id)).businessStatus).toBe(8);
  const sums = await server.sql(
    `select p.id from lease_payment_plan p where p.paid_amount <> (select coalesce(sum(amount - late), 0) from lease_payment_txn t where t.plan_id = p.id)`,
  );
  expect(sums).toEqual([]);
});

it('leaves the principal outstanding that the entries say, in list, dashboard and reports alike', async () => {
  const { order, rows } = await lease.started({ totalAmount: '20000' });
  const last = rows.at(-1)!;
  const way = order.direction === 2 ? 1 : 2;
  const book = async (amount: string) =>
    ok(
      await server.admin.post(`${path}/book`, {
        body: {
          ...{ direction: way, valueDate: server.clock.text().slice(0, 10), amount, remark: '提前付款' },
          lines: [{ planId: last.id, amount }],
        },
      }),
    ).receiptId as string;
  const figures = async () => {
    const params = { customerId: order.customerId, direction: String(order.direction) };
    const report = await businessReport(server.admin, 'principal', params);
    const query = { orderId: order.id, payStatus: 0 };
    const { sums } = ok(await server.admin.get('/blade-paymentPlan/paymentPlan/page', query));
    return [sums.openPrincipal, tableIn(report, 'customers').totals.principal];
  };
  // Rent of 100 and 5,000 of the principal; then 5,000 of the principal; then the first is taken back.
  const first = await book('5100.00');
  expect(await figures()).toEqual(['15000.00', '15000.00']);
  await book('5000.00');
  expect(await figures()).toEqual(['10000.00', '10000.00']);
  ok(await reverse(people.checker, first));
  expect(await figures()).toEqual(['15000.00', '15000.00']);
});

it('finds what is paid of the principal of former versions in their entries', async () => {
  const unequal = async () =>
    (
      await server.sql(`select p.id from lease_payment_plan p where p.paid_principal <>
        (select coalesce(sum(t.principal), 0) from lease_payment_txn t where t.plan_id = p.id)`)
    ).length;
  const file = join(__dirname, '../../../../server/migrations/0061_paid_principal.sql');
  const [block] = /do \$\$[\s\S]+?end \$\$;/.exec(readFileSync(file, 'utf8'))!;
  await server.sql('update lease_payment_plan set paid_principal = 0');
  expect(await unequal()).toBeGreaterThan(0);
  await server.sql(block);
  expect(await unequal()).toBe(0);
});

it('waits for the decision of others where the tenant has it so', async () => {
  const rules = '/blade-flow/approval-rule';
  const { records } = ok(await server.admin.get(`${rules}/list`, { size: 50 }));
  const rule = records.find(({ act }: { act: number }) => act === 9);
  ok(await server.admin.post(`${rules}/update`, { body: { ...rule, isOn: 1 } }));
  const { order, rows } = await lease.started();
  ok(await pay(people.payer, [rows[0].id]));
  const [paid] = await entriesOf(rows[0].id);
  // The person who paid may ask for it; another one decides.
  ok(await reverse(people.payer, String(paid!.receipt_id)));
  expect((await lease.plan(order.id))[0].payStatus).toBe(1);
  expect(await reverse(people.checker, String(paid!.receipt_id))).toMatchObject({ body: { success: false } });
  await ruleOff(server, 9);
});

it('of a closed month is booked today, and what was stated of that month stays', async () => {
  const { order, rows } = await lease.started({ interestDate: '2026-08-10' }, { direction: 2 });
  const body = { direction: 1, valueDate: '2026-10-12', amount: rows[0].amountPayable, orderIds: order.id };
  const { receiptId } = ok(await server.admin.post(`${path}/book`, { body }));
  const close = (closedUntil: string) =>
    server.admin.post(`${path}/close`, { body: { closedUntil, reason: '月结' } }).then(ok);
  const stated = () => statementFigures(server.admin, { id: order.customerId, from: '2026-10-01', to: '2026-10-31' });
  await close('2026-10-31');
  const before = await stated();
  ok(await reverse(people.checker, receiptId));
  expect(await stated()).toEqual(before);
  const [, back] = await server.sql(
    'select kind, value_date::text as day from lease_payment_txn where receipt_id = $1 order by id',
    [receiptId],
  );
  expect(back).toEqual({ kind: 2, day: server.clock.text().slice(0, 10) });
  await openBooks(server);
});
