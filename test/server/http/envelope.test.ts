/** The shape of every answer: right, wrong, odd, broken, or with the database gone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../../server/app';
import { openDatabase, openPool } from '../../../server/kernel/database';
import { type Answer, basic, clientOf, multipart, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Server['admin'];
beforeAll(async () => {
  server = await startServer();
  admin = server.admin;
});
afterAll(() => server.close());

const list = '/blade-product/product/page';
const submit = '/blade-product/product/submit';
const json = { 'content-type': 'application/json' };
const goods = { productName: '稳租', productCode: 'P1', deadline: 365, amountPer: '10000', getType: 0, yearRate: '6' };

/** A failure for people and programs, which discloses nothing about the server's implementation. */
function expectFailure({ status, body, headers }: Answer, code: number, reason: string) {
  expect(body).toMatchObject({ code, success: false, data: {}, reason });
  expect(status).toBe(code);
  expect(body.msg).toMatch(/./);
  expect(headers['content-type']).toMatch(/^application\/json; ?charset=utf-8$/);
  expect(headers['x-request-id']).toMatch(/^\d+$/);
  expect(body.requestId).toBe(headers['x-request-id']);
  expect(JSON.stringify(body)).not.toMatch(/\bat |\.ts\b|\.js\b|select |relation|lease_|sys_|node_modules|FST_ERR/i);
}

