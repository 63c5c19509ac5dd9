/** The logs that people read: what real calls leave in them, who sees it, and how long it stays. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { identityCardCheck } from '../../../contract/domain/identity';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { depth } from '../../support/depth';
import { takesAtMost } from '../../support/growth';
import { boundPerson } from '../../support/scopes';
import { ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let tenant: Awaited<ReturnType<Server['foundTenant']>>;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = await startServer({ logLevel: 'warn', logTo: { write: (line) => void lines.push(JSON.parse(line)) } });
  tenant = await server.foundTenant();
});
afterAll(() => server.close());

type Row = Record<string, any>;
/** What a log holds, oldest first, once everything that was answered is written. */
async function logged(table: 'usual_log' | 'api_log' | 'error_log'): Promise<Row[]> {
  await turn(); // calls are logged when their answer has been sent
  await server.deps.logs!.flush();
  return server.sql(`select * from ${table} order by create_time, id`);
}
async function forget(): Promise<void> {
  for (const table of ['usual_log', 'api_log', 'error_log'] as const) {
    await logged(table);
    await server.sql(`delete from ${table}`);
  }
}
beforeEach(forget);

async function setParam(key: string, value: string): Promise<void> {
  const [{ id }] = (await server.sql('select id from sys_param where param_key = $1', [key])) as [Row];
  const before = ok(await server.admin.get('/blade-system/param/detail', { id }));
  ok(await server.admin.post('/blade-system/param/submit', { body: { ...before, paramValue: value } }));
  await turn();
  await server.deps.logs!.reload();
}

const products = '/blade-product/product';
function product(name = '稳租'): object {
  return { productName: name, productCode: `P-${name}`, deadline: 365, amountPer: '10000', getType: 0, yearRate: '6' };
}

describe('the log of calls', () => {
  it('takes the share of reads that the parameter says', async () => {
    await setParam('log.api.readPercent', '0');
    await forget();
    for (let count = 0; count < 5; count++) ok(await server.admin.get(`${products}/page`));
    expect(await logged('api_log')).toEqual([]);
    await setParam('log.api.readPercent', '100');
    await forget();
    const { headers } = await server.admin.get(`${products}/page`, { productName: '稳', size: 30 });
    expect(await logged('api_log')).toMatchObject([
      {
        tenant_id: platform,
        type: 1,
        status_code: 200,
        reason: '',
        method: 'GET',
        request_uri: `${products}/page`,
        title: '产品列表',
        params: '{"productName":"稳","size":"30"}',
        create_by: '管理员',
        request_id: headers['x-request-id'],
        remote_ip: '127.0.0.1',
        service_id: 'leasedesk',
      },
    ]);
  });

  it('takes a value that is no number for the default', async () => {
    await setParam('log.api.readPercent', 'all');
    expect(server.deps.logs!.policy.readPercent).toBe(10);
    await setParam('log.api.readPercent', '0');
  });

  it('takes every write, and every failure with its reason', async () => {
    ok(await server.admin.post(`${products}/submit`, { body: product('写') }));
    await server.admin.post(`${products}/submit`, { body: { productName: '' } });
    await server.admin.get(`${products}/detail`, { id: '7' });
    expect((await logged('api_log')).map((row) => [row.method, row.type, row.status_code, row.reason])).toEqual([
      ['POST', 1, 200, ''],
      ['POST', 2, 400, 'invalid'],
      ['GET', 2, 404, 'notFound'],
    ]);
  });

  it('takes every slow call', async () => {
    await setParam('log.api.slowMs', '150');
    await forget();
    // the list waits while its table is locked
    const waiting = await server.owner.kysely.transaction().execute(async (trx) => {
      await sql`lock table lease_product in access exclusive mode`.execute(trx);
      const answer = server.admin.get(`${products}/page`);
      await sleep(200);
      return { answer };
    });
    ok(await waiting.answer);
    const found = await logged('api_log');
    expect(found).toHaveLength(1);
    expect(found[0]!.time).toBeGreaterThanOrEqual(150);
    await setParam('log.api.slowMs', '1000');
  });

  it('belongs to the tenant of the session, and to the platform without one', async () => {
    await tenant.client.post(`${products}/submit`, { body: {} });
    await server.anybody.get(`${products}/page`);
    expect((await logged('api_log')).map((row) => [row.tenant_id, row.status_code, row.create_by])).toEqual([
      [tenant.tenantId, 400, '管理员'],
      [platform, 401, ''],
    ]);
  });

  it('tells a file by its name and size alone', async () => {
    await server.admin.upload('/blade-resource/oss/endpoint/put-file', Buffer.from('no picture'), { name: '合同.png' });
    const [row] = await logged('api_log');
    expect(row).toMatchObject({ status_code: 400, params: '' });
  });

  it('holds what strangers cause within bounds for each network', async () => {
    for (let count = 0; count < 70; count++) await server.anybody.get(`${products}/page`);
    const found = await logged('api_log');
    expect(found.length).toBeLessThanOrEqual(60);
    expect(server.deps.logs!.figures().dropped.strangers).toBeGreaterThanOrEqual(10);
    server.clock.advance(60_000);
    await server.anybody.get(`${products}/page`);
    expect(await logged('api_log')).toHaveLength(found.length + 1);
  });
});

