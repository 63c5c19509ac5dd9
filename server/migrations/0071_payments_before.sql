-- Payments that a bank was asked for before, and whom it has paid: a file that is sent looks for both.
create index lease_pay_item_released on lease_pay_item (tenant_id, plan_id) where state = 4;
create index lease_pay_item_released_purchase on lease_pay_item (tenant_id, purchase_id) where state = 4;
create index lease_pay_item_paid_account on lease_pay_item (tenant_id, account) where state = 2 and purchase_id is not null;
