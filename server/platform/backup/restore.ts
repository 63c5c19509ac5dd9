/** A backup into an empty data directory and, with DATABASE_URL, an empty database. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import pg from 'pg';
import { safePool } from '../../kernel/database';
import type { Config } from '../config';
import { lockDirectory } from '../directoryLock';
import { startEmbedded } from '../embedded';
import { openExternal } from '../external';
import { chainOf, migrate } from '../migrate';
import { type Entry, readArchive } from './archive';
import { type Counted, type Manifest, manifestName, verify } from './backup';
import { loadRows } from './dump';
import { dataFolder } from './references';

type Log = (text: string) => void;

function checkSchema({ migrations }: Manifest): void {
  const known = chainOf(migrations).migrations;
  for (const [index, { version, name, checksum }] of migrations.entries())
    if (known[index]?.version !== version || known[index]?.checksum !== checksum)
      throw new Error(
        `备份来自其他或更新的程序版本 · The backup is of another or a newer program: it has migration ${version}_${name}`,
      );
}

async function withClient<T>(config: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined); // the running query reports it
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function checkEmpty(owner: pg.PoolConfig): Promise<void> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
         and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
    );
    if (rows[0])
      throw new Error(
        `数据库不是空的，请恢复到新的数据库 · The database is not empty: it has ${rows[0].name}. Restore into a new one`,
      );
  });
}

/** Sessions, node leases and the mark of the store belong to the original installation; its files are another store here. */
async function leaveOriginal(client: pg.Client): Promise<void> {
  await client.query('update sign_in set ended_at = now() where ended_at is null');
  const { rows } = await client.query(
    `select to_regclass('public.node_lease') is not null as leases, to_regclass('public.store_mark') is not null as marked`,
  );
  if (rows[0].leases)
    await client.query(`update node_lease set holder = '', life = '', expires_at = clock_timestamp()`);
  if (rows[0].marked)
    await client.query(`update store_mark set mark = replace(gen_random_uuid()::text, '-', ''), taken_at = null`);
}

async function keepFile(dataDir: string, { name, body }: Entry): Promise<void> {
  const path = resolve(dataDir, name.slice(dataFolder.length));
  if (!path.startsWith(dataDir + sep))
    throw new Error(`备份中有不属于数据目录的文件 · The backup holds a file that belongs elsewhere: ${name}`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const bytes of body) await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Restores the installation of a backup, every session ended, and migrates it to this version. Throws, with nothing
 * written, when the backup was cut or changed, is newer than the program, or when the target is not empty. Answers which
 * files the backup lacks.
 */
export async function restore(
  config: Config,
  path: string,
  passphrase: string | undefined,
  log: Log,
): Promise<Counted> {
  const { dataDir, databaseUrl, migrateUrl } = config;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(
      `${dataDir} 不是空的，请恢复到新的数据目录 · ${dataDir} is not empty: restore into a new data directory`,
    );
  const found = await verify(path, passphrase);
  const { manifest } = found;
  checkSchema(manifest);
  const external = databaseUrl ? await openExternal(databaseUrl, migrateUrl) : undefined;
  if (external) await checkEmpty(external.owner);

  const endings: (() => unknown)[] = [];
  const hadFolder = existsSync(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const entries = readArchive(path, passphrase);
    endings.push(() => entries.return(undefined));
    const next = async (): Promise<Entry | undefined> => (await entries.next()).value || undefined;
    let entry = await next();
    while (entry && (entry.name === manifestName || entry.name.startsWith(dataFolder))) {
      if (entry.name !== manifestName) await keepFile(dataDir, entry);
      entry = await next();
    }
    // The key exists now: the database is opened with it.
    if (external) {
      const directory = lockDirectory(dataDir);
      endings.push(() => directory.release());
    }
    const embedded = external ? undefined : await startEmbedded({ dataDir, log });
    if (embedded) endings.push(() => embedded.stop());
    const { owner } = external ?? embedded!;
    const pool = safePool({ ...owner, max: 1 });
    endings.push(() => pool.end());
    const account = external?.account;
    await migrate(pool, undefined, { account, exactly: manifest.migrations });
    entry = await withClient(owner, (client) => loadRows(client, manifest, entry, next, leaveOriginal));
    for (; entry; entry = await next()) await keepFile(dataDir, entry);
    for (const note of await migrate(pool, undefined, { account })) log(note);
  } catch (error) {
    for (const ending of endings.splice(0).reverse()) await ending();
    if (existsSync(dataDir)) for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
    if (!hadFolder) rmSync(dataDir, { recursive: true, force: true });
    if (external)
      log('数据库可能已写入一部分，重试前请重建 · the database may be half filled: make a new one before the next try');
    throw error;
  } finally {
    for (const ending of endings.reverse()) await ending();
  }
  return found;
}
