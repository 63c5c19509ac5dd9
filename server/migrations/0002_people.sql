-- A tenant's people: departments, positions, roles and what these hold, and the ways to sign in.
-- Each key of a tenant's table begins with the tenant, and each reference carries it: a row cannot point at another
-- tenant's, and all rows of a tenant can be kept on one node.

create table sys_dept (
  id bigint not null,
  tenant_id varchar(12) not null,
  parent_id bigint not null default 0,
  ancestors varchar(2000) not null default '0',
  dept_category int not null default 2,
  dept_name varchar(45) not null,
  full_name varchar(45) not null,
  sort int not null default 1,
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create index sys_dept_parent on sys_dept (tenant_id, parent_id) where is_deleted = 0;

create table sys_post (
  id bigint not null,
  tenant_id varchar(12) not null,
  category int not null,
  post_code varchar(12) not null,
  post_name varchar(64) not null,
  sort int not null default 1,
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index sys_post_code on sys_post (tenant_id, post_code) where is_deleted = 0;

create table sys_role (
  id bigint not null,
  tenant_id varchar(12) not null,
  parent_id bigint not null default 0,
  role_name varchar(255) not null,
  role_alias varchar(255) not null,
  -- Holds whatever the tenant's package allows. Made with the tenant and given by the program alone, never by a name.
  is_admin boolean not null default false,
  sort int not null default 1,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index sys_role_alias on sys_role (tenant_id, role_alias) where is_deleted = 0;

create table sys_role_menu (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  menu_id bigint not null references sys_menu (id),
  primary key (tenant_id, role_id, menu_id),
  foreign key (tenant_id, role_id) references sys_role (tenant_id, id)
);

create table sys_role_scope (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  -- 1 data, 2 calls
  category int not null check (category in (1, 2)),
  scope_id bigint not null,
  primary key (tenant_id, role_id, category, scope_id),
  foreign key (tenant_id, role_id) references sys_role (tenant_id, id)
);

-- A name as the eye reads it: without case, width and invisible characters; letters that look the same are one letter,
-- those of other alphabets as well as I, l, i and 1; 0 and O; rn and m; vv and w. A name may be typed in any case, so
-- the capitals of these are one letter too.
create function name_skeleton(name text) returns text language sql immutable parallel safe as $$
  select translate(replace(replace(lower(translate(
    regexp_replace(normalize(name, NFKC),
      '[\s\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]', '', 'g'),
    'АаВвЕеЁёЅѕІіЇїЈјКкМмНнОоРрСсТтУуХхҺһӀӏԁԛԝɑɡıΑαΒβΕεΖζΗηΙιΚκΜμΝνΟοΡρΤτΥυΧχ',
    'aabbeeeessiiiijjkkmmhhooppccttyyxxhhlldqwagiaabbeezzhniikkmmnvooppttyuxx')),
    'rn', 'm'), 'vv', 'w'), 'i1|0', 'lllo')
$$;

create table sys_user (
  id bigint not null,
  tenant_id varchar(12) not null,
  code varchar(12),
  account varchar(45) not null,
  business_user_code varchar(12),
  password_hash varchar(255) not null,
  must_change_password int not null default 0,
  -- A one-time password that was not used until then opens nothing.
  password_expires_at timestamptz,
  name varchar(20) not null,
  real_name varchar(20) not null,
  avatar varchar(2000),
  email varchar(45),
  phone varchar(45),
  sex int,
  birthday date,
  role_ids bigint[] not null default '{}',
  dept_ids bigint[] not null default '{}',
  post_ids bigint[] not null default '{}',
  user_type int not null default 1,
  user_ext varchar(2000),
  -- Decided on a flag, never on a role's name: only the platform tenant's owner has it.
  is_super boolean not null default false,
  -- Raised whenever the browsers that know a person are to know them no more.
  browsers int not null default 0,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  -- 1 normal, 0 stopped, 2 registered and waiting for an administrator
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index sys_user_account on sys_user (tenant_id, account) where is_deleted = 0;
create index sys_user_skeleton on sys_user (tenant_id, name_skeleton(account)) where is_deleted = 0;
create index sys_user_avatar on sys_user (tenant_id, avatar) where avatar is not null;
create index sys_user_depts on sys_user using gin (dept_ids);
create index sys_user_roles on sys_user using gin (role_ids);

-- A person as a provider knows them; bound to a person of ours once an administrator has agreed.
create table sys_user_oauth (
  id bigint not null,
  tenant_id varchar(12) not null,
  source varchar(32) not null,
  uuid varchar(128) not null,
  user_id bigint,
  username varchar(128) not null default '',
  avatar varchar(2000) not null default '',
  email varchar(128) not null default '',
  create_time timestamp(0) not null,
  update_time timestamp(0) not null,
  primary key (tenant_id, id),
  unique (tenant_id, source, uuid),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id)
);
create index sys_user_oauth_user on sys_user_oauth (tenant_id, user_id);

-- A sign-in. The refresh token is derived from `sid` and `generation`, so no secret rests here.
create table sign_in (
  sid bigint not null,
  tenant_id varchar(12) not null,
  -- A guest is known to a provider and not yet to us: a sign-in without a person.
  user_id bigint,
  oauth_id bigint,
  client_id varchar(48) not null,
  generation int not null default 0,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  -- However often a session is renewed, it ends.
  ends_at timestamptz not null default now() + interval '30 days',
  ended_at timestamptz,
  address varchar(64) not null default '',
  user_agent varchar(255) not null default '',
  -- The one department and role chosen in switch mode; null: all that the person has.
  dept_id bigint,
  role_id bigint,
  -- A locked session: the hash of what opens it again, and how often that was guessed wrong.
  lock_proof varchar(64),
  unlock_failures int not null default 0,
  unlock_after timestamptz,
  create_time timestamp(0) not null,
  primary key (tenant_id, sid),
  constraint sign_in_somebody check (user_id is not null or oauth_id is not null),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, oauth_id) references sys_user_oauth (tenant_id, id)
);
create index sign_in_user on sign_in (tenant_id, user_id) where ended_at is null;

-- Failures are counted by name, known or not, so that a lock does not tell which accounts exist. A browser in which the
-- person has signed in before counts its wrong guesses for itself; '' are all others together. Guesses under way count
-- like failures until they are judged, so that many at once cannot slip past; those of a server that died are forgotten
-- at `pending_until`.
create table sign_in_failure (
  tenant_id varchar(12) not null,
  account varchar(45) not null,
  browser varchar(32) not null default '',
  failures int not null,
  until timestamptz not null,
  pending int not null default 0,
  pending_until timestamptz,
  primary key (tenant_id, account, browser)
);

-- The one code that a phone may have for a purpose. The row is there for every number that asked, sent to or not. Codes
-- are made and counted for each asker, a browser that knows the person or a network, so that strangers do not use up
-- another's codes of the day; '' where the asker is already known by other means.
create table sms_code (
  tenant_id varchar(12) not null,
  phone varchar(20) not null,
  purpose varchar(16) not null,
  asker varchar(64) not null default '',
  id varchar(32) not null,
  proof varchar(64) not null,
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Business day of the last code, and how many were sent on it.
  day date not null,
  day_count int not null default 1,
  primary key (tenant_id, phone, purpose, asker)
);

-- Journeys to a provider that have not come back yet.
create table oauth_state (
  tenant_id varchar(12) not null,
  nonce varchar(32) not null,
  source varchar(32) not null,
  expires_at timestamptz not null,
  network varchar(64) not null default '',
  primary key (tenant_id, nonce)
);
create index oauth_state_network on oauth_state (tenant_id, network);

create view sys_user_list with (security_invoker = true) as
  select u.*,
    (select string_agg(r.role_name, ',' order by r.sort, r.id) from sys_role r
     where r.tenant_id = u.tenant_id and r.id = any(u.role_ids) and r.is_deleted = 0) as role_name,
    (select string_agg(d.dept_name, ',' order by d.sort, d.id) from sys_dept d
     where d.tenant_id = u.tenant_id and d.id = any(u.dept_ids) and d.is_deleted = 0) as dept_name,
    (select string_agg(p.post_name, ',' order by p.sort, p.id) from sys_post p
     where p.tenant_id = u.tenant_id and p.id = any(u.post_ids) and p.is_deleted = 0) as post_name,
    (select g.failures from sign_in_failure g where g.tenant_id = u.tenant_id and g.account = u.account
     order by g.failures desc, g.until desc limit 1) as failures,
    (select g.until from sign_in_failure g where g.tenant_id = u.tenant_id and g.account = u.account
     order by g.failures desc, g.until desc limit 1) as locked_until
  from sys_user u;

create view sys_role_list with (security_invoker = true) as
  select r.*,
    (select count(*)::int from sys_user u
     where u.tenant_id = r.tenant_id and r.id = any(u.role_ids) and u.is_deleted = 0) as user_count
  from sys_role r;

-- People who are signed in now. The program adds what its own clock decides.
create view sign_in_list with (security_invoker = true) as
  select s.sid as id, s.tenant_id, u.account, u.real_name, s.address, s.user_agent, s.client_id,
    s.rotated_at at time zone 'Asia/Shanghai' as last_time, s.expires_at, s.user_id, (s.lock_proof is not null)::int as is_locked,
    case when s.ended_at is null then 0 else 1 end as is_deleted, 1 as version,
    s.user_id as create_user, u.dept_ids[1] as create_dept, s.create_time, s.user_id as update_user, s.create_time as update_time
  from sign_in s join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id;
