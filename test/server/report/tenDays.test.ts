/** The sums of every business report are those of the plan and the entries, on days chosen by chance. */
import { addDays } from '../../../contract/domain/calendar';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { cents, sum, yuan } from '../../../contract/domain/money';
import { accounts, movingKinds } from '../../../contract/modules/lease/receipt';
import { deedsAtOnce } from '../../support/approvals';
import { purchasesOf } from '../../support/purchases';
import {
  bookSome,
  businessReport,
  dice,
  type Lease,
  portfolioOf,
  reverseReceipt,
  tableIn,
  untrueFigures,
} from '../../support/reports/business';
import { ok, type Server, startServer } from '../../support/server';

const roll = dice(20261128);
const [firstDay, lastDay] = ['2026-09-10', '2026-11-28'];
/** Days since the first, on each of which something happens. */
const span = 79;
const days = [...new Set(Array.from({ length: 10 }, () => addDays(firstDay, roll(span))))];
let server: Server;

function goTo(day: string) {
  server.clock.set(`${day} 09:00:00`);
}
async function exit({ order: { id } }: Lease, exitDate: string) {
  const { version } = ok(await server.admin.get('/blade-order/order/detail', { id }));
  const { total } = ok(await server.admin.get('/blade-order/order/exit-quote', { id, exitDate }));
  const body = { id, version: String(version), exitDate, amount: total, reason: '提前还款' };
  ok(await server.admin.post('/blade-order/order/exit', { body }));
}

beforeAll(async () => {
  server = await startServer({ now: `${firstDay} 09:00:00` });
  await deedsAtOnce(server);
  const leases = await portfolioOf(server);
  const buying = purchasesOf(server);
  const receipts: string[] = [];
  const collected = leases.filter(({ direction }) => direction === 2);
  for (let day = 0; day < span; day += 6) {
    const today = addDays(firstDay, day);
    goTo(today);
    receipts.push(...(await bookSome(server.admin, leases, { roll, count: 3, valueDate: addDays(today, -roll(3)) })));
    if (day % 18 === 6) {
      const id = receipts.splice(roll(receipts.length), 1)[0]!;
      await server.sql('update lease_receipt set create_user = null where id = $1', [id]);
      ok(await reverseReceipt(server.admin, id));
    }
    const lease = collected[day / 6]!;
    if (lease) {
      const { id } = await buying.object(lease.order.id);
      const half = { invoiceNo: `T${day}`, invoiceAmount: '9000.00' };
      for (const amount of ['4000.00', '5000.00'])
        await buying.pay([ok(await buying.enter(id, { ...half, amount })).id], today.replaceAll('-', ''));
    }
    if (day === 42) await exit(leases[2]!, today);
    if (day === 54) await exit(collected[2]!, today);
  }
  goTo(lastDay);
}, 240_000);
afterAll(() => server.close());

interface Row {
  id: string;
  orderId: string;
  kind: number;
  due: string;
  payable: string;
  principal: string;
  made: string;
  direction: number;
  pauses: [string, string | null][];
}
interface Entry {
  planId: string | null;
  orderId: string;
  account: number;
  kind: number;
  paid: string;
  principal: string;
  amount: string;
  made: string;
}

/** All that the ledger holds, as it is stored. */
async function ledger() {
  const rows = (await server.sql(
    `select p.id, p.order_id as "orderId", p.kind, p.payment_date::text as due, p.amount_payable as payable, p.principal,
            p.create_time::text as made, o.direction,
            (select coalesce(json_agg(json_build_array(s.from_time::text, s.until_time::text)), '[]') from lease_plan_pause s
             where s.tenant_id = p.tenant_id and s.plan_id = p.id) as pauses
     from lease_payment_plan p join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
     where p.is_deleted = 0`,
    [],
  )) as unknown as Row[];
  const entries = (await server.sql(
    `select plan_id as "planId", order_id as "orderId", account, kind, amount - late as paid, principal, amount,
            create_time::text as made from lease_payment_txn`,
    [],
  )) as unknown as Entry[];
  return { rows, entries };
}

/** What they say of the end of a day, added up one by one. */
function stateOf({ rows, entries }: Awaited<ReturnType<typeof ledger>>, day: string, direction: number) {
  const end = addDays(day, 1);
  const booked = entries.filter(({ made }) => made < end);
  const moved = booked.filter(
    ({ account, kind }) => account === accounts.instalment && movingKinds.includes(kind as 1),
  );
  const paidOf = (id: string, what: 'paid' | 'principal') =>
    moved.reduce((all, entry) => all + (entry.planId === id ? cents(entry[what]) : 0n), 0n);
  const all = rows
    .filter((row) => row.direction === direction && row.made < end)
    .map((row) => ({
      ...row,
      counts: !row.pauses.some(([from, until]) => from < end && (until === null || until >= end)),
      paid: paidOf(row.id, 'paid'),
      open: cents(row.payable) - paidOf(row.id, 'paid'),
      openPrincipal: cents(row.principal) - paidOf(row.id, 'principal'),
    }));
  const open = all.filter((row) => row.counts && row.open > 0n);
  const overdue = open.filter(({ due }) => due < day);
  const bought = new Map<string, bigint>();
  for (const { orderId, account, amount } of booked)
    if (account === accounts.purchase) bought.set(orderId, (bought.get(orderId) ?? 0n) + cents(amount));
  const invested = all.filter(({ orderId, kind }) => bought.has(orderId) && kind !== rowKinds.deposit);
  const add = (amounts: readonly bigint[]) => yuan(amounts.reduce((one, other) => one + other, 0n));
  const investedSum = direction === 2 ? add([...bought.values()]) : '0.00';
  return {
    rows: open.length,
    open: add(open.map((row) => row.open)),
    principal: add(open.map((row) => row.openPrincipal)),
    overdue: add(overdue.map((row) => row.open)),
    overduePrincipal: add(overdue.map((row) => row.openPrincipal)),
    received: add(moved.flatMap((entry) => (all.some(({ id }) => id === entry.planId) ? [cents(entry.paid)] : []))),
    planned: add(all.flatMap((row) => (row.counts ? [cents(row.payable)] : []))),
    invested: investedSum,
    returned: add(invested.map((row) => row.paid)),
    margin: yuan(
      invested.reduce((one, row) => one + (row.counts ? cents(row.payable) : row.paid), 0n) - cents(investedSum),
    ),
  };
}

