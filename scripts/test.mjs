/**
 * `npm test`: all checks, the fastest to fail first. It stops after the first stage that fails and ends with the
 * slowest files and one line of totals. `node scripts/test.mjs unit [jest options]` runs one stage (or `types`, `lint`,
 * `build`, `server`, `browser`). `changed [--since commit]` runs what a change reaches (scripts/related.mjs); `watch file`
 * runs a test file, and again whenever something that it uses is saved. `deep` before that, as in `npm run test:deep`, searches further: the same tests with
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
import groups from '../test/support/groups.cjs';
import { fontEnvironment, resolveBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, ensureNode, giveUp, Halt, root, run, tell } from './ensure.mjs';

const { mostFiles, writeGroups } = groups;
const cache = join(root, '.cache');
/** What the databases of a run may need at the same time, with a wide margin. */
const ROOM_BYTES = 4 * 1024 ** 3;
/** A whole run repeats at most so many failed files of a stage; more than that is no accident. */
const RUN_AGAIN_FILES = 8;
const none = { passed: 0, failed: 0, files: [], failures: [], unsteady: [] };
const broken = { ...none, failed: 1 };
const moduleCompiler = join(root, 'test/support/moduleCompiler.cjs');
function node(script, args, { before = [], ...options } = {}) {
  return run(process.execPath, [...before, join(root, 'node_modules', script), ...args], options);
}

const stages = {
  types: () => check('types', 'typescript-7/bin/tsc', ['-p', '.']),
  lint: () => check('lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  async build() {
    await ensureBuilt();
    return none;
  },
  unit: (options) => jest('unit', options),
  server: (options, isBeside) => jest('server', options, undefined, isBeside),
  async browser(options, isBeside) {
    await ensureBuilt();
    return jest('browser', options, undefined, isBeside);
  },
};
/**
 * Stages of one row run side by side: alone, each leaves a processor idle. Those of servers and browsers wait for
 * databases, processes and pages; the pure tests do not wait.
 */
const rows = [['types', 'lint', 'build'], ['unit'], ['server', 'browser']];
/** Workers of jest for each stage beside another one; alone it has one more, as tests wait a fifth of their time. */
const workers = availableParallelism();

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
 * todo, or a file without any test: each would look like a pass. Of a whole run, a few failed files run again alone, when
 * the stages beside have ended: on a busy machine an accident of time must not hide the stages that follow. What failed
 * first is told at the end. Answers the result, or what makes it once nothing runs beside.
 */
async function jest(project, options, chosen, isBeside = false) {
  console.log(`\n== ${project} ==`);
  const isWhole = options.length === 0; // a filter given by hand leaves tests out on purpose
  const expected = isWhole && Object.hasOwn(mostFiles, project) ? writeGroups(project, chosen) : undefined;
  const named = chosen && !expected ? ['--runTestsByPath', ...chosen] : [];
  const first = await jestReport(project, [`--maxWorkers=${isBeside ? workers : workers + 1}`, ...options, ...named], {
    TEST_GROUPS: expected ? '1' : '0',
  });
  if (!first) return broken;
  const { told } = first;
  const unrun = isWhole ? told.numPendingTests + told.numTodoTests : 0;
  if (unrun > 0) tell(`${project}: ${unrun} skipped or todo, which counts as failed`);
  if (told.numTotalTests === 0) tell(`${project}: no test ran, which counts as failed`);
  const files = filesOf(told, expected);
  const failing = files.filter(({ failures }) => failures.length > 0);
  const failures = failing.flatMap((file) => file.failures.map((title) => `${relative(root, file.name)}: ${title}`));
  const outcome = (isUnsteady) => {
    const passed = told.numPassedTests + (isUnsteady ? told.numFailedTests : 0);
    const failed = unrun + (isUnsteady ? 0 : failures.length);
    return {
      passed,
      failed: failed === 0 && ((first.code !== 0 && !isUnsteady) || passed === 0) ? 1 : failed,
      failures: isUnsteady ? [] : failures,
      unsteady: isUnsteady ? failures : [],
      files,
    };
  };
  if (!isWhole || failing.length === 0 || failing.length > RUN_AGAIN_FILES) return outcome(false);
  const names = failing.map(({ name }) => name);
  return async () => outcome(await passesAlone(project, names));
}

/** Runs jest; answers its exit code and its report, null when it ended without one. */
async function jestReport(project, options, env = {}) {
  const report = join(cache, `jest-${project}.json`);
  rmSync(report, { force: true });
  const args = ['--selectProjects', project, '--ci', '--json', `--outputFile=${report}`, ...options];
  const code = await node('jest/bin/jest.js', args, {
    env: { ...process.env, ...env },
    before: ['--require', moduleCompiler],
  });
  return existsSync(report) ? { code, told: JSON.parse(readFileSync(report, 'utf8')) } : null;
}

/**
 * The test files of a report: what each took, and the titles of what failed in it. A jest file of a group holds a block
 * for each of the `expected` files, called by its name; one of them without a test counts as failed.
 */
