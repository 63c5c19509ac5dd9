/** Servers that a data source may meet: encrypted ones without a valid certificate, and ones that do not keep to a protocol. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server as Listener, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { withSource } from '../../../server/develop/sources/open';
import { type SourceLimits, sourceLimits } from '../../../server/develop/sources/source';
import type { Deps } from '../../../server/kernel/context';
import { selfSigned } from '../../support/mariadb';

const limits: SourceLimits = { ...sourceLimits, connectMs: 2_000, statementMs: 500, wholeMs: 3_000 };
const drivers = { postgresql: 'org.postgresql.Driver', mysql: 'com.mysql.cj.jdbc.Driver' } as const;
type Engine = keyof typeof drivers;

let folder: string;
const opened: Listener[] = [];
const sockets: Socket[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasedesk-tls-'));
  selfSigned(folder);
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const listener of opened) listener.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(onConnection: (socket: Socket) => void): Promise<number> {
  const listener = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  opened.push(listener);
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  return (listener.address() as AddressInfo).port;
}

/** Reads from a server on this machine, as if the operator had allowed it by name or not. */
async function refusalOf(engine: Engine, port: number, { isInside = true, more = {} as Partial<SourceLimits> } = {}) {
  const egress = { place: async () => ({ address: '127.0.0.1', isInside }) };
  const settings = {
    driverClass: drivers[engine],
    url: `jdbc:${engine}://db.example.test:${port}/shop`,
    username: 'reader',
    password: 'reader-Pass-1',
  };
  return withSource(
    { egress } as unknown as Pick<Deps, 'egress' | 'db'>,
    settings,
    (source) => source.query('select 1'),
    { isQuery: true, limits: { ...limits, ...more } },
  ).then(
    () => undefined,
    (error: { code?: string; detail?: { reason?: string } }) => ({ code: error.code, ...error.detail }),
  );
}

describe('a source that the operator has not allowed by name', () => {
  it.each(['postgresql', 'mysql'] as const)('on %s is not read without encryption', async (engine) => {
    const port = await listening((socket) => {
      if (engine === 'mysql') socket.write(greeting(0));
      else socket.once('data', () => socket.write('N'));
    });
    const found = await refusalOf(engine, port, { isInside: false });
    expect(found).toMatchObject({ code: 'datasource.away', reason: expect.stringMatching(/SSL|secure/i) });
  });

  it('is not read with a certificate of its own making, and gets no password', async () => {
    let sent = '';
    const port = await listening((socket) => {
      socket.once('data', () => {
        const [key, cert] = ['key', 'cert'].map((name) => readFileSync(join(folder, `${name}.pem`)));
        const inner = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) });
        inner.on('error', () => undefined);
        inner.on('data', (bytes) => {
          sent += bytes.toString('latin1');
        });
        socket.write('S');
      });
    });
    const found = await refusalOf('postgresql', port, { isInside: false });
    expect(found).toMatchObject({ code: 'datasource.away', reason: expect.stringMatching(/self-signed/) });
    expect(sent).toBe('');
  });
});

