-- Announcements of a tenant. What is published lies in inboxes, as one row for all its recipients.
create table notice (
  id bigint not null,
  tenant_id varchar(12) not null,
  title varchar(255) not null,
  category int not null,
  -- 1 everyone; 2 the departments with all below them, the roles and the people that are named.
  audience int not null default 1,
  dept_ids bigint[] not null default '{}',
  role_ids bigint[] not null default '{}',
  user_ids bigint[] not null default '{}',
  release_time timestamp(0),
  content text not null default '',
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  -- 0 draft, 1 published, 2 revoked
  status int not null default 0,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create index notice_release on notice (tenant_id, release_time) where is_deleted = 0;

-- The pictures in a notice's text: their files live as long as it does.
create table notice_picture (
  tenant_id varchar(12) not null,
  notice_id bigint not null,
  attach_id bigint not null,
  primary key (tenant_id, notice_id, attach_id),
  foreign key (tenant_id, notice_id) references notice (tenant_id, id),
  foreign key (tenant_id, attach_id) references attach (tenant_id, id)
);
create index notice_picture_attach on notice_picture (tenant_id, attach_id);

alter table inbox
  add column dept_ids bigint[],
  add column role_ids bigint[],
  add column user_ids bigint[],
  add column notice_id bigint,
  -- Nothing of it is seen before this moment.
  add column shown_from timestamp(0),
  -- Taken back: who had read it stays known.
  add column withdrawn_at timestamp(0),
  add foreign key (tenant_id, notice_id) references notice (tenant_id, id),
  drop constraint inbox_audience_check,
  add constraint inbox_audience_check check (audience in ('user', 'admin', 'all', 'chosen'));

-- A person's messages are found by the first, those to many by the second, whatever the number of people.
drop index inbox_tenant;
create index inbox_person on inbox (tenant_id, user_id, create_time desc, id desc) where audience = 'user';
create index inbox_shared on inbox (tenant_id, create_time desc, id desc) where audience <> 'user';
create index inbox_notice on inbox (tenant_id, notice_id) where notice_id is not null;
-- Servers that hear nothing of each other look for what is new.
create index inbox_new on inbox (tenant_id, create_time);
create index inbox_gone on inbox (tenant_id, withdrawn_at) where withdrawn_at is not null;
create index inbox_read_person on inbox_read (tenant_id, user_id, inbox_id);

do $$
declare t text;
begin
  foreach t in array array['notice', 'notice_picture'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;
