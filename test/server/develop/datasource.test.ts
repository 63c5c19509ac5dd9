/** Data sources: real databases of other systems, read with limits. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readAddress } from '../../../server/develop/sources/address';
import { openLine } from '../../../server/develop/sources/line';
import { openMysql } from '../../../server/develop/sources/mysql';
import { sourceRefusal, withSource } from '../../../server/develop/sources/open';
import { openPostgresql } from '../../../server/develop/sources/postgresql';
import { sourceLimits } from '../../../server/develop/sources/source';
import { type Mariadb, selfSigned, startMariadb } from '../../support/mariadb';
import { openPostgresDoor, type PostgresDoor } from '../../support/postgresDoor';
import { type Client, ok, type Server, startServer } from '../../support/server';

const at = '/blade-develop/datasource';
const postgresDriver = 'org.postgresql.Driver';
const mysqlDriver = 'com.mysql.cj.jdbc.Driver';
const password = 'reader-Pass-1';

let server: Server;
let mariadb: Mariadb;
let other: pg.Client;
let otherName: string;
/** The PostgreSQL of this run, which listens on a socket of files, as a host with a port. */
let door: PostgresDoor;
let port: number;
/** Where the key and the certificate of the MariaDB are, which no authority has signed. */
let tls: string;
let clerk: Client;

const shopTables = (text: string, integer: string) => `
  create table car (id ${integer} primary key, plate_no varchar(20) not null, price decimal(12, 2), sold_on date, note ${text})`;

beforeAll(async () => {
  tls = mkdtempSync(join(tmpdir(), 'leasedesk-tls-'));
  mariadb = await startMariadb(selfSigned(tls));
  const { owner } = JSON.parse(process.env.TEST_PG!) as { owner: pg.PoolConfig };
  door = await openPostgresDoor(() => owner);
  ({ port } = door);
  server = await startServer({ env: { EGRESS_ALLOW: `127.0.0.1:${port},127.0.0.1:${mariadb.port}` } });
  otherName = `shop_${process.pid}`;
  const maintenance = new pg.Client({ ...owner, database: 'postgres' });
  await maintenance.connect();
  await maintenance.query(`drop database if exists ${otherName}`);
  await maintenance.query(`create database ${otherName}`);
  for (const role of ['reader', 'writer']) await maintenance.query(`drop role if exists ${otherName}_${role}`);
  for (const role of ['reader', 'writer'])
    await maintenance.query(`create role ${otherName}_${role} login password '${password}'`);
  await maintenance.end();
  other = new pg.Client({ ...owner, database: otherName });
  await other.connect();
  await other.query(shopTables('text', 'bigint'));
  await other.query(`comment on table car is '车辆'; comment on column car.plate_no is '车牌号';
    grant select on car to ${otherName}_reader; grant all on car to ${otherName}_writer; insert into car values (1, '京A12345', 100000.50, '2026-01-02', null)`);
  await mariadb.owner.query(`${shopTables('text', 'bigint')};
    alter table car comment '车辆'; alter table car modify plate_no varchar(20) not null comment '车牌号';
    create user reader identified by '${password}'; grant select on shop.* to reader;
    create user writer identified by '${password}'; grant select, insert, create, file on *.* to writer;
    insert into car values (1, '京A12345', 100000.50, '2026-01-02', null)`);
  await server.addUser({
    account: 'dba',
    permissions: ['datasource', 'add', 'edit', 'delete', 'test', 'browse', 'query'].map((verb) =>
      verb === 'datasource' ? verb : `datasource_${verb}`,
    ),
  });
  clerk = await server.as('dba');
});
afterAll(async () => {
  await other?.end();
  door?.close();
  await server?.close();
  await mariadb?.close();
  rmSync(tls, { recursive: true, force: true });
});

function addressOf(kind: 'postgresql' | 'mysql') {
  return kind === 'mysql'
    ? { driverClass: mysqlDriver, url: `jdbc:mysql://127.0.0.1:${mariadb.port}/shop?useSSL=false`, username: 'reader' }
    : {
        driverClass: postgresDriver,
        url: `jdbc:postgresql://127.0.0.1:${port}/${otherName}`,
        username: `${otherName}_reader`,
      };
}
/** Asks as an account that could write, which the product itself does not let so far. */
async function askedAsWriter(kind: 'postgresql' | 'mysql', text: string): Promise<unknown> {
  const line = openLine(sourceLimits);
  const [open, at, database, user] =
    kind === 'mysql'
      ? ([openMysql, mariadb.port, 'shop', 'writer'] as const)
      : ([openPostgresql, port, otherName, `${otherName}_writer`] as const);
  const access = { address: '127.0.0.1', port: at, database, user, password, certifiedAs: null };
  try {
    return await (await open(access, sourceLimits, line)).query(text);
  } catch (error) {
    return sourceRefusal(error, { password }, sourceLimits, true).code;
  } finally {
    line.close();
  }
}
async function reasonOf(answer: Promise<{ status: number; body: any }>) {
  const { status, body } = await answer;
  return [status, body.reason];
}

