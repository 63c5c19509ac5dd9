import { type RawBuilder, sql } from 'kysely';
import { dateTime } from '../../contract/calendar';
import { awaiting, normal } from '../../contract/modules/user';
import type { Trx } from '../database';

/** Whether the tenant of row `t` is there, not stopped and not expired. */
export const tenantIsLive = (now: number): RawBuilder<boolean> =>
  sql`t.status = 1 and t.is_deleted = 0 and (t.expire_time is null or t.expire_time > ${dateTime(now)})`;

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
}

/** Whether a tenant is there, and neither stopped nor expired; which it is not is told to nobody. */
export const isLive = async (trx: Trx, tenantId: string, now: number): Promise<boolean> =>
  (await trx
    .selectFrom('tenant as t')
    .select('t.id')
    .where('t.tenant_id', '=', tenantId)
    .where(tenantIsLive(now))
    .executeTakeFirst()) !== undefined;

/**
 * The one person of a live tenant with that id, account or phone, who may sign in or waits to be let. A phone that two
 * have in common is nobody's: a code sent to it would not say who came.
 */
export const personBy = async (
  trx: Trx,
  tenantId: string,
  column: 'id' | 'account' | 'phone',
  value: string,
  now: number,
): Promise<Person | undefined> => {
  const found = await trx
    .selectFrom('sys_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .selectAll('u')
    .where('u.tenant_id', '=', tenantId)
    .where(sql.ref(`u.${column}`), '=', value)
    .where('u.is_deleted', '=', 0)
    .where('u.status', 'in', [normal, awaiting])
    .where(tenantIsLive(now))
    .limit(2)
    .execute();
  return found.length === 1 ? (found[0] as Person) : undefined;
};
