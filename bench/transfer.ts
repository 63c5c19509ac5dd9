/**
 * `npm run bench:transfer`: how fast a list of a hundred thousand orders goes out as a file, to the page and in the background, how fast twenty
 * thousand customers come in from one, and how much memory that takes. The server runs in a process of its own, whose resident
 * memory is read while the file is on its way over HTTP. It prints figures and judges nothing: machines differ.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { businessDate } from '../contract/domain/calendar';
import { mostRowsImported } from '../contract/domain/files/lists';
import { isInMaking, type Transfer } from '../contract/wire/transfer';
import { buildApp, registry, tasks } from '../server/app';
import { md5 } from '../server/auth/password/oneTimePassword';
import { runnerOf } from '../server/engine/tasks';
import type { Deps } from '../server/kernel/context';
import { openDatabase, openPool } from '../server/kernel/database';
import { snowflake } from '../server/kernel/ids';
import type { SheetColumn } from '../server/kernel/sheets/sheet';
import { writeXlsx } from '../server/kernel/sheets/xlsxWriter';
import { readConfig } from '../server/platform/config';
import { openEgress } from '../server/platform/egress';
import { startEmbedded } from '../server/platform/embedded';
import { openFiles } from '../server/platform/files';
import { migrate } from '../server/platform/migrate';
import { installQueue, openQueue } from '../server/platform/queue';
import { openSchema } from '../server/platform/schema';
import { openSecrets } from '../server/platform/secrets';
import { ensureEssentials } from '../server/seed/essentials';
import { seedOrders } from './seedOrders';

const password = 'Lease-desk-bench-2026';
const mib = 1024 ** 2;
const sampleMs = 20;
/** MiB of the server's heap: the engine collects only when it must, so a small one shows what is really needed. */
const usualHeap = 96;

interface Started {
  port: number;
  session: string;
}
interface Memory {
  before: number;
  peak: number;
}

/** The server: seeds so many orders, then answers `begin` and `end` of a measurement. */
async function serve(orders: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const ownerPool = new pg.Pool({ ...embedded.owner, max: 1 });
  ownerPool.on('error', () => undefined);
  await migrate(ownerPool);
  await installQueue(ownerPool, tasks);
  const queue = openQueue(embedded.app);
  const now = () => Date.now();
  const secrets = openSecrets(dataDir);
  const db = openDatabase(openPool(embedded.app));
  const deps: Deps = {
    db,
    schema: openSchema(),
    now,
    newId: snowflake(now, 1),
    random: (bytes) => randomBytes(bytes),
    secrets,
    files: openFiles(join(dataDir, 'files'), secrets),
    egress: openEgress(),
    queue,
    settings: readConfig({}).settings,
  };
  const today = businessDate(now());
  await openDatabase(ownerPool).withTenant('000000', today, (trx) => ensureEssentials(deps, trx, password));
  await seedOrders(ownerPool, today, { products: 200, customers: Math.min(orders, 20_000), orders });
  const app = await buildApp(deps);
  await queue.work(tasks, runnerOf(deps, registry), (error) => console.error(error));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const signIn = await app.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` },
    query: { grant_type: 'password', username: 'admin', password: md5(password) },
  });
  let memory: Memory = { before: 0, peak: 0 };
  const sampling = setInterval(() => {
    memory.peak = Math.max(memory.peak, process.memoryUsage.rss());
  }, sampleMs);
  process.on('message', async (asked: 'begin' | 'end' | 'stop') => {
    if (asked === 'begin') {
      const rss = process.memoryUsage.rss();
      memory = { before: rss, peak: rss };
    }
    if (asked !== 'stop') return void process.send!(memory);
    clearInterval(sampling);
    await app.close();
    await queue.close();
    await db.close();
    await ownerPool.end();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    process.disconnect();
  });
  const { port } = app.server.address() as AddressInfo;
  process.send!({ port, session: `bearer ${signIn.json().access_token}` } satisfies Started);
}

async function told<T>(child: ChildProcess, asked: 'begin' | 'end'): Promise<T> {
  child.send(asked);
  return (await once(child, 'message'))[0] as T;
}

/** One file, received and counted. */
async function receive({ port, session }: Started, query: string) {
  const from = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/blade-order/order/export?${query}`, {
    headers: { 'blade-auth': session },
  });
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`);
  let bytes = 0;
  let firstMs = 0;
  for await (const part of answer.body) {
    firstMs ||= performance.now() - from;
    bytes += part.length;
  }
  return { bytes, firstMs, ms: performance.now() - from, rows: Number(answer.headers.get('x-total-count')) };
}

/** A workbook of so many customers. */
async function customers(count: number): Promise<Buffer> {
  const columns: SheetColumn[] = ['realName', 'tel', 'remark'].map((head) => ({ head, kind: 'text' }));
  const rows = Array.from({ length: count }, (_, at) => [`导入 ${at}`, `1370${String(at).padStart(7, '0')}`, '批量']);
  const parts: Buffer[] = [];
  for await (const part of writeXlsx([{ name: 'customers', columns, rows: [rows] }])) parts.push(part);
  return Buffer.concat(parts);
}

/** Sends a file in; answers how long that took. */
async function sendIn({ port, session }: Started, file: Buffer, query: string): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'customers.xlsx');
  const from = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/blade-customer/customer/import${query}`, {
    method: 'POST',
    headers: { 'blade-auth': session },
    body: form,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return performance.now() - from;
}

