/** The built product as its users meet it: the server as a process of its own, and a browser in front of it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const root = join(__dirname, '../..');
const READY_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;

const script = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** What to close when a test forgets to, or fails before it can: an open browser would keep jest from ending. */
const open = new Set<() => Promise<unknown>>();
const closeAll = () => Promise.all([...open].map((close) => close()));
// outside of jest (a script that borrows the server) there is no such hook
if (typeof afterAll === 'function') afterAll(closeAll, STOP_LIMIT_MS * 2);

/** Starts a browser with an empty profile that talks to nobody but the page. */
export async function launch(): Promise<Browser> {
  // `npm test` has found a browser already; a test that is run alone looks for one itself
  if (!process.env.CHROME_PATH) Object.assign(process.env, JSON.parse(script('scripts/browser.mjs')));
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const close = () => browser.close();
  open.add(close);
  browser.once('disconnected', () => open.delete(close));
  return browser;
}

export interface RunningServer {
  /** Without a slash at the end. */
  url: string;
  pid: number;
  /** Where its data are; removed by `stop` unless the caller chose the folder. */
  dataDir: string;
  /** What it has printed so far, both streams in order of arrival. */
  output(): string;
  /** Asks it to end, insists after a while, and answers its exit code (null when a signal ended it). */
  stop(): Promise<number | null>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Resolves with the exit code; null stands for a signal, or for a process that never came to life. */
const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });

/**
 * Builds what is stale, starts the server on a free port with a data folder of its own, and resolves when it says
 * `ready`. `env` adds to or replaces the settings below; an undefined value takes one away. Rejects with what the
 * server printed when it ends or stays silent instead.
 */
export async function startServer(env: Record<string, string | undefined> = {}): Promise<RunningServer> {
  script('scripts/ensure.mjs', 'fresh');
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'leasedesk-browser-'));
  const port = env.PORT ?? String(await freePort());
  const settings = {
    HOST: '127.0.0.1',
    DEMO: '0',
    ADMIN_PASSWORD: 'Lease-desk-2026',
    DATA_DIR: dataDir,
    ...env,
    PORT: port,
  };
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = exitOf(child);
  // for scripts outside of jest, which have no afterAll; a Ctrl-C reaches the server by itself
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);

  let output = '';
  const isReady = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      // PostgreSQL has a line of that kind, too, long before
      if (/\bready\b(?! to accept).*\n/.test(output)) resolve();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  });

  async function stop() {
    open.delete(stop);
    child.kill('SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    const code = await exited;
    clearTimeout(insist);
    process.off('exit', abandon);
    if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    return code;
  }
  open.add(stop);

  let timer: NodeJS.Timeout | undefined;
  const outcome = await Promise.race([
    isReady.then(() => 'ready' as const),
    exited.then(() => 'ended' as const),
    new Promise<'silent'>((resolve) => {
      timer = setTimeout(() => resolve('silent'), READY_LIMIT_MS);
    }),
  ]);
  clearTimeout(timer);
  if (outcome !== 'ready' || child.pid === undefined) {
    await stop();
    throw new Error(`The server ${outcome === 'ended' ? 'ended before it was' : 'did not get'} ready:\n${output}`);
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, dataDir, output: () => output, stop };
}
