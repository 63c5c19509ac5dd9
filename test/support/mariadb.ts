/** A real MariaDB of a test file's own: its server program, started on a new directory and on loopback alone. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';

export interface Mariadb {
  host: string;
  port: number;
  /** Signed in as the owner, in the database `shop`. */
  owner: Connection;
  close(): Promise<void>;
}

const startMs = 60_000;
/** Debian's: the server, and a program that sets it up. */
const packages = ['mariadb-server-core', 'mariadb-client-core'];
/** Where Debian puts programs that are not for everyone. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].filter(Boolean);

function found(names: readonly string[]): string | undefined {
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The server and the program that makes a new directory; installed from Debian's package where that is possible. */
function programs(): { server: string; install: string } {
  for (const isInstalled of [false, true]) {
    const [server, install] = [found(['mariadbd']), found(['mariadb-install-db'])];
    if (server && install && found(['my_print_defaults'])) return { server, install };
    if (isInstalled || process.getuid?.() !== 0 || !found(['apt-get'])) break;
    const apt = (...args: string[]) =>
      execFileSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    const add = () => apt('install', '-y', '--no-install-recommends', ...packages);
    try {
      add();
    } catch {
      apt('update');
      add();
    }
  }
  throw new Error(`This test needs a MariaDB server: install the packages ${packages.join(' ')}`);
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function connected(port: number, child: ChildProcess): Promise<Connection> {
  for (const end = Date.now() + startMs; ; await sleep(50)) {
    try {
      return await createConnection({ host: '127.0.0.1', port, user: 'root', password: '', multipleStatements: true });
    } catch (error) {
      if (Date.now() > end || child.exitCode !== null) throw error;
    }
  }
}

/** Settings of a server that speaks TLS with a certificate of its own making, which is written into `folder`. */
export function selfSigned(folder: string): string[] {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=db.example.test'],
      ...['-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  return [`--ssl-key=${key}`, `--ssl-cert=${cert}`];
}

/** `settings`: further ones of the server program. */
export async function startMariadb(settings: readonly string[] = []): Promise<Mariadb> {
  const { server, install } = programs();
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-mariadb-'));
  const account = userInfo().username;
  execFileSync(
    install,
    [`--datadir=${folder}`, '--auth-root-authentication-method=normal', '--skip-test-db', `--user=${account}`],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const child = spawn(
    server,
    [
      ...['--no-defaults', `--datadir=${folder}`, `--user=${account}`, '--bind-address=127.0.0.1', `--port=${port}`],
      ...[`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`, '--skip-log-bin'],
      ...['--innodb-buffer-pool-size=16M', '--innodb-flush-log-at-trx-commit=0', '--character-set-server=utf8mb4'],
      ...settings,
    ],
    { stdio: 'ignore' },
  );
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    const owner = await connected(port, child);
    await owner.query('create database shop; use shop');
    return {
      host: '127.0.0.1',
      port,
      owner,
      async close() {
        owner.destroy();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
