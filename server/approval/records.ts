/** Which records wait for a decision, and on which deed. A record waits for one at a time. */
import { sql } from 'kysely';
import { type ApprovalActName, approvalActOf, approvalActs } from '../../contract/domain/approvals';
import { approvalStates } from '../../contract/domain/approvalTitles';
import { label } from '../../contract/domain/text';
import type { Module } from '../../contract/schema/module';
import type { Context, Deed } from '../kernel/context';
import { refuse } from '../kernel/errors';

type Named = Pick<Module, 'name'>;

/** The deed that one of these records waits for; undefined where none waits. */
export async function waitingAct(
  { trx, tenantId }: Context,
  { name }: Named,
  ids: readonly string[],
): Promise<ApprovalActName | undefined> {
  if (ids.length === 0) return undefined;
  const row = await trx
    .selectFrom('approval_record')
    .select('act')
    .where('tenant_id', '=', tenantId)
    .where('entity', '=', name)
    .where('entity_id', 'in', [...ids])
    .limit(1)
    .executeTakeFirst();
  return row && (approvalActOf(row.act) ?? refuse('notFound'));
}

/** Marks the records as waiting; false where another request was faster with one of them. */
export async function keepWaiting(
  { trx, tenantId }: Context,
  { name }: Named,
  ids: readonly string[],
  { approvalId, act }: { approvalId: string; act: ApprovalActName },
): Promise<boolean> {
  const kept = await trx
    .insertInto('approval_record')
    .values(
      ids.map((id) => ({
        tenant_id: tenantId,
        entity: name,
        entity_id: id,
        approval_id: approvalId,
        act: approvalActs[act].number,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('entity_id')
    .execute();
  return kept.length === ids.length;
}

/** The records of a request that is decided wait no longer. */
export async function endWaiting({ trx, tenantId }: Context, approvalId: string): Promise<void> {
  await trx
    .deleteFrom('approval_record')
    .where('tenant_id', '=', tenantId)
    .where('approval_id', '=', approvalId)
    .execute();
}

/** Rejections that are told, the last first. */
const mostTold = 3;

/** Who rejected the same of the record before, and why: asked for again, it may come to another person. */
export async function rejectedBefore(
  { trx, tenantId }: Context,
  { name }: Named,
  { act, row }: Pick<Deed, 'act' | 'row'>,
): Promise<Deed['changes']> {
  const { rows } = await sql<{ day: string; who: string | null; comment: string | null }>`
    select a.decided_time::date::text as day, u.real_name as who, a.comment from approval a
    left join sys_user u on u.tenant_id = ${tenantId} and u.id = a.update_user
    where a.tenant_id = ${tenantId} and a.entity = ${name} and a.entity_id = ${row.id} and a.act = ${approvalActs[act].number}
      and a.state = ${approvalStates.rejected} and a.is_deleted = 0
    order by a.id desc limit ${mostTold}`.execute(trx);
  if (rows.length === 0) return [];
  const told = rows.map(({ day, who, comment }) => [`${day} ${who ?? ''}`.trim(), comment].filter(Boolean).join('：'));
  return [{ label: label('此前被驳回', 'Rejected before'), before: null, after: told.join('；') }];
}

/** Days for which a person who was stopped or removed still counts: no one becomes the only one by stopping the others. */
export const awayDays = 7;

/** Whether the tenant has a single active person, and had no other one lately. */
export async function isSingle({ trx, tenantId, time }: Context): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_user
    where tenant_id = ${tenantId}
      and (status = 1 and is_deleted = 0 or update_time > ${time}::timestamp - make_interval(days => ${awayDays}))
    limit 2`.execute(trx);
  return rows.length < 2;
}
