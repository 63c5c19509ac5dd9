-- What was looked at when the identity of a customer was verified, how, until when the paper holds, by whom and when.
alter table lease_customer add column verified_paper int check (verified_paper in (1, 2, 3));
alter table lease_customer add column verified_way int check (verified_way in (1, 2, 3));
alter table lease_customer add column verified_until date;
alter table lease_customer add column verified_by bigint;
alter table lease_customer add column verified_time timestamp(0);
-- Who last entered name or number. Who did before is not told apart from who changed something else.
alter table lease_customer add column identity_by bigint;
alter table lease_customer no force row level security;
update lease_customer set identity_by = update_user;
alter table lease_customer force row level security;

-- An ended order that is in lists only where they ask for it.
alter table lease_order add column archived int not null default 0 check (archived in (0, 1));
drop view lease_order_list;
create view lease_order_list with (security_invoker = true) as
  select o.*, (
    select r.act from approval_record r
    where r.tenant_id = o.tenant_id and r.entity = 'order' and r.entity_id = o.id::varchar
  ) as approval_act, case when o.takeover_id is not null then 2 else (
    select max(case when c.status = 2 or c.sign_task_status = 'sign_completed' then 2 else 1 end) from lease_contract c
    where c.tenant_id = o.tenant_id and c.order_id = o.id and c.is_deleted = 0
      and (c.status = 2 or c.status = 1 and c.sign_task_status in ('sign_progress', 'reserved', 'sign_completed'))
  ) end as paper_state
  from lease_order o;
-- Lists ask for what is not archived: it is read in the index, too.
drop index lease_order_newest;
create index lease_order_newest on lease_order (tenant_id, id desc)
  include (customer_name, contract_code, product_name, business_status, interest_date, total_amount, create_time, archived)
  where is_deleted = 0;
drop index lease_order_state;
create index lease_order_state on lease_order (tenant_id, business_status, id desc) include (total_amount, archived)
  where is_deleted = 0;
