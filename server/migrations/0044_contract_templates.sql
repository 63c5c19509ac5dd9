-- The wording of contracts: one row a version, for a type of contract and, where it is narrower, a product.
create table contract_template (
  id bigint not null,
  tenant_id varchar(12) not null,
  -- 1 service agreement, 2 lease contract, 3 supplement, 4 termination agreement
  type int not null check (type between 1 and 4),
  -- empty: for all products that have none of their own
  product_id bigint,
  version_no int not null check (version_no > 0),
  -- type, product and number, as lists and contracts name it
  template_name varchar(200) not null,
  effective_date date not null,
  wording jsonb not null,
  -- 1 draft, 3 released, 5 withdrawn; what a later version replaces is told by the list
  state int not null default 1 check (state in (1, 3, 5)),
  released_by varchar(64),
  released_time timestamp(0),
  reason varchar(500),
  remark varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references lease_product (tenant_id, id)
);
-- Numbers are never given twice, also not after a draft was removed.
create unique index contract_template_number on contract_template (tenant_id, type, coalesce(product_id, 0), version_no);
create index contract_template_product on contract_template (tenant_id, product_id);
alter table contract_template enable row level security;
alter table contract_template force row level security;
create policy tenant_only on contract_template
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- A contract keeps the version that it was made from. Existing ones get the first version at the start of the server.
alter table lease_contract
  add column template_id bigint,
  add foreign key (tenant_id, template_id) references contract_template (tenant_id, id);
create index lease_contract_template on lease_contract (tenant_id, template_id);

drop view lease_contract_list;
create view lease_contract_list with (security_invoker = true) as
  select c.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id
  from lease_contract c
  left join lease_order o on o.tenant_id = c.tenant_id and o.id = c.order_id; -- `left` spares counts the join

-- 1 draft, 2 released for a later day, 3 in force, 4 replaced by a later version, 5 withdrawn.
create view contract_template_list with (security_invoker = true) as
  select t.id, t.tenant_id, t.type, t.product_id, t.version_no, t.template_name, t.effective_date, t.wording, t.released_by, t.released_time,
    t.reason, t.remark, t.create_user, t.create_dept, t.create_time, t.update_user, t.update_time, t.status, t.is_deleted,
    t.version,
    case
      when t.state <> 3 then t.state
      when t.effective_date > (select current_setting('app.today', true))::date then 2
      when exists (
        select 1 from contract_template n
        where n.tenant_id = t.tenant_id and n.type = t.type and coalesce(n.product_id, 0) = coalesce(t.product_id, 0)
          and n.state = 3 and n.is_deleted = 0 and n.effective_date <= (select current_setting('app.today', true))::date
          and (n.effective_date, n.version_no) > (t.effective_date, t.version_no)) then 4
      else 3
    end as state,
    (select count(*)::int from lease_contract c where c.tenant_id = t.tenant_id and c.template_id = t.id) as paper_count,
    (
      select r.act from approval_record r
      where r.tenant_id = t.tenant_id and r.entity = 'contractTemplate' and r.entity_id = t.id::varchar
    ) as approval_act
  from contract_template t;
