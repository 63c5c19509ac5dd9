/** Reads files of a zip archive that is in memory; what is unpacked is bounded in all. */
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { bad, mostUnpacked } from './limits';

interface Entry {
  /** As it is stored. */
  name: string;
  method: number;
  isEncrypted: boolean;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const endMark = 0x06054b50;
const endBytes = 22;
const mostComment = 65_535;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const mostEntries = 2_000;
/** Bytes that are packed at a time. */
const partBytes = 64 * 1024;

/** Names differ by no capital, and some programs write the separators of Windows. */
function plainName(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase();
}

export class ZipReader {
  private readonly entries: ReadonlyMap<string, Entry>;

  /** `left`: bytes that may be unpacked. Throws `BadFile` for what is no archive. */
  constructor(
    private readonly bytes: Buffer,
    private left = mostUnpacked,
  ) {
    try {
      this.entries = directoryOf(bytes);
    } catch (error) {
      if ((error as Error).name === 'RangeError') bad(); // a length that leads out of the file
      throw error;
    }
  }

  has(name: string): boolean {
    return this.entries.has(plainName(name));
  }

  /** Names of its files, in their order. */
  names(): string[] {
    return [...this.entries.values()].map(({ name }) => name);
  }

  /** The content of a file, in parts; nothing for one that is not there. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(plainName(name));
    if (!entry) return;
    const packed = this.packedOf(entry);
    let crc = 0;
    for await (const part of entry.method === 0 ? inParts(packed) : inflated(packed)) {
      this.left -= part.length;
      if (this.left < 0) bad('tooMuch');
      crc = crc32(part, crc);
      yield part;
    }
    if (crc !== entry.crc) bad();
  }

  private packedOf({ method, isEncrypted, packed, offset }: Entry): Buffer {
    if (isEncrypted) bad('encrypted');
    if (method !== 0 && method !== 8) bad();
    if (offset + 30 > this.bytes.length || this.bytes.readUInt32LE(offset) !== localMark) bad();
    const start = offset + 30 + this.bytes.readUInt16LE(offset + 26) + this.bytes.readUInt16LE(offset + 28);
    if (start + packed > this.bytes.length) bad();
    return this.bytes.subarray(start, start + packed);
  }
}

/** Resolves when the stream takes more, or has ended. */
function writable(stream: Writable): Promise<void> {
  return new Promise((go) => {
    const over = () => {
      stream.off('drain', over).off('close', over);
      go();
    };
    stream.on('drain', over).on('close', over);
  });
}

/** What is not packed, as long at a time as what is, with other work of the server between the parts. */
async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += partBytes) {
    yield bytes.subarray(at, at + partBytes);
    await setImmediate();
  }
}

/** Unpacks on the thread pool, no faster than it is read. */
async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: partBytes });
  const feed = async () => {
    for (let at = 0; at < packed.length && !stream.destroyed; at += partBytes)
      if (!stream.write(packed.subarray(at, at + partBytes))) await writable(stream);
    if (!stream.destroyed) stream.end();
  };
  void feed();
  try {
    for await (const part of stream) yield part as Buffer;
  } catch {
    bad();
  } finally {
    stream.destroy();
  }
}

function directoryOf(bytes: Buffer): Map<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostEntries) bad('tooMuch');
  const entries = new Map<string, Entry>();
  for (let at = bytes.readUInt32LE(end + 16), index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== entryMark) bad();
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const nameEnd = at + 46 + nameBytes!;
    if (nameEnd > bytes.length) bad();
    const name = bytes.toString('utf8', at + 46, nameEnd);
    entries.set(plainName(name), {
      name,
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + extraBytes! + commentBytes!;
  }
  return entries;
}

/** Where the record at the end of the archive begins; a comment may follow it. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - mostComment);
  for (let at = bytes.length - endBytes; at >= first; at--) if (bytes.readUInt32LE(at) === endMark) return at;
  return bad();
}
