/** An external PostgreSQL: from the operator's addresses to the two accounts of the program. */
import pg from 'pg';

export interface External {
  /** Owns the tables: migrations, backups. */
  owner: pg.PoolConfig;
  /** The program's own role, which row security binds: the signed-in account itself, or set on the connection. */
  app: pg.PoolConfig;
  /** The account that `app` signs in as. */
  account: string;
}

/** The role of requests. An account that signs in as it need not switch, which other nodes of a cluster would not
 *  follow. */
const programRole = 'leasedesk_app';

function steppedDown(databaseUrl: string): pg.PoolConfig {
  const role = `-c role=${programRole}`;
  if (!/[?&]options=/.test(databaseUrl)) return { connectionString: databaseUrl, options: role };
  // Options in the address would replace ours, and the role with them: they come first instead.
  const url = new URL(databaseUrl);
  const own = url.searchParams.get('options');
  url.searchParams.delete('options');
  return { connectionString: url.href, options: `${own} ${role}` };
}

/** Names the setting: an address that does not answer is most often mistyped, or its database is not started. */
function unreached(setting: string, cause: Error & { errors?: Error[] }): Error {
  // A name with several addresses fails with an error for each, and without words of its own.
  const { message } = cause.errors?.[0] ?? cause;
  return new Error(`无法连接 ${setting} 的数据库 · the database of ${setting} cannot be reached: ${message}`, {
    cause,
  });
}

/** The account of a connection, and what identifies the database. */
async function look(setting: string, connectionString: string): Promise<{ account: string; place: string }> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the running query reports it
  try {
    await client.connect().catch((cause) => {
      throw unreached(setting, cause);
    });
    const { rows } = await client.query(
      `select session_user as account, concat_ws(' ', oid, datname, extract(epoch from pg_postmaster_start_time())) as place
       from pg_database where datname = current_database()`,
    );
    return rows[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * `migrateUrl` is the address of the owner where that is another account than that of requests. Throws when an address
 * does not answer, or when the two lead to different databases.
 */
export async function openExternal(databaseUrl: string, migrateUrl = databaseUrl): Promise<External> {
  const app = await look('DATABASE_URL', databaseUrl);
  const owner = migrateUrl === databaseUrl ? app : await look('MIGRATE_DATABASE_URL', migrateUrl);
  if (app.place !== owner.place)
    throw new Error(
      'DATABASE_URL 和 MIGRATE_DATABASE_URL 指向不同的数据库 · DATABASE_URL and MIGRATE_DATABASE_URL lead to different databases',
    );
  const own = app.account === programRole ? { connectionString: databaseUrl } : steppedDown(databaseUrl);
  return { owner: { connectionString: migrateUrl }, app: own, account: app.account };
}
