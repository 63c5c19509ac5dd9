/** Balances of an account from statement to statement: what one begins with is what the one before ended with. */
import { sql } from 'kysely';
import type { Context } from '../../kernel/context';

/** Says of each statement of an account how far its balance is from that of the one before. */
export async function reckonGaps({ trx, tenantId }: Context, account: string): Promise<void> {
  await sql`
    update lease_bank_statement s set gap = c.gap
    from lease_bank_statement t
    left join lease_bank_chain c on c.tenant_id = ${tenantId} and c.account = ${account} and c.id = t.id
    where s.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and t.account = ${account} and s.id = t.id
      and s.gap is distinct from c.gap`.execute(trx);
}
