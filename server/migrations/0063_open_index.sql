-- In the order of the lists, so that a page of open instalments is read without looking at the paid ones.
drop index lease_payment_plan_open;
create index lease_payment_plan_open on lease_payment_plan (tenant_id, payment_date, id)
  include (order_id, amount_payable, paid_amount, rent, principal, paid_principal, create_time)
  where is_deleted = 0 and paid_amount < amount_payable;
-- All that the list of the plan adds up.
drop index lease_payment_plan_due;
create index lease_payment_plan_due on lease_payment_plan (tenant_id, payment_date, id)
  include (order_id, pay_status, amount_payable, rent, principal, other, create_time) where is_deleted = 0;
