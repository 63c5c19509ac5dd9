/**
 * `npm run add-module -- <zip> [--branch name]` lays the modules of a zip of the code generator into this tree: new files
 * are written, those that were generated before are merged with what was changed by hand. `--branch` commits to a new
 * branch and touches no file of this tree. `npm run add-module -- --remove <module>` takes out what is untouched. Ends
 * with 1 where something was refused or conflicts are left.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Manifest } from '../server/develop/generator/files';
import { ZipReader } from '../server/kernel/sheets/zipReader';
import { lay, readManifest, type Told, takeOut } from './modules/laying';
import { Refused, Tree } from './modules/tree';

const usage = 'usage: npm run add-module -- <zip> [--branch name] | --remove <module>';

async function manifestsIn(file: string): Promise<Manifest[]> {
  let zip: ZipReader;
  try {
    zip = new ZipReader(readFileSync(file));
  } catch {
    throw new Refused(`${file} is no zip that can be read`);
  }
  const manifests: Manifest[] = [];
  for (const name of zip.names().filter((one) => /^generated\/[^/]+\.json$/.test(one))) {
    const parts: Buffer[] = [];
    for await (const part of zip.read(name)) parts.push(part);
    manifests.push(readManifest(Buffer.concat(parts).toString('utf8'), name));
  }
  if (manifests.length === 0) throw new Refused(`${file} holds no module of the code generator`);
  return manifests;
}

function tell(told: readonly Told[]): void {
  for (const { path, what } of told) if (what !== 'same') console.log(`${what.padEnd(9)} ${path}`);
}

function conflictsIn(told: readonly Told[]): string[] {
  return told.filter(({ what }) => what === 'conflict').map(({ path }) => path);
}

/** Commits the modules to a new branch, in a worktree of its own. */
function onBranch(root: string, branch: string, manifests: readonly Manifest[]): void {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (git(root, 'status', '--porcelain', '--untracked-files=no') !== '')
    throw new Refused('This tree has changes that are not committed');
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-branch-'));
  const place = join(folder, 'tree');
  try {
    git(root, 'worktree', 'add', '-q', '-b', branch, place, 'HEAD');
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Refused(String((error as { stderr?: string }).stderr ?? error).trim());
  }
  let isDone = false;
  try {
    const tree = new Tree(place);
    const told = lay(tree, manifests);
    tell(told);
    if (conflictsIn(told).length > 0)
      throw new Refused('Hand-made changes conflict with the new files: run it without --branch and resolve them');
    const changed = tree.commit();
    if (changed.length === 0) throw new Refused('There is nothing new in this zip');
    git(place, 'add', '--', ...changed);
    git(place, 'commit', '-q', '-m', `Modules of the code generator: ${manifests.map(({ file }) => file).join(', ')}`);
    isDone = true;
    console.log(`committed to the branch ${branch}`);
  } finally {
    git(root, 'worktree', 'remove', '--force', place);
    if (!isDone) git(root, 'branch', '-q', '-D', branch);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(): Promise<void> {
  const root = join(__dirname, '..');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { branch: { type: 'string' }, remove: { type: 'string' } },
  });
  const tree = new Tree(root);
  if (values.remove !== undefined && positionals.length === 0) {
    tell(takeOut(tree, values.remove));
    tree.commit();
    console.log('Keep the migrations where an installation has applied them.');
  } else {
    const [file] = positionals;
    if (file === undefined || positionals.length > 1 || values.remove !== undefined) throw new Refused(usage);
    const manifests = await manifestsIn(file);
    if (values.branch !== undefined) return onBranch(root, values.branch, manifests);
    const told = lay(tree, manifests);
    tree.commit();
    tell(told);
    const conflicts = conflictsIn(told);
    if (conflicts.length > 0) throw new Refused(`Resolve the conflicts in ${conflicts.join(', ')}`);
  }
  console.log('Run next: npm run tables, npm run api-page, npm test.');
}

run().catch((error: unknown) => {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  if (!(error instanceof Refused) && !isUsage) throw error;
  console.error(isUsage ? usage : (error as Error).message);
  process.exitCode = 1;
});
