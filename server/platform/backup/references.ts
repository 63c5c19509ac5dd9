/**
 * What the rows of a backup refer to, compared with the files that are in it. Rows and files are read as they pass by, in
 * the order of the archive: writing, checking and restoring count alike, and need nothing but the archive.
 */
import { ossKinds } from '../../../contract/modules/resource/oss';
import { partsFolder } from '../stores/disk';
import type { Entry } from './archive';
import { type DumpDescription, tableOf } from './dump';

/** Files of the data directory, by their paths in it. */
export const dataFolder = 'data/';
/** The folder of files among them. */
export const filesFolder = 'files';
const keyFile = 'secret.key';

/** A file that the rows refer to and the backup lacks. */
export interface Missing {
  /** Below the data directory. */
  path: string;
  /** As its row says; that of an upload in parts is not known. */
  size?: number | undefined;
  /** What is there instead, where a file of another size is. */
  found?: number | undefined;
}
export interface Count {
  /** How many files the rows refer to, and their bytes. */
  files: number;
  bytes: number;
  missing: Missing[];
}

interface Reference {
  path: string;
  size: number | undefined;
  ossId: string | undefined;
  isHere: boolean;
  found?: number;
}

/** The values of a row as `COPY` writes them: only those that hold no escapes are asked for. */
type Values = (column: string) => string | undefined;

/** A text of its own: one cut out of a row would keep the whole row in memory. */
function own(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Reads the rows of a table, whose entries may end in the middle of one. */
function rowsOf(columns: readonly string[], take: (values: Values) => void): (bytes: Buffer) => void {
  const places = new Map(columns.map((name, at) => [name, at]));
  let rest = '';
  return (bytes) => {
    const lines = (rest + bytes.toString('latin1')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const values = line.split('\t');
      take((column) => {
        const value = values[places.get(column) ?? -1];
        return value === '\\N' ? undefined : value;
      });
    }
  };
}

export interface Account {
  /** The same entry; its body is read on the way. */
  passing(entry: Entry): Entry;
  /** Once all entries have passed. */
  count(): Count;
}

export function openAccount({ tables }: Pick<DumpDescription, 'tables'>): Account {
  /** By their paths below the folder of files; an upload in parts has two until it is joined. */
  const wanted = new Map<string, Reference>();
  const disks = new Set<string>();
  const stores = new Map<string, string>();
  const storeOf = (value: Values): string | undefined => {
    const id = value('oss_id');
    if (id !== undefined && !stores.has(id)) stores.set(own(id), own(id));
    return id === undefined ? undefined : stores.get(id);
  };
  let hasKey = false;

  const readers: Record<string, (values: Values) => void> = {
    attach(value) {
      if (value('is_deleted') === '1' || value('erased_at') !== undefined) return;
      const path = own(`${value('tenant_id')}/${value('name')}`);
      wanted.set(path, { path, size: Number(value('size')), ossId: storeOf(value), isHere: false });
    },
    upload(value) {
      const parts = value('store_upload');
      if (value('state') !== 'open' || parts === undefined) return;
      const path = own(`${partsFolder}/${parts}`);
      const upload: Reference = { path, size: undefined, ossId: storeOf(value), isHere: false };
      wanted.set(path, upload);
      wanted.set(own(`${value('tenant_id')}/${value('name')}`), upload);
    },
    oss(value) {
      if (value('category') === String(ossKinds.disk)) disks.add(own(value('id')!));
    },
  };
  const reading = new Map<string, (bytes: Buffer) => void>();
  for (const { name, columns } of tables)
    if (Object.hasOwn(readers, name)) reading.set(name, rowsOf(columns, readers[name]!));

  function seen({ name, size }: Entry): void {
    if (name === dataFolder + keyFile) hasKey = true;
    const file = wanted.get(name.slice(`${dataFolder}${filesFolder}/`.length));
    if (!file || !name.startsWith(`${dataFolder}${filesFolder}/`)) return;
    file.isHere = file.size === undefined || file.size === size;
    file.found = size;
  }
  async function* watched(body: Entry['body'], read: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
    for await (const bytes of body) {
      read(bytes);
      yield bytes;
    }
  }

  return {
    passing(entry) {
      seen(entry);
      const read = reading.get(tableOf(entry) ?? '');
      return read ? { ...entry, body: watched(entry.body, read) } : entry;
    },
    count() {
      const files = [...new Set(wanted.values())].filter(({ ossId }) => ossId === undefined || disks.has(ossId));
      const missing = files
        .filter(({ isHere }) => !isHere)
        .map(({ path, size, found }): Missing => ({ path: `${filesFolder}/${path}`, size, found }));
      if (!hasKey) missing.unshift({ path: keyFile });
      return { files: files.length, bytes: files.reduce((sum, { size = 0 }) => sum + size, 0), missing };
    },
  };
}

/** A command that did its work ends with this where files are missing: `EX_NOINPUT` of sysexits. */
export const incompleteCode = 66;

/** How many files the database refers to, in words. */
export function sizeWords({ files, bytes, withoutFiles }: Count & { withoutFiles: boolean }): string {
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return withoutFiles
    ? `不含文件（数据库引用 ${files} 个，${size}）· without files: the database refers to ${files}, ${size}`
    : `数据库引用 ${files} 个文件，${size} · files that the database refers to: ${files}, ${size}`;
}

/** So many are named; the others are counted. */
const mostNamed = 20;

/** The missing files for the operator, a line each. */
export function missingWords(missing: readonly Missing[]): string {
  const lines = missing.slice(0, mostNamed).map(({ path, found, size }) => {
    const other =
      found === undefined ? '' : `（应为 ${size} 字节，实为 ${found} 字节 · ${found} bytes instead of ${size}）`;
    return `  ${path}${other}`;
  });
  if (missing.length > mostNamed) lines.push(`  … ${missing.length - mostNamed}`);
  return [
    `数据库引用的 ${missing.length} 个文件缺失 · files that the database refers to are missing: ${missing.length}`,
  ]
    .concat(lines)
    .join('\n');
}
