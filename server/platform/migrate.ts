/** Forward-only schema migrations: `<folder>/0001_name.sql`, each in a transaction of its own, recorded with a
 *  checksum. A file is never edited once it has been applied to an installation; a mistake is corrected by the next
 *  file. `<folder>/former` holds the previous chain, for installations and backups that began with it. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { raising } from '../kernel/remembered/versions';
import { lastOfTakeover, takeOver } from './takeover';

interface Migration {
  version: string;
  name: string;
  sql: string;
  checksum: string;
}

/** The role of requests; row-level security binds it. */
const APP = 'leasedesk_app';
/** Beside the program when it is built, one folder up from its source. */
const isBuilt = existsSync(join(__dirname, 'migrations'));
const FOLDER = join(__dirname, isBuilt ? 'migrations' : '../migrations');
/** The lock of one migrator per database. Any number will do as long as it never changes. */
const LOCK_KEY = 7_150_001;
/** PostgreSQL 15: views with the rights of the caller, and unique indexes that compare nulls. */
const OLDEST = 150_000;
const NO_PRIVILEGE = '42501';
const ALREADY_EXISTS = ['42710', '23505'];

function codeOf(error: unknown) {
  return (error as { code?: string }).code;
}

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

/** What to do about a table that is missing. A server that runs from its sources takes a migration up as it is saved. */
export function howToMake(name: string, fromBuild = isBuilt): string {
  const version = String(Number(readMigrations().at(-1)?.version ?? 0) + 1).padStart(4, '0');
  const file = `server/migrations/${version}_${name}.sql`;
  return fromBuild
    ? `Write ${file}; if it is written, run npm run build.`
    : `Write ${file}: once it is saved, the server starts again.`;
}

/** A migration as a database or a backup records it. */
export type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>;

/** The chain that these migrations began with: the former or the present one. */
export function chainOf(applied: readonly Applied[], folder = FOLDER): { isFormer: boolean; migrations: Migration[] } {
  const former = join(folder, 'former');
  const before = existsSync(former) ? readMigrations(former) : [];
  const isFormer = applied[0] !== undefined && applied[0].checksum === before[0]?.checksum;
  return { isFormer, migrations: isFormer ? before : readMigrations(folder) };
}

async function appliedTo(client: pg.PoolClient): Promise<Applied[]> {
  const { rows: known } = await client.query(`select to_regclass('public.schema_migration') is not null as yes`);
  if (!known[0].yes) return [];
  const { rows } = await client.query<Applied>(
    'select version, name, checksum from public.schema_migration order by version',
  );
  return rows;
}

/** The migrations still to apply. Throws when the database and the files disagree. */
function pendingOf(applied: readonly Applied[], migrations: readonly Migration[]): Migration[] {
  const ours = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum } of applied) {
    const file = ours.get(version);
    if (!file)
      throw new Error(
        `数据库比本程序新，请换用更新的程序 · The database is newer than this program: it has migration ${version}_${name}`,
      );
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

function quoted(name: string) {
  return pg.escapeIdentifier(name);
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

/** Refuses an unsuitable database, with the statement that corrects it. */
async function checkDatabase(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as told,
            current_database() as database, session_user as account, pg_encoding_to_char(encoding) as encoding,
            has_schema_privilege('public', 'create') as creates
     from pg_database where datname = current_database()`,
  );
  const { version, told, database, account, encoding, creates } = rows[0];
  if (version < OLDEST)
    throw new Error(
      `PostgreSQL ${told} 版本过旧，需要 15 或以上 · PostgreSQL ${told} is too old: 15 or later is needed`,
    );
  if (encoding !== 'UTF8') {
    const make = `create database leasedesk owner ${quoted(account)} encoding 'UTF8' locale 'C' template template0`;
    throw new Error(
      `数据库 ${database} 的编码是 ${encoding}，必须为 UTF8，请另建一个 · Database ${database} has the encoding ${encoding}; it must be UTF8. Make a new one: ${make};`,
    );
  }
  if (!creates) {
    const mend = `alter database ${quoted(database)} owner to ${quoted(account)}`;
    throw new Error(
      `账号 ${account} 无权在数据库 ${database} 建表，请由管理员授权 · Account ${account} may not create tables in database ${database}. As an administrator: ${mend};`,
    );
  }
}

/** Ensures that the role exists and that `account` may act as it; throws, with the statements that an administrator has
 *  to run, where this account may not do that itself. */
async function provideRole(client: pg.PoolClient, account: string): Promise<void> {
  const look = async () =>
    (
      await client.query<{ is_16: boolean; exists: boolean; is_unbound: boolean; acts: boolean }>(
        `select v.is_16, r.oid is not null as exists, coalesce(r.rolsuper or r.rolbypassrls, false) as is_unbound,
                coalesce(pg_has_role($2::name, r.oid, case when v.is_16 then 'SET' else 'MEMBER' end), false) as acts
         from (select current_setting('server_version_num')::int >= 160000 as is_16) v
         left join pg_roles r on r.rolname = $1`,
        [APP, account],
      )
    ).rows[0]!;
  const { is_16, exists } = await look();
  const create = `create role ${APP} nologin`;
  // From 16 on, being a member and being allowed to act as the role are two grants; the role's creator has neither.
  const grant = `grant ${APP} to ${quoted(account)}${is_16 ? ' with set true, inherit false' : ''}`;
  const missing: string[] = [];
  if (!exists && !(await isAllowed(client, create))) missing.push(create);
  if (!(await look()).acts && (missing.length > 0 || !(await isAllowed(client, grant)))) missing.push(grant);
  if (missing.length > 0)
    throw new Error(
      `当前账号无权准备服务所用的角色，请由管理员执行一次 · This account may not prepare the role that requests run as. As an administrator, once: ${missing.join('; ')};`,
    );
  const { is_unbound, acts } = await look();
  if (!acts)
    throw new Error(
      `账号 ${account} 无权以 ${APP} 的身份操作，请由管理员执行一次 · Account ${account} may not act as ${APP}. As an administrator, once: ${grant};`,
    );
  if (is_unbound)
    throw new Error(
      `角色 ${APP} 不受行级安全约束，请由管理员执行 · Role ${APP} is not bound by row security. As an administrator: alter role ${APP} nosuperuser nobypassrls;`,
    );
}

/** Grants the role its privileges. Runs before the migrations, because they revoke some again (append-only tables), and
 *  grants only once, because a later grant on all tables would restore those: tables made later get their privileges
 *  from the default privileges. */
async function grantRights(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_default_acl d, aclexplode(d.defaclacl) a
                    where d.defaclrole = (select oid from pg_roles where rolname = current_user)
                      and d.defaclnamespace = 'public'::regnamespace and d.defaclobjtype = 'r'
                      and a.grantee = (select oid from pg_roles where rolname = $1)) as granted`,
    [APP],
  );
  if (!rows[0].granted) {
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
  // each request reads whether the tables are newer than the program
  await client.query(`revoke insert, update, delete, truncate on public.schema_migration from ${APP}`);
  await client.query(`grant select on public.schema_migration to ${APP}`);
}

/** Row security binds an owner who is no superuser, too: for a backup, and only then, that account reads all rows. */
async function letOwnerBackUp(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_backup')`,
  );
  for (const { name } of rows)
    await client.query(
      `create policy owner_backup on ${name} for select to current_user
       using (current_setting('app.backup', true) = 'on')`,
    );
}

async function record(client: pg.PoolClient, { version, name, checksum }: Applied): Promise<void> {
  await client.query('insert into public.schema_migration (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
}

/** Does `work` in a transaction without the time limits of requests: rewriting a large table takes long. */
async function inTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // a lost connection has rolled back already
    throw error;
  }
}

