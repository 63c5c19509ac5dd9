/** Names of the records that a history is about. */
import { sql } from 'kysely';
import { type Label, type Language, textIn } from '../../../contract/domain/text';
import { auditKinds, auditLog } from '../../../contract/modules/system/auditLog';
import { platformTenant } from '../../../contract/modules/system/tenant';
import type { Module } from '../../../contract/schema/module';
import { pagedModules } from '../../../contract/wire/menus';
import type { Context } from '../../kernel/context';
import { columnOf, literal } from '../../kernel/table';
import { hiddenFields, hidesAny, withinScope } from '../rights/scopes';
import { historySubject, namingFields } from './entries';

/** Of a page of entries: the record of each, and the one it belongs to. */
interface About {
  entity: string;
  entityId: string;
  entityName?: string | null;
  aboutId?: string | null;
}
export interface Named {
  /** Title of the register whose record it is; null for modules of the product. */
  entityLabel: Label | null;
  entityName: string | null;
  /** The module of the parent record; '' without one. */
  aboutEntity: string;
  aboutName: string | null;
}

function moduleOf(entity: string): string {
  return historySubject.alsoOf?.[entity] ?? entity;
}
function titleOf(entity: string, { chosen }: Module): string | undefined {
  return entity === 'signIn' ? 'account' : chosen?.title;
}

function aboutOf(cx: Context, entity: string): string {
  const module = cx.tableOf(entity)?.module;
  return (module?.belongsTo && module.fields[module.belongsTo]?.to) || '';
}

/** Current names of these records, removed ones too, as far as the person may see the naming field. */
async function namesNow(cx: Context, entity: string, ids: readonly string[]): Promise<Map<string, string>> {
  const table = cx.tableOf(moduleOf(entity));
  const title = table && titleOf(entity, table.module);
  if (!title || ids.length === 0 || (await hiddenFields(cx, table.module)).has(title)) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, ${sql.ref(columnOf(table, title))} as name from ${sql.table(table.table)}
    where id = any(${[...ids]}::bigint[])
    ${table.module.scope === 'platform' ? sql`` : sql`and tenant_id = ${cx.tenantId}`}`.execute(cx.trx);
  return new Map(rows.flatMap(({ id, name }) => (name === null || name === '' ? [] : [[id, String(name)]])));
}

/** Names for each of these entries: the name at that time, or today's where none was recorded. One query per kind. */
export async function nameEntries(cx: Context, entries: readonly About[]): Promise<Named[]> {
  const wanted = new Map<string, Set<string>>();
  const want = (entity: string, id: string | null | undefined) => {
    if (!id || id === '0' || entity === '') return;
    if (!wanted.has(entity)) wanted.set(entity, new Set());
    wanted.get(entity)!.add(id);
  };
  for (const { entity, entityId, entityName, aboutId } of entries) {
    if (!entityName) want(entity, entityId);
    want(aboutOf(cx, entity), aboutId);
  }
  const names = new Map<string, Map<string, string>>();
  for (const [entity, ids] of wanted) names.set(entity, await namesNow(cx, entity, [...ids]));
  const isHidden = new Map<string, boolean>();
  for (const { entity } of entries) {
    const module = cx.tableOf(moduleOf(entity))?.module;
    if (!module || isHidden.has(entity)) continue;
    const title = titleOf(entity, module);
    const hidden = await hiddenFields(cx, module);
    isHidden.set(
      entity,
      (title ? [title] : namingFields(module)).some((name) => hidden.has(name)),
    );
  }
  const labels = await cx.registerLabels(entries.map(({ entity }) => entity));
  const isNameless = await hidesAny(cx, auditLog, 'entityName');
  return entries.map(({ entity, entityId, entityName, aboutId }) => {
    const aboutEntity = aboutOf(cx, entity);
    return {
      entityLabel: labels.get(entity) ?? null,
      entityName: isNameless || isHidden.get(entity) ? null : entityName || (names.get(entity)?.get(entityId) ?? null),
      aboutEntity: aboutId ? aboutEntity : '',
      aboutName: (!isNameless && aboutId && names.get(aboutEntity)?.get(aboutId)) || null,
    };
  });
}

/** A record to choose: `kind` as text. */
interface Found {
  id: string;
  name: string;
  kind: string;
}
/** What the records of a history's entries are. */
export function kindLabel(entity: string, language: Language): string {
  return (
    textIn(
      { ...pagedModules, ...Object.fromEntries(Object.entries(auditKinds).map(([kind, label]) => [kind, { label }])) }[
        entity
      ]?.label,
      language,
    ) ?? entity
  );
}

const mostOfAKind = 5;
const most = 20;
const recent = 100;

/** Records whose name contains `text`, removed ones by their last name; without a text, the latest changed ones. */
export async function findRecords(cx: Context, text: string): Promise<Found[]> {
  const { trx, tenantId, language } = cx;
  const found = new Map<string, Found>();
  const add = (entity: string, id: string, name: string | null) => {
    if (name && id !== '0' && !found.has(id) && found.size < most)
      found.set(id, { id, name, kind: kindLabel(moduleOf(entity), language) });
  };
  const seen = await withinScope(cx, auditLog);
  if (text === '') {
    const { rows } = await sql<About>`
      select entity, entity_id as "entityId", entity_name as "entityName" from audit_log_list
      where tenant_id = ${tenantId} and ${seen} order by id desc limit ${recent}`.execute(trx);
    const names = await nameEntries(cx, rows);
    for (const [index, { entity, entityId }] of rows.entries()) add(entity, entityId, names[index]!.entityName);
    return [...found.values()];
  }
  for (const [name, { chosen, scope }] of Object.entries(pagedModules)) {
    const table = cx.tableOf(name);
    // The platform's own records are in the platform's history alone.
    if (!table || !chosen || (scope === 'platform' && tenantId !== platformTenant)) continue;
    if ((await hiddenFields(cx, table.module)).has(chosen.title)) continue;
    const page = await cx.rows(table.module).page({ [`${chosen.title}_like`]: text, size: String(mostOfAKind) });
    for (const row of page.records) add(name, row.id, String((row as Record<string, unknown>)[chosen.title] ?? ''));
  }
  const { rows } = await sql<About>`
    select distinct entity, entity_id as "entityId", entity_name as "entityName" from audit_log_list
    where tenant_id = ${tenantId} and ${seen} and action = 'remove' and entity_name like ${`%${literal(text)}%`}
    limit ${mostOfAKind}`.execute(trx);
  const names = await nameEntries(cx, rows);
  for (const [index, { entity, entityId }] of rows.entries()) add(entity, entityId, names[index]!.entityName);
  return [...found.values()];
}