it.each(days)('%s', async (day) => {
  const held = await ledger();
  for (const direction of ['1', '2']) {
    const truth = stateOf(held, day, Number(direction));
    const totals = async (report: string, table: string, more = {}) =>
      tableIn(await businessReport(server.admin, report, { asOf: day, direction, ...more }), table).totals;
    const { open, principal, overdue, overduePrincipal, received, planned, invested, returned, margin, rows } = truth;
    expect(await totals('ageing', 'ages')).toMatchObject({ rows, open, principal });
    for (const table of ['customers', 'products']) {
      expect(await totals('ageing', table)).toMatchObject({ open, overdue, overduePrincipal });
      expect(await totals('principal', table)).toMatchObject({ open, principal, overduePrincipal });
    }
    expect(await totals('maturities', 'months')).toMatchObject({ open, principal });
    expect(await totals('yields', 'products')).toMatchObject({ principal });
    const whole = { period: '0', from: '2026-01-01', to: '2028-12-31' };
    expect(await totals('cashFlow', 'months', whole)).toMatchObject({ open, received, amountPayable: planned });
    expect(await totals('openList', 'rows')).toMatchObject({ open, principal });
    expect(await totals('plannedList', 'rows')).toMatchObject({ open, amountPayable: planned });
    expect(await totals('bookingList', 'rows')).toMatchObject({ received });
    expect(await totals('orderList', 'rows')).toMatchObject({ open, principal });
    for (const table of ['products', 'departments'])
      expect(await totals('investment', table)).toMatchObject({ invested, returned, margin });
    expect(await totals('investmentList', 'rows')).toMatchObject({ invested, returned, margin });
    const due = await businessReport(server.admin, 'due', { asOf: day, direction, days: '365' });
    const later = sum([String((await totals('openList', 'rows', { dueFrom: day, dueTo: addDays(day, 365) })).open)]);
    expect(tableIn(due, 'days').totals.open).toBe(later);
  }
});

it.each([days[0]!, lastDay])('customers and products of %s add up to their totals, the largest first', async (asOf) => {
  const ordered = { ageing: ['overdue', 'open'], principal: ['principal'] };
  for (const direction of ['1', '2'])
    for (const [report, order] of Object.entries(ordered)) {
      const result = await businessReport(server.admin, report, { asOf, direction });
      for (const name of ['customers', 'products']) {
        const { rows, totals, total } = tableIn(result, name);
        expect(rows).toHaveLength(total);
        expect(total).toBeGreaterThan(0);
        const added = Object.keys(totals).map((one) =>
          one === 'orders'
            ? [one, rows.reduce((many, row) => many + Number(row[one]), 0)]
            : [one, sum(rows.map((row) => String(row[one])))],
        );
        expect([name, Object.fromEntries(added)]).toEqual([name, totals]);
        const places = rows.map((row) => order.map((one) => Number(row[one])));
        expect(places).toEqual([...places].sort((a, b) => b[0]! - a[0]! || (b[1] ?? 0) - (a[1] ?? 0)));
      }
    }
});

it('pages of long lists hold each row once, in order, whatever was booked since', async () => {
  const [asOf] = days as [string];
  for (const report of ['openList', 'plannedList', 'bookingList'])
    for (const direction of ['1', '2']) {
      const ask = async (size: number, current: number) =>
        tableIn(
          await businessReport(server.admin, report, { asOf, direction, size: String(size), current: String(current) }),
          'rows',
        );
      const whole = await ask(500, 1);
      const parts = [];
      for (let at = 1; at <= Math.ceil(whole.total / 7); at += 1) parts.push(...(await ask(7, at)).rows);
      expect(parts).toEqual(whole.rows);
      expect(whole.rows).toHaveLength(whole.total);
    }
});

it('the figures of the investment are what its list adds up to', async () => {
  const result = await businessReport(server.admin, 'investment', { asOf: lastDay, direction: '2' });
  const { untrue, checked } = await untrueFigures(server.admin, result);
  expect(untrue).toEqual([]);
  expect(checked).toBeGreaterThan(20);
  const { orders, invested, returned, margin } = tableIn(result, 'products').totals;
  const { investment } = ok(await server.admin.get('/blade-desk/dashboard'));
  expect(investment).toEqual({ orders, invested, returned, margin });
});
