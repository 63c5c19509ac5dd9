-- Money that moved between the company and others: what each movement was booked to is in the entries below it.
create table lease_receipt (
  id bigint not null,
  tenant_id varchar(12) not null,
  receipt_no varchar(40) not null,
  -- 1 received, 2 paid out
  direction int not null check (direction in (1, 2)),
  -- the day on which the bank moved it
  value_date date not null,
  amount numeric(18, 2) not null check (amount > 0),
  -- what no one has claimed yet
  open_amount numeric(18, 2) not null default 0 check (open_amount between 0 and amount),
  bank_name varchar(64),
  -- the bank's own number of the movement
  serial_no varchar(64),
  party_name varchar(64),
  party_account varchar(40),
  customer_id bigint,
  -- 1 by hand, 2 confirmation of an instalment, 3 voucher, 4 bank statement, 5 result of a payment file
  source int not null check (source between 1 and 5),
  -- 1 booked, 2 reversed
  state int not null default 1 check (state in (1, 2)),
  batch_no varchar(32),
  remark varchar(500),
  reverse_reason varchar(500),
  reversed_by varchar(64),
  reversed_time timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references lease_customer (tenant_id, id)
);
create unique index lease_receipt_no on lease_receipt (tenant_id, receipt_no);
-- A movement that the bank has numbered is booked once; after its reversal it can be booked again.
create unique index lease_receipt_serial on lease_receipt (tenant_id, serial_no, coalesce(bank_name, ''))
  where serial_no is not null and state = 1 and is_deleted = 0;
create index lease_receipt_day on lease_receipt (tenant_id, value_date desc, id desc) include (direction, amount, state)
  where is_deleted = 0;
create index lease_receipt_customer on lease_receipt (tenant_id, customer_id);
create index lease_receipt_unclaimed on lease_receipt (tenant_id, value_date) where open_amount > 0 and state = 1;
create index lease_receipt_batch on lease_receipt (tenant_id, batch_no) where batch_no is not null;

alter table lease_receipt enable row level security;
alter table lease_receipt force row level security;
create policy tenant_only on lease_receipt
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- An entry books a part of a movement, and says what of.
alter table lease_payment_txn
  add column receipt_id bigint,
  -- 1 an instalment, 2 prepaid by a customer, 3 not claimed yet, 4 money of an order before its start
  add column account int not null default 1,
  add column customer_id bigint,
  add column value_date date,
  -- what the amount consists of; for the accounts 2 to 4 it is not split
  add column late numeric(18, 2) not null default 0,
  add column other numeric(18, 2) not null default 0,
  add column rent numeric(18, 2) not null default 0,
  add column principal numeric(18, 2) not null default 0,
  -- the entry that a reversal takes back
  add column reverses_id bigint,
  alter column plan_id drop not null,
  alter column order_id drop not null,
  alter column batch_no drop not null;

-- What was confirmed so far becomes movements of the day on which it was confirmed. Their owner sees the rows of all
-- tenants only while the policies do not hold for it.
alter table lease_payment_txn no force row level security;
alter table lease_payment_plan no force row level security;
alter table lease_order no force row level security;
alter table lease_receipt no force row level security;
update lease_payment_txn t
  set receipt_id = t.id, value_date = t.create_time::date, customer_id = o.customer_id,
      rent = sign(t.amount) * p.rent, principal = sign(t.amount) * p.principal
  from lease_payment_plan p join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
  where p.tenant_id = t.tenant_id and p.id = t.plan_id;
insert into lease_receipt (id, tenant_id, receipt_no, direction, value_date, amount, bank_name, party_name, party_account,
                           customer_id, source, batch_no, create_user, create_time, update_user, update_time)
  select t.id, t.tenant_id, concat(t.batch_no, '-', row_number() over (partition by t.tenant_id, t.batch_no order by t.id)),
         2, t.value_date, t.amount, p.bank_name, o.customer_name, p.bank_card_code, t.customer_id, 2, t.batch_no,
         t.create_user, t.create_time, t.create_user, t.create_time
  from lease_payment_txn t
  join lease_payment_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id
  join lease_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
  where t.kind = 1 and t.amount > 0;
alter table lease_payment_txn force row level security;
alter table lease_payment_plan force row level security;
alter table lease_order force row level security;
alter table lease_receipt force row level security;

alter table lease_payment_txn
  alter column value_date set not null,
  add foreign key (tenant_id, receipt_id) references lease_receipt (tenant_id, id),
  add foreign key (tenant_id, customer_id) references lease_customer (tenant_id, id),
  add foreign key (tenant_id, reverses_id) references lease_payment_txn (tenant_id, id),
  -- 1 payment, 2 reversal, 3 waiver and 4 write-off, which move no money, 5 transfer between accounts
  add check (kind between 1 and 5),
  add check (account between 1 and 4),
  add check ((account = 1) = (plan_id is not null)),
  add check (account <> 1 or amount = late + other + rent + principal),
  add check (account <> 2 or customer_id is not null),
  add check (account <> 4 or order_id is not null),
  add check ((kind = 2) = (reverses_id is not null));
drop index lease_payment_txn_time;
create index lease_payment_txn_day on lease_payment_txn (tenant_id, value_date) include (amount, kind);
create index lease_payment_txn_receipt on lease_payment_txn (tenant_id, receipt_id);
create index lease_payment_txn_order on lease_payment_txn (tenant_id, order_id) include (account, amount);
create index lease_payment_txn_customer on lease_payment_txn (tenant_id, customer_id) include (account, amount);
-- An entry is reversed once.
create unique index lease_payment_txn_reversal on lease_payment_txn (tenant_id, reverses_id) where reverses_id is not null;

-- An instalment may be paid in parts; it is paid when nothing of it is open.
alter table lease_payment_plan
  add check (paid_amount between 0 and amount_payable),
  add check (pay_status <> 0 or paid_amount < amount_payable or amount_payable = 0);

-- How far the books of a tenant are closed: nothing is booked to this day or an earlier one.
create table lease_ledger (
  tenant_id varchar(12) not null primary key,
  closed_until date
);
alter table lease_ledger enable row level security;
alter table lease_ledger force row level security;
create policy tenant_only on lease_ledger
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
