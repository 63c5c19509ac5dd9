/** A database of its own for each test file, on the PostgreSQL that `startPostgres.cjs` runs. */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, readMigrations } from '../../server/platform/migrate';

export interface TestDatabase {
  owner: pg.PoolConfig;
  app: pg.PoolConfig;
  /** Removes the database; connections still open after five seconds are cut. */
  drop(): Promise<void>;
}

const TEMPLATE_LOCK = 7_150_002;

async function maintain<T>(server: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function migrated(config: pg.PoolConfig, folder: string): Promise<void> {
  const pool = new pg.Pool({ ...config, max: 1 });
  try {
    await migrate(pool, folder);
  } finally {
    await pool.end();
  }
}

const ownFolder = join(__dirname, '..', '..', 'server', 'migrations');

/** What a template holds beyond the migrations. */
interface Filling {
  name: string;
  fill(owner: pg.PoolConfig): Promise<void>;
}

/**
 * The template with the migrations of `folder` and what is filled in, which is made from the one with the migrations alone.
 * It gets its name when it is whole, so one that a killed worker left half made is never copied. The lock is held.
 */
async function templateOf(
  client: pg.Client,
  { owner, folder, filling }: { owner: pg.PoolConfig; folder: string; filling?: Filling },
): Promise<string> {
  const key = JSON.stringify([
    filling?.name ?? '',
    readMigrations(folder).map(({ version, checksum }) => [version, checksum]),
  ]);
  const template = `template_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount) return template;
  const base = filling && (await templateOf(client, { owner, folder }));
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}${base ? ` template ${base}` : ''}`);
  if (filling) await filling.fill({ ...owner, database: draft });
  else await migrated({ ...owner, database: draft }, folder);
  await client.query(`alter database ${draft} rename to ${template}`);
  return template;
}

async function copied(folder: string, filling?: Filling): Promise<TestDatabase> {
  const { owner, app }: { owner: pg.PoolConfig; app: pg.PoolConfig } = JSON.parse(process.env.TEST_PG ?? '{}');
  if (!owner) throw new Error('No PostgreSQL for tests: run this file in the `server` project');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await maintain(owner, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const template = await templateOf(client, { owner, folder, filling });
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    await client.query(`create database ${database} template ${template}`);
  });
  return {
    owner: { ...owner, database },
    app: { ...app, database },
    async drop() {
      await maintain(owner, async (client) => {
        // first without force, which waits for sessions that are just ending: a pool reports a cut one as an error
        await client
          .query(`drop database if exists ${database}`)
          .catch(() => client.query(`drop database if exists ${database} with (force)`));
      });
    },
  };
}

/** A new database: the migrations of the product, and what `fill` puts in then. Both are done once per test run and `name`. */
export function filledDatabase(name: string, fill: Filling['fill']): Promise<TestDatabase> {
  return copied(ownFolder, { name, fill });
}

/** A new database with the migrations of `folder` applied. */
export function freshDatabase(folder = ownFolder): Promise<TestDatabase> {
  return copied(folder);
}
