/** One person's requests never take all connections of the database: others are answered meanwhile. */
import { sql } from 'kysely';
import { leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('others are answered while a person waits for more than there are connections', async () => {
  const { id, version } = await leaseOf(server).customer();
  await server.addUser({ account: 'clerk', permissions: ['customer', 'customer_edit'] });
  const clerk = await server.as('clerk');
  const { data: row } = (await clerk.get('/blade-customer/customer/detail', { id })).body;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = () => {};
  const holding = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const holder = server.deps.db.withTenant(platform, '2026-11-20', async (trx) => {
    await sql`select id from lease_customer where tenant_id = ${platform} and id = ${id} for update`.execute(trx);
    isHeld();
    await held;
  });
  await holding;
  const waiting = Array.from({ length: 30 }, (_, at) =>
    clerk.post('/blade-customer/customer/submit', { body: { ...row, version, remark: `${at}` } }),
  );
  for (let blocked = 0; blocked < 5; ) {
    const [row] = await server.sql(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    blocked = row.n;
  }
  ok(await server.admin.get('/blade-product/product/page'));
  release();
  await holder;
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.reason === 'stale')).toHaveLength(29);
}, 60_000);
