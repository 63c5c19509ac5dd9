/** The numbers in ids: one holder each, on one database. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp } from '../../../server/app';
import { type Database, openDatabase, openPool } from '../../../server/kernel/database';
import { timeOf } from '../../../server/kernel/ids';
import { type Node, takeNode } from '../../../server/platform/nodes';
import { depth } from '../../support/depth';
import { clientOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let other: Database;
const nodes: Node[] = [];
/** A server's number; without automatic renewal by default. */
async function take(given: Partial<Parameters<typeof takeNode>[0]> = {}) {
  const node = await takeNode({ kysely: other.kysely, now: Date.now, renewEvery: 1e8, ...given });
  nodes.push(node);
  return node;
}
async function leaseOf(node: Node) {
  return (await server.sql('select * from node_lease where node = $1', [node.number()]))[0];
}
/** As if its process had stopped long ago, on another machine. */
function abandon(node: Node) {
  return server.sql(`update node_lease set expires_at = clock_timestamp(), life = '' where node = $1`, [node.number()]);
}

beforeAll(async () => {
  server = await startServer();
  other = openDatabase(openPool(server.connections.app));
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.release();
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const inserts = depth(40, 300);
it(`two servers on one database insert ${inserts} rows each at the same time, and none meets another`, async () => {
  const apps: FastifyInstance[] = [];
  const insert = async (name: string) => {
    // the same clock, stopped: the number alone tells their ids apart
    const node = await take({ now: server.deps.now });
    const app = await buildApp({ ...server.deps, newId: node.newId });
    apps.push(app);
    const client = clientOf(app, server.admin.headers);
    return async (index: number) =>
      ok(
        await client.post('/blade-system/post/submit', {
          body: { category: 1, postCode: `${name}${index}`, postName: name, sort: 1 },
        }),
      );
  };
  const [one, two] = [await insert('a'), await insert('b')];
  for (let at = 0; at < inserts; at += 10)
    await Promise.all(Array.from({ length: 10 }, (_, i) => [one(at + i), two(at + i)]).flat());
  expect(await server.sql(`select count(*)::int as rows from sys_post where post_name in ('a', 'b')`)).toEqual([
    { rows: 2 * inserts },
  ]);
  for (const app of apps) await app.close();
});

it('a number that the operator has set is refused to a second server, and free again after the first', async () => {
  const first = await take({ wanted: 7, renewEvery: 20 });
  await expect(take({ wanted: 7 })).rejects.toThrow(/NODE_ID=7 is held by another server on this database: .*process/);
  expect((await take()).number()).not.toBe(7);
  await first.release();
  expect((await take({ wanted: 7 })).number()).toBe(7);
});

it('a number is taken over at once from an ended process of this machine, and later from any other', async () => {
  const first = await take({ wanted: 8, renewEvery: 1e8 });
  const [{ life }] = await server.sql('select life from node_lease where node = 8');
  const [where, , ...rest] = life.split(' ');
  await server.sql('update node_lease set life = $1 where node = 8', [[where, 999_999_999, ...rest].join(' ')]);
  await take({ wanted: 8 });
  expect(await first.renew()).toBe(false);
  await server.sql(
    `update node_lease set life = 'elsewhere', holder = 'gone', expires_at = clock_timestamp() + interval '900 ms' where node = 8`,
  );
  expect((await take({ wanted: 8 })).number()).toBe(8);
});

it('a server that slept through its lease makes no ids until it has a number again', async () => {
  const node = await take({ wanted: 9, lease: 60_000 });
  node.newId();
  await abandon(node);
  const next = await take({ wanted: 9 });
  expect(await node.renew()).toBe(false);
  expect(node.isHeld()).toBe(false);
  expect(() => node.newId()).toThrow('unavailable');

  const app = await buildApp({ ...server.deps, newId: node.newId });
  const client = clientOf(app, server.admin.headers);
  const body = { category: 1, postCode: 'late', postName: 'late', sort: 1 };
  expect(await client.post('/blade-system/post/submit', { body })).toMatchObject({ status: 503 });
  await next.release();
  expect(await node.renew()).toBe(true);
  ok(await client.post('/blade-system/post/submit', { body }));
  await app.close();
});

it('a lease is over by the holder’s own clocks, without asking the database', async () => {
  const node = await take({ lease: 40 });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(node.isHeld()).toBe(false);
  expect(() => node.newId()).toThrow('unavailable');
});

it('ids go on after those of the last holder, although the clock was set back', async () => {
  let time = Date.UTC(2026, 10, 20);
  const first = await take({ wanted: 10, now: () => time });
  const last = first.newId();
  await first.release();
  time -= 7_200_000;
  const second = await take({ wanted: 10, now: () => time });
  const next = second.newId();
  expect(BigInt(next)).toBeGreaterThan(BigInt(last));
  expect(timeOf(next)).toBeGreaterThan(timeOf(last));
  expect((await leaseOf(second)).holder).not.toBe('');
});

it('the last of the numbers is taken, and then none is left', async () => {
  await sql`insert into node_lease select n, 'x', 'x', '', now(), now() + interval '1 hour', 0 from generate_series(0, 1022) n
    on conflict (node) do update set expires_at = excluded.expires_at`.execute(other.kysely);
  expect((await take()).number()).toBe(1023);
  await expect(take()).rejects.toThrow('taken');
  await server.sql('delete from node_lease where node < 1023');
});
