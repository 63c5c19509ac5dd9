/** Several servers on one database, and the server of an earlier state of the sources. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const migrations = 'server/migrations';

/** A folder of data for one more server on the database of the first: the same key and files. The caller removes it. */
export function siblingOf(dataDir: string): string {
  const own = mkdtempSync(join(tmpdir(), 'leasedesk-sibling-'));
  cpSync(join(dataDir, 'secret.key'), join(own, 'secret.key'));
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  symlinkSync(join(dataDir, 'files'), join(own, 'files'));
  return own;
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** The last state of the sources whose tables were others, by its commit; undefined where the history is not there. */
export function formerState(): string | undefined {
  try {
    const [newest] = git('log', '--diff-filter=A', '--format=%H', '-1', '--', migrations).split('\n');
    return newest ? git('rev-parse', '--verify', `${newest}^`) : undefined;
  } catch {
    return undefined;
  }
}

/** The built server of that state, in a folder of its own, which the caller removes. It is built with today's packages. */
export function formerTree(commit: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'leasedesk-former-'));
  try {
    const sources = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', tree], { input: sources });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    const webpack = join('node_modules', 'webpack-cli', 'bin', 'cli.js');
    // states before it was there have the description alone
    const config = ['webpack.config.cjs', 'webpack.config.ts'].find((file) => existsSync(join(tree, file)))!;
    execFileSync(process.execPath, [webpack, '--config', config, '--env', 'only=server'], {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // No one opens its pages.
    mkdirSync(join(tree, 'dist'), { recursive: true });
    for (const part of ['public', 'csp.json', 'releases.json'])
      if (!existsSync(join(tree, 'dist', part)))
        cpSync(join(root, 'dist', part), join(tree, 'dist', part), { recursive: true });
    return tree;
  } catch (error) {
    rmSync(tree, { recursive: true, force: true });
    throw error;
  }
}
