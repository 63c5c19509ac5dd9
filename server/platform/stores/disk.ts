/** Objects as files below a folder. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '../../kernel/objectStore';
import { meter } from './meter';

/** Folder of unfinished uploads, beside those of the tenants. */
export const partsFolder = '.parts';

/** A new entry of a folder is safe when the folder is. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function writerAt(handle: FileHandle, offset: number): Writable {
  let at = offset;
  /** A full disk takes a part of the bytes; the next write says why. */
  async function writeAll(chunk: Buffer): Promise<void> {
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at);
      done += bytesWritten;
      at += bytesWritten;
    }
  }
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      writeAll(chunk).then(() => done(), done);
    },
  });
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

export function diskStore(folder: string): ObjectStore {
  const place = (key: string) => {
    const path = join(folder, key);
    // Keys are made by the server; this holds even if one were not.
    if (!path.startsWith(folder + sep)) throw new Error('a key leads out of the folder');
    return path;
  };
  const partsOf = (upload: string) => join(folder, partsFolder, upload.replace(/[^\w-]/g, ''));
  const settle = async (from: string, to: string) => {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
    await syncFolder(dirname(to));
  };

  return {
    async put(key, bytes) {
      const path = place(key);
      const draft = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(draft, 'wx', 0o600);
      try {
        await pipeline(bytes, writerAt(handle, 0));
        await handle.sync();
        await handle.close();
        await settle(draft, path);
      } catch (error) {
        await handle.close().catch(() => undefined);
        await rm(draft, { force: true }); // half a file would keep a full disk full
        throw error;
      }
    },

    async get(key, range) {
      const path = place(key);
      const size = await sizeOf(path);
      if (size === undefined) return undefined;
      const stream = createReadStream(path, range);
      stream.on('error', () => undefined); // a reader gets it as well; one that gives the stream up unopened does not
      return { stream, size };
    },

    remove: (key) => rm(place(key), { force: true }),

    async beginParts() {
      const upload = randomUUID();
      await mkdir(join(folder, partsFolder), { recursive: true, mode: 0o700 });
      await (await open(partsOf(upload), 'wx', 0o600)).close();
      return upload;
    },

    /** Every part has its place in one file, so that joining them copies nothing. */
    async putPart(_key, upload, { offset, size }, bytes) {
      const handle = await open(partsOf(upload), 'r+');
      const measured = meter(size);
      try {
        await pipeline(bytes, measured, writerAt(handle, offset));
        await handle.datasync();
      } finally {
        await handle.close();
      }
      return measured.sha256();
    },

    async joinParts(key, upload) {
      const [from, to] = [partsOf(upload), place(key)];
      if ((await sizeOf(from)) === undefined && (await sizeOf(to)) !== undefined) return; // joined before
      const handle = await open(from, 'r+');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      await settle(from, to);
    },

    async dropParts(_key, upload) {
      if (upload) await rm(partsOf(upload), { force: true });
    },
  };
}
