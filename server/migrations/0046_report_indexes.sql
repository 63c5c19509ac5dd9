-- Figures of a past day without a look at each instalment: an entry says of which day its instalment is, and since when.
alter table lease_payment_txn
  add column due_date date,
  add column planned_time timestamp(0);
alter table lease_payment_txn no force row level security;
alter table lease_payment_plan no force row level security;
update lease_payment_txn t set due_date = p.payment_date, planned_time = p.create_time
  from lease_payment_plan p
  where p.tenant_id = t.tenant_id and p.id = t.plan_id;
alter table lease_payment_plan force row level security;
alter table lease_payment_txn force row level security;
alter table lease_payment_txn
  add check (plan_id is null or due_date is not null and planned_time is not null);

drop index lease_payment_txn_booked;
create index lease_payment_txn_booked on lease_payment_txn (tenant_id, create_time)
  include (plan_id, order_id, other, rent, principal, due_date, planned_time) where account = 1;
-- What came in of instalments by the day of its value.
create index lease_payment_txn_received on lease_payment_txn (tenant_id, value_date)
  include (create_time, kind, plan_id, order_id, amount, late) where account = 1;
-- What orders are grouped by in reports.
create index lease_order_grouped on lease_order (tenant_id, id)
  include (direction, product_id, customer_id, product_name, customer_name, year_rate, effective_rate);
-- Orders of a direction, without their rows.
create index lease_order_direction on lease_order (tenant_id, direction, id) include (product_id, customer_id);