describe('an answer', () => {
  it('is {code, success, data, msg} with a request id when all is well', async () => {
    const { status, body, headers } = await admin.get(list);
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 200,
      success: true,
      msg: '操作成功',
      data: { records: [], total: 0, size: 10, current: 1, pages: 0 },
    });
    expect(headers['x-request-id']).toMatch(/^\d+$/);
    const second = await admin.get(list);
    expect(second.headers['x-request-id']).not.toBe(headers['x-request-id']);
  });

  it('does not take its request id from the asker', async () => {
    expect((await admin.get(list, {}, { 'x-request-id': 'mine' })).headers['x-request-id']).not.toBe('mine');
  });

  it('has the requested language', async () => {
    for (const [language, msg] of [
      ['en-GB,en;q=0.9', 'Address not found'],
      ['zh-CN,en;q=0.5', '404 没找到请求'],
      ['de', '404 没找到请求'],
    ])
      expect((await admin.get('/none', {}, { 'accept-language': language! })).body.msg).toBe(msg);
    expect((await admin.get(list, {}, { 'accept-language': 'en' })).body.msg).toBe('Done');
    const problem = await admin.post(submit, { body: {}, headers: { 'accept-language': 'en' } });
    expect(problem.body).toMatchObject({ code: 400, msg: 'Enter product name' });
  });

  it.each(['/api/blade-product/product/page', '/api/none', '/health/live', '/config.json', '/'])(
    'of %s carries the headers that keep a browser safe',
    async (url) => {
      const { headers } = await admin.send({ url });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe-eval');
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('x-powered-by');
      if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
    },
  );

  it('invites no other origin', async () => {
    const { headers } = await admin.send({ url: `/api${list}`, headers: { origin: 'https://evil.example' } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a request is refused in the envelope', () => {
  const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
    admin.send({ method: 'POST', url: `/api${submit}`, payload, headers });

  it.each(['/api', '/api/', '/api/none', '/api/blade-product/product', '/api/blade-product/product/page/', '/none'])(
    'with 404 for the unknown address %s',
    async (url) => {
      expectFailure(await admin.send({ url }), 404, 'noSuchPath');
      expectFailure(await admin.send({ url, method: 'POST' }), 404, 'noSuchPath');
    },
  );
  it.each(['/swagger', '/actuator/env', '/metrics', '/v3/api-docs', '/.env', '/.git/config'])(
    'with 404 for %s',
    async (url) => expectFailure(await admin.send({ url }), 404, 'noSuchPath'),
  );

  it('with 405 for the wrong method of a known address', async () => {
    expectFailure(await admin.send({ method: 'POST', url: `/api${list}` }), 405, 'wrongMethod');
    expectFailure(await admin.send({ method: 'GET', url: `/api${submit}` }), 405, 'wrongMethod');
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      expectFailure(await admin.send({ method, url: `/api${submit}` }), 405, 'wrongMethod');
    expectFailure(await admin.send({ method: 'GET', url: '/api/blade-auth/oauth/token' }), 405, 'wrongMethod');
  });

  it.each(['{', '{"a":', '[1,', 'nonsense', '{"a":1}}', '\ufeff\ufeff{}', "{'a':1}", '{"a":"\u0001"}'])(
    'with 400 for the JSON %j',
    async (payload) => expectFailure(await post(payload), 400, 'unreadable'),
  );
  it('with 400 for bytes that are no text', async () => {
    const bytes = Buffer.concat([Buffer.from('{"productName":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"')]);
    expectFailure(await post(bytes), 400, 'unreadable');
  });
  it.each(['{"__proto__":{"isSuper":true}}', '{"constructor":{"prototype":{"isSuper":true}}}'])(
    'with 400 for %s, and no object inherits from it',
    async (payload) => {
      expectFailure(await post(payload), 400, 'unreadable');
      expect(({} as Record<string, unknown>).isSuper).toBeUndefined();
    },
  );
  it.each(['text/xml', 'text/plain', 'application/octet-stream', 'nonsense', 'application/jsonx'])(
    'with 415 for the media type %s',
    async (type) => expectFailure(await post(JSON.stringify(goods), { 'content-type': type }), 415, 'wrongMedia'),
  );
  it('with 413 for more than a megabyte', async () => {
    expectFailure(await post(JSON.stringify({ note: 'x'.repeat(1_100_000) })), 413, 'tooLarge');
  });
  it.each(['/api/%zz', '/api/blade-product/product/%E0%A4%A', '/%'])(
    'with 400 for the malformed address %s',
    async (url) => {
      const { status, body, headers } = await admin.send({ url });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, success: false, reason: 'unreadable', msg: '请求内容无法读取' });
      expect(headers['content-type']).toMatch(/json/);
    },
  );
  it('with 400 for a parameter that is given twice', async () => {
    expectFailure(await admin.send({ url: `/api${list}?size=10&size=20` }), 400, 'badParameter');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const twice = await admin.send({
      method: 'POST',
      url: '/api/blade-product/product/remove',
      headers: form,
      payload: 'ids=1&ids=2',
    });
    expectFailure(twice, 400, 'badParameter');
  });

  const values: [string, object][] = [
    ['a NUL in a text', { productName: 'a\u0000b' }],
    ['a NUL in a key', { productCode: '\u0000' }],
    ['a list for a text', { productName: ['a'] }],
    ['an object for a text', { productName: { toString: 1 } }],
    ['an object for a choice', { getType: { toString: 1 } }],
    ['a list for a choice', { getType: [1] }],
    ['an inherited name for a choice', { getType: 'toString' }],
    ['an object for a number', { deadline: { valueOf: 1 } }],
    ['a huge number', { deadline: 1e300 }],
    ['a huge number of days', { deadline: 99_999_999_999 }],
    ['no number', { deadline: 'soon' }],
    ['a fraction of a day', { deadline: 1.5 }],
    ['no days', { deadline: 0 }],
    ['a term of a century', { deadline: 36_500 }],
    ['an amount with an exponent', { amountPer: '1e309' }],
    ['an amount whose comma groups nothing', { amountPer: '10,00' }],
    ['a third decimal', { amountPer: '0.001' }],
    ['nothing as an amount', { amountPer: -0 }],
    ['an amount beyond the column', { amountPer: '99999999999999999' }],
    ['NaN', { amountPer: 'NaN' }],
    ['a rate above 100', { yearRate: 101 }],
    ['a negative rate', { yearRate: '-1' }],
    ['a rate with five decimals', { yearRate: '6.00001' }],
    ['a long name', { productName: 'x'.repeat(65) }],
    ['an id that is no number', { id: 'abc' }],
    ['an id beyond 64 bits', { id: '9999999999999999999' }],
    ['an object for an id', { id: { toString: 1 } }],
    ['a list for an id', { id: ['1'] }],
  ];
  it.each(values)('with 400 for %s, and nothing is stored', async (_case, change) => {
    const answer = await admin.post(submit, { body: { ...goods, ...change } });
    expect(answer.body).toMatchObject({ code: 400, success: false });
    expect(answer.status).toBe(400);
    expect(await server.sql('select id from lease_product')).toEqual([]);
  });

  it.each(['[1,2]', '[]', '[{}]', '1', '"text"', 'null', 'true', ' '])(
    'with 400 for the JSON %j, which is no object',
    async (payload) => expectFailure(await post(payload), 400, 'unreadable'),
  );
  it('unless the body is empty: that is no mistake of clients of the family', async () => {
    expectFailure(await post(''), 400, 'invalid');
    expectFailure(await post('{}'), 400, 'invalid');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectFailure(await post('', form), 400, 'invalid');
  });
  it('with 400 for bytes that are no text, in a name, a value or a form', async () => {
    const odd = Buffer.from([0xc3, 0x28]);
    const around = (before: string, after: string) => Buffer.concat([Buffer.from(before), odd, Buffer.from(after)]);
    for (const payload of [around('{"note":"', '"}'), around('{"', '":1}'), odd])
      expectFailure(await post(payload), 400, 'unreadable');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectFailure(await post(around('a=', ''), form), 400, 'unreadable');
  });
  it('when it is nested deeper than anything that walks through it may be, with an idempotency key or without', async () => {
    const nested = (levels: number) => `{"note":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    for (const levels of [64, 5000, 100_000])
      for (const headers of [json, { ...json, 'idempotency-key': `deep-${levels}` }])
        expectFailure(await post(nested(levels), headers), 400, 'unreadable');
    expectFailure(await post(nested(63)), 400, 'badParameter');
    const brackets = JSON.stringify({ ...goods, productName: '[{"'.repeat(20), productCode: 'BRACKETS' });
    expect((await post(brackets)).status).toBe(200);
    await server.sql('delete from lease_product');
  });
  it('or taken, without a stumble, when it is wide or holds names twice', async () => {
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, 1])));
    expectFailure(await post(wide), 400, 'invalid');
    expectFailure(await post('{"productName":"a","productName":""}'), 400, 'invalid');
  });
  it('when a form or an address holds more names than any legitimate one', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}=1`).join('&');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectFailure(await post(names(1001), form), 400, 'tooManyNames');
    expectFailure(await admin.send({ url: `/api${list}?${names(1001)}` }), 400, 'tooManyNames');
    expectFailure(await post(names(1000), form), 400, 'invalid');
  });
  it('with 415 for a file where none is taken, and for anything else where one is', async () => {
    const { payload, headers } = multipart(Buffer.from('x'), 'x.png');
    expectFailure(await post(payload, headers), 415, 'wrongMedia');
    const put = '/api/blade-resource/oss/endpoint/put-file';
    expectFailure(await admin.send({ method: 'POST', url: put, payload: '{}', headers: json }), 415, 'wrongMedia');
  });
});

