/** What a checked portfolio refers to is as it was found by the check, and stays so until its posting ends. */
import { sql } from 'kysely';
import { identityHash } from '../../engine/columns';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { ReadCustomer } from './judging';

interface Known {
  customerId: string | null;
  held: ReadCustomer;
}

/** Refuses customers of the tenant who were removed since, or are called or identified in another way. */
export async function refuseOtherCustomers(cx: Context, read: readonly Known[]): Promise<void> {
  const known = read.filter(({ customerId }) => customerId !== null);
  if (known.length === 0) return;
  const { rows } = await sql<{ id: string; name: string; hash: string | null }>`
    select id, real_name as name, id_no_hash as hash from lease_customer
    where tenant_id = ${cx.tenantId} and is_deleted = 0 and id = any(${known.map((one) => one.customerId)}::bigint[])
    order by id for share`.execute(cx.trx);
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const { customerId, held } of known) {
    const row = now.get(customerId!);
    const hash = held.idNo === null ? null : identityHash(cx, held.idNo);
    // Called as the workbook calls it: the name of today may be hidden from who reads this.
    if (row?.name !== held.realName || row.hash !== hash) refuse('portfolio.changed', { what: held.realName });
  }
}

/** Refuses products of an import that were removed since, or have another name or direction. */
export async function refuseOtherProducts({ trx, tenantId }: Context, importId: string): Promise<void> {
  const { rows: read } = await sql<{ id: string; name: string; direction: number }>`
    select distinct product_id as id, product_name as name, direction from lease_portfolio_order
    where tenant_id = ${tenantId} and import_id = ${importId} order by 1`.execute(trx);
  const { rows } = await sql<{ id: string; name: string; direction: number }>`
    select id, product_name as name, direction from lease_product
    where tenant_id = ${tenantId} and is_deleted = 0 and id = any(${read.map(({ id }) => id)}::bigint[])
    order by id for share`.execute(trx);
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const { id, name, direction } of read) {
    const row = now.get(id);
    if (row?.name !== name || row.direction !== direction) refuse('portfolio.changed', { what: name });
  }
}
