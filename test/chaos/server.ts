/** The built server as a process that may be killed at any moment, and its database beside it. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectionsTo, startEmbedded } from '../../server/platform/embedded';
import { packageTree, runnableTree } from '../../server/platform/embeddedBinaries';
import { openSecrets } from '../../server/platform/secrets';

const root = join(__dirname, '../..');
const readyLimitMs = 60_000;
const stopLimitMs = 20_000;

export const password = 'Lease-desk-chaos-2026';

/** Builds what is stale, once before the first start. */
export function ensureBuilt(): void {
  execFileSync(process.execPath, ['scripts/ensure.mjs', 'fresh'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Something has not happened within its time: the machine may be slow, and nothing is proven. */
export class TimeLimit extends Error {}

export interface Victim {
  /** Without a slash at the end; another one after each start. */
  readonly url: string;
  /** From the spawn to the word `ready`. */
  startMs: number;
  /** How often its supervisor had to start it again. */
  restarts(): number;
  /** Whether the process we started is still there. */
  isAlive(): boolean;
  /** What it printed so far. */
  output(): string;
  /** Resolves with its exit code when it is gone; null when a signal ended it. */
  exited: Promise<number | null>;
  /** Asks it to end, as a service manager does. */
  ask(): void;
  /** SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** A stop as by a service manager; throws when it is not clean. */
  stop(): Promise<void>;
}

function exitOf(child: ChildProcess) {
  return new Promise<number | null>((resolve) => child.once('exit', resolve));
}

/**
 * Starts the server over `dataDir`: alone, or beside the supervisor of `npm start`; `tree` holds the build, by default
 * this project. Throws with what it printed when it does not come up.
 */
export async function start(
  dataDir: string,
  {
    isSupervised = false,
    env = {},
    tree = root,
  }: { isSupervised?: boolean; env?: Record<string, string>; tree?: string } = {},
): Promise<Victim> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [isSupervised ? 'scripts/start.mjs' : 'dist/server/main.js'], {
    cwd: tree,
    env: {
      ...process.env,
      ...{ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DEMO: '0', DRAIN_SECONDS: '0', ADMIN_PASSWORD: password },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = exitOf(child);
  // an aborted run must not leave its server behind
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  void exited.then(() => process.off('exit', abandon));

  let output = '';
  const addresses = () => [...output.matchAll(/^ready (http:\S+).*\n/gm)].map(([, address]) => address!);
  await new Promise<void>((resolve, reject) => {
    const give = (reason: string, Reason: new (text: string) => Error = Error) =>
      reject(new Reason(`${reason}\n${output}`));
    const late = setTimeout(
      () => give(`the server did not get ready within ${readyLimitMs} ms`, TimeLimit),
      readyLimitMs,
    );
    const listen = (text: string) => {
      output += text;
      if (addresses().length === 0) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    void exited.then((code) => {
      clearTimeout(late);
      give(`the server ended with ${code}`);
    });
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });

  return {
    get url() {
      return addresses().at(-1)!;
    },
    startMs: performance.now() - startedAt,
    restarts: () => addresses().length - 1,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    exited,
    ask: () => void child.kill('SIGTERM'),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      const code = await exited;
      clearTimeout(insist);
      if (code !== 0) throw new Error(`the server ended with ${code} when asked to stop\n${output}`);
    },
  };
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The process that holds the directory: the server itself, under any supervisor. */
export function serverOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'server.lock'), 'utf8').split('\n')[0]);
}

/** Kills the database: of a killed server, whose next start must recover, or of a running one, which must restart it. */
export function killDatabase(dataDir: string): void {
  process.kill(postmasterOf(dataDir), 'SIGKILL');
}

/** Ends a database whose server is gone and will not be started again. */
export function endDatabase(dataDir: string): void {
  try {
    process.kill(postmasterOf(dataDir), 'SIGQUIT');
  } catch {
    // none there, or it has just ended
  }
}

/** The embedded database of a directory, past the server and as its owner. */
export function ownerOf(dataDir: string): pg.PoolConfig {
  return connectionsTo(join(dataDir, 'postgres'), openSecrets(dataDir)).owner;
}

/** Looks into a database past the server: the embedded one of a directory, or any. */
export async function look<T>(where: string | pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(typeof where === 'string' ? ownerOf(where) : where);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface ExternalDatabase {
  owner: pg.PoolConfig;
  /** As `DATABASE_URL`. */
  url: string;
  /** What an administrator does after changing a setting: sessions are cut, transactions rolled back. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A separate PostgreSQL, run by `pg_ctl` and not by the server. */
export async function startExternal(): Promise<ExternalDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-external-'));
  await (await startEmbedded({ dataDir, log: () => undefined })).stop(); // makes cluster, roles and database
  const cwd = join(dataDir, 'postgres');
  const { uid, gid } = statSync(cwd);
  const account = process.getuid?.() === 0 ? { uid, gid } : undefined;
  const { dir } = await runnableTree(packageTree(), account);
  const control = (...words: string[]) =>
    promisify(execFile)(
      join(dir, 'bin', 'pg_ctl'),
      ['-D', existsSync('/proc/self/cwd') ? '/proc/self/cwd' : cwd, '-w', '-l', 'server.log', ...words],
      { cwd, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...account },
    ).catch((error: Error) => {
      const log = existsSync(join(cwd, 'server.log')) ? readFileSync(join(cwd, 'server.log'), 'utf8') : '';
      throw new Error(`${error.message}\n${log.slice(-2000)}`);
    });
  await control('start', '-o', "-c listen_addresses='' -c unix_socket_directories=. -c port=5432");
  const owner = ownerOf(dataDir);
  const settings = new URLSearchParams({
    ...{ host: String(owner.host), port: String(owner.port), user: String(owner.user) },
    password: String(owner.password),
  });
  return {
    owner,
    url: `postgresql:///${owner.database}?${settings}`,
    async restart() {
      await control('restart', '-m', 'fast');
    },
    async stop() {
      await control('stop', '-m', 'immediate').catch(() => undefined);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
