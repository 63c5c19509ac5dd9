/** Files whose first part cannot be read are refused like anything else; half of one breaks the connection. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { productCalls } from '../../../server/app';
import type { Call } from '../../../server/kernel/call';
import { Refusal } from '../../../server/kernel/errors';
import { StoreError } from '../../../server/kernel/objectStore';
import { ok, type Server, startServer } from '../../support/server';

const sending = productCalls.filter((call) => call.answer === 'file');
let failure: () => Error = () => new Error('not reached');
let closed = 0;
const broken: AsyncIterable<Buffer> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure()) }),
};
/** The calls as they are: other files of tests use them in the same process. */
const originals = sending.map((call) => ({ ...call }));
let server: Server;
beforeAll(async () => {
  // Each call keeps its address and its right; what it asks for and what it reads are the test's.
  for (const call of sending as (Call & Record<string, unknown>)[]) {
    for (const name of ['query', 'body', 'describes', 'receive', 'prepare', 'complete'] as const) delete call[name];
    call.handle = async () => ({});
    call.send = () => ({
      name: '客户.csv',
      contentType: 'text/csv; charset=utf-8',
      headers: { 'content-encoding': 'identity', etag: '"1"' },
      parts: broken,
      closed: () => {
        closed++;
      },
    });
  }
  server = await startServer();
});
afterAll(async () => {
  for (const [at, call] of sending.entries()) {
    for (const name of Object.keys(call)) delete (call as Call & Record<string, unknown>)[name];
    Object.assign(call, originals[at]);
  }
  await server.close();
});

it('every call that sends a file answers in the envelope when its first part fails', async () => {
  expect(sending.length).toBeGreaterThan(50);
  for (const [made, status, reason] of [
    [() => new StoreError('gone'), 503, 'store.unavailable'],
    [() => new Refusal('report.tooSlow'), 400, 'report.tooSlow'],
  ] as const) {
    failure = made;
    for (const { method, path } of sending) {
      const before = closed;
      const answer = await server.admin[method === 'GET' ? 'get' : 'post'](path);
      expect([path, answer.status, answer.body.reason, answer.body.success]).toEqual([path, status, reason, false]);
      expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      for (const name of ['content-disposition', 'content-encoding', 'etag'])
        expect(answer.headers).not.toHaveProperty(name);
      expect(closed).toBe(before + 1);
    }
  }
});

it('a stored file that is gone, or shorter than it was, is refused, and one that ends early breaks the connection', async () => {
  const bytes = randomBytes(300_000);
  const { link } = ok(
    await server.admin.upload('/blade-resource/oss/endpoint/put-file', bytes, {
      name: 'a.bin',
      query: { purpose: 'file' },
    }),
  );
  expect((await server.anybody.send({ url: link })).raw.equals(bytes)).toBe(true);
  const names = readdirSync(server.folder, { recursive: true, encoding: 'utf8' });
  const stored = names.map((name) => join(server.folder, name)).find((path) => statSync(path).size === bytes.length);
  truncateSync(stored!, 1000);
  expect((await server.anybody.send({ url: link })).body.reason).toBe('store.unavailable');
  rmSync(stored!);
  expect((await server.anybody.send({ url: link })).body.reason).toBe('notFound');
});

it('a list that fails after its first part ends without its end', async () => {
  const call = sending.find(({ path }) => path === '/blade-customer/customer/export') as Call & Record<string, unknown>;
  async function* half(): AsyncGenerator<Buffer> {
    yield Buffer.from('first,');
    throw new Error('the rest cannot be read');
  }
  call.send = () => ({ name: 'a.csv', contentType: 'text/csv', parts: half() });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const received = await new Promise<{ text: string; isWhole: boolean }>((resolve, reject) => {
    get({ port, path: `/api${call.path}`, headers: server.admin.headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('close', () => resolve({ text, isWhole: answer.complete }));
      answer.on('error', () => undefined);
    }).on('error', reject);
  });
  expect(received).toEqual({ text: 'first,', isWhole: false });
});
