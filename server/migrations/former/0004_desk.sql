-- What the frame needs: who has read what, a session that rests behind a lock, and quick sums for the dashboard.

create table inbox_read (
  tenant_id varchar(12) not null,
  inbox_id bigint not null references inbox (id) on delete cascade,
  user_id bigint not null references sys_user (id),
  read_time timestamp(0) not null,
  primary key (user_id, inbox_id)
);
alter table inbox_read enable row level security;
alter table inbox_read force row level security;
create policy tenant_only on inbox_read
  using (tenant_id = (select current_setting('app.tenant', true)))
  with check (tenant_id = (select current_setting('app.tenant', true)));

-- A locked session: the hash of what opens it again, and how often that was guessed wrong.
alter table sign_in
  add column lock_proof varchar(64),
  add column unlock_failures int not null default 0,
  add column unlock_after timestamptz;

-- Added up by state, and by product within the states that run, without a look at the table.
create index lease_order_sums on lease_order (tenant_id, business_status, product_name) include (total_amount)
  where is_deleted = 0;
-- Who came to the portfolio and who left it since a day: the change of the principal on lease.
create index lease_order_started on lease_order (tenant_id, start_time) include (business_status, total_amount)
  where is_deleted = 0 and start_time is not null;
create index lease_order_ended on lease_order (tenant_id, settled_time) include (business_status, start_time, total_amount)
  where is_deleted = 0 and settled_time is not null;
-- Papers without a signature are few; those of a month are a small part of all.
create index lease_contract_open on lease_contract (tenant_id, create_time) include (sign_task_status, expire_time)
  where is_deleted = 0 and status = 1;
create index lease_contract_newest on lease_contract (tenant_id, create_time)
  include (status, sign_task_status, expire_time) where is_deleted = 0;
