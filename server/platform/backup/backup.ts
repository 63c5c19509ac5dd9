/** Database, files and key of an installation, running or stopped, in one file. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import pg from 'pg';
import type { Config } from '../config';
import { attachEmbedded, startEmbedded } from '../embedded';
import { type Entry, readArchive, writeArchive } from './archive';
import { beginDump, type DumpDescription, dumpRows } from './dump';

/** The first entry: a description of the others. */
export interface Manifest extends DumpDescription {
  format: 1;
  madeAt: string;
}
export const manifestName = 'manifest.json';
/** Files of the data directory, by their paths in it. */
export const dataFolder = 'data/';

/** Locks and the database's own files are not part of a backup. */
function isOwn(name: string) {
  return !/^(server\.lock|postgres)/.test(name) && !name.endsWith('.new');
}

type Log = (text: string) => void;

/** Connects to the database, whether the server runs or not. */
async function reach({ databaseUrl, migrateUrl, dataDir }: Config, log: Log) {
  if (databaseUrl) return { owner: { connectionString: migrateUrl ?? databaseUrl }, stop: async () => undefined };
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the server`);
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

/** Files below a folder, as paths relative to `root`. */
function* filesBelow(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile()) yield path;
  }
}

async function* entriesOf(client: pg.Client, dataDir: string): AsyncGenerator<Entry> {
  const json = (name: string, value: unknown): Entry => {
    const body = Buffer.from(JSON.stringify(value, null, 1));
    return { name, size: body.length, body: [body] };
  };
  const top = readdirSync(dataDir, { withFileTypes: true }).filter(({ name }) => isOwn(name));
  // Read before the snapshot of the database: what they say about it is never newer.
  const plain: Entry[] = [];
  for (const { name } of top.filter((entry) => entry.isFile())) {
    const body = await readFile(join(dataDir, name));
    plain.push({ name: dataFolder + name, size: body.length, body: [body] });
  }
  const description = await beginDump(client);
  const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), ...description };
  yield json(manifestName, manifest);
  yield* plain;
  yield* dumpRows(client, description);
  // Read after it: a file exists before the row that names it is committed.
  for (const { name } of top.filter((entry) => entry.isDirectory()))
    for (const path of filesBelow(dataDir, name)) {
      const found = statSync(join(dataDir, path), { throwIfNoEntry: false });
      if (!found) continue; // removed meanwhile
      const body = bytesOf(join(dataDir, path), found.size);
      yield { name: dataFolder + path.split(sep).join('/'), size: found.size, body };
    }
}

/** Writes the backup of an installation and answers its path. `target`: a file that does not exist yet, or a folder. */
export async function backUp(
  config: Config,
  target: string,
  passphrase: string | undefined,
  log: Log,
): Promise<string> {
  const at = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const ending = passphrase ? 'tar.gz.sealed' : 'tar.gz';
  const isFolder = existsSync(target) && statSync(target).isDirectory();
  const path = resolve(isFolder ? join(target, `leasedesk-${at}.${ending}`) : target);
  if (existsSync(path)) throw new Error(`${path} is there already`);
  if (!existsSync(config.dataDir)) throw new Error(`There is no data directory ${config.dataDir}`);
  const inside = relative(realpathSync(config.dataDir), realpathSync(join(path, '..')));
  if (!inside.startsWith('..')) throw new Error('A backup inside the data directory would be lost with it');

  const { owner, stop } = await reach(config, log);
  try {
    const client = new pg.Client(owner);
    client.on('error', () => undefined); // the running query reports it
    try {
      await client.connect();
      await writeArchive(path, entriesOf(client, config.dataDir), passphrase);
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await stop();
  }
  return path;
}

/** Reads a backup from end to end; throws when it is incomplete. Answers its description. */
export async function verify(path: string, passphrase: string | undefined): Promise<Manifest> {
  let manifest: Manifest | undefined;
  for await (const { name, body } of readArchive(path, passphrase)) {
    if (manifest) continue;
    if (name !== manifestName) throw new Error(`${path} is not a backup of this program`);
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(part);
    manifest = JSON.parse(Buffer.concat(parts).toString());
  }
  if (manifest?.format !== 1) throw new Error(`${path} is not a backup of this program`);
  return manifest;
}
