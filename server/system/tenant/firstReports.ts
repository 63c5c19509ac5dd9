/** The report files that a tenant starts with. */
import { reports } from '../../../contract/wire/reports';
import type { Trx } from '../../kernel/database';

/** Gives the tenant a report file of each kind, unless it has had any: a removed one does not come back by itself. */
export async function keepReports(trx: Trx, tenantId: string, newId: () => string, time: string): Promise<void> {
  const held = await trx.selectFrom('report_file').select('id').where('tenant_id', '=', tenantId).limit(1).execute();
  if (held.length > 0) return;
  await trx
    .insertInto('report_file')
    .values(
      reports.map(({ kind, title }) => ({
        id: newId(),
        tenant_id: tenantId,
        name: title.zh,
        kind,
        params: '{}',
        create_time: time,
        update_time: time,
      })),
    )
    .execute();
}