describe('the log of events', () => {
  const event = (row: Row) => [row.tenant_id, row.event, row.log_level, row.create_by];

  it('has sign-ins, refused ones with their reason, and sign-outs', async () => {
    const client = await server.signIn();
    const { headers } = await server.token({ username: 'admin', password: md5('Wrong-1234'), grant_type: 'password' });
    ok(await client.get('/blade-auth/oauth/logout'));
    const found = await logged('usual_log');
    expect(found.map(event)).toEqual([
      [platform, 'signIn', 'info', '管理员'],
      [platform, 'signInFailed', 'warn', 'admin'],
      [platform, 'signOut', 'info', '管理员'],
    ]);
    expect(JSON.parse(found[1]!.log_data)).toEqual({ reason: 'auth.badCredentials', way: 'password' });
    expect(found[1]).toMatchObject({ request_id: headers['x-request-id'], remote_ip: '127.0.0.1', method: 'POST' });
    expect(JSON.stringify(await logged('api_log'))).not.toContain(md5('Wrong-1234'));
  });

  it('hides what was typed as an account that the tenant does not have, and keeps unknown tenants for the platform', async () => {
    const attempt = (username: string, tenantId: string) =>
      server.token({ username, password: md5('x'), grant_type: 'password' }, { 'tenant-id': tenantId });
    await attempt('My-Secret-Word-1', tenant.tenantId);
    await attempt('ADMIN', tenant.tenantId);
    await attempt('admin', '999999');
    await attempt('admin', 'no number');
    expect((await logged('usual_log')).map(event)).toEqual([
      [tenant.tenantId, 'signInFailed', 'warn', 'M***'],
      [tenant.tenantId, 'signInFailed', 'warn', 'ADMIN'],
      [platform, 'signInFailed', 'warn', 'admin'],
      [platform, 'signInFailed', 'warn', 'admin'],
    ]);
  });

  it('has what requests have committed, once for each kind of change, and nothing that was undone', async () => {
    const { id } = ok(await tenant.client.post(`${products}/submit`, { body: product('事') }));
    await tenant.client.post(`${products}/submit`, { body: { ...product('事'), id: '' } });
    const found = await logged('usual_log');
    expect(found.map(event)).toEqual([[tenant.tenantId, 'add', 'info', '管理员']]);
    expect(found[0]).toMatchObject({ entity: 'product', log_id: id, user_id: tenant.adminId, method: 'POST' });
    expect(JSON.parse(found[0]!.log_data)).toMatchObject({ count: 1, ids: [id] });
  });

  it('has changed passwords, ended sessions and grants', async () => {
    const { userId, roleId } = await server.addUser({ account: 'events', permissions: ['product'] });
    const person = await server.signIn('events');
    const next = 'Lease-desk-2027';
    const words = { oldPassword: md5('Lease-desk-2026'), newPassword: md5(next), newPassword1: md5(next) };
    ok(await person.post('/blade-system/user/update-password', { query: words }));
    const [menuId] = await server.menuIds('customer');
    ok(await server.admin.post('/blade-system/role/grant', { body: { roleIds: roleId, menuIds: menuId } }));
    const [{ sid }] = (await server.sql('select sid from sign_in where user_id = $1', [userId])) as [Row];
    ok(await server.admin.post('/blade-system/online/end', { query: { ids: sid } }));
    const found = await logged('usual_log');
    expect(found.map(({ event: what }) => what)).toEqual(['signIn', 'changePassword', 'grant', 'endSession']);
    const everything = JSON.stringify([found, await logged('api_log')]);
    for (const word of Object.values(words)) expect(everything).not.toContain(word);
  });
});

