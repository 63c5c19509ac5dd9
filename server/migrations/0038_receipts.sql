-- What an order charges for an instalment that is paid late: the terms of its product, as they were agreed.
alter table lease_product
  -- percent a day of what is unpaid
  add column late_rate numeric(8, 4) not null default 0 check (late_rate between 0 and 100),
  -- days after the payment date without a charge
  add column late_grace_days int not null default 0 check (late_grace_days between 0 and 365),
  -- percent of the instalment that the charge never exceeds
  add column late_cap_rate numeric(8, 4) check (late_cap_rate between 0 and 1000);
alter table lease_order
  add column late_rate numeric(8, 4) not null default 0,
  add column late_grace_days int not null default 0,
  add column late_cap_rate numeric(8, 4);

drop view lease_order_list;
create view lease_order_list with (security_invoker = true) as
  select o.*, (
    select r.act from approval_record r
    where r.tenant_id = o.tenant_id and r.entity = 'order' and r.entity_id = o.id::varchar
  ) as approval_act
  from lease_order o;

create view lease_receipt_list with (security_invoker = true) as
  select m.*, (
    select r.act from approval_record r
    where r.tenant_id = m.tenant_id and r.entity = 'receipt' and r.entity_id = m.id::varchar
  ) as approval_act
  from lease_receipt m;

-- Which way the money of an entry flowed: what the company paid too much to a customer is a balance of its own, beside
-- what the customer prepaid. 1 received, 2 paid out.
alter table lease_payment_txn add column direction int not null default 2 check (direction in (1, 2));
alter table lease_payment_txn alter column direction drop default;
-- The value date of an instalment's entries decides its late charge, its customer's balance is read by account.
create index lease_payment_txn_balance on lease_payment_txn (tenant_id, customer_id, account, direction) include (amount)
  where account in (2, 4);
