/** A migration and a writer of the release before wait for each other: the writer goes on, and the migration begins again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../server/platform/migrate';
import { freshDatabase, type TestDatabase } from '../../support/postgres';

const folder = mkdtempSync(join(tmpdir(), 'leasedesk-migrations-'));
let database: TestDatabase;
let pool: pg.Pool;
let writer: pg.Client;
beforeAll(async () => {
  writeFileSync(
    join(folder, '0001_tables.sql'),
    'create table one (n int); create table two (n int); insert into one values (1);',
  );
  database = await freshDatabase(folder);
  pool = new pg.Pool({ ...database.owner, max: 2 });
  writer = new pg.Client(database.owner);
  await writer.connect();
});
afterAll(async () => {
  await writer.end();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('is applied once the writer has written', async () => {
  // The migration is the one that finds out, and so the one that the database ends.
  writeFileSync(
    join(folder, '0002_more.sql'),
    `set local deadlock_timeout = '5s'; alter table two add column m int; alter table one add column m int;`,
  );
  await writer.query(`set deadlock_timeout = '10min'; begin; update one set n = 2`);
  const migrated = migrate(pool, folder);
  const waits = `select count(*)::int as n from pg_locks where not granted and relation = 'one'::regclass`;
  while ((await pool.query(waits)).rows[0].n === 0) await new Promise((resume) => setTimeout(resume, 20));
  await writer.query('insert into two (n) values (3); commit');
  expect(await migrated).toEqual(['applied 0002_more']);
  const { rows } = await pool.query('select one.n as one, two.n as two, two.m from one, two');
  expect(rows).toEqual([{ one: 2, two: 3, m: null }]);
});
