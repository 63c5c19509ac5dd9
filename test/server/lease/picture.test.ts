/** Evidence pictures: which are accepted, checked by content, where they are stored, and who can view them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bmpOf, plainJpeg, riff, webpHead, webpPixels } from '../../support/pictures';
import { png, pngClaiming } from '../../support/png';
import { type Client, leaseOf, multipart, ok, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
let orderId: string;
beforeAll(async () => {
  server = await startServer();
  admin = server.admin;
  lease = leaseOf(server);
  orderId = (await lease.order()).id;
});
afterAll(() => server.close());

const path = '/blade-picture/picture';
function upload(file: Buffer, options: Parameters<Client['upload']>[2] = {}) {
  return admin.upload(`${path}/upload-images`, file, options);
}
function submit(body: object) {
  return admin.post(`${path}/submit`, { body: { orderId, picType: 6, imageIndex: 0, ...body } });
}
async function stored() {
  return (await server.sql('select id from attach')).length;
}
function refusal(status: number, reason: string) {
  return { status, body: { code: status, success: false, reason } };
}

function header(text: string, size = 64) {
  return Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(size)]);
}
function webp(kind: string, fill: (bytes: Buffer) => void) {
  const bytes = header('RIFF\0\0\0\0WEBP');
  bytes.write(kind, 12, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(bytes.length - 20, 16);
  fill(bytes);
  return bytes;
}
const pdf = header('%PDF-1.7\n');
/** A picture of so many bytes: with a chunk that no program knows. */
function padded(size: number) {
  const bytes = png();
  const chunk = Buffer.alloc(size - bytes.length);
  chunk.writeUInt32BE(chunk.length - 12, 0);
  chunk.write('paDd', 4, 'latin1');
  return Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)]);
}

