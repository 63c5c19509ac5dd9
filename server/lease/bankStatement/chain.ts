/** Balances of an account from statement to statement: what one begins with is what the one before ended with. */
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context';

interface Link {
  account: string;
  id: string;
  gap: string | null;
}

/**
 * How far the closing balance of each statement is from what its account has reached by the lines known up to it, less
 * what the statement before it is already away: money that moved between the two and is in neither. `account`: of one
 * alone.
 */
export function bankChain(tenantId: string, account: string | null = null): RawBuilder<Link> {
  const isOf = account === null ? sql`true` : sql`s.account = ${account}`;
  return sql`(
    with moves as (
      select s.account, l.value_date as day, s.id, sum(case l.direction when 1 then l.amount else -l.amount end) as moved,
             null::numeric as closing
      from lease_bank_line l
      join lease_bank_statement s on s.tenant_id = l.tenant_id and s.id = l.statement_id and s.is_deleted = 0
      where s.tenant_id = ${tenantId} and l.tenant_id = ${tenantId} and ${isOf}
      group by s.account, l.value_date, s.id
      union all
      select s.account, s.date_to, s.id, 0, s.closing from lease_bank_statement s
      -- a statement that goes loses its lines first
      where s.tenant_id = ${tenantId} and s.is_deleted = 0 and ${isOf}
        and exists (select 1 from lease_bank_line l where l.tenant_id = ${tenantId} and l.statement_id = s.id)
    ), reached as (
      select account, day, id, closing, sum(moved) over (partition by account order by day, id) as moved from moves
    ), away as (
      select r.account, r.day, r.id, r.closing - a.opening - r.moved as away
      from reached r
      join lease_company_account a on a.tenant_id = ${tenantId} and a.account = r.account and a.is_deleted = 0
      where r.closing is not null
    )
    select account, id, away - lag(away, 1, 0) over (partition by account order by day, id) as gap from away)`;
}

/** Says of each statement of an account how far its balance is from that of the one before. */
export async function reckonGaps({ trx, tenantId }: Context, account: string): Promise<void> {
  await sql`
    update lease_bank_statement s set gap = c.gap
    from lease_bank_statement t
    left join ${bankChain(tenantId, account)} c on c.id = t.id
    where s.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and t.account = ${account} and s.id = t.id
      and s.gap is distinct from c.gap`.execute(trx);
}
