-- Every entry of a tenant's history has the next number of the tenant's chain and a hash over the entry before it and its
-- own named fields. Entries that were written before have neither: the first entry of the chain covers them.
alter table audit_log
  -- What the record was called when it happened.
  add column entity_name varchar(200),
  add column seq bigint,
  -- How the hash is made: another set of fields is another format.
  add column format smallint,
  add column hash varchar(64);
alter table audit_log add constraint audit_log_numbered
  check (seq is not null and format is not null and hash is not null) not valid;
create unique index audit_log_seq on audit_log (tenant_id, seq) where seq is not null;
create index audit_log_unnumbered on audit_log (tenant_id, id) where seq is null;
-- Records that are gone are found by the name that their last entry holds.
create index audit_log_removed on audit_log (tenant_id, entity_name) where action = 'remove';

-- The last number and hash of each chain. Whoever writes history locks it, as the last thing a transaction does.
create table audit_head (
  tenant_id varchar(12) primary key,
  seq bigint not null,
  hash varchar(64) not null,
  -- By the installation's key, which the database does not hold.
  signed varchar(64) not null,
  update_time timestamp(0) not null
);
alter table audit_head enable row level security;
alter table audit_head force row level security;
create policy tenant_only on audit_head
  using (tenant_id = (select current_setting('app.tenant', true)))
  with check (tenant_id = (select current_setting('app.tenant', true)));
create function refuse_going_back() returns trigger language plpgsql as $$
begin
  if new.tenant_id <> old.tenant_id or new.seq <= old.seq then
    raise exception 'rows of % only move on', tg_table_name;
  end if;
  return new;
end $$;
create trigger audit_head_moves_on before update on audit_head for each row execute function refuse_going_back();
create trigger audit_head_stays before delete on audit_head for each row execute function refuse_change();

-- Seals are read once more, when a history is taken over, and never written again.
do $$ begin
  if exists (select from pg_roles where rolname = 'leasedesk_app') then
    revoke insert, update, delete on audit_seal from leasedesk_app;
    revoke update, delete on audit_log from leasedesk_app;
    revoke delete on audit_head from leasedesk_app;
  end if;
end $$;

drop view audit_log_list;
create view audit_log_list with (security_invoker = true) as
  select a.*, 0 as is_deleted, 1 as version, a.user_id as create_user, null::bigint as create_dept,
    a.user_id as update_user, a.create_time as update_time
  from audit_log a;
