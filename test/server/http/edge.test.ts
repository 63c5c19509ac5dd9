/** Limits of connections and requests, and what operators read when something breaks. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { buildApp, registry, reportFailure, type Wiring } from '../../../server/app';
import { runnerOf } from '../../../server/engine/tasks';
import type { Limits } from '../../../server/http/limits';
import { jobDue } from '../../../server/job/due';
import { fileName } from '../../../server/kernel/files/fileNames';
import { EgressError } from '../../../server/kernel/ports';
import { openEgress } from '../../../server/platform/egress';
import { png } from '../../support/png';
import { basic, clientOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const tokenCall = '/api/blade-auth/oauth/token';
const list = '/api/blade-customer/customer/list';

describe('on a socket', () => {
  const patience: Partial<Limits> = { headMs: 300, bodyMs: 300, uploadMs: 900, idleMs: 3000, checkMs: 50 };
  let app: FastifyInstance;
  const open: Socket[] = [];
  const listening = async (wiring: Wiring) => {
    app = await buildApp(server.deps, wiring);
    await app.listen({ port: 0, host: '127.0.0.1' });
  };
  /** Sends these bytes and leaves the connection open; answers what came back once the server has ended it. */
  const say = async (bytes: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    open.push(socket);
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    const closed = once(socket, 'close').then(() => answer);
    return { socket, closed, answer: () => answer };
  };
  const head = (path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}\r\n`;
  const auth = () => `blade-auth: ${server.admin.headers['blade-auth']}\r\n`;
  const expectEnd = (answer: string, status: number, reason: string) => {
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
      code: status,
      success: false,
      reason,
    });
  };
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await app.close();
  });

  it.each([
    ['a stranger', tokenCall, `authorization: ${basic}\r\n`],
    ['somebody signed in', '/api/blade-customer/customer/submit', undefined],
  ])('a body of %s that does not arrive is cut off and answered', async (_who, path, headers = auth()) => {
    await listening({ limits: patience });
    const { closed } = await say(`${head(path, `${headers}content-length: 1000\r\n`)}{"a":`);
    expectEnd(await closed, 408, 'tooSlow');
  });
  it('so is one in pieces, however busily they arrive', async () => {
    await listening({ limits: patience });
    const { socket, closed } = await say(head(tokenCall, `authorization: ${basic}\r\ntransfer-encoding: chunked\r\n`));
    const drip = setInterval(() => socket.write('1\r\n \r\n'), 20);
    expectEnd(await closed.finally(() => clearInterval(drip)), 408, 'tooSlow');
  });
  it('so are headers, and a connection that says nothing', async () => {
    await listening({ limits: patience });
    expectEnd(await (await say('GET /health/live HTTP/1.1\r\nx: ')).closed, 408, 'tooSlow');
    expect(await (await say('')).closed).toMatch(/^(HTTP\/1.1 408 |$)/);
  });
  it('an upload gets more time, and not for ever', async () => {
    await listening({ limits: patience });
    const began = Date.now();
    const put = '/api/blade-resource/oss/endpoint/put-file';
    const type = 'content-type: multipart/form-data; boundary=x\r\n';
    const bytes = `POST ${put} HTTP/1.1\r\nhost: x\r\n${type}${auth()}content-length: 1000\r\n\r\n--x\r\n`;
    expectEnd(await (await say(bytes)).closed, 408, 'tooSlow');
    expect(Date.now() - began).toBeGreaterThan(600);
  });
  it('a call whose token is not good is answered before its body', async () => {
    await listening({ limits: { ...patience, bodyMs: 20_000 } });
    const { socket, answer } = await say(
      `${head('/api/blade-customer/customer/submit', 'content-length: 900000\r\n')}{`,
    );
    await once(socket, 'data');
    expect(answer()).toMatch(/^HTTP\/1.1 401 /);
  });

  const ping = 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n';
  it('connections of one network are counted, released, and the rest told to come again', async () => {
    await listening({ limits: { connectionsPerNetwork: 2 } });
    const first = await say(ping);
    await once(first.socket, 'data');
    const second = await say(ping);
    await once(second.socket, 'data');
    const answer = await (await say(ping)).closed;
    expectEnd(answer, 503, 'busy');
    expect(answer).toMatch(/retry-after: 1/);
    const gone = once(app.server, 'connection'); // the next one is seen by the server after the one that ends
    first.socket.destroy();
    await first.closed;
    await new Promise(setImmediate);
    const next = await say(ping);
    await gone;
    await once(next.socket, 'data');
    expect(next.answer()).toMatch(/^HTTP\/1.1 200 /);
  });
  it('behind a proxy it is the requests of one network that are counted', async () => {
    const limits = { connectionsPerNetwork: 1, requestsPerNetwork: 1 };
    await listening({ limits, trustProxy: ['127.0.0.1'] });
    const from = (address: string) => `x-forwarded-for: ${address}\r\n`;
    const waiting = head(tokenCall, `authorization: ${basic}\r\ncontent-length: 10\r\n${from('203.0.113.7')}`);
    const arrived = new Promise<void>((resolve) => app.server.once('request', () => setImmediate(resolve)));
    await say(waiting);
    await arrived;
    const asked = (address: string) =>
      `GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${from(address)}\r\n`;
    expectEnd((await (await say(asked('203.0.113.7'))).closed).replace(/"requestId":"\d+"/, '"x":1'), 503, 'busy');
    expect(await (await say(asked('203.0.113.8'))).closed).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('in the log', () => {
  const lines: Record<string, any>[] = [];
  const logTo = {
    write(line: string): void {
      lines.push(JSON.parse(line));
    },
  };
  const secret = 'secret-8412';
  let app: FastifyInstance;
  beforeEach(() => {
    lines.length = 0;
  });
  afterEach(() => app.close());
  const built = async (
    deps: Partial<Server['deps']> = {},
    put: (app: FastifyInstance) => void = () => undefined,
    trustProxy: string[] | false = false,
  ) => {
    app = await buildApp({ ...server.deps, ...deps }, { logLevel: 'warn', logTo, trustProxy });
    put(app);
    await app.ready();
    return clientOf(app, server.admin.headers);
  };
  /** The one line there is: a whole error, with its place. */
  const expectLine = (place: object, message: string | RegExp) => {
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      ...place,
      error: { type: expect.any(String), message: expect.stringMatching(message) },
    });
    expect(lines[0]!.error.stack).toMatch(/\n {4}at /);
    expect(JSON.stringify(lines)).not.toContain(secret);
  };
  const anyone = { config: { permission: 'anyone' } };
  const thrown = new Error('broken on purpose', { cause: new TypeError('what was behind it') });

  it.each<[string, (app: FastifyInstance) => void]>([
    ['in a handler', (it) => void it.get('/api/x/:id', anyone, async () => Promise.reject(thrown))],
    [
      'in a hook',
      (it) => void it.get('/api/x/:id', { ...anyone, preHandler: async () => Promise.reject(thrown) }, async () => ''),
    ],
    [
      'in the writing of an answer',
      (it) =>
        void it.get('/api/x/:id', anyone, async () => ({
          toJSON() {
            throw thrown;
          },
        })),
    ],
  ])('stands what was thrown %s: once, whole, with its place and its cause', async (_where, put) => {
    const { send } = await built({}, put);
    const answer = await send({ url: `/api/x/7?password=${secret}` });
    expect(answer).toMatchObject({ status: 500, body: { reason: 'bug' } });
    expectLine({ level: 50, reqId: answer.body.requestId, method: 'GET', route: '/api/x/:id' }, /^broken on purpose$/);
    expect(lines[0]!.error.cause).toMatchObject({ type: 'TypeError', message: 'what was behind it' });
  });

  it('stands what was thrown in a parser', async () => {
    const { send } = await built({}, (it) => {
      it.addContentTypeParser('text/odd', async () => Promise.reject(thrown));
      it.post('/api/x', anyone, async () => '');
    });
    await send({ method: 'POST', url: `/api/x?a=${secret}`, payload: 'x', headers: { 'content-type': 'text/odd' } });
    expectLine({ method: 'POST', route: '/api/x' }, /^broken on purpose$/);
  });

  it('stands that an answer broke off while it was sent, and before', async () => {
    const { send } = await built({}, (it) => {
      it.get('/api/late', anyone, async () =>
        Readable.from(
          (async function* () {
            yield 'half';
            throw thrown;
          })(),
        ),
      );
    });
    await send({ url: `/api/late?a=${secret}` }).catch(() => undefined); // the connection is cut
    expectLine({ level: 50, method: 'GET', route: '/api/late' }, /^broken on purpose$/);
  });

  it('stands a failure of the database under either name of an error, and nothing of its rows', async () => {
    const { send } = await built({}, (it) => {
      it.get('/api/row', anyone, async () => {
        throw Object.assign(new Error('null value'), { code: '23502', detail: `Failing row contains (${secret})` });
      });
      it.get('/api/err', anyone, async (request) => {
        request.log.error({ err: Object.assign(thrown, { detail: secret }) }, 'the framework calls it so');
        return '';
      });
    });
    await send({ url: '/api/row' });
    expectLine({ route: '/api/row', error: { code: '23502' } }, /^null value$/);
    lines.length = 0;
    await send({ url: '/api/err' });
    expect(lines[0]).toMatchObject({
      err: { type: 'Error', message: 'broken on purpose', cause: { type: 'TypeError' } },
    });
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('stands why the server answered that it is not available', async () => {
    const { send } = await built({}, (it) => {
      it.get('/api/away', anyone, async () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      });
    });
    expect((await send({ url: '/api/away' })).status).toBe(503);
    expectLine({ level: 40, route: '/api/away' }, /ECONNREFUSED/);
  });

  it('stands no alarm when a sender goes away in the middle of a body', async () => {
    let isTold = () => {};
    const told = new Promise<void>((resolve) => {
      isTold = resolve;
    });
    const write = (line: string) => {
      logTo.write(line);
      if (lines.at(-1)!.error) isTold();
    };
    app = await buildApp(server.deps, { logLevel: 'debug', logTo: { write } });
    const reading = new Promise<void>((resolve) => {
      app.addHook('preParsing', async () => {
        setTimeout(resolve, 50);
      });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    const form = 'content-type: application/json\r\ncontent-length: 100';
    socket.write(`POST ${tokenCall} HTTP/1.1\r\nhost: x\r\nauthorization: ${basic}\r\n${form}\r\n\r\n{"a":`);
    await reading;
    socket.destroy();
    await told;
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    expect(lines.filter(({ error }) => error)).toMatchObject([{ level: 20, method: 'POST', route: tokenCall }]);
  });

  it('stands nothing of what was merely refused', async () => {
    const { send } = await built();
    await send({ url: list, headers: { 'blade-auth': '' } });
    await send({ method: 'POST', url: tokenCall, payload: '{', headers: { 'content-type': 'application/json' } });
    await send({ url: '/api/none' });
    expect(lines).toEqual([]);
  });

  it('stands why a task did not run', async () => {
    await built();
    const away = { ...server.deps.db, withTenant: () => Promise.reject(new Error('no calendar today')) };
    const run = runnerOf({ ...server.deps, db: away }, registry);
    const data = { tenantId: '000000', jobId: '1', dueAt: 0 };
    const signal = new AbortController().signal;
    await run(jobDue, { data, signal, isLast: false }).catch((error) =>
      reportFailure(server.deps, app.log, error, 'a task failed', { task: jobDue.name }),
    );
    expectLine({ level: 50, msg: 'a task failed', task: 'job.due' }, /^no calendar today$/);
  });

  it('stands why a message could not be delivered, with what was behind it', async () => {
    const sms = {
      name: 'sms.example',
      isRepeatable: false,
      send: () => Promise.reject(new EgressError('sms.example: refused', { cause: thrown })),
    };
    const { settings } = server.deps;
    const withPhones = { ...settings, console: { ...settings.console, phoneMode: true } };
    const { send } = await built({ sms, settings: withPhones });
    await server.sql(`update sys_user set phone = '13900001111' where account = 'admin'`);
    const payload = { tenantId: '000000', phone: '13900001111' };
    const told = new Promise((resolve) => {
      const { write } = logTo;
      logTo.write = (line) => {
        write(line);
        resolve(line);
      };
    });
    await send({ method: 'POST', url: '/api/blade-auth/oauth/sms/send-validate', payload });
    await told;
    expectLine(
      { level: 50, reqId: expect.any(String), error: { type: 'EgressError', cause: { type: 'Error' } } },
      /^sms.example/,
    );
  });

  it('is a single warning about an untrusted proxy whose visitors count as one', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.5' };
    const { send } = await built();
    await send({ url: '/health/live' });
    expect(lines).toEqual([]);
    for (let i = 0; i < 3; i++) await send({ url: '/health/live', headers: forwarded });
    expect(lines).toMatchObject([{ level: 40, peer: '127.0.0.1', msg: expect.stringContaining('TRUST_PROXY') }]);
    await app.close();
    lines.length = 0;
    const trusted = await built({}, undefined, ['127.0.0.1']);
    await trusted.send({ url: '/health/live', headers: forwarded });
    expect(lines).toEqual([]);
    const stranger = { url: '/health/live', headers: forwarded, remoteAddress: '198.51.100.7' };
    await trusted.send(stranger);
    expect(lines).toMatchObject([{ peer: '198.51.100.7' }]);
  });

  it('stands why a call to the outside was not made', async () => {
    await built();
    await openEgress()({ method: 'GET', url: 'https://127.0.0.1/' }).catch((error) =>
      app.log.error({ error }, 'no answer'),
    );
    expectLine({ error: { type: 'EgressError' } }, /not on the public internet/);
  });
});

describe('what is stored', () => {
  const put = '/blade-resource/oss/endpoint/put-file';
  const hours = (count: number) => server.clock.advance(count * 60 * 60 * 1000);
  const uploaded = async (name = 'a.png') => ok(await server.admin.upload(put, png(200, 200), { name }));
  const opens = async (link: string) => (await server.anybody.send({ url: link })).status;
  const idOf = (link: string) => server.deps.files.idOf(link)!;
  const stored = async (link: string) =>
    (await server.sql('select name from attach where id = $1', [idOf(link)])).length;

  it('is served under the ending of its type', async () => {
    const { link } = await uploaded('photo.exe');
    const { headers } = await server.anybody.send({ url: link });
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-disposition']).toBe("inline; filename*=UTF-8''photo.exe.png");
  });
  it.each([
    ['a.PNG', 'image/png', 'a.PNG'],
    ['a.jpg', 'image/png', 'a.png'],
    ['a.jpeg', 'image/jpeg', 'a.jpeg'],
    ['合同v1.2', 'application/pdf', '合同v1.2.pdf'],
    ['a.html', 'image/gif', 'a.html.gif'],
    ['a\u202egpj.exe', 'image/jpeg', 'agpj.exe.jpg'],
    ['../../x\u0000', 'image/png', '....x.png'],
    ['', 'image/png', 'file.png'],
    [`${'x'.repeat(300)}.pdf`, 'image/png', `${'x'.repeat(251)}.png`],
  ])('%j of the type %s is called %j', (name, type, called) => expect(fileName(name, type)).toBe(called));

  it('is gone with the record that held it, and its links with it', async () => {
    const profile = (avatar: string) => server.admin.post('/blade-system/user/update-info', { body: { avatar } });
    const [first, second] = [await uploaded(), await uploaded()];
    expect(await opens(first.link)).toBe(200);
    const { avatar } = ok(await profile(first.link));
    expect([await opens(first.link), await opens(avatar)]).toEqual([200, 200]);
    ok(await profile(second.link));
    expect([await opens(first.link), await opens(avatar), await opens(second.link)]).toEqual([404, 404, 200]);
    ok(await profile(''));
    expect(await opens(second.link)).toBe(404);
  });

  it('is swept with its file after a day without a record, and stays for ever with one', async () => {
    const [loose, avatar, written] = [await uploaded(), await uploaded(), await uploaded()];
    ok(await server.admin.post('/blade-system/user/update-info', { body: { avatar: avatar.link } }));
    // whichever text names it: here a rich text of a notice
    await server.sql(
      `insert into inbox (id, tenant_id, audience, kind, title, content, create_time) values (1, '000000', 'all', 'notice', 't', $1, now())`,
      [`<img src="${written.link.split('?')[0]}">`],
    );
    hours(23);
    await server.advance();
    expect([await stored(loose.link), await stored(avatar.link), await stored(written.link)]).toEqual([1, 1, 1]);
    for (let day = 0; day < 3; day++) {
      hours(25);
      await server.advance();
      expect([await stored(loose.link), await stored(avatar.link), await stored(written.link)]).toEqual([0, 1, 1]);
    }
    expect(await server.deps.files.disk.get(`000000/${loose.name}`)).toBeUndefined();
    expect(await server.deps.files.disk.get(`000000/${avatar.name}`)).toMatchObject({ size: expect.any(Number) });
  });

  it('has a quota for a tenant, and a number an hour for a person', async () => {
    await server.sql(`update sys_param set param_value = '0' where param_key = 'storage.tenantGiB'`);
    const answer = await server.admin.upload(put, png(200, 200));
    expect(answer.body).toMatchObject({ code: 400, reason: 'upload.noRoom' });
    await server.sql(`update sys_param set param_value = '20' where param_key = 'storage.tenantGiB'`);
    const { link } = await uploaded();
    await server.sql(
      `insert into attach (id, tenant_id, name, original_name, content_type, size, sha256, is_upload, create_user, create_time)
       select n, tenant_id, name, original_name, content_type, 1, sha256, true, create_user, create_time
       from attach, generate_series(1, 599) n where id = $1`,
      [idOf(link)],
    );
    expect(await server.admin.upload(put, png(200, 200))).toMatchObject({
      status: 429,
      body: { reason: 'upload.tooMany' },
    });
    hours(2);
    const { link: large } = await uploaded();
    // Two largest files an hour: of one that no record holds, each byte counts twice.
    const sized = (bytes: number) => server.sql('update attach set size = $2 where id = $1', [idOf(large), bytes]);
    await sized(1024 ** 3 - 1024 ** 2);
    await uploaded();
    await sized(1024 ** 3);
    const refused = await server.admin.upload(put, png(200, 200));
    expect([refused.status, refused.body.msg]).toEqual([
      429,
      '一小时内上传的文件，连同更早上传而未使用的，最多 2048 MB，请稍后再试',
    ]);
    // Hours do not make room for more of them, or a day of them would fill that of all; the sweep and a record do.
    hours(20);
    expect((await server.admin.upload(put, png(200, 200))).body.reason).toBe('upload.tooMuch');
    await server.sql('update attach set held_at = now() where id = $1', [idOf(large)]);
    await uploaded();
    await server.sql('update attach set held_at = null where id = $1', [idOf(large)]);
    expect((await server.admin.upload(put, png(200, 200))).body.reason).toBe('upload.tooMuch');
    hours(25);
    for (let run = 0; run < 2; run++) await server.advance(); // one looks at 500 files
    await uploaded();
  });

  it('of what browsers report has a number a day, and a season', async () => {
    const send = (count: number) =>
      server.admin.post('/blade-auth/oauth/logout', { body: Array.from({ length: count }, () => ({ message: 'x' })) });
    const rows = async () => (await server.sql('select id from error_log where source = 2')).length;
    for (let call = 0; call < 5; call++) expect(ok(await send(200)).count).toBe(200);
    expect(await send(1)).toMatchObject({ status: 429, body: { reason: 'log.tooMany' } });
    hours(25);
    expect(ok(await send(1)).count).toBe(1);
    expect(await rows()).toBe(1001);
    hours(24 * 91);
    await server.advance();
    expect(await rows()).toBe(0);
  });

  it('by strangers has a number for each network', async () => {
    const ask = () => server.anybody.get('/blade-auth/oauth/captcha');
    await server.sql(
      `insert into captcha (key, proof, expires_at, network) select n::text, '', to_timestamp($1), '127.0.0.1' from generate_series(1, 300) n`,
      [(server.deps.now() + 60_000) / 1000],
    );
    expect(await ask()).toMatchObject({ status: 429, body: { reason: 'auth.tooFast' } });
    server.clock.advance(61_000);
    expect((await ask()).status).toBe(200);
  });

  it('of an answer, for a repeated key, is encrypted', async () => {
    const body = { realName: '钱多多', tel: '13912345678', openId: 'sealed-answer' };
    const headers = { 'idempotency-key': 'sealed-0001' };
    const save = () => server.admin.post('/blade-customer/customer/submit', { body, headers });
    const first = ok(await save());
    const [row] = await server.sql(`select * from idempotency where key = 'sealed-0001'`);
    expect(JSON.stringify(row)).not.toMatch(/13912345678|钱多多|realName/);
    expect(ok(await save())).toEqual(first);
    const other = await server.admin.post('/blade-customer/customer/submit', {
      body: { ...body, tel: '13912345679' },
      headers,
    });
    expect(other).toMatchObject({ status: 409, body: { reason: 'keyReused' } });
  });

  it('needs room: without any the server says that it is not ready', async () => {
    const app = await buildApp({ ...server.deps, files: { ...server.deps.files, hasRoom: async () => false } });
    expect((await clientOf(app).send({ url: '/health/ready' })).status).toBe(503);
    await app.close();
    expect(await server.deps.files.hasRoom()).toBe(true);
  });
});
