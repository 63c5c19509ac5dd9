/** Forward-only schema migrations: `<folder>/0001_name.sql`, each in a transaction of its own, recorded with a checksum.
 *  A file is never edited once it has been applied anywhere; a mistake is mended by the next file. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

interface Migration {
  version: string;
  name: string;
  sql: string;
  checksum: string;
}

/** The role requests run as; row-level security binds it. */
const APP = 'leasedesk_app';
const FOLDER = join(__dirname, 'migrations');
/** One migrator per database, whoever starts it. Any number will do as long as it never changes. */
const LOCK_KEY = 7_150_001;
const NO_PRIVILEGE = '42501';
const ALREADY_EXISTS = ['42710', '23505'];

const codeOf = (error: unknown) => (error as { code?: string }).code;

/** The migrations of `folder` in order. Line ends do not count for the checksum: a checkout may change them. */
export function readMigrations(folder = FOLDER): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const migrations = files.map((file) => {
    const [, version, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
    if (!version || !name) throw new Error(`Migration ${file} is not named like 0001_name.sql`);
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
  const twice = migrations.find(({ version }, i) => version === migrations[i - 1]?.version);
  if (twice) throw new Error(`Two migrations have the version ${twice.version}`);
  return migrations;
}

/** The migrations still to apply. Throws, with nothing written, when the database and the files tell two stories. */
async function pendingOf(client: pg.PoolClient, migrations: Migration[]): Promise<Migration[]> {
  const { rows: known } = await client.query(`select to_regclass('public.schema_migration') is not null as yes`);
  if (!known[0].yes) return migrations;
  const { rows: applied } = await client.query<Migration>(
    'select version, name, checksum from public.schema_migration order by version',
  );
  const ours = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum } of applied) {
    const file = ours.get(version);
    if (!file) throw new Error(`The database is newer than this program: it has migration ${version}_${name}`);
    if (file.checksum !== checksum) {
      throw new Error(`Migration ${version}_${name} was changed after it had been applied; add a new one instead`);
    }
    ours.delete(version);
  }
  const last = applied.at(-1)?.version ?? '';
  const pending = [...ours.values()];
  const late = pending.find(({ version }) => version < last);
  if (late)
    throw new Error(`Migration ${late.version}_${late.name} comes before ${last}, which is applied; renumber it`);
  return pending;
}

/** Tries a statement for which the account may lack the privilege; false then. */
async function isAllowed(client: pg.PoolClient, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
  } catch (error) {
    if (codeOf(error) === NO_PRIVILEGE) return false;
    // roles belong to all databases of a server: the migrator of another one may have been quicker
    if (!ALREADY_EXISTS.includes(codeOf(error) ?? '')) throw error;
  }
  return true;
}

/** Makes the role and its rights. Runs before the migrations, because they take rights away again (append-only tables),
 *  and grants only once, because a later grant on all tables would give those back: tables made later have their rights
 *  from the default privileges. Returns warnings. */
async function prepareRole(client: pg.PoolClient): Promise<string[]> {
  const role = async () =>
    (
      await client.query<{ exists: boolean; member: boolean; granted: boolean }>(
        `select r.oid is not null as exists,
                coalesce(pg_has_role(current_user, r.oid, 'member'), false) as member,
                exists (select from pg_default_acl d, aclexplode(d.defaclacl) a
                        where d.defaclrole = (select oid from pg_roles where rolname = current_user)
                          and d.defaclnamespace = 'public'::regnamespace and d.defaclobjtype = 'r' and a.grantee = r.oid) as granted
         from (values (1)) one left join pg_roles r on r.rolname = $1`,
        [APP],
      )
    ).rows[0]!;
  if (!(await role()).exists && !(await isAllowed(client, `create role ${APP} nologin`))) {
    return [`Role ${APP} is missing and may not be created by this account: create it (nologin) as an administrator`];
  }
  const { member, granted } = await role();
  const warnings: string[] = [];
  if (!member && !(await isAllowed(client, `grant ${APP} to current_user`))) {
    warnings.push(`This account may not act as ${APP}: grant it that role as an administrator`);
  }
  if (!granted) {
    const rights = 'select, insert, update, delete';
    await client.query(`
      begin;
      grant usage on schema public to ${APP};
      grant ${rights} on all tables in schema public to ${APP};
      grant usage, select on all sequences in schema public to ${APP};
      alter default privileges in schema public grant ${rights} on tables to ${APP};
      alter default privileges in schema public grant usage, select on sequences to ${APP};
      commit`);
  }
  await client.query(`revoke all on public.schema_migration from ${APP}`);
  return warnings;
}

async function apply(client: pg.PoolClient, { version, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0'); // rewriting a large table is not a slow request
    await client.query(sql);
    await client.query('insert into public.schema_migration (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined); // a lost connection has rolled back already
    const { message, position } = cause as pg.DatabaseError;
    const line = position ? ` line ${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new Error(`Migration ${version}_${name}${line}: ${message}`, { cause });
  }
}

/** Brings the database of `pool` (an account that may create tables in `public`) up to the files of `folder`. Returns
 *  what there is to tell, one line each: the migrations applied, then warnings; none when nothing was to do. Throws and
 *  leaves the database untouched when it is newer than the files or an applied file was changed; when a migration
 *  fails, those before it stay. */
export async function migrate(pool: pg.Pool, folder = FOLDER): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const pending = await pendingOf(client, migrations);
    await client.query(`
      create table if not exists public.schema_migration (
        version text primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const warnings = await prepareRole(client);
    for (const migration of pending) await apply(client, migration);
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    return [...pending.map(({ version, name }) => `applied ${version}_${name}`), ...warnings];
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure); // a failed connection is closed, and its lock with it
  }
}
