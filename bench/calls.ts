/**
 * `npm run bench:server`: how many small calls the built server answers in a second, and the processor time of an answer
 * — of the server and its database together — beside a bare Fastify with pg on the same database that runs the same
 * questions without sessions, rights or tenants. Rounds alternate; medians and their spread are printed. `--rounds 3`,
 * `--seconds 5`, `--connections 20`, `--users 100000`, `--only users`. It judges nothing: machines differ.
 */
import { type ChildProcess, fork } from 'node:child_process';
import http from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { md5 } from '../server/auth/password/oneTimePassword';
import { attachEmbedded } from '../server/platform/embedded';
import { startServer } from '../test/support/browser';
import { postmasterOf, processorTime } from './processor';

const password = 'Lease-desk-bench-2026';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '20' },
    users: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
  },
});
const [rounds, seconds, connections, users] = [options.rounds, options.seconds, options.connections, options.users].map(
  Number,
) as [number, number, number, number];

const questions = [
  { name: 'dict/dictionary', bare: 'dictionary', path: '/api/blade-system/dict/dictionary?code=menu_category' },
  { name: 'param/list', bare: 'parameters', path: '/api/blade-system/param/list?size=10&paramKey=account.' },
  { name: 'menu/routes', bare: 'routes', path: '/api/blade-system/menu/routes' },
  { name: 'users, page 1', bare: 'users', path: '/api/blade-system/user/page?size=10' },
  {
    name: 'users, page 5000',
    bare: 'users',
    path: `/api/blade-system/user/page?size=10&current=${Math.floor(users / 20)}`,
  },
  { name: 'users, account contains 4321', bare: 'users', path: '/api/blade-system/user/page?size=10&account=4321' },
  { name: 'orders, page 1 with sums', bare: 'orders', path: '/api/blade-order/order/page?size=10' },
].filter(({ name }) => name.startsWith(options.only));

interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of an answer, in ms. */
  processor: number;
}

/** So many connections that each ask again as soon as they are answered. */
async function load(url: string, headers: http.OutgoingHttpHeaders, roots: readonly number[]): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const from = performance.now();
      http
        .get(url, { agent, headers }, (answer) => {
          answer.resume().once('end', () => {
            times.push(performance.now() - from);
            if (answer.statusCode === 200) resolve();
            else reject(new Error(`${url} answered ${answer.statusCode}`));
          });
        })
        .once('error', reject);
    });
  const used = processorTime(roots);
  const begun = performance.now();
  const end = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await ask();
    }),
  );
  const took = (performance.now() - begun) / 1000;
  const processor = (processorTime(roots) - used) / times.length;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!;
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99), processor };
}

/** People with accounts beside those of the demo, and orders copied until there are as many. */
async function fill(owner: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into sys_user (id, tenant_id, account, password_hash, name, real_name, role_ids, dept_ids, create_time, update_time)
       select 1000000 + n, '000000', 'bench' || n, '', '用户' || n, '用户' || n, '{}', '{}', now(), now()
       from generate_series(1, $1::int) n`,
      [users],
    );
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

async function signIn(url: string): Promise<http.OutgoingHttpHeaders> {
  const query = new URLSearchParams({ grant_type: 'password', username: 'admin', password: md5(password) });
  const answer = await fetch(`${url}/api/blade-auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { 'blade-auth': `bearer ${token}` };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
/** Median and half of the range, of so many digits. */
function told(values: readonly number[], digits: number): string {
  const spread = (Math.max(...values) - Math.min(...values)) / 2;
  return `${median(values).toFixed(digits)} ±${spread.toFixed(digits)}`.padStart(16);
}

async function bench(): Promise<void> {
  const server = await startServer({ DEMO: '1', ADMIN_PASSWORD: password });
  const embedded = await attachEmbedded(server.dataDir);
  let bare: ChildProcess | undefined;
  try {
    await fill(embedded.owner);
    bare = fork(join(__dirname, 'bare.ts'));
    bare.send(embedded.owner as object);
    const bareUrl = await new Promise<string>((resolve) => bare!.once('message', (url) => resolve(String(url))));
    const headers = await signIn(server.url);
    const postmaster = postmasterOf(server.dataDir);
    console.log(`${users} users; ${connections} connections; ${rounds} rounds of ${seconds} s, alternating`);
    console.log(
      ['', 'answers/s', 'p50 ms', 'p99 ms', 'processor ms']
        .map((head, at) => (at ? head.padStart(16) : head.padEnd(34)))
        .join(''),
    );
    for (const { name, path, bare: asked } of questions) {
      const [ours, theirs]: [Load[], Load[]] = [[], []];
      for (let round = -1; round < rounds; round++) {
        const one = await load(`${server.url}${path}`, headers, [server.pid, postmaster]);
        const other = await load(`${bareUrl}/${asked}`, {}, [bare.pid!, postmaster]);
        if (round >= 0) ours.push(one);
        if (round >= 0) theirs.push(other);
      }
      for (const [title, loads] of [
        [name, ours],
        ['  bare', theirs],
      ] as const)
        console.log(
          title.padEnd(34) +
            [
              told(
                loads.map(({ perSecond }) => perSecond),
                0,
              ),
              told(
                loads.map(({ p50 }) => p50),
                1,
              ),
              told(
                loads.map(({ p99 }) => p99),
                1,
              ),
              told(
                loads.map(({ processor }) => processor),
                2,
              ),
            ].join(''),
        );
    }
  } finally {
    bare?.kill();
    await embedded.stop();
    await server.stop();
  }
}

void bench();
