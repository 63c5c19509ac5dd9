/**
 * Deeds that further people decide on. A deed is tried first, so that nothing is asked of people that cannot be done;
 * then it is kept with what it is done with, and a process is started. The end of the process does it, in the same
 * transaction as the last decision and with the rights of the person who asked for it.
 */
import { type Selectable, sql } from 'kysely';
import {
  type ApprovalActName,
  approvalActNames,
  approvalActOf,
  approvalActs,
  approvalStates,
  needsApproval,
} from '../../contract/domain/approvals';
import { type Label, textIn } from '../../contract/domain/text';
import { moduleNamed } from '../../contract/modules';
import type { Module } from '../../contract/schema/module';
import { absentPrincipal } from '../auth/session';
import { nameOf, writeAudit } from '../engine/audit/entries';
import type { ApprovedDeed, ServerModule } from '../engine/serverModule';
import type { Approvals, Context, Deed, Principal } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { Tables } from '../kernel/tables';

/** `business_table` of the instances that decide on deeds. */
export const approvalTable = 'approval';

type Request = Selectable<Tables['approval']>;
type Does = Readonly<Partial<Record<ApprovalActName, ApprovedDeed>>>;

/** The rules of a tenant that has none yet: nothing needs approval. */
export async function keepApprovalRules(trx: Trx, tenantId: string, newId: () => string, time: string) {
  await trx
    .insertInto('approval_rule')
    .values(
      approvalActNames.map((name) => ({
        id: newId(),
        tenant_id: tenantId,
        act: approvalActs[name].number,
        process_key: approvalActs[name].process,
        create_time: time,
        update_time: time,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'act']).doNothing())
    .execute();
}

function titleOf(cx: Context, act: ApprovalActName): string {
  return textIn(approvalActs[act].title, cx.language);
}

async function pendingAct({ trx, tenantId }: Context, { name }: Pick<Module, 'name'>, ids: readonly string[]) {
  const row = await trx
    .selectFrom('approval')
    .select('act')
    .where('tenant_id', '=', tenantId)
    .where('entity', '=', name)
    .where('entity_id', 'in', [...ids])
    .where('state', '=', approvalStates.pending)
    .where('is_deleted', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row && (approvalActOf(row.act) ?? refuse('notFound'));
}

async function refusePending(cx: Context, module: Pick<Module, 'name'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const act = await pendingAct(cx, module, ids);
  if (act) refuse('approval.pending', { act: titleOf(cx, act) });
}

/** Does the deed and undoes it again: what it would be refused for is refused now. */
async function tryOut(cx: Context, person: Principal, perform: ApprovedDeed, { row, input, reason = '' }: Deed) {
  await sql`savepoint deed`.execute(cx.trx);
  const noted = cx.entries.length;
  await perform(cx.onBehalfOf(person), { id: row.id, input: { ...input }, reason });
  cx.entries.length = noted;
  await sql`rollback to savepoint deed`.execute(cx.trx);
}

async function hold(cx: Context, does: Does, deed: Deed): Promise<boolean> {
  const { principal, trx, tenantId } = cx;
  const { act, module, row, amount, reason = '' } = deed;
  if (!principal) return false;
  await refusePending(cx, module, [row.id]);
  const rule = await trx
    .selectFrom('approval_rule')
    .select(['is_on', 'from_amount', 'process_key'])
    .where('tenant_id', '=', tenantId)
    .where('act', '=', approvalActs[act].number)
    .executeTakeFirst();
  if (!rule || !needsApproval({ isOn: rule.is_on, fromAmount: rule.from_amount }, amount)) return false;
  const perform = does[act];
  if (!perform) throw new Error(`no module does '${act}' once it is approved`);
  await tryOut(cx, principal, perform, deed);
  const id = cx.deps.newId();
  const name = deed.name ?? nameOf(module as Module, row) ?? row.id;
  await trx
    .insertInto('approval')
    .values({
      id,
      tenant_id: tenantId,
      act: approvalActs[act].number,
      entity: module.name,
      entity_id: row.id,
      entity_name: name.slice(0, 200),
      amount,
      reason: reason.slice(0, 500) || null,
      input: JSON.stringify(deed.input),
      changes: JSON.stringify(deed.changes),
      maker_id: principal.userId,
      create_user: principal.userId,
      create_dept: principal.deptId,
      create_time: cx.time,
      update_user: principal.userId,
      update_time: cx.time,
    })
    .execute();
  const instance = await startInstance(cx, rule.process_key, {
    businessTable: approvalTable,
    businessId: id,
    variables: {
      act,
      actName: approvalActs[act].title.zh,
      permission: approvalActs[act].permission,
      entity: module.name,
      entityId: row.id,
      entityName: name,
      amount: amount === null ? null : Number(amount),
      reason,
    },
  });
  if (!instance) refuse('approval.noProcess', { act: titleOf(cx, act), key: rule.process_key });
  await trx
    .updateTable('approval')
    .set({ process_instance_id: instance.id })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  writeAudit(cx, module, row, [], { action: 'ask', reason: [titleOf(cx, act), reason].filter(Boolean).join('：') });
  return true;
}

/** Decisions of further people, for the deeds of these modules. */
export function approvalsOf(served: readonly ServerModule[]): (cx: Context) => Approvals {
  const does = doesOf(served);
  return (cx) => ({
    hold: (deed) => hold(cx, does, deed),
    refusePending: (module, ids) => refusePending(cx, module, ids),
  });
}
function doesOf(served: readonly ServerModule[]): Does {
  return Object.assign({}, ...served.map(({ rules }) => rules.approved ?? {}));
}

async function lockedRequest({ trx, tenantId }: Context, id: string): Promise<Request | undefined> {
  return trx
    .selectFrom('approval')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Does the approved deed as the person who asked for it, who must still have the right to it. */
async function perform(cx: Context, does: Does, request: Request, act: ApprovalActName): Promise<void> {
  const maker = await absentPrincipal(cx.deps, cx.trx, { tenantId: cx.tenantId, userId: request.maker_id });
  if (!maker) return refuse('approval.makerGone');
  const theirs = cx.onBehalfOf(maker);
  if (!(await theirs.may(approvalActs[act].permission))) refuse('approval.makerGone');
  const input = request.input as Record<string, unknown>;
  await does[act]!(theirs, { id: request.entity_id, input, reason: request.reason ?? '' });
}

/** How the process of a request ended. */
export interface Decision {
  state: 'approved' | 'rejected' | 'withdrawn';
  comment: string;
}

/** Settles the request of an instance that has ended. */
export async function settleApproval(cx: Context, does: Does, id: string, { state, comment }: Decision): Promise<void> {
  const request = await lockedRequest(cx, id);
  if (!request || request.state !== approvalStates.pending) return;
  const act = approvalActOf(request.act) ?? refuse('notFound');
  await cx.trx
    .updateTable('approval')
    .set({ state: approvalStates[state], comment: comment.slice(0, 500) || null, decided_time: cx.time, update_time: cx.time })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', id)
    .execute();
  const module = moduleNamed(request.entity);
  if (module) {
    const record = { id: request.entity_id, ...(module.chosen ? { [module.chosen.title]: request.entity_name } : {}) };
    const action = state === 'approved' ? 'approve' : state === 'rejected' ? 'refuse' : 'withdraw';
    writeAudit(cx, module, record, [], {
      action,
      reason: [textIn(approvalActs[act].title, cx.language), comment].filter(Boolean).join('：'),
    });
  }
  if (state === 'approved') await perform(cx, does, request, act);
}

/** The request as the people who decide on it read it: what is asked, and each change. */
export interface ApprovalFacts {
  act: Label;
  name: string;
  amount: string | null;
  reason: string;
  maker: string;
  changes: Deed['changes'];
}
