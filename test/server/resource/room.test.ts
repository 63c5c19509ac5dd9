/** The room of files that come in: taken before their first byte, and given back once nothing of them is stored. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { loanInformation } from '../../../contract/modules/lease/loanInformation';
import { beginDump } from '../../../server/platform/backup/dump';
import { png } from '../../support/png';
import { type Client, multipart, ok, type Server, startServer } from '../../support/server';

let server: Server;
/** What a person may store in an hour is 2 MB here: the largest file twice. Of an unused file each byte counts twice. */
beforeAll(async () => {
  server = await startServer();
  const set = (key: string, value: string) =>
    server.sql('update sys_param set param_value = $2 where param_key = $1', [key, value]);
  await set('storage.fileMiB', '1');
  await set('storage.tenantGiB', '0.015');
});
afterAll(() => server.close());

const put = '/blade-resource/oss/endpoint/put-file?purpose=file';
const attach = '/blade-resource/attach';
const file = randomBytes(900 * 1024);
function person(account: string, permissions: string[] = []): Promise<Client> {
  return server.addUser({ account, permissions }).then(() => server.as(account));
}
/** Files of the folder, without its mark and its notes of what is about to be stored. */
function stored(): string[] {
  return readdirSync(server.folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && !/\.(store|json)$/.test(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  );
}
function send(me: Client, bytes: Buffer, how: 'whole' | 'without a length' = 'whole') {
  const { payload, headers } = multipart(bytes, 'a.bin');
  const body = how === 'whole' ? payload : Readable.from([payload.subarray(0, 1000), payload.subarray(1000)]);
  return me.send({ method: 'POST', url: `/api${put}`, payload: body, headers });
}

it('is taken by each of several files at once, and what is refused leaves nothing behind', async () => {
  const me = await person('atonce');
  const before = stored().length;
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(me, file)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
  expect(stored()).toHaveLength(before + 1);
  // one whose length is not announced takes that of the largest file
  expect((await send(me, file.subarray(0, 100_000), 'without a length')).body.reason).toBe('upload.tooMuch');
  expect(stored()).toHaveLength(before + 1);
  ok(await send(await person('other'), file, 'without a length'));
});

it('is taken once of a file that is sent again with the key of the first, until the second is swept', async () => {
  const me = await person('again');
  const { payload, headers } = multipart(file.subarray(0, 500 * 1024), 'a.bin');
  const again = () =>
    me.send({ method: 'POST', url: `/api${put}`, payload, headers: { ...headers, 'idempotency-key': 'the-same-key' } });
  const { attachId } = ok(await again());
  expect(ok(await again()).attachId).toBe(attachId);
  expect((await again()).body.reason).toBe('upload.tooMuch');
  const count = stored().length;
  server.clock.advance(2 * 60 * 60 * 1000);
  await server.advance();
  expect(stored()).toHaveLength(count - 1);
});

it('is free again where the record of the file is refused', async () => {
  const before = stored().length;
  const query = { type: 1, orderId: '123456789012345678' };
  for (let time = 0; time < 3; time++) {
    const sent = await server.admin.upload(loanInformation.url('upload-images-with-ocr'), png(), {
      query,
      name: 'refused.png',
    });
    expect(sent.status).toBe(400);
  }
  expect(stored()).toHaveLength(before);
  const of = (
    await server.sql('select count(*)::int as files, sum(size)::int as size from upload where original_name = $1', [
      'refused.png',
    ])
  )[0];
  expect(of).toEqual({ files: 3, size: 0 });
});

describe('of an upload in parts', () => {
  const begin = (me: Client) => me.post(`${attach}/uploads`, { body: { name: 'a.bin', size: file.length } });
  const part = (me: Client, id: string) =>
    me.send({
      method: 'POST',
      url: `/api${attach}/uploads/part?id=${id}&number=1`,
      headers: {
        'content-type': 'application/octet-stream',
        'content-digest': `sha-256=:${createHash('sha256').update(file).digest('base64')}:`,
      },
      payload: file,
    });
  const abort = (me: Client, id: string) => me.post(`${attach}/uploads/abort`, { body: { id } });
  const begun = async (me: Client) => {
    const { id } = ok(await begin(me));
    ok(await part(me, id));
    return id as string;
  };

  it('is free again with its bytes when the upload is dropped', async () => {
    const me = await person('drops', ['attach', 'attach_upload']);
    const before = stored().length;
    for (let time = 0; time < 3; time++) ok(await abort(me, await begun(me)));
    expect(stored()).toHaveLength(before);
  });

  it('stays taken while a backup keeps its bytes', async () => {
    const me = await person('waits', ['attach', 'attach_upload']);
    const backup = new pg.Client(server.connections.owner);
    await backup.connect();
    await beginDump(backup);
    const before = stored().length;
    ok(await abort(me, await begun(me)));
    expect(stored()).toHaveLength(before + 1);
    expect((await begin(me)).body.reason).toBe('upload.tooMuch');
    await backup.end();
    await server.advance();
    expect(stored()).toHaveLength(before);
    ok(await begin(me));
  });
});
