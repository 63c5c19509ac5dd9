/** Whose money a line of a bank is, as the bank itself says it: by the customer's name, or by an account known to be theirs. */
import { sql } from 'kysely';
import { plainName } from '../../../contract/domain/bank/parties';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { sources } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';

/** What a bank calls the other side of a movement. */
export interface Party {
  partyName?: string | null;
  partyAccount?: string | null;
}

/** An order whose contract says whose name and account they are: until then a person has only typed them. */
const isAgreed = sql<boolean>`(signed_time is not null or start_time is not null or takeover_date is not null)`;

/** Customers by account numbers: those of their signed orders, and those that papers of banks have named for them before. */
export async function knownAccounts(
  cx: Context,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, Set<string>>> {
  const known = new Map<string, Set<string>>();
  if (accounts.length === 0) return known;
  const { tenantId } = cx;
  const { rows } = await sql<{ customerId: string; account: string }>`
    select customer_id as "customerId", bank_card_code as account from lease_order
    where tenant_id = ${tenantId} and is_deleted = 0 and bank_card_code = any(${accounts}) and ${isAgreed}
    union select customer_id, party_account from lease_receipt
    where tenant_id = ${tenantId} and state = 1 and customer_id is not null and party_account = any(${accounts})
      and source in (${sources.statement}, ${sources.paymentFile})`.execute(cx.trx);
  for (const { customerId, account } of rows)
    known.set(customerId, (known.get(customerId) ?? new Set<string>()).add(account));
  return known;
}

/**
 * Names of the customers among these that the bank does not name as the other side. A name counts once another person has
 * verified it, or a contract says it.
 */
export async function notNamed(
  cx: Context,
  { partyName, partyAccount }: Party,
  customerIds: readonly string[],
): Promise<string[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string | null; isSure: boolean }>`
    select c.id, c.real_name as name, c.kyc_status = 1 or exists (
      select 1 from lease_order where tenant_id = ${cx.tenantId} and customer_id = c.id and is_deleted = 0 and ${isAgreed}
    ) as "isSure"
    from lease_customer c where c.tenant_id = ${cx.tenantId} and c.id = any(${[...customerIds]}::bigint[])`.execute(
    cx.trx,
  );
  const account = accountNumberIn(partyAccount ?? '');
  const known = await knownAccounts(cx, account ? [account] : []);
  return rows.flatMap(({ id, name, isSure }) =>
    (isSure && partyName && plainName(partyName) === plainName(name ?? '')) || known.has(id) ? [] : [name ?? id],
  );
}
