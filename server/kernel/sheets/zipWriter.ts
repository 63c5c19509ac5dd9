/** Writes a zip archive as a stream: each file is compressed while its parts arrive, and its size follows its data. */
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

/** Sizes and offsets are 32 bits; a larger archive would need the 64-bit extension. */
const largest = 0xffff_ffff;

/** 1 January 1980, the first day the format knows: an archive of the same content is the same file. */
const firstDay = 0x21;
const isUtf8 = 0x0800;
const sizeFollows = 0x0008;
const deflated = 8;

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Compresses on the thread pool; answers what is ready after each part. */
class Packer {
  private readonly stream: DeflateRaw = createDeflateRaw({ level: 5 });
  private ready: Buffer[] = [];
  private failure: Error | undefined;

  constructor() {
    this.stream.on('data', (part: Buffer) => this.ready.push(part));
    this.stream.on('error', (error) => {
      this.failure = error;
    });
  }

  private taken(): Buffer {
    if (this.failure) throw this.failure;
    const taken = Buffer.concat(this.ready);
    this.ready = [];
    return taken;
  }

  async add(part: Buffer): Promise<Buffer> {
    await new Promise<void>((done, fail) => this.stream.write(part, (error) => (error ? fail(error) : done())));
    return this.taken();
  }

  async end(): Promise<Buffer> {
    await new Promise<void>((done, fail) => this.stream.once('end', done).once('error', fail).end());
    return this.taken();
  }

  /** Releases its memory at once when the archive is abandoned. */
  close(): void {
    this.stream.destroy();
  }
}

export class ZipWriter {
  private readonly entries: Entry[] = [];
  private offset = 0;

  /** The bytes of one file of the archive; the next one may begin when they are all read. */
  async *file(name: string, parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.offset };
    const packer = new Packer();
    try {
      yield this.counted(localHead(entry));
      for await (const part of parts) {
        const bytes = Buffer.from(part);
        entry.crc = crc32(bytes, entry.crc);
        entry.size += bytes.length;
        const packed = await packer.add(bytes);
        entry.packed += packed.length;
        if (packed.length > 0) yield this.counted(packed);
      }
      const rest = await packer.end();
      entry.packed += rest.length;
      yield this.counted(rest);
      yield this.counted(sizes(entry));
    } finally {
      packer.close();
    }
    this.entries.push(entry);
  }

  /** The directory at the end of the archive. */
  end(): Buffer {
    const start = this.offset;
    const directory = this.counted(Buffer.concat(this.entries.map(directoryEntry)));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.entries.length, 8);
    end.writeUInt16LE(this.entries.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(start, 16);
    return Buffer.concat([directory, end]);
  }

  private counted(bytes: Buffer): Buffer {
    this.offset += bytes.length;
    if (this.offset > largest) throw new RangeError('the archive is too large');
    return bytes;
  }
}

function localHead({ name }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(isUtf8 | sizeFollows, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(firstDay, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizes({ crc, packed, size }: Entry): Buffer {
  if (size > largest) throw new RangeError('a file of the archive is too large');
  const record = Buffer.alloc(16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  record.writeUInt32LE(packed, 8);
  record.writeUInt32LE(size, 12);
  return record;
}

function directoryEntry({ name, crc, packed, size, offset }: Entry): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(20, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(isUtf8 | sizeFollows, 8);
  record.writeUInt16LE(deflated, 10);
  record.writeUInt16LE(firstDay, 14);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(packed, 20);
  record.writeUInt32LE(size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, name]);
}
