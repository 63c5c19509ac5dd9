/** Which requests a person may see: those of whose records they may see every one. */
import { type RawBuilder, sql } from 'kysely';
import { type ApprovalAct, approvalActs } from '../../contract/domain/approvals';
import { scopedModules } from '../../contract/modules';
import { closedTo } from '../engine/rights/permissions';
import { subjectScope } from '../engine/rights/scopes';
import type { Context } from '../kernel/context';

/** A member of what a deed is done with, which may be missing or of another kind. */
function member(name: string, kind: 'array' | 'object'): RawBuilder<unknown> {
  const none = kind === 'array' ? '[]' : '{}';
  return sql`case when jsonb_typeof(input -> ${name}::text) = ${kind} then input -> ${name}::text else ${none}::jsonb end`;
}

/** Kinds of requests that say whom they name: earlier ones did not. */
const namingOthers = Object.values(approvalActs as Record<string, ApprovalAct>).flatMap(({ number, namesOthers }) =>
  namesOthers ? [number] : [],
);

/**
 * What a request tells beside the first of its records: the further records of a batch, those of other modules that it
 * names, and those of a kind that the person may not open at all. A condition on a row of `approval`.
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
  const each = await subjectScope(cx, { entity: 'also.entity', id: 'also.id', isText: true }, telling);
  if (each)
    parts.push(sql`(act <> all(${namingOthers}::int[]) or jsonb_typeof(input -> 'names') is not distinct from 'object')
      and not exists (
      select 1 from (
        select entity, jsonb_array_elements_text(${member('ids', 'array')}) as id
        union all
        select named.key, jsonb_array_elements_text(named.value) from jsonb_each(${member('names', 'object')}) as named
      ) as also where not (${each}))`);
  // What a person asked for is theirs to follow and to withdraw.
  return parts.length > 0 ? sql`(maker_id = ${cx.principal!.userId} or ${sql.join(parts, sql` and `)})` : undefined;
}
