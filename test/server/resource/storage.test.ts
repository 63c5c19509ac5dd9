/** Stores of files and attachments, over HTTP: on the local disk and on a real S3 server that is sometimes at fault. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { partSize } from '../../../contract/wire/attachments';
import { beginDump } from '../../../server/platform/backup/dump';
import { png } from '../../support/png';
import { accessKey, bucketName, type S3, startS3 } from '../../support/s3';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let s3: S3;
let server: Server;
let admin: Client;
beforeAll(async () => {
  s3 = await startS3();
  server = await startServer({
    env: { EGRESS_ALLOW: s3.host },
    storeLimits: { connectMs: 2000, idleMs: 2500, attempts: 1 },
  });
  admin = server.admin;
});
afterAll(async () => {
  await server.close();
  await s3.close();
});
afterEach(() => s3.mend());

const oss = '/blade-resource/oss';
const attach = '/blade-resource/attach';
const put = `${oss}/endpoint/put-file`;
const hours = (count: number) => server.clock.advance(count * 60 * 60 * 1000);
function bucket(more: object = {}) {
  const place = { category: 1, endpoint: s3.endpoint, bucketName, region: 'us-east-1' };
  return { ossCode: 'minio', ...place, accessKey, secretKey: accessKey, ...more };
}
async function saved(body: object, me = admin) {
  return ok(await me.post(`${oss}/submit`, { body }));
}
function enable(id: string, me = admin) {
  return me.post(`${oss}/enable`, { query: { id } });
}
function download(link: string, headers: Record<string, string> = {}) {
  return server.anybody.send({ url: link, headers });
}
function digest(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex');
}
async function rowOf(id: string) {
  return (await server.sql('select * from attach where id = $1', [id]))[0];
}
function keyOf({ name }: { name: string }, tenantId = platform) {
  return `${tenantId}/${name}`;
}

/** An upload in parts, as a client of it goes about it. */
function uploader(bytes: Buffer, name = 'film.mp4', me = admin) {
  const range = (number: number) => bytes.subarray((number - 1) * partSize, number * partSize);
  return {
    begin: (more: object = {}) => me.post(`${attach}/uploads`, { body: { name, size: bytes.length, ...more } }),
    part: (id: string, number: number, body = range(number), named = body) =>
      me.send({
        method: 'POST',
        url: `/api${attach}/uploads/part?id=${id}&number=${number}`,
        headers: {
          'content-type': 'application/octet-stream',
          'content-digest': `sha-256=:${createHash('sha256').update(named).digest('base64')}:`,
        },
        payload: body,
      }),
    status: (id: string) => me.get(`${attach}/uploads/status`, { id }),
    complete: (id: string) => me.post(`${attach}/uploads/complete`, { body: { id } }),
    abort: (id: string) => me.post(`${attach}/uploads/abort`, { body: { id } }),
  };
}
const film = randomBytes(2 * partSize + 4321);
async function uploaded(bytes: Buffer, name?: string) {
  const up = uploader(bytes, name);
  const { id } = ok(await up.begin());
  for (let number = 1; number <= Math.ceil(bytes.length / partSize); number++) ok(await up.part(id, number));
  return ok(await up.complete(id)).attachId as string;
}

