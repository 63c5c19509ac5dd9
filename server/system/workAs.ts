import { sql } from 'kysely';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { byName } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { freeText, id, list, optional, shape, text } from '../kernel/schemas';

/** What a person may work as in switch mode: all of their own, whatever their present choice. An administrator may read
 *  others'. */
export async function choicesOf(
  { trx, tenantId, principal }: Context,
  asked: string | undefined,
  { table, column, name }: { table: string; column: string; name: string },
): Promise<{ id: string; name: string }[]> {
  const userId = asked || principal!.userId;
  if (userId !== principal!.userId && !principal!.isSuper && !principal!.isAdmin) refuse('notYours');
  return byName(trx)
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
    .execute();
}

export const choiceCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: '/blade-system/dept/select',
    title: ['可切换的部门', 'Departments that a person may work in'],
    query: { userId: optional(freeText()) },
    answer: list(shape({ id: id(), deptName: text() })),
    permission: 'signedIn',
    handle: async (cx, { input }) =>
      (await choicesOf(cx, input.userId, { table: 'sys_dept', column: 'dept_ids', name: 'dept_name' })).map(
        ({ id, name }) => ({ id, deptName: name }),
      ),
  }),
  defineCall({
    method: 'GET',
    path: '/blade-system/role/select',
    title: ['可切换的角色', 'Roles that a person may work as'],
    query: { userId: optional(freeText()) },
    answer: list(shape({ id: id(), roleName: text() })),
    permission: 'signedIn',
    handle: async (cx, { input }) =>
      (await choicesOf(cx, input.userId, { table: 'sys_role', column: 'role_ids', name: 'role_name' })).map(
        ({ id, name }) => ({ id, roleName: name }),
      ),
  }),
];
