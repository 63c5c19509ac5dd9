-- Notes on records: each names its record by the module and the id. They are read by the people who may see that record.
create table note (
  id bigint not null,
  tenant_id varchar(12) not null,
  subject varchar(32) not null,
  subject_id varchar(20) not null,
  content varchar(2000) not null,
  -- The people mentioned, and those of them who have been told: each is told once.
  user_ids bigint[] not null default '{}',
  told_user_ids bigint[] not null default '{}',
  remind_time timestamp(0),
  -- 1 the writer, 2 the people mentioned
  remind_whom int not null default 1 check (remind_whom in (1, 2)),
  reminded_time timestamp(0),
  done_time timestamp(0),
  edited_time timestamp(0),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create index note_subject on note (tenant_id, subject, subject_id, id desc) where is_deleted = 0;
create index note_writer on note (tenant_id, create_user, id desc) where is_deleted = 0;
-- Reminders that are still to come.
create index note_reminder on note (tenant_id, remind_time)
  where is_deleted = 0 and remind_time is not null and reminded_time is null and done_time is null;
alter table note enable row level security;
alter table note force row level security;
create policy tenant_only on note
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

create view note_list with (security_invoker = true) as
  select n.*, u.real_name as writer_name
  from note n left join sys_user u on u.tenant_id = n.tenant_id and u.id = n.create_user;

-- A message that quotes a note: it is taken back with the note, and read only while its record may be seen.
alter table inbox
  add column note_id bigint,
  add foreign key (tenant_id, note_id) references note (tenant_id, id);
create index inbox_note on inbox (tenant_id, note_id) where note_id is not null;

-- Messages to one customer are found by what they are about.
create index message_about on message (tenant_id, about_id) where about_id is not null;

-- Rows of orders say whose they are, so that their lists lead to the customer.
drop view lease_contract_list;
create view lease_contract_list with (security_invoker = true) as
  select c.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id
  from lease_contract c
  left join lease_order o on o.tenant_id = c.tenant_id and o.id = c.order_id; -- `left` spares counts the join

drop view lease_payment_plan_list;
create view lease_payment_plan_list with (security_invoker = true) as
  select p.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id, o.product_name, o.deadline,
         o.interest_date, o.total_amount, o.year_rate, o.business_status,
         case when p.pay_status = 0
              then greatest(0, (select current_setting('app.today', true))::date - p.payment_date) else 0 end as overdue_days
  from lease_payment_plan p
  left join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id; -- `left` spares counts and sums the join

drop view lease_picture_list;
create view lease_picture_list with (security_invoker = true) as
  select p.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id
  from lease_picture p
  left join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id;
