import { type RawBuilder, sql } from 'kysely';
import { businessDate, dateTime } from '../../contract/domain/calendar';
import { awaiting, normal } from '../../contract/modules/system/user';
import type { Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';

/** Whether the tenant of row `t` exists, not stopped and not expired. */
export function isTenantActive(now: number): RawBuilder<boolean> {
  return sql`t.status = 1 and t.is_deleted = 0 and (t.expire_time is null or t.expire_time > ${dateTime(now)})`;
}

/** A person as signing in sees them. */
export interface Person {
  id: string;
  tenant_id: string;
  account: string;
  business_user_code: string | null;
  password_hash: string;
  must_change_password: number;
  password_expires_at: Date | null;
  name: string;
  real_name: string;
  avatar: string | null;
  role_ids: string[];
  dept_ids: string[];
  post_ids: string[];
  status: number;
  /** Incremented to revoke known browsers. */
  browsers: number;
  /** `yyyy-MM-dd HH:mm:ss`; null until the person has seen the tour. */
  tour_seen_time: string | null;
}

/** Whether a tenant exists, and is neither stopped nor expired; the cause is not disclosed. */
export async function isLive(trx: Trx, tenantId: string, now: number): Promise<boolean> {
  return (
    (await trx
      .selectFrom('tenant as t')
      .select('t.id')
      .where('t.tenant_id', '=', tenantId)
      .where(isTenantActive(now))
      .executeTakeFirst()) !== undefined
  );
}

/** The name under which guesses at an account are counted, whatever its spelling: its own, or one that all look-alikes and
 *  all spellings of an unknown name share. That tells nothing of what was typed, which may be a password. */
export async function accountMeant(
  { secrets }: Pick<Deps, 'secrets'>,
  trx: Trx,
  tenantId: string,
  typed: string,
): Promise<string> {
  const { rows } = await sql<{ account: string; skeleton: string }>`
    select account, name_skeleton(${typed}) as skeleton from (values (1)) one left join sys_user u
      on u.tenant_id = ${tenantId} and u.is_deleted = 0 and name_skeleton(u.account) = name_skeleton(${typed}) limit 50`.execute(
    trx,
  );
  if (rows.some(({ account }) => account === typed)) return typed;
  const [{ account, skeleton }] = rows as [(typeof rows)[0]];
  if (rows.length === 1 && account !== null) return account;
  return `?${secrets.sign('guessed name', `${tenantId}/${skeleton}`)}`.slice(0, 45);
}

/** Accounts that a person cannot tell apart, by tenant: an installation may have them from before they were refused. */
export async function lookAlikes({ db, now }: Deps): Promise<{ tenantId: string; accounts: string[] }[]> {
  const tenants = await db.kysely.selectFrom('tenant').select('tenant_id').where('is_deleted', '=', 0).execute();
  const found: { tenantId: string; accounts: string[] }[] = [];
  for (const { tenant_id: tenantId } of tenants)
    await db.withTenant(tenantId, businessDate(now()), async (trx) => {
      const { rows } = await sql<{ accounts: string[] }>`
        select array_agg(account order by id) as accounts from sys_user where tenant_id = ${tenantId} and is_deleted = 0
        group by name_skeleton(account) having count(*) > 1 order by 1`.execute(trx);
      found.push(...rows.map(({ accounts }) => ({ tenantId, accounts })));
    });
  return found;
}

/** Whether another person who can sign in, or waits for approval, has the number. */
export async function isPhoneTaken(trx: Trx, tenantId: string, phone: string, exceptId: string): Promise<boolean> {
  return (
    (await trx
      .selectFrom('sys_user')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .where('id', '<>', exceptId)
      .where('is_deleted', '=', 0)
      .where('status', 'in', [normal, awaiting])
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/**
 * The one person of an active tenant with that id, account or phone, who may sign in or waits for approval. An account
 * that was `typed` may be written in any case or width; one asserted by a provider must match exactly, since a
 * look-alike there is another person. A phone shared by two people identifies neither.
 */
export async function personBy(
  trx: Trx,
  tenantId: string,
  by: 'id' | 'account' | 'typed' | 'phone',
  value: string,
  now: number,
): Promise<Person | undefined> {
  const found = await trx
    .selectFrom('sys_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .selectAll('u')
    .where('u.tenant_id', '=', tenantId)
    .where(
      by === 'typed'
        ? sql<boolean>`name_skeleton(u.account) = name_skeleton(${value})`
        : sql<boolean>`${sql.ref(`u.${by}`)} = ${value}`,
    )
    .where('u.is_deleted', '=', 0)
    .where('u.status', 'in', [normal, awaiting])
    .where(isTenantActive(now))
    .limit(by === 'typed' ? 50 : 2)
    .execute();
  // Two look-alike accounts, from before they were refused, are told apart by exact spelling.
  const exact = by === 'typed' ? found.find(({ account }) => account === value) : undefined;
  return (exact ?? (found.length === 1 ? found[0] : undefined)) as Person | undefined;
}