describe('stores', () => {
  it('are kept with their secret encrypted, and never answer it', async () => {
    const row = await saved(bucket({ ossCode: 'kept' }));
    expect(row).toMatchObject({ ossCode: 'kept', status: 1, accessKey });
    expect(row).not.toHaveProperty('secretKey');
    const [{ secret_key }] = await server.sql('select secret_key from oss where id = $1', [row.id]);
    expect(secret_key).toMatch(/^v1\./);
    expect(server.deps.secrets.unseal(secret_key)).toBe(accessKey);
    ok(await admin.post(`${oss}/submit`, { body: { id: row.id, remark: 'r', secretKey: '' } }));
    const [after] = await server.sql('select * from oss where id = $1', [row.id]);
    expect(after).toMatchObject({ secret_key, remark: 'r' });
    for (const change of [
      { endpoint: 'https://8.8.8.8' },
      { bucketName: 'other' },
      { category: 3 },
      { accessKey: 'k' },
    ]) {
      const { body } = await admin.post(`${oss}/submit`, { body: { id: row.id, ...change } });
      expect(body).toMatchObject({ reason: 'oss.secretAgain', problems: { secretKey: 'required' } });
    }
    ok(await admin.post(`${oss}/submit`, { body: { id: row.id, endpoint: `${s3.endpoint}/` } }));
    const history = JSON.stringify(ok(await admin.get(`${oss}/history`, { id: row.id })));
    expect(history).not.toContain(secret_key);
    ok(await admin.post(`${oss}/remove`, { query: { ids: row.id } }));
  });

  it.each([
    ['http://127.0.0.1', 'inside the network'],
    ['https://127.1', 'inside'],
    ['https://2130706433', 'inside'],
    ['https://0x7f.1', 'inside'],
    ['https://[::ffff:10.0.0.1]', 'inside'],
    ['https://169.254.169.254', 'inside'],
    ['https://localhost.', 'inside'],
    ['http://a:b@storage.example.com', 'with a password'],
    ['file:///etc/passwd', 'no web address'],
    ['gopher://storage.example.com', 'no web address'],
    ['https://storage.example.com/path', 'with a path'],
  ])('are not taken with the endpoint %s (%s)', async (endpoint) => {
    const { status, body } = await admin.post(`${oss}/submit`, { body: bucket({ endpoint, ossCode: 'bad' }) });
    expect({ status, ...body }).toMatchObject({ status: 400, reason: 'oss.badEndpoint' });
    expect(await server.sql(`select id from oss where oss_code = 'bad'`)).toEqual([]);
  });

  it('that are forced into the table with such an endpoint are not called', async () => {
    const { id } = await saved(bucket({ ossCode: 'forced' }));
    const port = s3.host.split(':')[1];
    await server.sql('update oss set endpoint = $2 where id = $1', [id, `https://localhost:${port}`]);
    const before = s3.seen.length;
    expect((await enable(id)).body.reason).toBe('oss.notWorking');
    expect(s3.seen).toHaveLength(before);
    ok(await admin.post(`${oss}/remove`, { query: { ids: id } }));
  });

  it('need what their kind needs', async () => {
    const { body } = await admin.post(`${oss}/submit`, { body: { ossCode: 'x', category: 3 } });
    expect(body.problems).toEqual({ endpoint: 'required', bucketName: 'required', accessKey: 'required' });
    const without = await admin.post(`${oss}/submit`, { body: bucket({ ossCode: 'y', secretKey: '' }) });
    expect(without.body.problems).toEqual({ secretKey: 'required' });
    const disk = await saved({ ossCode: 'disk', category: 6 });
    expect(disk).toMatchObject({ category: 6, endpoint: null });
    ok(await admin.post(`${oss}/remove`, { query: { ids: disk.id } }));
  });

  it('are enabled one at a time, and only when they work', async () => {
    const [first, second] = [await saved(bucket({ ossCode: 'one' })), await saved(bucket({ ossCode: 'two' }))];
    const wrong = await saved(bucket({ ossCode: 'wrong', secretKey: 'not the key' }));
    const enabled = async () =>
      (await server.sql('select id from oss where status = 2 and is_deleted = 0')).map(({ id }) => id);
    ok(await enable(first.id));
    ok(await enable(second.id));
    expect(await enabled()).toEqual([second.id]);
    const answer = await enable(wrong.id);
    expect(answer.body).toMatchObject({ code: 400, reason: 'oss.notWorking' });
    expect(answer.body.msg).not.toContain('not the key');
    s3.break(/^PUT/, 'stall', 9);
    expect((await enable(first.id)).body.reason).toBe('oss.notWorking');
    expect(await enabled()).toEqual([second.id]);
    s3.mend();
    const both = await Promise.all([enable(first.id), enable(second.id)]);
    expect(both.some(({ status }) => status === 200)).toBe(true);
    expect(await enabled()).toHaveLength(1);
    expect(s3.keys().filter((key) => key.includes('probe'))).toEqual([]);
    ok(await admin.post(`${oss}/remove`, { query: { ids: [first.id, second.id, wrong.id].join() } }));
  });

  it('belong to their tenant', async () => {
    const mine = await saved(bucket({ ossCode: 'mine' }));
    const { client, tenantId } = await server.foundTenant();
    expect((await enable(mine.id, client)).status).toBe(403);
    const theirs = await saved(bucket({ ossCode: 'mine' }), client);
    ok(await enable(theirs.id, client));
    const { name } = ok(await client.upload(put, png(200, 200)));
    expect(s3.bytes(keyOf({ name }, tenantId))).toEqual(png(200, 200));
    expect(await rowOf(ok(await admin.upload(put, png(200, 200))).attachId)).toMatchObject({ oss_id: null });
    ok(await admin.post(`${oss}/remove`, { query: { ids: mine.id } }));
  });
});

