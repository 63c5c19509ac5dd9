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
import { startEmbedded } from './embedded';
import { ensureEssentials } from './essentials';
import { openFiles } from './files';
import { snowflake } from './ids';
import { holdDirectory } from './lock';
import { migrate } from './migrate';
import { openSecrets } from './secrets';

/** How often the calendar is looked at, and how long running requests may take once we were asked to stop. */
const calendarMs = 5 * 60 * 1000;
const drainMs = 10_000;

const log = (text: string) => console.log(text);

const start = async () => {
  const config = readConfig(process.env);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  // The embedded database holds the directory itself; beside a database elsewhere it still keeps keys and files.
  const directory = config.databaseUrl ? holdDirectory(config.dataDir) : undefined;
  const secrets = openSecrets(config.dataDir);

  log('数据库启动中 · starting the database');
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log });
  const owner: pg.PoolConfig = embedded?.owner ?? { connectionString: config.databaseUrl };
  // On a database of somebody else's the program steps down to its own role, so that row security binds it.
  const app: pg.PoolConfig = embedded?.app ?? {
    connectionString: config.databaseUrl,
    options: '-c role=leasedesk_app',
  };

  const ownerPool = new pg.Pool({ ...owner, max: 1 });
  for (const note of await migrate(ownerPool)) log(note);

  const now = () => Date.now();
  const db = openDatabase(openPool(app));
  const deps: Deps = {
    db,
    now,
    newId: snowflake(now, config.nodeId ?? randomBytes(2).readUInt16BE()),
    random: (bytes) => randomBytes(bytes),
    secrets,
    files: openFiles(join(config.dataDir, 'files'), secrets),
    settings: { publicUrl: config.publicUrl ?? '', console: config.console },
  };

  // Menus, clients and tenants belong to no tenant and are written by the owner alone.
  const ownerDb = openDatabase(ownerPool);
  const password = await ownerDb.withTenant('000000', businessDate(now()), (trx) =>
    ensureEssentials(deps, trx, config.adminPassword),
  );
  await ownerDb.close();

  let isReady = false;
  const server = await buildApp(deps, {
    publicFolder: join(__dirname, '..', 'public'),
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    isReady: () => isReady,
  });
  await server.listen({ port: config.port, host: config.host });
  const { port } = server.server.address() as AddressInfo;
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  if (!deps.settings.publicUrl) deps.settings.publicUrl = address;
  if (config.demo) await fillDemo(deps, log);
  await advanceAll(deps);
  const calendar = setInterval(
    () => advanceAll(deps).catch((error) => server.log.error({ error }, 'the daily run failed')),
    calendarMs,
  );

  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    isReady = false;
    log(`收到 ${signal}，正在停止 · stopping`);
    clearInterval(calendar);
    const late = setTimeout(() => server.server.closeAllConnections(), drainMs);
    await server.close();
    clearTimeout(late);
    await db.close();
    await embedded?.stop();
    directory?.release();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  isReady = true;
  if (password) {
    log('管理员账号 admin，一次性密码（请登录后修改）· administrator account and one-time password:');
    log(`    admin / ${password}`);
  }
  log(`ready ${address}`);
};

start().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
});
