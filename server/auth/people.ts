import { sql } from 'kysely';
import type { Trx } from '../database';

/** `sys_user.status`: who may sign in, and who has registered and waits for an administrator. */
export const normal = 1;
export const awaiting = 2;

/** A person as signing in sees them. */
export interface Person {
  id: string;
  tenant_id: string;
  account: string;
  business_user_code: string | null;
  password_hash: string;
  must_change_password: number;
  name: string;
  real_name: string;
  avatar: string | null;
  role_ids: string[];
  dept_ids: string[];
  status: number;
}

/** Whether a tenant is there and not stopped; which of the two it is not is told to nobody. */
export const isLive = async (trx: Trx, tenantId: string): Promise<boolean> =>
  (await trx
    .selectFrom('tenant')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 1)
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
): Promise<Person | undefined> => {
  const found = await trx
    .selectFrom('sys_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .selectAll('u')
    .where('u.tenant_id', '=', tenantId)
    .where(sql.ref(`u.${column}`), '=', value)
    .where('u.is_deleted', '=', 0)
    .where('u.status', 'in', [normal, awaiting])
    .where('t.status', '=', 1)
    .limit(2)
    .execute();
  return found.length === 1 ? (found[0] as Person) : undefined;
};
