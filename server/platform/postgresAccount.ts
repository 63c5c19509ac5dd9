/** The account of PostgreSQL when the server runs as root, which PostgreSQL refuses: the account the data belong to,
 *  else an unused user id of this installation. The owner of `<dataDir>/postgres` records it. */
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

export function isRoot() {
  return process.getuid?.() === 0;
}

/** Shared by programs without an account of their own, so its processes are not ours. */
const SHARED = 65_534;
/** Unused by distributions and by systemd: the first on a whole system, the second where only 65,536 ids exist. */
const RANGES = [
  [1_879_048_192, 2_147_483_646],
  [60_578, 61_183],
] as const;
const DRAWS = 200;

function linesOf(path: string): string[][] {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => line.trim().split(/:|\s+/))
    : [];
}

/** Whether `id` falls into one of the ranges (start and count, in these columns) of a file. */
function isWithin(path: string, id: number, start: number, count: number) {
  return linesOf(path).some((line) => id >= Number(line[start]) && id < Number(line[start]) + Number(line[count]));
}

/** The user ids of running processes of this machine (or container). */
function uidsAtWork(): Set<number> {
  const found = new Set<number>();
  if (!existsSync('/proc/self/status')) return found;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, ids = ''] = /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      for (const id of ids.split(/\s+/)) found.add(Number(id));
    } catch {
      // it ended meanwhile
    }
  }
  return found;
}

function namedAccounts() {
  return linesOf('/etc/passwd').map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function freshAccount(): Account {
  const busy = uidsAtWork();
  const named = new Set([
    ...namedAccounts().flatMap(({ uid, gid }) => [uid, gid]),
    ...linesOf('/etc/group').map(([, , gid]) => Number(gid)),
  ]);
  const maps = ['/proc/self/uid_map', '/proc/self/gid_map'].filter((path) => existsSync(path));
  for (const [first, last] of RANGES) {
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const id = randomInt(first, last + 1);
      const exists = maps.every((path) => isWithin(path, id, 0, 2));
      const isDelegated = ['/etc/subuid', '/etc/subgid'].some((path) => isWithin(path, id, 1, 2));
      if (exists && !isDelegated && !named.has(id) && !busy.has(id)) return { uid: id, gid: id };
    }
  }
  throw new Error(
    'PostgreSQL does not run as root and no user id is free for it here; start the server as an ordinary account',
  );
}

/** Undefined unless the server runs as root: then PostgreSQL runs as the server's own account. */
export function accountFor(dataDir: string): Account | undefined {
  if (!isRoot()) return undefined;
  for (const dir of [join(dataDir, 'postgres'), dataDir]) {
    const found = statSync(dir, { throwIfNoEntry: false });
    if (found && found.uid !== 0 && found.uid !== SHARED) return { uid: found.uid, gid: found.gid };
  }
  return freshAccount();
}

/** The account for `initdb`, which alone needs one with a name: `account` if it has one, else one without any process
 *  that could read along. The result holds no secret yet. */
export function namedAccountFor(account: Account): Account {
  const busy = uidsAtWork();
  const named = namedAccounts();
  if (named.some(({ uid }) => uid === account.uid)) return account;
  const idle = named.find(({ uid }) => uid > 0 && uid !== SHARED && !busy.has(uid));
  if (idle) return { uid: idle.uid, gid: idle.gid };
  throw new Error(
    'PostgreSQL cannot be initialised as root here: /etc/passwd names no account without processes; start the server as an ordinary account',
  );
}
