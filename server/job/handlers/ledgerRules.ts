/**
 * What has to be true of the ledger at any time. Sums of two tables are compared in one pass over both: a join of them
 * would depend on statistics that a new table does not have.
 */
import { sql } from 'kysely';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { settled, terminated } from '../../../contract/domain/lifecycle/orderStates';
import { accounts, directions, entryKinds, receiptStates } from '../../../contract/modules/lease/receipt';
import { untrueMonths } from '../../lease/ledger/dailySums';
import type { Rule } from './checks';

export const ledgerRules: readonly Rule[] = [
  {
    name: '分录之和等于已付金额 · entries add up to what is paid',
    broken: (tenantId) => sql`
      select id, concat(sum(paid), ' ', sum(booked)) as text from (
        select id, paid_amount as paid, 0 as booked from lease_payment_plan where tenant_id = ${tenantId}
        union all
        select plan_id, 0, amount - late from lease_payment_txn where tenant_id = ${tenantId} and plan_id is not null) x
      group by id having sum(paid) <> sum(booked)`,
  },
  {
    name: '分录本金之和等于已付本金 · principal of entries adds up to what is paid of it',
    broken: (tenantId) => sql`
      select id, concat(sum(paid), ' ', sum(booked)) as text from (
        select id, paid_principal as paid, 0 as booked from lease_payment_plan where tenant_id = ${tenantId}
        union all
        select plan_id, 0, principal from lease_payment_txn where tenant_id = ${tenantId} and plan_id is not null) x
      group by id having sum(paid) <> sum(booked)`,
  },
  {
    name: '订单未付合计等于各期未付之和 · what is kept as open of orders adds up from their instalments',
    broken: (tenantId) => sql`
      select id, concat(sum(kept), ' ', sum(amount)) as text from (
        select order_id as id, amount as kept, principal as kept_principal, instalments as kept_rows, 0 as amount,
               0 as principal, 0 as rows
        from lease_order_open where tenant_id = ${tenantId} and to_day is null
        union all
        select order_id, 0, 0, 0, amount_payable - paid_amount, principal - paid_principal, 1
        from lease_payment_plan p
        where tenant_id = ${tenantId} and is_deleted = 0 and paid_amount < amount_payable and not exists (
          select 1 from lease_plan_pause s
          where s.tenant_id = ${tenantId} and s.plan_id = p.id and s.until_time is null)) x
      group by id
      having (sum(kept), sum(kept_principal), sum(kept_rows)) is distinct from (sum(amount), sum(principal), sum(rows))`,
  },
  {
    name: '每日汇总等于计划与分录之和 · daily sums add up from plan and entries',
    broken: (tenantId) => sql`
      select concat(direction, ' ', to_char(month, 'YYYY-MM')) as id, concat(amount, ' ', open, ' ', received) as text
      from ${untrueMonths(tenantId)} m`,
  },
  {
    name: '采购付款分录之和等于已付金额 · entries of supplier payments add up to what is paid of them',
    broken: (tenantId) => sql`
      select id, concat(sum(paid), ' ', sum(booked)) as text from (
        select id, paid_amount as paid, 0 as booked from lease_purchase where tenant_id = ${tenantId}
        union all
        select purchase_id, 0, amount from lease_payment_txn where tenant_id = ${tenantId} and purchase_id is not null) x
      group by id having sum(paid) <> sum(booked)`,
  },
  {
    name: '采购付款分录之和等于订单已投放金额 · entries of supplier payments add up to what orders have invested',
    broken: (tenantId) => sql`
      select id, concat(sum(invested), ' ', sum(booked)) as text from (
        select id, invested, 0 as booked from lease_order where tenant_id = ${tenantId}
        union all
        select order_id, 0, amount from lease_payment_txn
        where tenant_id = ${tenantId} and account = ${accounts.purchase}) x
      group by id having sum(invested) <> sum(booked)`,
  },
  {
    name: '每笔收付款全额入账，冲正后为零 · receipts are booked to the cent',
    broken: (tenantId) => sql`
      select id, concat(max(receipt_no), ' ', sum(amount)) as text from (
        select id, receipt_no, direction as way, case when state = ${receiptStates.booked} then amount else 0 end as amount,
               0 as received, 0 as paid_out
        from lease_receipt where tenant_id = ${tenantId} and is_deleted = 0
        union all
        select receipt_id, null, null, 0, case when direction = ${directions.received} then amount else 0 end,
               case when direction = ${directions.paidOut} then amount else 0 end
        from lease_payment_txn where tenant_id = ${tenantId} and receipt_id is not null) x
      group by id
      having sum(amount) <> (sum(received) - sum(paid_out)) * case when max(way) = ${directions.received} then 1 else -1 end`,
  },
  {
    name: '待认领金额与分录一致 · unclaimed amounts agree with entries',
    broken: (tenantId) => sql`
      select id, concat(max(receipt_no), ' ', sum(open_amount)) as text from (
        select id, receipt_no, open_amount, 0 as unclaimed from lease_receipt where tenant_id = ${tenantId} and is_deleted = 0
        union all
        select receipt_id, null, 0, amount from lease_payment_txn
        where tenant_id = ${tenantId} and account = ${accounts.unclaimed}) x
      group by id having sum(open_amount) <> sum(unclaimed)`,
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
  {
    name: '起租后订单款项已转出 · the money of started orders is booked as what it is',
    broken: (tenantId) => sql`
      select t.order_id as id, sum(t.amount)::text as text from lease_payment_txn t
      join lease_order o on o.tenant_id = ${tenantId} and o.id = t.order_id and o.is_opened = 1
      where t.tenant_id = ${tenantId} and t.account = ${accounts.order}
      group by t.order_id having sum(t.amount) <> 0`,
  },
  {
    name: '归还的本金不超过收到的本金 · no more principal is paid back than came in',
    broken: (tenantId) => sql`
      select o.id, concat(o.contract_code, ' ', sum(t.came), ' ', sum(t.repaid)) as text from (
        select order_id, case when account = ${accounts.principal} then amount else 0 end as came,
               case when account = ${accounts.instalment} and direction = ${directions.paidOut} then principal else 0 end as repaid
        from lease_payment_txn
        where tenant_id = ${tenantId} and order_id is not null and account in (${accounts.instalment}, ${accounts.principal})) t
      join lease_order o on o.tenant_id = ${tenantId} and o.id = t.order_id
      group by o.id, o.contract_code, o.total_amount, o.grace_kind
      having sum(t.came) > o.total_amount
        -- a grace with nothing due adds its interest to the principal
        or (sum(t.came) > 0 and o.grace_kind is distinct from 2 and sum(t.repaid) > sum(t.came))`,
  },
  {
    name: '保证金不为负，订单终结后全部退还 · deposits are given back at the end',
    broken: (tenantId) => sql`
      select o.id, concat(o.contract_code, ' ', sum(t.held)) as text from (
        select order_id, amount as held from lease_payment_txn
        where tenant_id = ${tenantId} and account = ${accounts.deposit}
        union all
        select t.order_id, t.other from lease_payment_plan p
        join lease_payment_txn t on t.tenant_id = ${tenantId} and t.plan_id = p.id
        where p.tenant_id = ${tenantId} and p.kind = ${rowKinds.deposit}) t
      join lease_order o on o.tenant_id = ${tenantId} and o.id = t.order_id
      group by o.id, o.contract_code, o.business_status, o.is_opened
      having sum(t.held) < 0
        or (sum(t.held) <> 0 and o.is_opened = 1 and o.business_status in (${settled}, ${terminated}))`,
  },
];
