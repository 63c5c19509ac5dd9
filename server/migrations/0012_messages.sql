-- Services that send short messages, one of them enabled, with their secrets encrypted.
create table sms_config (
  id bigint not null,
  tenant_id varchar(12) not null,
  category int not null,
  sms_code varchar(32) not null,
  sign_name varchar(32),
  template_id varchar(64),
  access_key varchar(255),
  secret_key varchar(1024),
  app_id varchar(32),
  region_id varchar(32),
  endpoint varchar(255),
  is_repeatable int not null default 0,
  remark varchar(255),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index sms_config_code on sms_config (tenant_id, sms_code) where is_deleted = 0;
create unique index sms_config_enabled on sms_config (tenant_id) where is_deleted = 0 and status = 2;

-- What messages of a kind say. Without words of its own a row says what the product says.
create table message_template (
  id bigint not null,
  tenant_id varchar(12) not null,
  kind int not null,
  is_on int not null default 0,
  language int not null default 1,
  words varchar(500),
  subject varchar(100),
  template_id varchar(64),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index message_template_kind on message_template (tenant_id, kind);

-- The outbox: one row for each message to one person, written with its cause.
create table message (
  id bigint not null,
  tenant_id varchar(12) not null,
  kind int not null,
  channel int not null,
  -- Names the cause: there is one message for it.
  cause varchar(160) not null,
  about_id bigint,
  -- A configuration that is tried although it is not the enabled one.
  sms_id bigint,
  -- Masked, whole and encrypted, and as a keyed hash that is counted.
  recipient varchar(128) not null,
  recipient_sealed varchar(512),
  recipient_key varchar(64) not null,
  -- The text as a log may show it; the whole is encrypted and removed once it is sent.
  words varchar(1000) not null,
  payload text,
  state int not null,
  attempts int not null default 0,
  due_time timestamp(0) not null,
  attempt_time timestamp(0),
  sent_time timestamp(0),
  gateway varchar(64),
  gateway_id varchar(128),
  fault varchar(300),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index message_cause on message (tenant_id, cause);
create index message_open on message (tenant_id, due_time) where state in (1, 2);
create index message_recent on message (tenant_id, create_time, id);
create index message_recipient on message (tenant_id, recipient_key, attempt_time);
create index message_kept on message (tenant_id, create_time) where payload is not null;

alter table lease_customer add column email varchar(128);

-- A link whose sending began before there was an outbox has no message that could still have an outcome.
do $$
declare t text;
begin
  -- Row security binds an owner who is no superuser.
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update lease_contract set sms_status = 3, sms_fault = 3 where tenant_id = t and sms_status = 1;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

do $$
declare t text;
begin
  foreach t in array array['sms_config', 'message_template', 'message'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;
