/** Which requests a person may see: those of whose records they may see every one. */
import { type RawBuilder, sql } from 'kysely';
import { type ApprovalAct, approvalActs } from '../../contract/domain/approvals';
import { moduleNamed, scopedModules } from '../../contract/modules';
import { bankStatement } from '../../contract/modules/lease/bankStatement';
import { companyAccount } from '../../contract/modules/lease/companyAccount';
import { order } from '../../contract/modules/lease/order';
import { paymentPlan } from '../../contract/modules/lease/paymentPlan';
import { receipt } from '../../contract/modules/lease/receipt';
import { namingFields } from '../engine/audit/entries';
import { closedTo } from '../engine/rights/permissions';
import { hiddenFields, subjectScope } from '../engine/rights/scopes';
import type { Context, DeedChange } from '../kernel/context';

/** A member of what a deed is done with, which may be missing or of another kind. */
function member(name: string, kind: 'array' | 'object'): RawBuilder<unknown> {
  const none = kind === 'array' ? '[]' : '{}';
  return sql`case when jsonb_typeof(input -> ${name}::text) = ${kind} then input -> ${name}::text else ${none}::jsonb end`;
}

/** What requests call records by, by module, where that is not their title alone. */
const calledBy: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [order.name]: { [order.name]: ['contractCode', 'customerName'] },
  [paymentPlan.name]: { [paymentPlan.name]: ['contractCode', 'currentPeriods'] },
  [receipt.name]: { [receipt.name]: ['receiptNo', 'partyName'] },
  [bankStatement.name]: { [bankStatement.name]: namingFields(bankStatement), [receipt.name]: ['partyName'] },
  [companyAccount.name]: { [companyAccount.name]: ['bankName', 'account'] },
};

/** Whether the person may not see what a record is called, however the request calls it. */
export async function isNameHidden(cx: Context, entity: string): Promise<boolean> {
  const module = moduleNamed(entity);
  if (!module) return false;
  const called = calledBy[entity] ?? { [entity]: namingFields(module) };
  for (const [name, fields] of Object.entries(called)) {
    const hidden = await hiddenFields(cx, moduleNamed(name)!);
    if (fields.some((field) => hidden.has(field))) return true;
  }
  return false;
}

/** Whether the person may see all that a line of a request is made of. */
export async function isChangeSeen(cx: Context, { says = {}, names = {} }: DeedChange): Promise<boolean> {
  for (const [name, fields] of Object.entries(says)) {
    const served = cx.tableOf(name);
    const hidden = served && (await hiddenFields(cx, served.module));
    if (fields.some((field) => hidden?.has(field))) return false;
  }
  for (const [name, ids] of Object.entries(names)) {
    const served = cx.tableOf(name);
    for (const id of served ? ids : []) if ((await cx.rows(served!.module).get(id)) === undefined) return false;
  }
  return true;
}

/** The conditions under which the person sees a request's amount and the name of its record, as filters and the order of a list need them. */
export async function seenOfRequests(cx: Context): Promise<Readonly<Record<string, RawBuilder<boolean>>>> {
  const acts = new Map<string, number[]>();
  for (const { number, amountOf } of Object.values(approvalActs as Record<string, ApprovalAct>))
    if (amountOf) acts.set(amountOf, [...(acts.get(amountOf) ?? []), number]);
  const parts: RawBuilder<boolean>[] = [];
  for (const [field, numbers] of acts) {
    const hiding: string[] = [];
    for (const module of Object.values(scopedModules))
      if ((await hiddenFields(cx, module)).has(field)) hiding.push(module.name);
    if (hiding.length > 0) parts.push(sql`not (act = any(${numbers}::int[]) and entity = any(${hiding}::text[]))`);
  }
  const nameless: string[] = [];
  for (const { name } of Object.values(scopedModules)) if (await isNameHidden(cx, name)) nameless.push(name);
  return {
    ...(parts.length > 0 ? { amount: sql<boolean>`${sql.join(parts, sql` and `)}` } : {}),
    ...(nameless.length > 0 ? { entityName: sql<boolean>`entity <> all(${nameless}::text[])` } : {}),
  };
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
