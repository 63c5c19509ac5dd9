-- Ways to sign in beside the password, people who wait for an approval, and the notices that tell of them.

-- `sys_user.status`: 1 normal, 0 stopped, 2 registered and waiting for an administrator.

-- Guesses under way count like failures until they are judged, so many at once cannot slip past and right ones are
-- not refused. Those of a server that died are forgotten at `pending_until`.
alter table sign_in_failure
  add column pending int not null default 0,
  add column pending_until timestamptz;

-- Asked for before anybody has named a tenant, so these two belong to none.
create table captcha (
  key varchar(32) primary key,
  proof varchar(64) not null,
  expires_at timestamptz not null
);
create index captcha_expires on captcha (expires_at);

create table address_failure (
  address varchar(64) primary key,
  failures int not null,
  -- The last failure; the delay that grows with the failures starts here.
  failed_at timestamptz not null,
  until timestamptz not null
);
create index address_failure_until on address_failure (until);

-- The one code a phone may have. Sent to a phone or not: the row is there for every number that asked.
create table sms_code (
  tenant_id varchar(12) not null,
  phone varchar(20) not null,
  id varchar(32) not null,
  proof varchar(64) not null,
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Business day of the last code, and how many were sent on it.
  day date not null,
  day_count int not null default 1,
  primary key (tenant_id, phone)
);

-- Somebody as a provider knows them; bound to a person of ours once an administrator has agreed.
create table sys_user_oauth (
  id bigint primary key,
  tenant_id varchar(12) not null,
  source varchar(32) not null,
  uuid varchar(128) not null,
  user_id bigint references sys_user (id),
  username varchar(128) not null default '',
  avatar varchar(2000) not null default '',
  email varchar(128) not null default '',
  create_time timestamp(0) not null,
  update_time timestamp(0) not null,
  unique (tenant_id, source, uuid)
);
create index sys_user_oauth_user on sys_user_oauth (user_id);

-- Journeys to a provider that have not come back yet.
create table oauth_state (
  tenant_id varchar(12) not null,
  nonce varchar(32) not null,
  source varchar(32) not null,
  expires_at timestamptz not null,
  primary key (tenant_id, nonce)
);

alter table sign_in
  -- A guest is known to a provider and not yet to us: a sign-in without a person.
  alter column user_id drop not null,
  add column oauth_id bigint references sys_user_oauth (id),
  -- The one department and role chosen in switch mode; null: all that the person has.
  add column dept_id bigint,
  add column role_id bigint,
  add constraint sign_in_somebody check (user_id is not null or oauth_id is not null);

-- What people are told: mail, messages, notices. Without a user it is for everybody of the audience.
create table inbox (
  id bigint primary key,
  tenant_id varchar(12) not null,
  user_id bigint,
  audience varchar(16) not null default 'user' check (audience in ('user', 'admin', 'all')),
  kind varchar(16) not null check (kind in ('mail', 'message', 'notice')),
  title varchar(255) not null,
  content text not null,
  -- What it is about, so that a click opens it: 'registration' and the user's id.
  subject varchar(32) not null default '',
  subject_id varchar(64) not null default '',
  create_time timestamp(0) not null,
  check ((audience = 'user') = (user_id is not null))
);
create index inbox_tenant on inbox (tenant_id, kind, id desc);

do $$
declare t text;
begin
  foreach t in array array['sms_code', 'sys_user_oauth', 'oauth_state', 'inbox'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = (select current_setting('app.tenant', true)))
      with check (tenant_id = (select current_setting('app.tenant', true)))$p$, t);
  end loop;
end $$;
