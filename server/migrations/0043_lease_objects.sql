-- What is leased, from whom it was bought, and what is done about instalments that a customer has not paid.
create table lease_supplier (
  id bigint not null,
  tenant_id varchar(12) not null,
  supplier_name varchar(64) not null,
  credit_code varchar(18),
  contact_name varchar(64),
  tel varchar(20),
  bank_name varchar(64),
  bank_card_code varchar(32),
  address varchar(200),
  remark varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  -- 1 active, 0 disabled
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index lease_supplier_credit_code on lease_supplier (tenant_id, credit_code)
  where is_deleted = 0 and credit_code is not null and credit_code <> '';
alter table lease_supplier enable row level security;
alter table lease_supplier force row level security;
create policy tenant_only on lease_supplier
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- No contract is issued for an order of such a product before a lease object is entered.
alter table lease_product add column needs_asset int not null default 0 check (needs_asset in (0, 1));

create table lease_asset (
  id bigint not null,
  tenant_id varchar(12) not null,
  order_id bigint not null,
  asset_name varchar(64) not null,
  -- 1 equipment, 2 vehicle, 3 construction machinery, 4 other
  kind int not null check (kind between 1 and 4),
  model varchar(64),
  -- in capitals, without blanks; the VIN of a vehicle
  serial_no varchar(64) not null,
  supplier_id bigint,
  purchase_price numeric(18, 2) check (purchase_price > 0),
  invoice_no varchar(64),
  invoice_date date,
  location varchar(200),
  policy_no varchar(64),
  insured_until date,
  registration_no varchar(64),
  registered_until date,
  -- 1 awaits delivery, 2 in use, 3 repossessed, 4 disposed of
  state int not null default 1 check (state between 1 and 4),
  remark varchar(500),
  -- the day of expiry that people were told of
  insured_told date,
  registered_told date,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id),
  foreign key (tenant_id, supplier_id) references lease_supplier (tenant_id, id)
);
create index lease_asset_order on lease_asset (tenant_id, order_id) where is_deleted = 0;
create index lease_asset_serial on lease_asset (tenant_id, serial_no) where is_deleted = 0;
create index lease_asset_supplier on lease_asset (tenant_id, supplier_id);
create index lease_asset_insured on lease_asset (tenant_id, insured_until) where is_deleted = 0 and insured_until is not null;
create index lease_asset_registered on lease_asset (tenant_id, registered_until)
  where is_deleted = 0 and registered_until is not null;
alter table lease_asset enable row level security;
alter table lease_asset force row level security;
create policy tenant_only on lease_asset
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

create view lease_asset_list with (security_invoker = true) as
  select a.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id, o.business_status
  from lease_asset a
  left join lease_order o on o.tenant_id = a.tenant_id and o.id = a.order_id; -- `left` spares counts the join

-- The program adds records of collection; it may neither change nor remove one.
create table lease_collection (
  id bigint not null,
  tenant_id varchar(12) not null,
  order_id bigint not null,
  -- 1 call, 2 visit, 3 letter, 4 message, 5 promise to pay, 6 assignment
  kind int not null check (kind between 1 and 6),
  content varchar(500),
  promise_date date,
  promise_amount numeric(18, 2) check (promise_amount > 0),
  -- empty: from this record on the order is assigned to no person
  assignee_id bigint,
  writer_name varchar(64) not null,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id),
  check ((kind = 5) = (promise_date is not null and promise_amount is not null)),
  check (kind = 6 or assignee_id is null)
);
create index lease_collection_order on lease_collection (tenant_id, order_id, kind, id desc);
create index lease_collection_newest on lease_collection (tenant_id, id desc);
revoke update, delete on lease_collection from leasedesk_app;
alter table lease_collection enable row level security;
alter table lease_collection force row level security;
create policy tenant_only on lease_collection
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- A promise is kept when what came in by its day, booked since it was made and not taken back, reaches its amount.
create view lease_collection_list with (security_invoker = true) as
  select c.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id,
    case
      when c.kind <> 5 then null
      when c.promise_amount <= coalesce((
        select sum(t.amount) from lease_payment_txn t
        where t.tenant_id = c.tenant_id and t.order_id = c.order_id and t.account = 1 and t.kind in (1, 5) and t.amount > 0
          and t.create_time >= c.create_time and t.value_date between c.create_time::date and c.promise_date
          and not exists (
            select 1 from lease_payment_txn r where r.tenant_id = t.tenant_id and r.reverses_id = t.id)), 0) then 2
      when exists (
        select 1 from lease_collection n
        where n.tenant_id = c.tenant_id and n.order_id = c.order_id and n.kind = 5 and n.id > c.id
          and n.create_time::date <= c.promise_date) then 4
      when c.promise_date >= (select current_setting('app.today', true))::date then 1
      else 3
    end as promise_state
  from lease_collection c
  left join lease_order o on o.tenant_id = c.tenant_id and o.id = c.order_id;
