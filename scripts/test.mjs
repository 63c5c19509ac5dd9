/**
 * `npm test`: everything that must hold, in the order that tells soonest. It stops at the first stage that fails and
 * ends with one line of totals. `node scripts/test.mjs unit [jest options]` runs one stage (or `types`, `lint`,
 * `build`, `server`, `browser`).
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fontEnvironment, resolveBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, ensureNode, giveUp, Halt, root, run, tell } from './ensure.mjs';

const node = (script, ...args) => run(process.execPath, [join(root, 'node_modules', script), ...args]);
const none = { passed: 0, failed: 0 };
const ended = (code) => (code === 0 ? none : { passed: 0, failed: 1 });

const stages = {
  types: async () => ended(await node('typescript/bin/tsc', '-p', '.')),
  lint: async () => ended(await node('@biomejs/biome/bin/biome', 'ci', '--colors=off', '.')),
  async build() {
    await ensureBuilt();
    return none;
  },
  unit: (options) => jest('unit', options),
  server: (options) => jest('server', options),
  async browser(options) {
    await ensureBuilt();
    return jest('browser', options);
  },
};

/**
 * Runs one of jest's projects. A suite that breaks before its first test is a failure, and so is a test that was
 * skipped, left as a todo, or a stage without any test: each would look like a pass.
 */
async function jest(project, options) {
  const report = join(root, `.cache/jest-${project}.json`);
  rmSync(report, { force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  const args = [
    '--selectProjects',
    project,
    '--ci',
    '--maxWorkers=100%',
    '--json',
    `--outputFile=${report}`,
    ...options,
  ];
  const code = await node('jest/bin/jest.js', ...args);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const told = JSON.parse(readFileSync(report, 'utf8'));
  const passed = told.numPassedTests;
  const broken = told.numFailedTests + told.numRuntimeErrorTestSuites;
  // a filter given by hand leaves tests out on purpose
  const unrun = options.length === 0 ? told.numPendingTests + told.numTodoTests : 0;
  if (unrun > 0) tell(`${project}: ${unrun} skipped or todo, which counts as failed`);
  if (told.numTotalTests === 0) tell(`${project}: no test ran, which counts as failed`);
  const failed = broken + unrun;
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

async function prepare(names) {
  ensureNode();
  await ensureInstalled();
  if (!names.includes('browser')) return;
  Object.assign(process.env, fontEnvironment());
  process.env.CHROME_PATH = await resolveBrowser();
}

const [only, ...options] = process.argv.slice(2);
const names = only === undefined ? Object.keys(stages) : [only];
try {
  if (!names.every((name) => Object.hasOwn(stages, name))) {
    throw new Halt(`usage: node scripts/test.mjs [${Object.keys(stages).join(' | ')}] [jest options]`);
  }
  await prepare(names);
} catch (error) {
  giveUp(error);
}

const total = { passed: 0, failed: 0 };
const timings = [];
for (const name of names) {
  console.log(`\n== ${name} ==`);
  const startedAt = Date.now();
  const { passed, failed } = await stages[name](options).catch((error) => {
    if (!(error instanceof Halt)) throw error;
    tell(error.message);
    return { passed: 0, failed: 1 };
  });
  const took = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  total.passed += passed;
  total.failed += failed;
  timings.push(`${name} ${failed === 0 ? 'ok' : 'FAILED'} ${took}`);
  if (failed > 0) break;
}
console.log(`\n${timings.join(' · ')}`);
if (timings.length < names.length) console.log(`not run: ${names.slice(timings.length).join(', ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
