/** The built product as its users have it: the server as a process of its own, and a browser in front of it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { isDeep } from './depth';
import { newDataDir } from './installations';

const root = join(__dirname, '../..');
/** What the administrator signs in with, unless a test says otherwise. */
const ADMIN_PASSWORD = 'Lease-desk-2026';
const READY_LIMIT_MS = 150_000;
const STEP_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 15_000;
/** What a hook may take that calls `ensureBuilt`. */
export const BUILD_LIMIT_MS = 180_000;

function script(...args: string[]) {
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** What to close when a test forgets to, or fails before it can: an open browser would keep jest from ending. */
const open = new Set<() => Promise<unknown>>();
/** The newest first: a server that was started on the data of an older one ends before that one removes them. */
async function closeAll() {
  for (const close of [...open].reverse()) await close();
}
// Of several files that run as one, each ends with it (groups.cjs); outside of jest there is no such hook.
Object.assign(globalThis, { endOfFile: closeAll });
if (typeof afterAll === 'function') afterAll(closeAll, STOP_LIMIT_MS * 2);

/** Switches of a headless browser that connects to the page alone. */
export const quietSwitches: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Chooses the browser that `launch` starts, unless CHROME_PATH or an earlier call has done so: the headless shell, or
 * with `whole` the browser as people have it, for what is measured.
 */
export function findBrowser(kind: 'shell' | 'whole' = 'shell'): void {
  if (!process.env.CHROME_PATH) Object.assign(process.env, JSON.parse(script('scripts/browser.mjs', kind)));
}

/** Starts a browser with an empty profile that connects to the page alone; `more` are switches for its command line. */
export async function launch(more: readonly string[] = []): Promise<Browser> {
  findBrowser(); // `npm test` has found one already
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: [...quietSwitches, ...more],
  });
  const newContext = browser.newContext.bind(browser);
  // Drawing what moves is a third of what a page costs; the deep run shows it.
  const still = isDeep ? {} : ({ reducedMotion: 'reduce' } as const);
  browser.newContext = async (options) => {
    const context = await newContext({ ...still, ...options });
    // Whether a page hangs, not how fast it is: a busy machine is slow.
    context.setDefaultTimeout(STEP_LIMIT_MS);
    return context;
  };
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
  /** Resolves, when the process is gone, with its exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  /** Asks it to end, insists after a while, and answers its exit code. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
}

/** Limits of the process. */
export interface Confines {
  /** Account, for root alone to choose. */
  uid?: number;
  gid?: number;
  /** No file may grow beyond so many blocks of 512 bytes: to a program, a full disk. */
  mostFileBlocks?: number;
  /** What is run; by default the server alone. */
  script?: 'dist/server/main.js' | 'scripts/start.mjs';
}

export interface Spawned {
  child: ChildProcess;
  /** What it has printed so far, both streams in order of arrival. */
  output(): string;
  /** Resolves with the exit code; null stands for a signal, or for a process that never came to life. */
  exited: Promise<number | null>;
  /** Resolves when it has printed something that matches. */
  says(text: RegExp): Promise<RegExpExecArray>;
}

let isFresh = false;
/** Builds what is stale, once for all starts of a test file: sources edited meanwhile are for the next run. */
export function ensureBuilt() {
  if (!isFresh) script('scripts/ensure.mjs', 'fresh');
  isFresh = true;
}

/**
 * Starts the server of the build as a process and waits for nothing. `env` adds to or replaces the settings below, an
 * undefined value takes one away. The process never outlives this one.
 */
export function spawnServer(
  env: Record<string, string | undefined>,
  { mostFileBlocks, script: entry = 'dist/server/main.js', ...account }: Confines = {},
): Spawned {
  ensureBuilt();
  const settings = { HOST: '127.0.0.1', PORT: '0', DEMO: '0', TOUR: '0', DRAIN_SECONDS: '0', ADMIN_PASSWORD, ...env };
  const command = [process.execPath, entry];
  const [program = '', ...args] =
    mostFileBlocks === undefined ? command : ['sh', '-c', `ulimit -f ${mostFileBlocks}; exec "$0" "$@"`, ...command];
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  // for scripts outside of jest, which have no afterAll; a Ctrl-C reaches the server by itself
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  const exited = new Promise<number | null>((resolve) => {
    // not at `exit`: the last words may still be in the pipe
    child.once('close', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });
  void exited.then(() => process.off('exit', abandon));

  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const says = (text: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const found = text.exec(output);
        if (!found) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
  return { child, output: () => output, exited, says };
}

/**
 * Builds what is stale, starts the server with a data folder of its own, on a free port unless told, and resolves when
 * it says `ready`. Rejects with what the server printed when it ends or stays silent instead. For `env` and `confines`
 * see `spawnServer`.
 */
export async function startServer(
  env: Record<string, string | undefined> = {},
  confines: Confines = {},
): Promise<RunningServer> {
  ensureBuilt();
  const makeFirst = async (draft: string, first: { DEMO: string }) =>
    (await startServer({ ...first, DATA_DIR: draft })).stop();
  const { ADMIN_PASSWORD: word, ...others } = { ADMIN_PASSWORD, ...env };
  const dataDir = env.DATA_DIR ?? (await newDataDir(word === ADMIN_PASSWORD ? others : env, makeFirst));
  const { child, output, exited, says } = spawnServer({ ...env, DATA_DIR: dataDir }, confines);

  const close = () => stop();
  async function stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM') {
    open.delete(close);
    child.kill(signal);
    const insist = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    const code = await exited;
    clearTimeout(insist);
    if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    return code;
  }
  open.add(close);

  let timer: NodeJS.Timeout | undefined;
  const outcome = await Promise.race([
    says(/^ready (http:\S+).*\n/m).then(([, url]) => url!),
    exited.then(() => undefined),
    new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), READY_LIMIT_MS);
    }),
  ]);
  clearTimeout(timer);
  if (outcome === undefined || child.pid === undefined) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
    await stop();
    throw new Error(`The server ${hasEnded ? 'ended before it was' : 'did not get'} ready:\n${output()}`);
  }
  return { url: outcome, pid: child.pid, dataDir, output, exited, stop };
}
