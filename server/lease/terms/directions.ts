import { type RawBuilder, sql } from 'kysely';
import { type Direction, directions } from '../../../contract/domain/lifecycle/direction';
import { active, matured, terminating } from '../../../contract/domain/lifecycle/orderStates';
import type { Context } from '../../kernel/context';

/**
 * The directions of the money of running orders, so that figures are worded by them. One order of each is looked for,
 * as distinct values would be looked for in all of them.
 */
export async function directionsOf({ trx, tenantId }: Pick<Context, 'trx' | 'tenantId'>): Promise<Direction[]> {
  const running = (direction: Direction) => sql<boolean>`exists (select 1 from lease_order
    where tenant_id = ${tenantId} and is_deleted = 0 and direction = ${direction}
      and business_status in (${active}, ${matured}, ${terminating}))`;
  const all = Object.values(directions);
  const { rows } = await sql<{ direction: Direction; isThere: boolean }>`
    select * from (values ${sql.join(all.map((one) => sql`(${one}::int, ${running(one)})`))}) as found(direction, "isThere")`.execute(
    trx,
  );
  return rows.flatMap(({ direction, isThere }) => (isThere ? [direction] : [])).sort();
}

/** The only direction of running orders; where they have both, or there are none, the company pays. */
export async function usualDirection(cx: Pick<Context, 'trx' | 'tenantId'>): Promise<Direction> {
  const [only, ...others] = await directionsOf(cx);
  return only !== undefined && others.length === 0 ? only : directions.payout;
}

/** The directions that any order has, whatever its state. */
export async function directionsOfOrders({ trx, tenantId }: Context): Promise<Direction[]> {
  const has = (direction: Direction) => sql<boolean>`exists (select 1 from lease_order
    where tenant_id = ${tenantId} and direction = ${direction})`;
  const { payout, collect } = directions;
  const { rows } = await sql<{ pays: boolean; collects: boolean }>`
    select ${has(payout)} as pays, ${has(collect)} as collects`.execute(trx);
  const { pays, collects } = rows[0]!;
  return [...(pays ? [payout] : []), ...(collects ? [collect] : [])];
}

/** The condition that leaves instalments of orders of one direction; true without one. */
export function ofDirection(
  { tenantId }: Pick<Context, 'tenantId'>,
  direction: number | null | undefined,
): RawBuilder<boolean> {
  if (!direction) return sql<boolean>`true`;
  return sql<boolean>`order_id in (select id from lease_order where tenant_id = ${tenantId} and direction = ${direction})`;
}
