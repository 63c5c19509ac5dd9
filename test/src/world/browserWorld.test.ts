/** The World of a browser, as far as it needs none: what it asks a server for, and how long it waits. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callTimeoutMs } from '../../../contract/wire/settings';
import { browserWorld } from '../../../src/world/browser';
import { openStorage } from '../../../src/world/storage';
import { Unreachable } from '../../../src/world/world';

const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
let server: Server;
let base: string;
/** Paths in the order in which they were asked for. */
const asked: string[] = [];

/** `/late` is answered after the console has given up; everything else at once with what its path asks for. */
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('/late'))
      return void setTimeout(() => response.end('{"code":200}'), callTimeoutMs + 1000);
    const [, status = '200', body = ''] = /(\d+)(?:\/(.*))?$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const { send } = browserWorld({
  feature: async () => undefined,
  words: async () => undefined,
  storage: openStorage({
    local: () => nothing,
    session: () => nothing,
    jar: { read: () => '', write: () => undefined, isSecure: false },
    now: () => 0,
  }),
  flush: async () => undefined,
  broadcast: () => undefined,
  arrived: () => undefined,
});

describe('a call', () => {
  it('that is not answered within ten seconds has no answer, whatever comes later', async () => {
    const began = performance.now();
    await expect(send({ method: 'GET', isElsewhere: true, url: `${base}/late` })).rejects.toThrow(Unreachable);
    expect(performance.now() - began).toBeGreaterThanOrEqual(callTimeoutMs - 100);
  }, 60_000);

  it.each([200, 400, 401, 403, 404, 409, 500])('answered with %i is answered', async (status) => {
    expect(await send({ method: 'GET', isElsewhere: true, url: `${base}/${status}/{"code":${status}}` })).toEqual({
      status,
      body: { code: status },
    });
  });

  it.each([502, 503, 504])('answered with %i was not answered by our server', async (status) => {
    await expect(send({ method: 'GET', isElsewhere: true, url: `${base}/${status}/{}` })).rejects.toThrow(Unreachable);
  });

  it.each([
    ['half a JSON text', '{"code":200,"da', '{"code":200,"da'],
    ['a page', '<html></html>', '<html></html>'],
    ['nothing', '', ''],
  ])('answered with %s hands on what it was', async (_what, text, body) => {
    expect(await send({ method: 'GET', isElsewhere: true, url: `${base}/200/${encodeURIComponent(text)}` })).toEqual({
      status: 200,
      body,
    });
  });

  it('to a host that is not there has no answer', async () => {
    await expect(send({ method: 'GET', isElsewhere: true, url: 'http://127.0.0.1:1/' })).rejects.toThrow(Unreachable);
  });
});

describe('questions of one task', () => {
  const frames: (() => void)[] = [];
  const paint = () => {
    for (const frame of frames.splice(0)) frame();
  };
  const { setTimeout: later } = globalThis;
  beforeAll(() => {
    Object.assign(globalThis, {
      document: { hidden: false },
      requestAnimationFrame: (frame: () => void) => frames.push(frame),
      // A frame is waited for as long as this test takes.
      setTimeout: (then: () => void, ms = 0) => (ms === 200 ? 0 : later(then, ms)),
    });
  });
  afterAll(() => {
    for (const name of ['document', 'requestAnimationFrame']) Reflect.deleteProperty(globalThis, name);
    Object.assign(globalThis, { setTimeout: later });
  });
  const ask = (method: 'GET' | 'POST', name: string) =>
    send({ method, isElsewhere: true, url: `${base}/${name}/200/{}` });

  it('beyond the second one wait until the page is painted; a command does not', async () => {
    await ask('GET', 'code'); // what calls need is loaded
    await new Promise((next) => setTimeout(next));
    asked.length = 0;
    const first = [ask('GET', 'one'), ask('GET', 'two')];
    const third = ask('GET', 'three');
    const command = ask('POST', 'command');
    await Promise.all([...first, command]);
    expect(asked.map((path) => path.split('/')[1]).sort()).toEqual(['command', 'one', 'two']);
    paint();
    expect(await third).toEqual({ status: 200, body: {} });
    await Promise.all([ask('GET', 'four'), ask('GET', 'five')]);
    expect(
      asked
        .map((path) => path.split('/')[1])
        .slice(3)
        .sort(),
    ).toEqual(['five', 'four', 'three']);
  });
});
