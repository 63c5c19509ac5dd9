/** Totals of very large lists by blocks of ids: after a change the blocks of the changed rows alone are counted again. */
import { type RawBuilder, sql } from 'kysely';
import { sum } from '../../../contract/domain/money';
import type { Context } from '../../kernel/context';
import type { ListSelect } from '../filters';

export type Totals = Record<string, string>;

/** Totals by the number of the block; a block holds the ids that `step` divides into the same number. */
export interface Blocks {
  step: bigint;
  parts: ReadonlyMap<string, Totals>;
}

/** About so many blocks. Ids grow with time, so new rows have blocks of their own in the end. */
const wanted = 1_000n;

/** How many ids a block of this table spans. */
export async function stepOf({ trx, tenantId }: Context, table: string): Promise<bigint> {
  const { rows } = await sql<{ low: string | null; high: string | null }>`
    select min(id) as low, max(id) as high from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(trx);
  const { low, high } = rows[0]!;
  return (BigInt(high ?? 0) - BigInt(low ?? 0)) / wanted + 1n;
}

export function blockOf(step: bigint, id: string): string {
  return String(BigInt(id) / step);
}

/** The totals of these blocks, of all without them; a block without rows has none. */
export async function countedBlocks(
  select: ListSelect,
  step: bigint,
  blocks?: readonly string[],
): Promise<Map<string, Totals>> {
  const ranges = blocks?.map((block): RawBuilder<boolean> => {
    const from = BigInt(block) * step;
    return sql`(id >= ${String(from)}::bigint and id < ${String(from + step)}::bigint)`;
  });
  const found = (await select
    .$if(ranges !== undefined, (all) => all.where(sql<boolean>`(${sql.join(ranges!, sql` or `)})`))
    .select(sql`id / ${String(step)}::bigint`.as('block'))
    .groupBy('block')
    .execute()) as (Totals & { block: string })[];
  return new Map(found.map(({ block, ...totals }) => [block, totals]));
}

/** What blocks add up to, its columns called as those of `select`. Amounts are money. */
export function added({ parts }: Blocks, names: readonly string[]): Totals {
  const all = [...parts.values()];
  const of = (name: string) => all.map((part) => part[name]!);
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === 'total' ? String(of(name).reduce((count, part) => count + Number(part), 0)) : sum(of(name)),
    ]),
  );
}
