-- Conditions, sort and columns of a list that a person has saved under a name, for themselves or for all who may see it.
create table list_view (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  module varchar(64) not null,
  name varchar(40) not null,
  seek jsonb not null,
  filters jsonb not null,
  ascs varchar(200) not null default '',
  descs varchar(200) not null default '',
  shape jsonb not null,
  is_shared boolean not null,
  create_time timestamp(0) not null,
  update_time timestamp(0) not null,
  primary key (tenant_id, id)
);
create unique index list_view_name on list_view (tenant_id, module, user_id, name);
alter table list_view enable row level security;
alter table list_view force row level security;
create policy tenant_only on list_view
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- The columns, row height and page size that a person has chosen for a list.
create table list_shape (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  module varchar(64) not null,
  shape jsonb not null,
  update_time timestamp(0) not null,
  primary key (tenant_id, user_id, module)
);
alter table list_shape enable row level security;
alter table list_shape force row level security;
create policy tenant_only on list_shape
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
