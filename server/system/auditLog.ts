import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { textIn } from '../../contract/domain/text';
import { historyLabel } from '../../contract/modules';
import {
  type AuditFault,
  type AuditLog,
  type AuditVerdict,
  auditFaults,
  auditLog,
  auditRecord,
} from '../../contract/modules/system/auditLog';
import type { Choice, Module } from '../../contract/schema/module';
import { verifyAudit } from '../engine/audit/chain';
import { changesSeen, historySubject, unnamedVisitors } from '../engine/audit/entries';
import { findRecords, kindLabel, type Named, nameEntries } from '../engine/audit/names';
import { choiceSchema, fieldChange, recordMembers, schemasOf } from '../engine/callSchemas';
import { defineServerModule, present, type ServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context, FieldChange } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import {
  freeText,
  id,
  line,
  list,
  moment,
  nullable,
  oneOf,
  optional,
  pageOf,
  shape,
  text,
  whole,
} from '../kernel/schemas';
import { sharedWork } from '../kernel/workQueue';

type Entry = AuditLog & { changes?: FieldChange[]; aboutId?: string | null; seq?: string | null };

/** An entry with its changes, as far as the person may see those fields of the record. */
async function shown(cx: Context, row: Entry, names: Named) {
  return {
    ...(await present(served, cx, row)),
    ...names,
    seq: row.seq ?? null,
    aboutId: row.aboutId ?? null,
    changes: await changesSeen(cx, { entity: row.entity ?? '', changes: row.changes ?? [] }),
  };
}

const entry = shape({
  ...recordMembers(auditLog as unknown as Module),
  seq: nullable(text()),
  aboutId: nullable(text()),
  entityLabel: nullable(shape({ zh: text(), en: text() })),
  aboutEntity: text(),
  aboutName: nullable(text()),
  changes: list(fieldChange),
});
const verdict = shape({
  isWhole: Type.Boolean(),
  fault: nullable(oneOf(...(Object.keys(auditFaults) as AuditFault[]))),
  brokenAt: nullable(whole()),
  rows: whole(),
  takenOver: whole(),
  head: nullable(whole()),
  digest: text(),
  headTime: nullable(moment()),
  anchored: nullable(whole()),
});

/** A history is read whole, which takes a connection for as long as it is: once for all who ask meanwhile. */
const verifyOnce = sharedWork<AuditVerdict>();

const served: ServerModule = defineServerModule(auditLog, {
  table: 'audit_log',
  list: 'audit_log_list',
  tells: historySubject,
  // A data scope may hide the name from the person: a filter would compare it.
  unstored: ['entityName'],
  async shownIf(cx): Promise<Record<string, RawBuilder<boolean>>> {
    const unnamed = await unnamedVisitors(cx);
    if (unnamed.length === 0) return {};
    return { userName: sql<boolean>`(user_id is not null or entity <> all(${unnamed}::text[]))` };
  },
  filters: {
    /** Of a record, and of all that belongs to it. */
    entityId: (value) =>
      isStoredId(value)
        ? sql<boolean>`(entity_id = ${value} or about_id = ${value})`
        : refuse('badParameter', { name: 'entityId' }),
  },
  /** What the page makes of codes: the action, the kind of record and its name in words. */
  async exporting(rows, cx) {
    const names = await nameEntries(cx, rows as never);
    return rows.map((row, index) => ({
      ...row,
      action: textIn(historyLabel(row.entity ?? '', row.action ?? ''), cx.language),
      entity: textIn(names[index]!.entityLabel ?? undefined, cx.language) ?? kindLabel(row.entity ?? '', cx.language),
      entityId: row.entityId === '0' ? null : row.entityId,
      entityName: names[index]!.entityName,
    }));
  },
  calls: [
    {
      method: 'GET',
      path: auditLog.url('list'),
      title: ['操作审计列表', 'The history of the tenant'],
      describes: { query: schemasOf(auditLog as unknown as Module).conditions },
      answer: pageOf(entry),
      permission: auditLog.permission('list'),
      async handle(cx, { params }) {
        const page = await cx.rows(auditLog).page(params);
        const names = await nameEntries(cx, page.records as never);
        const records: unknown[] = [];
        for (const [index, row] of page.records.entries()) records.push(await shown(cx, row, names[index]!));
        return { ...page, records };
      },
    },
    defineCall({
      method: 'GET',
      path: auditRecord.url('list'),
      title: ['有变更历史的记录', 'Records that have a history, by a part of their name'],
      query: { name: optional(line(100)) },
      answer: pageOf(shape({ id: id(), name: text(), kind: text() })),
      permission: auditLog.permission('list'),
      /** Records that have a history, by a part of their name: `{records: [{id, name, kind}]}`. */
      async handle(cx, { input: { name = '' } }) {
        const records = await findRecords(cx, name.trim());
        return { records, total: records.length, size: records.length, current: 1, pages: 1 };
      },
    }),
    defineCall({
      method: 'GET',
      path: auditRecord.url('choices'),
      title: ['可选的有变更历史的记录', 'Records that have a history, to choose from'],
      query: { q: optional(line(100)), ids: optional(freeText()) },
      answer: pageOf(choiceSchema),
      permission: auditLog.permission('list'),
      /** The same as choices: `q` is a part of the name. Titles of selected records come with the list itself. */
      async handle(cx, { input: { q = '', ids } }) {
        const found = ids ? [] : await findRecords(cx, q.trim());
        const records = found.map(({ id, name, kind }): Choice => ({ id, title: name, note: kind }));
        return { records, total: records.length, size: 20, current: 1, pages: 1 };
      },
    }),
    {
      method: 'GET',
      path: auditLog.url('verify'),
      title: ['校验操作审计', 'Whether the history is as it was written'],
      answer: verdict,
      permission: auditLog.permission('list'),
      /** Whether the history is unchanged; `AuditVerdict`. */
      async prepare(_asked, entitled) {
        const tenantId = await entitled(async (cx) => cx.tenantId);
        return verifyOnce(tenantId, () => entitled(verifyAudit));
      },
      handle: async (_cx, { prepared }) => prepared as AuditVerdict,
    },
  ],
});
export default served;
