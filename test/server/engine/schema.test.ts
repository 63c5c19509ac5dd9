import pg from 'pg';
import type { Field } from '../../../contract/schema/fields';
import { registry } from '../../../server/app';
import {
  missingTables,
  neededColumns,
  requireTables,
  type StoredColumns,
  storedColumns,
} from '../../../server/engine/tables/stored';
import { columnOf } from '../../../server/kernel/table';
import { howToMake as nextMigration } from '../../../server/platform/migrate';
import { freshDatabase, type TestDatabase } from '../../support/postgres';

/** Column types a declared kind may be stored as. */
const stored: Record<Field['kind'], string[]> = {
  text: ['character varying'],
  longText: ['character varying', 'text'],
  html: ['text'],
  identity: ['character varying'],
  integer: ['integer'],
  money: ['numeric'],
  rate: ['numeric'],
  date: ['date'],
  dateTime: ['timestamp without time zone'],
  choice: ['integer'],
  dict: ['integer'],
  flag: ['integer', 'boolean'],
  ref: ['bigint'],
  refs: ['bigint[]'],
  json: ['jsonb'],
  secret: ['character varying'],
};
const tables = [...registry.values()];
function howToMake(name: string) {
  return `Write 0050_${name}.sql.`;
}

describe('the tables', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let columns: StoredColumns;

  beforeAll(async () => {
    database = await freshDatabase();
    client = new pg.Client(database.owner);
    await client.connect();
    columns = await storedColumns(client, tables);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it.each(tables.map((served) => [served.module.name, served] as const))(
    'of %s hold every declared field, in a type and length that fit',
    (_, served) => {
      expect(missingTables([served], columns, howToMake)).toEqual([]);
      const strays = neededColumns(served).flatMap(({ field, relation, column, isBeside }) => {
        const { kind, maxLength, derived } = served.module.fields[field]!;
        const { type, length } = columns.get(`${relation}.${column}`)!;
        if (isBeside) return [];
        if (!stored[kind].includes(type)) return [`${field} (${kind}) is stored as ${type}`];
        const isShort =
          !derived && length !== null && maxLength !== undefined && kind !== 'identity' && length < maxLength;
        return isShort ? [`${field} may have ${maxLength} characters, its column holds ${length}`] : [];
      });
      expect(strays).toEqual([]);
    },
  );

  it('are missed by name, with the file that makes them', () => {
    const asset = tables.find(({ module }) => module.name === 'asset')!;
    const without = (lost: RegExp) => new Map([...columns].filter(([place]) => !lost.test(place)));
    const told = (lost: RegExp) => missingTables([asset], without(lost), howToMake);
    const mend = 'Write 0050_asset.sql.';
    expect(told(/^lease_asset\./)).toEqual([`Module 'asset' has no table 'lease_asset' in the database. ${mend}`]);
    expect(told(/^lease_asset_list\.serial_no$/)).toEqual([
      `Field 'serialNo' of module 'asset' has no column 'serial_no' in the table 'lease_asset_list'. ${mend}`,
    ]);
  });

  it('are made by the next file in the folder, which a server from its sources takes up and one of a build does not', () => {
    const file = /^Write server\/migrations\/\d{4}_asset\.sql/;
    expect(nextMigration('asset')).toMatch(file);
    expect(nextMigration('asset')).not.toContain('npm run build');
    expect(nextMigration('asset', true)).toMatch(/; if it is written, run npm run build\.$/);
  });

  it('refuse the start while one is missing, and are not checked where the account may not read the catalogue', async () => {
    const asset = tables.find(({ module }) => module.name === 'asset')!;
    const lines: string[] = [];
    const how = { howToMake, log: (line: string) => lines.push(line) };
    await expect(requireTables(client, tables, how)).resolves.toBeUndefined();
    const { list: _, ...own } = asset;
    await expect(requireTables(client, [{ ...own, table: 'lease_nothing' }], how)).rejects.toThrow(
      "Module 'asset' has no table 'lease_nothing' in the database. Write 0050_asset.sql",
    );
    const query = (code: string) => ({ query: () => Promise.reject(Object.assign(new Error('no'), { code })) });
    await expect(requireTables(query('57014'), tables, how)).rejects.toThrow('no');
    expect(lines).toEqual([]);
    await expect(requireTables(query('42501'), tables, how)).resolves.toBeUndefined();
    expect(lines).toEqual([expect.stringContaining('tables were not checked')]);
  });

  it('have an index for everything that a module calls unique', async () => {
    const { rows } = await client.query<{ table: string; columns: string[] }>(`
      select i.indrelid::regclass::text as table, array_agg(a.attname::text order by a.attname) as columns
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indisunique and a.attname <> 'tenant_id' group by i.indexrelid, i.indrelid`);
    const known = new Set(rows.map(({ table, columns }) => `${table}: ${columns}`));
    const wanted = [...registry.values()].flatMap((served) =>
      [...(served.unique ?? []), ...(served.alike ?? []).map((name) => [name])].map(
        (names) => `${served.table}: ${names.map((name) => columnOf(served, name)).sort()}`,
      ),
    );
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.filter((one) => !known.has(one))).toEqual([]);
  });

  it('carry a tenant and force row-level security wherever a tenant has rows', async () => {
    const { rows } = await client.query(`
      select c.relname as name, c.relforcerowsecurity as forced,
             exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`);
    const keptApart = [
      'address_failure',
      'captcha',
      'installation',
      'node_lease',
      'remembered_version',
      'schema_migration',
      'sign_nonce',
      'store_mark',
    ];
    const platforms = [
      ...['sys_api_scope', 'sys_client', 'sys_data_scope', 'sys_datasource', 'sys_dict', 'sys_menu', 'sys_param'],
      ...['sys_region', 'sys_tenant_package', 'sys_top_menu', 'sign_authority'],
    ];
    const known = rows.filter(({ name }) => !keptApart.includes(name));
    expect(known.filter(({ forced }) => !forced)).toEqual([]);
    expect(known.filter(({ name, has_tenant }) => !has_tenant && !platforms.includes(name))).toEqual([]);
  });
});
