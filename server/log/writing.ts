/** Writes rows of the logs, each batch of a tenant in a transaction of its own. */
import { sql } from 'kysely';
import { businessDate } from '../../contract/domain/calendar';
import { platformTenant } from '../auth/rights';
import type { Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';
import type { Cell, HeldRow, LogTable } from './rows';

type Writing = Pick<Deps, 'db' | 'now' | 'newId'>;

/** Errors after which the same statement may succeed: the database is away, full, or busy. */
export function isTransient(error: unknown): boolean {
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string };
  return name === 'ConnectionLost' || /^(?:08|53|57|40|55|ECONN|EPIPE|ETIMEDOUT|ENOENT)/.test(String(code));
}

/** A tenant that a stranger named may not exist: then the row is the platform's. */
export async function settleClaims({ db }: Writing, rows: readonly HeldRow[]): Promise<void> {
  const claimed = rows.filter(({ isClaimed }) => isClaimed);
  if (claimed.length === 0) return;
  const found = await db.kysely
    .selectFrom('tenant')
    .select('tenant_id')
    .where('tenant_id', 'in', [...new Set(claimed.map(({ tenantId }) => tenantId))])
    .where('is_deleted', '=', 0)
    .execute();
  const known = new Set(found.map(({ tenant_id }) => tenant_id));
  for (const row of claimed) if (!known.has(row.tenantId)) row.tenantId = platformTenant;
}

/** What a stranger typed as a name may be anything, even a password: one that is no account of the tenant is hidden. */
async function hideUnknown(trx: Trx, tenantId: string, rows: readonly HeldRow[]): Promise<void> {
  const claimed = rows.filter(({ isClaimed, columns }) => isClaimed && columns.create_by !== '');
  if (claimed.length === 0) return;
  const nameOf = ({ columns }: HeldRow) => String(columns.create_by);
  const account = sql<string>`lower(account)`;
  const found = await trx
    .selectFrom('sys_user')
    .select(account.as('account'))
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', 0)
    .where(account, 'in', [...new Set(claimed.map((row) => nameOf(row).toLowerCase()))])
    .execute();
  const known = new Set(found.map((one) => one.account));
  for (const row of claimed)
    if (!known.has(nameOf(row).toLowerCase())) row.columns.create_by = `${[...nameOf(row)][0]}***`;
}

/** Columns that hold no text. */
const types: Readonly<Record<string, string>> = {
  id: 'bigint',
  user_id: 'bigint',
  type: 'int',
  status_code: 'int',
  time: 'int',
  source: 'int',
  line_number: 'int',
  create_time: 'timestamp',
};

/** One list for each column: the statement is the same for any number of rows, and cheaper than a list of rows. */
async function insertInto(trx: Trx, table: LogTable, rows: readonly Record<string, Cell>[]): Promise<void> {
  const names = Object.keys(rows[0]!);
  const lists = names.map((name) => {
    const type = table === 'error_log' && name === 'type' ? 'text' : (types[name] ?? 'text');
    return sql`${rows.map((row) => row[name] ?? null)}::${sql.raw(type)}[]`;
  });
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select * from unnest(${sql.join(lists)})`.execute(trx);
}

async function insert({ db, now, newId }: Writing, tenantId: string, rows: readonly HeldRow[]): Promise<void> {
  await db.withTenant(tenantId, businessDate(now()), async (trx) => {
    await hideUnknown(trx, tenantId, rows);
    for (const table of ['usual_log', 'api_log', 'error_log'] as const) {
      const own = rows.filter((row) => row.table === table);
      if (own.length === 0) continue;
      await insertInto(
        trx,
        table,
        own.map(({ columns }) => ({ id: newId(), tenant_id: tenantId, ...columns })),
      );
    }
  });
}

/**
 * Write rows of one tenant, and report what became of them; throws where the database is away. A row that the database
 * refuses does not take its batch with it.
 */
export async function writeRows(
  deps: Writing,
  tenantId: string,
  rows: readonly HeldRow[],
  settled: (rows: readonly HeldRow[], refusal?: unknown) => void,
): Promise<void> {
  try {
    await insert(deps, tenantId, rows);
  } catch (error) {
    if (isTransient(error)) throw error;
    if (rows.length === 1) return settled(rows, error);
    for (const row of rows) await writeRows(deps, tenantId, [row], settled);
    return;
  }
  settled(rows);
}
