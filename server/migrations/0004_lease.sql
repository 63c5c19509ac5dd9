-- The line of business: customer × product → order → contracts, pictures, instalments, payments.

create table lease_product (
  id bigint not null,
  tenant_id varchar(12) not null,
  product_name varchar(64) not null,
  product_code varchar(32) not null,
  deadline int not null check (deadline > 0),
  amount_per numeric(18, 2) not null check (amount_per > 0),
  get_type int not null check (get_type in (0, 1)),
  year_rate numeric(8, 4) not null check (year_rate >= 0),
  day_count int not null default 0 check (day_count in (0, 360, 365)),
  periods int not null,
  note varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index lease_product_code on lease_product (tenant_id, product_code) where is_deleted = 0;

create table lease_customer (
  id bigint not null,
  tenant_id varchar(12) not null,
  real_name varchar(64) not null,
  tel varchar(20) not null,
  open_id varchar(64),
  id_type int,
  id_no varchar(255),
  -- The number rests encrypted: a keyed hash beside it is compared. Numbers without one get theirs when the server starts.
  id_no_hash varchar(64),
  kyc_status int not null default 0,
  remark varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index lease_customer_open_id on lease_customer (tenant_id, open_id)
  where is_deleted = 0 and open_id is not null and open_id <> '';
create index lease_customer_tel on lease_customer (tenant_id, tel);
create index lease_customer_id_no on lease_customer (tenant_id, id_no_hash) where is_deleted = 0;
create index lease_customer_id_no_unindexed on lease_customer (tenant_id, id) where id_no is not null and id_no_hash is null;

create table lease_order (
  id bigint not null,
  tenant_id varchar(12) not null,
  customer_id bigint not null,
  product_id bigint not null,
  contract_code varchar(32),
  customer_name varchar(64) not null,
  tel varchar(20),
  product_name varchar(64) not null,
  deadline int not null,
  total_amount numeric(18, 2) not null check (total_amount > 0),
  amount_per numeric(18, 2) not null,
  year_rate numeric(8, 4) not null,
  get_type int not null,
  day_count int not null check (day_count in (360, 365)),
  interest_date date,
  maturity date,
  bank_card_code varchar(32),
  bank_name varchar(64),
  business_status int not null default 0,
  status_reason varchar(200),
  pzsfqr int not null default 0,
  prqy int not null default 0,
  qyqy int not null default 0,
  remark varchar(500),
  voucher_time timestamp(0),
  signed_time timestamp(0),
  start_time timestamp(0),
  settled_time timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references lease_customer (tenant_id, id),
  foreign key (tenant_id, product_id) references lease_product (tenant_id, id)
);
create unique index lease_order_code on lease_order (tenant_id, contract_code) where contract_code is not null;
-- Newest first, with what lists search and add up: a search for a part of a name reads this index, not the table.
create index lease_order_newest on lease_order (tenant_id, id desc)
  include (customer_name, contract_code, product_name, business_status, interest_date, total_amount, create_time)
  where is_deleted = 0;
create index lease_order_state on lease_order (tenant_id, business_status, id desc) include (total_amount) where is_deleted = 0;
create index lease_order_start on lease_order (tenant_id, interest_date, id desc) where is_deleted = 0;
create index lease_order_customer on lease_order (tenant_id, customer_id);
create index lease_order_product on lease_order (tenant_id, product_id);
-- Added up by state, and by product within the states that run, without a look at the table.
create index lease_order_sums on lease_order (tenant_id, business_status, product_name) include (total_amount)
  where is_deleted = 0;
-- Which orders came to the portfolio and which left it since a day: the change of the principal on lease.
create index lease_order_started on lease_order (tenant_id, start_time) include (business_status, total_amount)
  where is_deleted = 0 and start_time is not null;
create index lease_order_ended on lease_order (tenant_id, settled_time) include (business_status, start_time, total_amount)
  where is_deleted = 0 and settled_time is not null;

create table lease_contract (
  id bigint not null,
  tenant_id varchar(12) not null,
  order_id bigint not null,
  contract_number varchar(40) not null,
  type int not null,
  sign_task_id varchar(64),
  sign_task_status varchar(32) not null default 'reserved',
  business_dept_id bigint,
  retry_flag int,
  reason varchar(200),
  read_time timestamp(0),
  finish_time timestamp(0),
  expire_time timestamp(0),
  sent_time timestamp(0),
  -- what was agreed, as it stood when the paper was made: signing prints it again with the signature
  doc jsonb,
  pdf_id bigint,
  pdf_sha256 varchar(64),
  signed_pdf_id bigint,
  identified_time timestamp(0),
  wrong_tries int not null default 0,
  locked_until timestamp(0),
  evidence jsonb not null default '[]',
  -- the message with the link: 1 on its way, 2 taken by the gateway, 3 failed
  sms_status int,
  -- masked
  sms_phone varchar(20),
  sms_time timestamp(0),
  -- 1 refused by the gateway, 2 gateway not reached, 3 outcome unknown
  sms_fault int,
  -- since when the customer's number stands as it was printed, and who entered it
  phone_since timestamp(0),
  phone_by varchar(64),
  -- whom the paper was made out to: keyed hashes of the identity number and of its last four characters, and since when
  -- that number stands where it was taken from, and who entered it
  id_no_hash varchar(64),
  id_tail_hash varchar(64),
  id_no_since timestamp(0),
  id_no_by varchar(64),
  -- the last code: when it was sent, and when the gateway took it
  code_time timestamp(0),
  code_taken_time timestamp(0),
  -- 1 code by short message, 2 before a witness
  sign_way int,
  witness_name varchar(64),
  -- who witnesses, as it will stand in the evidence
  witness jsonb,
  -- the session at the counter that is open: its number and its end
  counter_key varchar(32),
  counter_until timestamp(0),
  counter_tries int not null default 0,
  counter_locked_until timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  -- 1 waits for the customer, 2 complete; 0 annulled and no longer live
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id),
  foreign key (tenant_id, business_dept_id) references sys_dept (tenant_id, id),
  foreign key (tenant_id, pdf_id) references attach (tenant_id, id),
  foreign key (tenant_id, signed_pdf_id) references attach (tenant_id, id)
);
create unique index lease_contract_live on lease_contract (tenant_id, order_id, type) where is_deleted = 0 and status <> 0;
create index lease_contract_pdf on lease_contract (tenant_id, pdf_id);
create index lease_contract_signed_pdf on lease_contract (tenant_id, signed_pdf_id);
-- Papers without a signature are few; those of a month are a small part of all.
create index lease_contract_open on lease_contract (tenant_id, create_time) include (sign_task_status, expire_time)
  where is_deleted = 0 and status = 1;
create index lease_contract_newest on lease_contract (tenant_id, create_time)
  include (status, sign_task_status, expire_time) where is_deleted = 0;

-- Sendings of papers, counted by order and by the phone that a message went to.
create table paper_sending (
  id bigint not null,
  tenant_id varchar(12) not null,
  order_id bigint not null,
  type int not null,
  phone varchar(20),
  sent_at timestamp(0) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id)
);
create index paper_sending_order on paper_sending (tenant_id, order_id);
create index paper_sending_phone on paper_sending (tenant_id, phone) where phone is not null;
create index paper_sending_time on paper_sending (tenant_id, sent_at);

