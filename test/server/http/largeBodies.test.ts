/** Long bodies that a person sends at once do not all stand in memory, whether or not the person has the right to the call. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, type Server, startServer } from '../../support/server';

let server: Server;
let port: number;
beforeAll(async () => {
  server = await startServer();
  await server.addUser({ account: 'sender' });
  await server.addUser({ account: 'other' });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
}, 120_000);
afterAll(() => server.close());

const body = JSON.stringify({ modelEditorXml: 'x'.repeat(1024 * 1024) });

/** Begins to send a body; `end` sends its last sign, and the answer's status comes then, or before. */
function sending(person: Client, length: 'announced' | 'unknown') {
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: '/api/blade-flow/model/check' },
    headers: {
      ...person.headers,
      'content-type': 'application/json',
      ...(length === 'announced' ? { 'content-length': body.length } : {}),
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('error', reject);
    sent.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
  });
  status.catch(() => undefined);
  sent.write(body.slice(0, -1));
  return { status, end: () => sent.end(body.slice(-1)) };
}

it.each(['announced', 'unknown'] as const)('of %s length', async (length) => {
  const [own, others] = [await server.as('sender'), await server.as('other')];
  const four = Array.from({ length: 4 }, () => sending(own, length));
  const fifth = sending(own, length);
  expect(await fifth.status).toBe(503);
  const another = sending(others, length);
  another.end();
  expect(await another.status).toBe(403);
  for (const one of four) one.end();
  expect(await Promise.all(four.map(({ status }) => status))).toEqual([403, 403, 403, 403]);
  const later = sending(own, length);
  later.end();
  expect(await later.status).toBe(403);
});
