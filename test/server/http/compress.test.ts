/** Answers travel compressed, as the asker accepts it, and say the same. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bmpOf } from '../../support/pictures';
import { leaseOf, type Server, startServer } from '../../support/server';

let server: Server;
const log: string[] = [];
beforeAll(async () => {
  server = await startServer({ logLevel: 'info', logTo: { write: (line) => log.push(line) } });
});
afterAll(() => server.close());

/** The rights of a person: one of the longest answers before the first page. */
const url = '/api/blade-system/menu/buttons';

async function answerIn(accepted?: string) {
  const headers = { ...server.admin.headers, ...(accepted === undefined ? {} : { 'accept-encoding': accepted }) };
  const { rawPayload, headers: got, statusCode } = await server.app.inject({ url, headers });
  expect(statusCode).toBe(200);
  return { bytes: rawPayload, encoding: got['content-encoding'], varies: got.vary === 'accept-encoding' };
}

it.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
])('is in %s for an asker of %p, at most a sixth as long', async (encoding, accepted, unpack) => {
  const [plain, packed] = [await answerIn(), await answerIn(accepted)];
  expect(plain.encoding).toBeUndefined();
  expect([packed.encoding, packed.varies]).toEqual([encoding, true]);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 6);
  expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
});

it.each(['identity', 'br;q=0', 'brotli', ''])('is plain for an asker of %p', async (accepted) => {
  expect((await answerIn(accepted)).encoding).toBeUndefined();
});

it('leaves a short answer as it is', async () => {
  const { headers } = await server.app.inject({ url: '/health/live', headers: { 'accept-encoding': 'br' } });
  expect(headers['content-encoding']).toBeUndefined();
});

it('leaves a stored file as it is, and its signed link out of the log', async () => {
  const bitmap = bmpOf(60, 30);
  const { link } = await leaseOf(server).upload(bitmap);
  const { headers, rawPayload } = await server.app.inject({
    url: link,
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(headers).toMatchObject({ 'content-type': 'image/bmp', 'content-length': String(bitmap.length) });
  expect(headers['content-encoding']).toBeUndefined();
  expect(rawPayload.equals(bitmap)).toBe(true);
  await server.app.inject('/health/live'); // a line about the end of the first answer comes after it
  expect(log).toEqual([]);
});
