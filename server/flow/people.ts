/** Who tasks are for: people, roles and posts of the tenant, by what diagrams and variables call them. */
import { sql } from 'kysely';
import type { FlowPerson } from '../../contract/wire/flow';
import { heldMenus } from '../engine/heldMenus';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { literal } from '../kernel/table';
import type { PlanNode } from './engine/plan';
import type { Wait } from './engine/run';
import { namesFrom } from './engine/run';
import { type Instance, type Task, taskKinds, taskStatus } from './instances';
import { tell } from './notices';

interface Person {
  id: string;
  account: string;
  name: string;
  isActive: boolean;
}

/** People by id or account, those who left included: they are known, and get no task. */
async function peopleNamed({ trx, tenantId }: Context, names: readonly string[]): Promise<Map<string, Person>> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Person>`
    select id, account, real_name as name, (status = 1 and is_deleted = 0) as "isActive" from sys_user
    where tenant_id = ${tenantId} and (id = any(${wanted.filter(isStoredId)}::bigint[]) or (account = any(${wanted}) and is_deleted = 0))`.execute(
    trx,
  );
  const found = new Map<string, Person>();
  for (const person of rows) {
    found.set(person.account, person);
    found.set(person.id, person);
  }
  return found;
}

/** Before the code of a menu or button: the roles that hold it now. */
const holders = 'permission:';

async function rolesNamed({ trx, tenantId }: Context, names: readonly string[]): Promise<Map<string, string[]>> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Map();
  const found = new Map<string, string[]>();
  for (const name of wanted.filter((one) => one.startsWith(holders))) {
    const code = name.slice(holders.length);
    const { rows } = await sql<{ id: string }>`
      select r.id from sys_role r where r.tenant_id = ${tenantId} and r.is_deleted = 0
        and exists (select 1 from ${heldMenus(tenantId, sql`array[r.id]`)} held where held.code = ${code})`.execute(
      trx,
    );
    found.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  const { rows } = await sql<{ id: string; alias: string }>`
    select id, role_alias as alias from sys_role where tenant_id = ${tenantId} and is_deleted = 0
      and (role_alias = any(${wanted}) or id = any(${wanted.filter(isStoredId)}::bigint[]))`.execute(trx);
  for (const { id, alias } of rows) {
    found.set(alias, [...(found.get(alias) ?? []), id]);
    found.set(id, [id]);
  }
  return found;
}

async function postsNamed({ trx, tenantId }: Context, names: readonly string[]): Promise<Map<string, string[]>> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: string; code: string }>`
    select id, post_code as code from sys_post where tenant_id = ${tenantId} and is_deleted = 0
      and (post_code = any(${wanted}) or id = any(${wanted.filter(isStoredId)}::bigint[]))`.execute(trx);
  return new Map(rows.flatMap(({ id, code }) => [[code, [id]] as const, [id, [id]] as const]));
}

