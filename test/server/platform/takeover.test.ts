/** An installation whose keys do not carry the tenant yet, migrated completely by the start of this version. */
import { join } from 'node:path';
import pg from 'pg';
import type { Entry } from '../../../server/platform/backup/archive';
import { beginDump, dumpRows, loadRows } from '../../../server/platform/backup/dump';
import { migrate, readMigrations } from '../../../server/platform/migrate';
import { lastOfTakeover } from '../../../server/platform/takeover';
import { freshDatabase, type TestDatabase } from '../../support/postgres';
import { leaseOf, ok, platform, type Server, startServer } from '../../support/server';

/** Applied as on any other database, once the tables are taken over. */
const afterwards = readMigrations()
  .filter(({ version }) => version > lastOfTakeover)
  .map(({ version, name }) => `applied ${version}_${name}`);
const formerFolder = join(__dirname, '../../../server/migrations/former');
let server: Server;
let lastOrder: string;
let otherTenant: string;

beforeAll(async () => {
  server = await startServer();
  const { client, tenantId } = await server.foundTenant();
  otherTenant = tenantId;
  const post = (path: string, body: object, of = client) => of.post(path, { body }).then(ok);
  const dept = await post('/blade-system/dept/submit', {
    deptName: '业务部',
    fullName: '业务部',
    parentId: '0',
    sort: 1,
  });
  const role = await post('/blade-system/role/submit', {
    roleName: '业务',
    roleAlias: 'trade',
    parentId: '0',
    sort: 1,
  });
  await post('/blade-system/user/submit', {
    account: 'wang',
    realName: '王',
    name: '王',
    roleId: role.id,
    deptId: dept.id,
  });
  const menuIds = await server.menuIds('order', 'order_add');
  await post('/blade-system/role/grant', { roleIds: [role.id], menuIds });
  for (const one of [server.admin, client]) {
    const lease = leaseOf(server, one);
    await lease.confirmed();
    if (one === server.admin) lastOrder = (await lease.started()).order.id;
  }
  await server.sql(
    `with told as (
       insert into inbox (id, tenant_id, audience, kind, title, content, create_time)
       values (1, $1, 'all', 'notice', '通知', '内容', now()) returning tenant_id, id)
     insert into inbox_read (tenant_id, inbox_id, user_id, read_time)
     select told.tenant_id, told.id, u.id, now() from told join sys_user u on u.tenant_id = told.tenant_id`,
    [tenantId],
  );
  const [row] = (await leaseOf(server).plan(lastOrder)) as { id: string; version: number }[];
  ok(await server.admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: row!.id, reason: '提前' } }));
  // A former version booked payments of instalments alone.
  await server.sql('delete from lease_payment_txn where plan_id is null');
});
afterAll(() => server.close());

async function query<R = Record<string, unknown>>(
  config: pg.PoolConfig,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

type Columns = ReadonlyMap<string, ReadonlySet<string>>;
/** Names of the columns of each table. */
async function columnsIn(config: pg.PoolConfig): Promise<Columns> {
  const found = await query<{ name: string; columns: string[] }>(
    config,
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns c
     where table_schema = 'public' and exists (select 1 from information_schema.tables t where t.table_schema = 'public'
       and t.table_name = c.table_name and t.table_type = 'BASE TABLE') group by 1`,
  );
  return new Map(found.map(({ name, columns }) => [name, new Set(columns)]));
}

/** Number of rows and a checksum of each of these tables, of these columns alone and whatever their order. */
async function contents(config: pg.PoolConfig, known: Columns): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, columns] of [...known].filter(([name]) => name !== 'schema_migration').sort())
    [found[name]] = await query(
      config,
      `select count(*)::int as rows, md5(string_agg(to_jsonb(t)::text, '|' order by to_jsonb(t)::text)) as sum
       from (select ${[...columns].map((column) => pg.escapeIdentifier(column)).join()} from ${name}) t`,
    );
  return found;
}

/** The whole schema, from the catalogue. */
async function catalogue(config: pg.PoolConfig): Promise<Record<string, unknown[]>> {
  const of = `relnamespace = 'public'::regnamespace`;
  const texts: Record<string, string> = {
    relations: `select relname, relkind, relrowsecurity, relforcerowsecurity, reloptions, relacl::text as rights,
      pg_get_userbyid(relowner) as owner from pg_class where ${of} and relkind in ('r', 'v', 'S')`,
    columns: `select c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid) as initial from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.${of} and c.relkind in ('r', 'v') and a.attnum > 0`,
    constraints: `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace`,
    indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public'`,
    policies: `select * from pg_policies where schemaname = 'public'`,
    views: `select viewname, definition from pg_views where schemaname = 'public'`,
    functions: `select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace`,
    triggers: `select tgrelid::regclass::text as of, tgname from pg_trigger where not tgisinternal`,
    migrations: 'select version, name, checksum from schema_migration',
  };
  const found: Record<string, unknown[]> = {};
  for (const [name, text] of Object.entries(texts))
    found[name] = (await query(config, text)).map((row) => JSON.stringify(row)).sort();
  return found;
}

