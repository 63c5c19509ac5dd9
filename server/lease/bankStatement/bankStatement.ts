import { sql } from 'kysely';
import {
  type BankStatement,
  bankStatement,
  chainStates,
  lineStates,
} from '../../../contract/modules/lease/bankStatement';
import { defineServerModule } from '../../engine/serverModule';
import type { Change } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { approvedAssigning } from './assigning';
import { bankCalls } from './calls';
import { reckonGaps } from './chain';
import { approvedIgnoring } from './ignoring';

export default defineServerModule(bankStatement, {
  table: 'lease_bank_statement',
  list: 'lease_bank_statement_list',
  says: { account: { companyAccount: ['account'] } },
  madeOf: [{ module: 'receipt', column: 'receipt_id', through: { table: 'lease_bank_line', row: 'statement_id' } }],
  isBrought: true,
  defaultSort: [
    ['date_to', 'desc'],
    ['id', 'desc'],
  ],

  async removing(doomed, cx) {
    await cx.exclusive('bank.import');
    const ids = doomed.map(({ id }) => id);
    const { rows } = await sql<{ id: string; state: number }>`
      select id, now_state as state from lease_bank_line_list
      where tenant_id = ${cx.tenantId} and statement_id = any(${ids}::bigint[])`.execute(cx.trx);
    // What people have decided on lines stays, and what they are to decide on.
    if (rows.some(({ state }) => state !== lineStates.open)) refuse('bank.hasBooked');
    await cx.approvals.refusePending(
      bankStatement,
      rows.map(({ id }) => id),
    );
    // Money that came in would be missed by no one: not even the person who imported it makes it vanish alone.
    const importers = doomed.map((row) => (row as { createUser?: string }).createUser);
    await cx.approvals.refuseOwn(importers, 'bank.removeOwn');
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

  approved: { lineIgnore: approvedIgnoring, lineOther: approvedAssigning },

  calls: bankCalls,
});
