-- Early exit of an order: the day it counts from, until when it can be paid, and what closes the order.
alter table lease_order
  add column exit_date date,
  add column exit_until date,
  add column exit_amount numeric(18, 2) check (exit_amount >= 0);
create index lease_order_exit on lease_order (tenant_id, exit_until) where is_deleted = 0 and business_status = 9;

drop view lease_order_list;
create view lease_order_list with (security_invoker = true) as
  select o.*, (
    select r.act from approval_record r
    where r.tenant_id = o.tenant_id and r.entity = 'order' and r.entity_id = o.id::varchar
  ) as approval_act, (
    select max(case when c.status = 2 or c.sign_task_status = 'sign_completed' then 2 else 1 end) from lease_contract c
    where c.tenant_id = o.tenant_id and c.order_id = o.id and c.is_deleted = 0
      and (c.status = 2 or c.status = 1 and c.sign_task_status in ('sign_progress', 'reserved', 'sign_completed'))
  ) as paper_state
  from lease_order o;
