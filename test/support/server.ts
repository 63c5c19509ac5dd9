/** The whole server over HTTP, on a database of its own, with a clock, ids and randomness that the test decides. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { businessDate, dateTime } from '../../contract/domain/calendar';
import { advanceAll, buildApp, registry, tasks, type Wiring } from '../../server/app';
import { md5 } from '../../server/auth/password/oneTimePassword';
import { hashCost } from '../../server/auth/password/password';
import { accessToken } from '../../server/auth/session';
import { openAnchor } from '../../server/engine/audit/anchor';
import { runnerOf } from '../../server/engine/tasks';
import { keepContractTemplates } from '../../server/esign/contractTemplate/first';
import { openFasc } from '../../server/esign/fasc/service';
import type { Deps } from '../../server/kernel/context';
import { type Database, openDatabase, openPool } from '../../server/kernel/database';
import { snowflake } from '../../server/kernel/ids';
import { openOwnerDatabase } from '../../server/kernel/register/ownerDatabase';
import { raisedBy, raising } from '../../server/kernel/remembered/versions';
import { type BufferLimits, openLogs } from '../../server/log/buffer';
import { httpSms } from '../../server/messages/gateways/http';
import { mayBePlain, readConfig } from '../../server/platform/config';
import { openEgress } from '../../server/platform/egress';
import { openFiles } from '../../server/platform/files';
import { openMail } from '../../server/platform/mail';
import { installQueue, type OpenQueue, openQueue } from '../../server/platform/queue';
import { openSchema } from '../../server/platform/schema';
import { secretsFrom } from '../../server/platform/secrets';
import type { S3Limits } from '../../server/platform/stores/s3';
import { ensureEssentials } from '../../server/seed/essentials';
import { driftOf } from './apiDocument';
import { basic, password } from './desk';
import { png } from './png';
import { keptPortfolio } from './portfolioKept';
import { filledDatabase } from './postgres';
import { judgeOf, openParser, readCatalogue, recording } from './statements';

// a slow hash or a printed contract takes long on a busy machine
jest.setTimeout(60_000);

// The same code at a low cost: the tests sign in thousands of times. test/server/auth/passwordHash.test.ts holds the shipped cost.
Object.assign(hashCost, { N: 2 ** 6, p: 1 });

export { basic, password };
export const platform = '000000';

export interface Answer {
  status: number;
  /** The parsed body, or its text where it is no JSON. */
  body: any;
  headers: Record<string, unknown>;
  raw: Buffer;
}
type Query = Record<string, string | number | undefined>;
export interface Post {
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
}

function instant(time: string) {
  return Date.parse(`${time.replace(' ', 'T')}+08:00`);
}

/** The data of an answer that must be a success; anything else fails the test with the server's answer. */
export function ok({ status, body }: Answer) {
  if (status !== 200 || body.success !== true) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

/** Names whose values no answer may contain. */
const secretName = /^(salt|password|password_?hash|client_?secret|secret_?key|lock_?proof|hash)$/i;
/** The path of a value that an answer must not contain. Every enveloped answer of every test of the server is
 *  checked. */
export function leakedSecret(value: unknown, at = ''): string | undefined {
  if (typeof value === 'string')
    return /\bscrypt\$\d/.test(value) ||
      (/(^|[^0-9a-f])[0-9a-f]{64}($|[^0-9a-f])/.test(value) && !at.endsWith('.sha256'))
      ? at
      : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, held] of Object.entries(value)) {
    if (name === 'problems') continue; // texts about fields, not their values
    const place = `${at}.${name}`;
    if (secretName.test(name) && held !== null && held !== '' && held !== undefined) return place;
    const found = leakedSecret(held, place);
    if (found) return found;
  }
  return undefined;
}

function answerOf(reply: Awaited<ReturnType<FastifyInstance['inject']>>): Answer {
  const isJson = String(reply.headers['content-type']).startsWith('application/json') && reply.body !== '';
  const body = isJson ? JSON.parse(reply.body) : reply.body;
  // Settings for a browser and token answers have no envelope: tokens belong into those.
  const secret = isJson && typeof body?.code === 'number' ? leakedSecret(body) : undefined;
  if (secret) throw new Error(`an answer tells ${secret}`);
  return {
    status: reply.statusCode,
    body,
    headers: reply.headers,
    raw: reply.rawPayload,
  };
}

