/** Backups that a running server makes, in a process of their own: reading and packing would hold up its requests. */
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BackupMade } from '../../kernel/ports';
import { incompleteCode } from './references';

const run = promisify(execFile);
/** The names that backups get by themselves; they sort by time. Those that lack files never take the place of whole ones. */
const ownNames = [/^leasedesk-\d{14}\.tar\.gz(\.sealed)?$/, /^leasedesk-\d{14}\.incomplete\.tar\.gz(\.sealed)?$/];

/** Writes a backup into the folder, keeps so many of the latest there, and answers its path and, in words, what it lacks.
 *  Throws with what the program of backups has said. */
export async function backUpApart(folder: string, keep: number, withoutFiles: boolean): Promise<BackupMade> {
  const before = new Set(await readdir(folder));
  let missing = '';
  try {
    const words = [...(withoutFiles ? ['--without-files'] : []), folder];
    await run(process.execPath, [join(__dirname, 'backup.js'), ...words], { env: process.env });
  } catch (error) {
    const { stderr = '', message, code } = error as Error & { stderr?: string; code?: unknown };
    if (code !== incompleteCode) throw new Error(stderr.trim() || message);
    missing = stderr.trim();
  }
  let made: string | undefined;
  for (const ownName of ownNames) {
    const all = (await readdir(folder)).filter((name) => ownName.test(name)).sort();
    made ??= all.findLast((name) => !before.has(name));
    for (const name of all.slice(0, -keep)) await rm(join(folder, name));
  }
  if (!made) throw new Error(`${folder} 中没有出现备份 · no backup appeared in ${folder}`);
  return { path: join(folder, made), missing };
}
