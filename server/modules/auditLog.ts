import { type AuditLog, auditLog } from '../../contract/modules/auditLog';
import type { FieldChange } from '../audit';
import { verifyAudit } from '../auditSeal';
import type { Context } from '../context';
import { hiddenFields } from '../scopes';
import { present, type Served, serve } from '../serve';

type Entry = AuditLog & { changes?: FieldChange[]; aboutId?: string | null };

/** An entry with what it changed, as far as the person may see those fields of the record. */
const shown = async (cx: Context, row: Entry) => {
  const changed = cx.tableOf(row.entity ?? '')?.module;
  const hidden = changed ? await hiddenFields(cx, changed) : new Set<string>();
  return {
    ...(await present(served, cx, row)),
    aboutId: row.aboutId ?? null,
    changes: (row.changes ?? []).filter(({ field }) => !hidden.has(field)),
  };
};

const served: Served = serve(auditLog, {
  table: 'audit_log',
  list: 'audit_log_list',
  calls: [
    {
      method: 'GET',
      path: auditLog.url('list'),
      permission: auditLog.permission('list'),
      async handle(cx, { params }) {
        const page = await cx.rows(auditLog).page(params);
        const records: unknown[] = [];
        for (const row of page.records) records.push(await shown(cx, row));
        return { ...page, records };
      },
    },
    {
      method: 'GET',
      path: auditLog.url('verify'),
      permission: auditLog.permission('list'),
      /** Whether the history is as it was written: `{isWhole, rows, seals, brokenAt}`; the time of the first broken seal. */
      handle: verifyAudit,
    },
  ],
});
export default served;
