/** What is kept of orders as open: on every day what plan and entries say, with bookings at once and clocks that differ. */
import { sql } from 'kysely';
import { addDays } from '../../../../contract/domain/calendar';
import { openOn, spansOf } from '../../../../server/lease/ledger/openByDay';
import { deedsAtOnce } from '../../../support/approvals';
import { dice } from '../../../support/reports/business';
import { leaseOf, ok, platform, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let productId: string;
beforeAll(async () => {
  server = await startServer({ now: '2026-09-10 09:00:00' });
  await deedsAtOnce(server);
  lease = leaseOf(server);
  productId = (await lease.product({ deadline: 150, yearRate: '2.4' })).id;
}, 120_000);
afterAll(() => server.close());

interface Standing {
  orderId: string;
  instalments: number;
  amount: string;
  principal: string;
}
const columns = sql`order_id as "orderId", instalments::int, amount::text, principal::text`;

/** What is kept as open at the end of a day, and what plan and entries say of it. */
async function standing(day: string): Promise<{ kept: Standing[]; said: Standing[] }> {
  return server.deps.db.withTenant(platform, server.clock.text().slice(0, 10), async (trx) => {
    const kept = await sql<Standing>`
      select ${columns} from ${openOn({ tenantId: platform }, day)} k order by order_id`.execute(trx);
    const said = await sql<Standing>`
      select ${columns} from (${spansOf(platform)}) s
      where from_day <= ${day}::date and (to_day is null or to_day > ${day}::date) order by order_id`.execute(trx);
    return { kept: kept.rows, said: said.rows };
  });
}
async function agreesFrom(first: string, last: string) {
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const { kept, said } = await standing(day);
    expect([day, kept]).toEqual([day, said]);
  }
}

function book(row: { id: string; amountPayable: string }, amount = row.amountPayable) {
  const valueDate = server.clock.text().slice(0, 10);
  const lines = [{ planId: row.id, amount }];
  return server.admin.post('/blade-receipt/receipt/book', {
    body: { direction: 2, valueDate, amount, lines, remark: '提前' },
  });
}

it('two bookings of one order at once are both counted', async () => {
  const { rows } = await lease.started({ productId, interestDate: '2026-08-17' });
  const answers = await Promise.all([book(rows[1]), book(rows[2]), book(rows[3], '1.00')]);
  for (const answer of answers) ok(answer);
  await agreesFrom('2026-09-09', '2026-09-10');
});

it('what is booked and taken back on later days leaves the days between as they were', async () => {
  const { rows } = await lease.started({ productId, interestDate: '2026-08-17' });
  server.clock.set('2026-09-14 09:00:00');
  const { receiptId } = ok(await book(rows[1]));
  server.clock.set('2026-09-20 09:00:00');
  const { version } = ok(await server.admin.get('/blade-receipt/receipt/detail', { id: receiptId }));
  await server.sql('update lease_receipt set create_user = null where id = $1', [receiptId]);
  const body = { ids: receiptId, version: String(version), reason: '更正' };
  ok(await server.admin.post('/blade-receipt/receipt/reverse', { body }));
  ok(await book(rows[1], '5.00'));
  await agreesFrom('2026-09-09', '2026-09-21');
});

it('a server whose day has not ended yet writes beside one whose next day has begun', async () => {
  const { rows } = await lease.started({ productId, interestDate: '2026-08-17' });
  server.clock.set('2026-09-25 00:00:01');
  ok(await book(rows[0]));
  server.clock.set('2026-09-24 23:59:59');
  ok(await book(rows[1]));
  for (const row of rows.slice(2)) ok(await book(row));
  server.clock.set('2026-09-26 09:00:00');
  await agreesFrom('2026-09-22', '2026-09-26');
});

it('a day finds all that held on it, and nothing else', async () => {
  const roll = dice(20261129);
  const { order } = await lease.started({ productId, interestDate: '2026-08-17' });
  await server.sql('delete from lease_order_open', []);
  const spans: { from: string; to: string | null; amount: string }[] = [];
  let from = '2019-01-01';
  while (from < '2032-01-01') {
    const to = addDays(from, 1 + roll(roll(2) === 0 ? 5 : 700));
    spans.push({ from, to, amount: `${spans.length + 1}.00` });
    from = addDays(to, roll(40));
  }
  spans.push({ from, to: null, amount: '0.01' });
  for (const { from: begins, to, amount } of spans)
    await server.sql(
      `insert into lease_order_open (tenant_id, order_id, customer_id, product_id, direction, from_day, to_day, instalments,
                                     amount, principal)
       values ($1, $2, $3, $4, $5, $6, $7, 1, $8, 0)`,
      [platform, order.id, order.customerId, productId, order.direction, begins, to, amount],
    );
  const ends = spans.flatMap(({ from: begins, to }) => [begins, ...(to ? [to, addDays(to, -1)] : [])]);
  const days = [...ends, ...Array.from({ length: 200 }, () => addDays('2018-12-01', roll(5100)))];
  for (const day of days) {
    const held = spans.filter(({ from: begins, to }) => begins <= day && (to === null || to > day));
    const found = (await standing(day)).kept.map(({ amount }) => amount);
    expect([day, found]).toEqual([day, held.map(({ amount }) => amount)]);
  }
});
