-- What every tenant's work leaves behind: history, files, numbers, dictionaries, notices, answers given once.

create table dict_biz (
  id bigint not null,
  tenant_id varchar(12) not null,
  parent_id bigint not null default 0,
  code varchar(255) not null,
  dict_key varchar(64) not null,
  dict_value varchar(255) not null,
  dict_value_en varchar(255) not null default '',
  sort int not null default 1,
  remark varchar(255) not null default '',
  is_sealed int not null default 0,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null default '2026-01-01 00:00:00',
  update_user bigint, update_time timestamp(0) not null default '2026-01-01 00:00:00',
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index dict_biz_key on dict_biz (tenant_id, code, dict_key) where is_deleted = 0;

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

-- The program adds entries; it may neither change nor remove one. Each has the next number of its tenant's chain and a
-- hash over the entry before it and its own named fields. Entries from before there were chains have neither: the first
-- entry of the chain covers them.
create table audit_log (
  id bigint not null,
  tenant_id varchar(12) not null,
  entity varchar(48) not null,
  entity_id bigint not null,
  -- What the record was called when it happened.
  entity_name varchar(200),
  -- The record whose page shows this change too: a plan row's order, a picture's order.
  about_id bigint,
  action varchar(48) not null,
  reason varchar(500) not null default '',
  changes jsonb not null,
  user_id bigint,
  user_name varchar(64) not null,
  request_id varchar(64) not null default '',
  address varchar(64) not null default '',
  create_time timestamp(0) not null,
  seq bigint,
  -- How the hash is made: another set of fields is another format.
  format smallint,
  hash varchar(64),
  primary key (tenant_id, id)
);
alter table audit_log add constraint audit_log_numbered
  check (seq is not null and format is not null and hash is not null) not valid;
create unique index audit_log_seq on audit_log (tenant_id, seq) where seq is not null;
create index audit_log_unnumbered on audit_log (tenant_id, id) where seq is null;
create index audit_log_entity on audit_log (tenant_id, entity_id, id desc);
create index audit_log_about on audit_log (tenant_id, about_id, id desc) where about_id is not null;
create index audit_log_search on audit_log (tenant_id, entity, id desc);
-- Records that are gone are found by the name that their last entry holds.
create index audit_log_removed on audit_log (tenant_id, entity_name) where action = 'remove';
revoke update, delete on audit_log from leasedesk_app;

-- The last number and hash of each chain. A writer of history locks it, as the last thing its transaction does.
create table audit_head (
  tenant_id varchar(12) primary key,
  seq bigint not null,
  hash varchar(64) not null,
  -- By the installation's key, which the database does not hold.
  signed varchar(64) not null,
  update_time timestamp(0) not null
);
revoke delete on audit_head from leasedesk_app;

-- Seals over pieces of a history, from before there were chains: read once, when a history is taken over.
create table audit_seal (
  tenant_id varchar(12) not null,
  last_id bigint not null,
  rows int not null,
  hash varchar(64) not null,
  create_time timestamp(0) not null,
  primary key (tenant_id, last_id)
);
revoke insert, update, delete on audit_seal from leasedesk_app;

create table attach (
  id bigint not null,
  tenant_id varchar(12) not null,
  name varchar(255) not null,
  original_name varchar(255) not null,
  content_type varchar(64) not null,
  size int not null,
  sha256 varchar(64) not null,
  width int,
  height int,
  -- A person's upload lives when a record takes it up.
  is_upload boolean not null default false,
  -- A record took it up: when none holds it any more, its links are dead.
  held_at timestamp(0),
  -- When a record was last found to hold it.
  seen_at timestamp(0),
  create_user bigint,
  create_time timestamp(0) not null,
  primary key (tenant_id, id)
);
create index attach_sha on attach (tenant_id, sha256);
create index attach_unseen on attach (tenant_id, (coalesce(seen_at, create_time))) where is_upload;
create index attach_size on attach (tenant_id) include (size);
create index attach_person on attach (tenant_id, create_user, create_time) where is_upload;

-- Numbers that are never given twice: (tenant, what, day) → last one given.
create table day_sequence (
  tenant_id varchar(12) not null,
  name varchar(32) not null,
  day date not null,
  last int not null,
  primary key (tenant_id, name, day)
);

-- What the browser reported through SendLogs, counted by person and day and kept for a season.
create table error_log (
  id bigint not null,
  tenant_id varchar(12) not null,
  user_id bigint,
  user_name varchar(64) not null default '',
  type varchar(32) not null default '',
  url varchar(500) not null default '',
  message varchar(2000) not null default '',
  stack text not null default '',
  info varchar(2000) not null default '',
  happened varchar(32) not null default '',
  -- What a tester's console did before an error: a recording that can be replayed, compressed.
  tape text,
  create_time timestamp(0) not null,
  primary key (tenant_id, id)
);
create index error_log_person on error_log (tenant_id, user_id, create_time);
create index error_log_time on error_log (tenant_id, create_time);

-- What people are told: mail, messages, notices. Without a user it is for everybody of the audience.
create table inbox (
  id bigint not null,
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
  primary key (tenant_id, id),
  check ((audience = 'user') = (user_id is not null))
);
create index inbox_tenant on inbox (tenant_id, kind, id desc);

create table inbox_read (
  tenant_id varchar(12) not null,
  inbox_id bigint not null,
  user_id bigint not null,
  read_time timestamp(0) not null,
  primary key (tenant_id, inbox_id, user_id),
  foreign key (tenant_id, inbox_id) references inbox (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id)
);

create view audit_log_list with (security_invoker = true) as
  select a.*, 0 as is_deleted, 1 as version, a.user_id as create_user, null::bigint as create_dept,
    a.user_id as update_user, a.create_time as update_time
  from audit_log a;
