/** The directory of the embedded PostgreSQL: initialised, owned by its account, opened for a start. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { lifeOf } from './directoryLock';
import { type Native, run } from './embeddedBinaries';
import { type Account, namedAccountFor } from './postgresAccount';

export interface Cluster {
  dir: string;
  /** The directory as PostgreSQL sees it: or a path to it that an unprivileged account can use. */
  pgdata: string;
  /** Part of the postmaster's command line; identifies it whatever the pid file says. */
  name: string;
  account: Account | undefined;
}

export const OWNER = 'leasedesk';

export const APP = 'leasedesk_app';

export const DATABASE = 'leasedesk';

/** Only names the socket file. */
export const PORT = 5432;

/** Length of sun_path less its terminator, on the smallest system (macOS); Linux has 107. */
export const SOCKET_PATH_MAX = 103;

export function hasProc() {
  return fs.existsSync('/proc/self/cwd');
}

export function pgdataFor(dir: string, account: Account | undefined) {
  return account && hasProc() ? '/proc/self/cwd' : dir;
}

/** Initialises a temporary directory and renames it, so that `<dataDir>/postgres` is a whole cluster or absent. */
export async function initialise(dataDir: string, native: Native, account: Account | undefined): Promise<void> {
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

export function chownTree(dir: string, { uid, gid }: Account): void {
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

export function commandLine({ name, pgdata }: Cluster): string[] {
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
export function isPostmaster(pid: number, { name }: Cluster): boolean {
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
export function findOrphan(cluster: Cluster): number | undefined {
  const path = join(cluster.dir, 'postmaster.pid');
  const pid = fs.existsSync(path) ? Number(fs.readFileSync(path, 'utf8').split('\n')[0]) : 0;
  if (isPostmaster(pid, cluster)) return pid;
  // The lock of its socket names the same process, and PostgreSQL checks that one by the pid alone.
  for (const stale of [path, join(cluster.dir, `.s.PGSQL.${PORT}.lock`)]) fs.rmSync(stale, { force: true });
  return undefined;
}
