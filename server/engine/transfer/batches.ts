/** The rows of a list in batches, each read by what follows the last row of the one before. */
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../contract/schema/module';
import type { Context, WireQuery } from '../../kernel/context';
import type { Table } from '../../kernel/table';
import { outwardOf } from '../columns';
import { filtered, inOrder, type Order, scoped, sorting } from '../filters';

/** Rows of a batch: its statements take some ten milliseconds, and few batches are in memory at a time. */
export const batchSize = 500;

/** What the last row of a batch is sorted by, as texts: they lose nothing. */
export type Position = readonly (string | null)[];

/** Without the id, rows that are sorted alike would have no order among them. */
function complete(order: Order): Order {
  return order.some(([column]) => column === 'id') ? order : [...order, ['id', 'asc']];
}

/** Whether a row comes after this value of a column. Empty ones are last upwards and first downwards. */
function follows(column: string, direction: 'asc' | 'desc', value: string | null): RawBuilder<boolean> {
  const held = sql.ref(column);
  if (direction === 'asc') return value === null ? sql`false` : sql`(${held} > ${value} or ${held} is null)`;
  return value === null ? sql`${held} is not null` : sql`${held} < ${value}`;
}

function isAt(column: string, value: string | null): RawBuilder<boolean> {
  return value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
}

/** Rows after a position: those that differ in the first column, or are alike there and differ in the second … */
function after(order: Order, position: Position): RawBuilder<boolean> {
  const ways = order.map(([column, direction], index) => {
    const alike = order.slice(0, index).map(([earlier], at) => isAt(earlier, position[at]!));
    return sql`(${sql.join([...alike, follows(column, direction, position[index]!)], sql` and `)})`;
  });
  const [[column, direction]] = order as [Order[number]];
  const first = position[0]!;
  // The same once more as a plain range, by which an index is entered at the right place.
  const range = direction === 'desc' && first !== null ? sql`${sql.ref(column)} <= ${first} and` : sql``;
  return sql<boolean>`${range} (${sql.join(ways, sql` or `)})`;
}

function keyOf(index: number): string {
  return `key ${index}`;
}

/** The rows of a list's query after a position, at most `batchSize`; `last` is undefined after the last ones. */
export async function batchAfter(
  cx: Context,
  served: Table,
  query: WireQuery,
  position?: Position,
): Promise<{ rows: Row[]; last?: Position }> {
  const { table, list = table } = served;
  const order = complete(await sorting(cx, served, query));
  let select = await filtered(cx, served, query);
  if (position) select = select.where(after(order, position));
  const ids = inOrder(select.select('id'), order).limit(batchSize);
  const whole = (await scoped(cx, served, list))
    .selectAll()
    .select(order.map(([column], index) => sql<string | null>`${sql.ref(column)}::text`.as(keyOf(index))))
    .where(sql<boolean>`id = any(array(${ids}))`);
  const found = (await inOrder(whole, order).execute()) as Record<string, unknown>[];
  const outward = outwardOf<Row>(cx, served);
  const rows = found.map((raw) => {
    const own = Object.entries(raw).filter(([column]) => !column.startsWith('key '));
    return outward(Object.fromEntries(own));
  });
  const end = found.at(-1);
  if (!end || found.length < batchSize) return { rows };
  return { rows, last: order.map((_, index) => end[keyOf(index)] as string | null) };
}
