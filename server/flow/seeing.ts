/** People who may not see a record see nothing of the processes about it: no task, no count, no message. */
import { type RawBuilder, sql } from 'kysely';
import { absentPrincipal } from '../auth/session';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { businessOf, scopedBusinesses } from './business';
import { type Instance, lockInstance, lockInstanceOfTask, openTaskOf } from './instances';
import type { Recipients } from './notices';
import { peopleAmong } from './people';

type About = Pick<Instance, 'businessTable' | 'businessId'>;

const conditions = new WeakMap<Context, Promise<{ table: string; condition: RawBuilder<boolean> }[]>>();
/** The conditions that bind the person; made once per transaction. */
function bindingOn(cx: Context) {
  const before = conditions.get(cx);
  if (before) return before;
  const made = Promise.all(scopedBusinesses().map(async ({ table, seen }) => ({ table, condition: await seen!(cx) })));
  const found = made.then((all) => all.flatMap(({ table, condition }) => (condition ? [{ table, condition }] : [])));
  conditions.set(cx, found);
  return found;
}

/** Whether the person may see the record of an instance, by its columns: of the view of tasks or of instances. */
export async function seesRecord(
  cx: Context,
  businessTable = sql.ref<string>('business_table'),
  businessId = sql.ref<string>('business_id'),
): Promise<RawBuilder<boolean>> {
  const parts = (await bindingOn(cx)).map(
    ({ table, condition }) => sql<boolean>`(${businessTable} is distinct from ${table} or exists (
      select 1 from ${sql.table(table)} where tenant_id = ${cx.tenantId}
        and id = case when ${businessTable} = ${table} then ${businessId}::bigint end and ${condition}))`,
  );
  return parts.length > 0 ? sql<boolean>`${sql.join(parts, sql` and `)}` : sql<boolean>`true`;
}

/** The same of a row of `flow_task`. */
export async function seesTask(cx: Context): Promise<RawBuilder<boolean>> {
  if ((await bindingOn(cx)).length === 0) return sql<boolean>`true`;
  return sql<boolean>`exists (select 1 from flow_instance i where i.tenant_id = ${cx.tenantId} and i.id = instance_id
    and ${await seesRecord(cx, sql.ref('i.business_table'), sql.ref('i.business_id'))})`;
}

export async function isSeen(cx: Context, { businessTable, businessId }: About): Promise<boolean> {
  if (!businessOf(businessTable)?.seen) return true;
  const { rows } = await sql`
    select 1 where ${await seesRecord(cx, sql`${businessTable}::text`, sql`${businessId}::text`)}`.execute(cx.trx);
  return rows.length > 0;
}

/** Refuses an instance whose record the person may not see, as if there were none. */
export async function checkRecord(cx: Context, about: About): Promise<void> {
  if (!(await isSeen(cx, about))) refuse('notFound');
}

/** An instance whose record the person sees, locked for what they do to it. */
export async function lockSeen(cx: Context, id: string): Promise<Instance> {
  const instance = await lockInstance(cx, id);
  await checkRecord(cx, instance);
  return instance;
}

/** The same of a task. The record is asked first: no other refusal tells that a hidden task exists. */
export async function lockTask(cx: Context, taskId: string): ReturnType<typeof openTaskOf> {
  const instance = await lockInstanceOfTask(cx, taskId);
  await checkRecord(cx, instance);
  return openTaskOf(cx, instance, taskId);
}

/** The same work with the rights that a person has now; undefined where they have left. */
export async function asPerson(cx: Context, userId: string): Promise<Context | undefined> {
  if (userId === cx.principal?.userId) return cx;
  const principal = await absentPrincipal(cx.deps, cx.trx, { tenantId: cx.tenantId, userId });
  return principal && cx.onBehalfOf(principal);
}

/** Refuses to hand a task to people who may not see its record. */
export async function checkTakers(
  cx: Context,
  about: About,
  people: readonly { id: string; name: string }[],
): Promise<void> {
  if (!businessOf(about.businessTable)?.seen) return;
  for (const { id, name } of people) {
    const theirs = await asPerson(cx, id);
    if (!theirs || !(await isSeen(theirs, about))) refuse('flow.recordHidden', { name });
  }
}

/** Those of the people that may see the record; the same where all of them may. */
export async function seeing(cx: Context, about: About, to: Recipients): Promise<Recipients> {
  if (!businessOf(about.businessTable)?.seen) return to;
  const found: string[] = [];
  let hidden = 0;
  for (const { ids } of await peopleAmong(cx, to)) {
    const theirs = await asPerson(cx, ids[0]!);
    if (theirs && (await isSeen(theirs, about))) found.push(...ids);
    else hidden += ids.length;
  }
  if (hidden === 0 && found.length > 0) return to;
  const assignee = found.find((id) => id === to.assignee) ?? null;
  return { ...to, assignee, users: to.assignee === null ? found : [], roles: [], posts: [] };
}