describe('files', () => {
  let storeId: string;
  beforeAll(async () => {
    storeId = (await saved(bucket())).id;
  });

  it('stay readable where they are, whichever store is enabled later', async () => {
    const onDisk = ok(await admin.upload(put, png(200, 200), { name: 'd.png' }));
    ok(await enable(storeId));
    const inStore = ok(await admin.upload(put, png(210, 210), { name: 's.png' }));
    expect(onDisk).toMatchObject({
      originalName: 'd.png',
      attachId: expect.any(String),
      domain: 'https://lease.example',
    });
    expect(s3.has(keyOf(onDisk))).toBe(false);
    expect(s3.bytes(keyOf(inStore))).toEqual(png(210, 210));
    expect((await download(onDisk.link)).raw).toEqual(png(200, 200));
    expect((await download(inStore.link)).raw).toEqual(png(210, 210));
    const local = await saved({ ossCode: 'back', category: 6 });
    ok(await enable(local.id));
    const again = ok(await admin.upload(put, png(200, 200)));
    expect(s3.has(keyOf(again))).toBe(false);
    expect((await download(inStore.link)).raw).toEqual(png(210, 210));
    ok(await enable(storeId));
  });

  it('keep their store where it is', async () => {
    const { name } = ok(await admin.upload(put, png(200, 200)));
    expect(s3.has(keyOf({ name }))).toBe(true);
    for (const change of [{ bucketName: 'other' }, { endpoint: 'https://8.8.8.8' }, { category: 3 }])
      expect((await admin.post(`${oss}/submit`, { body: { ...bucket(), id: storeId, ...change } })).body.reason).toBe(
        'oss.holdsFiles',
      );
    const removal = await admin.post(`${oss}/remove`, { query: { ids: storeId } });
    expect(removal.body.success).toBe(false);
    ok(await admin.post(`${oss}/submit`, { body: { ...bucket(), id: storeId, remark: 'files stay' } }));
  });

  it('are sent in ranges, and not at all to who knows them', async () => {
    const bytes = png(300, 300);
    const { link } = ok(await admin.upload(put, bytes));
    const whole = await download(link);
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(bytes.length) });
    const part = await download(link, { range: 'bytes=10-29' });
    expect(part.status).toBe(206);
    expect(part.raw).toEqual(bytes.subarray(10, 30));
    expect(part.headers).toMatchObject({ 'content-range': `bytes 10-29/${bytes.length}`, 'content-length': '20' });
    expect((await download(link, { range: 'bytes=-5' })).raw).toEqual(bytes.subarray(-5));
    expect((await download(link, { range: `bytes=${bytes.length - 3}-` })).raw).toEqual(bytes.subarray(-3));
    const beyond = await download(link, { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    expect((await download(link, { range: 'bytes=0-1,4-5' })).status).toBe(200);
    const tag = String(whole.headers.etag);
    expect(tag).toBe(`"${digest(bytes)}"`);
    expect((await download(link, { 'if-none-match': tag })).status).toBe(304);
    expect((await download(link, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  it('of a kind that a browser could run are downloads in the sandbox', async () => {
    for (const [name, text, type] of [
      ['page.html', '<html><script>alert(1)</script>', 'application/octet-stream'],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'application/octet-stream'],
      ['list.csv', 'a,b\r\n1,2\r\n', 'text/csv'],
    ] as const) {
      const sent = ok(await admin.upload(put, Buffer.from(text), { name, query: { purpose: 'file' } }));
      const { headers, body } = await download(sent.link);
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining(type),
        'content-disposition': `attachment; filename*=UTF-8''${name}`,
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
        'x-content-type-options': 'nosniff',
      });
      expect(body).toBe(text);
    }
    const disguised = ok(await admin.upload(put, Buffer.from('<html>'), { name: 'a.png', query: { purpose: 'file' } }));
    expect(disguised.originalName).toBe('a.bin');
    expect((await admin.upload(put, Buffer.from('<html>'), { name: 'a.png' })).body.reason).toBe('upload.badAvatar');
  });

  it('that are large go through, and are refused beyond the limit', async () => {
    const sent = ok(await admin.upload(put, film, { name: 'film.bin', query: { purpose: 'file' } }));
    expect(digest(s3.bytes(keyOf(sent)))).toBe(digest(film));
    expect(await rowOf(sent.attachId)).toMatchObject({ size: film.length, sha256: digest(film), oss_id: storeId });
    await server.sql(`update sys_param set param_value = '3' where param_key = 'storage.fileMiB'`);
    const before = s3.keys().length;
    const answer = await admin.upload(put, film, { query: { purpose: 'file' } });
    expect(answer.body).toMatchObject({ reason: 'upload.fileTooLarge' });
    expect(answer.body.msg).toContain('3 MB');
    expect((await uploader(film).begin()).body.reason).toBe('upload.fileTooLarge');
    await server.sql(`update sys_param set param_value = '1024' where param_key = 'storage.fileMiB'`);
    expect(s3.keys()).toHaveLength(before);
    expect(s3.unfinished()).toEqual([]);
  });

  it('are not acknowledged when the store fails, stalls or loses them', async () => {
    const count = async () => (await server.sql('select count(*)::int as n from attach'))[0].n;
    const [rows, keys] = [await count(), s3.keys().length];
    for (const fault of ['fail', 'stall', 'cutRequest'] as const) {
      s3.break(/^PUT/, fault, 99);
      const answer = await admin.upload(put, png(200, 200));
      expect({ fault, ...answer.body }).toMatchObject({ code: 503, reason: 'store.unavailable' });
      s3.mend();
    }
    s3.break(/^PUT/, 'otherTag');
    s3.break(/^GET/, 'otherSize');
    expect((await admin.upload(put, png(200, 200))).body.reason).toBe('store.unavailable');
    s3.mend();
    expect([await count(), s3.keys().length]).toEqual([rows, keys]);
  });

  it('that a store does not answer, or answers wrongly, are refused clearly; half of one ends the connection', async () => {
    const { link } = ok(await admin.upload(put, png(300, 300)));
    for (const fault of ['fail', 'stall', 'otherSize'] as const) {
      s3.break(/^GET/, fault, 9);
      const { status, body } = await download(link);
      expect({ fault, status, reason: body.reason }).toEqual({ fault, status: 503, reason: 'store.unavailable' });
      s3.mend();
    }
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const file = ok(await admin.upload(put, film, { query: { purpose: 'file' } }));
    s3.break(/^GET/, 'cutAnswer');
    const answer = await fetch(`${address}${file.link}`);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});

describe('an upload in parts', () => {
  it('comes in any order, tells how far it is, and is an attachment when it is complete', async () => {
    const up = uploader(film, '验收 film.mp4');
    const begun = ok(await up.begin({ sha256: digest(film) }));
    expect(begun).toMatchObject({
      name: '验收 film.mp4',
      size: film.length,
      partSize,
      state: 'open',
      parts: [],
      attachId: null,
    });
    ok(await up.part(begun.id, 3));
    ok(await up.part(begun.id, 1));
    expect((await up.complete(begun.id)).body).toMatchObject({ reason: 'upload.incomplete' });
    expect(ok(await up.status(begun.id))).toMatchObject({ parts: [1, 3], state: 'open' });
    ok(await up.part(begun.id, 2));
    const done = ok(await up.complete(begun.id));
    expect(done).toMatchObject({ state: 'done', attachId: expect.any(String) });
    expect(ok(await up.complete(begun.id)).attachId).toBe(done.attachId);
    const row = ok(await admin.get(`${attach}/detail`, { id: done.attachId }));
    expect(row).toMatchObject({ attachSize: film.length, sha256: digest(film), isLibrary: 1, ossCode: 'minio' });
    const { link } = ok(await admin.get(`${attach}/download`, { id: done.attachId }));
    const sent = await download(link);
    expect(digest(sent.raw)).toBe(digest(film));
    expect(sent.headers['content-disposition']).toMatch(/^attachment;/);
    await server.deps.logs?.flush();
    const logged = await server.sql(`select params from api_log where request_uri like '%/uploads/part%'`);
    expect(logged.length).toBeGreaterThanOrEqual(3);
    // the bytes of a part, and the connection that they came from, are no parameters
    for (const { params } of logged) expect(Object.keys(JSON.parse(params)).sort()).toEqual(['id', 'number']);
  });

  it('goes on at another server, and after a restart', async () => {
    const up = uploader(film);
    const { id } = ok(await up.begin());
    ok(await up.part(id, 1));
    const { buildApp } = await import('../../../server/app');
    const { openFiles } = await import('../../../server/platform/files');
    const files = openFiles(server.folder, server.deps.secrets, { allow: [s3.host] });
    const other = await buildApp({ ...server.deps, files });
    const { clientOf } = await import('../../support/server');
    const there = uploader(film, 'film.mp4', clientOf(other, admin.headers));
    expect(ok(await there.status(id)).parts).toEqual([1]);
    ok(await there.part(id, 2));
    ok(await up.part(id, 3));
    expect(ok(await there.complete(id)).state).toBe('done');
    await other.close();
  });

  it('takes no part that is damaged, of another size, beyond the end, or of another person’s', async () => {
    const up = uploader(film);
    const { id } = ok(await up.begin());
    const part = film.subarray(0, partSize);
    expect((await up.part(id, 1, part, film)).body.reason).toBe('upload.badDigest');
    expect((await up.part(id, 1, part.subarray(1))).body.reason).toBe('upload.badPart');
    expect((await up.part(id, 4, part)).body.reason).toBe('upload.badPart');
    const url = `/api${attach}/uploads/part?id=${id}&number=1`;
    const type = { 'content-type': 'application/octet-stream' };
    const undigested = await admin.send({ method: 'POST', url, headers: type, payload: part });
    expect(undigested.body).toMatchObject({ reason: 'badParameter' });
    expect((await admin.post(`${attach}/uploads/part`, { query: { id, number: 1 }, body: {} })).status).toBe(415);
    expect((await admin.send({ method: 'POST', url: `/api${oss}/submit`, headers: type, payload: part })).status).toBe(
      415,
    );
    await server.addUser({ account: 'uploads', permissions: ['attach', 'attach_upload'] });
    const theirs = uploader(film, 'film.mp4', await server.as('uploads'));
    for (const answer of [await theirs.part(id, 1), await theirs.status(id), await theirs.complete(id)])
      expect(answer.body.reason).toBe('upload.gone');
    expect(ok(await theirs.abort(id))).toBe(true);
    expect(ok(await up.status(id))).toMatchObject({ parts: [], state: 'open' });
    ok(await up.abort(id));
    expect((await up.status(id)).body.reason).toBe('upload.gone');
  });

  it('goes on after the store failed, stalled or broke off', async () => {
    const up = uploader(film);
    const { id } = ok(await up.begin());
    for (const fault of ['fail', 'stall', 'cutRequest'] as const) {
      s3.break(/^PUT/, fault, 9);
      expect((await up.part(id, 1)).body).toMatchObject({ code: 503, reason: 'store.unavailable' });
      s3.mend();
    }
    expect(ok(await up.status(id)).parts).toEqual([]);
    for (const number of [1, 2, 3]) ok(await up.part(id, number));
    s3.break(/^POST .*uploadId/, 'fail', 9);
    expect((await up.complete(id)).body.reason).toBe('store.unavailable');
    s3.mend();
    s3.break(/^GET .*GetObject/, 'cutAnswer');
    expect((await up.complete(id)).status).toBe(503);
    const { attachId } = ok(await up.complete(id));
    expect(await rowOf(attachId)).toMatchObject({ sha256: digest(film) });
  });

  it('that the store keeps with one byte changed is refused, and leaves nothing', async () => {
    const up = uploader(film);
    const { id } = ok(await up.begin());
    ok(await up.part(id, 1));
    s3.break(/^PUT/, 'damage');
    ok(await up.part(id, 2));
    ok(await up.part(id, 3));
    const [{ name }] = await server.sql('select name from upload where id = $1', [id]);
    expect((await up.complete(id)).body).toMatchObject({ code: 400, reason: 'upload.damaged' });
    expect((await up.status(id)).body.reason).toBe('upload.gone');
    expect(await rowOf(id)).toBeUndefined();
    await server.advance();
    expect(s3.has(keyOf({ name }))).toBe(false);
  });

  it('whose digest is not the one announced is refused', async () => {
    const small = Buffer.from('%PDF-1.7 a small one, but long enough to be judged');
    const up = uploader(small, 'a.pdf');
    const { id } = ok(await up.begin({ sha256: digest(film) }));
    ok(await up.part(id, 1));
    expect((await up.complete(id)).body.reason).toBe('upload.damaged');
  });

  it('counts for the quota from its beginning until it ends', async () => {
    const set = (value: string) =>
      server.sql(`update sys_param set param_value = $1 where param_key = 'storage.tenantGiB'`, [value]);
    const [{ used }] = await server.sql(
      'select sum(size)::bigint as used from attach where tenant_id = $1 and erased_at is null',
      [platform],
    );
    const [{ open }] = await server.sql(
      `select coalesce(sum(size), 0)::bigint as open from upload where tenant_id = $1 and state = 'open'`,
      [platform],
    );
    await set(String((Number(used) + Number(open) + 1.5 * film.length) / 1024 ** 3));
    const up = uploader(film);
    const { id } = ok(await up.begin());
    expect((await up.begin()).body.reason).toBe('upload.noRoom');
    expect((await admin.upload(put, film, { query: { purpose: 'file' } })).body.reason).toBe('upload.noRoom');
    ok(await up.abort(id));
    const again = ok(await up.begin());
    ok(await up.abort(again.id));
    await set('20');
  });

  it('that is never completed is swept with its parts, also those whose upload lost its name', async () => {
    const up = uploader(film);
    const [first, second] = [ok(await up.begin()), ok(await up.begin())];
    ok(await up.part(first.id, 1));
    await server.sql('update upload set store_upload = null where id = $1', [second.id]);
    await server.advance();
    const open = s3.unfinished().length;
    expect(open).toBeGreaterThanOrEqual(2);
    hours(25);
    s3.break(/^(DELETE|GET)/, 'fail', 99);
    const failures: unknown[] = [];
    await server.advance((error) => failures.push(error));
    expect(failures.length).toBeGreaterThan(0);
    expect(s3.unfinished()).toHaveLength(open);
    expect((await up.part(first.id, 2)).body.reason).toBe('upload.gone');
    s3.mend();
    await server.advance();
    expect(s3.unfinished()).toEqual([]);
    expect(await server.sql('select id from upload where id = any($1)', [[first.id, second.id]])).toEqual([]);
  });

  it('on the local disk survives in the same way, and leaves no draft behind once no backup is being written', async () => {
    const { client, tenantId } = await server.foundTenant();
    const up = uploader(film, 'film.mp4', client);
    const { id } = ok(await up.begin());
    for (const number of [2, 3, 1]) ok(await up.part(id, number));
    const { attachId } = ok(await up.complete(id));
    const [{ name }] = await server.sql('select name from attach where id = $1', [attachId]);
    const found = await server.deps.files.disk.get(keyOf({ name }, tenantId));
    expect(found?.size).toBe(film.length);
    found?.stream.on('error', () => undefined).destroy();
    const dropped = ok(await up.begin());
    ok(await up.part(dropped.id, 1));
    const backup = new pg.Client(server.connections.owner);
    await backup.connect();
    await beginDump(backup);
    ok(await up.abort(dropped.id));
    const erasedAt = async () => (await server.sql('select erased_at from attach where id = $1', [attachId]))[0];
    ok(await client.post(`${attach}/remove`, { query: { ids: attachId } }));
    await server.advance();
    // both are referred to in the snapshot of the backup
    expect(readdirSync(join(server.folder, '.parts'))).toHaveLength(1);
    const kept = await server.deps.files.disk.get(keyOf({ name }, tenantId));
    expect(kept?.size).toBe(film.length);
    kept?.stream.on('error', () => undefined).destroy();
    expect(await erasedAt()).toEqual({ erased_at: null });
    await backup.end();
    await server.advance();
    expect(readdirSync(join(server.folder, '.parts'))).toEqual([]);
    expect(await server.deps.files.disk.get(keyOf({ name }, tenantId))).toBeUndefined();
  });
});

describe('attachments', () => {
  it('are listed with their store, kind and uploader, and renamed within their kind', async () => {
    const id = await uploaded(png(200, 200), 'Überblick.png');
    const { records } = ok(await admin.get(`${attach}/list`, { originalName: 'Überblick', extension: 'png' }));
    expect(records).toMatchObject([
      {
        id,
        originalName: 'Überblick.png',
        extension: 'png',
        attachSize: png(200, 200).length,
        uploader: '管理员',
        ossCode: 'minio',
        isLibrary: 1,
      },
    ]);
    expect((await download(records[0].link)).raw).toEqual(png(200, 200));
    const renamed = ok(
      await admin.post(`${attach}/submit`, { body: { id, originalName: 'page.html', attachSize: 1, sha256: 'x' } }),
    );
    expect(renamed).toMatchObject({ originalName: 'page.html.png', attachSize: png(200, 200).length });
    expect((await admin.post(`${attach}/submit`, { body: { originalName: 'a.png' } })).body.reason).toBe(
      'attach.byUpload',
    );
  });

  it('that a record uses say which, and stay; removed ones go with their bytes and links', async () => {
    const lease = leaseOf(server);
    const order = await lease.order();
    const picture = ok(await admin.upload('/blade-picture/picture/upload-images', png(), { query: { type: 6 } }));
    ok(
      await admin.post('/blade-picture/picture/submit', {
        body: { orderId: order.id, picType: 6, imageIndex: 0, path: picture.link },
      }),
    );
    ok(await lease.move(order.id, 1));
    const { contractCode } = await lease.read(order.id);
    const uses = ok(await admin.get(`${attach}/uses`, { id: picture.id }));
    expect(uses).toMatchObject({ records: [{ entity: 'picture', title: contractCode }], others: 0 });
    const refused = await admin.post(`${attach}/remove`, { query: { ids: picture.id } });
    expect(refused.body).toMatchObject({ reason: 'attach.inUse' });
    expect(refused.body.msg).toContain(`影像资料 ${contractCode}`);
    expect((await download(picture.link)).status).toBe(200);

    const id = await uploaded(png(200, 200), 'gone.png');
    const { link } = ok(await admin.get(`${attach}/detail`, { id }));
    const key = keyOf(await rowOf(id));
    expect(s3.has(key)).toBe(true);
    ok(await admin.post(`${attach}/remove`, { query: { ids: id } }));
    expect((await download(link)).status).toBe(404);
    s3.break(/^DELETE/, 'fail', 99);
    await server.advance(() => undefined);
    expect(s3.has(key)).toBe(true);
    s3.mend();
    await server.advance();
    expect([s3.has(key), await rowOf(id)]).toEqual([false, undefined]);
  });

  it('are used by texts, and by records that the person may not see', async () => {
    const id = await uploaded(png(200, 200), 'shown.png');
    await server.sql(
      `insert into inbox (id, tenant_id, audience, kind, title, content, create_time) values (77, '000000', 'all', 'notice', 't', $1, now())`,
      [`<img src="/api/blade-resource/attach/file/000000/${id}">`],
    );
    expect(ok(await admin.get(`${attach}/uses`, { id }))).toEqual({ records: [], others: 1 });
    await server.addUser({ account: 'files', permissions: ['attach', 'attach_delete', 'attach_download'] });
    const files = await server.as('files');
    const order = await leaseOf(server).order();
    const picture = ok(await admin.upload('/blade-picture/picture/upload-images', png(), { query: { type: 6 } }));
    ok(
      await admin.post('/blade-picture/picture/submit', {
        body: { orderId: order.id, picType: 6, imageIndex: 0, path: picture.link },
      }),
    );
    expect(ok(await files.get(`${attach}/uses`, { id: picture.id }))).toEqual({ records: [], others: 1 });
    expect((await files.post(`${attach}/remove`, { query: { ids: picture.id } })).body.msg).toContain('另有 1 条');
    // the picture of a record is opened from the record
    expect(ok(await files.get(`${attach}/detail`, { id: picture.id })).link).toBeNull();
    expect((await files.get(`${attach}/download`, { id: picture.id })).status).toBe(403);
    expect(ok(await files.get(`${attach}/detail`, { id })).link).toMatch(/^\/api\//);
  });

  it('that stay without a record are not swept; bytes without a row are', async () => {
    const id = await uploaded(png(200, 200), 'library.png');
    const { link } = ok(await admin.get(`${attach}/detail`, { id }));
    const rolledBack = { key: '' };
    const { asSystem } = await import('../../../server/engine/work');
    const { registry } = await import('../../../server/app');
    await asSystem(server.deps, registry, { tenantId: platform, actor: 't' }, async (cx) => {
      const file = { bytes: png(), originalName: 'x.png', contentType: 'image/png' };
      rolledBack.key = keyOf(await server.deps.files.keep(cx, file));
      throw new Error('the transaction ends here');
    }).catch(() => undefined);
    expect(s3.has(rolledBack.key)).toBe(true);
    await server.advance();
    expect(s3.has(rolledBack.key)).toBe(true);
    hours(2);
    await server.advance();
    expect(s3.has(rolledBack.key)).toBe(false);
    for (let day = 0; day < 3; day++) {
      hours(25);
      await server.advance();
    }
    const again = ok(await admin.get(`${attach}/detail`, { id })).link;
    expect((await download(again)).raw).toEqual(png(200, 200));
    expect((await download(link)).status).toBe(404); // a link lives for an hour or two
    expect(readdirSync(join(server.folder, '.intents'))).toEqual([]);
  });
});
