/**
 * Deeds that further people decide on. A deed is tried first, so that nothing is asked of people that cannot be done;
 * then it is kept with what it is done with, and a process is started. The end of the process does it, in the same
 * transaction as the last decision and with the rights of the person who asked for it.
 */
import { type Selectable, sql } from 'kysely';
import {
  type ApprovalAct,
  type ApprovalActName,
  approvalActOf,
  approvalActs,
  askingRights,
  needsApproval,
} from '../../contract/domain/approvals';
import { approvalStates } from '../../contract/domain/approvalTitles';
import { add } from '../../contract/domain/money';
import { type Label, textIn } from '../../contract/domain/text';
import { moduleNamed } from '../../contract/modules';
import { type Approval, approval } from '../../contract/modules/approval/approval';
import { longText } from '../../contract/schema/fields';
import type { Module } from '../../contract/schema/module';
import { absentPrincipal } from '../auth/session';
import { nameOf, writeAudit } from '../engine/audit/entries';
import { hiddenFields, scopeOf } from '../engine/rights/scopes';
import type { ApprovedDeed, ServerModule } from '../engine/serverModule';
import { type About, defineBusiness, type Facts, type Progress } from '../flow/business';
import { endInstance } from '../flow/handing';
import { isRunning, lockInstance } from '../flow/instances';
import { startInstance } from '../flow/starting';
import type { Approvals, Context, Deed, Principal } from '../kernel/context';
import { ForetoldEnd, refuse, unseenValue } from '../kernel/errors';
import type { Tables } from '../kernel/tables';
import { isAgreed, refuseShort } from './agreed';
import {
  alwaysHeld,
  approvalTable,
  decidersLabel,
  decidersOf,
  foretoldText,
  hasDecider,
  makerNameOf,
  whyHeld,
  whyLabel,
  whyWithoutAmount,
} from './deciders';
import { isOneOf, refuseOwn } from './hands';
import { refuseBeyondLimit } from './limits';
import { refuseNeeded } from './needed';
import { startableOf, startedWith, whyNotDeciding } from './processes';
import { endWaiting, isSingle, keepWaiting, rejectedBefore, waitingAct } from './records';
import { holdVersion, refuseOlder, refuseTheirs, refuseVersions } from './versions';
import { isChangeSeen, isNameHidden } from './visible';

type Request = Selectable<Tables['approval']>;
type Does = Readonly<Partial<Record<ApprovalActName, ApprovedDeed>>>;

function titleOf(cx: Context, act: ApprovalActName): string {
  return textIn(approvalActs[act].title, cx.language);
}

