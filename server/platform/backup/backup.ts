/** Database, files and key of an installation, running or stopped, in one file. */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import pg from 'pg';
import type { Config } from '../config';
import { attachEmbedded, startEmbedded } from '../embedded';
import { markFile } from '../stores/mark';
import { type Entry, readArchive, writeArchive } from './archive';
import { beginDump, type DumpDescription, dumpRows } from './dump';
import { type Account, type Count, dataFolder, filesFolder, openAccount } from './references';

/** The first entry: a description of the others. */
export interface Manifest extends DumpDescription {
  format: 1;
  madeAt: string;
  /** The folder of files was left out, as it was asked for. */
  withoutFiles?: true;
}
export const manifestName = 'manifest.json';

/** A backup, and what it lacks of what its rows refer to. */
export interface Counted extends Count {
  withoutFiles: boolean;
  /** Whether all is there that was to be there: the key, and the files unless they were left out. */
  isWhole: boolean;
}
function counted(account: Account, withoutFiles: boolean): Counted {
  const count = account.count();
  const isLeftOut = (path: string) => withoutFiles && path.startsWith(`${filesFolder}/`);
  const missing = count.missing.filter(({ path }) => !isLeftOut(path));
  return { ...count, missing, withoutFiles, isWhole: missing.length === 0 };
}

/** Locks and the database's own files are not part of a backup. */
function isOwn(name: string) {
  return !/^(server\.lock|postgres)/.test(name) && !name.endsWith('.new');
}
/** The mark belongs to the folder: its copy is another store. */
function isOfPlace(path: string) {
  return path === join(filesFolder, markFile) || path === join(filesFolder, `${markFile}.new`);
}

type Log = (text: string) => void;

/** Connects to the database, whether the server runs or not. */
async function reach({ databaseUrl, migrateUrl, dataDir }: Config, log: Log) {
  if (databaseUrl) return { owner: { connectionString: migrateUrl ?? databaseUrl }, stop: async () => undefined };
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new Error(
      `${dataDir} 中没有数据库，请像启动服务时一样设置 DATA_DIR 或 DATABASE_URL · There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the server`,
    );
  try {
    return await startEmbedded({ dataDir, log });
  } catch (error) {
    if (!/is in use by process/.test((error as Error).message)) throw error;
    return attachEmbedded(dataDir); // the server runs, and its database with it
  }
}