create table lease_payment_plan (
  id bigint not null,
  tenant_id varchar(12) not null,
  order_id bigint not null,
  plan_version int not null default 1,
  current_periods int not null,
  total_periods int not null,
  payment_date date not null,
  days int not null,
  monthly_rent numeric(18, 2) not null,
  rent numeric(18, 2) not null check (rent >= 0),
  principal numeric(18, 2) not null check (principal >= 0),
  amount_payable numeric(18, 2) not null check (amount_payable >= 0),
  bank_card_code varchar(32),
  bank_name varchar(64),
  -- 0 due, 1 paid, 2 void
  pay_status int not null default 0,
  is_frozen int not null default 0,
  paid_amount numeric(18, 2) not null default 0,
  paid_time timestamp(0),
  paid_by bigint,
  batch_no varchar(32),
  remark varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id),
  check (amount_payable = rent + principal),
  check (pay_status <> 1 or paid_amount = amount_payable)
);
create unique index lease_payment_plan_row on lease_payment_plan (tenant_id, order_id, plan_version, current_periods)
  where is_deleted = 0;
-- By due date, with what the list and the calendar add up; what is unpaid is a small part of it and asked for most.
create index lease_payment_plan_due on lease_payment_plan (tenant_id, payment_date, id)
  include (order_id, pay_status, amount_payable, rent, principal) where is_deleted = 0;
create index lease_payment_plan_unpaid on lease_payment_plan (tenant_id, payment_date, id)
  include (order_id, amount_payable, rent, principal) where is_deleted = 0 and pay_status = 0;

-- The program adds payments and reversals; it may neither change nor remove one.
create table lease_payment_txn (
  id bigint not null,
  tenant_id varchar(12) not null,
  plan_id bigint not null,
  order_id bigint not null,
  -- 1 payment, 2 reversal (negative amount)
  kind int not null,
  amount numeric(18, 2) not null,
  batch_no varchar(32) not null,
  reason varchar(500) not null default '',
  create_user bigint,
  create_time timestamp(0) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references lease_payment_plan (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id)
);
create index lease_payment_txn_plan on lease_payment_txn (tenant_id, plan_id);
create index lease_payment_txn_time on lease_payment_txn (tenant_id, create_time) include (amount);
create index lease_payment_txn_batch on lease_payment_txn (tenant_id, batch_no);
revoke update, delete on lease_payment_txn from leasedesk_app;

create table lease_picture (
  id bigint not null,
  tenant_id varchar(12) not null,
  order_id bigint not null,
  attach_id bigint not null,
  path varchar(500) not null,
  name varchar(255),
  pic_type int not null,
  image_index int not null default 0,
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id),
  foreign key (tenant_id, attach_id) references attach (tenant_id, id)
);
create unique index lease_picture_slot on lease_picture (tenant_id, order_id, pic_type, image_index) where is_deleted = 0;
create index lease_picture_attach on lease_picture (tenant_id, attach_id);

-- What lists show beside a row's own columns. The caller's rights apply, not the owner's.
create view lease_contract_list with (security_invoker = true) as
  select c.*, o.contract_code, o.customer_name
  from lease_contract c
  left join lease_order o on o.tenant_id = c.tenant_id and o.id = c.order_id; -- `left` spares counts the join

create view lease_payment_plan_list with (security_invoker = true) as
  select p.*, o.contract_code, o.customer_name, o.product_name, o.deadline, o.interest_date, o.total_amount, o.year_rate,
         o.business_status,
         case when p.pay_status = 0
              then greatest(0, (select current_setting('app.today', true))::date - p.payment_date) else 0 end as overdue_days
  from lease_payment_plan p
  left join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id; -- `left` spares counts and sums the join

create view lease_picture_list with (security_invoker = true) as
  select p.*, o.contract_code, o.customer_name
  from lease_picture p
  left join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id;
