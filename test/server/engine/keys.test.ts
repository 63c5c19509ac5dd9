/** Keys and references that let the rows of one tenant be placed on one node, read from the catalogue of a migrated
 *  database. */
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '../../support/postgres';
import { faultsOf, openParser, readCatalogue } from '../../support/statements';

let database: TestDatabase;
let owner: pg.Client;
let tables: string[];

async function rowsOf<R = Record<string, string>>(text: string, values: unknown[] = []): Promise<R[]> {
  return (await owner.query(text, values)).rows;
}

beforeAll(async () => {
  await openParser();
  database = await freshDatabase();
  owner = new pg.Client(database.owner);
  await owner.connect();
  const found = await rowsOf<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'tenant' order by 1`,
  );
  tables = found.map(({ name }) => name);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

interface Reference {
  name: string;
  of: string;
  columns: string[];
  to: string;
  target: string[];
}
function references() {
  return rowsOf<Reference>(
    `select k.conname as name, c.relname as of, t.relname as to,
       array(select a.attname::text from unnest(k.conkey) with ordinality u(n, o)
             join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by o) as columns,
       array(select a.attname::text from unnest(k.confkey) with ordinality u(n, o)
             join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by o) as target
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' order by 1`,
  );
}

describe('the keys of a tenant’s tables', () => {
  it('are many enough to mean something', () => expect(tables.length).toBeGreaterThan(25));

  it('begin with the tenant, each unique index among them', async () => {
    const indexes = await rowsOf<{ table: string; name: string; first: string }>(
      `select c.relname as table, i.indexrelid::regclass::text as name, a.attname as first
       from pg_index i join pg_class c on c.oid = i.indrelid
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisunique and c.relname = any($1)`,
      [tables],
    );
    expect(new Set(indexes.map(({ table }) => table)).size).toBe(tables.length);
    expect(indexes.filter(({ first }) => first !== 'tenant_id')).toEqual([]);
  });

  it('are carried by each reference between two of them', async () => {
    const between = (await references()).filter(({ of, to }) => tables.includes(of) && tables.includes(to));
    expect(between.length).toBeGreaterThan(15);
    for (const { name, columns, target } of between)
      expect([name, columns[0], target[0]]).toEqual([name, 'tenant_id', 'tenant_id']);
    // what belongs to the platform refers to no tenant's row
    expect((await references()).filter(({ of, to }) => !tables.includes(of) && tables.includes(to))).toEqual([]);
  });

  /** A value for a column that must not be empty. */
  const filler = (type: string): string => {
    if (/^(bigint|integer|smallint|numeric)/.test(type)) return '1';
    if (/^timestamp|^date/.test(type)) return `'2026-11-20'`;
    if (type === 'jsonb') return `'[]'`;
    if (type === 'boolean') return 'false';
    return `'x'`;
  };
  /** A row of the tenant that bypasses every check and reference, so that it can be pointed at. */
  const plant = async (table: string, tenantId: string, given: Record<string, string>): Promise<void> => {
    const needed = await rowsOf<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef`,
      [table],
    );
    const row = new Map(needed.map(({ name, type }) => [name, filler(type)]));
    for (const [name, value] of Object.entries({ ...given, tenant_id: `'${tenantId}'` })) row.set(name, value);
    await owner.query(`insert into ${table} (${[...row.keys()]}) values (${[...row.values()]})`);
  };

  it('keep every reference from leading to a row of another tenant', async () => {
    const between = (await references()).filter(({ of, to }) => tables.includes(of) && tables.includes(to));
    const tried: string[] = [];
    for (const { name, of, columns, to, target } of between) {
      const [column, key] = [columns[1]!, target[1]!];
      // each of these tables has other references and checks: all but the one that is tried are out of the way
      const others = await rowsOf<{ of: string; name: string }>(
        `select conrelid::regclass::text as of, conname as name from pg_constraint
         where contype in ('f', 'c') and conrelid in ($1::regclass, $2::regclass) and conname <> $3`,
        [of, to, name],
      );
      await owner.query('begin');
      for (const other of others) await owner.query(`alter table ${other.of} drop constraint ${other.name}`);
      await plant(to, '100001', { [key]: '7001' });
      await owner.query('savepoint tried');
      const foreign = await plant(of, '100002', { [column]: '7001' }).catch((error: pg.DatabaseError) => error);
      expect([name, foreign]).toEqual([name, expect.objectContaining({ code: '23503', constraint: name })]);
      await owner.query('rollback to savepoint tried');
      await plant(of, '100001', { [column]: '7001' }); // of the same tenant it is taken, so that nothing else refuses
      await owner.query('rollback');
      tried.push(name);
    }
    expect(tried).toHaveLength(between.length);
  });
});

it('policies compare plainly, without a sub-query', async () => {
  const policies = await rowsOf<{ tablename: string; policyname: string; qual: string; with_check: string | null }>(
    `select tablename, policyname, qual, with_check from pg_policies where schemaname = 'public'`,
  );
  expect(policies.filter(({ qual, with_check }) => /select/i.test(`${qual} ${with_check}`))).toEqual([]);
  const bound = new Set(policies.filter((one) => one.policyname === 'tenant_only').map((one) => one.tablename));
  expect(tables.filter((name) => !bound.has(name))).toEqual([]);
});

it('there are no triggers, and no functions that read tables', async () => {
  expect(await rowsOf('select tgname from pg_trigger where not tgisinternal')).toEqual([]);
  const functions = await rowsOf<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  expect(functions).toEqual([{ name: 'name_skeleton' }]);
});

it.each([
  ['audit_log', ['INSERT', 'SELECT']],
  ['lease_payment_txn', ['INSERT', 'SELECT']],
  ['audit_seal', ['SELECT']],
  ['audit_head', ['INSERT', 'SELECT', 'UPDATE']],
])('the program may do with %s only what keeps it whole: %j', async (table, rights) => {
  const held = await rowsOf<{ right: string }>(
    `select privilege_type as right from information_schema.table_privileges
     where table_name = $1 and grantee = 'leasedesk_app' order by 1`,
    [table],
  );
  expect(held.map(({ right }) => right)).toEqual(rights);
});

it('views lead from a tenant’s row to rows of the same tenant', async () => {
  const catalogue = await readCatalogue((text) => owner.query(text));
  const views = await rowsOf<{ name: string; definition: string }>(
    `select viewname as name, definition from pg_views where schemaname = 'public'`,
  );
  expect(views.length).toBeGreaterThan(5);
  // as the server asks a view: by the tenant, which stands for the first table's
  for (const { name, definition } of views) {
    const faults = faultsOf(definition.replace(/;\s*$/, ''), catalogue, { isView: true });
    expect([name, faults]).toEqual([name, []]);
  }
});

describe('a statement', () => {
  it.each([
    ['names no tenant', 'select id from lease_order where id = $1', 'lease_order without its tenant'],
    [
      'leaves a joined table open',
      'select 1 from lease_order o join lease_customer c on c.id = o.customer_id where o.tenant_id = $1',
      'lease_customer without its tenant',
    ],
    [
      'names the tenant in one of two cases',
      'select 1 from lease_order where tenant_id = $1 or id = $2',
      'lease_order without its tenant',
    ],
    [
      'leaves a sub-query to the query around it',
      'select 1 from sys_user u where u.tenant_id = $1 and exists (select 1 from sys_role r where r.tenant_id = u.tenant_id)',
      'sys_role without its tenant',
    ],
    [
      'names the tenant where an outer join only looks for a row',
      'select 1 from lease_order o left join lease_customer c on o.tenant_id = $1 and c.tenant_id = $1 and c.id = o.customer_id',
      'lease_order without its tenant',
    ],
    ['changes rows by their id', 'update lease_order set remark = $1 where id = $2', 'lease_order without its tenant'],
    [
      'removes rows by their id',
      'delete from sys_user using tenant t where sys_user.id = $1',
      'sys_user without its tenant',
    ],
    ['adds a row without', 'insert into inbox (id) values ($1)', 'insert into inbox without tenant_id'],
    [
      'adds rows of another query',
      'insert into inbox (tenant_id, id) select tenant_id, id from inbox where id = $1',
      'inbox without its tenant',
    ],
    [
      'hides it in a name of its own',
      'with o as (select * from lease_order) select 1 from o',
      'lease_order without its tenant',
    ],
    [
      'unites',
      'select id from sys_role where tenant_id = $1 union select id from sys_dept',
      'sys_dept without its tenant',
    ],
    ['recurs', 'with recursive r as (select 1 as n union select n + 1 from r) select n from r', 'a recursive query'],
    ['asks for no column', 'select from lease_order where tenant_id = $1', 'select without columns'],
    [
      'binds past the nodes',
      `select set_config('app.tenant', $1, true)`,
      'set_config, which does not reach other nodes',
    ],
    [
      'calls a function where a conflict is decided',
      `insert into sms_code as c (tenant_id) values ($1) on conflict (tenant_id) do update set tries = 0 where c.sent_at < now()`,
      'a function in on conflict … where',
    ],
  ])('that %s is reported', async (_, text, fault) => {
    const catalogue = await readCatalogue((asked) => owner.query(asked));
    expect(faultsOf(text, catalogue)).toEqual([fault]);
  });

  it.each([
    'select 1 from lease_order o join lease_customer c on c.tenant_id = o.tenant_id and c.id = o.customer_id where o.tenant_id = $1',
    'select 1 from sys_menu m where exists (select 1 from sys_role_menu g where g.tenant_id = $1 and g.menu_id = m.id)',
    'with o as (select id from lease_order where tenant_id = $1) select 1 from o',
    'insert into sys_post (tenant_id, id) values ($1, $2), ($1, $3) on conflict do nothing',
    `update "sign_in" set "ended_at" = $1 where "tenant_id" = $2 and "sid" = $3`,
    'select name from sys_menu',
    `set local app.tenant = '000000'; set local app.today = '2026-11-20'`,
  ])('that names it passes: %s', async (text) => {
    const catalogue = await readCatalogue((asked) => owner.query(asked));
    expect(faultsOf(text, catalogue)).toEqual([]);
  });
});
