import { sql } from 'kysely';
import { customer } from '../../contract/modules/lease/customer';
import { hashColumn, identityHash } from '../engine/columns';
import type { Context } from '../kernel/context';
import { byName } from '../kernel/database';
import { columnOf } from '../kernel/table';
import { identityKept } from './madeOut';

/** Rows that get their hash in one run; the rest follow with the next. */
const mostRows = 5000;

function readable(cx: Context, stored: string) {
  return stored.startsWith('v1.') ? cx.deps.secrets.unseal(stored) : stored;
}

/** Add the search hash to identity numbers that were stored before it existed. */
export async function indexIdentities(cx: Context): Promise<void> {
  const served = cx.tableOf(customer.name)!;
  const column = columnOf(served, 'idNo');
  const rows: { id: string; number: string }[] = await byName(cx.trx)
    .selectFrom(served.table)
    .select(['id', `${column} as number`])
    .where('tenant_id', '=', cx.tenantId)
    .where(column, 'is not', null)
    .where(hashColumn(column), 'is', null)
    .limit(mostRows)
    .execute();
  for (const { id, number } of rows)
    await byName(cx.trx)
      .updateTable(served.table)
      .set({ [hashColumn(column)]: identityHash(cx, readable(cx, number)) })
      .where('tenant_id', '=', cx.tenantId)
      .where('id', '=', id)
      .execute();
  await indexPapers(cx);
}

/**
 * Waiting contracts sent by a former version get the hash of their customer's number, unless it has been changed since:
 * those must be sent again.
 */
async function indexPapers(cx: Context): Promise<void> {
  const { rows } = await sql<{ id: string; number: string }>`
    select c.id, p.id_no as number from lease_contract c
    join lease_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
    join lease_customer p on p.tenant_id = o.tenant_id and p.id = o.customer_id
    where c.tenant_id = ${cx.tenantId} and c.status = 1 and c.is_deleted = 0 and c.id_no_hash is null
      and c.doc -> 'customer' ->> 'idNo' is not null and p.id_no is not null
      and not exists (
        select 1 from audit_log a where a.tenant_id = ${cx.tenantId} and a.entity = 'customer' and a.entity_id = p.id
          and a.create_time > c.sent_time and a.changes @> '[{"field": "idNo"}]')
    limit ${mostRows}`.execute(cx.trx);
  for (const { id, number } of rows) {
    const { idNoHash, idTailHash } = identityKept(cx, id, readable(cx, number));
    await cx.trx
      .updateTable('lease_contract')
      .set({ id_no_hash: idNoHash, id_tail_hash: idTailHash })
      .where('tenant_id', '=', cx.tenantId)
      .where('id', '=', id)
      .execute();
  }
}
