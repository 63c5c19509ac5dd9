/** Who may take the next step of an order, for a person who may not. */
import { sql } from 'kysely';
import Type from 'typebox';
import { cancelled, draft, nextRights } from '../../../contract/domain/lifecycle/orderStates';
import { fewNamed } from '../../../contract/domain/text';
import { type Order, order, refundStates } from '../../../contract/modules/lease/order';
import { user } from '../../../contract/modules/system/user';
import { absentPrincipal } from '../../auth/session';
import { holdingRoles } from '../../engine/rights/heldMenus';
import { hidesAny, withinScope } from '../../engine/rights/scopes';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { id } from '../../kernel/schemas';

/** So many are asked one after the other whether they see the order. */
const mostAsked = 20;

interface Holder {
  id: string;
  name: string;
  isAdmin: boolean;
}

/** Those who hold the right, as far as the person may know them; administrators, who hold every right, come last. */
async function holders(cx: Context, right: string): Promise<Holder[]> {
  const { tenantId, trx } = cx;
  const { rows } = await sql<Holder>`
    select id, real_name as name, (is_super = true or exists (
      select 1 from sys_role r where r.tenant_id = ${tenantId} and r.id = any(role_ids) and r.is_admin and r.is_deleted = 0
    )) as "isAdmin"
    from sys_user where tenant_id = ${tenantId} and is_deleted = 0 and status = 1 and ${await withinScope(cx, user)}
      and (is_super = true or role_ids && ${holdingRoles(tenantId, [right])})
    order by "isAdmin", id limit ${mostAsked}`.execute(trx);
  return rows;
}

async function seesOrder(cx: Context, userId: string, orderId: string): Promise<boolean> {
  const principal = await absentPrincipal(cx.deps, cx.trx, { tenantId: cx.tenantId, userId });
  return principal !== undefined && (await cx.onBehalfOf(principal).rows(order).get(orderId)) !== undefined;
}

async function nextPeople(cx: Context, held: Order): Promise<string> {
  const status = held.businessStatus ?? draft;
  const right = nextRights[status];
  const isDone = status === cancelled && held.refundStatus !== refundStates.open;
  if (!right || isDone || (await cx.may(right))) return '';
  if ((await hidesAny(cx, order, 'businessStatus', 'refundStatus')) || (await hidesAny(cx, user, 'realName')))
    return '';
  const found: Holder[] = [];
  for (const one of await holders(cx, right)) {
    if (one.isAdmin && found.length > 0) break;
    if (await seesOrder(cx, one.id, held.id)) found.push(one);
  }
  return fewNamed(
    found.map(({ name }) => name),
    cx.language,
  );
}

export const nextPeopleCall = defineCall({
  method: 'GET',
  path: order.url('next-people'),
  title: ['谁可办理下一步', 'Who may take the next step of an order'],
  query: { id: id() },
  answer: Type.String({
    description: '姓名；本人可办理或没有下一步时为空 (names; empty where the caller may take it, or none is left)',
  }),
  permission: order.permission('list'),
  async handle(cx, { input }) {
    const held = (await cx.rows(order).get(input.id)) ?? refuse('notYours');
    return nextPeople(cx, held);
  },
});
