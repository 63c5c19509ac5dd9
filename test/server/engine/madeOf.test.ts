/** Tables whose rows are about orders and customers are hidden with them: their modules say what the rows are made of. */
import pg from 'pg';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { receipt } from '../../../contract/modules/lease/receipt';
import { referencesOf } from '../../../contract/schema/module';
import { registry } from '../../../server/app';
import type { Table } from '../../../server/kernel/table';
import { freshDatabase, type TestDatabase } from '../../support/postgres';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.owner);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
async function rowsOf<Row>(text: string): Promise<Row[]> {
  return (await client.query(text)).rows;
}

/** Tables without a module of their own, which calls read beside a record that the person sees. */
const readBesideTheirRecord = [
  'lease_order_open',
  'lease_payment_txn',
  'lease_plan_pause',
  'paper_sending',
  'sign_task',
];

it('reaches every table that refers to an order or a customer, directly or not', async () => {
  const keys = await rowsOf<{ table: string; to: string }>(
    `select conrelid::regclass::text as "table", confrelid::regclass::text as "to" from pg_constraint where contype = 'f'`,
  );
  const tables = new Map([...registry.values()].map((served) => [served.table, served]));
  const roots = [order, customer, receipt].map(({ name }) => registry.get(name)!.table);
  const reached = new Set<string>(roots);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { table, to } of keys) if (reached.has(to)) reached.add(table);
    for (const served of registry.values())
      if (referencesOf(served.module).some(({ to }) => reached.has(registry.get(to)?.table ?? '')))
        reached.add(served.table);
  }
  const between = new Set(
    [...registry.values()].flatMap(({ madeOf = [] }) => madeOf.flatMap(({ through }) => through?.table ?? [])),
  );
  const narrowed = ({ module, tells, narrows, madeOf }: Table) =>
    roots.includes(registry.get(module.name)!.table) || module.belongsTo || tells || narrows || madeOf;
  const open = [...reached].filter((table) => {
    const served = tables.get(table as never);
    return served ? !narrowed(served as Table) : !between.has(table);
  });
  expect(open.sort()).toEqual(readBesideTheirRecord);
});

it('rows that are made of others by a table between ask for every record that this table names', async () => {
  const keys = await rowsOf<{ table: string; column: string; to: string }>(
    `select k.conrelid::regclass::text as "table", a.attname as "column", k.confrelid::regclass::text as "to"
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
     where k.contype = 'f' and a.attname <> 'tenant_id'`,
  );
  /** The table of a module, and of what its records belong to. */
  const upward = (name: string): string[] => {
    const served = registry.get(name)!;
    const above = served.module.belongsTo && served.module.fields[served.module.belongsTo]?.to;
    return [served.table, ...(above ? upward(above) : [])];
  };
  const scoped = new Set([order, customer, paymentPlan].map(({ name }) => registry.get(name)!.table as string));
  const open = [...registry.values()].flatMap(({ module, madeOf = [] }) =>
    madeOf.flatMap(({ through }) => {
      const between = madeOf.filter((one) => through && one.through?.table === through.table);
      // The table between is that of records with a scope of their own, which asks for what they name.
      if (between.some((one) => registry.get(one.module)!.table === through?.table)) return [];
      const covered = between.flatMap((one) => upward(one.module));
      return keys
        .filter(({ table, column, to }) => table === through?.table && column !== through.row && scoped.has(to))
        .filter(({ column, to }) => !between.some((one) => one.column === column) && !covered.includes(to))
        .map(({ column }) => `${module.name}: ${column}`);
    }),
  );
  expect([...new Set(open)]).toEqual([]);
});
