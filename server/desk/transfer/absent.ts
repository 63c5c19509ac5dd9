/** A person whose work goes on while they are not there: without a session, with no more rights than when it began. */
import { sql } from 'kysely';
import { isTenantActive } from '../../auth/people';
import { platformTenant } from '../../auth/rights';
import type { Deps, Principal } from '../../kernel/context';
import type { Trx } from '../../kernel/database';

/** What the person worked as when the work began. */
export interface Began {
  tenantId: string;
  userId: string;
  roleIds: readonly string[];
  deptIds: readonly string[];
  isSuper: boolean;
}

/**
 * The person as they are now, limited to the roles and departments of then; undefined where they may not sign in any
 * more, or have to change their password first.
 */
export async function absentPrincipal(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  { tenantId, userId, ...began }: Began,
): Promise<Principal | undefined> {
  const row = await trx
    .selectFrom('sys_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .select([
      'u.account',
      'u.real_name',
      'u.role_ids',
      'u.dept_ids',
      'u.is_super',
      sql<string[]>`(select coalesce(array_agg(a.id), '{}') from sys_role a
        where a.tenant_id = ${tenantId} and a.id = any(u.role_ids) and a.is_admin and a.is_deleted = 0)`.as(
        'admin_ids',
      ),
    ])
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .where('u.status', '=', 1)
    .where('u.is_deleted', '=', 0)
    .where('u.must_change_password', '=', 0)
    .where(isTenantActive(now()))
    .executeTakeFirst();
  if (!row) return undefined;
  const roleIds = (row.role_ids ?? []).filter((id) => began.roleIds.includes(id));
  const deptIds = (row.dept_ids ?? []).filter((id) => began.deptIds.includes(id));
  return {
    userId,
    isGuest: false,
    oauthId: '',
    tenantId,
    account: row.account,
    realName: row.real_name,
    deptId: deptIds[0] ?? null,
    deptIds,
    roleIds,
    isSuper: began.isSuper && row.is_super === true && tenantId === platformTenant,
    isAdmin: roleIds.some((id) => row.admin_ids.includes(id)),
    mustChangePassword: false,
    isLocked: false,
    sid: '',
  };
}
