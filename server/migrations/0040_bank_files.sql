-- Statements of banks: what moved on an account of the company, line by line, and what each line was booked as.
create table lease_bank_statement (
  id bigint not null,
  tenant_id varchar(12) not null,
  bank_name varchar(64) not null,
  account varchar(40) not null,
  date_from date not null,
  date_to date not null,
  line_count int not null,
  opening numeric(18, 2) not null,
  closing numeric(18, 2) not null,
  -- 1 ICBC, 2 CCB, 3 CMB, 4 BOC, 9 camt.053
  layout int not null,
  file_name varchar(200) not null,
  sha256 varchar(64) not null,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
-- The same file comes in once, unless its statement was deleted.
create unique index lease_bank_statement_file on lease_bank_statement (tenant_id, sha256) where is_deleted = 0;
create index lease_bank_statement_day on lease_bank_statement (tenant_id, date_to desc, id desc) where is_deleted = 0;

create table lease_bank_line (
  id bigint not null,
  tenant_id varchar(12) not null,
  statement_id bigint not null,
  -- place in the file
  line_no int not null,
  -- 1 received, 2 paid out
  direction int not null check (direction in (1, 2)),
  value_date date not null,
  amount numeric(18, 2) not null check (amount > 0),
  balance numeric(18, 2),
  party_name varchar(64) not null default '',
  party_account varchar(40) not null default '',
  purpose varchar(500) not null default '',
  serial_no varchar(64) not null default '',
  -- the bank's number on the receipt: that of the line, made unique where a bank gives several lines one number
  receipt_serial varchar(64),
  -- digest of what makes a line: account, day, serial number, amount
  line_key varchar(64) not null,
  -- 1 open, 2 booked, 3 ignored, 4 found among the receipts
  state int not null default 1 check (state between 1 and 4),
  -- 1 matched, 2 offered, 3 unclaimed
  verdict int not null check (verdict between 1 and 3),
  proposals jsonb not null default '[]',
  receipt_id bigint,
  reason varchar(500),
  done_by varchar(64),
  done_time timestamp(0),
  primary key (tenant_id, id),
  foreign key (tenant_id, statement_id) references lease_bank_statement (tenant_id, id),
  foreign key (tenant_id, receipt_id) references lease_receipt (tenant_id, id),
  check ((state in (2, 4)) = (receipt_id is not null))
);
create unique index lease_bank_line_key on lease_bank_line (tenant_id, line_key);
create index lease_bank_line_statement on lease_bank_line (tenant_id, statement_id, line_no);
create index lease_bank_line_receipt on lease_bank_line (tenant_id, receipt_id) where receipt_id is not null;

-- A line whose receipt was reversed waits for a person again.
create view lease_bank_line_list with (security_invoker = true) as
  select l.*, case when r.state = 2 then 1 else l.state end as now_state, r.receipt_no
  from lease_bank_line l
  left join lease_receipt r on r.tenant_id = l.tenant_id and r.id = l.receipt_id;
create view lease_bank_statement_list with (security_invoker = true) as
  select s.*, (
    select count(*)::int from lease_bank_line_list l
    where l.tenant_id = s.tenant_id and l.statement_id = s.id and l.now_state = 1
  ) as open_count
  from lease_bank_statement s;

-- Files by which a bank is asked to pay instalments, and its answer for each payment.
create table lease_pay_batch (
  id bigint not null,
  tenant_id varchar(12) not null,
  batch_no varchar(40) not null,
  -- 1 ICBC, 2 CMB
  layout int not null,
  item_count int not null,
  total_amount numeric(18, 2) not null,
  -- 1 draft, 2 sent, 3 answered, 4 cancelled
  state int not null default 1 check (state between 1 and 4),
  paid_count int not null default 0,
  failed_count int not null default 0,
  sent_time timestamp(0),
  answered_time timestamp(0),
  reason varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index lease_pay_batch_no on lease_pay_batch (tenant_id, batch_no);

create table lease_pay_item (
  id bigint not null,
  tenant_id varchar(12) not null,
  batch_id bigint not null,
  item_no int not null,
  -- by which the bank's answer names the payment
  reference varchar(40) not null,
  plan_id bigint not null,
  order_id bigint not null,
  payee_name varchar(64) not null,
  account varchar(40) not null,
  bank_name varchar(64) not null,
  amount numeric(18, 2) not null check (amount > 0),
  -- 1 waiting, 2 paid, 3 failed, 4 released with its batch
  state int not null default 1 check (state between 1 and 4),
  bank_reason varchar(200),
  receipt_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references lease_pay_batch (tenant_id, id),
  foreign key (tenant_id, plan_id) references lease_payment_plan (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id),
  foreign key (tenant_id, receipt_id) references lease_receipt (tenant_id, id)
);
create unique index lease_pay_item_reference on lease_pay_item (tenant_id, reference);
-- An instalment is in one file at a time.
create unique index lease_pay_item_plan on lease_pay_item (tenant_id, plan_id) where state = 1;
create index lease_pay_item_batch on lease_pay_item (tenant_id, batch_id, item_no);

-- Result files that were read.
create table lease_pay_result (
  tenant_id varchar(12) not null,
  batch_id bigint not null,
  sha256 varchar(64) not null,
  file_name varchar(200) not null,
  create_time timestamp(0) not null,
  primary key (tenant_id, batch_id, sha256),
  foreign key (tenant_id, batch_id) references lease_pay_batch (tenant_id, id)
);

create view lease_pay_batch_list with (security_invoker = true) as
  select b.*, (
    select r.act from approval_record r
    where r.tenant_id = b.tenant_id and r.entity = 'payBatch' and r.entity_id = b.id::varchar
  ) as approval_act
  from lease_pay_batch b;

alter table lease_bank_statement enable row level security;
alter table lease_bank_statement force row level security;
create policy tenant_only on lease_bank_statement
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table lease_bank_line enable row level security;
alter table lease_bank_line force row level security;
create policy tenant_only on lease_bank_line
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table lease_pay_batch enable row level security;
alter table lease_pay_batch force row level security;
create policy tenant_only on lease_pay_batch
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table lease_pay_item enable row level security;
alter table lease_pay_item force row level security;
create policy tenant_only on lease_pay_item
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table lease_pay_result enable row level security;
alter table lease_pay_result force row level security;
create policy tenant_only on lease_pay_result
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
