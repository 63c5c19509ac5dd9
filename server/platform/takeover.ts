/**
 * Migrates an installation whose keys did not carry the tenant: its tables are renamed, made anew by the present
 * migrations, and filled with their rows, in one transaction. The same files make a new database, so both end with one
 * schema.
 */
import pg from 'pg';

interface Script {
  version: string;
  sql: string;
}

/** The last migration that makes what the former ones had made; later ones run as on any other database. */
export const lastOfTakeover = '0005';

/** Functions and views of the former schema that the present one redefines or drops. */
const formerFunctions = [
  'tenant_menus(varchar)',
  'held_menus(varchar, bigint[], boolean)',
  'depts_below(varchar, bigint[])',
  'refuse_change()',
  'refuse_going_back()',
  'name_skeleton(text)',
];
/** Unique indexes that an installation with duplicates goes without; the program refuses new duplicates and lists the
 *  existing ones. */
const looseIndexes = ['sys_role_alias', 'tenant_name_once', 'tenant_domain_once'];

function quoted(name: string) {
  return pg.escapeIdentifier(name);
}
/** Names are cut at 63 bytes; the longest table has 18. */
function aside(table: string) {
  return quoted(`former_${table}`);
}

/** Objects that these migrations make, in order: a table comes after those it refers to. */
function madeBy(scripts: readonly Script[], kind: 'table' | 'view'): string[] {
  const pattern = new RegExp(`^create ${kind} (\\w+)`, 'gm');
  return scripts.flatMap(({ sql }) => [...sql.matchAll(pattern)].map(([, name]) => name!));
}

/** Columns in the order of the table; undefined without such a table. */
async function columnsOf(client: pg.PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [`public.${table}`],
  );
  return rows.map(({ name }) => name);
}

interface Index {
  name: string;
  definition: string;
}
/** The indexes of these tables that belong to no constraint. */
async function indexesOf(client: pg.PoolClient, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relname = any($1) and c.relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)`,
    [tables],
  );
  return rows;
}

/** Renames the tables and drops objects under names that the new ones need. */
async function putAside(client: pg.PoolClient, tables: readonly string[], views: readonly string[]): Promise<void> {
  for (const view of views) await client.query(`drop view if exists ${quoted(view)}`);
  const { rows: constraints } = await client.query<{ of: string; name: string }>(
    `select conrelid::regclass::text as of, conname as name from pg_constraint
     where contype in ('f', 'p', 'u', 'c', 'n') and connamespace = 'public'::regnamespace
       and conrelid in (select c.oid from pg_class c where c.relname = any($1) and c.relnamespace = 'public'::regnamespace)
     order by array_position(array['f', 'p', 'u', 'c', 'n'], contype::text)`, // constraints that others depend on come last
    [tables],
  );
  for (const { of, name } of constraints) await client.query(`alter table ${of} drop constraint ${quoted(name)}`);
  for (const { name } of await indexesOf(client, tables)) await client.query(`drop index ${name}`);
  // a trigger is dropped with its function
  for (const signature of formerFunctions) await client.query(`drop function ${signature} cascade`);
  for (const table of tables) {
    // otherwise an owner who is no superuser would see no rows
    await client.query(`alter table ${quoted(table)} no force row level security`);
    await client.query(`alter table ${quoted(table)} rename to ${aside(table)}`);
  }
}

/** Moves all rows over. Entries of the history from before chains existed lack what a check asks of new ones. */
async function moveRows(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  const { rows: checks } = await client.query<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'c' and not convalidated and conrelid = any($1::regclass[])`,
    [tables.map((table) => `public.${table}`)],
  );
  const { rows: bound } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relforcerowsecurity and relname = any($1)`,
    [tables],
  );
  for (const { of, name } of checks) await client.query(`alter table ${of} drop constraint ${quoted(name)}`);
  for (const { name } of bound) await client.query(`alter table ${quoted(name)} no force row level security`);
  for (const table of tables) {
    const former = await columnsOf(client, `former_${table}`);
    const columns = former.map(quoted).join(', ');
    await client.query(`insert into ${quoted(table)} (${columns}) select ${columns} from ${aside(table)}`);
    await client.query(`drop table ${aside(table)}`);
    await client.query(`analyze ${quoted(table)}`);
  }
  for (const { name } of bound) await client.query(`alter table ${quoted(name)} force row level security`);
  for (const { of, name, definition } of checks)
    await client.query(`alter table ${of} add constraint ${quoted(name)} ${definition}`);
}

/**
 * Migrates the tables of the former migrations, all of which are applied, to the schema that `scripts` make. Runs
 * inside a transaction of the caller. Throws when a row cannot be taken over: one that refers to another tenant's, say.
 */
export async function takeOver(client: pg.PoolClient, scripts: readonly Script[]): Promise<void> {
  const tables = madeBy(scripts, 'table');
  const missing: string[] = [];
  const indexes = await indexesOf(client, tables); // an operator may have made some
  for (const name of looseIndexes) {
    const { rows } = await client.query('select to_regclass($1) is null as missing', [`public.${name}`]);
    if (rows[0].missing) missing.push(name);
  }
  await putAside(client, tables, madeBy(scripts, 'view'));
  for (const { sql } of scripts) await client.query(sql);
  for (const name of missing) await client.query(`drop index ${quoted(name)}`);
  await moveRows(client, tables);
  const present = new Set((await indexesOf(client, tables)).map(({ name }) => name));
  for (const { name, definition } of indexes)
    if (!present.has(name) && !missing.includes(name)) await client.query(definition);
}
