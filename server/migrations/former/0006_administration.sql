-- Who may do what: packages, scopes and their grants, the platform's own tables, and the columns that the record engine
-- keeps on every row.

-- Tables that were known by a few columns become records like all others.
do $$
declare t text;
begin
  foreach t in array array['tenant', 'sys_dept', 'sys_role', 'sys_user', 'sys_menu', 'sys_top_menu', 'dict_biz', 'sys_client'] loop
    execute format('alter table %I add column if not exists create_user bigint', t);
    execute format('alter table %I add column if not exists create_dept bigint', t);
    execute format($c$alter table %I add column if not exists create_time timestamp(0) not null default '2026-01-01 00:00:00'$c$, t);
    execute format('alter table %I add column if not exists update_user bigint', t);
    execute format($c$alter table %I add column if not exists update_time timestamp(0) not null default '2026-01-01 00:00:00'$c$, t);
    execute format('alter table %I add column if not exists is_deleted int not null default 0', t);
    execute format('alter table %I add column if not exists version int not null default 1', t);
  end loop;
end $$;

alter table tenant
  add column linkman varchar(20),
  add column contact_number varchar(20),
  add column address varchar(255),
  -- How many people the tenant may have; -1 for any number.
  add column account_number int not null default -1,
  add column package_id bigint,
  add column datasource_id bigint;

alter table sys_dept
  add column dept_category int not null default 2,
  add column remark varchar(255);
create index sys_dept_parent on sys_dept (tenant_id, parent_id) where is_deleted = 0;

alter table sys_role
  -- Holds whatever the tenant's package allows. Made with the tenant and given by the program alone, never by a name.
  add column is_admin boolean not null default false;

alter table sys_user
  add column code varchar(12),
  add column post_ids bigint[] not null default '{}',
  add column sex int,
  add column birthday date,
  add column user_type int not null default 1,
  add column user_ext varchar(2000),
  -- A one-time password that nobody used until then opens nothing.
  add column password_expires_at timestamptz;
create index sys_user_depts on sys_user using gin (dept_ids);
create index sys_user_roles on sys_user using gin (role_ids);

alter table sys_menu
  -- Of the platform's own administration: no other tenant ever holds it.
  add column is_platform int not null default 0;
create index sys_menu_parent on sys_menu (parent_id) where is_deleted = 0;
-- A code that was removed may come again.
alter table sys_menu drop constraint sys_menu_code_key;
create unique index sys_menu_code on sys_menu (code) where is_deleted = 0;

-- Top menus are the platform's: one set for all tenants.
drop policy tenant_only on sys_top_menu;
alter table sys_top_menu drop column tenant_id;
create unique index sys_top_menu_code on sys_top_menu (code) where is_deleted = 0;

alter table sys_client
  add column resource_ids varchar(256),
  add column scope varchar(256) not null default 'all',
  add column web_server_redirect_uri varchar(256),
  add column authorities varchar(256),
  add column additional_information varchar(4000),
  add column autoapprove varchar(256);
alter table sys_client drop constraint sys_client_client_id_key;
create unique index sys_client_client_id on sys_client (client_id) where is_deleted = 0;

create table sys_tenant_package (
  id bigint primary key,
  package_name varchar(50) not null,
  menu_ids bigint[] not null default '{}',
  remark varchar(255)
);
create unique index sys_tenant_package_name on sys_tenant_package (package_name);

create table sys_dict (
  id bigint primary key,
  parent_id bigint not null default 0,
  code varchar(255) not null,
  dict_key varchar(64) not null default '-1',
  dict_value varchar(255) not null,
  dict_value_en varchar(255) not null default '',
  sort int not null default 1,
  remark varchar(255) not null default '',
  is_sealed int not null default 0
);

create table sys_param (
  id bigint primary key,
  param_name varchar(255) not null,
  param_key varchar(255) not null,
  param_value varchar(255) not null,
  remark varchar(255)
);

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
  remark varchar(255)
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
  remark varchar(255)
);