describe('the log of errors', () => {
  it('has unexpected errors of the server, joined with its own log by the request', async () => {
    await server.sql('alter table lease_product rename to lease_product_away');
    const answer = await tenant.client.get(`${products}/page`, { productName: '稳' });
    await server.sql('alter table lease_product_away rename to lease_product');
    expect(answer.status).toBe(500);
    const [row, ...others] = await logged('error_log');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      tenant_id: tenant.tenantId,
      source: 1,
      message: expect.stringContaining('lease_product'),
      url: `${products}/page`,
      method: 'GET',
      user_name: '管理员',
      params: '{"productName":"稳"}',
      request_id: answer.body.requestId,
    });
    expect(row!.stack).toContain(`${row!.file_name}:${row!.line_number}:`);
    expect(lines.filter((line) => line.reqId === answer.body.requestId)).toMatchObject([{ msg: 'unexpected error' }]);
    expect((await logged('api_log'))[0]).toMatchObject({ status_code: 500, request_id: answer.body.requestId });
  });

  it('has what browsers upload, with its tape, and hands both out to who may see the log', async () => {
    const tape = { tape: 1, story: [{ do: 'app/started' }] };
    const packed = gzipSync(JSON.stringify(tape)).toString('base64');
    const stack = 'Error: boom\n    at https://lease.example/main.js?token=abcdefgh12345678:1:1';
    const sent = {
      type: 'bug',
      url: '/lease',
      time: '2026-11-20 09:00:00',
      message: 'boom 13800138000 6222021234567890128 117081479577604153',
      stack,
    };
    ok(await tenant.client.post('/blade-auth/oauth/logout', { body: [{ ...sent, tape: packed }] }));
    const page = ok(await tenant.client.get('/blade-log/error/list', { source: 2 }));
    expect(page.total).toBe(1);
    const [{ id, stackTrace }] = page.records;
    expect(stackTrace).toBeUndefined();
    const shown = ok(await tenant.client.get('/blade-log/error/detail', { id }));
    expect(shown).toMatchObject({
      exceptionName: 'bug',
      requestUri: '/lease',
      hasTape: 1,
      message: 'boom 138****8000 **** 0128 117081479577604153',
    });
    expect(shown.stackTrace).toContain('token=***');
    expect(ok(await tenant.client.get('/blade-log/error/tape', { id }))).toBe(packed);
    expect((await server.admin.get('/blade-log/error/tape', { id })).status).toBe(404);
  });

  it('calls a browser’s error by the word of its table, and finds it by that word', async () => {
    ok(await tenant.client.post('/blade-auth/oauth/logout', { body: [{ type: 'error', message: 'x is undefined' }] }));
    expect((await logged('error_log'))[0]).toMatchObject({ type: 'error' });
    const list = (query: Record<string, string>) => tenant.client.get('/blade-log/error/list', query).then(ok);
    expect((await list({ exceptionName: 'bu' })).records).toMatchObject([{ exceptionName: 'bug' }]);
    expect((await list({ exceptionName: 'error' })).records).toEqual([]);
  });

  const tapePath = '/blade-log/error/tape';
  const uploaded = async (client: Pick<typeof server.admin, 'get' | 'post'>, packed: string) => {
    const message = `tape ${server.deps.newId()}`;
    ok(await client.post('/blade-auth/oauth/logout', { body: [{ message, tape: packed }] }));
    const [{ id }] = (await server.sql('select id from error_log where message = $1', [message])) as [Row];
    return id as string;
  };

  it('hands a tape out as it came, at the same cost whatever it unpacks to', async () => {
    const made = async (count: number) => {
      const packed = gzipSync(`[${'{},'.repeat(count)}0]`).toString('base64');
      const id = await uploaded(server.admin, packed);
      return { work: () => server.admin.get(tapePath, { id }), packed };
    };
    const [small, large] = [await made(1), await made(1_000_000)];
    expect(ok(await large.work())).toBe(large.packed);
    await takesAtMost(20, small.work, large.work);
  });

  it('shows the tape of another person to no one whom a data scope binds', async () => {
    const packed = gzipSync('{"tape":1}').toString('base64');
    const permissions = ['order', 'log_error', 'log_error_view'];
    const { roleId } = await server.addUser({ account: 'narrow', permissions });
    await server.addUser({ account: 'wide', permissions });
    const [menuId] = await server.menuIds('order');
    const body = {
      menuId,
      scopeName: '本人订单',
      resourceCode: 'narrow',
      scopeClass: 'order',
      scopeType: 2,
      scopeField: '*',
    };
    const { id: scopeId } = ok(await server.admin.post('/blade-system/data-scope/submit', { body }));
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [platform, roleId, scopeId]);
    const [narrow, wide] = [await server.as('narrow'), await server.as('wide')];
    const [theirs, own] = [await uploaded(server.admin, packed), await uploaded(narrow, packed)];
    const refused = await narrow.get(tapePath, { id: theirs });
    expect([refused.status, refused.body.reason]).toEqual([403, 'log.tapeHidden']);
    expect(ok(await narrow.get(tapePath, { id: own }))).toBe(packed);
    for (const reader of [wide, server.admin]) expect(ok(await reader.get(tapePath, { id: theirs }))).toBe(packed);
  });

  it('names the record of another person’s event to no one whom a data scope binds, nor finds the event by it', async () => {
    const path = '/blade-log/usual';
    const bound = await boundPerson(server, ['log_usual', 'product', 'order'], [{ scopeClass: 'order', scopeType: 2 }]);
    const { id } = ok(await server.admin.post(`${products}/submit`, { body: product('他人') }));
    await logged('usual_log');
    const rows = async (reader: Pick<typeof bound, 'get'>, query = {}) =>
      ok(await reader.get(`${path}/list`, { entity: 'product', ...query })).records as Row[];
    expect(await rows(server.admin, { logId: id })).toMatchObject([{ event: 'add', logId: id }]);
    const [row] = (await rows(bound)) as [Row];
    expect(row).toMatchObject({ event: 'add', logId: null });
    expect(ok(await bound.get(`${path}/detail`, { id: row.id }))).toMatchObject({ logId: null, logData: null });
    expect(await rows(bound, { logId: id })).toEqual([]);
  });
});

