import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkServerIdentity } from 'node:tls';
import pg from 'pg';
import type { Line } from './line';
import { cut, type Source, type SourceAccess, type SourceLimits } from './source';

/** Values as the database prints them. */
const asTexts = { getTypeParser: () => (value: string | Buffer) => String(value) };

const tablesSql = `
  select c.relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment, c.relkind in ('v', 'm') as view
  from pg_class c
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace = current_schema()::regnamespace
  order by c.relname limit 5000`;
const columnsSql = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    coalesce(col_description(c.oid, a.attnum), '') as comment, a.attnotnull as required,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as key,
    case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4
         when t.typname = 'numeric' and a.atttypmod > 4 then ((a.atttypmod - 4) >> 16) & 65535 end as length,
    case when t.typname = 'numeric' and a.atttypmod > 4 then (a.atttypmod - 4) & 2047 end as scale
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relname = $1 and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
  order by a.attnum limit 1000`;
/**
 * What an account holds beyond reading, by itself or by any role that it may become. A transaction that writes nothing
 * does not hold back files and programs of the other machine, connections from there, functions that are kept from
 * everybody but watchers, and the ends of other sessions, and passwords of other accounts are no data. A superuser holds all
 * of it: told alone.
 */
const excessSql = `
  with mine as (select * from pg_roles where pg_has_role(session_user, oid, 'member')),
  shown as (
    select oid, nspname, nspowner, nspacl from pg_namespace
    where nspname not like 'pg\\_%' and nspname <> 'information_schema'),
  attributes as (
    select unnest(array[
      case when bool_or(rolsuper) then 'SUPERUSER' end, case when bool_or(rolcreaterole) then 'CREATEROLE' end,
      case when bool_or(rolcreatedb) then 'CREATEDB' end, case when bool_or(rolreplication) then 'REPLICATION' end,
      case when bool_or(rolbypassrls) then 'BYPASSRLS' end]) as held
    from mine),
  reaching as (
    select p.oid, p.proname from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.proacl is not null
      and not exists (
        select from pg_roles watcher
        where watcher.rolname = 'pg_monitor' and has_function_privilege(watcher.oid, p.oid, 'EXECUTE'))
    union all
    select p.oid, p.proname from pg_proc p join pg_language l on l.oid = p.prolang where l.lanispl and not l.lanpltrusted
    union all
    select p.oid, p.proname from pg_extension e
      join pg_depend d on d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid and d.deptype = 'e'
      join pg_proc p on d.classid = 'pg_proc'::regclass and p.oid = d.objid
    where e.extname in ('dblink', 'adminpack', 'http', 'pg_net', 'pg_background', 'aws_s3', 'aws_lambda'))
  select held from attributes where held = 'SUPERUSER' or held is not null and not (select bool_or(rolsuper) from mine)
  union all
  select more.held from (
    select rolname::text as held from mine where rolname in ('pg_read_server_files', 'pg_write_server_files',
      'pg_execute_server_program', 'pg_signal_backend', 'pg_write_all_data', 'pg_create_subscription', 'pg_maintain',
      'pg_database_owner')
    union all
    (select distinct proname || '()' from reaching
     where exists (select from mine where has_function_privilege(mine.oid, reaching.oid, 'EXECUTE'))
     limit 3)
    union all
    select 'SELECT ON ' || c.relname from pg_class c
      where c.relnamespace = 'pg_catalog'::regnamespace and c.relname in ('pg_authid', 'pg_user_mapping', 'pg_subscription')
        and exists (select from mine where has_table_privilege(mine.oid, c.oid, 'SELECT'))
    union all
    select 'USAGE ON FOREIGN DATA WRAPPER ' || fdwname from pg_foreign_data_wrapper
      where exists (
        select from mine where has_foreign_data_wrapper_privilege(mine.oid, pg_foreign_data_wrapper.oid, 'USAGE'))
    union all
    select 'USAGE ON FOREIGN SERVER ' || srvname from pg_foreign_server
      where exists (select from mine where has_server_privilege(mine.oid, pg_foreign_server.oid, 'USAGE'))
    union all
    (select 'INSERT / UPDATE / DELETE ON ' || oid::regclass from pg_class
     where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace in (select oid from shown)
       and exists (select from mine where has_table_privilege(mine.oid, pg_class.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
         or has_any_column_privilege(mine.oid, pg_class.oid, 'INSERT, UPDATE'))
     limit 3)
    union all
    (select 'OWNER OF ' || oid::regclass from pg_class
     where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace in (select oid from shown)
       and relowner in (select oid from mine)
     limit 3)
    union all
    (select 'CREATE ON SCHEMA ' || nspname from shown
     where nspowner in (select oid from mine)
       or exists (select from aclexplode(nspacl) where privilege_type = 'CREATE' and grantee in (select oid from mine))
     limit 3)) more
  where not (select bool_or(rolsuper) from mine)`;
/** Rows of the first portion, before it is known how large a row is. */
const firstRows = 10;

function numberOrNull(value: string | null): number | null {
  return value === null ? null : Number(value);
}

/** The driver's reader of packets, which throws on those that it does not know. */
interface Reader {
  connection: { attachListeners(stream: Duplex): void };
}

function guardReader(client: pg.Client, line: Line): void {
  const { connection } = client as unknown as Reader;
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const on = stream.on.bind(stream);
    stream.on = ((event: string, listener: (...given: unknown[]) => void) =>
      on(event, event === 'data' ? line.guarded(listener) : listener)) as typeof stream.on;
    attach(stream);
  };
}

function configOf(access: SourceAccess, limits: SourceLimits, line: Line): pg.ClientConfig {
  const { certifiedAs } = access;
  return {
    host: access.address,
    port: access.port,
    database: access.database,
    user: access.user,
    password: access.password,
    stream: () => line.socket,
    ssl:
      certifiedAs === null
        ? false
        : {
            servername: isIP(certifiedAs) ? '' : certifiedAs, // an address is not sent as a name
            checkServerIdentity: (_, certificate) => checkServerIdentity(certifiedAs, certificate),
          },
    connectionTimeoutMillis: limits.connectMs,
    types: asTexts as unknown as NonNullable<pg.ClientConfig['types']>,
    application_name: 'LeaseDesk',
  };
}

export async function openPostgresql(access: SourceAccess, limits: SourceLimits, line: Line): Promise<Source> {
  const client = new pg.Client(configOf(access, limits, line));
  client.on('error', () => undefined); // the running query reports it
  guardReader(client, line);
  await client.connect();

  /** In a transaction that writes nothing; each statement in it is stopped at the end of the time of all of them. */
  async function reading<T>(work: (timed: () => Promise<unknown>) => Promise<T>): Promise<T> {
    const end = Date.now() + limits.statementMs;
    await client.query('begin read only');
    try {
      // Said anew before each statement: a function in a question may have changed it.
      return await work(() =>
        client.query(`set local statement_timeout = ${Math.max(1, Math.ceil(end - Date.now()))}`),
      );
    } finally {
      await client.query('rollback').catch(() => undefined);
    }
  }
  const read = (text: string, values: unknown[] = []) =>
    reading(async (timed) => {
      await timed();
      return (await client.query({ text, values })).rows as Record<string, string | null>[];
    });
  return {
    async tables() {
      const rows = await read(tablesSql);
      return rows.map((row) => ({ name: row.name!, comment: row.comment!, isView: row.view === 't' }));
    },
    async columns(table) {
      const rows = await read(columnsSql, [table]);
      return rows.map((row) => ({
        name: row.name!,
        type: row.type!,
        comment: row.comment!,
        isKey: row.key === 't',
        isRequired: row.required === 't',
        length: numberOrNull(row.length ?? null),
        scale: numberOrNull(row.scale ?? null),
      }));
    },
    query: (text) =>
      reading(async (timed) => {
        await timed();
        // A cursor takes a single question, and one that answers rows: the database judges it, not this program.
        const declared = `declare asked no scroll cursor for ${text}\n`;
        await client.query({ text: declared, queryMode: 'extended' } as pg.QueryConfig);
        const kept: (string | null)[][] = [];
        let size = 0;
        for (let portion = firstRows; ; ) {
          await timed();
          const { fields, rows } = await client.query({ text: `fetch ${portion} from asked`, rowMode: 'array' });
          kept.push(...(rows as (string | null)[][]));
          size += (rows as (string | null)[][]).flat().reduce((sum, value) => sum + (value?.length ?? 0), 0);
          if (rows.length < portion || kept.length > limits.rows || size > limits.size)
            return cut(
              fields.map(({ name }) => name),
              kept,
              limits,
            );
          const fitting = Math.ceil((limits.size * kept.length) / Math.max(1, size));
          portion = Math.min(limits.rows + 1 - kept.length, Math.max(firstRows, fitting));
        }
      }),
    async identity() {
      const [row] = await read(
        `select concat_ws(' ', oid, datname, extract(epoch from pg_postmaster_start_time())) as place
         from pg_database where datname = current_database()`,
      );
      return `postgresql ${row!.place}`;
    },
    async excess() {
      return (await read(excessSql)).map(({ held }) => held!);
    },
  };
}
