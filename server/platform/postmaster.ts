/** The process of the embedded PostgreSQL: started, adopted, watched, stopped, and asked for passwords. */
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Secrets } from '../kernel/ports';
import { environment, type Native } from './embeddedBinaries';
import type { Cluster } from './embeddedCluster';
import {
  APP,
  chownTree,
  commandLine,
  DATABASE,
  findOrphan,
  initialise,
  isPostmaster,
  OWNER,
  pgdataFor,
} from './embeddedCluster';
import type { Account } from './postgresAccount';
import { HBA, HBA_WITHOUT_PASSWORDS, verifierOf } from './postgresPassword';

export type Log = (text: string) => void;

/** Crash recovery of a full WAL on a slow disk. */
export const READY_TIMEOUT_MS = 300_000;

export const STOP_TIMEOUT_MS = 30_000;

export const POLL_MS = 20;

/** A postmaster that is not our child sends no signal when it ends. */
export const WATCH_MS = 500;

export const WRONG_PASSWORD = '28P01';

export async function openCluster(
  dataDir: string,
  native: Native,
  account: Account | undefined,
  log: Log,
): Promise<{ cluster: Cluster; orphan: number | undefined }> {
  const dir = join(dataDir, 'postgres');
  for (const name of fs.readdirSync(dataDir)) {
    if (!name.startsWith('postgres.init')) continue;
    log(`removing ${name}, left by an interrupted first start`);
    // an initdb that is still running may add files meanwhile; then the next start removes the rest
    await fs.promises.rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
  if (!fs.existsSync(join(dir, 'PG_VERSION'))) {
    if (fs.existsSync(dir) && fs.readdirSync(dir).length > 0) throw new Error(`${dir} is not a PostgreSQL cluster`);
    log('正在建立数据库 · initialising the database');
    await initialise(dataDir, native, account);
  }
  const { uid, dev, ino } = fs.statSync(dir, { bigint: true });
  const name = `leasedesk-${dev.toString(36)}-${ino.toString(36)}`;
  const cluster = { dir, pgdata: pgdataFor(dir, account), name, account };
  if (Number(uid) === (account?.uid ?? process.getuid?.())) return { cluster, orphan: findOrphan(cluster) };
  if (!account) throw new Error(`${dir} belongs to uid ${uid}: start as root or as that user`);
  // restored or copied by root, or from when PostgreSQL ran as an account that others use as well
  const orphan = findOrphan(cluster);
  if (orphan) await shutDown(orphan, cluster, log);
  chownTree(dir, account);
  return { cluster, orphan: undefined };
}

export function tailOf(path: string, from: number) {
  return fs.readFileSync(path).subarray(from).toString('utf8').trimEnd().split('\n').slice(-20).join('\n');
}

export async function withClient<T>(config: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined); // a connection cut while idle; the next query reports it
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits until the server accepts connections; answers whether it accepted our password. Throws once `isAlive` is
 *  false. */
export async function untilReady(config: pg.PoolConfig, isAlive: () => boolean, log: Log): Promise<boolean> {
  const startedAt = Date.now();
  for (let spoken = 0; ; ) {
    try {
      return await withClient({ ...config, connectionTimeoutMillis: 5_000 }, async () => true);
    } catch (error) {
      if ((error as pg.DatabaseError).code === WRONG_PASSWORD) return false; // it runs; `secure` sets the password
      if (!isAlive()) throw new Error('PostgreSQL ended before it was ready');
      const waited = Date.now() - startedAt;
      if (waited > READY_TIMEOUT_MS) throw error;
      if (waited - spoken > 5_000) {
        spoken = waited;
        log(`waiting for PostgreSQL: ${(error as Error).message}`);
      }
    }
    await sleep(POLL_MS);
  }
}

export async function shutDown(pid: number, cluster: Cluster, log: Log): Promise<void> {
  // fast first; then immediate, which loses nothing that was committed but makes the next start recover
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isPostmaster(pid, cluster)) process.kill(pid, signal);
    for (const giveUpAt = Date.now() + STOP_TIMEOUT_MS; Date.now() < giveUpAt; await sleep(POLL_MS)) {
      if (!isPostmaster(pid, cluster)) return;
    }
    log(`PostgreSQL (process ${pid}) did not end within ${STOP_TIMEOUT_MS / 1000} s of ${signal}`);
  }
  throw new Error(`PostgreSQL (process ${pid}) cannot be stopped`);
}

