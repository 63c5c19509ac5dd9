-- The logs that people read in the console. Rows are written by the program outside of the request's transaction and
-- are deleted after the days that the parameters give.

create table usual_log (
  id bigint not null,
  tenant_id varchar(12) not null,
  log_level varchar(10) not null default 'info',
  event varchar(32) not null default '',
  entity varchar(64) not null default '',
  log_id varchar(100) not null default '',
  log_data text not null default '',
  method varchar(10) not null default '',
  request_uri varchar(500) not null default '',
  remote_ip varchar(64) not null default '',
  user_agent varchar(1000) not null default '',
  params text not null default '',
  request_id varchar(64) not null default '',
  user_id bigint,
  create_by varchar(64) not null default '',
  service_id varchar(32) not null default '',
  server_host varchar(255) not null default '',
  server_ip varchar(64) not null default '',
  env varchar(255) not null default '',
  create_time timestamp(0) not null,
  primary key (tenant_id, id)
);
create index usual_log_time on usual_log (tenant_id, create_time, id);

create table api_log (
  id bigint not null,
  tenant_id varchar(12) not null,
  type int not null default 1,
  title varchar(255) not null default '',
  title_en varchar(255) not null default '',
  status_code int not null default 200,
  reason varchar(64) not null default '',
  time int not null default 0,
  method varchar(10) not null default '',
  request_uri varchar(500) not null default '',
  remote_ip varchar(64) not null default '',
  user_agent varchar(1000) not null default '',
  params text not null default '',
  request_id varchar(64) not null default '',
  user_id bigint,
  create_by varchar(64) not null default '',
  service_id varchar(32) not null default '',
  server_host varchar(255) not null default '',
  server_ip varchar(64) not null default '',
  env varchar(255) not null default '',
  create_time timestamp(0) not null,
  primary key (tenant_id, id)
);
create index api_log_time on api_log (tenant_id, create_time, id);

-- Until now it held what browsers reported; the server's own unexpected errors come to it.
alter table error_log
  add column source int not null default 2,
  add column exception_name varchar(255) not null default '',
  add column method_class varchar(255) not null default '',
  add column file_name varchar(1000) not null default '',
  add column line_number int,
  add column method varchar(10) not null default '',
  add column remote_ip varchar(64) not null default '',
  add column user_agent varchar(1000) not null default '',
  add column params text not null default '',
  add column request_id varchar(64) not null default '',
  add column service_id varchar(32) not null default '',
  add column server_host varchar(255) not null default '',
  add column server_ip varchar(64) not null default '',
  add column env varchar(255) not null default '';
update error_log set exception_name = type;
drop index error_log_time;
create index error_log_time on error_log (tenant_id, create_time, id);

do $$
declare t text;
begin
  foreach t in array array['usual_log', 'api_log'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;
-- A row that is written stays as it was written.
revoke update on usual_log, api_log from leasedesk_app;

create view usual_log_list with (security_invoker = true) as
  select l.*, 0 as is_deleted, 1 as version, l.user_id as create_user, null::bigint as create_dept,
    l.user_id as update_user, l.create_time as update_time
  from usual_log l;
create view api_log_list with (security_invoker = true) as
  select l.*, 0 as is_deleted, 1 as version, l.user_id as create_user, null::bigint as create_dept,
    l.user_id as update_user, l.create_time as update_time
  from api_log l;
create view error_log_list with (security_invoker = true) as
  select l.id, l.tenant_id, l.source, l.exception_name, l.message, l.method_class, l.file_name, l.line_number,
    l.stack as stack_trace, l.info, l.tape is not null as has_tape, l.method, l.url as request_uri, l.remote_ip,
    l.user_agent, l.params, l.request_id, l.user_id, l.user_name as create_by, l.service_id, l.server_host, l.server_ip,
    l.env, l.create_time, 0 as is_deleted, 1 as version, l.user_id as create_user, null::bigint as create_dept,
    l.user_id as update_user, l.create_time as update_time
  from error_log l;
