/**
 * `npm run bench:push`: open windows on the stream of events. Connects so many people (`--windows`, 1000), publishes a
 * notice to everyone, and prints how long it takes from the commit to the first and the last event, and what a connection
 * costs in memory. The windows are another process. It prints figures and judges nothing: machines differ.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { businessDate } from '../contract/domain/calendar';
import { buildApp } from '../server/app';
import { accessToken } from '../server/auth/session';
import { notify } from '../server/engine/inbox/notify';
import type { Deps } from '../server/kernel/context';
import { openDatabase, openPool } from '../server/kernel/database';
import { snowflake } from '../server/kernel/ids';
import { openBus } from '../server/platform/bus';
import { readConfig } from '../server/platform/config';
import { openEgress } from '../server/platform/egress';
import { startEmbedded } from '../server/platform/embedded';
import { openFiles } from '../server/platform/files';
import { migrate } from '../server/platform/migrate';
import { installQueue, openQueue } from '../server/platform/queue';
import { openSchema } from '../server/platform/schema';
import { openSecrets } from '../server/platform/secrets';
import { ensureEssentials } from '../server/seed/essentials';

const platform = '000000';

/** The windows: open one for each token, and report when all have opened, and the ms of each event since the epoch. */
function windows(): void {
  process.on('message', async ({ url, tokens }: { url: string; tokens: string[] }) => {
    let open = 0;
    let arrived: number[] = [];
    const one = (token: string) => {
      const request = get(url, {
        agent: false,
        headers: { accept: 'text/event-stream', 'blade-auth': `bearer ${token}` },
      });
      request.on('response', (answer) => {
        answer.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('event: open')) open += 1;
          if (open === tokens.length && text.includes('event: open')) process.send!({ open });
          if (!text.includes('event: changed')) return;
          arrived.push(Date.now());
          if (arrived.length < tokens.length) return;
          process.send!({ first: Math.min(...arrived), last: Math.max(...arrived) });
          arrived = [];
        });
        if (answer.statusCode !== 200) throw new Error(`a window was answered ${answer.statusCode}`);
      });
    };
    for (let at = 0; at < tokens.length; at += 50) {
      tokens.slice(at, at + 50).forEach(one);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes after the collector has been through. */
function memory() {
  collect();
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed };
}

async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const ownerPool = new pg.Pool({ ...embedded.owner, max: 1 });
  await migrate(ownerPool);
  await installQueue(ownerPool, []);
  const now = () => Date.now();
  const secrets = openSecrets(dataDir);
  const db = openDatabase(openPool(embedded.app));
  const queue = openQueue(embedded.app);
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
  const ownerDb = openDatabase(ownerPool);
  await ownerDb.withTenant(platform, businessDate(now()), (trx) =>
    ensureEssentials(deps, trx, 'Lease-desk-bench-2026'),
  );
  const bus = openBus(embedded.app, db);
  const app = await buildApp(deps, {
    bus,
    limits: { connectionsPerNetwork: 100_000 },
    pushLimits: { perServer: 100_000 },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  while (!bus.isHearing()) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    deps,
    ownerPool,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/blade-desk/push`,
    async close() {
      await app.close();
      await bus.close();
      await queue.close();
      await db.close();
      await ownerPool.end();
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** So many people, each with a session. */
async function sessionsOf(deps: Deps, ownerPool: pg.Pool, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ({ userId: deps.newId(), sid: deps.newId() }));
  const rows = JSON.stringify(ids);
  await ownerPool.query(`select set_config('app.tenant', $1, false)`, [platform]);
  await ownerPool.query(
    `insert into sys_user (id, tenant_id, account, password_hash, name, real_name, role_ids, create_time, update_time)
     select ("userId")::bigint, $2, 'bench' || "userId", '', 'bench', 'bench', '{}', now(), now()
     from jsonb_to_recordset($1::jsonb) as r("userId" text)`,
    [rows, platform],
  );
  await ownerPool.query(
    `insert into sign_in (sid, tenant_id, user_id, client_id, rotated_at, expires_at, create_time)
     select sid::bigint, $2, ("userId")::bigint, 'saber', now(), now() + interval '1 day', now()
     from jsonb_to_recordset($1::jsonb) as r("userId" text, sid text)`,
    [rows, platform],
  );
  return Promise.all(ids.map(({ userId, sid }) => accessToken(deps, { sid, tenantId: platform, userId }, 86_400)));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { windows: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '9' } },
  });
  const count = Number(values.windows);
  const server = await startServer();
  const child: ChildProcess = fork(__filename, ['windows'], { execArgv: process.execArgv });
  const said = async () => (await once(child, 'message'))[0] as { open?: number; first?: number; last?: number };
  try {
    const tokens = await sessionsOf(server.deps, server.ownerPool, count);
    const before = memory();
    const from = performance.now();
    child.send({ url: server.url, tokens });
    await said();
    const connectMs = performance.now() - from;
    const after = memory();
    const firsts: number[] = [];
    const lasts: number[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const heard = said();
      let committed = 0;
      await server.deps.db
        .withTenant(platform, businessDate(Date.now()), (trx) =>
          notify(trx, server.deps, {
            tenantId: platform,
            audience: 'all',
            kind: 'notice',
            title: `第 ${round} 条`,
            content: '',
          }),
        )
        .then(() => {
          committed = Date.now();
        });
      const { first = 0, last = 0 } = await heard;
      firsts.push(first - committed);
      lasts.push(last - committed);
    }
    const median = (some: number[]) => [...some].sort((a, b) => a - b)[Math.floor(some.length / 2)]!;
    const kib = (bytes: number) => (bytes / 1024 / count).toFixed(1);
    console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${count} windows`);
    console.log(`all connected after            ${connectMs.toFixed(0)} ms`);
    console.log(
      `memory a connection            ${kib(after.heapUsed - before.heapUsed)} KiB heap, ${kib(after.rss - before.rss)} KiB resident`,
    );
    console.log(`commit to the first event      median ${median(firsts)} ms, worst ${Math.max(...firsts)} ms`);
    console.log(`commit to the last event       median ${median(lasts)} ms, worst ${Math.max(...lasts)} ms`);
  } finally {
    child.kill();
    await server.close();
  }
}

if (process.argv[2] === 'windows') windows();
else void main();
