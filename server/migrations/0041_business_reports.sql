-- Reports as of any date, and papers for customers.

-- When an instalment did not count: an early exit replaces it, or the settlement of an exit was withdrawn.
create table lease_plan_pause (
  id bigint not null,
  tenant_id varchar(12) not null,
  plan_id bigint not null,
  from_time timestamp(0) not null,
  -- null: it still does not count
  until_time timestamp(0),
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references lease_payment_plan (tenant_id, id)
);
create unique index lease_plan_pause_open on lease_plan_pause (tenant_id, plan_id) where until_time is null;
create index lease_plan_pause_plan on lease_plan_pause (tenant_id, plan_id);
alter table lease_plan_pause enable row level security;
alter table lease_plan_pause force row level security;
create policy tenant_only on lease_plan_pause
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    insert into lease_plan_pause (id, tenant_id, plan_id, from_time)
      select p.id, t, p.id, case when p.kind = 5 then p.update_time else coalesce(
        (select max(s.create_time) from lease_payment_plan s
         where s.tenant_id = t and s.order_id = p.order_id and s.kind = 5), p.update_time) end
      from lease_payment_plan p
      where p.tenant_id = t and p.is_deleted = 0 and (p.is_frozen = 1 or p.pay_status = 2);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- The effective yearly rate of an order's plan, percent; null where no rate exists. Made from the plan, beside it.
alter table lease_order
  add column effective_rate numeric(16, 4),
  add column is_rated int not null default 0 check (is_rated in (0, 1));
create index lease_order_unrated on lease_order (tenant_id, id)
  where is_rated = 0 and is_deleted = 0 and start_time is not null;

drop view lease_order_list;
create view lease_order_list with (security_invoker = true) as
  select o.*, (
    select r.act from approval_record r
    where r.tenant_id = o.tenant_id and r.entity = 'order' and r.entity_id = o.id::varchar
  ) as approval_act, (
    select max(case when c.status = 2 or c.sign_task_status = 'sign_completed' then 2 else 1 end) from lease_contract c
    where c.tenant_id = o.tenant_id and c.order_id = o.id and c.is_deleted = 0
      and (c.status = 2 or c.status = 1 and c.sign_task_status in ('sign_progress', 'reserved', 'sign_completed'))
  ) as paper_state
  from lease_order o;

-- What is not paid whole, and what the plan of a month adds up to, are read from these indexes alone.
create index lease_payment_plan_open on lease_payment_plan (tenant_id, payment_date, order_id)
  include (id, amount_payable, paid_amount, rent, principal, create_time)
  where is_deleted = 0 and paid_amount < amount_payable;
drop index lease_payment_plan_due;
create index lease_payment_plan_due on lease_payment_plan (tenant_id, payment_date, id)
  include (order_id, pay_status, amount_payable, rent, principal, create_time) where is_deleted = 0;
-- Entries by the time they were booked: what came after a day is taken off again.
create index lease_payment_txn_booked on lease_payment_txn (tenant_id, create_time)
  include (plan_id, late, other, rent, principal) where account = 1;

-- A paper that a customer was given: its number, and how often it was printed.
create table lease_paper (
  id bigint not null,
  tenant_id varchar(12) not null,
  paper_no varchar(40) not null,
  -- 1 statement, 2 receipt, 3 settlement certificate
  kind int not null check (kind between 1 and 3),
  -- the customer, the receipt or the order that it is about
  subject_id bigint not null,
  -- of a statement: its days
  from_date date,
  to_date date,
  -- of what it states; the same statement printed again has the same
  digest varchar(64) not null,
  prints int not null default 1,
  create_user bigint,
  create_time timestamp(0) not null,
  update_time timestamp(0) not null,
  primary key (tenant_id, id)
);
create unique index lease_paper_no on lease_paper (tenant_id, paper_no);
create unique index lease_paper_once on lease_paper (tenant_id, kind, subject_id, digest);
alter table lease_paper enable row level security;
alter table lease_paper force row level security;
create policy tenant_only on lease_paper
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
