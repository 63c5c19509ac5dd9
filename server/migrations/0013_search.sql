-- The texts under which records are found: what is typed is the beginning of a term. Compared byte by byte, so that the
-- beginning of a term is a range of the key. The field tells what a data scope hides.
create table search_term (
  tenant_id varchar(12) not null,
  term varchar(40) collate "C" not null,
  entity varchar(32) not null,
  record_id bigint not null,
  field varchar(32) not null,
  primary key (tenant_id, term, entity, record_id, field)
);
alter table search_term enable row level security;
alter table search_term force row level security;
create policy tenant_only on search_term
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- How far the records that were not written by the program itself have got their terms.
create table search_progress (
  tenant_id varchar(12) not null,
  entity varchar(32) not null,
  up_to bigint not null,
  primary key (tenant_id, entity)
);
alter table search_progress enable row level security;
alter table search_progress force row level security;
create policy tenant_only on search_progress
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
