-- Places that hold the files of a tenant; one of them takes new files. Without one they are on the local disk.
create table oss (
  id bigint not null,
  tenant_id varchar(12) not null,
  category int not null default 1,
  oss_code varchar(32) not null,
  endpoint varchar(255),
  bucket_name varchar(63),
  access_key varchar(255),
  -- Encrypted with the installation's key.
  secret_key varchar(1000),
  app_id varchar(32),
  region varchar(64),
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  -- 1 off, 2 enabled.
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index oss_enabled on oss (tenant_id) where status = 2 and is_deleted = 0;
create unique index oss_named on oss (tenant_id, oss_code) where is_deleted = 0;
alter table oss enable row level security;
alter table oss force row level security;
create policy tenant_only on oss
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- Which store holds a file (none: the local disk), and what a list of files needs.
alter table attach
  add column oss_id bigint,
  -- Uploaded to stay without a record, until a person removes it.
  add column is_library int not null default 0,
  add column create_dept bigint,
  add column update_user bigint,
  add column update_time timestamp(0),
  add column status int not null default 1,
  add column is_deleted int not null default 0,
  add column version int not null default 1,
  -- A removed file whose bytes are gone.
  add column erased_at timestamp(0),
  add foreign key (tenant_id, oss_id) references oss (tenant_id, id);
create index attach_oss on attach (tenant_id, oss_id) where oss_id is not null;
create index attach_newest on attach (tenant_id, create_time) where is_deleted = 0;
create index attach_doomed on attach (tenant_id, id) where is_deleted = 1 and erased_at is null;

create view attach_list with (security_invoker = true) as
  select a.*, lower(substring(a.original_name from '\.([^.]{1,12})$'))::varchar(12) as extension, u.real_name as uploader
  from attach a
  left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.create_user;

-- Uploads in parts, until they are complete or expire.
create table upload (
  id bigint not null,
  tenant_id varchar(12) not null,
  oss_id bigint,
  -- Where the file will be.
  name varchar(255) not null,
  original_name varchar(255) not null,
  size int not null,
  -- What the sender says it is.
  sha256 varchar(64),
  -- What the first part says it is.
  content_type varchar(64),
  -- The store's own name of the upload.
  store_upload varchar(1024),
  -- open, done, swept (expired: what is stored of it is being removed).
  state varchar(8) not null default 'open',
  attach_id bigint,
  create_user bigint not null,
  create_dept bigint,
  create_time timestamp(0) not null,
  expires_at timestamp(0) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, oss_id) references oss (tenant_id, id)
);
create index upload_person on upload (tenant_id, create_user, state);
create index upload_expiry on upload (tenant_id, expires_at);
alter table upload enable row level security;
alter table upload force row level security;
create policy tenant_only on upload
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

create table upload_part (
  tenant_id varchar(12) not null,
  upload_id bigint not null,
  number int not null,
  -- What the store answered for it, and what its bytes were.
  tag varchar(128) not null,
  sha256 varchar(64) not null,
  primary key (tenant_id, upload_id, number),
  foreign key (tenant_id, upload_id) references upload (tenant_id, id) on delete cascade
);
alter table upload_part enable row level security;
alter table upload_part force row level security;
create policy tenant_only on upload_part
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