/** The first packet of a MySQL server, with further capabilities (0x800: encryption). */
function greeting(more: number): Buffer {
  const capabilities = 0x0008_8200 | 0x1 | more; // passwords of version 4.1, plugins
  const body = Buffer.concat([
    Buffer.from([10]),
    Buffer.from('8.0.0\0'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.alloc(8, 'a'),
    Buffer.from([0, capabilities & 0xff, (capabilities >> 8) & 0xff, 33, 2, 0]),
    Buffer.from([(capabilities >> 16) & 0xff, (capabilities >> 24) & 0xff, 21]),
    Buffer.alloc(10),
    Buffer.alloc(12, 'b'),
    Buffer.from('\0mysql_native_password\0'),
  ]);
  return packet(0, body);
}
function packet(sequence: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = sequence;
  return Buffer.concat([head, body]);
}
const fine = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
/** What a PostgreSQL server says to a client that it lets in. */
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

/** A server of either kind that lets everybody in, and answers all that follows with `answer`. */
function letting(engine: Engine, answer: (socket: Socket, asked: Buffer, count: number) => void) {
  return listening((socket) => {
    if (engine === 'mysql') socket.write(greeting(0));
    let count = -1;
    socket.on('data', (bytes) => {
      count += 1;
      if (count > 0) answer(socket, bytes, count);
      else socket.write(engine === 'mysql' ? packet(2, fine) : welcome);
    });
  });
}

describe.each(['postgresql', 'mysql'] as const)('a stranger that claims to be %s', (engine) => {
  it('and never speaks is given up', async () => {
    const port = await listening(() => undefined);
    expect(await refusalOf(engine, port, { more: { connectMs: 200 } })).toMatchObject({ code: 'datasource.away' });
  });

  it('and falls silent once it is asked is given up, and its connection ends', async () => {
    let ended: Promise<unknown> | undefined;
    const port = await letting(engine, (socket) => {
      ended ??= new Promise((resolve) => socket.once('close', resolve));
    });
    expect(await refusalOf(engine, port, { more: { wholeMs: 400 } })).toMatchObject({ code: 'datasource.tooSlow' });
    await ended;
  });

  it('and sends without an end is stopped', async () => {
    const block = Buffer.alloc(1024 * 1024);
    let sent = 0;
    const port = await letting(engine, (socket) => {
      const flood = () => {
        if (socket.destroyed || sent > 500) return;
        sent += 1;
        if (socket.write(block)) setImmediate(flood);
        else socket.once('drain', flood);
      };
      const head = Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff]);
      socket.write(engine === 'mysql' ? Buffer.from([0xff, 0xff, 0xff, 1, 1]) : head);
      flood();
    });
    const found = await refusalOf(engine, port, { more: { received: 4 * 1024 * 1024 } });
    expect(found).toMatchObject({ code: expect.stringMatching(/^datasource\.(tooLarge|strange)$/) });
    expect(sent).toBeLessThan(500);
  });

  it.each([
    ['a page of the web', Buffer.from('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'), undefined],
    ['an unknown message', message('R', Buffer.from([0, 0, 0, 99])), packet(0, Buffer.from([10]))],
    ['a message that is too short', message('T', Buffer.from([0x7f, 0xff])), packet(0, Buffer.from([10, 65]))],
    ['nothing but zeros', Buffer.alloc(4096), undefined],
  ])('and sends %s is refused, and the program goes on', async (_what, bytes, other) => {
    const port = await listening((socket) => socket.write(engine === 'mysql' ? (other ?? bytes) : bytes));
    const found = await refusalOf(engine, port, { more: { connectMs: 500, wholeMs: 1_500 } });
    expect(found?.code).toMatch(/^datasource\.(away|strange|tooSlow)$/);
  });

  it('and answers a question with nonsense is refused, and the program goes on', async () => {
    const nonsense =
      engine === 'mysql' ? packet(1, Buffer.from([0xfe, 0xff, 0xff])) : message('D', Buffer.from([0x7f, 0xff, 1]));
    const port = await letting(engine, (socket) => socket.write(nonsense));
    const found = await refusalOf(engine, port, { more: { wholeMs: 1_500 } });
    expect(found?.code).toMatch(/^datasource\.(away|strange|tooSlow|badQuery)$/);
  });
});

it('a server that asks for a file of this machine gets none', async () => {
  const received: Buffer[] = [];
  const port = await letting('mysql', (socket, bytes, count) => {
    received.push(bytes);
    socket.write(
      count === 1 ? packet(1, Buffer.concat([Buffer.from([0xfb]), Buffer.from('/etc/passwd')])) : packet(3, fine),
    );
  });
  const found = await refusalOf('mysql', port, { more: { wholeMs: 1_500 } });
  expect(found?.code).toMatch(/^datasource\./);
  expect(Buffer.concat(received).toString('latin1')).not.toContain('root:');
});

it('a port that nothing listens on is told', async () => {
  const port = await listening(() => undefined);
  opened.pop()!.close();
  await expect(
    new Promise((resolve, reject) => connect(port, '127.0.0.1', () => resolve(true)).on('error', reject)),
  ).rejects.toThrow('ECONNREFUSED');
  expect(await refusalOf('mysql', port)).toMatchObject({ code: 'datasource.away' });
});
