-- A new plan for what is unpaid of an order: the one that waits for its supplement, and the one that holds.
alter table lease_order
  add column restructuring jsonb,
  add column restructured jsonb;

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
