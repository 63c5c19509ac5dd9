import { sql } from 'kysely';
import { dateTime } from '../../../contract/domain/calendar';
import { scopedModules } from '../../../contract/modules';
import type { AuditAction, AuditKind } from '../../../contract/modules/system/auditLog';
import { maskOf } from '../../../contract/schema/mask';
import type { Module } from '../../../contract/schema/module';
import { openIn } from '../../../contract/schema/secretMembers';
import type { Context, Deps, Entry, FieldChange, Note } from '../../kernel/context';
import type { Trx } from '../../kernel/database';
import type { SubjectColumns } from '../../kernel/table';
import { hiddenFields, subjectScope } from '../rights/scopes';
import { appendEntries } from './chain';

type Snapshot = object | undefined;

export function changesBetween(module: Module, before: Snapshot, after: Snapshot): FieldChange[] {
  return Object.entries(module.fields).flatMap(([name, field]) => {
    if (after && !(name in after)) return []; // a column of another table, shown beside this row's own
    const was = (before as Record<string, unknown> | undefined)?.[name] ?? null;
    const is = (after as Record<string, unknown> | undefined)?.[name] ?? null;
    const shown = (value: unknown, of: object = {}) => maskOf(field, openIn(field, of, value));
    return was === is ? [] : [{ field: name, before: shown(was, before), after: shown(is, after) }];
  });
}

/** Columns of the history are this wide. */
const mostName = 200;
const mostPerson = 64;

/** The fields that name a module's record in its history. */
export function namingFields({ chosen, namedBy }: Pick<Module, 'chosen' | 'namedBy'>): readonly string[] {
  return chosen ? [chosen.title] : (namedBy ?? []);
}

/** The name of a module's record in its history; null where the module names none. */
export function nameOf(
  { chosen, namedBy, fields }: Pick<Module, 'chosen'> & Partial<Module>,
  row: object,
): string | null {
  if (!chosen && namedBy) {
    const held = namedBy.flatMap((name) => (row as Record<string, unknown>)[name] ?? []);
    return held.join(' ').slice(0, mostName) || null;
  }
  const held = chosen && (row as Record<string, unknown>)[chosen.title];
  if (held === undefined || held === null || held === '') return null;
  const field = fields?.[chosen!.title];
  return String(field ? maskOf(field, held) : held).slice(0, mostName);
}

/**
 * Append to the history of a record, in the transaction that changes it. A change without effect leaves no entry.
 * Entries are collected and written as the last statement of the transaction.
 */
export function writeAudit(
  cx: Context,
  module: Pick<Module, 'name'> & Partial<Pick<Module, 'belongsTo' | 'chosen' | 'fields'>>,
  row: object,
  changes: FieldChange[],
  { action = 'update', reason = '' }: Note = {},
): void {
  if (changes.length === 0 && action === 'update') return;
  const held = row as Record<string, unknown>;
  const about = module.belongsTo ? held[module.belongsTo] : null;
  cx.entries.push({
    id: cx.deps.newId(),
    entity: module.name,
    entityId: String(held.id),
    entityName: nameOf(module as Module, row),
    aboutId: about === null || about === undefined ? null : String(about),
    action,
    reason,
    changes,
    userId: cx.principal?.userId ?? null,
    userName: cx.actor,
    requestId: cx.requestId,
    address: cx.address,
    createTime: cx.time,
  });
}

/** Write the collected entries. Called once, at the end of the transaction. */
export async function writeHistory(cx: Context): Promise<void> {
  const entries = cx.entries.splice(0);
  await appendEntries(cx.trx, cx.deps, cx.tenantId, entries, { isEnd: true });
  cx.written.push(...entries);
}

/** An event without a person in a session, or outside of work that is rolled back. */
export interface Happening {
  entity: AuditKind;
  /** '0' without a record. */
  entityId: string;
  entityName: string | null;
  action: AuditAction;
  reason?: string;
  changes?: FieldChange[];
  userId?: string | null;
  userName: string;
  requestId?: string;
  address?: string;
}
function entryOf(deps: Deps, { changes = [], reason = '', ...happening }: Happening): Entry {
  return {
    requestId: '',
    address: '',
    userId: null,
    aboutId: null,
    ...happening,
    id: deps.newId(),
    entityName: happening.entityName?.slice(0, mostName) ?? null,
    userName: happening.userName.slice(0, mostPerson),
    reason: reason.slice(0, 500),
    changes,
    createTime: dateTime(deps.now()),
  };
}

/** Write an event as the last statement of this transaction of `tenantId`. */
export function recordIn(trx: Trx, deps: Deps, tenantId: string, ...happenings: Happening[]): Promise<void> {
  return appendEntries(
    trx,
    deps,
    tenantId,
    happenings.map((one) => entryOf(deps, one)),
  );
}

/** How an entry names its record. Sign-ins are entries of a person. */
export const historySubject: SubjectColumns = {
  entity: 'entity',
  id: 'entity_id',
  about: 'about_id',
  alsoOf: { signIn: 'user' } satisfies Partial<Record<AuditKind, string>>,
};

/** The changes of an entry, without the fields that the person may not see of such a record. */
export async function changesSeen(
  cx: Context,
  { entity, changes }: { entity: string; changes: FieldChange[] },
): Promise<FieldChange[]> {
  const module = cx.tableOf(historySubject.alsoOf?.[entity] ?? entity)?.module;
  const hidden = module ? await hiddenFields(cx, module) : new Set<string>();
  return changes.filter(({ field }) => !hidden.has(field));
}

/** Kinds of records whose visitors the person does not know by name: entries by someone without an account do not name them. */
export async function unnamedVisitors(cx: Context): Promise<string[]> {
  const found: string[] = [];
  for (const name of Object.keys(scopedModules)) {
    const served = cx.tableOf(name);
    if (served?.visitor && (await hiddenFields(cx, served.module)).has(served.visitor)) found.push(name);
  }
  return found;
}

/** The history of a record and of its parts, newest first, as far as the person may see it. */
export async function historyOf(cx: Context, { name }: Pick<Module, 'name'>, id: string, limit = 200) {
  const { alsoOf = {} } = historySubject;
  const own = [name, ...Object.keys(alsoOf).filter((kind) => alsoOf[kind] === name)];
  const seen = await subjectScope(cx, historySubject);
  const found = await cx.trx
    .selectFrom('audit_log')
    .selectAll()
    .where('tenant_id', '=', cx.tenantId)
    .where((is) => is.or([is.and([is('entity', 'in', own), is('entity_id', '=', id)]), is('about_id', '=', id)]))
    .where(seen ?? sql<boolean>`true`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const shown = (entry: (typeof found)[number]) =>
    changesSeen(cx, { entity: entry.entity as string, changes: entry.changes as FieldChange[] });
  const changes = await Promise.all(found.map(shown));
  const unnamed = await unnamedVisitors(cx);
  return found.map((entry, index) => ({
    id: entry.id,
    entity: entry.entity,
    entityId: entry.entity_id,
    action: entry.action,
    reason: entry.reason,
    changes: changes[index]!,
    userName: entry.user_id === null && unnamed.includes(entry.entity as string) ? '' : entry.user_name,
    createTime: entry.create_time,
  }));
}
