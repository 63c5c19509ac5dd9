/** Who may decide on a request, and why others have to. */
import { sql } from 'kysely';
import { type ApprovalAct, type ApprovalActName, approvalActs, decidingRight } from '../../contract/domain/approvals';
import { inYuan } from '../../contract/domain/ledger/inYuan';
import { fewNamed, filledIn, type Label, label, textIn } from '../../contract/domain/text';
import { canComeTo } from '../flow/ahead';
import { openSteps } from '../flow/deciders';
import { taskKinds, taskStatus } from '../flow/instances';
import { adminRoles, peopleAmong, rolesHolding } from '../flow/people';
import { asPerson, isSeen } from '../flow/seeing';
import type { Context } from '../kernel/context';
import { sameHands } from './hands';
import { isWithinLimit } from './limits';

/** `business_table` of the instances that decide on deeds. */
export const approvalTable = 'approval';

export const whyLabel = label('审批原因', 'Why it waits');
export const decidersLabel = label('可审批人', 'Who may decide');
/** Why others decide on a deed that no rule of the tenant gives to them. */
export const alwaysHeld = label('此操作必须由他人审批', 'Another person always decides on this');

/**
 * Why a rule of the tenant gives a deed to others. `counted`: what the rule was asked about, with the earlier deeds that
 * count too.
 */
export function whyHeld(
  act: ApprovalActName,
  fromAmount: string | null,
  { amount, counted }: { amount: string | null; counted: string | null },
): Label {
  const { title } = approvalActs[act];
  if (fromAmount === null)
    return label(`审批规则“${title.zh}”：每次操作均须审批`, `The rule “${title.en}” asks for approval every time`);
  if (counted === null)
    return label(
      `审批规则“${title.zh}”：此项不论金额均须审批`,
      `The rule “${title.en}” asks for approval of this whatever its amount`,
    );
  const [sum, from] = [inYuan(counted), inYuan(fromAmount)];
  const reaches = label(
    `${sum.zh}，达到审批规则“${title.zh}”的 ${from.zh}`,
    `${sum.en}, and the rule “${title.en}” begins at ${from.en}`,
  );
  return counted === amount
    ? label(`金额 ${reaches.zh}`, `It is ${reaches.en}`)
    : label(`连同此前已办理或待审批的共 ${reaches.zh}`, `With what was done or asked for before it is ${reaches.en}`);
}

/** The same for a person who may not see the amount. */
export function whyWithoutAmount(act: ApprovalActName): Label {
  const { title } = approvalActs[act];
  return label(`审批规则“${title.zh}”要求由他人审批`, `The rule “${title.en}” gives it to others`);
}

/** So many are named, and so many groups of people who see alike are asked about. */
const mostNamed = 5;
const mostAsked = 20;
const notice = label('提交后由他人审批，通过后自动执行。{why}。', 'Others decide before it is carried out. {why}.');
const noticeWithNames = label(`${notice.zh}可审批：{names}。`, `${notice.en} Who can approve: {names}.`);

/** What a person reads before they ask for it. */
export function foretoldText({ language }: Pick<Context, 'language'>, why: Label, names: string): string {
  return filledIn(textIn(names ? noticeWithNames : notice, language), { why: textIn(why, language), names });
}

/** The amount of a request that limits of roles are asked for: earlier deeds of its maker count for the decider, too. */
async function amountOf({ trx, tenantId }: Context, id: string, act: ApprovalActName): Promise<string | null> {
  const { limit }: ApprovalAct = approvalActs[act];
  if (!limit) return null;
  const row = await trx
    .selectFrom('approval')
    .select((of) => of.fn.coalesce('counted', 'amount').as('amount'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.amount ?? null;
}

/**
 * Whether the person, as they are now, may decide on a request: they hold the right to, up to its amount, and see its
 * record.
 */
export async function mayDecide(cx: Context, userId: string, id: string, act: ApprovalActName): Promise<boolean> {
  const theirs = await asPerson(cx, userId);
  const permission = decidingRight(act);
  if (!theirs || !(await theirs.may(permission))) return false;
  if (!(await isWithinLimit(theirs, act, { permission, amount: await amountOf(cx, id, act) }))) return false;
  return isSeen(theirs, { businessTable: approvalTable, businessId: id });
}

interface Begun extends Pick<Parameters<typeof canComeTo>[2], 'variables'> {
  instanceId: string;
  plan: Parameters<typeof canComeTo>[1];
  id: string;
  act: ApprovalActName;
}

/**
 * Whether an open task of the instance has people for it, and a step of it can come to someone else than the maker who may
 * decide on the request.
 */
export async function hasDecider(cx: Context, { instanceId, plan, variables, id, act }: Begun): Promise<boolean> {
  if (!(await openSteps(cx, instanceId)).some((one) => one.hasDecider)) return false;
  const makerId = cx.principal?.userId ?? null;
  const except = [makerId, ...(makerId === null ? [] : await sameHands(cx, makerId))];
  const comes = await canComeTo(cx, plan, { variables, except }, (userId) => mayDecide(cx, userId, id, act));
  if (comes !== undefined) return comes;
  const holding = await rolesHolding(cx, decidingRight(act));
  const roles = holding.length > 0 ? holding : await adminRoles(cx);
  for (const { ids } of await peopleAmong(cx, { assignee: null, users: [], roles, posts: [], except }))
    if (await mayDecide(cx, ids[0]!, id, act)) return true;
  return false;
}

/** Names of those whom its open steps are for, as far as they see the record; those alone who may decide, if there are any. */
export async function decidersOf(
  cx: Context,
  instanceId: string,
  { id, act, makerId }: { id: string; act: ApprovalActName; makerId: string },
): Promise<string> {
  const { trx, tenantId } = cx;
  const steps = await trx
    .selectFrom('flow_task')
    .select(['assignee', 'candidate_users as users', 'candidate_roles as roles', 'candidate_posts as posts'])
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('status', '=', taskStatus.open)
    .where('kind', '=', taskKinds.step)
    .execute();
  const deciding: string[] = [];
  const seeing: string[] = [];
  const except = [makerId, ...(await sameHands(cx, makerId))];
  for (const step of steps)
    for (const { ids } of (await peopleAmong(cx, { ...step, except })).slice(0, mostAsked)) {
      if (deciding.length > mostNamed) break;
      if (await mayDecide(cx, ids[0]!, id, act)) deciding.push(...ids);
      const theirs = await asPerson(cx, ids[0]!);
      if (theirs && (await isSeen(theirs, { businessTable: approvalTable, businessId: id }))) seeing.push(...ids);
    }
  const found = deciding.length > 0 ? deciding : seeing;
  return fewNamed(await realNames(cx, found), cx.language, mostNamed);
}

async function realNames({ trx, tenantId }: Context, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select real_name as name from sys_user where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[]) order by id`.execute(
    trx,
  );
  return rows.map(({ name }) => name);
}

export async function makerNameOf(cx: Context, makerId: string): Promise<string> {
  return (await realNames(cx, [makerId]))[0] ?? '';
}
