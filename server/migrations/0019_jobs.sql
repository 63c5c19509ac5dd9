-- Where jobs run: the scheduler of the product, or an application of a PowerJob server.
create table job_server (
  id bigint not null,
  tenant_id varchar(12) not null,
  job_server_name varchar(64) not null,
  job_server_url varchar(255) not null,
  job_app_name varchar(64) not null,
  -- sealed; none for the embedded scheduler
  job_app_password varchar(1024),
  job_remark varchar(500),
  is_embedded int not null default 0,
  app_id varchar(64),
  -- 0 not checked, 1 working, 2 away, 3 app or password refused
  state int not null default 0,
  state_note varchar(300),
  check_time timestamp(0),
  -- a server at work on it reserves it until then, so that two do not add the same job twice
  syncing_until timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index job_server_name on job_server (tenant_id, job_server_name) where is_deleted = 0;
create unique index job_server_embedded on job_server (tenant_id) where is_embedded = 1 and is_deleted = 0;

create table job_info (
  id bigint not null,
  tenant_id varchar(12) not null,
  job_server_id bigint not null,
  -- the embedded scheduler: our own id; a PowerJob server: its id of the job, null until it has one
  job_id varchar(32),
  job_name varchar(64) not null,
  job_description varchar(500),
  job_params varchar(4000),
  time_expression_type int not null default 2,
  time_expression varchar(128),
  time_zone varchar(64),
  execute_type int not null default 1,
  processor_type int not null default 1,
  processor_info varchar(255) not null,
  dispatch_strategy int not null default 1,
  enable int not null default 1,
  lifecycle varchar(128),
  max_instance_num int not null default 0,
  concurrency int not null default 5,
  instance_time_limit int not null default 0,
  instance_retry_num int not null default 0,
  task_retry_num int not null default 0,
  min_cpu_cores int not null default 0,
  min_memory_space int not null default 0,
  min_disk_space int not null default 0,
  designated_workers varchar(500),
  max_worker_count int not null default 0,
  notify_user_ids bigint[] not null default '{}',
  alert_threshold int not null default 0,
  statistic_window_len int not null default 0,
  silence_window_len int not null default 0,
  log_type int not null default 1,
  log_level int not null default 2,
  extra varchar(500),
  is_built_in int not null default 0,
  -- the moment of the next run in ms since 1970, and the same for people
  next_at bigint,
  next_time timestamp(0),
  last_time timestamp(0),
  last_state int,
  note varchar(300),
  -- ms since 1970
  alarmed_at bigint,
  -- JSON: the content on which this row and the job at the PowerJob server agreed last
  synced text,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, job_server_id) references job_server (tenant_id, id)
);
create index job_info_server on job_info (tenant_id, job_server_id);
create index job_info_next on job_info (tenant_id, next_at) where is_deleted = 0 and enable = 1;
create unique index job_info_built_in on job_info (tenant_id, processor_info) where is_built_in = 1 and is_deleted = 0;
create unique index job_info_remote on job_info (tenant_id, job_server_id, job_id) where is_deleted = 0 and job_id is not null;

-- Runs of jobs.
create table job_run (
  id bigint not null,
  tenant_id varchar(12) not null,
  job_info_id bigint not null,
  job_name varchar(64) not null,
  processor_info varchar(255) not null,
  -- 1 waiting, 2 dispatched, 3 running, 4 failed, 5 succeeded, 9 cancelled, 10 stopped
  state int not null,
  -- 1 schedule, 2 a person
  trigger int not null,
  is_late int not null default 0,
  missed int not null default 0,
  attempt int not null default 0,
  -- attempts that failed by themselves, and those whose server ended meanwhile
  failures int not null default 0,
  losses int not null default 0,
  node varchar(128),
  -- the number of the node that it is for; -1: any. Those that could not take it.
  for_node int not null default -1,
  refused_by int[] not null default '{}',
  -- it is for that node and no other
  is_bound int not null default 0,
  progress int not null default 0,
  progress_text varchar(200),
  params varchar(4000),
  result varchar(2000),
  cause varchar(1000),
  -- ms since 1970
  scheduled_at bigint not null,
  started_at bigint,
  scheduled_time timestamp(0) not null,
  start_time timestamp(0),
  end_time timestamp(0),
  duration int,
  is_stop_asked int not null default 0,
  lines int not null default 0,
  -- what the run waits for, or was started by: any other task of the queue is late
  task varchar(32) not null default 'first',
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
-- A moment of a schedule has one run, on every node where it is for all of them.
create unique index job_run_tick on job_run (tenant_id, job_info_id, scheduled_at, for_node) where trigger = 1;
create index job_run_scheduled on job_run (tenant_id, scheduled_time desc, id desc);
create index job_run_job on job_run (tenant_id, job_info_id, id desc);
create index job_run_open on job_run (tenant_id, job_info_id) where state in (1, 2, 3);

-- What runs have said, one line a row.
create table job_run_line (
  id bigint not null,
  tenant_id varchar(12) not null,
  run_id bigint not null,
  -- position in the output of the run, from 1
  seq int not null,
  -- 1 debug, 2 info, 3 warning, 4 error
  level int not null,
  -- ms since 1970
  said_at bigint not null,
  words varchar(2000) not null,
  primary key (tenant_id, id)
);
create unique index job_run_line_place on job_run_line (tenant_id, run_id, seq);

do $$
declare t text;
begin
  foreach t in array array['job_server', 'job_info', 'job_run', 'job_run_line'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;
