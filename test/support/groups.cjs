/**
 * Test files that share one jest file, and with it the modules that they load. jest gives each file modules of its own,
 * whose functions all start cold: the files of one area take half the processor time when they run as one. What is in
 * a group, and in which order, depends on names alone. A file that is asked for by name runs by itself.
 */
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = join(__dirname, '../..');
/** By project, how many files run as one at most. Unit tests are not among them: the console keeps state in modules. */
const mostFiles = { server: 12, browser: 3 };

/** All test files of a project, named as seen from the root. */
function testFiles(project) {
  return readdirSync(join(root, 'test', project), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${project}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
}

/** Files that run by themselves, and why. */
const alone = {
  'test/server/auth/passwordHash.test.ts': 'the helpers of other files lower the cost of hashes',
};
/**
 * What a file that runs by itself calls: it gives modules of its own in place of the product's, which other files would get
 * too, or takes processor times, which a heap that other files have filled disturbs.
 */
const calledAlone = /\b(?:jest\.(?:mock|doMock|isolateModules|resetModules)|growsInStep)\(/;
function isAlone(file) {
  return Object.hasOwn(alone, file) || calledAlone.test(readFileSync(join(root, file), 'utf8'));
}

/** `test/src/sagas` of `test/src/sagas/auth/tokens.flow.test.ts`: files deeper down belong to the area above them. */
function areaOf(file) {
  return dirname(file).split('/').slice(0, 3).join('/');
}

/** The groups by name: the files of an area, in parts of nearly one size where there are many. */
function groupsOf(project, files) {
  const single = files.filter(isAlone);
  const groups = Object.fromEntries(single.map((file) => [file.slice('test/'.length).replaceAll('/', '-'), [file]]));
  const others = files.filter((file) => !single.includes(file));
  for (const area of new Set(others.map(areaOf))) {
    const own = others.filter((file) => areaOf(file) === area);
    const size = Math.ceil(own.length / Math.ceil(own.length / mostFiles[project]));
    for (let at = 0; at < own.length; at += size)
      groups[`${area.slice('test/'.length).replaceAll('/', '-')}-${at / size + 1}`] = own.slice(at, at + size);
  }
  return groups;
}

/** Writes the jest files of a run, and takes away those of the run before; answers what is in them. */
function writeGroups(project, files = testFiles(project)) {
  const folder = join(root, '.cache/groups', project);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, own] of Object.entries(groupsOf(project, files)))
    writeFileSync(
      join(folder, `${name}.test.cjs`),
      `require('../../../test/support/groups.cjs').runAsOne(${JSON.stringify(own, null, 2)});\n`,
    );
  return files;
}

/** Where jest keeps the time limit of a jest file, which holds for all of its tests. */
const timeLimit = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** In a jest file: each of the files as a block of its own, called by its name, one after the other. */
function runAsOne(files) {
  let longest = 0;
  for (const file of files)
    describe(file, () => {
      try {
        require(join(root, file));
      } catch (error) {
        it('is loaded', () => {
          throw error;
        });
      }
      // a limit that a file asks for must not be the one of the last file
      longest = Math.max(longest, globalThis[timeLimit] ?? 0);
      // what the file has left open ends before the next one begins
      afterAll(() => globalThis.endOfFile?.());
    });
  if (longest > 0) jest.setTimeout(longest);
}

module.exports = { mostFiles, testFiles, groupsOf, writeGroups, runAsOne };
