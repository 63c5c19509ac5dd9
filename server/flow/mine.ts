/** Which tasks are a person's own. */
import { type RawBuilder, sql } from 'kysely';
import type { Context, Principal } from '../kernel/context';
import { seesRecord } from './seeing';

const posts = new WeakMap<Context, Promise<string[]>>();
/** The person's posts; read once per transaction. */
function postsOf(cx: Context, { userId }: Principal): Promise<string[]> {
  const before = posts.get(cx);
  if (before) return before;
  const found = sql<{ postIds: string[] }>`
    select post_ids as "postIds" from sys_user where tenant_id = ${cx.tenantId} and id = ${userId}`
    .execute(cx.trx)
    .then(({ rows }) => rows[0]?.postIds ?? []);
  posts.set(cx, found);
  return found;
}

/** Whether the person is a candidate of a task: of a row that has its columns. */
export async function isCandidate(cx: Context): Promise<RawBuilder<boolean>> {
  const { principal } = cx;
  if (!principal) return sql<boolean>`false`;
  return sql<boolean>`barred_user is distinct from ${principal.userId}::bigint
    and not decided_users @> array[${principal.userId}]::bigint[] and (candidate_users @> array[${principal.userId}]::bigint[]
    or candidate_roles && ${principal.roleIds}::bigint[] or candidate_posts && ${await postsOf(cx, principal)}::bigint[])`;
}

/** Open tasks without an assignee that the person may claim: of a row of the view of tasks. */
export async function claimable(cx: Context): Promise<RawBuilder<boolean>> {
  return sql<boolean>`task_status = 1 and assignee_id is null and ${await isCandidate(cx)} and ${await seesRecord(cx)}`;
}
