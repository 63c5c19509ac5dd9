-- At the end of a day: what was planned for each month, what of it was open, and what came in by the month of its value.
-- Figures of a day without sums are those of the day before that has them, and what was booked since.
create table lease_daily_sum (
  tenant_id varchar(12) not null,
  day date not null,
  direction int not null,
  -- Its first day.
  month date not null,
  -- Planned by the month in which it falls due, whether or not an instalment is paused.
  instalments int not null,
  principal numeric(18, 2) not null,
  amount numeric(18, 2) not null,
  open numeric(18, 2) not null,
  -- Booked by the month of its value: of instalments, and of late charges.
  received numeric(18, 2) not null,
  late numeric(18, 2) not null,
  primary key (tenant_id, day, direction, month)
);
alter table lease_daily_sum enable row level security;
alter table lease_daily_sum force row level security;
create policy tenant_only on lease_daily_sum
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- Instalments that were made since a day.
create index lease_payment_plan_made on lease_payment_plan (tenant_id, create_time)
  include (order_id, payment_date, principal, amount_payable) where is_deleted = 0;
