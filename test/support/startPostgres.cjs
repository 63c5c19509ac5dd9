/** One embedded PostgreSQL for all server tests of a run; its coordinates go to the workers through the environment. */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const pg = require('pg');
const { register } = require('tsx/cjs/api');
const { provide } = require('./packages.cjs');

/** Nothing of a run is kept, so it is as shipped but for what makes data last; test/server/platform holds that. */
const fleeting = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
};
async function relax(owner) {
  const client = new pg.Client(owner);
  await client.connect();
  for (const [name, value] of Object.entries(fleeting)) await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

module.exports = async () => {
  await provide();
  const unregister = register(); // this file runs outside of the tests' transform
  const { startEmbedded } = require('../../server/platform/embedded.ts');
  unregister();
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-test-'));
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  await relax(postgres.owner);
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