describe('an upload', () => {
  const good: [string, Buffer, string][] = [
    ['png', png(), 'image/png'],
    ['jpg', plainJpeg(640, 480), 'image/jpeg'],
    ['bmp', bmpOf(640, -480), 'image/bmp'],
    ['webp', riff(webpHead(0, 640, 480), webpPixels), 'image/webp'],
    [
      'lossy webp',
      webp('VP8 ', (bytes) => {
        bytes.writeUInt16LE(640, 26);
        bytes.writeUInt16LE(480, 28);
      }),
      'image/webp',
    ],
    ['lossless webp', webp('VP8L', (bytes) => bytes.writeUInt32LE(639 | (479 << 14), 21)), 'image/webp'],
    ['png of the least size', pngClaiming(15, 15), 'image/png'],
    ['png of the greatest size', pngClaiming(8192, 8192), 'image/png'],
  ];
  it.each(good)('of a %s is taken for what it is, whatever its name says', async (_kind, bytes, contentType) => {
    const data = ok(await upload(bytes, { name: '合同.html' }));
    expect(data).toMatchObject({ contentType, size: bytes.length });
    expect(data.originalName).toMatch(/^合同\.html\.(png|jpg|bmp|webp)$/);
    expect(data.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(data.name).toMatch(/^2026\/11\/\d+\.(png|jpg|bmp|webp)$/); // the name on disk is ours
    const { status, headers, raw } = await server.anybody.send({ url: data.link });
    expect([status, headers['content-type'], raw]).toEqual([200, contentType, bytes]);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'; style-src 'unsafe-inline'");
  });

  const bad: [string, Buffer, string, string][] = [
    ['a page named .png', header('<!doctype html><script>alert(1)</script>'), 'a.png', 'picture.badType'],
    [
      'a drawing with a script',
      header('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">'),
      'a.svg',
      'picture.badType',
    ],
    ['a GIF', header('GIF89a'), 'a.gif', 'picture.badType'],
    ['a program', header('MZ'), 'a.jpg', 'picture.badType'],
    ['an archive', header('PK\u0003\u0004'), 'a.png', 'picture.badType'],
    ['nothing', Buffer.alloc(0), 'a.png', 'picture.badType'],
    ['a few bytes of a picture', png().subarray(0, 20), 'a.png', 'picture.badType'],
    ['a PNG in name and three letters only', header('xPNGxxxx'), 'a.png', 'picture.badType'],
    ['a picture too narrow', pngClaiming(14, 100), 'a.png', 'picture.badSize'],
    ['a picture too flat', pngClaiming(100, 14), 'a.png', 'picture.badSize'],
    ['a picture too wide', pngClaiming(8193, 100), 'a.png', 'picture.badSize'],
    ['a picture that claims to be huge', pngClaiming(30_000, 30_000), 'a.png', 'picture.badSize'],
    [
      'a JPEG without a frame',
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(60, 0xff)]),
      'a.jpg',
      'picture.corrupt',
    ],
    ['a JPEG cut off in its head', plainJpeg(640, 480).subarray(0, 32).fill(0, 8), 'a.jpg', 'picture.corrupt'],
    ['more than 10 MB', Buffer.concat([png(), Buffer.alloc(10 * 1024 * 1024)]), 'a.png', 'picture.tooLarge'],
  ];
  it.each(bad)('of %s is refused, and nothing is kept', async (_case, bytes, name, reason) => {
    const before = await stored();
    expect(await upload(bytes, { name })).toMatchObject(refusal(400, reason));
    expect(await stored()).toBe(before);
  });

  it('of exactly 10 MB is taken, without what no program knows', async () => {
    expect(ok(await upload(padded(10 * 1024 * 1024))).size).toBe(png().length);
  });

  it('of a PDF is taken for vouchers and paper contracts alone, by query or field', async () => {
    for (const type of [5, 7]) {
      expect(ok(await upload(pdf, { query: { type } })).contentType).toBe('application/pdf');
      expect(ok(await upload(pdf, { fields: { type: String(type) } })).contentType).toBe('application/pdf');
    }
    for (const query of [{}, { type: 1 }, { type: 6 }, { type: 'x' }])
      expect(await upload(pdf, { query })).toMatchObject(refusal(400, 'picture.badType'));
  });

  it.each([
    '../../evil.png',
    '..\\..\\evil.png',
    '/etc/passwd',
    'C:\\x.png',
    'a.png%00.html',
    `${'长'.repeat(300)}.png`,
  ])('named %.20s is kept under a name of ours', async (name) => {
    const data = ok(await upload(png(), { name }));
    expect(data.name).toMatch(/^2026\/11\/\d+\.png$/);
    expect(data.originalName.length).toBeLessThanOrEqual(255);
    expect((await server.anybody.send({ url: data.link })).raw).toEqual(png());
  });

  it('that is no form, holds no file, or breaks off is refused', async () => {
    expect(await admin.post(`${path}/upload-images`, { body: { file: 'x' } })).toMatchObject(
      refusal(415, 'wrongMedia'),
    );
    const { payload, headers } = multipart(png(), 'a.png');
    const url = `/api${path}/upload-images`;
    const send = (bytes: Buffer) => admin.send({ method: 'POST', url, payload: bytes, headers });
    const end = Buffer.from('------boundary7150001--\r\n');
    expect(await send(end)).toMatchObject(refusal(400, 'picture.fileMissing'));
    expect(await send(payload.subarray(0, payload.length - 40))).toMatchObject(refusal(400, 'unreadable'));
    expect((await send(Buffer.from('nonsense'))).status).toBe(400);
    const noBoundary = await admin.send({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect([400, 415]).toContain(noBoundary.status);
    expect(noBoundary.body).toMatchObject({ success: false });
  });

  it('sent again under its key is kept once; another file under that key is 409', async () => {
    const send = (file: Buffer) => {
      const { payload, headers } = multipart(file, 'a.png');
      const key = { 'idempotency-key': 'upload-0001' };
      return admin.send({ method: 'POST', url: `/api${path}/upload-images`, payload, headers: { ...headers, ...key } });
    };
    const first = ok(await send(png()));
    const before = await stored();
    expect(ok(await send(png()))).toEqual(first);
    expect(await send(png(41))).toMatchObject(refusal(409, 'keyReused'));
    expect(await stored()).toBe(before);
  });

  it('with two files is refused or taken for its first', async () => {
    const { payload, headers } = multipart(png(), 'a.png');
    const twice = Buffer.concat([payload.subarray(0, payload.length - 27), payload]);
    const answer = await admin.send({ method: 'POST', url: `/api${path}/upload-images`, payload: twice, headers });
    if (answer.status === 200) expect(answer.body.data.originalName).toBe('a.png');
    else expect(answer.body).toMatchObject({ success: false, code: answer.status });
    expect(answer.status).toBeLessThan(500);
  });

  it('that arrives slowly holds no connection to the database', async () => {
    const { payload, headers } = multipart(png(), 'slow.png');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as { port: number };
    const { request } = await import('node:http');
    let begun = 0;
    server.app.server.on('request', () => begun++);
    const finish: (() => void)[] = [];
    const slow = Array.from(
      { length: 12 },
      () =>
        new Promise<number>((resolve, reject) => {
          const call = request(
            {
              port,
              host: '127.0.0.1',
              method: 'POST',
              path: `/api${path}/upload-images`,
              headers: { ...admin.headers, ...headers, 'content-length': payload.length },
            },
            (reply) => {
              reply.resume();
              resolve(reply.statusCode!);
            },
          );
          call.on('error', reject);
          call.write(payload.subarray(0, 150));
          finish.push(() => call.end(payload.subarray(150)));
        }),
    );
    const busy = () => server.pool.totalCount - server.pool.idleCount;
    // Each asks for its rights first, and then waits for the rest of its file.
    while (begun < slow.length || busy() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await admin.get(`${path}/list`)).status).toBe(200);
    for (const end of finish) end();
    expect(await Promise.all(slow)).toEqual(Array(12).fill(200));
  });
});

