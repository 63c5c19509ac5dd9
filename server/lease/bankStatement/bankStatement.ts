import { sql } from 'kysely';
import { type BankStatement, bankStatement, chainStates } from '../../../contract/modules/lease/bankStatement';
import { defineServerModule } from '../../engine/serverModule';
import type { Change } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { bankCalls } from './calls';
import { reckonGaps } from './chain';
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
    await cx.exclusive('bank.import');
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
    for (const account of new Set(doomed.map((row) => row.account!))) await reckonGaps(cx, account);
  },

  actions: {
    explain: {
      async run(_cx, [row], { reason }) {
        if (row!.chain !== chainStates.gap) refuse('bank.noGap');
        return { gapReason: reason, explainedGap: row!.gap } as Change<BankStatement>;
      },
    },
  },

  approved: { lineIgnore: approvedIgnoring },

  calls: bankCalls,
});
