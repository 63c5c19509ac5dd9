/**
 * What `npm start` and `npm test` need before they can begin: the packages of the lock file and a build of the present
 * sources. Both are decided by file contents, never by file times, so that a checkout, a branch change or a restored
 * cache does not mislead them. Uses nothing outside Node: it runs before anything is installed.
 *
 * Alone: `node scripts/ensure.mjs fresh` builds what is stale, `node scripts/ensure.mjs build [webpack options]` always
 * builds both halves.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { incompleteLanguages } from './languageParts.cjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
const stampFile = join(root, 'dist/.stamp');
const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');

/** The halves of the build: the sources of each, and the file that proves it was made. */
const halves = {
  console: { from: ['contract', 'texts', 'src', 'public'], proof: 'dist/public/index.html' },
  server: { from: ['contract', 'texts', 'server'], proof: 'dist/server/main.js' },
};
const madeWith = [
  'webpack.config.ts',
  'webpack.config.cjs',
  'scripts/languages.cjs',
  'scripts/languageParts.cjs',
  'scripts/screens.cjs',
  'tsconfig.json',
  'package-lock.json',
];

/** A reason to stop that is printed in one line, without a stack. */
export class Halt extends Error {}

/** Progress goes to stderr: stdout belongs to the server, and to callers that read this script's output. */
export function tell(line) {
  return process.stderr.write(`[leasedesk] ${line}\n`);
}

const patienceMs = 15_000;
/** Says every while, in both languages, that the work still goes on: silent minutes look like a program that hangs. */
export async function goingOn([chinese, english], work, everyMs = patienceMs) {
  const startedAt = Date.now();
  const clock = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    tell(`仍在${chinese}，已 ${seconds} 秒… / Still ${english}, ${seconds} s so far…`);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(clock);
  }
}

/** Runs a command in the project's root and answers its exit code; signals are forwarded to it. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const handOn = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, handOn);
    const finish = () => {
      for (const signal of signals) process.off(signal, handOn);
    };
    child.on('error', (error) => {
      finish();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      finish();
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** A mutex between processes. The file names its owner, so a lock left by a killed process is taken over. */
export async function exclusively(work) {
  const lock = join(cache, 'ensure.lock');
  mkdirSync(cache, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isHeld(lock)) rmSync(lock, { force: true });
    else await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isHeld(lock) {
  try {
    // an owner that has not written its number yet counts as running for a moment
    const owner = Number(readFileSync(lock, 'utf8'));
    if (owner === 0) return statSync(lock).mtimeMs > Date.now() - 5_000;
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Halt(`需要 Node.js 20.19 或更高版本 / Node.js 20.19 or newer is needed (this is ${process.versions.node})`);
}

/**
 * npm records what it has put into node_modules, and writes that record last: comparing it with the lock file also
 * detects an install that was interrupted, or made by hand. Packages for other platforms may be absent.
 */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = present[path];
    if (path === '') return true;
    return found ? found.version === version && found.integrity === integrity : optional === true;
  });
}

export async function ensureInstalled() {
  if (isInstalled()) return;
  await exclusively(async () => {
    if (isInstalled()) return;
    tell('安装依赖，约需一两分钟… / Installing packages, this takes a minute or two…');
    // The build needs the development packages in every environment; our lines would end up inside npm's own progress.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
    const npm = process.env.npm_execpath;
    const code = await goingOn(['安装依赖', 'installing packages'], () =>
      npm?.endsWith('.js')
        ? run(process.execPath, [npm, ...args])
        : run('npm', args, { shell: process.platform === 'win32' }),
    );
    if (code !== 0) throw new Halt(`依赖安装失败 / npm ci failed (exit code ${code})`);
  });
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}

function fingerprint(half) {
  const hash = createHash('sha256');
  for (const file of [...halves[half].from, ...madeWith].flatMap((path) => filesUnder(join(root, path))).sort()) {
    hash.update(`${relative(root, file)}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function staleHalves() {
  const stamp = readStamp();
  return Object.keys(halves).filter(
    (half) => stamp[half] !== fingerprint(half) || !existsSync(join(root, halves[half].proof)),
  );
}

/** Says what incomplete languages lack; one that cannot be spoken stops the build. */
export function tellOfLanguages() {
  try {
    for (const line of incompleteLanguages(join(root, 'texts'))) tell(line);
  } catch (error) {
    throw new Halt(error.message);
  }
}

async function build(names, options = []) {
  tellOfLanguages();
  // Taken before the build: a file that is edited while it runs leaves the result stale, as it should.
  const made = Object.fromEntries(names.map((half) => [half, fingerprint(half)]));
  const only = names.length === 1 ? ['--env', `only=${names[0]}`] : [];
  const startedAt = Date.now();
  const others = Object.fromEntries(Object.entries(readStamp()).filter(([half]) => !names.includes(half)));
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(others));
  const args = [webpack, '--config', 'webpack.config.cjs', ...only, ...options];
  const code = await goingOn(['构建', `building ${names.join(', ')}`], () =>
    run(process.execPath, args, { stdio: ['ignore', 2, 2] }),
  );
  if (code !== 0) throw new Halt(`构建失败 / The build failed (exit code ${code})`);
  // A build with options of its own (a development build, say) never counts as the real one.
  if (options.length === 0) writeFileSync(stampFile, JSON.stringify({ ...others, ...made }));
  tell(`构建完成 / Built ${names.join(', ')} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

export async function ensureBuilt() {
  if (staleHalves().length === 0) return;
  await exclusively(async () => {
    const stale = staleHalves();
    if (stale.length === 0) return;
    tell(`构建中，约需一两分钟… / Building ${stale.join(', ')}, this takes a minute or two…`);
    await build(stale);
  });
}

/**
 * `exec` in package.json lets npm's signals reach this process instead of the shell between; an npm that is killed
 * passes nothing on, so losing it counts as a request to stop.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/** Ends the process, with the message alone for an expected reason. */
export function giveUp(error) {
  if (!(error instanceof Halt)) throw error;
  tell(error.message);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [task, ...options] = process.argv.slice(2);
  try {
    if (task === 'fresh') await ensureBuilt();
    else if (task === 'build') await exclusively(() => build(Object.keys(halves), options));
    else throw new Halt('usage: node scripts/ensure.mjs fresh | build [webpack options]');
  } catch (error) {
    giveUp(error);
  }
}
