/** One server per data directory. Node has no `flock`, so the lock is a file that names its holder, and a file whose
 *  holder has ended is taken over. Processes in different pid namespaces that share one volume cannot see each other. */
import { createHash } from 'node:crypto';
import { chownSync, linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function codeOf(error: unknown) {
  return (error as NodeJS.ErrnoException).code;
}

/** Distinguishes this run of a pid from an earlier one: boot id and start tick. `'unknown'` for a running process that
 *  cannot be inspected (no /proc, or hidden), `undefined` for one that has ended or is a zombie. */
export function lifeOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return undefined;
  }
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // the command name, in parentheses, may hold spaces and parentheses itself: count from the last one
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : `${boot} ${rest[18]}`;
  } catch {
    return 'unknown';
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The pid in a lock file, if that very process is still running. A damaged file has none. */
function livingHolder(text: string): number | undefined {
  const [pid, life] = text.split('\n');
  const now = lifeOf(Number(pid));
  if (now === undefined) return undefined;
  return now === life || now === 'unknown' || life === 'unknown' ? Number(pid) : undefined;
}

/** Takes the lock file `path`. Replacing the file of an ended holder needs a lock of its own, a file named after that
 *  holder: of two processes that find the same stale file, one goes on. */
function acquire(path: string, me: string): void {
  const mine = `${path}.new-${process.pid}`;
  rmSync(mine, { force: true }); // never write through: after a crash it may be hard-linked to the lock
  writeFileSync(mine, me, { flag: 'wx', mode: 0o600 });
  // a lock left behind by root must be readable to the directory's owner, who takes it over
  const owner = statSync(dirname(path));
  if (process.getuid?.() === 0 && owner.uid !== 0) chownSync(mine, owner.uid, owner.gid);
  try {
    while (true) {
      try {
        linkSync(mine, path); // unlike an exclusive open, the file appears with its content
        return;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const found = read(path);
      if (found === undefined) continue;
      const holder = livingHolder(found);
      if (holder)
        throw new Error(
          `数据目录正由另一个服务使用，请先停止它 · The data directory is in use by process ${holder} (${path}): stop that one first`,
        );
      const turn = `${path}.${createHash('sha256').update(found).digest('hex').slice(0, 12)}`;
      acquire(turn, me);
      try {
        if (read(path) === found) {
          renameSync(mine, path);
          return;
        }
      } finally {
        unlinkSync(turn);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Claims `<dataDir>/server.lock` for this process until `release()`. Throws at once, naming the pid, when a running
 *  process (this one included) holds it. The directory must exist. */
export function lockDirectory(dataDir: string): { release(): void } {
  const path = join(dataDir, 'server.lock');
  const me = `${process.pid}\n${lifeOf(process.pid)}\n`;
  acquire(path, me);
  let isHeld = true;
  return {
    release() {
      if (isHeld && read(path) === me) unlinkSync(path);
      isHeld = false;
    },
  };
}
