/** The server of a benchmark: its own embedded database, with the essentials, and what the server is made of. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { businessDate } from '../contract/domain/calendar';
import type { Deps } from '../server/kernel/context';
import { openDatabase, openPool, safePool } from '../server/kernel/database';
import { snowflake } from '../server/kernel/ids';
import { readConfig } from '../server/platform/config';
import { openEgress } from '../server/platform/egress';
import { startEmbedded } from '../server/platform/embedded';
import { openFiles } from '../server/platform/files';
import { migrate } from '../server/platform/migrate';
import { openQueue } from '../server/platform/queue';
import { openSchema } from '../server/platform/schema';
import { openSecrets } from '../server/platform/secrets';
import { ensureEssentials } from '../server/seed/essentials';

export const tenantId = '000000';
export const password = 'Lease-desk-bench-2026';

/** `undo` gets the steps that end it, in the order they were begun. */
export async function openBench(undo: (() => void | Promise<void>)[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-bench-'));
  undo.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  undo.push(() => embedded.stop());
  const ownerPool = safePool({ ...embedded.owner, max: 1 });
  await migrate(ownerPool);
  const now = () => Date.now();
  const secrets = openSecrets(dataDir);
  const deps: Deps = {
    db: openDatabase(openPool(embedded.app)),
    schema: openSchema(),
    now,
    newId: snowflake(now, 1),
    random: (bytes) => randomBytes(bytes),
    secrets,
    files: openFiles(join(dataDir, 'files'), secrets),
    egress: openEgress(),
    queue: openQueue(embedded.app),
    settings: readConfig({}).settings,
  };
  undo.push(() => deps.db.close());
  const ownerDb = openDatabase(ownerPool);
  undo.push(() => ownerDb.close());
  const today = businessDate(now());
  await ownerDb.withTenant(tenantId, today, (trx) => ensureEssentials(deps, trx, password));
  return { deps, ownerPool, today };
}
