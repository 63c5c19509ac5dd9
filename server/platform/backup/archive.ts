/**
 * The file of a backup: a gzipped tar archive whose last entry proves the others, so that a cut or changed one is
 * detected before any of it is used; with a passphrase, encrypted as a whole. Written and read as a stream.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as chain, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export interface Entry {
  name: string;
  /** In bytes; as many as `body` holds. */
  size: number;
  body: AsyncIterable<Buffer> | Iterable<Buffer>;
}

const block = 512;
const lastName = 'end.json';
/** The largest value of eleven octal digits. */
const mostBytes = 0o77777777777;
const magic = Buffer.from('LEASEDESK-SEALED-1\n');
const sealedBytes = 256 * 1024;
const tagBytes = 16;
const isLastBit = 0x80000000;

function padding(size: number) {
  return Buffer.alloc((block - (size % block)) % block);
}

/** A header in the format of POSIX 1003.1-1990 (ustar). */
function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  let [name, prefix] = [path, ''];
  for (let at = path.indexOf('/'); Buffer.byteLength(name) > 100 && at > 0; at = path.indexOf('/', at + 1))
    [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
  if (Buffer.byteLength(name) > 100 || Buffer.byteLength(prefix) > 155 || size > mostBytes)
    throw new Error(`${path} 过大或名称过长，无法备份 · ${path} is too large or has too long a name for a backup`);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const put = (at: number, text: string) => header.write(text, at, 'utf8');
  put(0, name);
  put(100, octal(0o600, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(148, ' '.repeat(8)); // the checksum is computed with spaces in its own place
  put(156, '0');
  put(257, 'ustar\u000000');
  put(345, prefix);
  put(
    148,
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
  );
  return header;
}

function damaged(what: string) {
  return new Error(`备份已损坏 · The backup is damaged: ${what}`);
}

function readHeader(header: Buffer): { name: string; size: number } | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number) => header.toString('utf8', from, to).split('\0', 1)[0]!;
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (Number.parseInt(text(148, 156), 8) !== sum) throw damaged('an entry cannot be read');
  const prefix = text(345, 500);
  return { name: `${prefix && `${prefix}/`}${text(0, 100)}`, size: Number.parseInt(text(124, 136), 8) };
}

/** The last entry's statement about those before it. */
function proof() {
  const digest = createHash('sha256');
  let entries = 0;
  return {
    begin({ name, size }: { name: string; size: number }) {
      entries += 1;
      digest.update(`${name}\0${size}\0`);
    },
    add: (bytes: Buffer) => void digest.update(bytes),
    text: () => JSON.stringify({ entries, sha256: digest.digest('hex') }),
  };
}

async function* pack(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const told = proof();
  for await (const { name, size, body } of entries) {
    told.begin({ name, size });
    yield headerOf(name, size);
    let written = 0;
    for await (const bytes of body) {
      written += bytes.length;
      told.add(bytes);
      yield bytes;
    }
    if (written !== size) throw new Error(`${name} 在读取时被修改 · ${name} changed while it was read`);
    yield padding(size);
  }
  const end = Buffer.from(told.text());
  yield Buffer.concat([headerOf(lastName, end.length), end, padding(end.length), Buffer.alloc(2 * block)]);
}

/** Reads exactly so many bytes at a time from a stream. */
function reader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  /** Up to `most` bytes; none at the end. */
  const some = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { done, value } = await iterator.next();
      if (done) return rest;
      rest = value;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    return taken;
  };
  async function* bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const taken = await some(left);
      if (taken.length === 0) throw damaged('its end is missing');
      left -= taken.length;
      yield taken;
    }
  }
  const exactly = async (count: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of bytes(count)) parts.push(part);
    return Buffer.concat(parts);
  };
  return { some, bytes, exactly };
}

async function* unpack(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const { some, bytes, exactly } = reader(source);
  const told = proof();
  for (;;) {
    const head = readHeader(await exactly(block));
    if (!head) throw damaged('its end is missing');
    const { name, size } = head;
    if (name === lastName) {
      if ((await exactly(Math.min(size, 4096))).toString() !== told.text()) throw damaged('its content was changed');
      while ((await some(sealedBytes)).length > 0); // the surrounding encryption ends later
      return;
    }
    told.begin(head);
    let read = 0;
    async function* body() {
      for await (const part of bytes(size - read)) {
        read += part.length;
        told.add(part);
        yield part;
      }
    }
    yield { name, size, body: body() };
    for await (const _ of body()); // the proof covers skipped entries as well
    await exactly(padding(size).length);
  }
}

