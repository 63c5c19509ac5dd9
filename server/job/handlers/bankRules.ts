/** What has to be true of statements of banks. */
import { sql } from 'kysely';
import { bankChain } from '../../lease/bankStatement/chain';
import { strayPayments } from '../../lease/bankStatement/strays';
import type { Rule } from './checks';

export const bankRules: readonly Rule[] = [
  {
    name: '银行流水余额连续，缺口已说明 · balances of statements have no gap that nobody explained',
    broken: (tenantId) => sql`
      select c.id, concat(s.bank_name, ' ', right(s.account, 4), ' ', s.date_to, ' ', c.gap) as text
      from ${bankChain(tenantId)} c
      join lease_bank_statement s on s.tenant_id = ${tenantId} and s.id = c.id
      where c.gap <> 0 and c.gap is distinct from s.explained_gap`,
  },
  {
    name: '付款只到代付文件的收款账号 · payments went to the accounts of their payment files',
    broken: (tenantId) => sql`
      select s.id, concat(s.reference, ' ', s.amount) as text from (${strayPayments(tenantId)}) s`,
  },
];
