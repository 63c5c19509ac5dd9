/** What people say and decide about an order of the collection desk. Records are added, never changed. */
import { sql } from 'kysely';
import { addDays } from '../../../contract/domain/calendar';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { isPayable } from '../../../contract/domain/lifecycle/orderStates';
import { type Collection, collection, collectionKinds } from '../../../contract/modules/lease/collection';
import { type Order, order } from '../../../contract/modules/lease/order';
import { user } from '../../../contract/modules/system/user';
import { problemText } from '../../../contract/schema/messages';
import { judge } from '../../../contract/schema/validate';
import { judgeRecord, promiseDays, recordFields } from '../../../contract/wire/lease/collecting';
import { absentPrincipal } from '../../auth/session';
import { holdingRoles } from '../../engine/rights/heldMenus';
import { hidesAny, withinScope } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { isAnyOverdue } from './queue';

/** People that are offered at once. */
const mostOffered = 200;

/** Orders that the person sees and whose customers owe what is overdue, locked. */
async function overdueOrders(cx: Context, ids: readonly string[]): Promise<Order[]> {
  const held = await cx.rows(order).lock(ids);
  if (held.length < new Set(ids).size) refuse('notYours');
  for (const { id, direction, businessStatus } of held)
    if (direction !== directions.collect || !isPayable(businessStatus ?? 0) || !(await isAnyOverdue(cx, id)))
      refuse('collection.notOverdue');
  return held;
}

export type Said = Pick<Collection, 'kind' | 'content' | 'promiseDate' | 'promiseAmount'>;

/** Keeps what was said to the customer, or what they promised. */
export async function recordContact(cx: Context, orderId: string, said: Said): Promise<Collection> {
  const problems = { ...judge(recordFields, said), ...judgeRecord(said) };
  const [first] = Object.entries(problems);
  if (first) {
    const field = recordFields[first[0] as keyof typeof recordFields];
    throw new Refusal('invalid', { text: problemText(field, first[1], cx.language) }, problems);
  }
  const [held] = await overdueOrders(cx, [orderId]);
  const isPromise = said.kind === collectionKinds.promise;
  const last = addDays(cx.today, promiseDays);
  if (isPromise && (said.promiseDate! < cx.today || said.promiseDate! > last))
    refuse('collection.promiseDay', { date: last });
  return cx.rows(collection).insert({
    orderId: held!.id,
    kind: said.kind,
    content: said.content?.trim() || null,
    promiseDate: isPromise ? said.promiseDate : null,
    promiseAmount: isPromise ? said.promiseAmount : null,
    writerName: cx.actor,
  });
}

/** People who work at the desk, by name, as far as the person may know them. */
export async function collectors(cx: Context): Promise<{ id: string; name: string }[]> {
  if (await hidesAny(cx, user, 'realName')) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select id, real_name as name from sys_user
    where tenant_id = ${cx.tenantId} and is_deleted = 0 and status = 1 and ${await withinScope(cx, user)}
      and role_ids && ${holdingRoles(cx.tenantId, [collection.name])}
    order by real_name, id limit ${mostOffered}`.execute(cx.trx);
  return rows;
}

/** Refuses a person who does not work at the desk, or who may not see one of the orders. */
async function refuseAssignee(cx: Context, assigneeId: string, orderIds: readonly string[]): Promise<void> {
  if (!(await collectors(cx)).some(({ id }) => id === assigneeId)) refuse('collection.badAssignee');
  const principal = await absentPrincipal(cx.deps, cx.trx, { tenantId: cx.tenantId, userId: assigneeId });
  if (!principal) return refuse('collection.badAssignee');
  const { rows } = await sql`
    select id from lease_order
    where tenant_id = ${cx.tenantId} and id = any(${[...orderIds]}::bigint[]) and ${await withinScope({ ...cx, principal }, order)}`.execute(
    cx.trx,
  );
  if (rows.length < new Set(orderIds).size) refuse('collection.badAssignee');
}

/** Who works on these orders from now on; null takes them back from whom they were with. */
export async function assign(
  cx: Context,
  { orderIds, assigneeId, content }: { orderIds: readonly string[]; assigneeId: string | null; content: string | null },
): Promise<void> {
  if (orderIds.length === 0) refuse('nothingChosen');
  if (assigneeId !== null) await refuseAssignee(cx, assigneeId, orderIds);
  for (const { id } of await overdueOrders(cx, orderIds))
    await cx.rows(collection).insert({
      orderId: id,
      kind: collectionKinds.assignment,
      content,
      assigneeId,
      writerName: cx.actor,
    });
}
