-- Reports under their names, with their parameters and the times at which they are sent.
create table report_file (
  id bigint not null,
  tenant_id varchar(12) not null,
  name varchar(100) not null,
  kind int not null,
  -- a JSON object of texts
  params varchar(2000),
  -- 0 never, 1 daily, 2 weekly, 3 monthly
  frequency int not null default 0,
  send_time varchar(5),
  week_day int,
  month_day int,
  file_format int,
  recipient_ids bigint[] not null default '{}',
  -- with whose rights it is made, and in which language
  scheduled_by bigint,
  schedule_language varchar(8),
  next_time timestamp(0),
  last_time timestamp(0),
  last_outcome int,
  last_reason varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index report_file_name on report_file (tenant_id, name) where is_deleted = 0;
create index report_file_next on report_file (tenant_id, next_time) where is_deleted = 0 and next_time is not null;

-- Reports that were sent: one for each moment at which one was due.
create table report_sent (
  id bigint not null,
  tenant_id varchar(12) not null,
  report_id bigint not null,
  due_time timestamp(0) not null,
  name varchar(100) not null,
  attach_id bigint not null,
  made_by bigint not null,
  recipient_ids bigint[] not null default '{}',
  create_time timestamp(0) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report_file (tenant_id, id),
  foreign key (tenant_id, attach_id) references attach (tenant_id, id)
);
create unique index report_sent_due on report_sent (tenant_id, report_id, due_time);
create index report_sent_attach on report_sent (tenant_id, attach_id);

do $$
declare t text;
begin
  foreach t in array array['report_file', 'report_sent'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;

-- The types of Office files have up to 73 characters.
drop view attach_list;
alter table attach alter column content_type type varchar(128);
alter table upload alter column content_type type varchar(128);
create view attach_list with (security_invoker = true) as
  select a.*, lower(substring(a.original_name from '\.([^.]{1,12})$'))::varchar(12) as extension, u.real_name as uploader
  from attach a
  left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.create_user;
