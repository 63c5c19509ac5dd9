import type { Server } from './server';

/** An account of the company that two people have registered, so that statements of it are taken. */
export async function registerAccount(
  server: Pick<Server, 'sql' | 'deps'>,
  {
    account,
    tenantId = '000000',
    bankName = '工商银行',
    openedFrom = '2020-01-01',
    opening = '0.00',
  }: { account: string; tenantId?: string; opening?: string; openedFrom?: string; bankName?: string },
): Promise<string> {
  const id = server.deps.newId();
  await server.sql(
    `insert into lease_company_account (id, tenant_id, bank_name, account, account_name, opened_from, opening, state, create_time, update_time)
     values ($1, $2, $3, $4, '示例租赁有限公司', $5, $6, 1, '2020-01-01', '2020-01-01')`,
    [id, tenantId, bankName, account.replace(/\s/g, ''), openedFrom, opening],
  );
  return id;
}
