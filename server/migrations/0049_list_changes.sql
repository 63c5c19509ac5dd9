-- Which rows of large tables a transaction changed, as the last thing before its commit: what was counted and added up
-- over such a table is known to hold as long as no mark has become visible since. Deleted after an hour.
create table list_change (
  id bigint not null generated always as identity,
  tenant_id varchar(12) not null,
  table_name varchar(64) not null,
  record_ids bigint[], -- null: not known which
  xid xid8 not null default pg_current_xact_id(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index list_change_since on list_change (tenant_id, table_name, xid);
create index list_change_old on list_change (tenant_id, create_time);
alter table list_change enable row level security;
alter table list_change force row level security;
create policy tenant_only on list_change
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