describe('before there is a session', () => {
  const token = (payload: string, headers: Record<string, string> = {}) =>
    server.anybody.send({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      payload,
      headers: { authorization: basic, ...headers },
    });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const filled = (bytes: number) => `username=${'x'.repeat(bytes - 9)}`;

  it('a body has 16 KiB, whatever it is', async () => {
    expectFailure(await token(filled(16 * 1024 + 1), form), 413, 'tooLarge');
    expectFailure(await token(JSON.stringify({ username: 'x'.repeat(16 * 1024) }), json), 413, 'tooLarge');
    expect((await token(filled(16 * 1024), form)).body.error).toBe('unsupported_grant_type');
    const long = { body: { tel: 'x'.repeat(16 * 1024) } };
    expectFailure(await server.anybody.post('/lease-sign/identify', long), 413, 'tooLarge');
    // the picture of a signature is larger, and goes to one step only
    const signature = { body: { signature: 'x'.repeat(400_000) } };
    expectFailure(await server.anybody.post('/lease-sign/sign', signature), 400, 'sign.badLink');
  });

  it.each([
    '/blade-product/product/submit',
    '/blade-resource/oss/endpoint/put-file',
    '/blade-system/user/register-guest',
    '/blade-auth/oauth/unlock',
  ])('no byte of a body for %s is looked at, however it is made', async (path) => {
    for (const [type, payload] of [
      ['application/json', '{'],
      ['application/json', 'x'.repeat(2 * 1024 * 1024)],
      ['multipart/form-data; boundary=x', 'x'],
      ['text/xml', '<x/>'],
    ] as const)
      expectFailure(
        await server.anybody.send({ method: 'POST', url: `/api${path}`, payload, headers: { 'content-type': type } }),
        401,
        'signedOut',
      );
  });

  it('nor is one for an address that is none', async () => {
    for (const client of [server.anybody, admin])
      expectFailure(
        await client.send({ method: 'POST', url: '/api/none', payload: 'x'.repeat(2 * 1024 * 1024), headers: json }),
        404,
        'noSuchPath',
      );
  });
});