/** Takes an orphan over if its options are exactly those we would start it with; otherwise stops it. Sessions of the
 *  ended server are terminated, so none of its transactions or advisory locks remains. Answers whether it was
 *  adopted. */
export async function adopt(pid: number, cluster: Cluster, native: Native, config: pg.PoolConfig, log: Log) {
  const isAlive = () => isPostmaster(pid, cluster);
  const options = [
    join(native.dir, 'bin', 'postgres'),
    ...commandLine(cluster).map((argument) => `"${argument}"`),
  ].join(' ');
  try {
    await untilReady(config, isAlive, log);
    const isOurs = await withClient(config, async (client) => {
      const { rows } = await client.query(
        `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid, pg_read_file('postmaster.opts') as options,
                current_setting('cluster_name') as name, current_setting('server_version') as version`,
      );
      const found = rows[0];
      const isSame =
        found.pid === String(pid) &&
        found.name === cluster.name &&
        found.options.trim() === options &&
        native.version.endsWith(` ${found.version}`);
      if (isSame) {
        await client.query(
          `select pg_terminate_backend(pid, 5000) from pg_stat_activity
           where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        );
      }
      return isSame;
    });
    if (isOurs) return true;
    log(`stopping PostgreSQL left by another version (process ${pid})`);
  } catch (error) {
    log(`stopping PostgreSQL left by an earlier server (process ${pid}): ${(error as Error).message}`);
  }
  await shutDown(pid, cluster, log);
  return false;
}

export interface Postmaster {
  pid: number;
  /** Whether our password was accepted when we started it; undefined for one started by another server. */
  isOpenToUs?: boolean;
  /** Resolves with how it ended. Never rejects. */
  ended: Promise<string>;
}

/** A postmaster that is not our child: it is polled. */
export function watched(pid: number, cluster: Cluster): Postmaster {
  return {
    pid,
    ended: new Promise((resolve) => {
      const timer = setInterval(() => {
        if (isPostmaster(pid, cluster)) return;
        clearInterval(timer);
        resolve('it is gone');
      }, WATCH_MS);
      timer.unref();
    }),
  };
}

/** Starts a postmaster and resolves when it accepts connections. Gives up, and stops it again, once `isWanted` is
 *  false. */
export async function launch(
  cluster: Cluster,
  native: Native,
  config: pg.PoolConfig,
  logPath: string,
  log: Log,
  isWanted: () => boolean,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const file = fs.openSync(logPath, 'a', 0o600);
    const logFrom = fs.fstatSync(file).size;
    if (cluster.account) fs.fchownSync(file, cluster.account.uid, cluster.account.gid);
    const child = spawn(join(native.dir, 'bin', 'postgres'), commandLine(cluster), {
      cwd: cluster.dir,
      env: environment(),
      stdio: ['ignore', file, file],
      detached: true, // a Ctrl-C in the terminal is for us; we stop PostgreSQL when requests have ended
      ...cluster.account,
    });
    fs.closeSync(file);
    let ended: string | undefined;
    const end = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`));
    });
    void end.then((how) => {
      ended = how;
    });
    child.unref();
    try {
      const isOpenToUs = await untilReady(config, () => ended === undefined && isWanted(), log);
      return { pid: child.pid!, isOpenToUs, ended: end };
    } catch (error) {
      const tail = tailOf(logPath, logFrom);
      // after a kill of the postmaster its backends need a moment to notice
      if (attempt < 50 && isWanted() && tail.includes('is still in use')) {
        await sleep(200);
        continue;
      }
      if (ended === undefined) await shutDown(child.pid!, cluster, log);
      throw new Error(`PostgreSQL did not start: ${ended ?? (error as Error).message}\n${tail}`, { cause: error });
    }
  }
}

