-- Models: modules that are described by data.
create table develop_model (
  id bigint not null,
  tenant_id varchar(12) not null,
  model_name varchar(50) not null,
  model_name_en varchar(80),
  model_code varchar(31) not null,
  -- kept when the source is removed: where the model came from
  datasource_id bigint,
  model_table varchar(128),
  model_class varchar(64),
  is_tree int not null default 0 check (is_tree in (0, 1)),
  title_field varchar(64),
  note_field varchar(64),
  model_remark varchar(255),
  -- 1 draft, 2 published, 3 published and edited since, 4 withdrawn
  state int not null default 1 check (state between 1 and 4),
  published_version int,
  published_time timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index develop_model_code on develop_model (tenant_id, model_code) where is_deleted = 0;

-- Their fields, in the members that clients of the family send.
create table develop_model_prototype (
  id bigint not null,
  tenant_id varchar(12) not null,
  model_id bigint not null,
  jdbc_name varchar(128) not null,
  jdbc_type varchar(64) not null,
  jdbc_comment varchar(100) not null,
  property_name varchar(64) not null,
  component_type varchar(32) not null,
  is_list int not null check (is_list in (0, 1)),
  is_form int not null check (is_form in (0, 1)),
  is_row int not null check (is_row in (0, 1)),
  is_required int not null check (is_required in (0, 1)),
  is_unique int not null check (is_unique in (0, 1)),
  is_query int not null check (is_query in (0, 1)),
  query_type varchar(32) not null,
  dict_code varchar(64) not null,
  label_en varchar(100) not null,
  max_length int,
  -- choices, bounds, initial value and target of a reference, as JSON
  options text not null,
  sort int not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, model_id) references develop_model (tenant_id, id)
);
create unique index develop_model_prototype_name on develop_model_prototype (tenant_id, model_id, property_name);

do $$
declare t text;
begin
  foreach t in array array['develop_model', 'develop_model_prototype'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;
