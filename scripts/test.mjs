/**
 * `npm test`: all checks, the fastest to fail first. It stops after the first stage that fails and ends with the
 * slowest files and one line of totals. `node scripts/test.mjs unit [jest options]` runs one stage (or `types`, `lint`,
 * `build`, `server`, `browser`). `deep` before that, as in `npm run test:deep`, searches further: the same tests with
 * the long counts of test/support/depth.ts.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join, relative } from 'node:path';
import { fontEnvironment, resolveBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, ensureNode, giveUp, Halt, root, run, tell } from './ensure.mjs';

const cache = join(root, '.cache');
/** What the databases of a run may need at the same time, with a wide margin. */
const ROOM_BYTES = 4 * 1024 ** 3;
/** A whole run repeats at most so many failed files of a stage; more than that is no accident. */
const RUN_AGAIN_FILES = 3;
const none = { passed: 0, failed: 0, files: [], unsteady: [] };
const broken = { passed: 0, failed: 1, files: [], unsteady: [] };
const codeCache = join(root, 'test/support/codeCache.cjs');
function node(script, args, options) {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], options);
}

const stages = {
  types: () => check('types', 'typescript-7/bin/tsc', ['-p', '.']),
  lint: () => check('lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
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
/** Stages of one row run side by side: alone, each of the first three leaves a processor idle. */
const rows = [['types', 'lint', 'build'], ['unit'], ['server'], ['browser']];

/** Runs a checker and prints its output in one piece, because others print at the same time. */
async function check(name, script, args) {
  const printed = join(cache, `${name}.log`);
  const file = openSync(printed, 'w');
  const code = await node(script, args, { stdio: ['ignore', file, file] });
  closeSync(file);
  process.stdout.write(`== ${name} ==\n${readFileSync(printed, 'utf8')}`);
  return code === 0 ? none : broken;
}

/**
 * Runs one of jest's projects. A suite that breaks before its first test is a failure, and so is a skipped test, a
 * todo, or a stage without any test: each would look like a pass. Of a whole run, a few failed files run again alone: on
 * a busy machine an accident of time must not hide the stages that follow. What failed first is told at the end.
 */
async function jest(project, options) {
  console.log(`\n== ${project} ==`);
  const first = await jestReport(project, [
    `--maxWorkers=${availableParallelism() + 1}`, // tests wait for databases and browsers a fifth of their time
    ...options,
  ]);
  if (!first) return broken;
  const { told } = first;
  // a filter given by hand leaves tests out on purpose
  const unrun = options.length === 0 ? told.numPendingTests + told.numTodoTests : 0;
  if (unrun > 0) tell(`${project}: ${unrun} skipped or todo, which counts as failed`);
  if (told.numTotalTests === 0) tell(`${project}: no test ran, which counts as failed`);
  const failing = told.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const isUnsteady =
    options.length === 0 && first.code !== 0 && failing.length > 0 && failing.length <= RUN_AGAIN_FILES
      ? await passesAlone(project, failing)
      : false;
  const failed = unrun + (isUnsteady ? 0 : told.numFailedTests + told.numRuntimeErrorTestSuites);
  const passed = told.numPassedTests + (isUnsteady ? told.numFailedTests : 0);
  return {
    passed,
    failed: failed === 0 && ((first.code !== 0 && !isUnsteady) || passed === 0) ? 1 : failed,
    unsteady: isUnsteady ? told.testResults.filter(({ status }) => status === 'failed').flatMap(titlesOf) : [],
    files: told.testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 })),
  };
}

/** Runs jest; answers its exit code and its report, null when it ended without one. */
async function jestReport(project, options) {
  const report = join(cache, `jest-${project}.json`);
  rmSync(report, { force: true });
  const args = ['--selectProjects', project, '--ci', '--json', `--outputFile=${report}`, ...options];
  const code = await run(process.execPath, [
    '--require',
    codeCache,
    join(root, 'node_modules/jest/bin/jest.js'),
    ...args,
  ]);
  return existsSync(report) ? { code, told: JSON.parse(readFileSync(report, 'utf8')) } : null;
}