describe.each(['postgresql', 'mysql'] as const)('a source on %s', (kind) => {
  let sourceId: string;
  const save = (more: object = {}) =>
    clerk.post(`${at}/submit`, { body: { name: `${kind} 源`, ...addressOf(kind), password, ...more } });

  it('is saved once it answers, and never tells its password', async () => {
    const refused = await save({ password: 'wrong-Pass-1' });
    expect([refused.status, refused.body.reason, refused.body.problems]).toEqual([
      400,
      'datasource.signIn',
      { password: 'refused' },
    ]);
    expect(await server.sql('select id from sys_datasource where name = $1', [`${kind} 源`])).toEqual([]);
    const saved = ok(await save());
    sourceId = saved.id;
    const shown = ok(await clerk.get(`${at}/detail`, { id: sourceId }));
    expect(JSON.stringify([saved, shown, ok(await clerk.get(`${at}/list`))])).not.toContain(password);
    const [held] = await server.sql('select password from sys_datasource where id = $1', [sourceId]);
    expect(held.password).not.toContain(password);
    ok(await clerk.post(`${at}/test`, { body: { ids: sourceId } }));
  });

  it('is edited without its password, but not moved with it', async () => {
    const { password: _, ...row } = ok(await clerk.get(`${at}/detail`, { id: sourceId }));
    const { version } = ok(await clerk.post(`${at}/submit`, { body: { ...row, remark: '报表用' } }));
    const moved = row.url.replace('127.0.0.1', 'localhost');
    expect(await reasonOf(clerk.post(`${at}/submit`, { body: { ...row, url: moved, version } }))).toEqual([
      400,
      'datasource.passwordAgain',
    ]);
    ok(await clerk.post(`${at}/test`, { body: { ids: sourceId } }));
  });

  it('shows its tables and their columns', async () => {
    const tables = ok(await clerk.get(`${at}/tables`, { id: sourceId }));
    expect(tables).toEqual([{ name: 'car', comment: '车辆', isView: false }]);
    const columns = ok(await clerk.get(`${at}/columns`, { id: sourceId, table: 'car' }));
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'plate_no', 'price', 'sold_on', 'note']);
    expect(columns[0]).toMatchObject({ isKey: true, isRequired: true });
    expect(columns[1]).toMatchObject({ comment: '车牌号', isKey: false, isRequired: true, length: 20 });
    expect(columns[2]).toMatchObject({ isRequired: false, length: 12, scale: 2 });
    expect(await reasonOf(clerk.get(`${at}/columns`, { id: sourceId, table: "car' or '1'='1" }))).toEqual([
      400,
      'datasource.noTable',
    ]);
  });

  const query = (text: string) => clerk.post(`${at}/query`, { body: { id: sourceId, text } });
  it('answers questions as the database prints them, and keeps them in the history', async () => {
    const text = 'select plate_no, price, sold_on, note from car -- 全部';
    expect(ok(await query(text))).toEqual({
      columns: ['plate_no', 'price', 'sold_on', 'note'],
      rows: [['京A12345', '100000.50', '2026-01-02', null]],
      isCut: false,
    });
    const [entry] = await server.sql(
      `select user_name, reason from audit_log where entity = 'datasource' and entity_id = $1 and action = 'query'`,
      [sourceId],
    );
    expect(entry).toMatchObject({ reason: text });
  });

  it.each([
    ['a write', `insert into car values (2, 'x', 1, null, null)`],
    ['two statements', 'select 1; delete from car'],
    [
      'a write inside of a question',
      kind === 'mysql'
        ? 'select 1) t; delete from car; -- '
        : 'with x as (insert into car values (2, $$x$$, 1, null, null) returning id) select * from x',
    ],
    ['an end of the transaction', 'commit'],
    ['a definition', 'create table t (a int)'],
    ['a setting', kind === 'mysql' ? 'set @a = 1' : 'set transaction read write'],
    [
      'a file',
      kind === 'mysql' ? `select 1 into outfile '/tmp/leasedesk-test-out'` : `copy car to '/tmp/leasedesk-test-out'`,
    ],
    ['a file behind brackets', `select 1) t into outfile '/tmp/leasedesk-test-out' -- `],
    [
      'a file behind another question',
      `select 1) t union select 1 into outfile '/tmp/leasedesk-test-out' from (select 1`,
    ],
    ['a file beside columns of one name', `select 1 as a, 2 as a into outfile '/tmp/leasedesk-test-out'`],
    ['a comment without an end', 'select 1 /*'],
    ...(kind === 'mysql' ? [['another limit of time', 'select /*+ MAX_EXECUTION_TIME(0) */ 1']] : []),
    ['nothing', ' '],
  ])('refuses %s', async (_what, text) => {
    expect(await reasonOf(query(text))).toEqual([400, 'datasource.badQuery']);
    expect(await askedAsWriter(kind, text)).toBe('datasource.badQuery');
    expect(existsSync('/tmp/leasedesk-test-out')).toBe(false);
    expect(ok(await query('select count(*) as count from car')).rows).toEqual([['1']]);
  });

  it('cuts what is long, and stops what is slow', async () => {
    const { driverClass, url, username } = addressOf(kind);
    const limits = { ...sourceLimits, statementMs: 300, rows: 10, size: 1_000 };
    const inside = { ...server.deps, egress: Object.assign(server.deps.egress, {}) };
    const asked = (text: string) =>
      withSource(inside, { driverClass, url, username, password }, (source) => source.query(text), {
        isQuery: true,
        limits,
      });
    const many = await asked(
      kind === 'mysql'
        ? 'select seq from seq_1_to_100000 order by seq desc'
        : 'select 100001 - generate_series(1, 100000)',
    );
    expect([many.rows.length, many.rows[0], many.isCut]).toEqual([10, ['100000'], true]);
    const wide = await asked(`select repeat('x', 5000) as a`);
    expect(wide.rows[0]![0]).toHaveLength(1_000);
    const slow = kind === 'mysql' ? 'select sleep(5), count(*) from seq_1_to_100000000 a' : 'select pg_sleep(5)';
    await expect(asked(slow)).rejects.toMatchObject({ code: 'datasource.tooSlow' });
  });

  it('does not take a word in a reason for its cause', async () => {
    expect(await reasonOf(query('select timeout from car'))).toEqual([400, 'datasource.badQuery']);
  });

  it('answers columns of one name, and rows in their order', async () => {
    const text =
      'select a.id, b.id, a.n from (select 1 as id, 2 as n union select 2, 1 union select 3, 0) a cross join car b order by a.n;';
    expect(ok(await query(text))).toMatchObject({
      columns: ['id', 'id', 'n'],
      rows: [
        ['3', '1', '0'],
        ['2', '1', '1'],
        ['1', '1', '2'],
      ],
    });
  });

  it('is moved neither by a part of its fields nor by two people at once', async () => {
    const { id: _, ...moved } = { id: sourceId, url: addressOf(kind).url.replace('127.0.0.1', 'localhost') };
    expect(await reasonOf(clerk.post(`${at}/submit`, { body: { id: sourceId, ...moved } }))).toEqual([
      400,
      'datasource.passwordAgain',
    ]);
    const stored = () => server.sql('select url from sys_datasource where id = $1', [sourceId]);
    const [{ url }] = await stored();
    // The other person's change is committed between the trial and the save.
    const { place } = server.deps.egress;
    server.deps.egress.place = async (host, at) => {
      await server.sql(`update sys_datasource set url = 'jdbc:mysql://elsewhere/x' where id = $1`, [sourceId]);
      return place(host, at);
    };
    try {
      const body = { id: sourceId, name: `${kind} 源`, ...addressOf(kind) };
      expect(await reasonOf(clerk.post(`${at}/submit`, { body }))).toEqual([400, 'datasource.passwordAgain']);
    } finally {
      server.deps.egress.place = place;
      await server.sql('update sys_datasource set url = $2 where id = $1', [sourceId, url]);
    }
  });

  it('leaves its password in no log and no history', async () => {
    const tables = await server.sql(
      `select table_name from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name ~ 'log'`,
    );
    expect(tables.length).toBeGreaterThan(2);
    for (const { table_name } of tables)
      expect(await server.sql(`select 1 from ${table_name} t where t::text like $1`, [`%${password}%`])).toEqual([]);
  });

  it('is read by people of the tenant that it is given to, and by those of no other', async () => {
    await server.sql(`update sys_menu set is_platform = 0 where code like 'datasource%'`);
    const menus = ['datasource'];
    const [tenant, other] = [await server.foundTenant({ menus }), await server.foundTenant({ menus })];
    const give = async (to: { tenantId: string }, datasourceId: string) =>
      ok(
        await server.admin.post('/blade-system/tenant/datasource', { query: { tenantId: to.tenantId, datasourceId } }),
      );
    const tables = (by: Client) => by.get(`${at}/tables`, { id: sourceId });
    expect(await reasonOf(tables(tenant.client))).toEqual([403, 'notYours']);
    await give(tenant, sourceId);
    expect(ok(await tables(tenant.client))).toHaveLength(1);
    const asked = ok(await tenant.client.post(`${at}/query`, { body: { id: sourceId, text: 'select 1 as a' } }));
    expect(asked.rows).toEqual([['1']]);
    expect(
      await server.sql(`select action from audit_log where tenant_id = $1 and entity_id = $2`, [
        tenant.tenantId,
        sourceId,
      ]),
    ).toEqual([{ action: 'query' }]);
    const namesFor = async (by: Client) => ok(await by.get(`${at}/list`)).records.map(({ id }: { id: string }) => id);
    const chosenFrom = async (by: Client) => ok(await by.get(`${at}/select`)).map(({ id }: { id: string }) => id);
    expect(await namesFor(tenant.client)).toEqual([sourceId]);
    expect(await chosenFrom(tenant.client)).toEqual([sourceId]);
    expect(await namesFor(other.client)).toEqual([]);
    expect(await chosenFrom(other.client)).toEqual([]);
    expect(await chosenFrom(clerk)).toContain(sourceId);
    expect((await other.client.get(`${at}/detail`, { id: sourceId })).status).toBe(404);
    expect(await reasonOf(tables(other.client))).toEqual([403, 'notYours']);
    expect(await reasonOf(other.client.post(`${at}/query`, { body: { id: sourceId, text: 'select 1' } }))).toEqual([
      403,
      'notYours',
    ]);
    await give(tenant, '');
    expect(await reasonOf(tables(tenant.client))).toEqual([403, 'notYours']);
    await server.sql(`update sys_menu set is_platform = 1 where code like 'datasource%'`);
  });

  it('is for those with its buttons', async () => {
    await server.addUser({ account: `plain_${kind}`, permissions: ['datasource'] });
    const plain = await server.as(`plain_${kind}`);
    const forbidden = [403, 'forbidden'];
    expect(await reasonOf(plain.get(`${at}/tables`, { id: sourceId }))).toEqual(forbidden);
    expect(await reasonOf(plain.post(`${at}/query`, { body: { id: sourceId, text: 'select 1' } }))).toEqual(forbidden);
    expect(await reasonOf(plain.post(`${at}/test`, { body: { ids: sourceId } }))).toEqual(forbidden);
  });
});

