import { sql } from 'kysely';
import { bankStatement } from '../../../contract/modules/lease/bankStatement';
import { defineServerModule } from '../../engine/serverModule';
import { refuse } from '../../kernel/errors';
import { bankCalls } from './calls';
import { approvedIgnoring } from './ignoring';

export default defineServerModule(bankStatement, {
  table: 'lease_bank_statement',
  list: 'lease_bank_statement_list',
  madeOf: [{ module: 'receipt', column: 'receipt_id', through: { table: 'lease_bank_line', row: 'statement_id' } }],
  isBrought: true,
  defaultSort: [
    ['date_to', 'desc'],
    ['id', 'desc'],
  ],

  async removing(doomed, cx) {
    const ids = doomed.map(({ id }) => id);
    const { rows } = await sql`
      select 1 from lease_bank_line_list
      where tenant_id = ${cx.tenantId} and statement_id = any(${ids}::bigint[]) and now_state in (2, 4) limit 1`.execute(
      cx.trx,
    );
    if (rows.length > 0) refuse('bank.hasBooked');
    await sql`
      delete from lease_bank_line where tenant_id = ${cx.tenantId} and statement_id = any(${ids}::bigint[])`.execute(
      cx.trx,
    );
  },

  approved: { lineIgnore: approvedIgnoring },

  calls: bankCalls,
});
