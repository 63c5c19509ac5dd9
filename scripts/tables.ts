/**
 * `npm run tables`: writes server/kernel/tables.ts, the types of the tables, from a database that the migrations have
 * just made. A test compares the file with the migrations.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../server/platform/embedded';
import { migrate } from '../server/platform/migrate';

export const tablesFile = join(__dirname, '../server/kernel/tables.ts');

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
}

/** What the driver reads for each type, and what it takes where that differs. */
const types: Record<string, string> = {
  bigint: 'string',
  xid8: 'string',
  numeric: 'string',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  text: 'string',
  'character varying': 'string',
  character: 'string',
  date: 'string',
  'timestamp without time zone': 'string',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  jsonb: 'Json',
  json: 'Json',
};

function typeOf({ table, name, type }: Column): string {
  const isList = type.endsWith('[]');
  const plain = type.replace('[]', '').replace(/\(.*\)/, '');
  const known = types[plain];
  if (!known) throw new Error(`${table}.${name} is ${type}, which has no type here`);
  return isList ? `${known}[]` : known;
}

/** The text of server/kernel/tables.ts for the database behind a connection. */
export async function tablesText(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
           a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`);
  const tables = new Map<string, string[]>();
  for (const column of rows) {
    const held = `${typeOf(column)}${column.isRequired ? '' : ' | null'}`;
    const line = `    ${column.name}: ${column.hasDefault ? `Generated<${held}>` : held};`;
    tables.set(column.table, [...(tables.get(column.table) ?? []), line]);
  }
  const parts = [...tables].map(([name, lines]) => `  ${name}: {\n${lines.join('\n')}\n  };`);
  return `${[
    '/** The tables as the migrations make them. Written by `npm run tables`; a test compares it with the migrations. */',
    "import type { ColumnType, Generated } from 'kysely';",
    '',
    '/** Goes in as text. */',
    'type Json = ColumnType<unknown, string | null, string | null>;',
    '',
    'export interface Tables {',
    ...parts,
    '}',
  ].join('\n')}\n`;
}

async function write(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-tables-'));
  const postgres = await startEmbedded({ dataDir, log: () => undefined });
  const pool = new pg.Pool({ ...postgres.owner, max: 1 });
  // PostgreSQL may stop before the last connection has closed, and says so on it.
  pool.on('error', () => undefined);
  try {
    await migrate(pool, join(__dirname, '../server/migrations'));
    writeFileSync(tablesFile, await tablesText(pool as unknown as pg.Client));
    console.log(`written ${relative(process.cwd(), tablesFile)}`);
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (require.main === module) void write();
