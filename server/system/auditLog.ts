import { sql } from 'kysely';
import { type AuditLog, auditLog, auditRecord } from '../../contract/modules/system/auditLog';
import type { Choice } from '../../contract/schema/module';
import { changesSeen, historyTells } from '../engine/audit';
import { verifyAudit } from '../engine/auditChain';
import { findRecords, type Named, nameEntries } from '../engine/auditNames';
import { defineServerModule, present, type ServerModule } from '../engine/serverModule';
import type { Context, FieldChange } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';

type Entry = AuditLog & { changes?: FieldChange[]; aboutId?: string | null; seq?: string | null };

/** An entry with what it changed, as far as the person may see those fields of the record. */
const shown = async (cx: Context, row: Entry, names: Named) => {
  return {
    ...(await present(served, cx, row)),
    ...names,
    seq: row.seq ?? null,
    aboutId: row.aboutId ?? null,
    changes: await changesSeen(cx, { entity: row.entity ?? '', changes: row.changes ?? [] }),
  };
};

const served: ServerModule = defineServerModule(auditLog, {
  table: 'audit_log',
  list: 'audit_log_list',
  tells: historyTells,
  filters: {
    /** Of a record, and of all that belongs to it. */
    entityId: (value) =>
      isStoredId(value)
        ? sql<boolean>`(entity_id = ${value} or about_id = ${value})`
        : refuse('badParameter', { name: 'entityId' }),
  },
  calls: [
    {
      method: 'GET',
      path: auditLog.url('list'),
      permission: auditLog.permission('list'),
      async handle(cx, { params }) {
        const page = await cx.rows(auditLog).page(params);
        const names = await nameEntries(cx, page.records as never);
        const records: unknown[] = [];
        for (const [index, row] of page.records.entries()) records.push(await shown(cx, row, names[index]!));
        return { ...page, records };
      },
    },
    {
      method: 'GET',
      path: auditRecord.url('list'),
      permission: auditLog.permission('list'),
      /** Records that have a history, by a part of their name: `{records: [{id, name, kind}]}`. */
      async handle(cx, { params }) {
        const name = (params.name ?? '').trim();
        if (name.length > 100 || name.includes('\u0000')) refuse('badParameter', { name: 'name' });
        const records = await findRecords(cx, name);
        return { records, total: records.length, size: records.length, current: 1, pages: 1 };
      },
    },
    {
      method: 'GET',
      path: auditRecord.url('choices'),
      permission: auditLog.permission('list'),
      /** The same as choices: `q` is a part of the name. What is chosen before is named by the list itself. */
      async handle(cx, { params }) {
        const text = (params.q ?? '').trim();
        if (text.length > 100 || text.includes('\u0000')) refuse('badParameter', { name: 'q' });
        const found = params.ids ? [] : await findRecords(cx, text);
        const records = found.map(({ id, name, kind }): Choice => ({ id, title: name, note: kind }));
        return { records, total: records.length, size: 20, current: 1, pages: 1 };
      },
    },
    {
      method: 'GET',
      path: auditLog.url('verify'),
      permission: auditLog.permission('list'),
      /** Whether the history is as it was written; `AuditVerdict`. */
      handle: verifyAudit,
    },
  ],
});
export default served;
