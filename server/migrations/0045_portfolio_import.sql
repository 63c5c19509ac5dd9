-- A running portfolio that comes from an older system: its workbook, what was found in it, and what was decided.
create table lease_portfolio_import (
  id bigint not null,
  tenant_id varchar(12) not null,
  file_name varchar(200) not null,
  sha256 varchar(64) not null,
  -- the last day of the older system
  takeover_date date not null,
  -- 1 being checked, 2 faulty, 3 checked, 4 being posted, 5 posted
  state int not null default 1 check (state between 1 and 5),
  -- per cent of what is done in the background
  progress int not null default 0,
  customer_count int not null default 0,
  order_count int not null default 0,
  row_count int not null default 0,
  fault_count int not null default 0,
  note_count int not null default 0,
  principal numeric(18, 2) not null default 0,
  -- said by the person who posted figures that differ
  reason varchar(500),
  -- why the last attempt in the background came to nothing
  problem varchar(500),
  posted_by bigint,
  posted_name varchar(64),
  posted_time timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
-- The same file comes in once, unless its import was deleted.
create unique index lease_portfolio_import_file on lease_portfolio_import (tenant_id, sha256) where is_deleted = 0;

-- Rows as the workbook has them, encrypted, until they were checked.
create table lease_portfolio_part (
  tenant_id varchar(12) not null,
  import_id bigint not null,
  sheet varchar(16) not null,
  seq int not null,
  content text not null,
  primary key (tenant_id, import_id, sheet, seq),
  foreign key (tenant_id, import_id) references lease_portfolio_import (tenant_id, id)
);

-- What is wrong with a row of the workbook, or worth knowing of it.
create table lease_portfolio_fault (
  tenant_id varchar(12) not null,
  import_id bigint not null,
  seq int not null,
  -- 1 a fault, 2 a note that stands in the way of nothing
  level int not null check (level in (1, 2)),
  sheet varchar(16) not null,
  row_no int not null,
  field varchar(32) not null default '',
  code varchar(32) not null,
  words jsonb not null default '{}',
  primary key (tenant_id, import_id, seq),
  foreign key (tenant_id, import_id) references lease_portfolio_import (tenant_id, id)
);

create table lease_portfolio_customer (
  tenant_id varchar(12) not null,
  import_id bigint not null,
  ref varchar(64) not null,
  row_no int not null,
  -- the customer that is there already, or the one that the posting has added
  customer_id bigint,
  is_known boolean not null,
  -- its fields, encrypted
  content text not null,
  primary key (tenant_id, import_id, ref),
  foreign key (tenant_id, import_id) references lease_portfolio_import (tenant_id, id),
  foreign key (tenant_id, customer_id) references lease_customer (tenant_id, id)
);

-- An order of the older system: its terms, its plan as it came and as it is rebuilt, and which of them is taken.
create table lease_portfolio_order (
  id bigint not null,
  tenant_id varchar(12) not null,
  import_id bigint not null,
  row_no int not null,
  contract_code varchar(40) not null,
  customer_ref varchar(64) not null,
  customer_name varchar(64) not null,
  product_id bigint not null,
  product_name varchar(64) not null,
  direction int not null,
  -- how the two plans differ: 0 not at all, 1 by cents, 2 by amounts, 3 by days, 4 by both, 5 by the number of rows
  difference int not null check (difference between 0 and 5),
  old_count int not null,
  new_count int not null,
  old_total numeric(18, 2) not null,
  new_total numeric(18, 2) not null,
  -- whether the rows of the older system can be kept as a rent table
  may_keep boolean not null,
  -- 1 the rows of the older system, 2 the rebuilt ones
  decision int check (decision in (1, 2)),
  decided_by varchar(64),
  decided_time timestamp(0),
  content jsonb not null,
  old_rows jsonb not null,
  new_rows jsonb not null,
  -- closing figures: as the older system states them, with its rows kept, and with the rebuilt ones
  stated jsonb not null,
  kept jsonb not null,
  rebuilt jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, import_id) references lease_portfolio_import (tenant_id, id),
  foreign key (tenant_id, product_id) references lease_product (tenant_id, id)
);
create unique index lease_portfolio_order_code on lease_portfolio_order (tenant_id, import_id, contract_code);
create index lease_portfolio_order_open on lease_portfolio_order (tenant_id, import_id, difference) where difference > 0;
create index lease_portfolio_order_product on lease_portfolio_order (tenant_id, product_id);
create index lease_portfolio_customer_known on lease_portfolio_customer (tenant_id, customer_id) where customer_id is not null;

create view lease_portfolio_import_list with (security_invoker = true) as
  select i.*, (
    select count(*)::int from lease_portfolio_order o
    where o.tenant_id = i.tenant_id and o.import_id = i.id and o.difference > 0
  ) as difference_count, (
    select count(*)::int from lease_portfolio_order o
    where o.tenant_id = i.tenant_id and o.import_id = i.id and o.difference > 0 and o.decision is null
  ) as undecided_count, (
    select r.act from approval_record r
    where r.tenant_id = i.tenant_id and r.entity = 'portfolioImport' and r.entity_id = i.id::varchar
  ) as approval_act
  from lease_portfolio_import i;

-- Orders that came with a portfolio: their contracts are signed on paper.
alter table lease_order
  add column takeover_id bigint,
  add column takeover_date date,
  add column paper_reference varchar(64),
  add foreign key (tenant_id, takeover_id) references lease_portfolio_import (tenant_id, id);
create index lease_order_takeover on lease_order (tenant_id, takeover_id) where takeover_id is not null;

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

-- What was paid before the takeover is a receipt of the source 6: it moved no money on an account of this system.
alter table lease_receipt drop constraint lease_receipt_source_check;
alter table lease_receipt add constraint lease_receipt_source_check check (source between 1 and 6);

alter table lease_portfolio_import enable row level security;
alter table lease_portfolio_import force row level security;
create policy tenant_only on lease_portfolio_import
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table lease_portfolio_part enable row level security;
alter table lease_portfolio_part force row level security;
create policy tenant_only on lease_portfolio_part
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table lease_portfolio_fault enable row level security;
alter table lease_portfolio_fault force row level security;
create policy tenant_only on lease_portfolio_fault
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table lease_portfolio_customer enable row level security;
alter table lease_portfolio_customer force row level security;
create policy tenant_only on lease_portfolio_customer
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table lease_portfolio_order enable row level security;
alter table lease_portfolio_order force row level security;
create policy tenant_only on lease_portfolio_order
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
