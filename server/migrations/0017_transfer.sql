-- Lists that go out in the background: what a person asked for, how far it is, and the file that came of it.
create table transfer (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  module varchar(64) not null,
  -- Format, columns, conditions, language: encrypted, because conditions hold names and numbers of people.
  plan text not null,
  -- What the person worked as when it began: they may lose rights meanwhile, and gain none.
  role_ids bigint[] not null default '{}',
  dept_ids bigint[] not null default '{}',
  is_super boolean not null default false,
  -- waiting, running, done, failed, cancelled
  state varchar(10) not null default 'waiting',
  rows int not null default 0,
  total int not null,
  -- Number of the attempt that may write this row, and when it last did; null while none is in hand.
  attempt int not null default 0,
  beat_at timestamp(0),
  -- Code of the refusal that ended it.
  reason varchar(64) not null default '',
  file_name varchar(255) not null,
  attach_id bigint,
  create_time timestamp(0) not null,
  end_time timestamp(0),
  expires_at timestamp(0),
  primary key (tenant_id, id),
  foreign key (tenant_id, attach_id) references attach (tenant_id, id)
);
create index transfer_person on transfer (tenant_id, user_id, id);
create index transfer_open on transfer (tenant_id, id) where state in ('waiting', 'running');
create index transfer_expiry on transfer (tenant_id, expires_at) where expires_at is not null;
create index transfer_file on transfer (tenant_id, attach_id) where attach_id is not null;
alter table transfer enable row level security;
alter table transfer force row level security;
create policy tenant_only on transfer
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- The file of such a list is its person's own: no list of files names it.
create or replace view attach_list with (security_invoker = true) as
  select a.*, lower(substring(a.original_name from '\.([^.]{1,12})$'))::varchar(12) as extension, u.real_name as uploader
  from attach a
  left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.create_user
  where not exists (select 1 from transfer t where t.tenant_id = a.tenant_id and t.attach_id = a.id);
