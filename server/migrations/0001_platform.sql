-- What belongs to the platform: tenants, menus, packages, scopes, dictionaries, regions, and what servers share.
-- Times are the tenant's wall clock (Asia/Shanghai has no daylight saving), written by the program's own clock.
-- Requests run as the role leasedesk_app, which owns nothing. A new table gives it select, insert, update and delete.

create table tenant (
  id bigint primary key,
  tenant_id varchar(12) not null unique,
  tenant_name varchar(50) not null,
  domain varchar(255),
  linkman varchar(20),
  contact_number varchar(20),
  address varchar(255),
  -- How many people the tenant may have; -1 for any number.
  account_number int not null default -1,
  package_id bigint,
  datasource_id bigint,
  expire_time timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index tenant_name_once on tenant (tenant_name) where is_deleted = 0;
create unique index tenant_domain_once on tenant (domain) where is_deleted = 0 and domain is not null;

-- Proof of the secret key these data were written under: a server that holds another key must not touch them.
create table installation (
  id int primary key check (id = 1),
  key_proof varchar(64) not null
);
revoke all on installation from leasedesk_app;

-- Numbers of the servers that make ids on this database: one holder each, for as long as the lease is renewed.
-- The times are the database's own, so that the clocks of the servers need not agree about who holds what.
create table node_lease (
  node int primary key check (node between 0 and 1023),
  -- Of one run of one server; '' once it has given the number back.
  holder varchar(64) not null,
  -- For people: machine and process.
  place varchar(255) not null,
  -- Tells on the same machine whether that process still lives.
  life varchar(255) not null default '',
  renewed_at timestamptz not null,
  expires_at timestamptz not null,
  -- The latest time in an id of this number, in milliseconds of its holder's clock: the next holder begins after it.
  clock bigint not null
);

-- Both are asked for before a tenant is known, so they belong to none.
create table captcha (
  key varchar(32) primary key,
  proof varchar(64) not null,
  expires_at timestamptz not null,
  -- Rows that any stranger may cause are counted by where they come from.
  network varchar(64) not null default ''
);
create index captcha_expires on captcha (expires_at);
create index captcha_network on captcha (network);

create table address_failure (
  address varchar(64) primary key,
  failures int not null,
  -- The last failure; the delay that grows with the failures starts here.
  failed_at timestamptz not null,
  until timestamptz not null
);
create index address_failure_until on address_failure (until);

-- Menus and buttons: one tree for all tenants; what a person sees is decided by grants.
create table sys_menu (
  id bigint primary key,
  parent_id bigint not null default 0,
  code varchar(255) not null,
  name varchar(255) not null,
  name_en varchar(255) not null default '',
  alias varchar(255) not null default 'menu',
  path varchar(255) not null default '',
  source varchar(255) not null default '',
  sort int not null default 1,
  category int not null default 1,
  action int not null default 0,
  is_open int not null default 1,
  -- Whether the console keeps a page's state after it was left; 0: it begins anew each time.
  keep_alive int not null default 1,
  -- Of the platform's own administration: no other tenant ever holds it.
  is_platform int not null default 0,
  remark varchar(255) not null default '',
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_menu_code on sys_menu (code) where is_deleted = 0;
create index sys_menu_parent on sys_menu (parent_id) where is_deleted = 0;

create table sys_top_menu (
  id bigint primary key,
  code varchar(255) not null,
  name varchar(255) not null,
  name_en varchar(255) not null default '',
  source varchar(255) not null default '',
  path varchar(255) not null default '',
  sort int not null default 1,
  menu_ids bigint[] not null default '{}',
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_top_menu_code on sys_top_menu (code) where is_deleted = 0;

create table sys_client (
  id bigint primary key,
  client_id varchar(48) not null,
  client_secret varchar(256) not null,
  resource_ids varchar(256),
  scope varchar(256) not null default 'all',
  authorized_grant_types varchar(256) not null,
  web_server_redirect_uri varchar(256),
  authorities varchar(256),
  access_token_validity int not null,
  refresh_token_validity int not null,
  additional_information varchar(4000),
  autoapprove varchar(256),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_client_client_id on sys_client (client_id) where is_deleted = 0;

create table sys_tenant_package (
  id bigint primary key,
  package_name varchar(50) not null,
  menu_ids bigint[] not null default '{}',
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_tenant_package_name on sys_tenant_package (package_name) where is_deleted = 0;

create table sys_dict (
  id bigint primary key,
  parent_id bigint not null default 0,
  code varchar(255) not null,
  dict_key varchar(64) not null default '-1',
  dict_value varchar(255) not null,
  dict_value_en varchar(255) not null default '',
  sort int not null default 1,
  remark varchar(255) not null default '',
  is_sealed int not null default 0,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_dict_key on sys_dict (code, dict_key) where is_deleted = 0;

create table sys_param (
  id bigint primary key,
  param_name varchar(255) not null,
  param_key varchar(255) not null,
  param_value varchar(255) not null,
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_param_key on sys_param (param_key) where is_deleted = 0;

-- The id is the code of the division, as the clients of the family know it.
create table sys_region (
  id varchar(12) primary key,
  code varchar(12) not null unique,
  parent_code varchar(12) not null,
  ancestors varchar(255) not null default '0',
  name varchar(32) not null,
  province_code varchar(12),
  province_name varchar(32),
  city_code varchar(12),
  city_name varchar(32),
  district_code varchar(12),
  district_name varchar(32),
  town_code varchar(12),
  town_name varchar(32),
  village_code varchar(12),
  village_name varchar(32),
  level int not null,
  sort int not null default 1,
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create index sys_region_parent on sys_region (parent_code, sort);

create table sys_data_scope (
  id bigint primary key,
  menu_id bigint not null,
  resource_code varchar(255) not null,
  scope_name varchar(255) not null,
  scope_field varchar(2000) not null default '*',
  scope_class varchar(500) not null,
  scope_column varchar(255),
  scope_type int not null,
  scope_value varchar(4000),
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_data_scope_code on sys_data_scope (resource_code) where is_deleted = 0;

create table sys_api_scope (
  id bigint primary key,
  menu_id bigint not null,
  resource_code varchar(255) not null,
  scope_name varchar(255) not null,
  method int not null default 1,
  scope_path varchar(255) not null,
  scope_type int not null default 2,
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_api_scope_code on sys_api_scope (resource_code) where is_deleted = 0;
create index sys_api_scope_path on sys_api_scope (scope_path) where is_deleted = 0;

-- Where a tenant's own rows may be kept.
create table sys_datasource (
  id bigint primary key,
  name varchar(100) not null,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);

create view tenant_list with (security_invoker = true) as
  select t.*, p.package_name from tenant t left join sys_tenant_package p on p.id = t.package_id and p.is_deleted = 0;
create view sys_data_scope_list with (security_invoker = true) as
  select s.*, m.name as menu_name from sys_data_scope s left join sys_menu m on m.id = s.menu_id;
create view sys_api_scope_list with (security_invoker = true) as
  select s.*, m.name as menu_name from sys_api_scope s left join sys_menu m on m.id = s.menu_id;

-- Everybody reads the platform's tables, and only work that was let in as the platform's writes them.
do $$
declare t text;
begin
  foreach t in array array['tenant', 'sys_menu', 'sys_top_menu', 'sys_client', 'sys_tenant_package', 'sys_dict', 'sys_param',
                           'sys_region', 'sys_data_scope', 'sys_api_scope', 'sys_datasource'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everybody_reads on %I for select using (true)', t);
    execute format($p$create policy platform_writes on %I
      using (current_setting('app.platform', true) = 'on')
      with check (current_setting('app.platform', true) = 'on')$p$, t);
  end loop;
end $$;