async function* bytesOf(path: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(path);
  try {
    const piece = Buffer.alloc(256 * 1024);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, size - at), at);
      if (bytesRead === 0) return; // the writer of the entry detects it
      at += bytesRead;
      yield Buffer.from(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** Entries of a folder by name, so that uploads in parts come before the files that they become. */
function namesIn(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Files below a folder, as paths relative to `root`. */
function* filesBelow(root: string, folder: string): Generator<string> {
  for (const entry of namesIn(join(root, folder))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile() && !isOfPlace(path)) yield path;
  }
}

/** `begun`: told the account once it is open. */
async function* entriesOf(
  client: pg.Client,
  dataDir: string,
  withoutFiles: boolean,
  begun: (account: Account) => void,
): AsyncGenerator<Entry> {
  const json = (name: string, value: unknown): Entry => {
    const body = Buffer.from(JSON.stringify(value, null, 1));
    return { name, size: body.length, body: [body] };
  };
  // A folder, or the key, may lie elsewhere and be linked to.
  const top = namesIn(dataDir).flatMap(({ name }) => {
    const found = isOwn(name) ? statSync(join(dataDir, name), { throwIfNoEntry: false }) : undefined;
    return found ? [{ name, isFile: found.isFile(), isFolder: found.isDirectory() }] : [];
  });
  // Read before the snapshot of the database: what they say about it is never newer.
  const plain: Entry[] = [];
  for (const { name } of top.filter(({ isFile }) => isFile)) {
    const body = await readFile(join(dataDir, name));
    plain.push({ name: dataFolder + name, size: body.length, body: [body] });
  }
  const description = await beginDump(client);
  const account = openAccount(description);
  begun(account);
  const madeAt = new Date().toISOString();
  const manifest: Manifest = { format: 1, madeAt, ...(withoutFiles ? { withoutFiles } : {}), ...description };
  yield json(manifestName, manifest);
  for (const entry of plain) yield account.passing(entry);
  for await (const entry of dumpRows(client, description)) yield account.passing(entry);
  // Read after it: a file exists before the row that names it is committed.
  for (const { name } of top.filter(({ name, isFolder }) => isFolder && !(withoutFiles && name === filesFolder)))
    for (const path of filesBelow(dataDir, name)) {
      const found = statSync(join(dataDir, path), { throwIfNoEntry: false });
      if (!found) continue; // removed meanwhile
      const body = bytesOf(join(dataDir, path), found.size);
      yield account.passing({ name: dataFolder + path.split(sep).join('/'), size: found.size, body });
    }
}

export interface BackupOptions {
  passphrase: string | undefined;
  /** The folder of files is kept by other means, and left out. */
  withoutFiles?: boolean;
}

/**
 * Writes the backup of an installation, and answers its path and what it lacks. `target`: a file that does not exist yet,
 * or a folder, in which the name says when it lacks something.
 */
export async function backUp(
  config: Config,
  target: string,
  { passphrase, withoutFiles = false }: BackupOptions,
  log: Log,
): Promise<Counted & { path: string }> {
  const at = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const ending = passphrase ? 'tar.gz.sealed' : 'tar.gz';
  const isFolder = existsSync(target) && statSync(target).isDirectory();
  const path = resolve(isFolder ? join(target, `leasedesk-${at}.${ending}`) : target);
  if (existsSync(path)) throw new Error(`${path} 已存在 · ${path} is there already`);
  if (!existsSync(config.dataDir))
    throw new Error(`没有数据目录 ${config.dataDir} · There is no data directory ${config.dataDir}`);
  const inside = relative(realpathSync(config.dataDir), realpathSync(join(path, '..')));
  if (!inside.startsWith('..'))
    throw new Error(
      '备份不能放在数据目录内，否则会随它一起丢失 · A backup inside the data directory would be lost with it',
    );

  let account: Account = openAccount({ tables: [] });
  const outcome = () => counted(account, withoutFiles);
  const named = () => (isFolder && !outcome().isWhole ? join(target, `leasedesk-${at}.incomplete.${ending}`) : path);
  const { owner, stop } = await reach(config, log);
  try {
    const client = new pg.Client(owner);
    client.on('error', () => undefined); // the running query reports it
    try {
      await client.connect();
      const entries = entriesOf(client, config.dataDir, withoutFiles, (begun) => {
        account = begun;
      });
      await writeArchive(path, entries, passphrase, named);
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await stop();
  }
  return { ...outcome(), path: resolve(named()) };
}

function noBackup(path: string): Error {
  return new Error(`${path} 不是本系统的备份 · ${path} is not a backup of this program`);
}

/** Reads a backup from end to end; throws when it was cut or changed. Answers its description, and what it lacks. */
export async function verify(path: string, passphrase: string | undefined): Promise<Counted & { manifest: Manifest }> {
  let manifest: Manifest | undefined;
  let account = openAccount({ tables: [] });
  for await (const entry of readArchive(path, passphrase)) {
    if (manifest) {
      for await (const _ of account.passing(entry).body);
      continue;
    }
    if (entry.name !== manifestName) throw noBackup(path);
    const parts: Buffer[] = [];
    for await (const part of entry.body) parts.push(part);
    manifest = JSON.parse(Buffer.concat(parts).toString()) as Manifest;
    if (manifest.format !== 1) throw noBackup(path);
    account = openAccount(manifest);
  }
  if (!manifest) throw noBackup(path);
  return { ...counted(account, manifest.withoutFiles === true), manifest };
}
