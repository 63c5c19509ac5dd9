/** Backups that a running server makes, in a process of their own: reading and packing would hold up its requests. */
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The names that backups get by themselves; they sort by time. */
const ownName = /^leasedesk-\d{14}\.tar\.gz(\.sealed)?$/;

/** Writes a backup into the folder, keeps so many of the latest there, and answers its path. Throws with what the program
 *  of backups has said. */
export async function backUpApart(folder: string, keep: number): Promise<string> {
  const before = new Set(await readdir(folder));
  try {
    await run(process.execPath, [join(__dirname, 'backup.js'), folder], { env: process.env });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(stderr.trim() || message);
  }
  const all = (await readdir(folder)).filter((name) => ownName.test(name)).sort();
  for (const name of all.slice(0, -keep)) await rm(join(folder, name));
  const made = all.findLast((name) => !before.has(name));
  if (!made) throw new Error(`no backup appeared in ${folder}`);
  return join(folder, made);
}
