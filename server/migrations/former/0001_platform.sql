-- Tenants, people, rights, sessions, and what the engine itself needs.
-- Times are the tenant's wall clock (Asia/Shanghai has no daylight saving), written by the program's own clock.

create table tenant (
  id bigint primary key,
  tenant_id varchar(12) not null unique,
  tenant_name varchar(50) not null,
  domain varchar(255),
  status int not null default 1,
  expire_time timestamp(0),
  create_time timestamp(0) not null
);

-- Proof of the secret key these data were written under: a server that holds another key must not touch them.
create table installation (
  id int primary key check (id = 1),
  key_proof varchar(64) not null
);

create table sys_dept (
  id bigint primary key,
  tenant_id varchar(12) not null,
  parent_id bigint not null default 0,
  ancestors varchar(2000) not null default '0',
  dept_name varchar(45) not null,
  full_name varchar(45) not null,
  sort int not null default 1,
  is_deleted int not null default 0
);

create table sys_role (
  id bigint primary key,
  tenant_id varchar(12) not null,
  parent_id bigint not null default 0,
  role_name varchar(255) not null,
  role_alias varchar(255) not null,
  sort int not null default 1,
  is_deleted int not null default 0
);

create table sys_user (
  id bigint primary key,
  tenant_id varchar(12) not null,
  account varchar(45) not null,
  business_user_code varchar(12),
  password_hash varchar(255) not null,
  must_change_password int not null default 0,
  name varchar(20) not null,
  real_name varchar(20) not null,
  avatar varchar(2000),
  email varchar(45),
  phone varchar(45),
  role_ids bigint[] not null default '{}',
  dept_ids bigint[] not null default '{}',
  -- Decided on a flag, never on a role's name: only the platform tenant's owner has it.
  is_super boolean not null default false,
  status int not null default 1,
  is_deleted int not null default 0,
  create_time timestamp(0) not null,
  update_time timestamp(0) not null
);
create unique index sys_user_account on sys_user (tenant_id, account) where is_deleted = 0;

-- Menus and buttons are the platform's: one tree for all tenants; what a person sees is decided by grants.
create table sys_menu (
  id bigint primary key,
  parent_id bigint not null default 0,
  code varchar(255) not null unique,
  name varchar(255) not null,
  name_en varchar(255) not null default '',
  alias varchar(255) not null default 'menu',
  path varchar(255) not null default '',
  source varchar(255) not null default '',
  sort int not null default 1,
  category int not null default 1,
  action int not null default 0,
  is_open int not null default 1,
  remark varchar(255) not null default '',
  is_deleted int not null default 0
);

create table sys_top_menu (
  id bigint primary key,
  tenant_id varchar(12) not null,
  code varchar(255) not null,
  name varchar(255) not null,
  name_en varchar(255) not null default '',
  source varchar(255) not null default '',
  path varchar(255) not null default '',
  sort int not null default 1,
  menu_ids bigint[] not null default '{}',
  is_deleted int not null default 0
);

create table sys_role_menu (
  tenant_id varchar(12) not null,
  role_id bigint not null references sys_role (id),
  menu_id bigint not null references sys_menu (id),
  primary key (role_id, menu_id)
);

create table dict_biz (
  id bigint primary key,
  tenant_id varchar(12) not null,
  parent_id bigint not null default 0,
  code varchar(255) not null,
  dict_key varchar(64) not null,
  dict_value varchar(255) not null,
  dict_value_en varchar(255) not null default '',
  sort int not null default 1,
  remark varchar(255) not null default '',
  is_sealed int not null default 0,
  is_deleted int not null default 0
);
create unique index dict_biz_key on dict_biz (tenant_id, code, dict_key) where is_deleted = 0;

create table sys_client (
  id bigint primary key,
  client_id varchar(48) not null unique,
  client_secret varchar(256) not null,
  authorized_grant_types varchar(256) not null,
  access_token_validity int not null,
  refresh_token_validity int not null,
  status int not null default 1
);

-- A sign-in. The refresh token is derived from `sid` and `generation`, so no secret rests here.
create table sign_in (
  sid bigint primary key,
  tenant_id varchar(12) not null,
  user_id bigint not null references sys_user (id),
  client_id varchar(48) not null,
  generation int not null default 0,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address varchar(64) not null default '',
  user_agent varchar(255) not null default '',
  create_time timestamp(0) not null
);
create index sign_in_user on sign_in (user_id) where ended_at is null;

-- Failures are counted by name, known or not, so that a lock tells nobody which accounts exist.
create table sign_in_failure (
  tenant_id varchar(12) not null,
  account varchar(45) not null,
  failures int not null,
  until timestamptz not null,
  primary key (tenant_id, account)
);

create table idempotency (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  route varchar(128) not null,
  key varchar(64) not null,
  fingerprint varchar(64) not null,
  answer jsonb,
  create_time timestamptz not null,
  primary key (tenant_id, user_id, route, key)
);

create table audit_log (
  id bigint primary key,
  tenant_id varchar(12) not null,
  entity varchar(48) not null,
  entity_id bigint not null,
  -- The record whose page shows this change too: a plan row's order, a picture's order.
  about_id bigint,
  action varchar(48) not null,
  reason varchar(500) not null default '',
  changes jsonb not null,
  user_id bigint,
  user_name varchar(64) not null,
  request_id varchar(64) not null default '',
  address varchar(64) not null default '',
  create_time timestamp(0) not null
);
create index audit_log_entity on audit_log (tenant_id, entity_id, id desc);
create index audit_log_about on audit_log (tenant_id, about_id, id desc) where about_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();

create table attach (
  id bigint primary key,
  tenant_id varchar(12) not null,
  name varchar(255) not null,
  original_name varchar(255) not null,
  content_type varchar(64) not null,
  size int not null,
  sha256 varchar(64) not null,
  width int,
  height int,
  create_user bigint,
  create_time timestamp(0) not null
);
create index attach_sha on attach (tenant_id, sha256);

-- Numbers that are never given twice: (tenant, what, day) → last one given.
create table day_sequence (
  tenant_id varchar(12) not null,
  name varchar(32) not null,
  day date not null,
  last int not null,
  primary key (tenant_id, name, day)
);

-- What the browser reported through SendLogs.
create table error_log (
  id bigint primary key,
  tenant_id varchar(12) not null,
  user_id bigint,
  user_name varchar(64) not null default '',
  type varchar(32) not null default '',
  url varchar(500) not null default '',
  message varchar(2000) not null default '',
  stack text not null default '',
  info varchar(2000) not null default '',
  happened varchar(32) not null default '',
  create_time timestamp(0) not null
);

-- The second line of tenant isolation. The program's own role owns nothing and cannot switch this off;
-- outside a tenant-bound transaction the setting is empty and nobody's rows match.
do $$
declare t text;
begin
  foreach t in array array['sys_dept', 'sys_role', 'sys_user', 'sys_top_menu', 'sys_role_menu', 'dict_biz', 'sign_in',
                           'sign_in_failure', 'idempotency', 'audit_log', 'attach', 'day_sequence', 'error_log'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = (select current_setting('app.tenant', true)))
      with check (tenant_id = (select current_setting('app.tenant', true)))$p$, t);
  end loop;
end $$;

-- The platform's own tables are read by requests and written by the owner alone.
do $$ begin
  if exists (select from pg_roles where rolname = 'leasedesk_app') then
    revoke insert, update, delete on tenant, sys_menu, sys_client from leasedesk_app;
    revoke all on installation from leasedesk_app;
  end if;
end $$;
