/** What has to be true of statements of banks. */
import { sql } from 'kysely';
import type { Rule } from './checks';

export const bankRules: readonly Rule[] = [
  {
    name: '银行流水余额连续，缺口已说明 · balances of statements have no gap that nobody explained',
    broken: (tenantId) => sql`
      select c.id, concat(s.bank_name, ' ', right(s.account, 4), ' ', s.date_to, ' ', c.gap) as text
      from lease_bank_chain c
      join lease_bank_statement s on s.tenant_id = ${tenantId} and s.id = c.id
      where c.tenant_id = ${tenantId} and c.gap <> 0 and c.gap is distinct from s.explained_gap`,
  },
];
