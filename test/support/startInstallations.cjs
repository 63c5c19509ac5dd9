/** Where the browser tests keep what several of them start from (see installations.ts); removed at the end of a run. */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { provide } = require('./packages.cjs');

module.exports = async () => {
  await provide();
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-installations-'));
  process.env.TEST_INSTALLATIONS = folder;
  // also after a run that was interrupted
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
};
