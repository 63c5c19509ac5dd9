/** Backup and restore as an operator runs them, on the built program. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { attachEmbedded } from '../../../server/platform/embedded';
import { command } from '../../support/backupCommand';
import { type RunningServer, startServer } from '../../support/browser';
import { callerOf } from '../../support/caller';
import { actOn, fieldFor, modelFor, publishModel, saveFields } from '../../support/models';
import { basic, ok } from '../../support/server';

jest.setTimeout(240_000); // mostly the build, when there is none yet

const keyModel = modelFor('keys', [fieldFor('title', 'text', { isRequired: true, isUnique: true })]);
const password = 'Lease-desk-2026';
let home: string;
let first: RunningServer;
let backup: string;
let access: string;
let signedFile: string;
let before: Record<string, string>;
const opened: RunningServer[] = [];

async function call(server: RunningServer, path: string, token = '', init: RequestInit = {}) {
  const headers = { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json', ...init.headers };
  const answer = await fetch(`${server.url}${path}`, { ...init, headers });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}
async function signIn(server: RunningServer): Promise<string> {
  const query = new URLSearchParams({ grant_type: 'password', username: 'admin', password: md5(password) });
  const { body } = await call(server, `/api/blade-auth/oauth/token?${query}`, '', {
    method: 'POST',
    headers: { authorization: basic },
  });
  return body.access_token;
}
function post(server: RunningServer, code: string, token: string) {
  return call(server, '/api/blade-system/post/submit', token, {
    method: 'POST',
    body: JSON.stringify({ category: 1, postCode: code, postName: code, sort: 1 }),
  });
}
/** Number of rows and a checksum of each table, as the owner of the database sees them. */
async function tables(dataDir: string): Promise<Record<string, string>> {
  const { owner, stop } = await attachEmbedded(dataDir);
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: found } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as sum from "${name}" t`,
    );
    sums[name] = found[0].sum;
  }
  await client.end();
  await stop();
  return sums;
}
/** As its owner: nothing is done at set times while tables are compared. */
async function pauseJobs(dataDir: string): Promise<void> {
  const { owner, stop } = await attachEmbedded(dataDir);
  const client = new pg.Client(owner);
  await client.connect();
  await client.query('update job_info set enable = 0, next_at = null, next_time = null');
  await client.end();
  await stop();
}
/** Tables that change by themselves, or belong to the original: sessions, leases, the mark of the store, migration times, and what a server's first minute writes. */
const alive = [
  'node_lease',
  'store_mark',
  'remembered_version',
  'list_change',
  'schema_migration',
  'sign_in',
  'sign_in_failure',
  'idempotency',
  'captcha',
  'address_failure',
  // written shortly after the calls that they are about
  'usual_log',
  'api_log',
];
function still(sums: Record<string, string>) {
  return Object.fromEntries(Object.entries(sums).filter(([name]) => !alive.includes(name)));
}

beforeAll(async () => {
  home = fs.mkdtempSync(join(tmpdir(), 'leasedesk-backup-'));
  fs.mkdirSync(join(home, 'kept'));
  first = await startServer({ DATA_DIR: join(home, 'first'), DEMO: '1', BACKUP_DIR: join(home, 'kept') });
  await pauseJobs(join(home, 'first'));
  access = await signIn(first);
  const admin = await callerOf(first.url);
  const { at } = await publishModel(admin, keyModel);
  ok(await admin.post(`${at}/submit`, { body: { title: '一号钥匙' } }));
  const { body } = await call(first, '/api/blade-picture/picture/list?size=1', access);
  signedFile = body.data.records[0].path;
  before = await tables(join(home, 'first'));
});
afterAll(async () => {
  for (const server of [first, ...opened]) await server?.stop();
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

it('an installation that is not written to comes out as it went in', async () => {
  const { code, output } = await command('backup', [home], { DATA_DIR: join(home, 'first') });
  expect([code, output]).toEqual([0, expect.stringContaining(home)]);
  backup = /: (\/\S+\.tar\.gz)\n$/.exec(output)![1]!;
  expect(fs.statSync(backup).mode & 0o777).toBe(0o600);
  expect(await command('backup', ['--verify', backup], {})).toMatchObject({ code: 0 });

  const restored = await command('restore', [backup], { DATA_DIR: join(home, 'second') });
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('restored')]);
  const second = await startServer({ DATA_DIR: join(home, 'second'), DEMO: '1' });
  opened.push(second);
  const after = await tables(join(home, 'second'));
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(Number(after.lease_order!.split(' ')[0])).toBeGreaterThan(100);
  expect(still(after)).toEqual(still(before));

  expect((await call(second, '/api/blade-system/user/info', access)).status).toBe(401);
  const again = await signIn(second);
  expect((await call(second, '/api/blade-system/user/info', again)).status).toBe(200);
  const { body } = await call(second, '/api/blade-log/audit/verify', again);
  expect(body.data).toMatchObject({ isWhole: true });
  const [path] = signedFile.split('?');
  const list = await call(second, '/api/blade-picture/picture/list?size=1', again);
  expect(list.body.data.records[0].path.split('?')[0]).toBe(path);
  expect((await call(second, signedFile)).status).toBe(200);
  // The table of a register comes back with its rules, and can be published again.
  const admin = await callerOf(second.url);
  const taken = await admin.post('/blade-register/keys/submit', { body: { title: '一号钥匙' } });
  expect(taken.body.problems).toEqual({ title: 'taken' });
  const [model] = ok(await admin.get('/blade-develop/model/list', { modelCode: 'keys' })).records;
  const more = [...keyModel.fields, fieldFor('place', 'text', { initial: '前台' })];
  ok(await saveFields(admin, model.id, { ...keyModel, fields: more }));
  ok(await actOn(admin, 'publish', model.id));
  expect(ok(await admin.get('/blade-register/keys/list')).records).toMatchObject([
    { title: '一号钥匙', place: '前台' },
  ]);
  expect((await post(second, 'new', again)).status).toBe(200);
});

it('what is written during a backup is in it wholly or not at all, and is encrypted under a passphrase', async () => {
  let isDone = false;
  let written = 0;
  const writing = (async () => {
    for (; !isDone; written++) expect((await post(first, `p${written}`, access)).status).toBe(200);
  })();
  const env = { DATA_DIR: join(home, 'first'), BACKUP_PASSPHRASE: 'eight horses' };
  const target = join(home, 'busy.sealed');
  const { code, output } = await command('backup', [target], env);
  isDone = true;
  await writing;
  expect([code, output]).toEqual([0, expect.stringContaining('busy.sealed')]);
  expect(written).toBeGreaterThan(0);
  expect(fs.readFileSync(target).includes('sys_post')).toBe(false);

  const third = { ...env, DATA_DIR: join(home, 'third') };
  expect(await command('restore', [target], { ...third, BACKUP_PASSPHRASE: '' })).toMatchObject({ code: 1 });
  expect((await command('restore', [target], { ...third, BACKUP_PASSPHRASE: 'nine' })).output).toContain(
    'BACKUP_PASSPHRASE is not that of this backup',
  );
  expect(fs.existsSync(third.DATA_DIR)).toBe(false);
  expect(await command('restore', [target], third)).toMatchObject({ code: 0 });
  const server = await startServer({ DATA_DIR: third.DATA_DIR });
  opened.push(server);
  const token = await signIn(server);
  const posts = await call(server, '/api/blade-system/post/list?size=200', token);
  const codes = posts.body.data.records.map(({ postCode }: { postCode: string }) => postCode);
  const history = await call(server, '/api/blade-log/audit/verify', token);
  expect(history.body.data).toMatchObject({ isWhole: true });
  // a row and its line of history are one transaction
  const [rows] = await withOwner(
    third.DATA_DIR,
    `select count(*)::int as n from sys_post where post_code ~ '^p[0-9]+$'`,
  );
  const [lines] = await withOwner(
    third.DATA_DIR,
    `select count(*)::int as n from audit_log a join sys_post p on p.id = a.entity_id where p.post_code ~ '^p[0-9]+$'`,
  );
  expect(lines.n).toBe(rows.n);
  expect(codes.length).toBeGreaterThan(0);
});

async function withOwner(dataDir: string, text: string): Promise<any[]> {
  const { owner, stop } = await attachEmbedded(dataDir);
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  await stop();
  return rows;
}

it.each([
  ['cut', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.7))],
  ['cut at its very end', (bytes: Buffer) => bytes.subarray(0, -1)],
  [
    'changed',
    (bytes: Buffer) => {
      const copy = Buffer.from(bytes);
      copy[Math.floor(bytes.length / 2)]! ^= 1;
      return copy;
    },
  ],
  ['something else', () => Buffer.from('not a backup at all, but a text of some length')],
])('a file that was %s is refused before anything is written', async (_, spoil) => {
  const path = join(home, 'spoilt.tar.gz');
  fs.writeFileSync(path, spoil(fs.readFileSync(backup)));
  const DATA_DIR = join(home, 'never');
  for (const given of [
    await command('restore', [path], { DATA_DIR }),
    await command('backup', ['--verify', path], { DATA_DIR }),
  ]) {
    expect(given.code).toBe(1);
    expect(given.output).toMatch(/^备份已损坏 · The backup is damaged: .+\n$/);
  }
  expect(fs.existsSync(DATA_DIR)).toBe(false);
});

it('nothing is overwritten', async () => {
  const DATA_DIR = join(home, 'first');
  expect((await command('backup', [backup], { DATA_DIR })).output).toContain('is there already');
  expect((await command('backup', [join(DATA_DIR, 'files')], { DATA_DIR })).output).toContain(
    'inside the data directory',
  );
  expect((await command('restore', [backup], { DATA_DIR })).output).toContain('is not empty');
  expect((await command('backup', [home], { DATA_DIR: join(home, 'nowhere') })).output).toContain('There is no');
});

async function runJob() {
  const job = (path: string, method = 'GET') => call(first, `/api/blade-job/${path}`, access, { method });
  const { body } = await job('job-info/list?processorInfo=backup.make');
  const run = await job(`job-info/run?id=${body.data.records[0].id}`, 'POST');
  const outcome = async () => (await job(`job-log/output?id=${run.body.data}`)).body.data;
  for (const end = Date.now() + 60_000; (await outcome()).endTime === null; )
    if (Date.now() > end) throw new Error('the backup does not end');
    else await new Promise((resolve) => setTimeout(resolve, 100));
  return outcome();
}

it('are made by a job where the operator wants them, and the latest are kept', async () => {
  fs.writeFileSync(join(home, 'kept/leasedesk-20200101000000.tar.gz'), 'old');
  for (let n = 0; n < 7; n++) fs.writeFileSync(join(home, `kept/leasedesk-2020010200000${n}.tar.gz`), 'old');
  const { state, result, cause } = await runJob();
  expect([state, cause]).toEqual([5, null]);
  expect(fs.readdirSync(join(home, 'kept'))).toHaveLength(7);
  expect(await command('backup', ['--verify', result], {})).toMatchObject({ code: 0 });
});

describe('of an installation that has lost files', () => {
  const damagedHome = () => ({ DATA_DIR: join(home, 'first') });
  let lost: string;
  let cut: string;
  const words = () => [
    'files that the database refers to are missing: 2\n',
    `  ${lost}\n`,
    `  ${cut}（应为 `,
    '3 bytes instead of',
  ];
  function expectIncomplete({ code, output }: { code: number; output: string }) {
    expect(output).toMatch(/备份不完整 · incomplete: |已恢复/);
    for (const part of words()) expect(output).toContain(part);
    expect(code).toBe(66);
  }
  let made: string;

  beforeAll(async () => {
    const rows = await withOwner(
      damagedHome().DATA_DIR,
      `select 'files/' || tenant_id || '/' || name as path from attach where is_deleted = 0 and erased_at is null order by id limit 2`,
    );
    [lost, cut] = rows.map(({ path }) => path) as [string, string];
    fs.rmSync(join(damagedHome().DATA_DIR, lost));
    fs.writeFileSync(join(damagedHome().DATA_DIR, cut), 'cut');
  });

  it('is written, names what it lacks, and says so by its name and its code', async () => {
    const given = await command('backup', [home], damagedHome());
    expectIncomplete(given);
    made = /: (\/\S+\/leasedesk-\d{14}\.incomplete\.tar\.gz)\n/.exec(given.output)![1]!;
    expectIncomplete(await command('backup', ['--verify', made], {}));
  });

  it('is restored, and says what is missing', async () => {
    expectIncomplete(await command('restore', [made], { DATA_DIR: join(home, 'fourth') }));
    const fourth = await startServer({ DATA_DIR: join(home, 'fourth') });
    opened.push(fourth);
    expect((await call(fourth, '/health/ready')).status).toBe(200);
  });

  it('leaves the files out where that is asked for', async () => {
    const target = join(home, 'rows.tar.gz');
    const given = await command('backup', ['--without-files', target], damagedHome());
    expect([given.code, given.output]).toEqual([0, expect.stringMatching(/without files: the database refers to \d+/)]);
    const found = await command('backup', ['--verify', target], {});
    expect([found.code, found.output]).toEqual([0, expect.stringContaining('without files')]);
    expect(fs.statSync(target).size).toBeLessThan(fs.statSync(made).size);
    const restored = await command('restore', [target], { DATA_DIR: join(home, 'fifth') });
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('without files')]);
    expect(fs.readdirSync(join(home, 'fifth'))).not.toContain('files');
  });

  it('fails the nightly job with words, and takes the place of no whole backup', async () => {
    const { state, cause, lines } = await runJob();
    expect([state, cause]).toEqual([4, expect.stringMatching(/缺少数据库引用的文件.*\.incomplete\.tar\.gz/)]);
    expect(JSON.stringify(lines)).toContain(lost);
    const kept = fs.readdirSync(join(home, 'kept'));
    expect(kept.filter((name) => name.includes('incomplete'))).toHaveLength(1);
    expect(kept).toHaveLength(8);
  });
});
