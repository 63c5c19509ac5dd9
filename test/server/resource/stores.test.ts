/** The stores of files by themselves: the local disk, and a real S3 server with the faults that one can have. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { partSize } from '../../../contract/wire/attachments';
import { type ObjectStore, StoreError } from '../../../server/kernel/objectStore';
import { EgressError } from '../../../server/kernel/ports';
import { diskStore } from '../../../server/platform/stores/disk';
import { type Bucket, s3Store } from '../../../server/platform/stores/s3';
import { accessKey, bucketName, type S3, startS3 } from '../../support/s3';

const limits = { connectMs: 20_000, idleMs: 20_000, attempts: 2 };
/** For a server that stalls. */
const impatient = { ...limits, idleMs: 1500 };
const plain = 'application/octet-stream';
let folder: string;
let s3: S3;
let bucket: Bucket;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasedesk-stores-'));
  s3 = await startS3();
  bucket = {
    ...{ endpoint: s3.endpoint, name: bucketName, region: 'us-east-1' },
    ...{ accessKey, secretKey: accessKey, isPath: true },
  };
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => s3.mend());

async function bytesOf(stream: Readable | undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream ?? []) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
/** As a network sends them. */
function pieces(bytes: Buffer, size = 60_000): Readable {
  const list = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return Readable.from(list, { objectMode: false });
}
function digest(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex');
}
let made = 0;
function newKey() {
  return `000000/2026/11/${++made}.bin`;
}
const large = randomBytes(2 * partSize + 1234);

describe.each<[string, () => Promise<ObjectStore>]>([
  ['the local disk', async () => diskStore(folder)],
  ['an S3 server', () => s3Store(bucket, [s3.host], limits)],
])('%s', (_name, open) => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await open();
  });

  it.each([1, 59_999, partSize - 1, partSize, partSize + 1, 2 * partSize])(
    'keeps %d bytes that come as a stream',
    async (size) => {
      const [key, bytes] = [newKey(), large.subarray(0, size)];
      await store.put(key, pieces(bytes), plain);
      const found = await store.get(key);
      expect(found?.size).toBe(size);
      expect(digest(await bytesOf(found?.stream))).toBe(digest(bytes));
    },
  );

  it('answers ranges, with the size of the whole', async () => {
    const key = newKey();
    await store.put(key, pieces(large), plain);
    for (const [start, end] of [
      [0, 1],
      [partSize - 2, partSize + 2],
      [large.length - 1, large.length - 1],
    ] as const) {
      const found = await store.get(key, { start, end });
      expect(found?.size).toBe(large.length);
      expect(await bytesOf(found?.stream)).toEqual(large.subarray(start, end + 1));
    }
  });

  it('knows nothing under another key, and removes what is not there', async () => {
    const key = newKey();
    expect(await store.get(key)).toBeUndefined();
    await store.remove(key);
    await store.put(key, pieces(large.subarray(0, 9)), plain);
    await store.remove(key);
    expect(await store.get(key)).toBeUndefined();
  });

  it('has nothing under the key when the sender breaks off', async () => {
    const key = newKey();
    async function* broken() {
      yield large.subarray(0, partSize + 5);
      throw new Error('the sender is gone');
    }
    await expect(store.put(key, Readable.from(broken()), plain)).rejects.toThrow('the sender is gone');
    expect(await store.get(key)).toBeUndefined();
    expect(s3.unfinished()).toEqual([]);
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'))).toEqual(
      [],
    );
  });

  it('makes one object of parts that came in any order, one of them twice, and does so once', async () => {
    const key = newKey();
    const upload = await store.beginParts(key, plain);
    const send = async (number: number) => {
      const offset = (number - 1) * partSize;
      const bytes = large.subarray(offset, offset + partSize);
      return { number, tag: await store.putPart(key, upload, { number, offset, size: bytes.length }, pieces(bytes)) };
    };
    const third = await send(3);
    await send(1);
    const [first, second] = [await send(1), await send(2)];
    expect(await store.get(key)).toBeUndefined();
    await store.joinParts(key, upload, [first, second, third]);
    await store.joinParts(key, upload, [first, second, third]);
    expect(digest(await bytesOf((await store.get(key))?.stream))).toBe(digest(large));
  });

  it('takes no part that is shorter or longer than announced', async () => {
    const key = newKey();
    const upload = await store.beginParts(key, plain);
    const put = (size: number) =>
      store.putPart(key, upload, { number: 1, offset: 0, size }, pieces(large.subarray(0, 1000)));
    await expect(put(1001)).rejects.toThrow('fewer bytes');
    await expect(put(999)).rejects.toThrow('more bytes');
    await store.dropParts(key, upload);
    expect(s3.unfinished()).toEqual([]);
  });

  it('drops the parts of an upload', async () => {
    const key = newKey();
    const upload = await store.beginParts(key, plain);
    await store.putPart(key, upload, { number: 1, offset: 0, size: 9 }, pieces(large.subarray(0, 9)));
    await store.dropParts(key, upload);
    await store.dropParts(key, upload);
    await expect(store.joinParts(key, upload, [{ number: 1, tag: '' }])).rejects.toThrow();
    expect(await store.get(key)).toBeUndefined();
  });
});

