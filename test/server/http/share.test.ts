/**
 * One person's requests never take all connections of the database, nor do calls that read the whole portfolio: others
 * are answered meanwhile.
 */
import { sql } from 'kysely';
import { inShare } from '../../../server/http/shares';
import type { Database, Trx } from '../../../server/kernel/database';
import { readConfig } from '../../../server/platform/config';
import { leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Runs a transaction that holds what `locks` takes until it is released. */
async function holding(
  transaction: (work: (trx: Trx) => Promise<void>) => Promise<void>,
  locks: (trx: Trx) => Promise<unknown>,
): Promise<{ release: () => Promise<void> }> {
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let over: Promise<void> = Promise.resolve();
  await new Promise<void>((isHeld) => {
    over = transaction(async (trx) => {
      await locks(trx);
      isHeld();
      await held;
    });
  });
  return {
    release() {
      end();
      return over;
    },
  };
}

it('others are answered while a person waits for more than there are connections', async () => {
  const { id, version } = await leaseOf(server).customer();
  await server.addUser({ account: 'clerk', permissions: ['customer', 'customer_edit'] });
  const clerk = await server.as('clerk');
  const { data: row } = (await clerk.get('/blade-customer/customer/detail', { id })).body;
  const holder = await holding(
    (work) => server.deps.db.withTenant(platform, '2026-11-20', work),
    (trx) => sql`select id from lease_customer where tenant_id = ${platform} and id = ${id} for update`.execute(trx),
  );
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
  await holder.release();
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.reason === 'stale')).toHaveLength(29);
}, 60_000);

it('a dictionary is answered while calls that read the whole portfolio wait for its tables', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, person) => {
      await server.addUser({ account: `reader${person}`, permissions: ['paymentPlan'] });
      return server.as(`reader${person}`);
    }),
  );
  const holder = await holding(
    (work) => server.owner.kysely.transaction().execute(work),
    (trx) => sql`lock table lease_payment_plan in access exclusive mode`.execute(trx),
  );
  let isAnswered = false;
  // Each another month: those who ask the same share one answer.
  const dear = people.map((who, at) =>
    who.get('/blade-paymentPlan/paymentPlan/calendar', { month: `2026-0${at + 1}` }).then((answer) => {
      isAnswered = true;
      return answer;
    }),
  );
  for (let blocked = 0; blocked < 3; ) {
    const [row] = await server.sql(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    blocked = row.n;
  }
  ok(await server.admin.get('/blade-product/product/page'));
  expect([isAnswered, server.deps.db.connections().waiting]).toEqual([false, 0]);
  await holder.release();
  for (const answer of await Promise.all(dear)) expect([200, 503]).toContain(answer.status);
}, 60_000);

const pool = (most: number) => ({ connections: () => ({ most, open: 0, idle: 0, waiting: 0 }) }) as Database;

it.each([
  [10, 3, 5],
  [4, 1, 2],
])('of %d connections dear calls have %d together, and one person %d', async (most, dear, own) => {
  const db = pool(most);
  let running = 0;
  const release: (() => void)[] = [];
  const work = () => {
    running++;
    return new Promise<void>((resolve) => release.push(resolve)).then(() => void running--);
  };
  const asks = (userId: string, isDear: boolean) => inShare(db, { tenantId: '000000', userId, isDear }, work);
  const all = Array.from({ length: 20 }, (_, person) => asks(String(person), true));
  await new Promise(setImmediate);
  expect(running).toBe(dear);
  all.push(...Array.from({ length: 20 }, () => asks('busy', false)));
  await new Promise(setImmediate);
  expect(running).toBe(dear + own);
  all.push(asks('other', false));
  await new Promise(setImmediate);
  expect(running).toBe(dear + own + 1);
  while (release.length > 0) {
    release.shift()!();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(running).toBe(0);
});

it('the number of connections is a setting', () => {
  expect(readConfig({}).poolMax).toBe(10);
  expect(readConfig({ POOL_MAX: '40' }).poolMax).toBe(40);
  expect(() => readConfig({ POOL_MAX: '3' })).toThrow('POOL_MAX must be a whole number from 4 to 200');
});
