/** Which requests a person may see: those of whose records they may see every one. */
import { type RawBuilder, sql } from 'kysely';
import { scopedModules } from '../../contract/modules';
import { closedTo } from '../engine/rights/permissions';
import { subjectScope } from '../engine/rights/scopes';
import type { Context } from '../kernel/context';

/**
 * What a request tells beside the first of its records: the further records of a batch, and those of a kind that the
 * person may not open at all. A condition on a row of `approval`.
 */
export async function narrowRequests(cx: Context): Promise<RawBuilder<boolean> | undefined> {
  const parts: RawBuilder<boolean>[] = [];
  const closed = await closedTo(cx);
  if (closed.length > 0) parts.push(sql`entity <> all(${closed})`);
  // No deed is done to what tells about other records: their own scopes need not be asked, and ask this one.
  const telling = Object.keys(scopedModules).flatMap((name) => {
    const served = cx.tableOf(name);
    return served?.tells ? [served] : [];
  });
  const each = await subjectScope(cx, { entity: 'entity', id: 'also.id', isText: true }, telling);
  if (each)
    parts.push(sql`not exists (
      select 1 from jsonb_array_elements_text(case when jsonb_typeof(input -> 'ids') = 'array' then input -> 'ids' else '[]' end) as also(id)
      where not (${each}))`);
  // What a person asked for is theirs to follow and to withdraw.
  return parts.length > 0 ? sql`(maker_id = ${cx.principal!.userId} or ${sql.join(parts, sql` and `)})` : undefined;
}
