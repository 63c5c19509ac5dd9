/** Events for open windows, over real connections: two servers that hear each other, and one that only looks. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp, type Wiring } from '../../../server/app';
import { notify } from '../../../server/engine/inbox/notify';
import { busChannel } from '../../../server/kernel/bus';
import { openBus } from '../../../server/platform/bus';
import { type EventStream, openEventStream } from '../../support/eventStream';
import { type Client, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let liId: string;
let li: Client;
let author: Client;
const servers: { app: FastifyInstance; url: string; close(): Promise<void> }[] = [];
const streams: EventStream[] = [];
const quick = { sessionMs: 60_000, pollMs: 100 };

/** Another server on the same database. */
async function another(wiring: Wiring & { hears: boolean }) {
  const bus = wiring.hears
    ? openBus(server.connections.app, server.deps.db, { probeMs: 200, answerMs: 10_000 })
    : undefined;
  const app = await buildApp(server.deps, {
    ...wiring,
    pushLimits: { ...quick, ...wiring.pushLimits },
    ...(bus ? { bus } : {}),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const one = {
    app,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close();
      await bus?.close();
    },
  };
  servers.push(one);
  if (bus) await until(() => bus.isHearing());
  return one;
}
async function until(isSo: () => boolean | Promise<boolean>, ms = 10_000) {
  for (const end = Date.now() + ms; !(await isSo()); ) {
    if (Date.now() > end) throw new Error('it did not come to be');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
async function open({ url }: { url: string }, client: Client) {
  const stream = await openEventStream(`${url}/api/blade-desk/push`, client.headers);
  streams.push(stream);
  if (stream.status === 200) expect(await stream.next()).toEqual({ event: 'open', data: {} });
  return stream;
}
const at = '/blade-desk/notice';
async function publish(body: object = {}) {
  const { id } = ok(await author.post(`${at}/submit`, { body: { title: '机密标题', category: 1, ...body } }));
  ok(await author.post(`${at}/publish`, { body: { ids: id } }));
  return id as string;
}
const changed = { event: 'changed', data: { topic: 'inbox', about: 'notice', spread: 2000 } };

let first: Awaited<ReturnType<typeof another>>;
let second: Awaited<ReturnType<typeof another>>;
beforeAll(async () => {
  server = await startServer();
  await server.addUser({
    account: 'author',
    permissions: ['notice', 'notice_add', 'notice_edit', 'notice_publish', 'notice_revoke'],
  });
  ({ userId: liId } = await server.addUser({ account: 'li' }));
  await server.addUser({ account: 'wang' });
  await server.addTenant('100001');
  await server.addUser({ account: 'stranger', tenantId: '100001' });
  author = await server.as('author');
  li = await server.as('li');
  first = await another({ hears: true });
  second = await another({ hears: true });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(async () => {
  for (const one of servers) await one.close();
  await server.close();
});

describe('the stream', () => {
  it('is plain, unbuffered, and for people with a session alone', async () => {
    const stream = await open(first, li);
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers['cache-control']).toBe('no-store');
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['x-accel-buffering']).toBe('no');
    expect(stream.headers['x-content-type-options']).toBe('nosniff');
    expect((await openEventStream(`${first.url}/api/blade-desk/push`, {})).status).toBe(401);
    const { headers } = li;
    expect((await openEventStream(`${first.url}/api/blade-desk/push`, { ...headers, accept: '*/*' })).status).toBe(400);
    const token = headers['blade-auth']!.split(' ')[1];
    expect((await openEventStream(`${first.url}/api/blade-desk/push?blade-auth=${token}`, {})).status).not.toBe(200);
  });

  it('says that a notice came and went, to its recipients on every server, and nothing of its content', async () => {
    const stranger = await server.as('stranger', '100001');
    const [here, there, other, foreign] = [
      await open(first, li),
      await open(second, li),
      await open(second, await server.as('wang')),
      await open(second, stranger),
    ];
    const id = await publish({ audience: 2, userIds: liId });
    expect(await here.next()).toEqual(changed);
    expect(await there.next()).toEqual(changed);
    ok(await author.post(`${at}/revoke`, { body: { ids: id } }));
    expect(await there.next()).toEqual(changed);
    await publish();
    expect(await other.next()).toEqual(changed);
    expect(await foreign.within(200)).toEqual([]);
  });

  it('gathers what happens at the same moment', async () => {
    const stream = await open(first, li);
    await server.deps.db.withTenant(platform, '2026-11-20', async (trx) => {
      for (let i = 0; i < 20; i++)
        await notify(trx, server.deps, {
          tenantId: platform,
          audience: 'user',
          userId: liId,
          kind: 'message',
          title: `第 ${i} 条`,
          content: '',
        });
    });
    expect(await stream.within(400)).toEqual([{ event: 'changed', data: { topic: 'inbox', about: 'message' } }]);
  });

  it('says it of a later release when it is due, unless it was withdrawn', async () => {
    const stream = await open(second, li);
    const text = (ms: number) => {
      server.clock.advance(ms);
      const now = server.clock.text();
      server.clock.advance(-ms);
      return now;
    };
    const withdrawn = await publish({ releaseTime: text(2_000) });
    await publish({ releaseTime: text(2_000) });
    expect(await stream.within(200)).toEqual([]);
    ok(await author.post(`${at}/revoke`, { body: { ids: withdrawn } }));
    expect(await stream.next()).toEqual(changed); // the withdrawal
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    server.clock.advance(2_100);
    await server.drain();
    expect(await stream.within(400)).toEqual([changed]);
  });

  it('reaches everyone of the tenant when the recipients are too many to be named', async () => {
    const stream = await open(first, await server.as('wang'));
    const userIds = Array.from({ length: 600 }, () => server.deps.newId());
    await server.deps.db.withTenant(platform, '2026-11-20', (trx) =>
      notify(trx, server.deps, {
        tenantId: platform,
        audience: 'chosen',
        deptIds: [],
        roleIds: [],
        userIds,
        kind: 'notice',
        title: 't',
        content: '',
      }),
    );
    expect(await stream.next()).toEqual(changed);
  });
});

describe('it ends', () => {
  it.each([
    ['signs out', (client: Client) => client.get('/blade-auth/oauth/logout')],
    [
      'locks the screen',
      (client: Client) => client.post('/blade-auth/oauth/lock', { body: { proof: 'a'.repeat(64) } }),
    ],
  ])('when the person %s, on every server', async (_, act) => {
    const client = await server.as('li');
    const [stream, beside] = [await open(second, client), await open(second, li)];
    expect((await act(client)).status).toBe(200);
    expect(await stream.next()).toEqual({ event: 'over', data: {} });
    await stream.ended;
    expect(await beside.within(300)).toEqual([]);
  });

  it('when the session ends by itself', async () => {
    const client = await server.as('wang');
    const strict = await another({ hears: true, pushLimits: { sessionMs: 100 } });
    const stream = await open(strict, client);
    await server.sql(`update sys_user set status = 0 where account = 'wang'`);
    expect(await stream.next()).toEqual({ event: 'over', data: {} });
    await stream.ended;
    await server.sql(`update sys_user set status = 1 where account = 'wang'`);
  });

  it('when the server stops, and asks to connect again', async () => {
    const third = await another({ hears: false });
    const stream = await open(third, li);
    await third.close();
    expect(await stream.next()).toEqual({ event: 'restart', data: {} });
    await stream.ended;
  });

  it('when it begins while the server stops', async () => {
    const third = await another({ hears: false });
    const listener = third.app.server;
    const close = listener.close.bind(listener);
    let late: Promise<EventStream> | undefined;
    // The streams of before have been told to go by then, and new connections are still accepted.
    listener.close = (done) => {
      late = open(third, li);
      void late.then(() => close(done));
      return listener;
    };
    await third.close();
    const stream = (await late)!;
    expect(await stream.next()).toEqual({ event: 'restart', data: {} });
    await stream.ended;
  });
});

describe('a server', () => {
  it('that hears no signals looks for what is new, and says it once', async () => {
    const deaf = await another({ hears: false });
    const stream = await open(deaf, li);
    await stream.within(300); // the first look
    const id = await publish();
    expect(await stream.within(800)).toEqual([{ event: 'changed', data: { topic: 'inbox', about: 'notice' } }]);
    ok(await author.post(`${at}/revoke`, { body: { ids: id } }));
    expect(await stream.next()).toMatchObject({ event: 'changed' });
  });

  it('whose connection to the signals breaks connects again', async () => {
    const stream = await open(first, li);
    const cut = () =>
      server.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen ${busChannel}' and datname = current_database()`,
      );
    expect((await cut()).length).toBeGreaterThan(0);
    await stream.within(1_500);
    await publish();
    expect(await stream.next()).toMatchObject({ event: 'changed' });
    // heard again, not found by looking: what is looked for has no spread
    await until(async () => {
      await publish();
      const seen = await stream.within(200);
      return seen.some(({ data }) => (data as { spread?: number }).spread === 2000);
    });
  });

  it('limits the connections of a person, and does not count them as running requests', async () => {
    const small = await another({ hears: false, limits: { requestsPerNetwork: 2 }, pushLimits: { perPerson: 3 } });
    const own = [];
    for (let i = 0; i < 3; i++) own.push(await open(small, li));
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await open(small, li)).status).toBe(429);
    expect((await openEventStream(`${small.url}/health/live`, {})).status).toBe(200);
    own[0]!.close();
    await until(async () => (await open(small, li)).status === 200);
  });
});