/** Has the server make a file in the background; answers when it is ready. */
async function inBackground({ port, session }: Started): Promise<{ ms: number; transfer: Transfer }> {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/blade-desk/transfer/${path}`, {
      headers: { 'blade-auth': session, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
  const from = performance.now();
  const { id } = (await call('begin', { module: 'order', format: 'xlsx' })) as Transfer;
  for (;;) {
    await sleep(100);
    const transfer = ((await call('list')) as Transfer[]).find((one) => one.id === id);
    if (!transfer || !isInMaking(transfer.state)) {
      if (transfer?.state !== 'done') throw new Error(`the export ended as ${transfer?.state}`);
      return { ms: performance.now() - from, transfer };
    }
  }
}

/** A server with so many orders, while `work` runs against it. */
async function withServer(
  orders: number,
  heap: number,
  work: (child: ChildProcess, started: Started) => Promise<void>,
) {
  const limit = heap > 0 ? [`--max-old-space-size=${heap}`] : [];
  const child = fork(__filename, ['--serve', String(orders)], { execArgv: [...process.execArgv, ...limit] });
  try {
    const [started] = (await once(child, 'message')) as [Started];
    await work(child, started);
  } finally {
    child.send('stop');
    await once(child, 'exit');
  }
}

async function bench(orders: number, heap: number): Promise<void> {
  await withServer(orders, heap, async (child, started) => {
    await receive(started, 'format=csv&contractCode=000001'); // what is compiled at the first use
    const limited = heap > 0 ? `a heap of ${heap} MiB` : 'no limit of the heap';
    console.log(`${orders.toLocaleString('en')} orders, ${cpus().length} processors, ${limited}\n`);
    const heads = ['file', 'rows', 'MiB', 'first byte', 'seconds', 'rows/s', 'MiB before', 'MiB peak'];
    console.log(heads.map((head, at) => (at === 0 ? head.padEnd(22) : head.padStart(12))).join(''));
    for (const query of ['format=csv', 'format=xlsx', 'format=xlsx&descs=totalAmount', 'format=xlsx']) {
      await told(child, 'begin');
      const { bytes, firstMs, ms, rows } = await receive(started, query);
      const { before, peak } = await told<Memory>(child, 'end');
      const figures = [
        rows.toLocaleString('en'),
        (bytes / mib).toFixed(1),
        `${firstMs.toFixed(0)} ms`,
        (ms / 1000).toFixed(1),
        Math.round(rows / (ms / 1000)).toLocaleString('en'),
        (before / mib).toFixed(0),
        (peak / mib).toFixed(0),
      ];
      console.log(query.replace('format=', '').padEnd(22) + figures.map((one) => one.padStart(12)).join(''));
    }
    await told(child, 'begin');
    const { ms, transfer } = await inBackground(started);
    const { before, peak } = await told<Memory>(child, 'end');
    const figures = [
      transfer.rows.toLocaleString('en'),
      ((transfer.size ?? 0) / mib).toFixed(1),
      '',
      (ms / 1000).toFixed(1),
      Math.round(transfer.rows / (ms / 1000)).toLocaleString('en'),
      (before / mib).toFixed(0),
      (peak / mib).toFixed(0),
    ];
    console.log('xlsx in the background'.padEnd(22) + figures.map((one) => one.padStart(12)).join(''));
  });
  // A file that comes in is held as a whole: its server gets the usual heap.
  await withServer(1000, 0, async (child, started) => {
    const file = await customers(mostRowsImported);
    for (const [name, query] of [
      ['check of an import', '?dryRun=1'],
      ['import', ''],
    ] as const) {
      await told(child, 'begin');
      const ms = await sendIn(started, file, query);
      const { before, peak } = await told<Memory>(child, 'end');
      const figures = [
        mostRowsImported.toLocaleString('en'),
        (file.length / mib).toFixed(1),
        '',
        (ms / 1000).toFixed(1),
        Math.round(mostRowsImported / (ms / 1000)).toLocaleString('en'),
        (before / mib).toFixed(0),
        (peak / mib).toFixed(0),
      ];
      console.log(name.padEnd(22) + figures.map((one) => one.padStart(12)).join(''));
    }
  });
}

const { values } = parseArgs({
  options: { serve: { type: 'string' }, orders: { type: 'string' }, heap: { type: 'string' } },
});
void (values.serve
  ? serve(Number(values.serve))
  : bench(Number(values.orders ?? 100_000), Number(values.heap ?? usualHeap)));
