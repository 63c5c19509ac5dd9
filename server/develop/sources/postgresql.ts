import pg from 'pg';
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

function numberOrNull(value: string | null): number | null {
  return value === null ? null : Number(value);
}

export async function openPostgresql(access: SourceAccess, limits: SourceLimits): Promise<Source> {
  const client = new pg.Client({
    host: access.address,
    port: access.port,
    database: access.database,
    user: access.user,
    password: access.password,
    ssl: access.certifiedAs === null ? false : { servername: access.certifiedAs },
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs + limits.connectMs, // a server that stalls without an answer
    types: asTexts as unknown as NonNullable<pg.ClientConfig['types']>,
    application_name: 'LeaseDesk',
    options: `-c default_transaction_read_only=on -c statement_timeout=${limits.statementMs}`,
  });
  client.on('error', () => undefined); // the running query reports it
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const read = async (text: string, values: unknown[] = []) =>
    (await client.query({ text, values })).rows as Record<string, string | null>[];
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
    async query(text) {
      await client.query('begin read only');
      try {
        // A cursor takes a single question, and one that answers rows: the database judges it, not this program.
        const declared = `declare asked no scroll cursor for ${text}\n`;
        await client.query({ text: declared, queryMode: 'extended' } as pg.QueryConfig);
        const { fields, rows } = await client.query({ text: `fetch ${limits.rows + 1} from asked`, rowMode: 'array' });
        return cut(
          fields.map(({ name }) => name),
          rows as (string | null)[][],
          limits,
        );
      } finally {
        await client.query('rollback').catch(() => undefined);
      }
    },
    async identity() {
      const [row] = await read(
        `select concat_ws(' ', oid, datname, extract(epoch from pg_postmaster_start_time())) as place
         from pg_database where datname = current_database()`,
      );
      return `postgresql ${row!.place}`;
    },
    close: () => client.end().catch(() => undefined),
  };
}
