-- A call that was answered "waits for approval" answers so again when it is repeated.
alter table idempotency add column held_act int;

-- The records that a pending request is about: one for most deeds, all rows of a batch. A record waits for one at a time.
create table approval_record (
  tenant_id varchar(12) not null,
  entity varchar(64) not null,
  entity_id varchar(20) not null,
  approval_id bigint not null,
  -- number of the deed
  act int not null,
  primary key (tenant_id, entity, entity_id),
  foreign key (tenant_id, approval_id) references approval (tenant_id, id)
);
create index approval_record_approval on approval_record (tenant_id, approval_id);
alter table approval_record enable row level security;
alter table approval_record force row level security;
create policy tenant_only on approval_record
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    insert into approval_record (tenant_id, entity, entity_id, approval_id, act)
      select a.tenant_id, a.entity, a.entity_id, a.id, a.act from approval a
      where a.tenant_id = t and a.state = 1 and a.is_deleted = 0;
    insert into approval_record (tenant_id, entity, entity_id, approval_id, act)
      select a.tenant_id, a.entity, one.id, a.id, a.act
      from approval a, jsonb_array_elements_text(a.input -> 'ids') one (id)
      where a.tenant_id = t and a.state = 1 and a.is_deleted = 0
      on conflict do nothing;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
create index approval_listed on approval (tenant_id, state, create_time);

drop view lease_order_list;
create view lease_order_list with (security_invoker = true) as
  select o.*, (
    select r.act from approval_record r
    where r.tenant_id = o.tenant_id and r.entity = 'order' and r.entity_id = o.id::varchar
  ) as approval_act
  from lease_order o;

drop view lease_payment_plan_list;
create view lease_payment_plan_list with (security_invoker = true) as
  select p.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id, o.product_name, o.deadline,
         o.interest_date, o.total_amount, o.year_rate, o.business_status,
         case when p.pay_status = 0
              then greatest(0, (select current_setting('app.today', true))::date - p.payment_date) else 0 end as overdue_days, (
    select r.act from approval_record r
    where r.tenant_id = p.tenant_id and r.entity = 'paymentPlan' and r.entity_id = p.id::varchar
  ) as approval_act
  from lease_payment_plan p
  left join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id; -- `left` spares counts and sums the join

-- A step for people who have decided on no other step of its process: those who have, and may not decide on it.
alter table flow_task add column decided_users bigint[] not null default '{}';
create or replace view flow_task_list with (security_invoker = true) as
  select t.id, t.tenant_id, t.id::varchar(20) as task_id, t.name as task_name, t.element_id as task_definition_key,
         i.id::varchar(20) as process_instance_id, i.id::varchar(20) as history_process_instance_id,
         i.id::varchar(20) as execution_id, d.id::varchar(20) as process_definition_id, d.key as process_definition_key,
         d.name as process_definition_name, d.version as process_definition_version, d.category, d.suspension_state,
         (select w.dict_value from sys_dict w
          where w.code = 'flow' and w.is_deleted = 0 and w.dict_key <> '-1' and 'flow_' || w.dict_key = d.category limit 1) as category_name,
         case when i.state = 1 then 'unfinished' else 'finished' end::varchar(16) as process_is_finished,
         i.business_table, i.business_id, i.start_user::varchar(20) as start_user, u.real_name as start_user_name,
         t.assignee::varchar(20) as assignee, t.assignee as assignee_id, a.real_name as assignee_name, t.candidate_users, t.candidate_roles,
         t.candidate_posts, t.barred_user, t.status as task_status, t.done_user,
         case when t.status <> 1 then 'done' when t.assignee is null then 'claim' else 'todo' end::varchar(8) as status,
         t.due_time, t.claim_time, t.end_time, t.end_time as history_task_end_time, t.outcome, t.comment, t.create_time,
         i.start_user as create_user, i.start_dept as create_dept, t.done_user as update_user,
         coalesce(t.end_time, t.create_time) as update_time, 0 as is_deleted, 1 as version, t.decided_users
  from flow_task t
  join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
  join flow_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
  left join sys_user a on a.tenant_id = t.tenant_id and a.id = coalesce(t.done_user, t.assignee)
  left join sys_user u on u.tenant_id = i.tenant_id and u.id = i.start_user;
