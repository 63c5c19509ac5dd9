-- Settings of the code generator: which model becomes a module, and under which names.
create table develop_code (
  id bigint not null,
  tenant_id varchar(12) not null,
  code_name varchar(64) not null,
  model_id bigint not null,
  module_name varchar(31) not null,
  service_name varchar(64) not null,
  area varchar(16) not null,
  menu_under varchar(64) not null,
  icon varchar(64) not null,
  migration int not null check (migration between 1 and 9999),
  remark varchar(255),
  generated_time timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, model_id) references develop_model (tenant_id, id)
);
create unique index develop_code_name on develop_code (tenant_id, code_name) where is_deleted = 0;

alter table develop_code enable row level security;
alter table develop_code force row level security;
create policy tenant_only on develop_code
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