/** Roles of those who administer the tenant: a task that is for no one is theirs. */
async function adminRoles({ trx, tenantId }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_role where tenant_id = ${tenantId} and is_deleted = 0
      and (is_admin or role_alias in ('administrator', 'admin'))`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface Addressees {
  assignee: string | null;
  users: string[];
  roles: string[];
  posts: string[];
}

/**
 * Whom each of these waits is for. A name that no person, role or post of the tenant has ever had is refused where it
 * stands for a person; one that is empty, or of a person who left or may not decide, leaves the task to the tenant's administrators.
 */
export async function addresseesOf(
  cx: Context,
  waits: readonly Wait[],
  variables: Readonly<Record<string, unknown>>,
  /** For each wait, people who may not decide: the step is not given to them. */
  decided: readonly (readonly string[])[] = [],
): Promise<Addressees[]> {
  const named = waits.map(({ node, person }) => {
    const scope = node.loop && person !== undefined ? { ...variables, [node.loop.variable]: person } : variables;
    const list = (texts: readonly string[]) => texts.flatMap((text) => namesFrom(text, scope));
    const { assignee = '', users = [], groups = [], posts = [] } = node.candidates ?? {};
    return { assignee: list([assignee]).slice(0, 1), users: list(users), groups: list(groups), posts: list(posts) };
  });
  const people = await peopleNamed(
    cx,
    named.flatMap(({ assignee, users }) => [...assignee, ...users]),
  );
  const roles = await rolesNamed(
    cx,
    named.flatMap(({ groups }) => groups),
  );
  const posts = await postsNamed(
    cx,
    named.flatMap((one) => one.posts),
  );
  const active = (names: readonly string[]) =>
    names.flatMap((name) => {
      const person = people.get(name) ?? refuse('flow.notPeople', { name: name.slice(0, 40) });
      return person.isActive ? [person.id] : [];
    });
  const found = named.map((one, at): Addressees => {
    const [assignee = null] = active(one.assignee).filter((id) => !decided[at]?.includes(id));
    const ids = (map: ReadonlyMap<string, readonly string[]>, names: readonly string[]) => [
      ...new Set(names.flatMap((name) => map.get(name) ?? [])),
    ];
    return {
      assignee,
      users: [...new Set(active(one.users))],
      roles: ids(roles, one.groups),
      posts: ids(posts, one.posts),
    };
  });
  const isForNone = ({ assignee, users, roles, posts }: Addressees) =>
    assignee === null && users.length + roles.length + posts.length === 0;
  if (!found.some(isForNone)) return found;
  const admins = await adminRoles(cx);
  return found.map((one) => (isForNone(one) ? { ...one, roles: admins } : one));
}

/** Active people of the tenant by their ids; refused where one is none. */
export async function checkPeople(cx: Context, ids: readonly string[]): Promise<FlowPerson[]> {
  const people = await peopleNamed(cx, ids);
  return ids.map((id) => {
    const person = people.get(id);
    if (!person?.isActive || person.id !== id)
      return refuse('flow.notPeople', { name: person?.name ?? id.slice(0, 40) });
    return { id: person.id, name: person.name, note: '' };
  });
}

/** People that a task can be given to, at most 50. */
export async function findPeople(
  { trx, tenantId }: Context,
  { name = '', ids }: { name?: string | undefined; ids?: readonly string[] | undefined },
): Promise<FlowPerson[]> {
  const like = `%${literal(name.trim())}%`;
  const { rows } = await sql<FlowPerson>`
    select u.id, u.real_name as name, coalesce((select string_agg(d.dept_name, ', ' order by d.sort, d.id) from sys_dept d
             where d.tenant_id = ${tenantId} and d.id = any(u.dept_ids) and d.is_deleted = 0), '') as note
    from sys_user u
    where u.tenant_id = ${tenantId} and u.status = 1 and u.is_deleted = 0
      and ${ids ? sql`u.id = any(${[...ids]}::bigint[])` : sql`(u.real_name ilike ${like} or u.account ilike ${like})`}
    order by u.real_name, u.id limit 50`.execute(trx);
  return rows;
}

/** Who has decided on a step of an instance, one entry for each step and person. */
async function decisionsOf({ trx, tenantId }: Context, instanceId: string) {
  const { rows } = await sql<{ elementId: string; userId: string }>`
    select distinct element_id as "elementId", done_user as "userId" from flow_task
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and status = ${taskStatus.done}
      and kind = ${taskKinds.step} and done_user is not null`.execute(trx);
  return rows;
}

/** For each of these steps, the people who have decided on another one, where the step is not for them. */
export async function decidedUsers(
  cx: Context,
  instanceId: string,
  nodes: readonly Pick<PlanNode, 'id' | 'isForOthers'>[],
): Promise<string[][]> {
  if (!nodes.some(({ isForOthers }) => isForOthers)) return nodes.map(() => []);
  const made = await decisionsOf(cx, instanceId);
  return nodes.map(({ id, isForOthers }) =>
    isForOthers ? [...new Set(made.flatMap((one) => (one.elementId === id ? [] : [one.userId])))] : [],
  );
}

/**
 * Open steps of the instance that are not for a person who has now decided on another one. What this person has taken
 * goes back to its candidates, or to the tenant's administrators where it has none.
 */
export async function excludeDecider(cx: Context, instance: Instance, task: Task): Promise<void> {
  const { trx, tenantId, principal } = cx;
  const ids = instance.definition.plan.nodes
    .filter(({ id, isForOthers }) => isForOthers && id !== task.elementId)
    .map(({ id }) => id);
  if (task.kind !== taskKinds.step || ids.length === 0 || !principal) return;
  const me = principal.userId;
  const { rows } = await sql<{ id: string }>`
    update flow_task set decided_users = decided_users || ${me}::bigint, owner = nullif(owner, ${me}::bigint),
      claim_time = case when assignee = ${me}::bigint then null else claim_time end,
      candidate_roles = case when assignee = ${me}::bigint and cardinality(candidate_users || candidate_roles || candidate_posts) = 0
                             then ${await adminRoles(cx)}::bigint[] else candidate_roles end,
      assignee = nullif(assignee, ${me}::bigint)
    where tenant_id = ${tenantId} and instance_id = ${instance.id} and status = ${taskStatus.open}
      and kind = ${taskKinds.step} and element_id = any(${ids}) and id <> ${task.id}
    returning id`.execute(trx);
  await tellStuck(
    cx,
    instance,
    rows.map(({ id }) => id),
  );
}

/** Condition that the person `u` may decide on the open task `t`. */
const mayDecide = sql<boolean>`u.status = 1 and u.is_deleted = 0 and u.id is distinct from t.barred_user
  and not t.decided_users @> array[u.id]
  and (u.id = t.assignee or (t.assignee is null and (t.candidate_users @> array[u.id]
       or t.candidate_roles && u.role_ids or t.candidate_posts && u.post_ids)))`;

/** Open steps of an instance, with whether there is a person who may decide on them. */
export async function openSteps(
  { trx, tenantId }: Context,
  instanceId: string,
): Promise<{ id: string; name: string; hasDecider: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; hasDecider: boolean }>`
    select t.id, t.name, exists (select 1 from sys_user u where u.tenant_id = ${tenantId} and ${mayDecide}) as "hasDecider"
    from flow_task t
    where t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.status = ${taskStatus.open}
      and t.kind = ${taskKinds.step} order by t.id`.execute(trx);
  return rows;
}

/** Tells the starter and the administrators of steps that no one may decide on. */
export async function tellStuck(cx: Context, instance: Instance, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const stuck = (await openSteps(cx, instance.id)).filter(({ id, hasDecider }) => !hasDecider && taskIds.includes(id));
  if (stuck.length === 0) return;
  const none = { assignee: null, users: [], roles: [], posts: [] };
  const facts = {
    process: instance.definition.name,
    task: stuck.map(({ name }) => name).join('、'),
    by: instance.startUserName,
    subjectId: instance.id,
  };
  await tell(cx, 'stuck', { ...none, assignee: instance.startUser }, facts);
  await tell(
    cx,
    'stuckForAdmins',
    { ...none, roles: await adminRoles(cx), except: [instance.startUser] },
    { ...facts, subjectId: '' },
  );
}