describe('a picture', () => {
  it('shows its order, and a fresh link each time it is listed', async () => {
    const { link } = await lease.upload();
    const saved = ok(await submit({ path: link, imageIndex: 1 }));
    const held = await lease.read(orderId);
    expect(saved).toMatchObject({
      orderId,
      picType: 6,
      imageIndex: 1,
      name: 'a.png',
      customerName: '李雷',
      contractCode: held.contractCode,
    });
    expect(saved).not.toHaveProperty('attachId');
    server.clock.advance(5 * 60 * 60_000);
    expect((await server.anybody.send({ url: saved.path })).status).toBe(404); // the old one has expired
    const [listed] = ok(await admin.get(`${path}/list`, { id: saved.id })).records;
    expect((await server.anybody.send({ url: listed.path })).raw).toEqual(png());
    expect((await server.anybody.send({ url: link })).status).toBe(404);
    expect(ok(await submit({ id: saved.id, imageIndex: 1, path: saved.path, name: '正面' })).name).toBe('正面'); // an expired link still names the file
  });

  /** The bytes on disk, visible or not. */
  const kept = async (address: string) => {
    const [{ name }] = await server.sql('select name from attach where id = $1', [server.deps.files.idOf(address)]);
    return readFileSync(join(server.folder, '000000', name));
  };
  it('replaces the one in its slot, which stays in the history and on disk', async () => {
    const first = ok(await submit({ path: (await lease.upload(png(50, 50))).link, imageIndex: 2 }));
    const second = ok(await submit({ path: (await lease.upload(png(60, 60))).link, imageIndex: 2 }));
    const { records } = ok(await admin.get(`${path}/list`, { orderId, picType: 6, imageIndex: 2 }));
    expect(records.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    const history = ok(await admin.get('/blade-order/order/history', { id: orderId }));
    expect(
      history.find(
        (entry: { entityId: string; action: string }) => entry.entityId === first.id && entry.action === 'replace',
      ),
    ).toBeTruthy();
    expect((await server.anybody.send({ url: first.path })).status).toBe(404); // nothing shows it any more
    expect(await kept(first.path)).toEqual(png(50, 50));
    const elsewhere = ok(await submit({ path: second.path, imageIndex: 3 }));
    expect(elsewhere.id).not.toBe(second.id);
  });

  it('sent twice at once into one slot leaves one', async () => {
    const { link } = await lease.upload();
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit({ path: link, imageIndex: 4 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(ok(await admin.get(`${path}/list`, { orderId, imageIndex: 4 })).total).toBe(1);
  });

  it('needs an order, a type and a file that was uploaded', async () => {
    const { link } = await lease.upload();
    const cases: [object, number, string][] = [
      [{ path: link, orderId: '' }, 400, '请选择订单'],
      [{ path: link, picType: '' }, 400, '请选择图片类型'],
      [{ path: '' }, 400, '请输入图片'],
      [{ path: link, imageIndex: 100 }, 400, '序号不能大于 99'],
      [{ path: link, imageIndex: -1 }, 400, '序号不能小于 0'],
      [{ path: link, orderId: '123456789' }, 400, '所选订单不存在或已删除'],
      [{ path: 'https://evil.example/a.png' }, 400, '图片文件不存在，请重新上传'],
      [{ path: '/etc/passwd' }, 400, '图片文件不存在，请重新上传'],
      [{ path: link.split('?')[0] }, 400, '图片文件不存在，请重新上传'],
      [{ path: link.replace(/s=./, 's=!') }, 400, '图片文件不存在，请重新上传'],
      [{ path: link.replace(/\/\d+\?/, '/123456789?') }, 400, '图片文件不存在，请重新上传'],
      [{ path: link.replace(/\/\d+\?/, '/9999999999999999999?') }, 400, '图片文件不存在，请重新上传'],
    ];
    for (const [body, code, msg] of cases) expect((await submit(body)).body).toMatchObject({ code, msg });
  });

  it('has sides that pages can draw, whatever it was uploaded for', async () => {
    const vast = pngClaiming(9000, 20);
    for (const purpose of ['file', 'editor', 'avatar'])
      expect(await admin.upload('/blade-resource/oss/endpoint/put-file', vast, { query: { purpose } })).toMatchObject(
        refusal(400, 'picture.badSize'),
      );
  });

  it('is a PDF only where a PDF may be, whatever it was uploaded for', async () => {
    const { link } = await lease.upload(pdf, 7);
    expect((await submit({ path: link, picType: 7 })).status).toBe(200);
    expect((await submit({ path: link, picType: 1 })).body).toMatchObject({ code: 400, reason: 'picture.badType' });
  });

  it('of a transfer slip moves an order that waits for it, and no other', async () => {
    const { id } = await lease.order();
    await lease.voucher(id);
    expect((await lease.read(id)).businessStatus).toBe(0);
    ok(await lease.move(id, 1));
    ok(await submit({ orderId: id, picType: 6, path: (await lease.upload()).link }));
    expect((await lease.read(id)).businessStatus).toBe(1);
    await lease.voucher(id);
    expect((await lease.read(id)).businessStatus).toBe(2);
    const version = (await lease.read(id)).version;
    ok(await submit({ orderId: id, picType: 5, imageIndex: 1, path: (await lease.upload()).link }));
    expect((await lease.read(id)).version).toBe(version);
  });

  it('of a slip under review or confirmed gives way to no other, in its slot or in its place', async () => {
    const { id } = await lease.order();
    const slips = async () => ok(await admin.get(`${path}/list`, { orderId: id, picType: 5 })).records;
    const another = async () => (await lease.upload(png(70, 70))).link;
    const inUse = { status: 400, body: { reason: 'picture.voucherInUse' } };
    ok(await lease.move(id, 1));
    await lease.voucher(id);
    for (const next of [undefined, 3]) {
      if (next) ok(await lease.move(id, next));
      const [slip] = await slips();
      const inSlot = { orderId: id, picType: 5, imageIndex: 0, path: await another() };
      expect(await submit(inSlot)).toMatchObject(inUse);
      expect(await admin.post(`${path}/submit`, { body: { ...slip, path: await another() } })).toMatchObject(inUse);
      // Nor can one be moved into its slot.
      const beside = ok(await submit({ orderId: id, picType: 6, imageIndex: 0, path: await another() }));
      expect(await admin.post(`${path}/submit`, { body: { ...beside, picType: 5 } })).toMatchObject(inUse);
      ok(await admin.post(`${path}/remove`, { query: { ids: beside.id } }));
      expect((await slips()).map((one: { id: string; version: number }) => [one.id, one.version])).toEqual([
        [slip.id, slip.version],
      ]);
      expect((await server.anybody.send({ url: slip.path })).headers['content-type']).toBe('image/png');
    }
  });

  it('of a slip that was returned is replaced as before', async () => {
    const { id } = await lease.order();
    ok(await lease.move(id, 1));
    const first = await lease.voucher(id);
    ok(await lease.move(id, 1, { reason: '不清晰' }));
    const second = await lease.voucher(id);
    expect(second.id).not.toBe(first.id);
    expect((await lease.read(id)).businessStatus).toBe(2);
  });

  it('of a slip is confirmed only as it was looked at', async () => {
    const { id } = await lease.order();
    ok(await lease.move(id, 1));
    const first = await lease.voucher(id);
    const { version } = await lease.read(id);
    const changed = { status: 400, body: { reason: 'order.voucherChanged' } };
    const looked = { pictureIds: first.id, version };
    // Another one was added.
    const second = ok(await submit({ orderId: id, picType: 5, imageIndex: 1, path: (await lease.upload()).link }));
    expect(await lease.move(id, 3, looked)).toMatchObject(changed);
    // It was returned, and another file put in its place under the same id.
    ok(await lease.move(id, 1, { reason: '不清晰' }));
    ok(await admin.post(`${path}/remove`, { query: { ids: second.id } }));
    ok(
      await admin.post(`${path}/submit`, {
        body: { ...first, version: undefined, updateTime: undefined, path: (await lease.upload(png(70, 70))).link },
      }),
    );
    expect((await lease.read(id)).businessStatus).toBe(2);
    expect(await lease.move(id, 3, looked)).toMatchObject(changed);
    expect(await lease.move(id, 3, { pictureIds: `${first.id},${second.id}` })).toMatchObject(changed);
    expect((await lease.read(id)).businessStatus).toBe(2);
    const again = { pictureIds: first.id, version: (await lease.read(id)).version };
    ok(await lease.move(id, 3, again));
    ok(await lease.move(id, 3, again)); // repeating it is no mistake
  });

  it('of a confirmed slip is neither removed nor led away by an edit', async () => {
    const { id } = await lease.confirmed();
    const [slip] = ok(await admin.get(`${path}/list`, { orderId: id, picType: 5 })).records;
    const inUse = { status: 400, body: { reason: 'picture.voucherInUse' } };
    expect(await admin.post(`${path}/remove`, { query: { ids: slip.id } })).toMatchObject(inUse);
    for (const change of [{ picType: 6 }, { orderId }])
      expect(await admin.post(`${path}/submit`, { body: { ...slip, ...change } })).toMatchObject(inUse);
    expect(ok(await admin.post(`${path}/submit`, { body: { id: slip.id, name: '凭证' } })).name).toBe('凭证');
  });

  it('is removed from the list, and its file stays as evidence', async () => {
    const saved = ok(await submit({ path: (await lease.upload()).link, imageIndex: 9 }));
    ok(await admin.post(`${path}/remove`, { query: { ids: saved.id } }));
    expect((await admin.get(`${path}/detail`, { id: saved.id })).status).toBe(404);
    expect((await server.anybody.send({ url: saved.path })).status).toBe(404);
    expect(await kept(saved.path)).toEqual(png());
    server.clock.advance(50 * 60 * 60_000);
    await server.advance();
    expect(await kept(saved.path)).toEqual(png());
  });
});

describe('a link', () => {
  it('opens without a session until it expires, and is the same address within an hour', async () => {
    server.clock.set('2026-12-01 10:00:00');
    const { link, id } = await lease.upload();
    expect((await server.anybody.send({ url: link })).status).toBe(200);
    server.clock.set('2026-12-01 11:59:59');
    expect((await server.anybody.send({ url: link })).status).toBe(200);
    server.clock.set('2026-12-01 12:00:00');
    expect((await server.anybody.send({ url: link })).status).toBe(404);
    expect(server.deps.files.link('000000', id, server.deps.now())).toBe(
      server.deps.files.link('000000', id, server.deps.now() + 60_000),
    );
  });

  it('to a file that is gone from disk is 404, not a failure', async () => {
    const { link, name } = await lease.upload();
    const { unlinkSync } = await import('node:fs');
    const file = `${server.folder}/000000/${name}`;
    expect(existsSync(file)).toBe(true);
    unlinkSync(file);
    expect(await server.anybody.send({ url: link })).toMatchObject(refusal(404, 'notFound'));
  });
});