describe('with and without /api', () => {
  it('every call is the same', async () => {
    const calls = [...server.app.printRoutes({ commonPrefix: false, includeMeta: false }).matchAll(/── (\/api\/blade-[^\s:*]*) \(([^)]*)\)/g)]
      .map(([, url = '', methods = '']) => ({ url: url.replace(/\/$/, ''), method: methods.includes('POST') ? ('POST' as const) : ('GET' as const) }))
      .filter(({ url }) => !url.includes('captcha')); // biome-ignore format: one list
    expect(calls.length).toBeGreaterThan(100);
    for (const { url, method } of calls) {
      const headers = { accept: 'text/html,*/*' };
      const [far, near] = await Promise.all(
        [url, url.slice('/api'.length)].map((one) => server.anybody.send({ method, url: one, headers })),
      );
      const same = ({ body: { requestId: _, ...rest }, status }: Answer) => ({ status, ...rest });
      expect([url, same(near!)]).toEqual([url, same(far!)]);
      expect(near!.headers['content-type']).toMatch(/^application\/json/);
      expect(near!.headers['cache-control']).toBe('no-store');
    }
  });

  it('a signed-in person gets the same list', async () => {
    const near = await admin.send({ url: `${list}?size=5` });
    expect(near).toMatchObject({ status: 200, body: { data: { records: [], size: 5 } } });
    expect((await admin.send({ method: 'POST', url: submit, payload: {} })).body.reason).toBe('invalid');
  });
});

describe('over a socket', () => {
  /** The server's answer to raw bytes, before it ends the connection. */
  const say = (bytes: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const { port } = server.app.server.address() as { port: number };
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let answer = '';
      socket.setTimeout(3000, () => socket.destroy());
      socket.on('data', (part) => {
        answer += part;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }));

  const cases: [string, string | Buffer, number][] = [
    ['no HTTP at all', '\x00\x01\x02\r\n\r\n', 400],
    ['another protocol', 'SSH-2.0-x\r\n', 400],
    ['a header without an end', `GET / HTTP/1.1\r\nx: ${'a'.repeat(40_000)}`, 431],
    [
      'two lengths',
      'POST /api HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a negative length', 'POST /api HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n', 400],
  ];
  it.each(cases)('%s is answered in the envelope, and the connection ends', async (_case, bytes, status) => {
    const answer = await say(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(body).toMatchObject({ code: status, success: false, msg: '请求内容无法读取' });
  });

  it('a body that ends early does no harm', async () => {
    const { port } = server.app.server.address() as { port: number };
    await new Promise<void>((resolve) => {
      const head = `POST /api/blade-auth/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: ${basic}\r\ncontent-length: 100\r\n\r\n{"a"`;
      const socket = connect(port, '127.0.0.1', () => socket.write(head, () => socket.destroy()));
      socket.on('close', () => resolve());
    });
    expect((await admin.get(list)).status).toBe(200);
  });
});

describe('with the console beside it', () => {
  it('unknown addresses of the server still answer in the envelope', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leasedesk-public-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>');
    const app = await buildApp(server.deps, { publicFolder: folder });
    const { send } = clientOf(app);
    const ours = ['/api', '/api/none', '/health', '/health/none', '/api/../api/none'];
    const documented = [
      '/blade-develop/none/list',
      '/blade-job',
      '/blade-flow/process?x=/',
      '/blade-report/report/rest/designer',
    ];
    for (const url of [...ours, ...documented])
      expectFailure(await send({ url, headers: { accept: 'text/html' } }), 404, 'noSuchPath');
    expectFailure(await send({ method: 'POST', url: '/anything' }), 404, 'noSuchPath');
    expect((await send({ url: '/lease/order', headers: { accept: 'text/html' } })).body).toContain('<title>console');
    await app.close();
    rmSync(folder, { recursive: true });
  });
});