it('the database of this product is no source', async () => {
  const { app } = server.connections;
  const body = {
    name: '自己',
    driverClass: postgresDriver,
    url: `jdbc:postgresql://127.0.0.1:${port}/${app.database}`,
    username: app.user,
    password: app.password,
  };
  expect(await reasonOf(clerk.post(`${at}/submit`, { body }))).toEqual([400, 'datasource.own']);
});

it('an encrypted source is read with a certificate of a known authority alone', async () => {
  const address = addressOf('mysql');
  const body = { name: '加密', ...address, url: address.url.replace('useSSL=false', 'useSSL=true'), password };
  const { status, body: answer } = await clerk.post(`${at}/submit`, { body });
  expect([status, answer.reason]).toEqual([400, 'datasource.away']);
  expect(answer.msg).toMatch(/self-signed/);
});

it('hosts that the operator has not allowed are not called', async () => {
  const url = 'jdbc:mysql://127.0.0.1:1/shop';
  const body = { name: '内网', ...addressOf('mysql'), url, password };
  expect(await reasonOf(clerk.post(`${at}/submit`, { body }))).toEqual([400, 'datasource.notAllowed']);
});

describe('an address', () => {
  it.each([
    ['jdbc:mysql://db.example.com/blade?useSSL=false&serverTimezone=GMT%2B8&allowPublicKeyRetrieval=true', 3306, false],
    ['jdbc:mysql://db.example.com:3307/blade?useSSL=true', 3307, true],
    ['jdbc:mysql://db.example.com:80/blade', 80, false],
  ])('%s is read', (url, port, isEncrypted) => {
    expect(readAddress(mysqlDriver, url)).toEqual({
      engine: 'mysql',
      host: 'db.example.com',
      port,
      database: 'blade',
      isEncrypted,
    });
  });
  it.each([
    'jdbc:mysql://a:b@db.example.com/blade',
    'jdbc:mysql://db1,db2/blade',
    'jdbc:mysql://db.example.com/blade?allowLoadLocalInfile=true',
    'jdbc:mysql://db.example.com/blade?autoDeserialize=true',
    'jdbc:mysql://db.example.com/',
    'jdbc:postgresql://db.example.com/blade',
    'mysql://db.example.com/blade',
    'jdbc:mysql://',
  ])('%s is refused', (url) => {
    expect(() => readAddress(mysqlDriver, url)).toThrow('datasource.badAddress');
  });
});
