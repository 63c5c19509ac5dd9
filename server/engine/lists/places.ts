import type { Order } from '../filters';

/** The rows of a page in a list of `total` rows. */
interface Asked {
  from: number;
  size: number;
  total: number;
}
export interface Place {
  order: Order;
  limit: number;
  offset: number;
}

/**
 * Where a page is read: beyond the middle from the end, in the reversed order, so that the last page costs what the first
 * does. Only an order that no two rows share has one reverse. Undefined behind the last row.
 */
export function placeOf(order: Order, { from, size, total }: Asked): Place | undefined {
  if (from >= total) return undefined;
  const limit = Math.min(size, total - from);
  const behind = total - from - limit;
  if (behind >= from || !order.some(([column]) => column === 'id')) return { order, limit, offset: from };
  const reversed = order.map(([column, way]) => [column, way === 'asc' ? 'desc' : 'asc'] as const);
  return { order: reversed, limit, offset: behind };
}