function keyOf(passphrase: string, salt: Buffer) {
  return scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
}
function nonceOf(index: number) {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

/** Chunks under AES-256-GCM, each with its position and whether it is the last one: none can be cut off or moved. */
async function* seal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(16);
  const key = keyOf(passphrase, salt);
  yield Buffer.concat([magic, salt]);
  const piece = (index: number, bytes: Buffer, isLast: boolean) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(bytes.length + (isLast ? isLastBit : 0));
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(head);
    return Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  const { some } = reader(source);
  let chunks: Buffer[] = [];
  let size = 0;
  let index = 0;
  for (;;) {
    const part = await some(sealedBytes - size);
    chunks.push(part);
    size += part.length;
    if (part.length > 0 && size < sealedBytes) continue;
    yield piece(index++, Buffer.concat(chunks), part.length === 0);
    if (part.length === 0) return;
    chunks = [];
    size = 0;
  }
}

async function* unseal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const { exactly } = reader(source);
  await exactly(magic.length);
  const key = keyOf(passphrase, await exactly(16));
  for (let index = 0; ; index++) {
    const head = await exactly(4);
    const told = head.readUInt32BE();
    const size = told & ~isLastBit;
    if (size > sealedBytes) throw damaged('a piece cannot be read');
    const bytes = await exactly(size);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
      .setAAD(head)
      .setAuthTag(await exactly(tagBytes));
    try {
      yield Buffer.concat([decipher.update(bytes), decipher.final()]);
    } catch {
      throw index === 0
        ? new Error('BACKUP_PASSPHRASE 与此备份不符 · BACKUP_PASSPHRASE is not that of this backup')
        : damaged('its content was changed');
    }
    if (told >= isLastBit) return;
  }
}

/** Writes `path` whole or not at all, readable for this account alone. Throws when it exists already. `named`: asked
 *  once all is written, the path that the file gets in its place. */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<Entry>,
  passphrase: string | undefined,
  named: () => string,
): Promise<void> {
  const part = `${path}.part`;
  try {
    const steps = [
      Readable.from(pack(entries)),
      createGzip({ level: 3 }),
      ...(passphrase ? [(source: AsyncIterable<Buffer>) => seal(source, passphrase)] : []),
      createWriteStream(part, { flags: 'wx', mode: 0o600 }),
    ];
    await pipeline(steps as never);
    const handle = await open(part);
    await handle.sync();
    await handle.close();
    await rename(part, named());
    const folder = await open(dirname(path));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true });
    throw error;
  }
}

/** The unpacked bytes. That they are damaged is said in the same way to the reader of an entry. */
async function* unzipped(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* plain;
  } catch (error) {
    if (/^Z_/.test((error as { code?: string }).code ?? '')) throw damaged((error as Error).message);
    throw error;
  }
}

/** The entries of an archive; each has to be read before the next. Throws, at the latest after the last one, when it
 *  was cut or changed, and at once when the passphrase is missing or wrong. */
export async function* readArchive(path: string, passphrase: string | undefined): AsyncGenerator<Entry> {
  const start = Buffer.alloc(magic.length);
  const handle = await open(path);
  await handle.read(start, 0, start.length, 0).finally(() => handle.close());
  const isSealed = start.equals(magic);
  if (isSealed && !passphrase)
    throw new Error('此备份已加密，请设置 BACKUP_PASSPHRASE · This backup is sealed: set BACKUP_PASSPHRASE');
  const raw = createReadStream(path);
  const bytes = isSealed ? Readable.from(unseal(raw, passphrase!)) : raw;
  const plain = createGunzip();
  chain(bytes, plain, () => undefined); // an error is emitted by `plain`
  try {
    yield* unpack(unzipped(plain));
  } finally {
    plain.destroy();
    raw.destroy();
  }
}
