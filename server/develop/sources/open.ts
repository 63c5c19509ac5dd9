/** Connections to data sources: where they may go, and how failures are told. */

import { withoutTold } from '../../engine/saving/storedSecret';
import type { Context, Deps } from '../../kernel/context';
import { Refusal } from '../../kernel/errors';
import { EgressError } from '../../kernel/ports';
import { readAddress, type SourceAddress } from './address';
import { type LineFault, openLine } from './line';
import { openMysql } from './mysql';
import { openPostgresql } from './postgresql';
import { type Source, type SourceAccess, type SourceLimits, sourceLimits } from './source';

/** What is needed to connect; the password is plain. */
export interface SourceSettings {
  driverClass: string;
  url: string;
  username: string;
  password: string;
}

/** Longest reason of another system that is shown. */
const mostReason = 300;
/** Errors of a sign-in: class 28 of PostgreSQL, and those of MySQL. */
const signInFaults: ReadonlySet<string> = new Set([
  '28000',
  '28P01',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
]);
const slowFaults: ReadonlySet<string> = new Set([
  '57014',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'LINE_SLOW',
]);

function reasonOf(error: unknown, password: string): string {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  return withoutTold(message || code || String(error), [[password, '***']]).slice(0, mostReason);
}
/** MariaDB's number for a statement out of time, for which the driver has no name. */
const slowNumber = 1969;
function codeOf(error: unknown): string {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return errno === slowNumber ? 'ER_STATEMENT_TIMEOUT' : String(code ?? '');
}

/** A refusal that tells why a data source cannot be read. */
export function sourceRefusal(
  error: unknown,
  { password }: Pick<SourceSettings, 'password'>,
  limits: SourceLimits,
  isQuery = false,
): Refusal {
  if (error instanceof Refusal) return error;
  const reason = reasonOf(error, password);
  const code = codeOf(error);
  if (signInFaults.has(code)) return new Refusal('datasource.signIn', { reason }, { password: 'refused' });
  if (slowFaults.has(code)) return new Refusal('datasource.tooSlow', { seconds: limits.statementMs / 1000 });
  if (code === 'LINE_FLOOD') return new Refusal('datasource.tooLarge', { size: limits.received / 1024 / 1024 });
  if (code === 'LINE_BROKEN') return new Refusal('datasource.strange');
  return new Refusal(isQuery ? 'datasource.badQuery' : 'datasource.away', { reason });
}

async function accessOf(
  { egress }: Pick<Deps, 'egress'>,
  settings: SourceSettings,
  at: SourceAddress,
): Promise<SourceAccess> {
  const place = await egress.place(at.host, at.port).catch((error: unknown) => {
    if (error instanceof EgressError) throw new Refusal('datasource.notAllowed', { host: `${at.host}:${at.port}` });
    throw error;
  });
  return {
    address: place.address,
    port: at.port,
    database: at.database,
    user: settings.username,
    password: settings.password,
    certifiedAs: place.isInside && !at.isEncrypted ? null : at.host,
  };
}

/** What identifies the database of this product, in the form of `Source.identity`. */
async function ownIdentity({ db }: Pick<Deps, 'db'>): Promise<string> {
  const { sql } = await import('kysely');
  const { rows } = await sql<{ place: string }>`
    select concat_ws(' ', oid, datname, extract(epoch from pg_postmaster_start_time())) as place
    from pg_database where datname = current_database()`.execute(db.kysely);
  return `postgresql ${rows[0]!.place}`;
}

/** How an account that only reads is made. */
const readerRecipes: Record<SourceAddress['engine'], (database: string) => string> = {
  postgresql: () =>
    `create role leasedesk_reader login password '…'; grant select on all tables in schema public to leasedesk_reader;`,
  mysql: (database) =>
    `create user leasedesk_reader identified by '…'; grant select on \`${database}\`.* to leasedesk_reader;`,
};
/** Rights of an account that are named in a refusal. */
const mostRightsNamed = 5;

/** An account that can do more than read is not used: limits of a transaction hold back writes, and nothing else. */
function refuseMoreThanReader(excess: readonly string[], at: SourceAddress): void {
  if (excess.length === 0) return;
  const rights = excess.slice(0, mostRightsNamed).join(', ') + (excess.length > mostRightsNamed ? ', …' : '');
  throw new Refusal(
    'datasource.notReader',
    { rights, how: readerRecipes[at.engine](at.database) },
    { username: 'refused' },
  );
}

/**
 * Connects, lets `work` read, and closes. Throws a `Refusal` with the reason when the source cannot be read. The database
 * of this product itself is refused: its rights and tenants are not asked there.
 */
export async function withSource<T>(
  deps: Pick<Deps, 'egress' | 'db'>,
  settings: SourceSettings,
  work: (source: Source) => Promise<T>,
  { isQuery = false, limits = sourceLimits }: { isQuery?: boolean; limits?: SourceLimits } = {},
): Promise<T> {
  const at = readAddress(settings.driverClass, settings.url);
  const access = await accessOf(deps, settings, at);
  const line = openLine(limits);
  /** The result, or the reason why this side has ended the connection: a driver may not notice that. */
  const watched = <R>(answer: Promise<R>): Promise<R> => {
    answer.catch(() => undefined);
    return Promise.race([answer, line.failed]).catch(async (error: unknown) => {
      // A fault of the connection is why the driver has failed, too.
      throw await Promise.race([line.failed.catch((fault: LineFault) => fault), Promise.resolve(error)]);
    });
  };
  try {
    const source = await watched((at.engine === 'postgresql' ? openPostgresql : openMysql)(access, limits, line)).catch(
      (error: unknown) => {
        throw sourceRefusal(error, settings, limits);
      },
    );
    if (at.engine === 'postgresql' && (await watched(source.identity())) === (await ownIdentity(deps)))
      throw new Refusal('datasource.own');
    refuseMoreThanReader(await watched(source.excess()), at);
    return await watched(work(source));
  } catch (error) {
    throw sourceRefusal(error, settings, limits, isQuery);
  } finally {
    line.close();
  }
}

/** How many connections a source has at a time; each server counts its own. */
const mostAtOnce = 2;
const running = new Map<string, number>();
export async function oneOfFew<T>(id: string, work: () => Promise<T>): Promise<T> {
  const count = running.get(id) ?? 0;
  if (count >= mostAtOnce) throw new Refusal('datasource.busy');
  running.set(id, count + 1);
  try {
    return await work();
  } finally {
    const left = (running.get(id) ?? 1) - 1;
    if (left > 0) running.set(id, left);
    else running.delete(id);
  }
}

/** The settings of a stored source, its password unsealed. */
export async function settingsOf({ trx, deps }: Context, id: string): Promise<SourceSettings | undefined> {
  const row = await trx
    .selectFrom('sys_datasource')
    .select(['driver_class', 'url', 'username', 'password'])
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  return (
    row && {
      driverClass: row.driver_class,
      url: row.url,
      username: row.username,
      password: row.password ? deps.secrets.unseal(row.password) : '',
    }
  );
}
