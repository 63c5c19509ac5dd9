import { customer } from '../contract/modules/customer';
import type { Context } from './context';
import { hashColumn, identityHash } from './rows';
import { columnOf } from './table';

/** Rows that get their hash in one run; the rest follow with the next. */
const mostRows = 5000;

/** Give identity numbers that were stored before they could be searched for the hash that they are found by. */
export const indexIdentities = async (cx: Context): Promise<void> => {
  const served = cx.tableOf(customer.name)!;
  const column = columnOf(served, 'idNo');
  const rows: { id: string; number: string }[] = await cx.trx
    .selectFrom(served.table)
    .select(['id', `${column} as number`])
    .where('tenant_id', '=', cx.tenantId)
    .where(column, 'is not', null)
    .where(hashColumn(column), 'is', null)
    .limit(mostRows)
    .execute();
  for (const { id, number } of rows)
    await cx.trx
      .updateTable(served.table)
      .set({
        [hashColumn(column)]: identityHash(cx, number.startsWith('v1.') ? cx.deps.secrets.unseal(number) : number),
      })
      .where('tenant_id', '=', cx.tenantId)
      .where('id', '=', id)
      .execute();
};