/** Whether files that failed pass when they run again, one after the other with nothing beside them. */
async function passesAlone(project, files) {
  tell(`${project}: ${files.length} failed and runs again alone`);
  const second = await jestReport(project, ['--maxWorkers=1', '--runTestsByPath', ...files]);
  return second !== null && second.code === 0 && second.told.numPassedTests > 0 && second.told.numPendingTests === 0;
}

function titlesOf({ name, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : ['(before its first test)'];
  return titles.map((title) => `${relative(root, name)}: ${title}`);
}

/**
 * Seconds of processor time that ended children have used, with their own ended children; null where the system does
 * not report it. Processes that outlive their parent are missing: a closed browser leaves some of its own for a moment.
 */
function processorTime() {
  if (!existsSync('/proc/self/stat')) return null;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticksPerSecond = 100;
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

function spent(seconds, processor) {
  return `${seconds.toFixed(1)} s${processor === null ? '' : ` (processor ${processor.toFixed(1)} s)`}`;
}

/**
 * Temporary files in memory, where there is room for the databases of a run: on disk they are synced at every commit,
 * as in the product, and waiting for a disk tests nothing.
 */
function keepTemporaryFilesInMemory() {
  const memory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < ROOM_BYTES || freemem() < ROOM_BYTES) return;
  const folder = mkdtempSync(join(memory, 'leasedesk-'));
  chmodSync(folder, 0o1777); // like the folder it replaces: the database runs as an account of its own
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
}

async function prepare(names) {
  ensureNode();
  mkdirSync(cache, { recursive: true });
  await ensureInstalled();
  if (names.some((name) => name === 'server' || name === 'browser')) keepTemporaryFilesInMemory();
  if (!names.includes('browser')) return;
  Object.assign(process.env, fontEnvironment());
  process.env.CHROME_PATH = await resolveBrowser();
}

/** Runs a row; resolves when all of its stages have ended, with their results. */
function runRow(row, options) {
  let counted = processorTime();
  return Promise.all(
    row.map(async (name) => {
      const startedAt = Date.now();
      const result = await stages[name](options).catch((error) => {
        if (!(error instanceof Halt)) throw error;
        tell(error.message);
        return broken;
      });
      // A child's time is counted when it ends, so what is new now belongs to the stage that ends now.
      const now = processorTime();
      const processor = now === null ? null : now - counted;
      counted = now;
      return { name, ...result, seconds: (Date.now() - startedAt) / 1000, processor };
    }),
  );
}

const given = process.argv.slice(2);
if (given[0] === 'deep') {
  given.shift();
  process.env.DEEP = '1';
}
const [only, ...options] = given;
const names = only === undefined ? rows.flat() : [only];
try {
  if (!names.every((name) => Object.hasOwn(stages, name))) {
    throw new Halt(`usage: node scripts/test.mjs [deep] [${Object.keys(stages).join(' | ')}] [jest options]`);
  }
  await prepare(names);
} catch (error) {
  giveUp(error);
}

const startedAt = Date.now();
const results = [];
for (const row of only === undefined ? rows : [[only]]) {
  results.push(...(await runRow(row, options)));
  if (results.some(({ failed }) => failed > 0)) break;
}

const slowest = results
  .flatMap(({ name: stage, files }) => files.map((file) => ({ stage, ...file })))
  .sort((one, other) => other.seconds - one.seconds)
  .slice(0, 10);
if (slowest.length > 1) {
  console.log('\nThe slowest files:');
  for (const { stage, name, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${stage.padEnd(7)} ${relative(root, name)}`);
}
const told = results.map(
  ({ name, failed, seconds, processor }) => `${name} ${failed === 0 ? 'ok' : 'FAILED'} ${spent(seconds, processor)}`,
);
console.log(`\n${told.join(' · ')}`);
if (results.length < names.length) console.log(`not run: ${names.slice(results.length).join(', ')}`);
const unsteady = results.flatMap((result) => result.unsteady);
if (unsteady.length > 0) {
  console.log('\nFAILED once and passed when run again alone; each is a defect of the test or of the product:');
  for (const one of unsteady) console.log(`        ${one}`);
}
function count(key) {
  return results.reduce((sum, result) => sum + result[key], 0);
}
const total = spent((Date.now() - startedAt) / 1000, processorTime());
console.log(`${count('passed')} passed, ${count('failed')} failed in ${total}`);
process.exitCode = count('failed') === 0 ? 0 : 1;
