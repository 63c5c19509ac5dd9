import { type RawBuilder, sql } from 'kysely';
import type { Direction } from '../../../contract/domain/lifecycle/direction';
import { active, matured, terminating } from '../../../contract/domain/lifecycle/orderStates';
import type { Context } from '../../kernel/context';

/** The directions of the money of running orders, so that figures are worded by them. */
export async function directionsOf({ trx, tenantId }: Pick<Context, 'trx' | 'tenantId'>): Promise<Direction[]> {
  const rows = await trx
    .selectFrom('lease_order')
    .select('direction')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', 0)
    .where('business_status', 'in', [active, matured, terminating])
    .orderBy('direction')
    .execute();
  return rows.map(({ direction }) => direction as Direction);
}

/** The condition that leaves instalments of orders of one direction; true without one. */
export function ofDirection(
  { tenantId }: Pick<Context, 'tenantId'>,
  direction: number | null | undefined,
): RawBuilder<boolean> {
  if (!direction) return sql<boolean>`true`;
  return sql<boolean>`order_id in (select id from lease_order where tenant_id = ${tenantId} and direction = ${direction})`;
}
