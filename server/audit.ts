import type { Module } from '../contract/kit';
import { maskOf } from '../contract/mask';
import type { Context, Note } from './context';

/** One field that changed; `before` is null for a new record, `after` for a removed one. Secrets are masked. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}
type Held = object | undefined;

export const changesBetween = (module: Module, before: Held, after: Held): FieldChange[] =>
  Object.entries(module.fields).flatMap(([name, field]) => {
    if (after && !(name in after)) return []; // a column of another table, shown beside this row's own
    const was = (before as Record<string, unknown> | undefined)?.[name] ?? null;
    const is = (after as Record<string, unknown> | undefined)?.[name] ?? null;
    return was === is ? [] : [{ field: name, before: maskOf(field, was), after: maskOf(field, is) }];
  });

/** Append to the history of a record, in the transaction that changes it. A change that changes nothing leaves no entry. */
export const writeAudit = async (
  cx: Context,
  module: Pick<Module, 'name' | 'belongsTo'>,
  row: object,
  changes: FieldChange[],
  { action = '', reason = '' }: Note,
): Promise<void> => {
  if (changes.length === 0 && action === 'update') return;
  const held = row as Record<string, unknown>;
  await cx.trx
    .insertInto('audit_log')
    .values({
      id: cx.deps.newId(),
      tenant_id: cx.tenantId,
      entity: module.name,
      entity_id: held.id,
      about_id: module.belongsTo ? (held[module.belongsTo] ?? null) : null,
      action,
      reason,
      changes: JSON.stringify(changes),
      user_id: cx.principal?.userId ?? null,
      user_name: cx.actor,
      request_id: cx.requestId,
      address: cx.address,
      create_time: cx.time,
    })
    .execute();
};

/** The history of a record and of all that belongs to it, newest first. */
export const historyOf = async (cx: Context, id: string, limit = 200) => {
  const found = await cx.trx
    .selectFrom('audit_log')
    .selectAll()
    .where('tenant_id', '=', cx.tenantId)
    .where((is) => is.or([is('entity_id', '=', id), is('about_id', '=', id)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return found.map((entry) => ({
    id: entry.id,
    entity: entry.entity,
    entityId: entry.entity_id,
    action: entry.action,
    reason: entry.reason,
    changes: entry.changes as FieldChange[],
    userName: entry.user_name,
    createTime: entry.create_time,
  }));
};
