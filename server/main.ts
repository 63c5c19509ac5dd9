import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { businessDate } from '../contract/calendar';
import { advanceAll, buildApp } from './app';
import { readConfig } from './config';
import type { Deps } from './context';
import { openDatabase, openPool } from './database';
import { fillDemo } from './demo';
import { openEgress } from './egress';
import { startEmbedded } from './embedded';
import { ensureEssentials } from './essentials';
import { openFiles } from './files';
import { snowflake } from './ids';
import { holdDirectory } from './lock';
import { migrate } from './migrate';
import { openSecrets } from './secrets';
import { openSms } from './sms';

/** How often the calendar is looked at. */
const calendarMs = 5 * 60 * 1000;
/** How long running requests may take once we were asked to stop, and how often answered connections are closed then. */
const drainMs = 10_000;
const idleMs = 50;

const log = (text: string) => console.log(text);

let isReady = false;
let isStopping = false;
/** How to end what the start has begun, in that order; carried out the other way round. */
const endings: (() => unknown)[] = [];

/** Step down to the program's own role, so that row security binds it on a database of somebody else's, too. */
const asApp = (databaseUrl: string): pg.PoolConfig => {
  const role = '-c role=leasedesk_app';
  if (!/[?&]options=/.test(databaseUrl)) return { connectionString: databaseUrl, options: role };
  // Options in the address would replace ours, and the role with them: they go in front of it instead.
  const url = new URL(databaseUrl);
  const own = url.searchParams.get('options');
  url.searchParams.delete('options');
  return { connectionString: url.href, options: `${own} ${role}` };
};

/** Resolves when the server accepts requests, or early when it was asked to stop meanwhile. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  if (config.databaseUrl) {
    // The embedded database holds the directory itself; beside a database elsewhere it still keeps keys and files.
    const directory = holdDirectory(config.dataDir);
    endings.push(() => directory.release());
  }

  log('数据库启动中 · starting the database');
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log });
  if (embedded) endings.push(() => embedded.stop());
  if (isStopping) return;
  // Made once the directory is ours alone: two first starts must not both make a key.
  const secrets = openSecrets(config.dataDir);

  const now = () => Date.now();
  const db = openDatabase(openPool(embedded?.app ?? asApp(config.databaseUrl!)));
  endings.push(() => db.close());
  const egress = openEgress(config.egressAllow);
  const deps: Deps = {
    db,
    now,
    newId: snowflake(now, config.nodeId ?? randomBytes(2).readUInt16BE()),
    random: (bytes) => randomBytes(bytes),
    secrets,
    files: openFiles(join(config.dataDir, 'files'), secrets),
    egress,
    sms: openSms(config.sms, egress),
    settings: config.settings,
  };

  const ownerPool = new pg.Pool({ ...(embedded?.owner ?? { connectionString: config.databaseUrl }), max: 1 });
  try {
    for (const note of await migrate(ownerPool)) log(note);
    // Menus, clients and tenants belong to no tenant and are written by the owner alone.
    const password = await openDatabase(ownerPool).withTenant('000000', businessDate(now()), (trx) =>
      ensureEssentials(deps, trx, config.adminPassword),
    );
    if (password) {
      // At once: whatever goes wrong from here on, nobody can read it anywhere else.
      log('管理员账号 admin，一次性密码（请登录后修改）· administrator account and one-time password:');
      log(`    admin / ${password}`);
    }
  } finally {
    await ownerPool.end();
  }
  if (isStopping) return;
  if (config.demo) await fillDemo(deps, log);
  const advance = () =>
    advanceAll(deps, (error, orderId) => console.error(`order ${orderId} stays where it is:`, error));
  await advance();
  if (isStopping) return;

  const server = await buildApp(deps, {
    publicFolder: join(__dirname, '..', 'public'),
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    isReady: () => isReady,
  });
  endings.push(async () => {
    const late = setTimeout(() => server.server.closeAllConnections(), drainMs);
    // A browser keeps its connection open after the last answer; nothing more is to come on it.
    const idle = setInterval(() => server.server.closeIdleConnections(), idleMs);
    await server.close();
    clearInterval(idle);
    clearTimeout(late);
  });
  await server.listen({ port: config.port, host: config.host });
  const { port } = server.server.address() as AddressInfo;
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  if (!deps.settings.publicUrl) deps.settings.publicUrl = address;
  const calendar = setInterval(
    () => advance().catch((error) => server.log.error({ error }, 'the daily run failed')),
    calendarMs,
  );
  endings.push(() => clearInterval(calendar));
  if (isStopping) return;

  isReady = true;
  log(`ready ${address}`);
};

const fail = (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
};

const end = async (code: number): Promise<void> => {
  let outcome = code;
  for (const ending of endings.reverse()) {
    try {
      await ending();
    } catch (error) {
      fail(error);
      outcome = 1;
    }
  }
  process.exit(outcome);
};

const stop = (signal: string) => {
  if (isStopping) return;
  isStopping = true;
  isReady = false;
  log(`收到 ${signal}，正在停止 · stopping`);
  // A step of the start that is under way is let finish: half a step could not be undone.
  void started.then(() => end(0));
};
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));

const started = start().catch((error) => {
  fail(error);
  return end(1);
});
