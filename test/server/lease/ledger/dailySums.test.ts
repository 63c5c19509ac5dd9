/** Daily sums: the cash flow of every day is the same from them as from instalments and entries. */
import { addDays } from '../../../../contract/domain/calendar';
import { addUpDays, forgetDays } from '../../../../server/lease/ledger/dailySums';
import { deedsAtOnce } from '../../../support/approvals';
import {
  bookSome,
  businessReport,
  dice,
  type Lease,
  portfolioOf,
  reverseReceipt,
} from '../../../support/reports/business';
import { type Client, ok, platform, type Server, startServer } from '../../../support/server';

const roll = dice(20261130);
let server: Server;
let clerk: Client;
let leases: Lease[];

/** Runs the nightly job, as of the clock. */
async function addUp(): Promise<void> {
  const time = server.clock.text();
  const today = time.slice(0, 10);
  const asked = { tenantId: platform, today, time };
  const work = () => server.deps.db.withTenant(platform, today, (trx) => addUpDays({ ...asked, trx }));
  while (await work());
}
async function summedDays(): Promise<string[]> {
  const rows = await server.sql<{ day: string }>('select distinct day::text as day from lease_daily_sum order by 1');
  return rows.map(({ day }) => day);
}
/** The cash flow of these days in both directions, over all years that a plan has. */
async function flows(days: readonly string[]): Promise<unknown[]> {
  const made = [];
  for (const asOf of days)
    for (const direction of ['1', '2']) {
      const asked = { asOf, direction, period: '0', from: '2026-01-01', to: '2028-12-31' };
      const { tables } = (await businessReport(clerk, 'cashFlow', asked)) as { tables: unknown };
      made.push({ asOf, direction, tables });
    }
  return made;
}
function daysFrom(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
/** What the sums say of each day is what plan and entries say without them. */
async function agreesOn(days: readonly string[]): Promise<void> {
  const kept = await flows(days);
  const rows = await server.sql('delete from lease_daily_sum returning *');
  expect(rows.length).toBeGreaterThan(0);
  expect(kept).toEqual(await flows(days));
  for (const row of rows)
    await server.sql('insert into lease_daily_sum select * from jsonb_populate_record(null::lease_daily_sum, $1)', [
      JSON.stringify(row),
    ]);
}
function goTo(day: string) {
  server.clock.set(`${day} 09:00:00`);
}
async function exitOf({ order: { id } }: Lease, exitDate: string) {
  const { version } = ok(await server.admin.get('/blade-order/order/detail', { id }));
  const { total: amount } = ok(await server.admin.get('/blade-order/order/exit-quote', { id, exitDate }));
  const body = { id, version: String(version), exitDate, amount, reason: '提前还款' };
  ok(await server.admin.post('/blade-order/order/exit', { body }));
}

beforeAll(async () => {
  server = await startServer({ now: '2026-09-10 09:00:00' });
  await deedsAtOnce(server);
  const permissions = ['order', 'paymentPlan', 'customer', 'product', 'receipt', 'receipt_book', 'purchase', 'figures'];
  await server.addUser({ account: 'clerk', permissions });
  clerk = await server.as('clerk');
  leases = await portfolioOf(server);
  const receipts = await bookSome(clerk, leases, { roll, count: 10, valueDate: '2026-09-08' });
  goTo('2026-09-13');
  await bookSome(clerk, leases, { roll, count: 5, valueDate: '2026-09-12' });
  await exitOf(leases[2]!, '2026-09-13');
  await server.sql('update lease_receipt set create_user = null');
  ok(await reverseReceipt(server.admin, receipts[0]!));
  goTo('2026-09-20');
  await bookSome(clerk, leases, { roll, count: 5, valueDate: '2026-09-11' });
}, 180_000);
afterAll(() => server.close());

it('are made of the days that ended more than an hour ago, from the first on', async () => {
  expect(await summedDays()).toEqual([]);
  server.clock.set('2026-09-20 00:59:59');
  await addUp();
  expect(await summedDays()).toEqual(daysFrom('2026-09-10', '2026-09-18'));
  server.clock.set('2026-09-20 01:00:00');
  await addUp();
  expect(await summedDays()).toEqual(daysFrom('2026-09-10', '2026-09-19'));
});

it('say of every day what plan and entries say, with what was booked since the last of them', async () => {
  await agreesOn(daysFrom('2026-09-08', '2026-09-20'));
});

it('go on from the last of them, with exits and withdrawals since', async () => {
  goTo('2026-09-22');
  await exitOf(leases[6]!, '2026-09-22');
  goTo('2026-09-24');
  const { id } = leases[6]!.order;
  const { version } = ok(await server.admin.get('/blade-order/order/detail', { id }));
  const withdrawn = { body: { id, version: String(version), reason: '不办了' } };
  ok(await server.admin.post('/blade-order/order/exit-withdraw', withdrawn));
  await bookSome(clerk, leases, { roll, count: 5, valueDate: '2026-08-31' });
  goTo('2026-09-28');
  await addUp();
  expect((await summedDays()).at(-1)).toBe('2026-09-27');
  await agreesOn(daysFrom('2026-09-17', '2026-09-28'));
});

it('what is booked by a clock that was set back takes the sums of later days with it', async () => {
  goTo('2026-09-15');
  await bookSome(clerk, leases, { roll, count: 3, valueDate: '2026-09-14' });
  expect((await summedDays()).at(-1)).toBe('2026-09-14');
  goTo('2026-09-28');
  await agreesOn(daysFrom('2026-09-13', '2026-09-28'));
});

it('are made anew when they are taken back', async () => {
  await server.deps.db.withTenant(platform, '2026-09-28', (trx) =>
    forgetDays({ trx, tenantId: platform }, '1970-01-01'),
  );
  expect(await summedDays()).toEqual([]);
  await addUp();
  await agreesOn(daysFrom('2026-09-13', '2026-09-28'));
});
