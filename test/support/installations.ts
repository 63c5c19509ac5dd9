/**
 * Data directories of servers that have been started once: their database made, migrated and filled. A test that needs
 * a server of its own gets a copy, which saves it most of a first start. Made once per run, by the first who asks.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Settings that a first start writes nothing of into the data directory. */
const unwritten = new Set([
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'EGRESS_ALLOW',
  'PASSWORD_CIPHER',
  'PHONE_TEST_MODE',
  'SMS_TOKEN',
  'SMS_URL',
  'SWITCH_MODE',
  'TENANT_MODE',
  'TESTER_MODE',
]);
const POLL_MS = 50;

/**
 * A new data directory for a server with these settings: a copy of one that was started before, where there may be one,
 * and empty otherwise. `make` starts and stops a server on the directory it is given.
 */
export async function newDataDir(
  { DEMO = '0', ...env }: Record<string, string | undefined>,
  make: (dataDir: string, env: { DEMO: string }) => Promise<unknown>,
): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-browser-'));
  const folder = process.env.TEST_INSTALLATIONS;
  if (!folder || !Object.keys(env).every((name) => unwritten.has(name))) return dataDir;
  const original = join(folder, `demo-${DEMO}`);
  await once(original, (draft) => make(draft, { DEMO }));
  // not node's own copy: the files of the database belong to an account of their own
  execFileSync('cp', ['-Rp', `${original}/.`, dataDir]);
  return dataDir;
}

/** Makes a folder unless it is there; resolves when it is. Of several processes that ask, one makes it. */
async function once(path: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${path}.draft`;
  while (!existsSync(path)) {
    if (!isOurs(draft)) {
      await sleep(POLL_MS);
      continue;
    }
    try {
      await make(draft);
      renameSync(draft, path);
    } finally {
      rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  }
}

/** Whether it was this process that made the folder. */
function isOurs(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