create table sys_api_scope (
  id bigint primary key,
  menu_id bigint not null,
  resource_code varchar(255) not null,
  scope_name varchar(255) not null,
  method int not null default 1,
  scope_path varchar(255) not null,
  scope_type int not null default 2,
  remark varchar(255)
);

-- Where a tenant's own rows may be kept.
create table sys_datasource (
  id bigint primary key,
  name varchar(100) not null
);

do $$
declare t text;
begin
  foreach t in array array['sys_tenant_package', 'sys_dict', 'sys_param', 'sys_region', 'sys_data_scope', 'sys_api_scope', 'sys_datasource'] loop
    execute format($c$alter table %I
      add column create_user bigint, add column create_dept bigint,
      add column create_time timestamp(0) not null default '2026-01-01 00:00:00',
      add column update_user bigint,
      add column update_time timestamp(0) not null default '2026-01-01 00:00:00',
      add column status int not null default 1,
      add column is_deleted int not null default 0,
      add column version int not null default 1$c$, t);
  end loop;
end $$;
drop index sys_tenant_package_name;
create unique index sys_tenant_package_name on sys_tenant_package (package_name) where is_deleted = 0;
create unique index sys_dict_key on sys_dict (code, dict_key) where is_deleted = 0;
create unique index sys_param_key on sys_param (param_key) where is_deleted = 0;
create unique index sys_data_scope_code on sys_data_scope (resource_code) where is_deleted = 0;
create unique index sys_api_scope_code on sys_api_scope (resource_code) where is_deleted = 0;
create index sys_api_scope_path on sys_api_scope (scope_path) where is_deleted = 0;

create table sys_post (
  id bigint primary key,
  tenant_id varchar(12) not null,
  category int not null,
  post_code varchar(12) not null,
  post_name varchar(64) not null,
  sort int not null default 1,
  remark varchar(255),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null,
  update_user bigint,
  update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1
);
create unique index sys_post_code on sys_post (tenant_id, post_code) where is_deleted = 0;

create table sys_role_scope (
  tenant_id varchar(12) not null,
  role_id bigint not null references sys_role (id),
  -- 1 data, 2 calls
  category int not null check (category in (1, 2)),
  scope_id bigint not null,
  primary key (role_id, category, scope_id)
);

-- The history of a tenant, sealed piece by piece: each seal covers the rows after the one before it, and that one.
create table audit_seal (
  tenant_id varchar(12) not null,
  last_id bigint not null,
  rows int not null,
  hash varchar(64) not null,
  create_time timestamp(0) not null,
  primary key (tenant_id, last_id)
);
create trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function refuse_change();
create index audit_log_search on audit_log (tenant_id, entity, id desc);

