/** Numbers that people read: a name, the day, and how many there were on it. */
import type { Context } from '../kernel/context';

/** The next numbers of the day, never repeated: `HT20261120000001`. None for a count of 0. */
export async function nextNumbers(cx: Context, name: string, count: number): Promise<string[]> {
  if (count === 0) return [];
  const { last } = await cx.trx
    .insertInto('day_sequence')
    .values({ tenant_id: cx.tenantId, name, day: cx.today, last: count })
    .onConflict((on) =>
      on.columns(['tenant_id', 'name', 'day']).doUpdateSet((is) => ({ last: is('day_sequence.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  const day = cx.today.replaceAll('-', '');
  return Array.from({ length: count }, (_, i) => `${name}${day}${String(last - count + 1 + i).padStart(6, '0')}`);
}

export async function nextNumber(cx: Context, name: string): Promise<string> {
  return (await nextNumbers(cx, name, 1))[0]!;
}
