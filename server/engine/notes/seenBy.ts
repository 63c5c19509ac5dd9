/** The rights of other people of the tenant: for what the system sends to them. */
import { sql } from 'kysely';
import { platformTenant } from '../../../contract/modules/system/tenant';
import { normal } from '../../../contract/modules/system/user';
import type { Context } from '../../kernel/context';

interface Held {
  account: string;
  realName: string;
  deptIds: string[] | null;
  roleIds: string[] | null;
  isSuper: boolean;
  isAdmin: boolean;
}

/**
 * The same transaction as another person would see it, with all roles and departments on their record; undefined for one
 * who cannot sign in. It is for reading: `rows` and `may` of the answer still have the rights of the first person.
 */
export async function seenBy(cx: Context, userId: string): Promise<Context | undefined> {
  const { rows } = await sql<Held>`
    select u.account, u.real_name as "realName", u.dept_ids as "deptIds", u.role_ids as "roleIds",
           u.is_super as "isSuper", exists (
             select 1 from sys_role r where r.tenant_id = ${cx.tenantId} and r.id = any(u.role_ids) and r.is_admin
               and r.is_deleted = 0) as "isAdmin"
    from sys_user u
    where u.tenant_id = ${cx.tenantId} and u.id = ${userId} and u.status = ${normal} and u.is_deleted = 0`.execute(
    cx.trx,
  );
  const person = rows[0];
  if (!person) return undefined;
  const deptIds = person.deptIds ?? [];
  return {
    ...cx,
    actor: person.realName,
    principal: {
      userId,
      isGuest: false,
      oauthId: '',
      tenantId: cx.tenantId,
      account: person.account,
      realName: person.realName,
      deptId: deptIds[0] ?? null,
      deptIds,
      roleIds: person.roleIds ?? [],
      isSuper: person.isSuper && cx.tenantId === platformTenant,
      isAdmin: person.isAdmin,
      mustChangePassword: false,
      isLocked: false,
      sid: '',
    },
  };
}
