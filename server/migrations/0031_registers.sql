-- Registers: published models. Each has a table of its own, made when it is published.
create table live_register (
  id bigint not null,
  tenant_id varchar(12) not null,
  model_id bigint not null,
  code varchar(31) not null,
  -- the publication that is served
  version int not null,
  -- 1 served, 2 withdrawn
  state int not null default 1 check (state in (1, 2)),
  menu_id bigint not null,
  -- the model as it was published
  declaration jsonb not null,
  -- the columns of its table, those of former fields too, in the order they were made
  columns jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, model_id) references develop_model (tenant_id, id),
  foreign key (menu_id) references sys_menu (id)
);
create unique index live_register_code on live_register (tenant_id, code);
create unique index live_register_model on live_register (tenant_id, model_id);

-- What was done to the table of a register, and which model it was done for.
create table live_publication (
  id bigint not null,
  tenant_id varchar(12) not null,
  register_id bigint not null,
  version int not null,
  statements jsonb not null,
  declaration jsonb not null,
  create_user bigint,
  create_time timestamp(0) not null,
  primary key (tenant_id, id)
);
create unique index live_publication_version on live_publication (tenant_id, register_id, version);

do $$
declare t text;
begin
  foreach t in array array['live_register', 'live_publication'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;

-- Menus and buttons of one tenant's registers, beside those of the product, which are no tenant's: ''.
alter table sys_menu add column owner_tenant varchar(12) not null default '';
drop index sys_menu_code;
create unique index sys_menu_code on sys_menu (code) where is_deleted = 0 and owner_tenant = '';
create unique index sys_menu_own_code on sys_menu (owner_tenant, code) where is_deleted = 0 and owner_tenant <> '';
drop policy everybody_reads on sys_menu;
create policy everybody_reads on sys_menu for select
  using (owner_tenant = '' or owner_tenant = current_setting('app.tenant', true));
drop policy platform_writes on sys_menu;
create policy platform_writes on sys_menu
  using (owner_tenant = '' and current_setting('app.platform', true) = 'on')
  with check (owner_tenant = '' and current_setting('app.platform', true) = 'on');
create policy tenant_writes on sys_menu
  using (owner_tenant <> '' and owner_tenant = current_setting('app.tenant', true))
  with check (owner_tenant <> '' and owner_tenant = current_setting('app.tenant', true));
