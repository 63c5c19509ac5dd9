/** Outgoing calls: which hosts are allowed, and the limits of a call. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EgressError } from '../../../server/kernel/ports';
import { isPublic, openEgress } from '../../../server/platform/egress';

let server: Server;
let host: string;
let asked: { method?: string; url?: string; headers: Record<string, unknown>; body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      asked.push({ method: request.method, url: request.url, headers: request.headers, body });
      if (request.url === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end();
      else if (request.url === '/huge') response.end(Buffer.alloc(1024 * 1024 + 1));
      else if (request.url === '/cut')
        response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"是":1}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  asked = [];
});

describe('a call to another host', () => {
  it('goes to an allowed one with what it was given, and brings its answer', async () => {
    const egress = openEgress([host]);
    const answer = await egress({
      method: 'POST',
      url: `http://${host}/path?x=1`,
      headers: { authorization: 'Bearer t' },
      body: '密',
    });
    const body = '{"是":1}';
    expect(answer).toMatchObject({ status: 200, contentType: 'application/json', body, bytes: Buffer.from(body) });
    expect(asked).toEqual([
      {
        method: 'POST',
        url: '/path?x=1',
        headers: expect.objectContaining({ authorization: 'Bearer t', 'content-length': '3', host }),
        body: '密',
      },
    ]);
  });

  it('is allowed to a name, for the machine behind it', async () => {
    const { port } = server.address() as AddressInfo;
    await openEgress([`localhost:${port}`])({ method: 'GET', url: `http://localhost:${port}/` }).catch((error) =>
      // where the name resolves to ::1 first, no server listens there; the call was allowed
      expect(String(error)).toContain('ECONNREFUSED'),
    );
    await expect(openEgress([`localhost:${port}`])({ method: 'GET', url: `http://${host}/` })).rejects.toThrow(
      EgressError,
    );
  });

  const forbidden = 'may not be called';
  const inside = 'is not on the public internet';
  it.each([
    ['plain http', 'http://1.1.1.1/', forbidden],
    ['another scheme', 'file:///etc/passwd', forbidden],
    ['a password in the address', 'https://user:word@1.1.1.1/', 'a password in it'],
    ['this machine', 'https://127.0.0.1/', inside],
    ['this machine, written otherwise', 'https://2130706433/', inside],
    ['this machine by IPv6', 'https://[::1]/', inside],
    ['this machine, mapped', 'https://[::ffff:127.0.0.1]/', inside],
    ['this machine by name', 'https://localhost/', inside],
    ['the private network', 'https://192.168.1.1/', inside],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data/', inside],
    ['nobody', 'https://no-such-host.invalid/', 'is not known'],
  ])('is not made to %s', async (_case, url, reason) => {
    // the reason tells a call that was not made from one that failed
    await expect(openEgress([host])({ method: 'GET', url })).rejects.toThrow(new RegExp(reason));
  });

  it('is not made to a host that is allowed at another port', async () => {
    await expect(openEgress(['127.0.0.1:1'])({ method: 'GET', url: `http://${host}/` })).rejects.toThrow(forbidden);
    expect(asked).toEqual([]);
  });

  it('follows no redirect', async () => {
    const answer = await openEgress([host])({ method: 'GET', url: `http://${host}/redirect` });
    expect(answer.status).toBe(302);
    expect(asked).toHaveLength(1);
  });

  it.each(['/huge', '/cut'])('takes no answer that is too large or breaks off (%s)', async (path) => {
    await expect(openEgress([host])({ method: 'GET', url: `http://${host}${path}` })).rejects.toThrow(EgressError);
  });
});

describe('a public address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])('is %s', (address) =>
    expect(isPublic(address)).toBe(true),
  );
  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.53',
      '169.254.1.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
    ],
    ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', 'fc00::1'],
    ...['fd12::1', 'fe80::1', 'ff02::1', '2001:db8::1', '2001::1', '2002:7f00:1::', 'localhost', ''],
  ])('is not %s', (address) => expect(isPublic(address)).toBe(false));
});