describe('a reader', () => {
  const paths = ['usual', 'api', 'error'].map((name) => `/blade-log/${name}`);

  it('sees the rows of the own tenant alone, newest first, and filters them', async () => {
    for (const client of [server.admin, tenant.client]) {
      ok(await client.post(`${products}/submit`, { body: product(client === server.admin ? '甲' : '乙') }));
      ok(await client.post('/blade-auth/oauth/logout', { body: [{ message: 'boom' }] }));
      server.clock.advance(1000);
    }
    await logged('api_log');
    for (const path of paths) {
      const [mine, theirs] = [ok(await server.admin.get(`${path}/list`)), ok(await tenant.client.get(`${path}/list`))];
      expect(mine.records.map((row: Row) => row.tenantId)).toEqual(mine.records.map(() => platform));
      expect(theirs.records.map((row: Row) => row.tenantId)).toEqual(theirs.records.map(() => tenant.tenantId));
      const { id, requestId } = theirs.records[0];
      expect((await server.admin.get(`${path}/detail`, { id })).status).toBe(404);
      expect(ok(await tenant.client.get(`${path}/detail`, { id })).requestId).toBe(requestId);
      expect(ok(await tenant.client.get(`${path}/list`, { requestId })).total).toBe(1);
      expect(ok(await server.admin.get(`${path}/list`, { requestId })).total).toBe(0);
      const times = theirs.records.map((row: Row) => `${row.createTime} ${row.id}`);
      expect(times).toEqual([...times].sort().reverse());
    }
    const at = server.clock.text();
    const filters: [string, Record<string, string>, number][] = [
      ['/blade-log/api', { requestUri: 'product/sub', createBy: '管理', type: '1', method: 'POST' }, 1],
      ['/blade-log/api', { createTime_ge: at }, 0],
      ['/blade-log/api', { userId: tenant.adminId }, 2],
      ['/blade-log/usual', { event: 'add', entity: 'product', logLevel: 'info' }, 1],
      ['/blade-log/usual', { logLevel: 'warn' }, 0],
      ['/blade-log/error', { message: 'oom' }, 1],
    ];
    for (const [path, query, total] of filters)
      expect([query, ok(await tenant.client.get(`${path}/list`, query)).total]).toEqual([query, total]);
  });

  it('needs the menu of the log', async () => {
    await server.addUser({ account: 'reads', permissions: ['log_api'] });
    const person = await server.as('reads');
    for (const path of paths)
      expect([path, (await person.get(`${path}/list`)).status]).toEqual([path, path.endsWith('api') ? 200 : 403]);
  });

  it('gets the titles of calls in the own language', async () => {
    ok(await server.admin.post(`${products}/submit`, { body: product('译') }));
    await logged('api_log');
    const english = await server.admin.get('/blade-log/api/list', {}, { 'accept-language': 'en' });
    expect(ok(english).records[0].title).toBe('Product: add, or change by id');
  });
});

