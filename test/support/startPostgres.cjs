/** One embedded PostgreSQL, exactly as shipped, for all server tests of a run; its coordinates go to the workers
 *  through the environment. */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { register } = require('tsx/cjs/api');
const { provide } = require('./packages.cjs');

module.exports = async () => {
  await provide();
  const unregister = register(); // this file runs outside of the tests' transform
  const { startEmbedded } = require('../../server/platform/embedded.ts');
  unregister();
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-test-'));
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  process.env.TEST_PG = JSON.stringify({ owner: postgres.owner, app: postgres.app });
  // for what one test file makes and the others of the run use
  const shared = mkdtempSync(join(tmpdir(), 'leasedesk-shared-'));
  process.env.TEST_SHARED = shared;

  // a run that is interrupted gets no teardown, and PostgreSQL would outlive it
  const abandon = () => {
    try {
      process.kill(postgres.pid, 'SIGQUIT');
    } catch {}
    for (const folder of [dataDir, shared])
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  const interrupt = () => process.exit(130);
  process.once('exit', abandon);
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  globalThis.stopTestPostgres = async () => {
    await postgres.stop();
    for (const folder of [dataDir, shared]) rmSync(folder, { recursive: true, force: true });
    process.off('exit', abandon);
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
};
