/** The folder of files of several servers on one database: what a server does whose folder is not the database's. */
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { partSize } from '../../../contract/wire/attachments';
import { type ExternalDatabase, startExternal } from '../../chaos/server';
import { command } from '../../support/backupCommand';
import { type Spawned, spawnServer } from '../../support/browser';
import { callerOf } from '../../support/caller';
import { png } from '../../support/png';
import { type Answer, multipart, ok } from '../../support/server';

jest.setTimeout(240_000); // mostly the build, when there is none yet

let home: string;
let external: ExternalDatabase;
const running = new Set<Spawned>();

/** A server with a folder of its own, and the key of the installation. */
async function started(name: string, env: Record<string, string> = {}) {
  const dataDir = join(home, name);
  const key = join(home, 'a', 'secret.key');
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (name !== 'a' && fs.existsSync(key)) fs.copyFileSync(key, join(dataDir, 'secret.key'));
  const server = spawnServer({ DATABASE_URL: external.url, DATA_DIR: dataDir, OCR_ENGINE: 'off', ...env });
  running.add(server);
  const end = server.exited.then(() => Promise.reject(new Error(server.output())));
  const [, url] = await Promise.race([server.says(/^(?:未就绪 · not )?ready (http:\S+).*\n/m), end]);
  end.catch(() => undefined);
  return { ...server, dataDir, files: join(dataDir, 'files'), url: url!, me: await callerOf(url!) };
}
type Started = Awaited<ReturnType<typeof started>>;
async function stopped(server: Started) {
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}
async function readiness({ url }: Started): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/health/ready`);
  return { code: answer.status, ...(await answer.json()) };
}
const up = { code: 200, status: 'up' };
const absent = { code: 503, status: 'down', missing: expect.arrayContaining(['store']) };
async function readyAgain(server: Started) {
  for (const until = Date.now() + 30_000; (await readiness(server)).status !== 'up' && Date.now() < until; )
    await sleep(100);
  expect(await readiness(server)).toEqual(up);
}
async function inDatabase(...statements: string[]): Promise<any[]> {
  const client = new pg.Client(external.owner);
  await client.connect();
  try {
    let rows: any[] = [];
    for (const text of statements) ({ rows } = await client.query(text));
    return rows;
  } finally {
    await client.end();
  }
}

async function sent(server: Started, path: string, payload: Buffer, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...server.me.headers, ...headers },
  });
  const raw = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, body: JSON.parse(raw.toString()), headers: {}, raw };
}
function picture(server: Started) {
  const { payload, headers } = multipart(png(), 'a.png', { purpose: 'editor' });
  return sent(server, '/blade-resource/oss/endpoint/put-file', payload, headers);
}
const film = randomBytes(partSize + 321);
function part(server: Started, id: string, number: number) {
  const bytes = film.subarray((number - 1) * partSize, number * partSize);
  const digest = createHash('sha256').update(bytes).digest('base64');
  return sent(server, `/blade-resource/attach/uploads/part?id=${id}&number=${number}`, bytes, {
    'content-type': 'application/octet-stream',
    'content-digest': `sha-256=:${digest}:`,
  });
}
async function exported(server: Started): Promise<string> {
  const body = { module: 'dictbiz', format: 'csv', conditions: '' };
  const { id } = ok(await server.me.post('/blade-desk/transfer/begin', { body }));
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    const { state } = ok(await server.me.get('/blade-desk/transfer/list')).find((one: { id: string }) => one.id === id);
    if (state === 'done') return id;
    if (state === 'failed') throw new Error('the export has failed');
  }
  throw new Error(`the export does not end:\n${server.output()}`);
}
function outcome({ status, body }: Answer) {
  return [status, body.reason, body.code];
}
const refused = [503, 'store.absent', 503];

beforeAll(async () => {
  home = fs.mkdtempSync(join(tmpdir(), 'leasedesk-stores-'));
  external = await startExternal();
});
afterAll(async () => {
  for (const { child, exited } of running) {
    child.kill('SIGKILL');
    await exited;
  }
  await external?.stop();
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

let a: Started;
let b: Started;
let link: string;
let upload: string;
let list: string;

it('a second server with a folder of its own is not ready, says what to set, and refuses what needs files', async () => {
  a = await started('a');
  expect(await readiness(a)).toEqual(up);
  b = await started('b');
  expect(await readiness(b)).toEqual(absent);
  expect(b.output()).toMatch(/未就绪 · not ready http/);
  expect(b.output()).toMatch(/^文件目录 .*DATA_DIR.* · .*bears no mark.*DATA_DIR.*STORE_ACCEPT=\w{32}$/m);
  expect(b.output()).toMatch(/^\{"level":50,.*"fault":"none".*\}$/m);

  link = ok(await picture(a)).link;
  upload = ok(await a.me.post('/blade-resource/attach/uploads', { body: { name: 'film.mp4', size: film.length } })).id;
  ok(await part(a, upload, 1));
  list = await exported(a);

  const opened = await fetch(b.url + link);
  const answers = {
    'a part of an upload': await part(b, upload, 2),
    'a new upload in parts': await b.me.post('/blade-resource/attach/uploads', { body: { name: 'f.mp4', size: 9 } }),
    'a new picture': await picture(b),
    'a picture': { status: opened.status, body: await opened.json(), headers: {}, raw: Buffer.alloc(0) },
    'an export': await b.me.get('/blade-desk/transfer/download', { id: list }),
  };
  for (const [what, answer] of Object.entries(answers)) expect([what, ...outcome(answer)]).toEqual([what, ...refused]);
  expect(ok(await b.me.get('/blade-desk/transfer/list'))).toHaveLength(1);
  const { code, output } = await command('backup', [home], { DATA_DIR: b.dataDir, DATABASE_URL: external.url });
  // the picture, the export, and the parts of the upload
  expect([code, output]).toEqual([66, expect.stringMatching(/are missing: 3\n {2}files\/\S+\n/)]);
  expect(fs.readdirSync(b.dataDir)).not.toContain('files');
});

it('it takes no tasks that would write into its folder', async () => {
  for (let n = 0; n < 4; n++) await exported(b);
  expect(fs.readdirSync(b.dataDir)).not.toContain('files');
  expect(await readiness(b)).toEqual(absent);
});

it('it becomes ready by itself when the folder is shared, and goes on with what the first server began', async () => {
  fs.symlinkSync(a.files, b.files);
  await b.says(/^ready http/m);
  await readyAgain(b);
  expect(b.output()).toContain('is there again');
  expect((await fetch(b.url + link)).status).toBe(200);
  ok(await part(b, upload, 2));
  ok(await b.me.post('/blade-resource/attach/uploads/complete', { body: { id: upload } }));
  expect((await b.me.get('/blade-desk/transfer/download', { id: list })).status).toBe(200);
});

it('a folder that vanishes ends readiness, nothing is written in its place, and its return is noticed', async () => {
  fs.renameSync(a.files, `${a.files}.away`);
  for (const server of [a, b]) {
    expect(await readiness(server)).toEqual(absent);
    expect(outcome(await picture(server))).toEqual(refused);
  }
  expect((await fetch(a.url + link)).status).toBe(503);
  expect(fs.existsSync(a.files)).toBe(false);
  expect(a.output()).toMatch(/bears no mark/);
  // the empty folder below a mount
  fs.mkdirSync(a.files);
  expect(outcome(await picture(a))).toEqual(refused);
  expect(await readiness(a)).toEqual(absent);
  expect(fs.readdirSync(a.files)).toEqual([]);
  fs.rmdirSync(a.files);
  fs.renameSync(`${a.files}.away`, a.files);
  for (const server of [a, b]) {
    expect(await readiness(server)).toEqual(up);
    ok(await picture(server));
  }
});

it('the folder of an installation from before there were marks is taken once, and never by an empty one', async () => {
  await stopped(a);
  await stopped(b);
  fs.unlinkSync(b.files);
  fs.rmSync(join(a.files, '.store'));
  // As the migration that brings the marks leaves it.
  await inDatabase(`update store_mark set mark = replace(gen_random_uuid()::text, '-', ''), taken_at = null`);
  b = await started('b');
  expect(await readiness(b)).toEqual(absent);
  expect(b.output()).toMatch(/lacks most files/);
  a = await started('a');
  expect(await readiness(a)).toEqual(up);
  expect((await fetch(a.url + link)).status).toBe(200);
  expect(await readiness(b)).toEqual(absent);
  expect(fs.existsSync(b.files)).toBe(false);
});

it('a folder takes the place of a lost one once, when the operator names the mark', async () => {
  await stopped(a);
  await stopped(b);
  const [{ mark }] = await inDatabase('select mark from store_mark');
  fs.renameSync(a.files, `${a.files}.lost`);
  a = await started('a', { STORE_ACCEPT: mark });
  expect(await readiness(a)).toEqual(up);
  ok(await picture(a));
  b = await started('b', { STORE_ACCEPT: mark });
  expect(await readiness(b)).toEqual(absent);
  // the first folder is another store now
  await stopped(b);
  fs.rmSync(b.files, { recursive: true, force: true });
  fs.symlinkSync(`${a.files}.lost`, b.files);
  b = await started('b');
  expect(await readiness(b)).toEqual(absent);
  expect(b.output()).toMatch(/bears the mark of another/);
  await stopped(b);
});

it('an installation whose files lie in object stores alone needs no common folder', async () => {
  await inDatabase(
    `delete from upload`,
    `update attach set is_deleted = 1, erased_at = now()`,
    `insert into oss (id, tenant_id, oss_code, category, endpoint, bucket_name, access_key, status, create_time, update_time)
     select id, tenant_id, 'cloud', 1, 'https://store.example', 'files', 'key', 2, now(), now() from tenant`,
  );
  b = await started('b');
  expect(await readiness(b)).toEqual(up);
  expect(b.output()).not.toContain('not ready');
  await stopped(b);
  await stopped(a);
});