/** As a backup and its restore do it; tables, columns and sequences that are newer than the target stay behind. */
async function copyRows(source: pg.PoolConfig, target: pg.PoolConfig): Promise<void> {
  const from = new pg.Client(source);
  const into = new pg.Client(target);
  await from.connect();
  await into.connect();
  const whole = await beginDump(from);
  const known = await columnsIn(target);
  const tables = whole.tables.flatMap(({ name, columns }) => {
    const own = known.get(name);
    return own ? [{ name, columns: columns.filter((column) => own.has(column)) }] : [];
  });
  const sequences = whole.sequences.filter(({ name }) =>
    [...known.keys()].some((table) => name.startsWith(`${table}_`)),
  );
  const story = { ...whole, tables, sequences };
  const rows = dumpRows(from, story);
  const next = async (): Promise<Entry | undefined> => (await rows.next()).value || undefined;
  await loadRows(into, story, await next(), next, async () => undefined);
  await from.query('commit');
  await from.end();
  await into.end();
}
/** A database as the former migrations make it, with the rows of the server's own. */
async function formerInstallation(): Promise<TestDatabase> {
  const former = await freshDatabase(formerFolder);
  await copyRows(server.connections.owner, former.owner);
  return former;
}
async function bringOver(config: pg.PoolConfig): Promise<string[]> {
  const pool = new pg.Pool({ ...config, max: 1 });
  try {
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

it('keeps every row and ends in the schema of a new installation', async () => {
  const former = await formerInstallation();
  // entries from before there were chains have neither number nor hash
  await query(former.owner, 'alter table audit_log disable trigger user, drop constraint audit_log_numbered');
  await query(
    former.owner,
    `update audit_log set seq = null, hash = null, format = null where id = (select min(id) from audit_log)`,
  );
  await query(
    former.owner,
    `alter table audit_log enable trigger user, add constraint audit_log_numbered
    check (seq is not null and format is not null and hash is not null) not valid`,
  );
  const known = await columnsIn(former.owner);
  const before = await contents(former.owner, known);
  for (const table of [
    'lease_payment_txn',
    'lease_picture',
    'lease_contract',
    'sign_in',
    'sys_role_menu',
    'inbox_read',
  ])
    expect([table, before[table]]).not.toEqual([table, expect.objectContaining({ rows: 0 })]);
  expect(await bringOver(former.owner)).toEqual(['took over the tables of a former version as 0005', ...afterwards]);
  expect(await contents(former.owner, known)).toEqual(before);
  const fresh = await freshDatabase();
  const [ours, theirs] = [await catalogue(former.owner), await catalogue(fresh.owner)];
  for (const name of Object.keys(theirs)) expect([name, ours[name]]).toEqual([name, theirs[name]]);
  expect(await bringOver(former.owner)).toEqual([]);
  await copyRows(former.owner, fresh.owner);
  expect(await contents(fresh.owner, known)).toEqual(before);
  await former.drop();
  await fresh.drop();
});

it('brings one that stopped half way through the former migrations on as well', async () => {
  const former = await freshDatabase(formerFolder);
  const migrations = readMigrations(formerFolder);
  const half = new pg.Pool({ ...former.owner, max: 1 });
  await half.query('drop schema public cascade; create schema public');
  await migrate(half, undefined, { exactly: migrations.slice(0, 12) }); // as the restore of an old backup does
  expect(await migrate(half)).toEqual([
    ...migrations.slice(12).map(({ version, name }) => `applied ${version}_${name}`),
    'took over the tables of a former version as 0005',
    ...afterwards,
  ]);
  await half.end();
  await former.drop();
});

it('keeps doubles that a rule refuses today, and indexes that an operator made', async () => {
  const former = await formerInstallation();
  await query(former.owner, 'drop index sys_role_alias; create index ours on lease_order (tenant_id, remark)');
  await query(
    former.owner,
    `insert into sys_role (id, tenant_id, role_name, role_alias) values (1, $1, '双', 'trade'), (2, $1, '双', 'trade')`,
    [otherTenant],
  );
  await bringOver(former.owner);
  const indexes = await query(
    former.owner,
    `select indexname as name from pg_indexes where indexname in ('ours', 'sys_role_alias')`,
  );
  expect(indexes).toEqual([{ name: 'ours' }]);
  expect(await query(former.owner, `select id from sys_role where role_alias = 'trade' and id < 3`)).toHaveLength(2);
  await former.drop();
});

it('is refused, and everything left as it was, when a row points at another tenant’s', async () => {
  const former = await formerInstallation();
  await query(
    former.owner,
    'update lease_order set customer_id = (select id from lease_customer where tenant_id = $1 limit 1) where id = $2',
    [otherTenant, lastOrder],
  );
  const known = await columnsIn(former.owner);
  const before = { ...(await contents(former.owner, known)), schema: await catalogue(former.owner) };
  await expect(bringOver(former.owner)).rejects.toThrow(
    new RegExp(
      `not taken over: .*lease_order.*foreign key.*\\(${platform}, \\d+\\) is not present in table "lease_customer"`,
    ),
  );
  expect({ ...(await contents(former.owner, known)), schema: await catalogue(former.owner) }).toEqual(before);
  await former.drop();
});