describe('health', () => {
  it('says up, without a session', async () => {
    expect((await server.anybody.send({ url: '/health/live' })).body).toEqual({ status: 'up' });
    expect((await server.anybody.send({ url: '/health/ready' })).body).toEqual({ status: 'up' });
  });
  it('is not ready before the start is complete or while stopping, but up', async () => {
    const app = await buildApp(server.deps, { readiness: { running: () => false } });
    const { send } = clientOf(app);
    expect(await send({ url: '/health/ready' })).toMatchObject({ status: 503, body: { status: 'down' } });
    expect((await send({ url: '/health/live' })).status).toBe(200);
    await app.close();
  });
});

describe('when something breaks', () => {
  it('a bug is answered in one neutral sentence with a request id, and without its cause', async () => {
    await server.sql('alter table lease_product rename to lease_product_away');
    const answer = await admin.get(list);
    const english = await admin.get(list, {}, { 'accept-language': 'en' });
    await server.sql('alter table lease_product_away rename to lease_product');
    expectFailure(answer, 500, 'bug');
    expect(answer.body.msg).toBe('服务器异常');
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'data', 'msg', 'reason', 'requestId', 'success']);
    expect(english.body.msg).toBe('Server error');
    expect((await admin.get(list)).status).toBe(200);
  });

  it('a row that is locked too long is 503 busy, to be tried again', async () => {
    const { id } = (await admin.post(submit, { body: goods })).body.data;
    const holder = await server.pool.connect();
    await holder.query('begin');
    await holder.query(`set local app.tenant = '000000'`);
    await holder.query('select from lease_product where id = $1 for update', [id]);
    const answer = await admin.post(submit, { body: { id, note: 'x' } });
    await holder.query('rollback');
    holder.release();
    expectFailure(answer, 503, 'busy');
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('the database gone is 503 for every call, never a sign-out, and health says so', async () => {
    const away = openDatabase(openPool({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }));
    const closing = openPool({ ...(server.pool.options as object) });
    await closing.end();
    for (const db of [away, openDatabase(closing)]) {
      const app = await buildApp({ ...server.deps, db });
      const client = clientOf(app, admin.headers);
      for (const path of [list, '/blade-auth/oauth/user-info', '/blade-auth/oauth/logout']) {
        const answer = await client.get(path);
        expectFailure(answer, 503, 'unavailable');
        expect(answer.headers['retry-after']).toBe('1');
      }
      const token = await client.post('/blade-auth/oauth/token', {
        query: { grant_type: 'password', username: 'admin', password: 'x' },
        headers: { authorization: basic },
      });
      expectFailure(token, 503, 'unavailable');
      expect((await client.send({ url: '/health/ready' })).status).toBe(503);
      expect((await client.send({ url: '/health/live' })).status).toBe(200);
      await app.close();
    }
    await away.close();
  });
});