describe('secrets', () => {
  const names = ['password', 'newPassword1', 'smsCode', 'code', 'access_token', 'clientSecret', 'secretKey', 'ticket'];
  const word = fc.stringMatching(/^[A-Za-z][\w!@#]{9,24}$/).map((text) => `Zq${text}`);
  const card = fc.integer({ min: 0, max: 999 }).map((order) => {
    const body = `11010519900307${String(order).padStart(3, '0')}`;
    return body + identityCardCheck(body);
  });
  const phone = fc.integer({ min: 0, max: 99_999_999 }).map((rest) => `139${String(rest).padStart(8, '0')}`);
  const digest = fc.stringMatching(/^[0-9a-f]{32}$/).filter((text) => /[a-f]/.test(text));
  const jwt = word.map((text) => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(text).toString('base64url')}.c2ln`);
  /** A member of a body, and the text in it that must not be logged. */
  const planted = fc.oneof(
    fc.tuple(fc.constantFrom(...names), word).map(([name, secret]) => ({ member: { [name]: secret }, secret })),
    fc.tuple(fc.constantFrom(...names), word).map(([name, secret]) => ({ member: { name, value: secret }, secret })),
    fc.oneof(card, phone, digest, jwt).map((secret) => ({ member: { remark: `见 ${secret}，谢谢` }, secret })),
    card.map((secret) => ({ member: { idNo: secret }, secret })),
    // what an action asks for, and what is read from a paper
    fc.integer({ min: 0, max: 9_999_999 }).map((rest) => {
      const secret = `E1${String(rest).padStart(7, '0')}`;
      return { member: { paperNo: secret }, secret };
    }),
    fc.integer({ min: 0, max: 99_999_999 }).map((rest) => {
      const secret = `02000034090${String(rest).padStart(8, '0')}`;
      return { member: { values: { payerAccount: secret } }, secret };
    }),
    phone.map((secret) => ({ member: { phones: `${secret},${secret}` }, secret })),
    word.map((secret) => ({ member: { link: `https://x.example/?a=1&token=${secret}&b=2` }, secret })),
    word.map((secret) => ({ member: { params: JSON.stringify({ deep: { password: secret } }) }, secret })),
    word.map((secret) => ({ member: { header: `Bearer ${secret}${secret}` }, secret })),
  );
  const filler = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ maxLength: 400 }), { maxKeys: 3 });
  const body = fc
    .tuple(filler, fc.array(planted, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 3 }))
    .map(([around, plants, levels]) => {
      let held: Record<string, unknown> = Object.assign({ ...around }, ...plants.map(({ member }) => member));
      for (let level = 0; level < levels; level++) held = { list: [held, 1] };
      // a name that is set twice keeps its last value
      const text = JSON.stringify(held);
      return { held, secrets: plants.map(({ secret }) => secret).filter((secret) => text.includes(secret)) };
    });

  it('of whatever body are in no log', async () => {
    await fc.assert(
      fc.asyncProperty(body, async ({ held, secrets }) => {
        await server.admin.post(`${products}/submit`, { body: held });
        const message = held.remark ?? held.link ?? held.header;
        await server.admin.post('/blade-auth/oauth/logout', { body: [{ message, info: held }] });
        const all = JSON.stringify([await logged('api_log'), await logged('usual_log'), await logged('error_log')]);
        for (const secret of secrets) if (all.includes(secret)) throw new Error(`${secret} is in ${all}`);
      }),
      { numRuns: depth(60, 1000) },
    );
    expect(JSON.stringify(lines)).not.toMatch(/Zq[A-Za-z]/);
  }, 120_000);
});

