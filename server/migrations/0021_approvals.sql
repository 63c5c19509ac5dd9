-- Which deeds further people decide on, and by which process.
create table approval_rule (
  id bigint not null,
  tenant_id varchar(12) not null,
  -- number of the deed
  act int not null,
  is_on int not null default 0,
  -- yuan; null: whatever the amount
  from_amount numeric(18, 2),
  process_key varchar(64) not null,
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index approval_rule_act on approval_rule (tenant_id, act);

-- Deeds that wait for further people, or that they have decided on.
create table approval (
  id bigint not null,
  tenant_id varchar(12) not null,
  act int not null,
  entity varchar(64) not null,
  entity_id varchar(20) not null,
  entity_name varchar(200),
  amount numeric(18, 2),
  reason varchar(500),
  -- what the deed is done with once it is approved
  input jsonb not null,
  -- what it changes, as those who decide see it: [{ label: { zh, en }, before, after }]
  changes jsonb not null,
  -- 1 pending, 2 approved, 3 rejected, 4 withdrawn
  state int not null default 1,
  maker_id bigint not null,
  process_instance_id varchar(20),
  comment varchar(500),
  decided_time timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
-- One request at a time for a record.
create unique index approval_pending on approval (tenant_id, entity, entity_id) where state = 1 and is_deleted = 0;
create index approval_entity on approval (tenant_id, entity, entity_id);
create index approval_created on approval (tenant_id, create_time);
create index approval_instance on approval (tenant_id, process_instance_id);

do $$
declare t text;
begin
  foreach t in array array['approval_rule', 'approval'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;

-- Orders with the deed that waits for a decision.
create view lease_order_list with (security_invoker = true) as
  select o.*, (
    select a.act from approval a
    where a.tenant_id = o.tenant_id and a.entity = 'order' and a.entity_id = o.id::varchar and a.state = 1 and a.is_deleted = 0
  ) as approval_act
  from lease_order o;
