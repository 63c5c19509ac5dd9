/** The built server as a process that may die at any moment, and its database beside it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const root = join(__dirname, '../..');
const readyLimitMs = 60_000;
const stopLimitMs = 20_000;

export const password = 'Lease-desk-chaos-2026';

/** Builds what is stale, once before the first start. */
export const ensureBuilt = (): void => {
  execFileSync(process.execPath, ['scripts/ensure.mjs', 'fresh'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

export interface Victim {
  /** Without a slash at the end. */
  url: string;
  /** From the spawn to the word `ready`. */
  startMs: number;
  /** The end that leaves no time for anything. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** The end that a service manager asks for; throws when it is not clean. */
  stop(): Promise<void>;
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

/** Starts the server over `dataDir`, on a port of its own choice. Throws with what it printed when it does not come up. */
export const start = async (dataDir: string): Promise<Victim> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DEMO: '0', ADMIN_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = exitOf(child);
  // a run that is broken off must not leave its server behind
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  void exited.then(() => process.off('exit', abandon));

  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const give = (reason: string) => reject(new Error(`${reason}\n${output}`));
    const late = setTimeout(() => give('the server did not get ready'), readyLimitMs);
    const hear = (text: string) => {
      output += text;
      const [, address] = /^ready (http:\S+)\n/m.exec(output) ?? [];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    void exited.then((code) => {
      clearTimeout(late);
      give(`the server ended with ${code}`);
    });
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });

  return {
    url,
    startMs: performance.now() - startedAt,
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
};

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Kill the database too, which the dead server has left behind: the next start must recover from its log. */
export const killDatabase = (dataDir: string): void => {
  process.kill(postmasterOf(dataDir), 'SIGKILL');
};

/** Ends a database whose server is dead and will not be started again. */
export const endDatabase = (dataDir: string): void => {
  try {
    process.kill(postmasterOf(dataDir), 'SIGQUIT');
  } catch {
    // none there, or it has just ended
  }
};

/** Looks into the embedded database past the server, as its owner. */
export const look = async <T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'leasedesk',
    database: 'leasedesk',
    ssl: false,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
