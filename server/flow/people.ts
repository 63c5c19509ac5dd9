/** Who tasks are for: people, roles and posts of the tenant, by what diagrams and variables call them. */
import { sql } from 'kysely';
import { dept } from '../../contract/modules/system/dept';
import { user } from '../../contract/modules/system/user';
import type { FlowPerson } from '../../contract/wire/flow';
import { titled } from '../engine/references';
import { holdingRoles } from '../engine/rights/heldMenus';
import { hidesAny, withinScope } from '../engine/rights/scopes';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { literal } from '../kernel/table';
import type { Wait } from './engine/run';
import { namesFrom } from './engine/run';
import type { Recipients } from './notices';

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
  // An account may read like the id of another person: an id is theirs alone.
  return new Map((['account', 'id'] as const).flatMap((by) => rows.map((person) => [person[by], person] as const)));
}

/** Before the code of a menu or button: the roles that hold it now. */
const holders = 'permission:';

/** Names those who hold a menu or button, as a diagram or a variable names them. */
export function holdersOf(code: string): string {
  return `${holders}${code}`;
}

async function rolesNamed({ trx, tenantId }: Context, names: readonly string[]): Promise<Map<string, string[]>> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Map();
  const found = new Map<string, string[]>();
  for (const name of wanted.filter((one) => one.startsWith(holders))) {
    const code = name.slice(holders.length);
    const { rows } = await sql<{ ids: string[] }>`select ${holdingRoles(tenantId, [code])} as ids`.execute(trx);
    found.set(name, rows[0]!.ids);
  }
  // An alias may read like a permission or like the id of another role: it makes no one a holder or a member of these.
  const plain = wanted.filter((one) => !one.startsWith(holders));
  if (plain.length === 0) return found;
  const { rows } = await sql<{ id: string; alias: string }>`
    select id, role_alias as alias from sys_role where tenant_id = ${tenantId} and is_deleted = 0
      and (role_alias = any(${plain}) or id = any(${plain.filter(isStoredId)}::bigint[]))`.execute(trx);
  for (const { id, alias } of rows) if (!alias.startsWith(holders)) found.set(alias, [id]);
  for (const { id } of rows) found.set(id, [id]);
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

/** People who see alike: of the same roles, and bound by no data scope unless there is one of them. */
export interface Alike {
  ids: string[];
}

/** Active people whom a task is for, its assignee or else its candidates, by what they see. */
export async function peopleAmong(
  { trx, tenantId }: Context,
  { assignee, users, roles, posts, except = [] }: Recipients,
): Promise<Alike[]> {
  const candidates = sql`(u.id = any(${[...users]}::bigint[]) or u.role_ids && ${[...roles]}::bigint[]
    or u.post_ids && ${[...posts]}::bigint[])`;
  const { rows } = await sql<Alike>`
    select array_agg(u.id order by u.id) as ids from sys_user u
    where u.tenant_id = ${tenantId} and u.status = 1 and u.is_deleted = 0
      and not u.id = any(${except.filter((id) => id !== null)}::bigint[])
      and ${assignee === null ? candidates : sql`u.id = ${assignee}`}
    group by u.role_ids, u.is_super, case when exists (
      select 1 from sys_role_scope g where g.tenant_id = ${tenantId} and g.category = 1 and g.role_id = any(u.role_ids))
      then u.id end
    order by 1 limit ${mostAsked}`.execute(trx);
  return rows;
}
/** So many are asked one after the other whether they see a record. */
const mostAsked = 200;

/** Roles that hold a menu or button now. */
export async function rolesHolding(cx: Context, code: string): Promise<string[]> {
  return (await rolesNamed(cx, [holdersOf(code)])).get(holdersOf(code)) ?? [];
}

/** Roles whose people can hand tasks on; without any, those of the tenant's administrators. */
export async function handingRoles(cx: Context): Promise<string[]> {
  const holding = await rolesHolding(cx, 'flow_follow_transfer');
  return holding.length > 0 ? holding : adminRoles(cx);
}

/** Roles of those who administer the tenant: a task that is for no one is theirs. An alias that others may take makes none. */
export async function adminRoles({ trx, tenantId }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_role where tenant_id = ${tenantId} and is_deleted = 0
      and (is_admin or role_alias = 'administrator')`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface Addressees {
  assignee: string | null;
  users: string[];
  roles: string[];
  posts: string[];
  /** The diagram names no active person, role or post: it is for the administrators. */
  isOrphan?: true;
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
  return found.map((one) => (isForNone(one) ? { ...one, roles: admins, isOrphan: true } : one));
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

/** People that a task can be given to, as far as the person may know them; at most 50. */
export async function findPeople(
  cx: Context,
  { name = '', ids }: { name?: string | undefined; ids?: readonly string[] | undefined },
): Promise<FlowPerson[]> {
  const { trx, tenantId } = cx;
  if (await hidesAny(cx, user, 'realName')) return [];
  const like = `%${literal(name.trim())}%`;
  const byAccount = (await hidesAny(cx, user, 'account')) ? sql`false` : sql`u.account ilike ${like}`;
  const isOfDept = (await hidesAny(cx, user, 'deptId')) ? sql`false` : sql`d.id = any(u.dept_ids)`;
  const { rows } = await sql<FlowPerson>`
    select u.id, u.real_name as name, coalesce((
             select string_agg(n.title, ', ' order by d.sort, d.id)
             from sys_dept d join ${await titled(cx, dept)} n on n.id = d.id
             where d.tenant_id = ${tenantId} and ${isOfDept} and d.is_deleted = 0), '') as note
    from (select * from sys_user where tenant_id = ${tenantId} and ${await withinScope(cx, user)}) u
    where u.status = 1 and u.is_deleted = 0
      and ${ids ? sql`u.id = any(${[...ids]}::bigint[])` : sql`(u.real_name ilike ${like} or ${byAccount})`}
    order by u.real_name, u.id limit 50`.execute(trx);
  return rows;
}