describe('an S3 server that is at fault', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await s3Store(bucket, [s3.host], limits);
  });
  const small = large.subarray(0, 4000);

  it.each(['fail', 'cutRequest'] as const)('once (%s) is asked again', async (fault) => {
    const key = newKey();
    s3.break(/^PUT/, fault);
    await store.put(key, pieces(small), plain);
    expect(s3.bytes(key)).toEqual(small);
  });

  it.each([
    ['fail', limits],
    ['stall', impatient],
    ['cutRequest', limits],
  ] as const)('for long (%s) fails in time, with nothing under the key', async (fault, within) => {
    const key = newKey();
    const store = await s3Store(bucket, [s3.host], within);
    const began = Date.now();
    s3.break(/^PUT/, fault, 99);
    await expect(store.put(key, pieces(small), plain)).rejects.toThrow(StoreError);
    expect(Date.now() - began).toBeLessThan(10_000);
    s3.mend();
    expect(await store.get(key)).toBeUndefined();
  });

  it('with a key that it refuses is a failure that names no key', async () => {
    const other = await s3Store({ ...bucket, secretKey: 'another secret' }, [s3.host], limits);
    const error = await other.put(newKey(), pieces(small), plain).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(StoreError);
    expect(String(error)).toMatch(/SignatureDoesNotMatch/);
    expect(String(error)).not.toMatch(/another secret/);
  });

  it('that names other bytes than it was sent is read again: believed when it holds them, not when it does not', async () => {
    const key = newKey();
    s3.break(/^PUT/, 'otherTag');
    await store.put(key, pieces(small), plain);
    expect(s3.bytes(key)).toEqual(small);

    const damaged = newKey();
    s3.break(/^PUT/, 'otherTag');
    s3.break(new RegExp(`^GET .*${damaged}`), 'otherSize');
    await expect(store.put(damaged, pieces(small), plain)).rejects.toThrow('another number of bytes');
    s3.mend();
    expect(s3.has(damaged)).toBe(false);
  });

  it('that ends an object early makes its reader fail', async () => {
    const key = newKey();
    await store.put(key, pieces(large), plain);
    s3.break(/^GET/, 'cutAnswer');
    const found = await store.get(key);
    await expect(bytesOf(found?.stream)).rejects.toThrow();
  });

  it('that stalls before it answers fails in time', async () => {
    s3.break(/^GET/, 'stall', 99);
    const store = await s3Store(bucket, [s3.host], impatient);
    await expect(store.get(newKey())).rejects.toThrow(StoreError);
  });

  it('drops uploads whose name was lost, by the key of the object alone', async () => {
    const [mine, other] = ['000000/2026/11/77.bin', '000000/2026/11/77.bin2'];
    await store.beginParts(mine, plain);
    await store.beginParts(other, plain);
    await store.dropParts(mine);
    expect(s3.unfinished().map(({ key }) => key)).toEqual([other]);
    await store.dropParts(other);
  });
});

describe('a store inside the network', () => {
  it.each([
    'http://127.0.0.1:9',
    'https://127.1:9',
    'https://2130706433',
    'https://[::1]',
    'https://10.1.2.3',
    'http://example.com',
  ])('is never called unless an operator allows it: %s', async (endpoint) => {
    await expect(s3Store({ ...bucket, endpoint }, [], limits)).rejects.toThrow(EgressError);
  });

  it('is not called under a name either', async () => {
    const before = s3.seen.length;
    const port = s3.host.split(':')[1];
    const store = await s3Store({ ...bucket, endpoint: `https://localhost:${port}` }, [], limits);
    await expect(store.get('000000/x')).rejects.toThrow(/not on the public internet/);
    expect(s3.seen).toHaveLength(before);
  });
});

it('a file on the local disk that vanishes before it is opened fails its reader, and no one else', async () => {
  const store = diskStore(folder);
  const key = newKey();
  await store.put(key, Readable.from([Buffer.from('abc')]), plain);
  const given = (await store.get(key))!.stream;
  given.destroy();
  rmSync(join(folder, key));
  await new Promise((resolve) => given.once('close', resolve)); // an error without a listener would fail the test
  await store.put(key, Readable.from([Buffer.from('abc')]), plain);
  const read = (await store.get(key))!.stream;
  rmSync(join(folder, key));
  await expect(bytesOf(read)).rejects.toThrow('ENOENT');
});
