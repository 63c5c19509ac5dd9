-- Workflow: models that are edited, definitions that are deployed, instances that run, their tasks, history and timers.
create table flow_model (
  id bigint not null,
  tenant_id varchar(12) not null,
  model_key varchar(64) not null,
  name varchar(128) not null,
  description varchar(500),
  -- Of the latest version; a save with another diagram changes it.
  xml_digest varchar(64) not null default '',
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index flow_model_model_key on flow_model (tenant_id, model_key) where is_deleted = 0;

create table flow_model_version (
  tenant_id varchar(12) not null,
  model_id bigint not null,
  version int not null,
  xml text not null,
  create_user bigint, create_time timestamp(0) not null,
  primary key (tenant_id, model_id, version),
  foreign key (tenant_id, model_id) references flow_model (tenant_id, id)
);

create table flow_definition (
  id bigint not null,
  tenant_id varchar(12) not null,
  key varchar(64) not null,
  name varchar(128) not null,
  category varchar(64) not null default '',
  version int not null,
  deployment_id bigint not null,
  deployment_time timestamp(0) not null,
  -- 1 active, 2 suspended
  suspension_state int not null default 1 check (suspension_state in (1, 2)),
  -- 1 common: deployed by the platform for its tenants; 2 the tenant's own
  mode int not null default 2 check (mode in (1, 2)),
  xml text not null,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
-- A deleted version's number is not used again.
create unique index flow_definition_version on flow_definition (tenant_id, key, version);
create index flow_definition_deployment on flow_definition (tenant_id, deployment_id);

create table flow_instance (
  id bigint not null,
  tenant_id varchar(12) not null,
  definition_id bigint not null,
  business_table varchar(64) not null default '',
  business_id varchar(64) not null default '',
  start_user bigint not null,
  start_dept bigint,
  start_time timestamp(0) not null,
  end_time timestamp(0),
  -- 1 running, 2 finished, 3 terminated, 4 withdrawn
  state int not null default 1 check (state between 1 and 4),
  reason varchar(500),
  variables jsonb not null default '{}',
  -- What the engine needs to go on: written and read by it alone; null when the instance is over.
  engine_state jsonb,
  engine_version int not null default 1,
  -- Tasks that were decided; while none was, the starter may withdraw.
  decisions int not null default 0,
  reminded_time timestamp(0),
  primary key (tenant_id, id),
  foreign key (tenant_id, definition_id) references flow_definition (tenant_id, id)
);
create index flow_instance_starter on flow_instance (tenant_id, start_user, id desc);
create index flow_instance_definition on flow_instance (tenant_id, definition_id, state);
create index flow_instance_business on flow_instance (tenant_id, business_table, business_id);

create table flow_task (
  id bigint not null,
  tenant_id varchar(12) not null,
  instance_id bigint not null,
  -- The engine's name for the wait that this task ends; several tasks of a countersigned step have one each.
  execution_id varchar(255) not null default '',
  element_id varchar(255) not null,
  name varchar(255) not null,
  -- 1 of a step, 2 of an added signer
  kind int not null default 1 check (kind in (1, 2)),
  -- Of an added signer: the task that waits for their opinion.
  parent_id bigint,
  assignee bigint,
  -- Of a delegated task: the person it returns to.
  owner bigint,
  candidate_users bigint[] not null default '{}',
  candidate_roles bigint[] not null default '{}',
  candidate_posts bigint[] not null default '{}',
  -- 1 open, 2 completed, 3 cancelled
  status int not null default 1 check (status between 1 and 3),
  -- approved, rejected, cancelled
  outcome varchar(16),
  comment varchar(2000),
  create_time timestamp(0) not null,
  claim_time timestamp(0),
  due_time timestamp(0),
  -- When the assignee was told that the due date has passed.
  overdue_time timestamp(0),
  end_time timestamp(0),
  -- The person who completed it.
  done_user bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references flow_instance (tenant_id, id),
  foreign key (tenant_id, parent_id) references flow_task (tenant_id, id)
);
create index flow_task_instance on flow_task (tenant_id, instance_id, status);
create index flow_task_assignee on flow_task (tenant_id, assignee, id desc) where status = 1;
create index flow_task_unclaimed on flow_task (tenant_id, id desc) where status = 1 and assignee is null;
create index flow_task_done on flow_task (tenant_id, done_user, id desc) where status = 2;
create index flow_task_due on flow_task (tenant_id, due_time) where status = 1 and due_time is not null and overdue_time is null;

-- What has happened, oldest first by id; the diagram and the readable history are made from it.
create table flow_activity (
  id bigint not null,
  tenant_id varchar(12) not null,
  instance_id bigint not null,
  execution_id varchar(255) not null default '',
  element_id varchar(255) not null,
  name varchar(255) not null default '',
  type varchar(64) not null,
  task_id bigint,
  start_time timestamp(0) not null,
  end_time timestamp(0),
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references flow_instance (tenant_id, id)
);
create index flow_activity_instance on flow_activity (tenant_id, instance_id, id);

create table flow_timer (
  id bigint not null,
  tenant_id varchar(12) not null,
  instance_id bigint not null,
  execution_id varchar(255) not null,
  element_id varchar(255) not null,
  due_time timestamp(0) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references flow_instance (tenant_id, id)
);
create index flow_timer_instance on flow_timer (tenant_id, instance_id);
create index flow_timer_due on flow_timer (tenant_id, due_time);

create table desk_leave (
  id bigint not null,
  tenant_id varchar(12) not null,
  definition_id bigint not null,
  instance_id bigint,
  apply_user bigint not null,
  apply_time timestamp(0) not null,
  task_user bigint not null,
  start_time timestamp(0) not null,
  end_time timestamp(0) not null,
  reason varchar(500) not null,
  -- 0 in approval, 1 approved, 2 to be changed, 3 withdrawn, 4 terminated
  status int not null default 0 check (status between 0 and 4),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references flow_instance (tenant_id, id)
);
create index desk_leave_applicant on desk_leave (tenant_id, apply_user, id desc);

alter table flow_model enable row level security;
alter table flow_model force row level security;
create policy tenant_only on flow_model
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

alter table flow_model_version enable row level security;
alter table flow_model_version force row level security;
create policy tenant_only on flow_model_version
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

alter table flow_definition enable row level security;
alter table flow_definition force row level security;
create policy tenant_only on flow_definition
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

alter table flow_instance enable row level security;
alter table flow_instance force row level security;
create policy tenant_only on flow_instance
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

alter table flow_task enable row level security;
alter table flow_task force row level security;
create policy tenant_only on flow_task
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

alter table flow_activity enable row level security;
alter table flow_activity force row level security;
create policy tenant_only on flow_activity
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

alter table flow_timer enable row level security;
alter table flow_timer force row level security;
create policy tenant_only on flow_timer
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

alter table desk_leave enable row level security;
alter table desk_leave force row level security;
create policy tenant_only on desk_leave
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- Views give ids as texts, as the calls do; conditions of the lists use the numbers beside them, which have indexes.
-- Deployed versions; `is_newest` is the one that is started.
create view flow_definition_list with (security_invoker = true) as
  select d.id, d.tenant_id, d.key, d.name, d.category, d.version, d.deployment_id::varchar(20) as deployment_id,
         d.deployment_time, d.suspension_state, d.mode, d.create_user, d.create_dept, d.create_time, d.update_user,
         d.update_time, d.is_deleted,
         (select w.dict_value from sys_dict w
          where w.code = 'flow' and w.is_deleted = 0 and w.dict_key <> '-1' and 'flow_' || w.dict_key = d.category limit 1) as category_name,
         (select count(*)::int from flow_instance i
          where i.tenant_id = d.tenant_id and i.definition_id = d.id and i.state = 1) as running,
         not exists (select 1 from flow_definition n
                     where n.tenant_id = d.tenant_id and n.key = d.key and n.is_deleted = 0 and n.version > d.version) as is_newest
  from flow_definition d;

create view flow_instance_list with (security_invoker = true) as
  select i.id, i.tenant_id, i.id::varchar(20) as process_instance_id, i.id::varchar(20) as history_process_instance_id,
         i.id::varchar(20) as execution_id, d.id::varchar(20) as process_definition_id, d.key as process_definition_key,
         d.name as process_definition_name, d.version as process_definition_version, d.category, d.suspension_state,
         (select w.dict_value from sys_dict w
          where w.code = 'flow' and w.is_deleted = 0 and w.dict_key <> '-1' and 'flow_' || w.dict_key = d.category limit 1) as category_name,
         case when i.state = 1 then 'unfinished' else 'finished' end::varchar(16) as process_is_finished,
         i.business_table, i.business_id, i.start_user::varchar(20) as start_user, u.real_name as start_user_name,
         i.start_user as start_user_id, i.state, i.reason, i.start_time, i.end_time, i.variables,
         (select string_agg(t.name, ', ' order by t.id)::varchar(1000) from flow_task t
          where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 1 and t.kind = 1) as task_name,
         (select min(t.id)::varchar(20) from flow_task t
          where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 1 and t.kind = 1) as task_id,
         i.start_user as create_user, i.start_dept as create_dept, i.start_time as create_time, i.start_user as update_user,
         coalesce(i.end_time, i.start_time) as update_time, 0 as is_deleted, 1 as version
  from flow_instance i
  join flow_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
  left join sys_user u on u.tenant_id = i.tenant_id and u.id = i.start_user;

-- Started instances with the step that they wait at.
create view flow_sent_list with (security_invoker = true) as
  select i.*, t.element_id as task_definition_key, t.assignee::varchar(20) as assignee, a.real_name as assignee_name,
         'send'::varchar(8) as status, t.due_time, t.claim_time, i.end_time as history_task_end_time,
         null::varchar(16) as outcome, null::varchar(2000) as comment
  from flow_instance_list i
  left join flow_task t on t.tenant_id = i.tenant_id and t.id = i.task_id::bigint
  left join sys_user a on a.tenant_id = t.tenant_id and a.id = t.assignee;

create view flow_task_list with (security_invoker = true) as
  select t.id, t.tenant_id, t.id::varchar(20) as task_id, t.name as task_name, t.element_id as task_definition_key,
         i.id::varchar(20) as process_instance_id, i.id::varchar(20) as history_process_instance_id,
         i.id::varchar(20) as execution_id, d.id::varchar(20) as process_definition_id, d.key as process_definition_key,
         d.name as process_definition_name, d.version as process_definition_version, d.category, d.suspension_state,
         (select w.dict_value from sys_dict w
          where w.code = 'flow' and w.is_deleted = 0 and w.dict_key <> '-1' and 'flow_' || w.dict_key = d.category limit 1) as category_name,
         case when i.state = 1 then 'unfinished' else 'finished' end::varchar(16) as process_is_finished,
         i.business_table, i.business_id, i.start_user::varchar(20) as start_user, u.real_name as start_user_name,
         t.assignee::varchar(20) as assignee, t.assignee as assignee_id, a.real_name as assignee_name, t.candidate_users, t.candidate_roles,
         t.candidate_posts, t.status as task_status, t.done_user,
         case when t.status <> 1 then 'done' when t.assignee is null then 'claim' else 'todo' end::varchar(8) as status,
         t.due_time, t.claim_time, t.end_time, t.end_time as history_task_end_time, t.outcome, t.comment, t.create_time,
         i.start_user as create_user, i.start_dept as create_dept, t.done_user as update_user,
         coalesce(t.end_time, t.create_time) as update_time, 0 as is_deleted, 1 as version
  from flow_task t
  join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
  join flow_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
  left join sys_user a on a.tenant_id = t.tenant_id and a.id = coalesce(t.done_user, t.assignee)
  left join sys_user u on u.tenant_id = i.tenant_id and u.id = i.start_user;
