import pg from 'pg';
import type { Field } from '../../../contract/schema/fields';
import { referencesOf } from '../../../contract/schema/module';
import { registry } from '../../../server/app';
import { hashColumn } from '../../../server/engine/columns';
import { columnOf } from '../../../server/kernel/table';
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
  refs: ['ARRAY'],
  json: ['jsonb'],
  secret: ['character varying'],
};
/** Made for each answer and stored nowhere. */
const computed = new Set([
  'approval_rule.processName',
  'attach.domain',
  'attach.link',
  'fascContract.loanUrl',
  'flow_model.created',
  'flow_model.lastUpdated',
  'work_claim.isOverdue',
  'work_done.isOverdue',
  'work_send.isOverdue',
  'work_todo.isOverdue',
  'fascContract.previewHidden',
  'fascContract.previewUrl',
  'fascContract.progress',
  'messageTemplate.places',
  'note.isEditable',
  'note.isRemovable',
  'note.subjectName',
  'notice.categoryName',
  'paymentPlan.lateCharge',
  'paymentPlan.lateOpen',
  'paymentPlan.latePaid',
  'paymentPlan.lateWaived',
  'paymentPlan.openAmount',
  'paymentPlan.overdue',
  'user.password',
  'user.isLocked',
  'online.isOwn',
]);

describe('the tables', () => {
  let database: TestDatabase;
  let columns: Map<string, { type: string; length: number | null }>;

  beforeAll(async () => {
    database = await freshDatabase();
    const client = new pg.Client(database.owner);
    await client.connect();
    const { rows } = await client.query(
      `select table_name, column_name, data_type, character_maximum_length from information_schema.columns where table_schema = 'public'`,
    );
    columns = new Map(
      rows.map((row) => [
        `${row.table_name}.${row.column_name}`,
        { type: row.data_type, length: row.character_maximum_length },
      ]),
    );
    await client.end();
  });
  afterAll(() => database.drop());

  it.each([...registry.values()].map((served) => [served.module.name, served] as const))(
    'of %s hold every declared field, in a type and length that fit',
    (name, served) => {
      const { module, table, list = table } = served;
      const strays = Object.entries(module.fields).flatMap(([field, { kind, maxLength, derived }]) => {
        // Titles of referenced records are looked up for each answer.
        const isName =
          referencesOf(module).some(({ shownAs }) => shownAs === field) && served.unstored?.includes(field);
        if (isName || computed.has(`${name}.${field}`)) return [];
        const column = columns.get(`${list}.${columnOf(served, field)}`);
        if (!column) return [`${field} has no column`];
        if (kind === 'identity' && !columns.has(`${table}.${hashColumn(columnOf(served, field))}`))
          return [`${field} has no column that it is found by`];
        if (!stored[kind].includes(column.type)) return [`${field} (${kind}) is stored as ${column.type}`];
        const isShort =
          !derived &&
          column.length !== null &&
          maxLength !== undefined &&
          kind !== 'identity' &&
          column.length < maxLength;
        return isShort ? [`${field} may have ${maxLength} characters, its column holds ${column.length}`] : [];
      });
      expect(strays).toEqual([]);
    },
  );

  it('have an index for everything that a module calls unique', async () => {
    const client = new pg.Client(database.owner);
    await client.connect();
    const { rows } = await client.query<{ table: string; columns: string[] }>(`
      select i.indrelid::regclass::text as table, array_agg(a.attname::text order by a.attname) as columns
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indisunique and a.attname <> 'tenant_id' group by i.indexrelid, i.indrelid`);
    await client.end();
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
    const client = new pg.Client(database.owner);
    await client.connect();
    const { rows } = await client.query(`
      select c.relname as name, c.relforcerowsecurity as forced,
             exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`);
    await client.end();
    const keptApart = [
      'address_failure',
      'captcha',
      'installation',
      'node_lease',
      'remembered_version',
      'schema_migration',
      'sign_nonce',
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
