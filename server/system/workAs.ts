import { sql } from 'kysely';
import type { Call } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';

/** What a person may work as in switch mode: all of their own, whatever they have chosen now. Others' for the administrator. */
export const choicesOf = async (
  { trx, tenantId, principal }: Context,
  asked: string | undefined,
  { table, column, name }: { table: string; column: string; name: string },
): Promise<{ id: string; name: string }[]> => {
  const userId = asked || principal!.userId;
  if (userId !== principal!.userId && !principal!.isSuper && !principal!.isAdmin) refuse('notYours');
  return trx
    .selectFrom(`${table} as c`)
    .innerJoin('sys_user as u', 'u.tenant_id', 'c.tenant_id')
    .select(['c.id', `c.${name} as name`])
    .where('u.id', '=', userId)
    .where('u.tenant_id', '=', tenantId)
    .where('c.tenant_id', '=', tenantId)
    .where('c.is_deleted', '=', 0)
    .where(sql<boolean>`c.id = any(${sql.ref(`u.${column}`)})`)
    .orderBy('c.sort')
    .orderBy('c.id')
    .execute() as Promise<{ id: string; name: string }[]>;
};

export const choiceCalls: Call[] = [
  {
    method: 'GET',
    path: '/blade-system/dept/select',
    permission: 'signedIn',
    handle: async (cx, { params }) =>
      (await choicesOf(cx, params.userId, { table: 'sys_dept', column: 'dept_ids', name: 'dept_name' })).map(
        ({ id, name }) => ({ id, deptName: name }),
      ),
  },
  {
    method: 'GET',
    path: '/blade-system/role/select',
    permission: 'signedIn',
    handle: async (cx, { params }) =>
      (await choicesOf(cx, params.userId, { table: 'sys_role', column: 'role_ids', name: 'role_name' })).map(
        ({ id, name }) => ({ id, roleName: name }),
      ),
  },
];