do $$
declare t text;
begin
  foreach t in array array['sys_post', 'sys_role_scope', 'audit_seal'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = (select current_setting('app.tenant', true)))
      with check (tenant_id = (select current_setting('app.tenant', true)))$p$, t);
  end loop;
  -- The platform's own tables: everybody reads, and only work that was let in as the platform's writes.
  foreach t in array array['tenant', 'sys_menu', 'sys_client', 'sys_top_menu', 'sys_tenant_package', 'sys_dict', 'sys_param',
                           'sys_region', 'sys_data_scope', 'sys_api_scope', 'sys_datasource'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everybody_reads on %I for select using (true)', t);
    execute format($p$create policy platform_writes on %I
      using ((select current_setting('app.platform', true)) = 'on')
      with check ((select current_setting('app.platform', true)) = 'on')$p$, t);
    if exists (select from pg_roles where rolname = 'leasedesk_app') then
      execute format('grant select, insert, update, delete on %I to leasedesk_app', t);
    end if;
  end loop;
end $$;

-- Whether a scope is held anywhere decides whether the platform may take it away.
create policy platform_reads on sys_role_scope for select using ((select current_setting('app.platform', true)) = 'on');

-- What a tenant may have at all: its package, and never what is the platform's own. A button comes with its menu.
create function tenant_menus(of_tenant varchar) returns setof sys_menu language sql stable as $$
  select m.* from sys_menu m
  where m.is_deleted = 0 and (of_tenant = '000000' or (m.is_platform = 0 and exists (
    select from tenant t left join sys_tenant_package p on p.id = t.package_id
    where t.tenant_id = of_tenant
      and (t.package_id is null or m.id = any(p.menu_ids) or (m.category = 2 and m.parent_id = any(p.menu_ids))))))
$$;

-- What people of these roles hold: a tenant's administrators all that it may have, others what their roles were given.
-- Who may press a button may see the page it is on.
create function held_menus(of_tenant varchar, roles bigint[], is_super boolean) returns setof sys_menu language sql stable as $$
  select m.* from tenant_menus(of_tenant) m
  where is_super or exists (
    select from sys_role r where r.tenant_id = of_tenant and r.id = any(roles) and r.is_deleted = 0
      and (r.is_admin or exists (
        select from sys_role_menu g join sys_menu b on b.id = g.menu_id and b.is_deleted = 0
        where g.role_id = r.id and (b.id = m.id or (b.category = 2 and b.parent_id = m.id)))))
$$;

-- A department and all below it.
create function depts_below(of_tenant varchar, roots bigint[]) returns setof bigint language sql stable as $$
  with recursive below as (
    select d.id from sys_dept d where d.tenant_id = of_tenant and d.id = any(roots) and d.is_deleted = 0
    union
    select d.id from sys_dept d join below b on d.parent_id = b.id where d.tenant_id = of_tenant and d.is_deleted = 0)
  select id from below
$$;

create view sys_user_list with (security_invoker = true) as
  select u.*,
    (select string_agg(r.role_name, ',' order by r.sort, r.id) from sys_role r where r.id = any(u.role_ids) and r.is_deleted = 0) as role_name,
    (select string_agg(d.dept_name, ',' order by d.sort, d.id) from sys_dept d where d.id = any(u.dept_ids) and d.is_deleted = 0) as dept_name,
    (select string_agg(p.post_name, ',' order by p.sort, p.id) from sys_post p where p.id = any(u.post_ids) and p.is_deleted = 0) as post_name,
    f.failures, f.until as locked_until
  from sys_user u
  left join sign_in_failure f on f.tenant_id = u.tenant_id and f.account = u.account;

create view tenant_list with (security_invoker = true) as
  select t.*, p.package_name from tenant t left join sys_tenant_package p on p.id = t.package_id and p.is_deleted = 0;

create view sys_role_list with (security_invoker = true) as
  select r.*,
    (select count(*)::int from sys_user u where r.id = any(u.role_ids) and u.is_deleted = 0) as user_count
  from sys_role r;

create view sys_data_scope_list with (security_invoker = true) as
  select s.*, m.name as menu_name from sys_data_scope s left join sys_menu m on m.id = s.menu_id;
create view sys_api_scope_list with (security_invoker = true) as
  select s.*, m.name as menu_name from sys_api_scope s left join sys_menu m on m.id = s.menu_id;

-- People who are signed in now. The program adds what its own clock decides.
create view sign_in_list with (security_invoker = true) as
  select s.sid as id, s.tenant_id, u.account, u.real_name, s.address, s.user_agent, s.client_id,
    s.rotated_at at time zone 'Asia/Shanghai' as last_time, s.expires_at, s.user_id, (s.lock_proof is not null)::int as is_locked,
    case when s.ended_at is null then 0 else 1 end as is_deleted, 1 as version,
    s.user_id as create_user, u.dept_ids[1] as create_dept, s.create_time, s.user_id as update_user, s.create_time as update_time
  from sign_in s join sys_user u on u.id = s.user_id;

create view audit_log_list with (security_invoker = true) as
  select a.*, 0 as is_deleted, 1 as version, a.user_id as create_user, null::bigint as create_dept,
    a.user_id as update_user, a.create_time as update_time
  from audit_log a;
