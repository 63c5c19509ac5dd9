/**
 * `npm run bench:users`: how long people wait for each other over a large portfolio: 100 of them at once, each of whom
 * reads, thinks for one to three seconds and asks again, the home page and new customers among what they ask.
 * `--users 100`, `--orders 300000`, `--seconds 30`. Prints how many answers of each kind came, how long they took, how
 * many were refused, and the processor time of server and database for all, and for one of each kind asked alone. It
 * judges nothing: machines differ.
 */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { businessDate } from '../contract/domain/calendar';
import { md5 } from '../server/auth/password/oneTimePassword';
import { attachEmbedded } from '../server/platform/embedded';
import { startServer } from '../test/support/browser';
import { postmasterOf, processorTime } from './processor';
import { seedOrders } from './seedOrders';

const password = 'Lease-desk-bench-2026';
const { values: options } = parseArgs({
  options: {
    users: { type: 'string', default: '100' },
    orders: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '30' },
  },
});
const [users, orders, seconds] = [options.users, options.orders, options.seconds].map(Number) as [
  number,
  number,
  number,
];
const thinkMs = { least: 1_000, most: 3_000 };
const roundsAlone = 5;

interface Kind {
  name: string;
  /** Of a hundred requests, so many. */
  share: number;
  /** The request, as the `n`th of its kind. */
  ask: (n: number) => { path: string; body?: object };
}
const kinds: readonly Kind[] = [
  {
    name: 'orders, a page',
    share: 35,
    ask: (n) => ({ path: `/blade-order/order/page?size=10&current=${1 + (n % 50)}` }),
  },
  {
    name: 'instalments, a page',
    share: 15,
    ask: (n) => ({ path: `/blade-paymentPlan/paymentPlan/page?size=10&current=${1 + (n % 50)}` }),
  },
  {
    name: 'orders, by name',
    share: 10,
    ask: (n) => ({ path: `/blade-order/order/page?size=10&customerName=${1000 + (n % 9000)}` }),
  },
  { name: 'dictionary', share: 10, ask: () => ({ path: '/blade-system/dict/dictionary?code=menu_category' }) },
  { name: 'unread', share: 5, ask: () => ({ path: '/blade-desk/inbox/unread' }) },
  { name: 'order, one', share: 10, ask: (n) => ({ path: `/blade-order/order/detail?id=${firstOrder + (n % 1000)}` }) },
  { name: 'what waits', share: 5, ask: () => ({ path: '/blade-desk/waiting' }) },
  { name: 'dashboard', share: 3, ask: () => ({ path: '/blade-desk/dashboard' }) },
  { name: 'instalments, overview', share: 2, ask: () => ({ path: '/blade-paymentPlan/paymentPlan/overview' }) },
  {
    name: 'customer, new',
    share: 5,
    ask: (n) => ({
      path: '/blade-customer/customer/submit',
      body: { realName: `并发测试 ${n}`, tel: `1550${String(n).padStart(7, '0')}` },
    }),
  },
];
let firstOrder = 0;

/** The same choices in each run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
/** Each kind as often as its share. */
const urn = kinds.flatMap((kind) => Array<Kind>(kind.share).fill(kind));

async function fill(owner: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool({ ...owner, max: 1 });
  try {
    const today = businessDate(Date.now());
    await seedOrders(pool, today, { products: 200, customers: Math.max(1, Math.floor(orders / 5)), orders });
    await pool.query(
      `insert into sys_user (id, tenant_id, account, password_hash, name, real_name, role_ids, dept_ids, is_super, create_time, update_time)
       select 90000000 + n, tenant_id, 'bench' || n, password_hash, '用户' || n, '用户' || n, role_ids, dept_ids, is_super, now(), now()
       from sys_user, generate_series(1, $1::int) n where tenant_id = '000000' and account = 'admin'`,
      [users],
    );
    const { rows } = await pool.query<{ id: string }>('select min(id) as id from lease_order');
    firstOrder = Number(rows[0]!.id);
  } finally {
    await pool.end();
  }
}

async function signIn(url: string, account: string): Promise<string> {
  const query = new URLSearchParams({ grant_type: 'password', username: account, password: md5(password) });
  const answer = await fetch(`${url}/api/blade-auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` },
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`${account} cannot sign in`);
  return token;
}

let made = 0;
/** The status of the answer. */
async function send(url: string, token: string, kind: Kind): Promise<number> {
  const { path, body } = kind.ask(++made);
  const headers = { 'blade-auth': `bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(`${url}/api${path}`, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) console.log(path, text.slice(0, 200));
  return answer.status;
}

function at(times: number[], share: number): string {
  const sorted = times.sort((a, b) => a - b);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
}
function row(...cells: (string | number)[]) {
  console.log(cells.map((cell, n) => (n ? String(cell).padStart(14) : String(cell).padEnd(24))).join(''));
}

async function bench(): Promise<void> {
  const server = await startServer({ DEMO: '0', ADMIN_PASSWORD: password });
  const embedded = await attachEmbedded(server.dataDir);
  try {
    await fill(embedded.owner);
    const roots = [server.pid, postmasterOf(server.dataDir)];
    const tokens: string[] = [];
    for (let n = 1; n <= users; n++) tokens.push(await signIn(server.url, `bench${n}`));
    console.log(`${users} people, ${orders.toLocaleString('en')} orders, ${cpus().length} processors\n`);

    row('alone', 'first ms', 'then ms', 'processor ms');
    for (const kind of kinds) {
      const times: number[] = [];
      const used = processorTime(roots);
      for (let round = 0; round < roundsAlone; round++) {
        const from = performance.now();
        await send(server.url, tokens[0]!, kind);
        times.push(performance.now() - from);
      }
      const [first = 0, ...others] = times;
      row(kind.name, first.toFixed(0), at(others, 0.5), ((processorTime(roots) - used) / roundsAlone).toFixed(0));
    }

    const seen = new Map(kinds.map((kind) => [kind, { times: [] as number[], refused: 0 }]));
    const used = processorTime(roots);
    const end = performance.now() + seconds * 1000;
    await Promise.all(
      tokens.map(async (token, n) => {
        const roll = dice(n + 1);
        const think = () => sleep(thinkMs.least + roll() * (thinkMs.most - thinkMs.least));
        await sleep(roll() * thinkMs.most);
        while (performance.now() < end) {
          const kind = urn[Math.floor(roll() * urn.length)]!;
          const from = performance.now();
          const status = await send(server.url, token, kind);
          const of = seen.get(kind)!;
          if (status === 200) of.times.push(performance.now() - from);
          else of.refused++;
          await think();
        }
      }),
    );
    console.log(`\ntogether, ${seconds} s; processor ${((processorTime(roots) - used) / 1000).toFixed(1)} s`);
    row('', 'answers', 'refused', 'p50 ms', 'p99 ms');
    for (const [kind, { times, refused }] of seen)
      row(kind.name, times.length, refused, at(times, 0.5), at(times, 0.99));
    const all = [...seen.values()];
    const times = all.flatMap((one) => one.times);
    row(
      'all',
      times.length,
      all.reduce((sum, { refused }) => sum + refused, 0),
      at(times, 0.5),
      at(times, 0.99),
    );
  } finally {
    await embedded.stop();
    await server.stop();
  }
}

void bench();
