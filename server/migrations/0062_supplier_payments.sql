-- What the company pays to the suppliers of lease objects.
create table lease_purchase (
  id bigint not null,
  tenant_id varchar(12) not null,
  -- that of its object
  order_id bigint not null,
  asset_id bigint not null,
  invoice_no varchar(64),
  invoice_date date,
  -- of the whole invoice, which may be paid in parts
  invoice_amount numeric(18, 2) check (invoice_amount > 0),
  amount numeric(18, 2) not null check (amount > 0),
  planned_date date,
  -- what the entries say is paid of it
  paid_amount numeric(18, 2) not null default 0 check (paid_amount between 0 and amount),
  paid_time timestamp(0),
  is_cancelled int not null default 0 check (is_cancelled in (0, 1)),
  remark varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id),
  foreign key (tenant_id, asset_id) references lease_asset (tenant_id, id)
);
create index lease_purchase_order on lease_purchase (tenant_id, order_id) include (amount, paid_amount) where is_deleted = 0;
create index lease_purchase_asset on lease_purchase (tenant_id, asset_id) where is_deleted = 0;
create index lease_purchase_invoice on lease_purchase (tenant_id, invoice_no) where is_deleted = 0 and invoice_no is not null;
create index lease_purchase_planned on lease_purchase (tenant_id, planned_date) where is_deleted = 0 and paid_amount = 0;
alter table lease_purchase enable row level security;
alter table lease_purchase force row level security;
create policy tenant_only on lease_purchase
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- A payment of a file is of an instalment or of a purchase.
alter table lease_pay_item
  alter column plan_id drop not null,
  add column purchase_id bigint,
  add foreign key (tenant_id, purchase_id) references lease_purchase (tenant_id, id),
  add check (num_nonnulls(plan_id, purchase_id) = 1);
-- A purchase is in one file at a time.
create unique index lease_pay_item_purchase on lease_pay_item (tenant_id, purchase_id) where state = 1;

-- What a supplier was paid (7).
do $$
declare c text;
begin
  for c in
    select conname from pg_constraint
    where conrelid = 'lease_payment_txn'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%account >= 1%'
  loop
    execute format('alter table lease_payment_txn drop constraint %I', c);
  end loop;
end $$;
alter table lease_payment_txn
  add column purchase_id bigint,
  add foreign key (tenant_id, purchase_id) references lease_purchase (tenant_id, id),
  add check (account between 1 and 7),
  add check ((account = 7) = (purchase_id is not null));
create index lease_payment_txn_purchase on lease_payment_txn (tenant_id, purchase_id) include (order_id, value_date, amount)
  where purchase_id is not null;

-- What the suppliers of an order's objects were paid, and what it earns on that: percent a year, null before it is known.
alter table lease_order
  add column invested numeric(18, 2) not null default 0,
  add column investment_rate numeric(16, 4);
drop view lease_order_list;
create view lease_order_list with (security_invoker = true) as
  select o.*, (
    select r.act from approval_record r
    where r.tenant_id = o.tenant_id and r.entity = 'order' and r.entity_id = o.id::varchar
  ) as approval_act, case when o.takeover_id is not null then 2 else (
    select max(case when c.status = 2 or c.sign_task_status = 'sign_completed' then 2 else 1 end) from lease_contract c
    where c.tenant_id = o.tenant_id and c.order_id = o.id and c.is_deleted = 0
      and (c.status = 2 or c.status = 1 and c.sign_task_status in ('sign_progress', 'reserved', 'sign_completed'))
  ) end as paper_state
  from lease_order o;

-- 1 due, 2 in a payment file, 3 paid, 4 cancelled. A bank may have paid what was cancelled.
create view lease_purchase_list with (security_invoker = true) as
  select p.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id, a.asset_name,
         s.id::varchar(20) as supplier_id, s.supplier_name,
         case when p.paid_amount = p.amount then 3
              when exists (select 1 from lease_pay_item i
                           where i.tenant_id = p.tenant_id and i.purchase_id = p.id and i.state = 1) then 2
              when p.is_cancelled = 1 then 4 else 1 end as state
  from lease_purchase p
  left join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
  left join lease_asset a on a.tenant_id = p.tenant_id and a.id = p.asset_id
  left join lease_supplier s on s.tenant_id = p.tenant_id and s.id = a.supplier_id;
