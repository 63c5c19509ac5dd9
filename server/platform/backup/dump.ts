/** All rows of a database, out of it and into an empty one of the same schema, as streams. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { backupLock } from '../../kernel/files/backupLock';
import { createTable, type RegisterColumn, registerTable } from '../../kernel/register/registerTable';
import type { Entry } from './archive';

export interface DumpDescription {
  /** The migrations that were applied, in order. */
  migrations: { version: string; name: string; checksum: string }[];
  tables: { name: string; columns: string[] }[];
  sequences: { name: string; last: string; isCalled: boolean }[];
  /** Tables that no migration makes: those of registers. Missing in backups of earlier versions. */
  registers?: { id: string; columns: RegisterColumn[] }[];
}

const partBytes = 4 * 1024 * 1024;
const folder = 'tables/';
/** Makes the text of rows independent of the settings of server, database and account. */
const plainly = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3; set timezone = 'UTC';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`;
function quoted(name: string) {
  return pg.escapeIdentifier(name);
}
function columnsOf(columns: string[]) {
  return columns.map(quoted).join(', ');
}
/** Migrations are applied again instead. */
const isData = `c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'`;

/** Opens a snapshot in `client`, which stays open until its transaction ends, and answers its contents. Throws when
 *  this account would not see all rows. */
export async function beginDump(client: pg.Client): Promise<DumpDescription> {
  await client.query(plainly);
  await client.query('select pg_advisory_lock_shared($1)', [backupLock]);
  await client.query(`begin isolation level repeatable read read only; set local app.backup = 'on'`);
  const rowsOf = async <R>(text: string): Promise<R[]> => (await client.query(text)).rows;
  const hidden = await rowsOf<{ relname: string }>(
    `select c.relname from pg_class c where ${isData} and row_security_active(c.oid) and not exists (
       select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_backup'
         and p.polroles @> array[(select oid from pg_roles where rolname = current_user)])`,
  );
  if (hidden.length > 0)
    throw new Error(
      '此账号看不到全部数据：请先启动一次此版本的服务，再用它的账号 · This account does not see all rows: start the server of this version once, and use its account',
    );
  const tables = await rowsOf<DumpDescription['tables'][number]>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where ${isData} and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by c.relname order by 1`,
  );
  const migrations = await rowsOf<DumpDescription['migrations'][number]>(
    'select version, name, checksum from schema_migration order by version',
  );
  const names = await rowsOf<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: DumpDescription['sequences'] = [];
  for (const { name } of names) {
    const [row] = await rowsOf<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${quoted(name)}`,
    );
    sequences.push({ name, last: row!.last, isCalled: row!.is_called });
  }
  const hasRegisters = tables.some(({ name }) => name === 'live_register');
  const registers = hasRegisters
    ? await rowsOf<{ id: string; columns: RegisterColumn[] }>('select id, columns from live_register order by id')
    : [];
  return { migrations, tables, sequences, registers };
}

/** The rows of the snapshot that `beginDump` has opened, table by table, in chunks. */
export async function* dumpRows(client: pg.Client, { tables }: DumpDescription): AsyncGenerator<Entry> {
  for (const { name, columns } of tables) {
    const rows = client.query(copyTo(`copy (select ${columnsOf(columns)} from ${quoted(name)}) to stdout`));
    let chunks: Buffer[] = [];
    let size = 0;
    let part = 0;
    const entry = (): Entry => {
      const body = [Buffer.concat(chunks)];
      const made = { name: `${folder}${name}/${String(++part).padStart(6, '0')}`, size, body };
      chunks = [];
      size = 0;
      return made;
    };
    for await (const bytes of rows as AsyncIterable<Buffer>) {
      chunks.push(bytes);
      size += bytes.length;
      if (size >= partBytes) yield entry();
    }
    if (size > 0) yield entry();
  }
}

/** The table of an entry. */
export function tableOf({ name }: Entry): string | undefined {
  return name.startsWith(folder) ? name.slice(folder.length).split('/')[0] : undefined;
}

/**
 * Fills the tables, in one transaction, from the entries that `next` answers, and answers the first one that belongs to
 * no table. `after` works in the same transaction. Rows inserted by the migrations are replaced.
 */
export async function loadRows(
  client: pg.Client,
  { tables, sequences, registers = [] }: DumpDescription,
  first: Entry | undefined,
  next: () => Promise<Entry | undefined>,
  after: (client: pg.Client) => Promise<void>,
): Promise<Entry | undefined> {
  await client.query(plainly);
  await client.query('begin');
  for (const { id, columns: held } of registers)
    for (const statement of createTable(registerTable(id), held)) await client.query(statement);
  const columns = new Map(tables.map((table) => [table.name, table.columns]));
  const { rows: there } = await client.query<{ name: string; is_bound: boolean }>(
    `select c.relname as name, c.relforcerowsecurity as is_bound from pg_class c where ${isData}`,
  );
  const { rows: references } = await client.query<{ name: string; of: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid where (contype = 'f' or not convalidated) and ${isData}`,
  );
  // Rows come table by table, unchanged: triggers are off, references are checked at the end, and a check that older
  // rows need not pass is not applied to them.
  for (const { name, of } of references) await client.query(`alter table ${of} drop constraint ${quoted(name)}`);
  for (const { name, is_bound } of there) {
    await client.query(`alter table ${quoted(name)} disable trigger user`);
    if (is_bound) await client.query(`alter table ${quoted(name)} no force row level security`);
  }
  if (there.length > 0) await client.query(`truncate ${columnsOf(there.map(({ name }) => name))}`);

  let entry = first;
  while (entry && tableOf(entry)) {
    const table = tableOf(entry)!;
    const own = columns.get(table);
    if (!own) throw new Error(`备份中有未说明的表 · The backup holds a table that it does not describe: ${table}`);
    async function* rows() {
      while (entry && tableOf(entry) === table) {
        yield* entry.body;
        entry = await next();
      }
    }
    const into = client.query(copyFrom(`copy ${quoted(table)} (${columnsOf(own)}) from stdin`));
    await pipeline(Readable.from(rows()), into);
  }
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [`public.${quoted(name)}`, last, isCalled]);
  await after(client);
  for (const { name, is_bound } of there) {
    if (is_bound) await client.query(`alter table ${quoted(name)} force row level security`);
    await client.query(`alter table ${quoted(name)} enable trigger user`);
  }
  for (const { name, of, definition } of references)
    await client.query(`alter table ${of} add constraint ${quoted(name)} ${definition}`);
  await client.query('commit');
  return entry;
}