describe('old rows', () => {
  it('leave after the days of their log, in every tenant, also where it is stopped', async () => {
    const old: string[] = [];
    for (const client of [server.admin, tenant.client]) {
      const answers = [
        await client.post(`${products}/submit`, { body: product(client === server.admin ? '老' : '旧') }),
        await client.post('/blade-auth/oauth/logout', { body: [{ message: 'boom' }] }),
      ];
      old.push(...answers.map(({ headers }) => String(headers['x-request-id'])));
    }
    // more than one statement deletes
    await logged('api_log');
    await server.sql(
      `insert into api_log (id, tenant_id, request_id, create_time)
       select n, $1, $2, $3 from generate_series(1, 12001) n`,
      [tenant.tenantId, old[0], server.clock.text()],
    );
    await server.sql('update tenant set status = 0 where tenant_id = $1', [tenant.tenantId]);
    const left = async () => {
      const found = [await logged('usual_log'), await logged('api_log'), await logged('error_log')];
      return found.map((rows) => rows.filter(({ request_id }) => old.includes(request_id)).length);
    };
    const counts: number[][] = [];
    for (const days of [29, 2, 58, 2, 92, 2]) {
      server.clock.advance(days * 86_400_000);
      await server.advance();
      counts.push(await left());
    }
    expect(counts).toEqual([
      [2, 12_005, 2],
      [2, 0, 2],
      [2, 0, 2],
      [2, 0, 0],
      [2, 0, 0],
      [0, 0, 0],
    ]);
  });
});