/** A multipart body with one file, its fields first. */
export function multipart(file: Buffer, filename: string, fields: Record<string, string> = {}) {
  const mark = '----boundary7150001';
  const part = (head: string) => `--${mark}\r\ncontent-disposition: form-data; ${head}`;
  const words = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n\r\n${value}\r\n`);
  return {
    payload: Buffer.concat([
      Buffer.from(words.join('')),
      Buffer.from(`${part(`name="file"; filename="${filename}"`)}\r\ncontent-type: image/png\r\n\r\n`),
      file,
      Buffer.from(`\r\n--${mark}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
  };
}

function given(query: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** The calls of one person; addresses are below /api. */
export function clientOf(app: FastifyInstance, own: Record<string, string> = {}) {
  const send = async (options: InjectOptions) => {
    const answer = answerOf(await app.inject({ ...options, headers: { ...own, ...options.headers } }));
    const drift = answer.status === 200 ? driftOf(app, options, answer) : undefined;
    if (drift) throw new Error(drift);
    return answer;
  };
  return {
    headers: own,
    send,
    get: (path: string, query: Query = {}, headers: Record<string, string> = {}) =>
      send({ method: 'GET', url: `/api${path}`, query: given(query), headers }),
    post: (path: string, { query = {}, body, headers = {} }: Post = {}) =>
      send({
        method: 'POST',
        url: `/api${path}`,
        query: given(query),
        headers,
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    upload: (path: string, file: Buffer, { name = 'a.png', query = {} as Query, fields = {} } = {}) => {
      const { payload, headers } = multipart(file, name, fields);
      return send({ method: 'POST', url: `/api${path}`, query: given(query), payload, headers });
    },
  };
}
export type Client = ReturnType<typeof clientOf>;

/** Servers of one process have numbers of their own: what is remembered by an id is about one record alone. */
let started = 0;

/** `env`: what an operator sets; `storeLimits`: how long stores of files may take; `hasDemo`: it has the demo portfolio. */
export async function startServer({
  now = '2026-11-20 10:00:00',
  env = {},
  logLimits = {},
  storeLimits,
  ocr,
  hasDemo = false,
  ...wiring
}: {
  now?: string;
  env?: Record<string, string>;
  logLimits?: Partial<BufferLimits>;
  storeLimits?: S3Limits;
  ocr?: Deps['ocr'];
  hasDemo?: boolean;
} & Wiring = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-server-'));
  let time = instant(now);
  const clock = {
    set: (text: string) => {
      time = instant(text);
    },
    advance: (ms: number) => {
      time += ms;
    },
    text: () => dateTime(time),
  };
  let drawn = 0;
  const secrets = secretsFrom(createHash('sha256').update('a key for tests').digest());
  const config = readConfig(env);
  const egress = openEgress(config.egressAllow);
  const timeNow = () => time;
  const random = (bytes: number) => createHash('sha512').update(String(drawn++)).digest().subarray(0, bytes);
  const depsOn = (db: Database, node: number, queue: OpenQueue): Deps => ({
    db,
    schema: openSchema(),
    queue,
    now: timeNow,
    // what is made now is younger than what the portfolio holds
    newId: snowflake(hasDemo && node > 0 ? () => time + 60_000 : timeNow, node),
    random,
    secrets,
    files: openFiles(folder, secrets, { allow: config.egressAllow, limits: storeLimits }),
    egress,
    ...(config.sms ? { sms: httpSms(config.sms, egress) } : {}),
    ...(config.fasc ? { signing: openFasc(config.fasc, { egress, now: timeNow, random }) } : {}),
    ...(ocr ? { ocr } : {}),
    ...(config.smtp ? { mail: openMail(config.smtp, { mayBePlain: mayBePlain(config) }) } : {}),
    settings: { ...config.settings, publicUrl: 'https://lease.example' },
  });
  const texts = new Set<string>();
  const portfolio = keptPortfolio(now);
  const database = await filledDatabase(
    `${hasDemo ? 'demo' : 'essentials'} of ${now}, by ${__dirname}`,
    async (draft) => {
      const db = openDatabase(recording(openPool({ ...draft, max: hasDemo ? 4 : 1 }), texts));
      // the ids of another node: those of the server, whose clock begins at the same time, are none of them
      const queue = openQueue(draft);
      const own = depsOn(db, 0, queue);
      await db.withTenant(platform, '2026-11-20', (trx) => ensureEssentials(own, trx, password));
      const pool = new pg.Pool({ ...draft, max: 1 });
      await installQueue(pool, tasks);
      await pool.end();
      if (hasDemo) await portfolio.fill(own, folder);
      await queue.close();
      await db.close();
    },
  );
  if (hasDemo) portfolio.copy(folder);
  const pool = openPool(database.app);
  const db = openDatabase(recording(pool, texts));
  const anchorFile = `${folder}.anchor`;
  const queue = openQueue(database.app);
  started += 1;
  const common = depsOn(db, started, queue);
  const ownerDb = openOwnerDatabase(database.owner);
  const deps: Deps = {
    ...common,
    owner: ownerDb,
    logs: openLogs(common, undefined, logLimits),
    // By itself it would remember, on a slow machine, what a test has forged for a moment.
    anchor: openAnchor(anchorFile, { db, secrets, now: () => time, pauseMs: 60 * 60 * 1000 }),
  };
  const owner = openDatabase(recording(openPool({ ...database.owner, max: 4 }), texts));
  const app = await buildApp(deps, wiring);
  await app.ready();

  /** Reads the database, past every rule. */
  const sql = async <R = any>(text: string, values: unknown[] = []): Promise<R[]> => {
    const { rows } = await ownerPool.query(text, values);
    // the product's own writes do so with their commit
    if (raisedBy(text)) await ownerPool.query(raising({ own: false, all: true }));
    return rows;
  };
  const ownerPool = new pg.Pool({ ...database.owner, max: 2 });
  /** Everything the database holds but sessions and logs: equal before and after means that nothing changed. */
  const fingerprint = async (): Promise<string> => {
    const tables = await sql<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('sign_in', 'sign_in_failure', 'address_failure', 'captcha', 'usual_log', 'api_log', 'remembered_version', 'list_change') order by relname`,
    );
    // An upload that has given its room back is left for the sweep alone.
    const kept: Readonly<Record<string, string>> = { upload: 'where size > 0' };
    const sums = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*), sum(hashtextextended(t::text, 0)) as sum from ${name} t ${kept[name] ?? ''}`,
    );
    // The parts of a union have no order of their own once tables are read in parallel.
    return JSON.stringify(await sql(`${sums.join(' union all ')} order by name`));
  };

  const addTenant = async (tenantId: string): Promise<void> => {
    await sql('insert into tenant (id, tenant_id, tenant_name, create_time) values ($1, $2, $3, $4)', [
      deps.newId(),
      tenantId,
      `租户${tenantId}`,
      clock.text(),
    ]);
    await deps.db.withTenant(tenantId, businessDate(time), (trx) =>
      keepContractTemplates(trx, tenantId, deps.newId, clock.text()),
    );
  };
  const [{ hash } = { hash: '' }] = await sql<{ hash: string }>('select password_hash as hash from sys_user');
  /** A person whose only role holds exactly these menus and buttons. All have the same password. */
  const addUser = async ({
    account,
    permissions = [],
    tenantId = platform,
  }: {
    account: string;
    permissions?: string[];
    tenantId?: string;
  }) => {
    const userId = deps.newId();
    const roleId = deps.newId();
    await sql('insert into sys_role (id, tenant_id, role_name, role_alias) values ($1, $2, $3, $3)', [
      roleId,
      tenantId,
      `role of ${account}`,
    ]);
    const granted = await sql(
      'insert into sys_role_menu select $1, $2, id from sys_menu where code = any($3) returning menu_id',
      [tenantId, roleId, permissions],
    );
    if (granted.length !== permissions.length) throw new Error(`not all of these are menus: ${permissions}`);
    await sql(
      `insert into sys_user (id, tenant_id, account, password_hash, name, real_name, role_ids, create_time, update_time)
       values ($1, $2, $3, $4, $3, $3, $5, $6, $6)`,
      [userId, tenantId, account, hash, [roleId], clock.text()],
    );
    return { userId, roleId };
  };

  const anybody = clientOf(app);
  const token = (query: Query, headers: Record<string, string> = {}) =>
    anybody.post('/blade-auth/oauth/token', { query, headers: { authorization: basic, ...headers } });
  /** Through the token call, as a browser does; costs a slow hash. */
  const signIn = async (account = 'admin', word = password, tenantId = platform) => {
    const { status, body } = await token(
      { username: account, password: md5(word), grant_type: 'password' },
      { 'tenant-id': tenantId },
    );
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
    return { ...clientOf(app, { 'blade-auth': `bearer ${body.access_token}` }), session: body };
  };
  /** The same session opened behind the token call, without its slow hash. */
  const as = async (account: string, tenantId = platform): Promise<Client> => {
    const [user] = await sql('select id from sys_user where account = $1 and tenant_id = $2 and is_deleted = 0', [
      account,
      tenantId,
    ]);
    const sid = deps.newId();
    await sql(
      `insert into sign_in (sid, tenant_id, user_id, client_id, rotated_at, expires_at, create_time)
       values ($1, $2, $3, 'saber', $4, $5, $6)`,
      [sid, tenantId, user.id, new Date(time), new Date(time + 20 * 365 * 86_400_000), clock.text()],
    );
    const access = await accessToken(deps, { sid, tenantId, userId: user.id }, 20 * 365 * 86_400);
    return clientOf(app, { 'blade-auth': `bearer ${access}` });
  };

  const admin = await as('admin');

  /** Every statement that was sent must be one that a node which holds the tenant's rows can answer. */
  const statementFaults = async (): Promise<string[]> => {
    await openParser();
    const faultsIn = judgeOf(await readCatalogue((text) => ownerPool.query(text)));
    return [...texts].flatMap((text) => faultsIn(text).map((fault) => `${fault}: ${text}`));
  };

  /** Ids of menus and buttons, by their codes. */
  const menuIds = async (...codes: string[]): Promise<string[]> => {
    const found = await sql<{ id: string }>(
      'select id from sys_menu where code = any($1) and is_deleted = 0 order by array_position($1, code)',
      [codes],
    );
    if (found.length !== codes.length) throw new Error(`not all of these are menus: ${codes}`);
    return found.map(({ id }) => id);
  };
  let founded = 0;
  /** A tenant as the platform's owner makes one, its administrator past the one-time password. `menus`: those of its package. */
  const foundTenant = async ({ menus, ...body }: { menus?: string[]; tenantName?: string; domain?: string } = {}) => {
    const { id, tenantId, oneTimeWord } = ok(
      await admin.post('/blade-system/tenant/submit', {
        body: { tenantName: `新租户${++founded}`, linkman: '联系人', ...body },
      }),
    );
    let packageId = '';
    if (menus) {
      const made = { packageName: `产品包${founded}`, menuId: (await menuIds(...menus)).join(',') };
      packageId = ok(await admin.post('/blade-system/tenant-package/submit', { body: made })).id;
      ok(await admin.post('/blade-system/tenant/package-setting', { query: { tenantId, packageId } }));
    }
    await sql('update sys_user set must_change_password = 0 where tenant_id = $1', [tenantId]);
    const [user] = await sql('select id from sys_user where tenant_id = $1', [tenantId]);
    const client = await as('admin', tenantId);
    return { id, tenantId, packageId, oneTimeWord, adminId: user.id as string, client };
  };

  return {
    app,
    deps,
    pool,
    /** The database as its owner, whom row security does not bind. */
    owner,
    /** How the program and the owner of the database connect. */
    connections: { app: database.app, owner: database.owner },
    /** Where uploaded and printed files are. */
    folder,
    anchorFile,
    clock,
    sql,
    fingerprint,
    anybody,
    admin,
    token,
    /** What those who try the demo are told. */
    demo: () => portfolio.told(),
    signIn,
    as,
    addTenant,
    addUser,
    menuIds,
    foundTenant,
    /** The program's periodic work; an unexpected failure fails the test. */
    advance: (
      fail: (error: unknown, orderId: string) => void = (error) => {
        throw error;
      },
    ) => advanceAll(deps, fail),
    /** Another server of this database, with connections and a number of its own: two of one number would make the same ids. */
    async beside() {
      started += 1;
      const own = openDatabase(openPool(database.app));
      const other = await buildApp({ ...deps, db: own, newId: snowflake(timeNow, started) });
      await other.ready();
      return {
        app: other,
        db: own,
        async close() {
          await other.close();
          await own.close();
        },
      };
    },
    /** Does every task of the queue that is due, in this process; the first failure is thrown. */
    drain: () => queue.drain(tasks, runnerOf(deps, registry)),
    async close() {
      const faults = await statementFaults();
      await app.close();
      await deps.logs?.close();
      await deps.anchor?.close();
      await queue.close();
      await deps.db.close();
      await ownerDb.close();
      await owner.close();
      await ownerPool.end();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(anchorFile, { force: true });
      expect(faults).toEqual([]);
    },
  };
}
export type Server = Awaited<ReturnType<typeof startServer>>;

const paths = {
  product: '/blade-product/product',
  customer: '/blade-customer/customer',
  order: '/blade-order/order',
  picture: '/blade-picture/picture',
  contract: '/blade-fascContract/fascContract',
  plan: '/blade-paymentPlan/paymentPlan',
};

let made = 0;
/** The line of business for one person: short names for the calls most tests begin with. */
export function leaseOf(server: Server, client: Client = server.admin) {
  const product = async (body: object = {}) =>
    ok(
      await client.post(`${paths.product}/submit`, {
        body: {
          productName: '稳租',
          productCode: `P-${++made}`,
          deadline: 365,
          amountPer: '10000',
          getType: 0,
          yearRate: '6',
          ...body,
        },
      }),
    );
  const identified = (id: string) => server.sql('update lease_customer set kyc_status = 1 where id = $1', [id]);
  /** Identified, as most tests need it, unless `kycStatus` says otherwise. */
  const customer = async ({ kycStatus = 1, ...body }: { kycStatus?: 0 | 1; [name: string]: unknown } = {}) => {
    const made = ok(
      await client.post(`${paths.customer}/submit`, {
        body: { realName: '李雷', tel: '13800138000', idType: 1, idNo: '11010519491231002X', ...body },
      }),
    );
    if (kycStatus === 1) await identified(made.id);
    return { ...made, kycStatus };
  };
  const read = async (id: string) => ok(await client.get(`${paths.order}/detail`, { id }));
  const order = async (body: object = {}, goods: object = {}) =>
    ok(
      await client.post(`${paths.order}/submit`, {
        body: {
          customerId: 'customerId' in body ? '' : (await customer()).id,
          productId: 'productId' in body ? '' : (await product(goods)).id,
          totalAmount: '10000',
          tel: '13800138000',
          bankCardCode: '6222021234567890128',
          bankName: '工商银行',
          ...body,
        },
      }),
    );
  const move = (id: string, businessStatus: number | string, query: Query = {}) =>
    client.post(`${paths.order}/update-businessStatus`, { query: { id, businessStatus, ...query } });
  /** No two slips are the same file. */
  const slip = () => png(40, 20, [0x80, made >> 8, ++made & 255]);
  const upload = async (file = png(), type = 5) =>
    ok(await client.upload(`${paths.picture}/upload-images`, file, { query: { type } }));
  const voucher = async (orderId: string) =>
    ok(
      await client.post(`${paths.picture}/submit`, {
        body: { orderId, picType: 5, imageIndex: 0, path: (await upload(slip())).link },
      }),
    );
  /** Confirms the voucher of an order as if another person had made it. */
  const confirm = async (id: string) => {
    const [{ maker }] = await server.sql('select create_user::text as maker from lease_order where id = $1', [id]);
    const madeBy = (user: string | null) =>
      server.sql('update lease_order set create_user = $2 where id = $1', [id, user]);
    await madeBy(null);
    ok(await move(id, 3));
    await madeBy(maker);
  };
  /** An order led as far as the voucher's confirmation: ready for its contracts. */
  const confirmed = async (body: object = {}, goods: object = {}) => {
    const { id } = await order(body, goods);
    ok(await move(id, 1));
    await voucher(id); // moves it to the review by itself
    await confirm(id);
    return read(id);
  };
  /** An order that waits for its start, its contracts marked as signed in the database: printing them is slow. */
  const signed = async (body: object = {}, goods: object = {}) => {
    const { id, contractCode } = await order(body, goods).then(async (row) => {
      ok(await move(row.id, 1));
      return read(row.id);
    });
    await server.sql(
      `update lease_order set business_status = 5, pzsfqr = 1, prqy = 1, qyqy = 1,
         interest_date = coalesce(interest_date, $2) where id = $1`,
      [id, server.clock.text().slice(0, 10)],
    );
    for (const type of [1, 2])
      await server.sql(
        `insert into lease_contract (id, tenant_id, order_id, contract_number, type, status, sign_task_status, create_time, update_time)
         select $2, tenant_id, id, $3, $4, 2, 'task_finished', create_time, create_time from lease_order where id = $1`,
        [id, server.deps.newId(), `${contractCode}-0${type}`, type],
      );
    return read(id);
  };
  const plan = async (orderId: string) =>
    ok(await client.get(`${paths.plan}/page`, { orderId, size: 200, ascs: 'currentPeriods' })).records;
  /** A running order and its instalments. */
  const started = async (body: object = {}, goods: object = {}) => {
    const { id } = await signed(body, goods);
    ok(await move(id, 6, { reason: '补录' })); // needed where its first instalments are overdue from the beginning
    return { order: await read(id), rows: await plan(id) };
  };
  return {
    paths,
    product,
    customer,
    identified,
    order,
    read,
    move,
    upload,
    voucher,
    confirm,
    confirmed,
    signed,
    started,
    plan,
  };
}
