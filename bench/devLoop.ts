/** `npm run dev` as its users have it: started, watched while files change, and ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

export const password = 'Lease-desk-2026';
const pollMs = 25;
const stopLimitMs = 60_000;

/** Ports that are free now, all of them different. */
async function freePorts(count: number): Promise<string[]> {
  const held = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(held.map((one) => once(one, 'listening')));
  const ports = held.map((one) => String((one.address() as AddressInfo).port));
  await Promise.all(held.map((one) => once(one.close(), 'close')));
  return ports;
}

export interface DevLoop {
  /** Without a slash at the end. */
  url: string;
  pid: number;
  /** All that was printed. */
  output(): string;
  /** Resolves when it has printed something that matches after `from`, by default ever; rejects when it ends before. */
  says(text: RegExp, from?: number): Promise<void>;
  /** Ends it as Ctrl-C does, and resolves with its exit code when all of it is gone. */
  stop(): Promise<number | null>;
}

/** Starts it on the tree at `root` with data in `dataDir`, and waits for nothing. */
export async function startLoop(root: string, dataDir: string, env: Record<string, string> = {}): Promise<DevLoop> {
  const [PORT = '', API_PORT = '', INSPECT_PORT = ''] = await freePorts(3);
  const ports = { HOST: '127.0.0.1', PORT, API_PORT, INSPECT_PORT };
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ports, DATA_DIR: dataDir, DEMO: '0', TOUR: '0', ADMIN_PASSWORD: password, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const abandon = () => child.kill('SIGTERM');
  process.once('exit', abandon);
  const closed = once(child, 'close').then(([code]) => code as number | null);
  void closed.then(() => process.off('exit', abandon));
  return {
    url: `http://127.0.0.1:${PORT}`,
    pid: child.pid!,
    output: () => printed,
    async says(text, from = 0) {
      while (!text.test(printed.slice(from))) {
        if (child.exitCode !== null) throw new Error(`it ended before it said ${text}:\n${printed}`);
        await sleep(pollMs);
      }
    },
    async stop() {
      child.kill('SIGINT');
      const insist = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      const code = await closed;
      clearTimeout(insist);
      return code;
    },
  };
}

/** Resolves once the console shows its first page and the server answers behind it. */
export async function untilBoth(url: string): Promise<void> {
  const isThere = (path: string, accept: string) =>
    fetch(url + path, { headers: { accept } }).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isThere('/login', 'text/html'))) await sleep(pollMs);
  while (!(await isThere('/health/ready', 'application/json'))) await sleep(pollMs);
}

export async function signIn(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('[name=username]').fill('admin');
  await page.locator('[name=password]').fill(password);
  await page.locator('[type=submit]').click();
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.goto(url + path);
}

/** Replaces the only `from` in a file by `to`; throws when there is another number of them. */
export function edit(root: string, file: string, from: string, to: string): void {
  const path = join(root, file);
  const parts = readFileSync(path, 'utf8').split(from);
  if (parts.length !== 2) throw new Error(`${file} has '${from}' ${parts.length - 1} times`);
  writeFileSync(path, parts.join(to));
}
