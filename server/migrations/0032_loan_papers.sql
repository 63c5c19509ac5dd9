-- Papers of customers and orders: what was read from their pictures, and what people have accepted of it.
create table lease_loan_information (
  id bigint not null,
  tenant_id varchar(12) not null,
  pic_type int not null,
  attach_id bigint not null,
  path varchar(500) not null,
  name varchar(255),
  -- 0 reading, 1 read, 2 in part, 3 not readable, 4 by hand
  read_status int not null default 0,
  -- per cent while it is read
  progress int not null default 0,
  provider varchar(32),
  customer_id bigint,
  order_id bigint,
  -- sealed: fields, checks and text as they were read, and the values that were accepted
  reading text,
  accepted text,
  -- of a bank slip: the number that no other one of the tenant may have
  serial_no varchar(64),
  accept_status int not null default 0,
  accept_user_name varchar(64),
  accept_time timestamp(0),
  remark varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, attach_id) references attach (tenant_id, id),
  foreign key (tenant_id, customer_id) references lease_customer (tenant_id, id),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id)
);
create index lease_loan_information_attach on lease_loan_information (tenant_id, attach_id);
create index lease_loan_information_customer on lease_loan_information (tenant_id, customer_id);
create index lease_loan_information_order on lease_loan_information (tenant_id, order_id);
create index lease_loan_information_serial on lease_loan_information (tenant_id, serial_no) where serial_no is not null;

alter table lease_loan_information enable row level security;
alter table lease_loan_information force row level security;
create policy tenant_only on lease_loan_information
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