async function refusePending(cx: Context, module: Pick<Module, 'name'>, ids: readonly string[]): Promise<void> {
  const act = await waitingAct(cx, module, ids);
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

/** The tenant's rule of such deeds, where it asks for a decision; none while a single active person could decide. */
async function ruleFor(cx: Context, act: ApprovalActName, amount: string | null) {
  const { trx, tenantId } = cx;
  const rule = await trx
    .selectFrom('approval_rule')
    .select(['is_on', 'from_amount', 'process_key'])
    .where('tenant_id', '=', tenantId)
    .where('act', '=', approvalActs[act].number)
    .executeTakeFirst();
  const needs = rule && needsApproval({ isOn: rule.is_on, fromAmount: rule.from_amount }, amount);
  return needs && !(await isSingle(cx)) ? rule : undefined;
}

/** The process of a deed that a second person always decides on; none where the tenant has a single active person. */
async function usualRule(cx: Context, act: ApprovalActName): Promise<{ process_key: string } | undefined> {
  if (await isSingle(cx)) return undefined;
  const rule = await cx.trx
    .selectFrom('approval_rule')
    .select('process_key')
    .where('tenant_id', '=', cx.tenantId)
    .where('act', '=', approvalActs[act].number)
    .executeTakeFirst();
  const isIt = rule && (await whyNotDeciding(cx, rule.process_key, act)) === undefined;
  return isIt ? rule : { process_key: approvalActs[act].process };
}

/** An amount with what counts beside it for the rule. */
function withDay(amount: string | null, { ofDay }: Pick<Deed, 'ofDay'>): string | null {
  // What has nothing beside it stays as it is: a sum may be more than an amount can be.
  return amount === null || ofDay === undefined ? amount : add(amount, ofDay);
}

/** The rule under which others decide on a deed, with why it holds; undefined where it is done at once. */
async function ruleOn(cx: Context, deed: Deed): Promise<{ key: string; why: Label; sum: string | null } | undefined> {
  const { act, amount } = deed;
  const counted = deed.counted === undefined ? amount : deed.counted;
  const { always, namesOthers }: ApprovalAct = approvalActs[act];
  if (namesOthers && !deed.names) throw new Error(`a request of '${act}' does not say whom it names`);
  await refuseBeyondLimit(cx, act, counted);
  const sum = withDay(counted, deed);
  const rule = await ruleFor(cx, act, sum);
  if (rule) return { key: rule.process_key, why: whyHeld(act, rule.from_amount, { amount, counted: sum }), sum };
  const usual = deed.isAlways || always ? await usualRule(cx, act) : undefined;
  return usual && { key: usual.process_key, why: alwaysHeld, sum };
}

async function hold(cx: Context, does: Does, deed: Deed): Promise<boolean> {
  const { principal, trx, tenantId } = cx;
  const { act, module, row, amount, reason = '' } = deed;
  if (!principal) return false;
  const records = [...new Set(deed.parts ?? [row.id, ...(deed.also ?? [])])];
  await refusePending(cx, module, records);
  const rule = await ruleOn(cx, deed);
  if (!rule) return false;
  const perform = does[act];
  if (!perform) throw new Error(`no module does '${act}' once it is approved`);
  // Who only asks whether it would wait has been shown by the trial of the deed what it would be refused for.
  if (!cx.foretells) await tryOut(cx, principal, perform, deed);
  const { key, why, sum } = rule;
  const definition = (await startableOf(cx, key)) ?? refuse('approval.noProcess', { act: titleOf(cx, act), key });
  const id = cx.deps.newId();
  const rejected = await rejectedBefore(cx, module, deed);
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
      counted: deed.counted ?? null,
      reason: reason.slice(0, 500) || null,
      input: JSON.stringify({ ...deed.input, names: deed.names, whose: deed.whose }),
      changes: JSON.stringify([{ label: whyLabel, before: null, after: why }, ...rejected, ...deed.changes]),
      maker_id: principal.userId,
      create_user: principal.userId,
      create_dept: principal.deptId,
      create_time: cx.time,
      update_user: principal.userId,
      update_time: cx.time,
    })
    .execute();
  if (!(await keepWaiting(cx, module, records, { approvalId: id, act })))
    refuse('approval.pending', { act: titleOf(cx, act) });
  // A process that asks more people from an amount on is asked about the sum, as the rule is.
  const variables = startedWith(act, module.name, amount === null ? null : Number(sum ?? amount));
  const instanceId = await startInstance(cx, definition, {
    businessTable: approvalTable,
    businessId: id,
    variables,
  });
  if (!(await hasDecider(cx, { instanceId, plan: definition.plan, variables, id, act })))
    refuse('approval.alone', { act: titleOf(cx, act) });
  if (cx.foretells) {
    const names = await decidersOf(cx, instanceId, { id, act, makerId: principal.userId });
    const { number } = approvalActs[act];
    const told = (await isAmountHidden(cx, number, module.name)) && why !== alwaysHeld ? whyWithoutAmount(act) : why;
    throw new ForetoldEnd({ act: number, text: foretoldText(cx, told, names) });
  }
  await trx
    .updateTable('approval')
    .set({ process_instance_id: instanceId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  writeAudit(cx, module, row, [], { action: 'ask', reason: [titleOf(cx, act), reason].filter(Boolean).join('：') });
  cx.heldAct = approvalActs[act].number;
  return true;
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
  const held = await Promise.all(askingRights(act).map((right) => theirs.may(right)));
  if (!held.includes(true)) refuse('approval.makerGone');
  // Whose money it is has been kept for sums: the deed itself finds out again.
  const { whose: _, ...input } = request.input as Record<string, unknown>;
  await does[act]!(theirs, { id: request.entity_id, input, reason: request.reason ?? '' });
}

const actions = { approved: 'approve', rejected: 'refuse', withdrawn: 'withdraw', terminated: 'refuse' } as const;
const states = {
  approved: approvalStates.approved,
  rejected: approvalStates.rejected,
  withdrawn: approvalStates.withdrawn,
  terminated: approvalStates.rejected,
} as const;

/** Settles the request of an instance that has ended. */
async function settle(cx: Context, does: Does, progress: Progress): Promise<void> {
  const { businessId: id, comment } = progress;
  const request = progress.ending && (await lockedRequest(cx, id));
  if (!request || !progress.ending || request.state !== approvalStates.pending) return;
  const act = approvalActOf(request.act) ?? refuse('notFound');
  const isShort = progress.ending === 'approved' && !(await isAgreed(cx, progress, act));
  // A person whose agreement is not enough is told so, and the request goes on waiting.
  if (isShort && progress.decidedBy !== null) await refuseShort(cx, progress, progress.decidedBy, act);
  const ending = isShort ? 'rejected' : progress.ending;
  await cx.trx
    .updateTable('approval')
    .set({
      state: states[ending],
      comment: comment.slice(0, 500) || null,
      decided_time: cx.time,
      update_user: cx.principal?.userId ?? null,
      update_time: cx.time,
    })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', id)
    .execute();
  await endWaiting(cx, id);
  const module = moduleNamed(request.entity);
  if (module) {
    const record = { id: request.entity_id, ...(module.chosen ? { [module.chosen.title]: request.entity_name } : {}) };
    const reason = [titleOf(cx, act), comment].filter(Boolean).join('：');
    writeAudit(cx, module, record, [], { action: actions[ending], reason });
  }
  if (ending === 'approved') await perform(cx, does, request, act);
}

/** Fields of a request's record that the person's data scopes hide. */
async function hiddenOf(cx: Context, entity: string): Promise<ReadonlySet<string>> {
  const module = moduleNamed(entity);
  return module ? hiddenFields(cx, module) : new Set();
}
/** Whether the person may not see the amount that a deed has on its record. */
async function isAmountHidden(cx: Context, actNumber: number | null, entity: string): Promise<boolean> {
  const act = approvalActOf(actNumber);
  const of: ApprovalAct | undefined = act && approvalActs[act];
  return of?.amountOf !== undefined && (await hiddenOf(cx, entity)).has(of.amountOf);
}

/** A request as it is sent: an amount that the person may not see on the record is left out. */
export async function shownRequest<R extends Pick<Approval, 'act' | 'entity' | 'amount'>>(
  cx: Context,
  row: R,
): Promise<R> {
  return (await isAmountHidden(cx, row.act, row.entity ?? '')) ? { ...row, amount: null } : row;
}

/** Where a request's record is; null while the deed itself would make it. */
async function recordOf(cx: Context, { entity, entity_id: id, entity_name }: Request): Promise<Facts['record']> {
  const module = moduleNamed(entity);
  const isThere = !module || (await cx.rows(module).get(id)) !== undefined;
  return isThere ? { module: entity, id, name: (await isNameHidden(cx, entity)) ? '' : (entity_name ?? '') } : null;
}

/** What those who decide read: the deed, its record, and each change that they may see. Amounts are yuan. */
async function factsOf(cx: Context, id: string): Promise<Facts> {
  const { trx, tenantId, language } = cx;
  const found = await trx
    .selectFrom('approval')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const request = await shownRequest(cx, found);
  const act = approvalActOf(request.act) ?? refuse('notFound');
  const hidden = await hiddenOf(cx, request.entity);
  const isNameless = await isNameHidden(cx, request.entity);
  const hiddenTitles = [...hidden].map((name) => moduleNamed(request.entity)?.fields[name]?.label.zh);
  const { entityName, amount, reason } = approval.fields;
  const say = (value: Label | string | null) => (typeof value === 'object' && value ? textIn(value, language) : value);
  const shown = (value: Label | string | null) => say(value) ?? '-';
  const isWithheld = found.amount !== null && request.amount === null;
  const told = (request.changes as unknown as Deed['changes']).filter(
    ({ label }) => !hiddenTitles.includes(label.zh) && !(isWithheld && label.zh === whyLabel.zh),
  );
  const changes = [];
  for (const [at, one] of told.entries()) {
    const { label, before, after } = one;
    const value = before === null ? shown(after) : `${shown(before)} → ${shown(after)}`;
    const isTold = await isChangeSeen(cx, one);
    changes.push({
      name: `change${at}`,
      field: longText(label.zh, label.en, { derived: true }),
      value: isTold ? value : textIn(unseenValue, language),
    });
  }
  const instanceId = request.state === approvalStates.pending ? request.process_instance_id : null;
  const names = instanceId ? await decidersOf(cx, instanceId, { id, act, makerId: request.maker_id }) : '';
  const { act: asked, makerId } = approval.fields;
  const line = ({ zh, en }: Label) => longText(zh, en, { derived: true });
  return {
    fields: {
      act: line(asked.label),
      maker: line(makerId.label),
      ...(names ? { deciders: line(decidersLabel) } : {}),
      ...(isNameless ? {} : { entityName }),
      ...(request.amount === null ? {} : { amount }),
      ...Object.fromEntries(changes.map(({ name, field }) => [name, field])),
      ...(request.reason ? { reason } : {}),
    },
    values: {
      act: textIn(approvalActs[act].title, language),
      maker: await makerNameOf(cx, request.maker_id),
      ...(names ? { deciders: names } : {}),
      ...(isNameless ? {} : { entityName: request.entity_name }),
      ...(request.amount === null ? {} : { amount: request.amount }),
      ...Object.fromEntries(changes.map(({ name, value }) => [name, value])),
      ...(request.reason ? { reason: request.reason } : {}),
    },
    record: await recordOf(cx, request),
  };
}

async function aboutOf(cx: Context, id: string): Promise<About> {
  const request = await cx.trx
    .selectFrom('approval')
    .select(['act', 'entity', 'entity_name'])
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const act = approvalActOf(request.act) ?? refuse('notFound');
  const isNameless = await isNameHidden(cx, request.entity);
  return { what: approvalActs[act].title, name: isNameless ? '' : (request.entity_name ?? '') };
}

/** Decisions of further people, for the deeds of these modules. Called once, when the server is put together. */
export function serveApprovals(served: readonly ServerModule[]): (cx: Context) => Approvals {
  const does: Does = Object.assign({}, ...served.map(({ rules }) => rules.approved ?? {}));
  defineBusiness({
    table: approvalTable,
    barsStarter: true,
    fixed: ['act', 'entity', 'amount', 'deciders'],
    facts: factsOf,
    about: aboutOf,
    seen: (cx) => scopeOf(cx, cx.tableOf(approval.name)!),
    changed: (cx, progress) => settle(cx, does, progress),
  });
  return (cx) => ({
    hold: (deed) => hold(cx, does, deed),
    isForPeople: async ({ act, module, row, amount, ofDay }) =>
      (await waitingAct(cx, module, [row.id])) !== undefined ||
      (await ruleFor(cx, act, withDay(amount, ofDay === undefined ? {} : { ofDay }))) !== undefined,
    needsOther: async () => !(await isSingle(cx)),
    needsOtherThan: (userIds) => isOneOf(cx, userIds),
    refuseOwn: (userIds, code) => refuseOwn(cx, userIds, code),
    allAsked() {
      if (cx.foretells) throw new ForetoldEnd({});
    },
    isWaiting: async (module, ids) => (await waitingAct(cx, module, ids)) !== undefined,
    refusePending: (module, ids) => refusePending(cx, module, ids),
    refuseNeeded: (keys, tenantId = cx.tenantId) => refuseNeeded({ ...cx, tenantId }, keys),
    async holdVersion(version, tenantId) {
      if (tenantId === cx.tenantId) return holdVersion(cx, version);
      await refuseTheirs({ ...cx, tenantId }, version.key);
      return false;
    },
    async refuseVersions(keys, tenantId) {
      if (tenantId === cx.tenantId) await refuseVersions(cx, keys);
    },
    refuseOlder: (keys) => refuseOlder(cx, keys),
  });
}

/** Ends the process of a request; what it decides on is settled with it. */
export async function withdrawInstance(cx: Context, instanceId: string): Promise<void> {
  const instance = await lockInstance(cx, instanceId);
  if (!isRunning(instance)) refuse('flow.over');
  await endInstance(cx, instance, 'withdrawn', '');
}
