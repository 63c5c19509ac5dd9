/** Pictures on every way in: none keeps what its camera wrote into it, and none comes in that cannot be drawn. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attach as attachModule } from '../../../contract/modules/resource/attach';
import { orientationOfPicture } from '../../../server/kernel/image/imageMetadata';
import { jpegOf, plainJpeg, secret, webpOf } from '../../support/pictures';
import { pngClaiming } from '../../support/png';
import { type Answer, ok, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const put = '/blade-resource/oss/endpoint/put-file';
async function inParts(bytes: Buffer): Promise<Answer> {
  const { admin } = server;
  const begun = await admin.post(attachModule.url('uploads'), { body: { name: 'a.jpg', size: bytes.length } });
  const { id } = ok(begun);
  const digest = createHash('sha256').update(bytes).digest('base64');
  ok(
    await admin.send({
      method: 'POST',
      url: `/api${attachModule.url('uploads/part')}?id=${id}&number=1`,
      headers: { 'content-type': 'application/octet-stream', 'content-digest': `sha-256=:${digest}:` },
      payload: bytes,
    }),
  );
  return admin.post(attachModule.url('uploads/complete'), { body: { id } });
}
const ways: [name: string, send: (bytes: Buffer) => Promise<Answer>][] = [
  ['evidence', (bytes) => server.admin.upload('/blade-picture/picture/upload-images', bytes)],
  ['an avatar', (bytes) => server.admin.upload(put, bytes, { query: { purpose: 'avatar' } })],
  ['a text', (bytes) => server.admin.upload(put, bytes, { query: { purpose: 'editor' } })],
  ['a file', (bytes) => server.admin.upload(put, bytes, { query: { purpose: 'file' } })],
  ['parts', inParts],
];
/** The newest file as a link to it sends it. */
async function sentBack(): Promise<Buffer> {
  const [{ id }] = await server.sql('select id from attach order by id desc limit 1');
  const link = server.deps.files.link('000000', id, server.deps.now());
  // A link to a file that no record holds opens it for the one who sent it.
  return (await server.anybody.send({ url: link })).raw;
}

describe.each(ways)('a picture that comes as %s', (_name, send) => {
  it('keeps its direction, and nothing else of what was added', async () => {
    ok(await send(jpegOf(6)));
    const stored = await sentBack();
    expect([stored.length > 500, stored.includes(secret.slice(0, 6))]).toEqual([true, false]);
    expect(orientationOfPicture(stored, 'image/jpeg')).toBe(6);
  });

  it('is refused where it cannot be drawn', async () => {
    const before = await server.sql('select count(*) as n from attach');
    const half = plainJpeg(400, 300).subarray(0, 1500);
    expect((await send(half)).body).toMatchObject({ code: 400, reason: 'picture.corrupt' });
    expect((await send(pngClaiming(9000, 9000))).body).toMatchObject({ code: 400, reason: 'picture.badSize' });
    expect((await send(pngClaiming(0, 0))).body).toMatchObject({ code: 400, reason: 'picture.badSize' });
    expect(await server.sql('select count(*) as n from attach')).toEqual(before);
  });
});

it('HEIC is named in both languages where pictures are shown, and kept where files are', async () => {
  const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(60)]);
  const named = { code: 400, reason: 'picture.strange', msg: '不支持 HEIC 图片，请转换为 jpg 或 png 后上传' };
  for (const [, send] of ways.slice(0, 3)) expect((await send(heic)).body).toMatchObject(named);
  ok(await server.admin.upload(put, heic, { query: { purpose: 'file' }, name: 'IMG_1.HEIC' }));
  const [file] = await server.sql('select content_type, original_name from attach order by id desc limit 1');
  expect(file).toEqual({ content_type: 'image/heic', original_name: 'IMG_1.HEIC' });
});

it('what came in parts is removed as it came, once the upload has ended', async () => {
  const { attachId, id } = ok(await inParts(webpOf(8)));
  expect(attachId).not.toBe(id);
  const [{ name }] = await server.sql('select name from upload where id = $1', [id]);
  const onDisk = (of: string) => existsSync(join(server.folder, '000000', of));
  expect(onDisk(name)).toBe(true);
  server.clock.advance(25 * 60 * 60_000);
  await server.advance();
  const [{ name: stored }] = await server.sql('select name from attach where id = $1', [attachId]);
  expect([onDisk(name), onDisk(stored)]).toEqual([false, true]);
  expect(await server.sql('select id from upload where id = $1', [id])).toEqual([]);
});
