/**
 * PostgreSQL as a child of this server: native binaries from npm, one cluster in `<dataDir>/postgres`, reached only
 * through a unix socket inside that 0700 directory and with a password. It is restarted when it crashes.
 *
 * PostgreSQL refuses to run as root, so under root it runs as another account, which usually may not enter the parents
 * of the data directory (0700, perhaps in a home directory). Moving the cluster to an accessible place would put the
 * data where no backup looks and temporary-file cleaners do. Instead the child gets the cluster as its working
 * directory while it is still root and names it `/proc/self/cwd`, which leads there without passing the parents.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Secrets } from '../kernel/ports';
import { openDataDir } from './dataDir';
import { lockDirectory } from './directoryLock';
import { packageTree, runnableTree } from './embeddedBinaries';
import { APP, DATABASE, findOrphan, hasProc, OWNER, PORT, SOCKET_PATH_MAX } from './embeddedCluster';
import { accountFor } from './postgresAccount';
import { passwordOf } from './postgresPassword';
import type { Log } from './postmaster';
import { adopt, checkDurability, launch, openCluster, provide, secure, shutDown, watched } from './postmaster';
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
const LOG_MAX_BYTES = 5 * 1024 * 1024;
/** In a row; one that has run at least as long as below starts a new row. */
const RESTARTS = 8;
const STEADY_MS = 60_000;
const BACKOFF_MS = { first: 100, most: 5_000 };

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
    log(
      `${isAdopted ? '已接管数据库 · PostgreSQL adopted' : '数据库已启动 · PostgreSQL started'} (process ${postmaster.pid}) in ${Date.now() - startedAt} ms`,
    );

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