/** Servers of the release before write while tables change, and take locks in another order: of two that wait for each
 *  other the database ends one. */
const DEADLOCK = '40P01';
const MOST_TRIES = 20;

/** Does work that leaves nothing when it fails, again where it met such a writer. */
async function despiteWriters(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || tries === MOST_TRIES) throw error;
    }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<string> {
  const { version, name, sql } = migration;
  try {
    await despiteWriters(() =>
      inTransaction(client, async () => {
        await client.query(sql);
        // it may have changed what running servers remember
        const { rows } = await client.query(`select to_regclass('public.remembered_version') is not null as yes`);
        if (rows[0].yes) await client.query(raising({ own: false, all: true }));
        await record(client, migration);
      }),
    );
  } catch (cause) {
    const { message, position } = cause as pg.DatabaseError;
    const line = position ? ` line ${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new Error(`Migration ${version}_${name}${line}: ${message}`, { cause });
  }
  return `applied ${version}_${name}`;
}

/** From the complete former chain to the first migrations of the present one. */
async function leaveFormer(client: pg.PoolClient, migrations: readonly Migration[]): Promise<string> {
  const first = migrations.filter(({ version }) => version <= lastOfTakeover);
  try {
    await inTransaction(client, async () => {
      await takeOver(client, first);
      await client.query('delete from public.schema_migration');
      for (const migration of first) await record(client, migration);
    });
  } catch (cause) {
    const { message, detail } = cause as pg.DatabaseError;
    throw new Error(
      `未能接管旧版本的数据表 · The tables of a former version were not taken over: ${[message, detail].filter(Boolean).join('. ')}`,
      {
        cause,
      },
    );
  }
  return `took over the tables of a former version as ${lastOfTakeover}`;
}

export interface MigrateOptions {
  /** The account of requests, when it differs from that of `pool`. */
  account?: string;
  /** The migrations to stop after, as a backup records them; by default all. */
  exactly?: readonly Applied[];
}

/** Brings the database of `pool` (an account that may create tables in `public`) up to the files of `folder`. Returns
 *  what was done, one line each; none when nothing was to do. Throws and leaves the database untouched when server,
 *  database or account do not suffice, when it is newer than the files or an applied file was changed; when a migration
 *  fails, those before it stay. */
export async function migrate(
  pool: pg.Pool,
  folder = FOLDER,
  { account, exactly }: MigrateOptions = {},
): Promise<string[]> {
  readMigrations(folder); // an invalid folder is reported first
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await checkDatabase(client);
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const applied = await appliedTo(client);
    const { isFormer, migrations } = chainOf(exactly ?? applied, folder);
    const last = exactly ? (exactly.at(-1)?.version ?? '') : '9999';
    const pending = pendingOf(applied, migrations).filter(({ version }) => version <= last);
    const { rows } = await client.query('select session_user as own');
    await provideRole(client, account ?? rows[0].own);
    await client.query(`
      create table if not exists public.schema_migration (
        version text primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    await grantRights(client);
    const notes: string[] = [];
    for (const migration of pending) notes.push(await apply(client, migration));
    if (isFormer && !exactly) {
      const present = readMigrations(folder);
      notes.push(await leaveFormer(client, present));
      for (const migration of present.filter(({ version }) => version > lastOfTakeover))
        notes.push(await apply(client, migration));
    }
    await letOwnerBackUp(client);
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    return notes;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure); // a failed connection is closed, and its lock with it
  }
}