function filesOf({ testResults }, expected) {
  const files = new Map(expected?.map((name) => [join(root, name), { ran: 0, seconds: 0, failures: [] }]));
  for (const { name, assertionResults, startTime, endTime, message } of testResults) {
    const own = expected ? undefined : { ran: 0, seconds: (endTime - startTime) / 1000, failures: [] };
    if (own) files.set(name, own);
    for (const { ancestorTitles, fullName, status, duration } of assertionResults) {
      const file = own ?? files.get(join(root, ancestorTitles[0]));
      file.ran += 1;
      if (!own) file.seconds += (duration ?? 0) / 1000;
      // in a group the file's own name comes first
      if (status === 'failed') file.failures.push(own ? fullName : fullName.slice(ancestorTitles[0].length + 1));
    }
    if (assertionResults.length === 0) tell(`${relative(root, name)} broke before its first test: ${message}`);
  }
  for (const file of files.values()) if (file.ran === 0) file.failures.push('(before its first test)');
  return [...files].map(([name, file]) => ({ name, ...file }));
}

/** Whether files that failed pass when they run again, one after the other with nothing beside them. */
async function passesAlone(project, files) {
  tell(`${project}: ${files.length} failed and runs again alone`);
  const second = await jestReport(project, ['--maxWorkers=1', '--runTestsByPath', ...files]);
  return second !== null && second.code === 0 && second.told.numPassedTests > 0 && second.told.numPendingTests === 0;
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

/** Runs a test file in a watching jest. */
async function watch(paths) {
  const project = ['server', 'browser'].find((name) => paths.every((path) => path.includes(`test/${name}/`))) ?? 'unit';
  await prepare([project]);
  if (project === 'browser') await ensureBuilt();
  const args = ['--selectProjects', project, '--watchAll', '--runTestsByPath', ...paths];
  return node('jest/bin/jest.js', args, { before: ['--require', moduleCompiler] });
}

/** What `changed` runs in place of the stages: the checkers, and the tests that the change reaches. */
async function changedStages(options) {
  const { changedSince, reachedBy, startOfChange } = await import('./related.mjs');
  const since = options[0] === '--since' ? options[1] : startOfChange();
  const { changed, added } = changedSince(since);
  const { tests, pages, all } = reachedBy(changed, added);
  tell(`${changed.length} files differ from ${since.slice(0, 12)}`);
  const present = changed.filter((file) => existsSync(join(root, file)));
  const lint = ['ci', '--colors=off', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...present];
  const own = {
    types: stages.types,
    lint: () => (present.length > 0 ? check('lint', '@biomejs/biome/bin/biome', lint) : none),
  };
  for (const [name, files] of Object.entries(tests))
    if (files.length > 0)
      own[name] = async () => {
        if (name === 'browser') await ensureBuilt();
        return jest(name, [], files);
      };
  return { own, pages, all };
}

/** What a run of the tests that a change reaches leaves to others. */
function tellReach({ pages, all }) {
  if (pages.length > 0)
    console.log(`Not run, they open a page of the change: npm run test:browser -- ${pages.join(' ')}`);
  if (all.length > 0) console.log(`May reach every test, so npm test has the last word: ${all.join(', ')}`);
}

/** What a stage comes to; one that cannot begin is broken. */
function judged(result) {
  return result.catch((error) => {
    if (!(error instanceof Halt)) throw error;
    tell(error.message);
    return broken;
  });
}

/** Runs a row; resolves when all of its stages have ended, with their results. */
async function runRow(row, options) {
  let counted = processorTime();
  const ended = await Promise.all(
    row.map(async (name) => {
      const startedAt = Date.now();
      const result = await judged(stages[name](options, row.length > 1));
      // A child's time is counted when it ends, so what is new now belongs to the stage that ends now.
      const now = processorTime();
      const processor = now === null ? null : now - counted;
      counted = now;
      return { name, result, seconds: (Date.now() - startedAt) / 1000, processor };
    }),
  );
  const results = [];
  for (const { result, ...one } of ended)
    results.push({ ...one, ...(typeof result === 'function' ? await judged(result()) : result) });
  return results;
}

const given = process.argv.slice(2);
if (given[0] === 'deep') {
  given.shift();
  process.env.DEEP = '1';
}
const [only, ...options] = given;
let names = only === undefined ? rows.flat() : [only];
let order = only === undefined ? rows : [[only]];
let reach;
try {
  if (only === 'watch' && options.length > 0) process.exit(await watch(options));
  if (only === 'changed') {
    ensureNode();
    await ensureInstalled();
    const { own, ...rest } = await changedStages(options);
    Object.assign(stages, own);
    names = Object.keys(own);
    order = [['types', 'lint'], ...names.slice(2).map((name) => [name])];
    reach = rest;
  }
  if (!names.every((name) => Object.hasOwn(stages, name))) {
    throw new Halt(
      `usage: node scripts/test.mjs [deep] [${Object.keys(stages).join(' | ')}] [jest options], or changed [--since commit], or watch file`,
    );
  }
  await prepare(names);
} catch (error) {
  giveUp(error);
}

const startedAt = Date.now();
const results = [];
for (const row of order) {
  results.push(...(await runRow(row, only === 'changed' ? [] : options)));
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
const failures = results.flatMap((result) => result.failures);
if (failures.length > 0) {
  console.log('\nFAILED:');
  for (const one of failures) console.log(`        ${one}`);
}
const unsteady = results.flatMap((result) => result.unsteady);
if (unsteady.length > 0) {
  console.log('\nFAILED once and passed when run again alone; each is a defect of the test or of the product:');
  for (const one of unsteady) console.log(`        ${one}`);
}
function count(key) {
  return results.reduce((sum, result) => sum + result[key], 0);
}
if (reach) tellReach(reach);
const total = spent((Date.now() - startedAt) / 1000, processorTime());
console.log(`${count('passed')} passed, ${count('failed')} failed in ${total}`);
process.exitCode = count('failed') === 0 ? 0 : 1;
