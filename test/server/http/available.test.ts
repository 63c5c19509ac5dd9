/** What the server says, to clients, monitors and its log, when it cannot do what it is asked for. */
import { buildApp, type Wiring } from '../../../server/app';
import { openDatabase, openPool } from '../../../server/kernel/database';
import { openSchema } from '../../../server/platform/schema';
import { basic, clientOf, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const list = '/blade-product/product/page';
const submit = '/blade-product/product/submit';
const goods = {
  ...{ productName: '稳租', productCode: 'AWAY', deadline: 365, amountPer: '10000', getType: 0, yearRate: '6' },
};

/** Another server on the same tables; `changed` replaces parts of it. */
async function another(changed: Partial<Server['deps']>, wiring: Wiring = {}) {
  const app = await buildApp({ ...server.deps, schema: openSchema(), ...changed }, wiring);
  return { app, client: clientOf(app, server.admin.headers) };
}

describe('readiness', () => {
  it('names each check that fails, also one that cannot be made', async () => {
    const files = { ...server.deps.files, hasRoom: async () => false };
    const { app, client } = await another(
      { files },
      {
        readiness: {
          running: () => true,
          number: () => false,
          mark: () => {
            throw new Error('no such folder');
          },
        },
      },
    );
    expect(await client.send({ url: '/health/ready' })).toMatchObject({
      status: 503,
      body: { status: 'down', missing: ['number', 'mark', 'room'] },
    });
    await app.close();
  });
});

describe('a database that is newer than the program', () => {
  const upgrade = () =>
    server.sql(`insert into schema_migration (version, name, checksum) values ('0999', 'newer', '')`);
  afterEach(() => server.sql(`delete from schema_migration where version = '0999'`));

  it('is noticed by the first call, which is refused before it has done anything, as is every later one', async () => {
    const { app, client } = await another({});
    expect((await client.get(list)).status).toBe(200);
    await upgrade();
    const before = await server.fingerprint();
    const refused = await client.post(submit, { body: goods });
    expect(refused).toMatchObject({ status: 503, body: { reason: 'upgrading' }, headers: { 'retry-after': '1' } });
    const token = await client.post('/blade-auth/oauth/token', {
      query: { grant_type: 'password', username: 'admin', password: 'x' },
      headers: { authorization: basic },
    });
    expect(token).toMatchObject({ status: 503, body: { reason: 'upgrading', error: 'temporarily_unavailable' } });
    expect(await server.fingerprint()).toBe(before);
    expect(await client.send({ url: '/health/ready' })).toMatchObject({ status: 503, body: { missing: ['schema'] } });
    expect((await client.send({ url: '/health/live' })).status).toBe(200);
    await app.close();
  });

  it('is noticed by readiness, and by a failure that seems to be a bug', async () => {
    const [watched, failing] = await Promise.all([another({}), another({})]);
    await upgrade();
    expect((await watched.client.send({ url: '/health/ready' })).body.missing).toEqual(['schema']);
    expect((await watched.client.get(list)).body.reason).toBe('upgrading');
    // what the sign-in reads is gone, and it has no session that tells the version
    await server.sql('alter table sys_user rename to sys_user_away');
    const token = await failing.client.post('/blade-auth/oauth/token', {
      query: { grant_type: 'password', username: 'admin', password: '0'.repeat(32) },
      headers: { authorization: basic, 'tenant-id': '000000' },
    });
    await server.sql('alter table sys_user_away rename to sys_user');
    expect(token).toMatchObject({ status: 503, body: { reason: 'upgrading' } });
    await Promise.all([watched.app.close(), failing.app.close()]);
  });

  it('costs no statement: the version is read with the session', async () => {
    const texts: string[] = [];
    const pool = openPool(server.connections.app);
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((text: string | { text: string }, ...rest: unknown[]) => {
        texts.push(typeof text === 'string' ? text : text.text);
        return query(text, ...rest);
      }) as typeof client.query;
    });
    const db = openDatabase(pool);
    const { app, client } = await another({ db });
    expect((await client.get(list)).status).toBe(200);
    const reading = texts.filter((text) => text.includes('schema_migration'));
    expect(reading).toHaveLength(1);
    expect(reading[0]).toContain('from sign_in');
    await app.close();
    await db.close();
  });
});

describe('many failures of one kind', () => {
  it('are one line with the whole error, and then counts', async () => {
    const lines: Record<string, unknown>[] = [];
    const db = openDatabase(openPool({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }));
    const { app, client } = await another(
      { db },
      { logLevel: 'warn', logTo: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    );
    for (let at = 0; at < 50; at++) expect((await client.get(list)).body.reason).toBe('unavailable');
    await app.close();
    await db.close();
    const told = lines.filter(({ msg }) => msg === 'not available');
    expect(told[0]).toMatchObject({ method: 'GET', error: { code: '08000', stack: expect.any(String) } });
    const counted = told.slice(1) as unknown as { count: number; kinds: Record<string, number> }[];
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(49);
    for (const line of counted) {
      expect(Object.keys(line.kinds)).toEqual(['unavailable 08000']);
      expect(line).not.toHaveProperty('error');
    }
    expect(counted.length).toBeLessThan(20);
  });
});

describe('connections', () => {
  it('that are all at work are busy, not away', async () => {
    const pool = openPool({ ...server.connections.app, max: 1 });
    const db = openDatabase(pool);
    const { app, client } = await another({ db });
    let free = (): void => undefined;
    const held = db.withTenant('000000', '2026-11-20', () => new Promise<void>((resolve) => (free = resolve)));
    const answer = await client.get(list);
    free();
    await held;
    expect(answer).toMatchObject({ status: 503, body: { reason: 'busy' }, headers: { 'retry-after': '1' } });
    expect((await client.get(list)).status).toBe(200);
    await app.close();
    await db.close();
  });
});