export function writeHba({ dir, account }: Cluster, text: string): void {
  const path = join(dir, 'pg_hba.conf');
  fs.rmSync(`${path}.new`, { force: true });
  const file = fs.openSync(`${path}.new`, 'wx', 0o600);
  try {
    fs.writeSync(file, text);
    if (account) fs.fchownSync(file, account.uid, account.gid);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  fs.renameSync(`${path}.new`, path);
}

/** Whether PostgreSQL accepts our password. Throws on any other error. */
export function answers(config: pg.PoolConfig): Promise<boolean> {
  return withClient(config, async () => true).catch((error) => {
    if ((error as pg.DatabaseError).code === WRONG_PASSWORD) return false;
    throw error;
  });
}

/** Whether the required password is ours; undefined when none is required. */
export async function isKnown(config: pg.PoolConfig): Promise<boolean | undefined> {
  if (!(await answers(config))) return false;
  return (await answers({ ...config, password: 'no password' })) ? undefined : true;
}

export async function reloadUntil(pid: number, config: pg.PoolConfig, isOpen: boolean): Promise<void> {
  process.kill(pid, 'SIGHUP');
  for (const giveUpAt = Date.now() + STOP_TIMEOUT_MS; Date.now() < giveUpAt; await sleep(POLL_MS)) {
    if (((await isKnown(config)) === undefined) === isOpen) return;
  }
  throw new Error('PostgreSQL does not take its pg_hba.conf over');
}

/** Ensures that every connection needs a password, and that it is ours. A cluster of an earlier version has none; a
 *  restored one may have that of another key. The moment in between can only be used by the owner of the socket's 0700
 *  directory, who owns the data anyway. */
export async function secure(
  { pid, isOpenToUs }: Postmaster,
  cluster: Cluster,
  config: pg.PoolConfig,
  secrets: Secrets,
  log: Log,
): Promise<void> {
  const isOurs = fs.readFileSync(join(cluster.dir, 'pg_hba.conf'), 'utf8') === HBA;
  // one that was started before the file was written need not have read it
  const known = isOurs && isOpenToUs !== undefined ? isOpenToUs : await isKnown(config);
  if (known && isOurs) return;
  if (known === false) {
    log('the database has the password of another key: it is set anew');
    writeHba(cluster, HBA_WITHOUT_PASSWORDS);
    await reloadUntil(pid, config, true);
  }
  await withClient(config, (client) =>
    client.query(`alter role ${OWNER} login superuser password '${verifierOf(OWNER, secrets)}'`),
  );
  writeHba(cluster, HBA);
  await reloadUntil(pid, config, false);
}

/** Roles and database, made at the first start and again whenever one is missing. */
export async function provide(config: pg.PoolConfig, secrets: Secrets): Promise<void> {
  await withClient(config, async (client) => {
    const missing = await client.query(
      `select not exists (select from pg_roles where rolname = $1) as role,
              not exists (select from pg_database where datname = $2) as database,
              (select rolpassword from pg_authid where rolname = $1) as verifier`,
      [APP, DATABASE],
    );
    if (missing.rows[0].role) await client.query(`create role ${APP}`);
    await client.query(`alter role ${APP} login nosuperuser nobypassrls nocreatedb nocreaterole noreplication`);
    const verifier = verifierOf(APP, secrets);
    if (missing.rows[0].verifier !== verifier) await client.query(`alter role ${APP} password '${verifier}'`);
    if (missing.rows[0].database) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  });
}

/** Refuses settings under which an acknowledged write could be lost, wherever they were set: file, role or database. */
export async function checkDurability(config: pg.PoolConfig): Promise<void> {
  await withClient(config, async (client) => {
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const { rows } = await client.query(`show ${name}`);
      if (rows[0][name] !== 'on') {
        throw new Error(
          `PostgreSQL has ${name} = ${rows[0][name]} for ${config.user}; it must be on: data could be lost`,
        );
      }
    }
  });
}
