-- What is open of unpaid instalments by day is read from the index alone: with what is paid of them, and whether they are frozen.
drop index lease_payment_plan_unpaid;
create index lease_payment_plan_unpaid on lease_payment_plan (tenant_id, payment_date, id)
  include (order_id, amount_payable, paid_amount, rent, principal, is_frozen) where is_deleted = 0 and pay_status = 0;
