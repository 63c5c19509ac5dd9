/** Answers travel compressed, as the asker accepts it, and say the same. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** The rights of a person: one of the longest answers before the first page. */
const url = '/api/blade-system/menu/buttons';

async function answerIn(accepted?: string) {
  const headers = { ...server.admin.headers, ...(accepted === undefined ? {} : { 'accept-encoding': accepted }) };
  const { rawPayload, headers: got, statusCode } = await server.app.inject({ url, headers });
  expect(statusCode).toBe(200);
  expect(got.vary).toBe('Accept-Encoding');
  expect(Number(got['content-length'])).toBe(rawPayload.length);
  return { bytes: rawPayload, encoding: got['content-encoding'] };
}

it.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
])('is in %s for an asker of %p, at most a sixth as long', async (encoding, accepted, unpack) => {
  const [plain, packed] = [await answerIn(), await answerIn(accepted)];
  expect(plain.encoding).toBeUndefined();
  expect(packed.encoding).toBe(encoding);
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
