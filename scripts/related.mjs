/**
 * The tests that a change reaches. A file is followed up to the test files that import it, directly or not; the lists of
 * everything (`hubs`) are not followed, because through them each module reaches each test. What they load by name is
 * known by its place instead: a file reaches the tests of its area that are called by it, a declaration or a migration
 * those that walk through all modules.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root } from './ensure.mjs';

const list = 'contract/modules/index.ts';
const hubs = new Set([
  list,
  'server/modules.ts',
  'server/app.ts',
  'server/job/handlers/index.ts',
  'server/seed/essentials.ts',
  'src/features/registry.ts',
  'src/i18n/helpFacts.ts',
  'src/shell/app.ts',
]);
const folders = ['contract', 'texts', 'server', 'src', 'scripts', 'test'];
const endings = ['', '.ts', '.tsx', '.cjs', '.mjs', '.js', '/index.ts', '/index.tsx'];
/** Files that tests, build and packages rest on: no graph of imports says what a change of them reaches. */
const beneathAll =
  /^(?:package(?:-lock)?\.json|jest\.config\.cjs|webpack\.config\.ts|tsconfig\.json|test\/support\/.+\.cjs)$/;

/** Tests of the house that build, and what they are about; the others read the tree as it is. */
const buildTests = /^test\/house\/(?:build|development)\.test\.ts$/;
const buildFiles = /^(?:scripts\/|webpack\.config\.ts|package)/;

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
function commitOf(name) {
  try {
    return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  } catch {
    return undefined;
  }
}

/** Where a change begins: the commit in which this branch left main; on main itself, its newest commit. */
export function startOfChange() {
  const main = ['origin/main', 'main'].find(commitOf);
  return main === undefined ? 'HEAD' : git('merge-base', 'HEAD', main);
}

/** Files that differ from a commit, new and removed ones among them, and which are new; named as seen from the root. */
export function changedSince(commit) {
  const lines = (...args) =>
    git(...args)
      .split('\n')
      .filter(Boolean);
  const untracked = lines('ls-files', '--others', '--exclude-standard');
  const differing = (...filter) => lines('diff', '--name-only', '--no-renames', ...filter, commit);
  return {
    changed: [...new Set([...differing(), ...untracked])].sort(),
    added: [...differing('--diff-filter=A'), ...untracked],
  };
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(?:tsx?|cjs|mjs)$/.test(name));
}

/** By file: the files that import it, whether it is there or has been removed. */
function importersOf() {
  const importers = new Map();
  for (const file of folders.flatMap(filesIn)) {
    // what is imported as a type alone is judged by the type checker
    const text = readFileSync(join(root, file), 'utf8').replace(/^(?:import|export) type [^;]*;$/gm, '');
    const { importedFiles } = ts.preProcessFile(text, true, true);
    for (const { fileName } of importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const base = posix.join(posix.dirname(file), fileName);
      const found = endings.map((ending) => base + ending).find((name) => isFile(name));
      for (const name of found ? [found] : endings.map((ending) => base + ending))
        importers.set(name, (importers.get(name) ?? new Set()).add(file));
    }
  }
  return importers;
}
function isFile(name) {
  const path = join(root, name);
  return existsSync(path) && statSync(path).isFile();
}
function isTest(name) {
  return /\.test\.tsx?$/.test(name);
}

/** Every file that imports one of these, directly or not, and these themselves. */
function above(files, importers) {
  const reached = new Set(files);
  for (const file of reached) if (!hubs.has(file)) for (const one of importers.get(file) ?? []) reached.add(one);
  return reached;
}

/** Tests that walk through all modules: they take the list themselves, or from a helper of the tests that does. */
function walkers(importers) {
  const direct = [list, 'server/modules.ts'].flatMap((hub) => [...(importers.get(hub) ?? [])]);
  const helpers = direct.filter((file) => file.startsWith('test/support/'));
  return [...direct, ...helpers.flatMap((file) => [...(importers.get(file) ?? [])])].filter(
    (file) => isTest(file) && !file.startsWith('test/src/'),
  );
}

/** The tests that a file belongs to by its place: those of its area that are called by it, all of them where none is. */
function placedBy(file, tests) {
  const [half, area, name] = file.split('/');
  if (half === 'texts') return tests.filter((test) => /^test\/(?:src\/i18n|contract\/wire)\//.test(test));
  if (half === 'src' && area === 'features' && name !== 'crud')
    return tests.filter((test) => test.startsWith(`test/src/features/${name}/`));
  if (half !== 'server' || name === undefined) return [];
  const own = tests.filter((test) => test.startsWith(`test/server/${area}/`));
  const stem = name.replace(/\.ts$/, '').toLowerCase();
  const called = own.filter((test) => test.slice(`test/server/${area}/`.length).toLowerCase().includes(stem));
  return called.length > 0 ? called : own;
}

/**
 * `tests`: the test files of a change, by project; `pages`: tests of the browser that open a page of it, which take a
 * build and are not run with it; `all`: what of the change may reach every test.
 */
export function reachedBy(changed, added = []) {
  const importers = importersOf();
  const reached = above(changed, importers);
  const isWalked = changed.some((file) => /^(?:contract\/(?:modules|schema)|server\/migrations)\//.test(file));
  const walking = isWalked ? walkers(importers) : [];
  const known = filesIn('test').filter(isTest);
  // no test of an area knows a new file
  const placed = new Set(changed.filter((file) => !added.includes(file)).flatMap((file) => placedBy(file, known)));
  const tests = known.filter(
    (file) =>
      reached.has(file) ||
      (file.startsWith('test/house/') && (!buildTests.test(file) || changed.some((one) => buildFiles.test(one)))) ||
      walking.includes(file) ||
      placed.has(file),
  );
  const names = changed.flatMap((file) => /^src\/features\/(\w+)\/(\w+)/.exec(file)?.slice(1).join('/') ?? []);
  const browser = known.filter((file) => file.startsWith('test/browser/'));
  return {
    tests: {
      unit: tests.filter((file) => !/^test\/(?:server|browser)\//.test(file)),
      server: tests.filter((file) => file.startsWith('test/server/')),
      browser: browser.filter((file) => changed.includes(file)),
    },
    pages: browser.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return names.some((name) => text.includes(`/${name}`));
    }),
    all: changed.filter((file) => beneathAll.test(file)),
  };
}
