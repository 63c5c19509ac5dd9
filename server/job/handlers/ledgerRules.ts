/** What has to be true of the ledger at any time. */
import { sql } from 'kysely';
import { accounts, entryKinds, receiptStates } from '../../../contract/modules/lease/receipt';
import type { Rule } from './checks';

export const ledgerRules: readonly Rule[] = [
  {
    name: '分录之和等于已付金额 · entries add up to what is paid',
    broken: (tenantId) => sql`
      select p.id, concat(p.current_periods, ' ', p.paid_amount, ' ', coalesce(t.paid, 0)) as text
      from lease_payment_plan p
      left join (
        select plan_id, sum(amount - late) as paid from lease_payment_txn
        where tenant_id = ${tenantId} and plan_id is not null group by plan_id) t on t.plan_id = p.id
      where p.tenant_id = ${tenantId} and p.paid_amount <> coalesce(t.paid, 0)`,
  },
  {
    name: '每笔收付款全额入账，冲正后为零 · receipts are booked to the cent',
    broken: (tenantId) => sql`
      select r.id, concat(r.receipt_no, ' ', r.amount, ' ', coalesce(t.booked, 0)) as text
      from lease_receipt r
      left join (
        select e.receipt_id, sum(case when e.direction = m.direction then e.amount else - e.amount end) as booked
        from lease_payment_txn e
        join lease_receipt m on m.tenant_id = e.tenant_id and m.id = e.receipt_id
        where e.tenant_id = ${tenantId} and m.tenant_id = ${tenantId} group by e.receipt_id) t on t.receipt_id = r.id
      where r.tenant_id = ${tenantId} and r.is_deleted = 0
        and coalesce(t.booked, 0) <> case when r.state = ${receiptStates.booked} then r.amount else 0 end`,
  },
  {
    name: '待认领金额与分录一致 · unclaimed amounts agree with entries',
    broken: (tenantId) => sql`
      select r.id, concat(r.receipt_no, ' ', r.open_amount) as text
      from lease_receipt r
      left join (
        select receipt_id, sum(amount) as unclaimed from lease_payment_txn
        where tenant_id = ${tenantId} and account = ${accounts.unclaimed} group by receipt_id) t on t.receipt_id = r.id
      where r.tenant_id = ${tenantId} and r.is_deleted = 0 and r.open_amount <> coalesce(t.unclaimed, 0)`,
  },
  {
    name: '转账分录合计为零 · transfers add up to zero',
    broken: (tenantId) => sql`
      select min(id) as id, concat(batch_no, ' ', sum(amount)) as text from lease_payment_txn
      where tenant_id = ${tenantId} and kind = ${entryKinds.transfer} group by batch_no having sum(amount) <> 0`,
  },
  {
    name: '余额不为负 · no balance is negative',
    broken: (tenantId) => sql`
      select coalesce(max(customer_id), 0) as id, concat(account, ' ', sum(amount)) as text from lease_payment_txn
      where tenant_id = ${tenantId} and account in (${accounts.prepaid}, ${accounts.order})
      group by account, direction, case when account = ${accounts.prepaid} then customer_id else order_id end
      having sum(amount) < 0`,
  },
];
