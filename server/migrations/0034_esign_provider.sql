-- Contracts remember who signs them: 1 this installation, 2 FASC.
alter table lease_contract add column provider int not null default 1;

drop view lease_contract_list;
create view lease_contract_list with (security_invoker = true) as
  select c.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id
  from lease_contract c
  left join lease_order o on o.tenant_id = c.tenant_id and o.id = c.order_id; -- `left` spares counts the join

-- One sending of a contract at a signing service of others, and what is still to be done there.
create table sign_task (
  id bigint not null,
  tenant_id varchar(12) not null,
  contract_id bigint not null,
  provider int not null,
  -- our name of the task, which the service echoes
  reference varchar(64) not null,
  -- the service's name of it; null until it has answered
  task_id varchar(64),
  -- 1 to be created, 2 open, 3 signed and its file not fetched yet, 4 done, 5 over, 6 could not be created
  state int not null,
  -- 1: the message with the link is ours; otherwise the service tells the customer
  sends_link int not null default 0,
  -- attempts at the present step
  tries int not null default 0,
  -- when the present step is due; null: it waits for people
  due_time timestamp(0),
  -- when the service was last asked for its state
  checked_time timestamp(0),
  -- when the customer was last reminded, and how often on that day
  urged_time timestamp(0),
  urged_count int not null default 0,
  fault varchar(300),
  create_time timestamp(0) not null,
  update_time timestamp(0) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references lease_contract (tenant_id, id)
);
create unique index sign_task_reference on sign_task (tenant_id, reference);
create index sign_task_contract on sign_task (tenant_id, contract_id);
create index sign_task_due on sign_task (tenant_id, due_time) where due_time is not null;
create index sign_task_open on sign_task (tenant_id, checked_time) where state = 2;

-- What signing services have told, as it came. Those that concern no contract belong to the platform.
create table sign_event (
  id bigint not null,
  tenant_id varchar(12) not null,
  provider int not null,
  event varchar(64) not null,
  task_id varchar(64) not null,
  event_time varchar(20) not null,
  reference varchar(128) not null,
  body text not null,
  -- 1 to be done, 2 done, 3 ignored
  state int not null,
  note varchar(200),
  create_time timestamp(0) not null,
  handled_time timestamp(0),
  primary key (tenant_id, id)
);
create unique index sign_event_once on sign_event (tenant_id, event, task_id, event_time);
create index sign_event_waiting on sign_event (tenant_id, create_time) where state = 1;

do $$
declare t text;
begin
  foreach t in array array['sign_task', 'sign_event'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;

-- Numbers of callbacks that were taken: each is taken once.
create table sign_nonce (
  nonce varchar(64) primary key,
  until timestamptz not null
);
create index sign_nonce_until on sign_nonce (until);
