/**
 * `npm run bench:writes`: how many records a second the server writes for one tenant, with its history as a chain and
 * without: the same entries, but no head row to wait for, no hash and no signature. Two servers with a database each
 * take turns, so that other load on the machine affects both. It prints figures and judges nothing: machines differ.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { businessDate } from '../contract/domain/calendar';
import type { Deps, Entry } from '../server/kernel/context';
import type { Trx } from '../server/kernel/database';

const arms = ['chain', 'plain'] as const;
type Arm = (typeof arms)[number];
const password = 'Lease-desk-bench-2026';
const warmUpMs = 2_000;

/** The history without its chain, in place of the module that writes it. */
function unchain(): void {
  const path = require.resolve('../server/engine/audit/chain');
  const real = require(path) as typeof import('../server/engine/audit/chain');
  const appendEntries = async (trx: Trx, _deps: Deps, tenantId: string, entries: readonly Entry[]): Promise<void> => {
    for (const entry of entries)
      await trx
        .insertInto('audit_log')
        // The id is unique, and serves as the sequence number while nothing checks the chain.
        .values({ ...real.columnsOf(tenantId, entry), seq: entry.id, format: 1, hash: '' })
        .execute();
  };
  require.cache[path]!.exports = { ...real, appendEntries };
}

/** The server of one arm: answers `{writers, ms}` with the writes done in that time. */
async function serve(arm: Arm): Promise<void> {
  if (arm === 'plain') unchain();
  // Loaded after the module is replaced: an earlier import would hold the original.
  const { buildApp } = require('../server/app') as typeof import('../server/app');
  const { openAnchor } = require('../server/engine/audit/anchor') as typeof import('../server/engine/audit/anchor');
  const { readConfig } = require('../server/platform/config') as typeof import('../server/platform/config');
  const { openDatabase, openPool } = require('../server/kernel/database') as typeof import('../server/kernel/database');
  const { openEgress } = require('../server/platform/egress') as typeof import('../server/platform/egress');
  const { startEmbedded } = require('../server/platform/embedded') as typeof import('../server/platform/embedded');
  const { ensureEssentials } = require('../server/seed/essentials') as typeof import('../server/seed/essentials');
  const { md5 } =
    require('../server/auth/password/oneTimePassword') as typeof import('../server/auth/password/oneTimePassword');
  const { openFiles } = require('../server/platform/files') as typeof import('../server/platform/files');
  const { openQueue } = require('../server/platform/queue') as typeof import('../server/platform/queue');
  const { openSchema } = require('../server/platform/schema') as typeof import('../server/platform/schema');
  const { snowflake } = require('../server/kernel/ids') as typeof import('../server/kernel/ids');
  const { migrate } = require('../server/platform/migrate') as typeof import('../server/platform/migrate');
  const { openSecrets } = require('../server/platform/secrets') as typeof import('../server/platform/secrets');

  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const ownerPool = new pg.Pool({ ...embedded.owner, max: 1 });
  await migrate(ownerPool);
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
    anchor: openAnchor(join(dataDir, 'audit.anchor'), { db, secrets, now }),
    egress: openEgress(),
    queue: openQueue(embedded.app),
    settings: readConfig({}).settings,
  };
  await openDatabase(ownerPool).withTenant('000000', businessDate(now()), (trx) =>
    ensureEssentials(deps, trx, password),
  );
  const app = await buildApp(deps);
  const signIn = await app.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` },
    query: { grant_type: 'password', username: 'admin', password: md5(password) },
  });
  const session = `bearer ${signIn.json().access_token}`;

  let made = 0;
  const write = async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/blade-customer/customer/submit',
      headers: { 'blade-auth': session, 'idempotency-key': `bench-${process.pid}-${++made}` },
      payload: { realName: `写入测试 ${made}`, tel: `1540${String(made).padStart(7, '0')}` },
    });
    if (answer.statusCode !== 200) throw new Error(`${arm}: ${answer.statusCode} ${answer.body}`);
  };
  const run = async ({ writers, ms }: { writers: number; ms: number }) => {
    const until = performance.now() + ms;
    let count = 0;
    const one = async () => {
      while (performance.now() < until) {
        await write();
        count++;
      }
    };
    const from = performance.now();
    await Promise.all(Array.from({ length: writers }, one));
    return count / ((performance.now() - from) / 1000);
  };
  const end = async () => {
    await app.close();
    await deps.anchor?.close();
    await db.close();
    await ownerPool.end();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.on('message', async (asked: { writers: number; ms: number } | 'end') => {
    if (asked === 'end') {
      await end();
      process.disconnect();
    } else process.send!(await run(asked));
  });
  process.send!('ready');
}

function middle(numbers: number[]) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

async function compare(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
  });
  const ms = Number(values.seconds) * 1000;
  const servers = new Map<Arm, ChildProcess>();
  for (const arm of arms) {
    const child = fork(__filename, ['--arm', arm], { execArgv: process.execArgv });
    servers.set(arm, child);
    await once(child, 'message');
  }
  const ask = async (arm: Arm, asked: object): Promise<number> => {
    servers.get(arm)!.send(asked);
    const [answer] = await once(servers.get(arm)!, 'message');
    return answer as number;
  };
  console.log(
    `records a second, one entry of history each; median of ${values.rounds} turns; ${cpus().length} processors\n`,
  );
  console.log(['writers', 'with chain', 'without', 'ratio'].map((head) => head.padStart(12)).join(''));
  for (const writers of [1, 4, 8, 16]) {
    const found: Record<Arm, number[]> = { chain: [], plain: [] };
    for (const arm of arms) await ask(arm, { writers, ms: warmUpMs });
    for (let round = 0; round < Number(values.rounds); round++)
      for (const arm of round % 2 ? [...arms].reverse() : arms) found[arm].push(await ask(arm, { writers, ms }));
    const [chain, plain] = [middle(found.chain), middle(found.plain)];
    console.log(
      [String(writers), chain.toFixed(0), plain.toFixed(0), (chain / plain).toFixed(2)]
        .map((cell) => cell.padStart(12))
        .join(''),
    );
  }
  for (const child of servers.values()) {
    child.send('end');
    await once(child, 'exit');
  }
}

const own = process.argv.indexOf('--arm');
(own > 0 ? serve(process.argv[own + 1] as Arm) : compare()).catch((error) => {
  console.error(error);
  process.exit(1);
});
