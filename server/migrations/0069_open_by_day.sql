-- What is open of orders, for the days on which it stood so: reports of any day read a row for each order that had
-- something open, and none of its instalments.
create table lease_order_open (
  tenant_id varchar(12) not null,
  order_id bigint not null,
  -- Of the order, which never changes them once it has instalments: figures by group need no other row.
  customer_id bigint not null,
  product_id bigint not null,
  direction int not null,
  from_day date not null,
  -- The first day on which it was otherwise; null: it stands.
  to_day date,
  -- Instalments of which something is open, what that is, and what of it is principal.
  instalments int not null,
  amount numeric(18, 2) not null,
  principal numeric(18, 2) not null,
  -- The day within, counted from 1970-01-01, that is divisible by the highest power of two; of what stands, 65536.
  -- All rows that hold on a day have one of sixteen such days (relational interval tree, Kriegel et al. 2000).
  node int not null generated always as (
    case when to_day is null then 65536
      else (to_day - date '1970-01-01' - 1) & (-1 << (32 - position(B'1' in
        ((from_day - date '1970-01-01' - 1) # (to_day - date '1970-01-01' - 1))::bit(32)))) end) stored,
  primary key (tenant_id, order_id, from_day),
  foreign key (tenant_id, order_id) references lease_order (tenant_id, id),
  check (from_day > date '1970-01-01'),
  check (to_day > from_day)
);
create index lease_order_open_from on lease_order_open (tenant_id, node, from_day)
  include (order_id, customer_id, product_id, direction, instalments, amount, principal);
create index lease_order_open_to on lease_order_open (tenant_id, node, to_day)
  include (order_id, customer_id, product_id, direction, instalments, amount, principal) where to_day is not null;
alter table lease_order_open enable row level security;
alter table lease_order_open force row level security;
create policy tenant_only on lease_order_open
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- Sorted in memory: the entries of all years are read once.
set local work_mem = '256MB';
do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    insert into lease_order_open (tenant_id, order_id, customer_id, product_id, direction, from_day, to_day, instalments,
                                  amount, principal)
    with plan as (
      select id, order_id, create_time::date as made, amount_payable - paid_amount as amount, principal - paid_principal as principal
      from lease_payment_plan where tenant_id = t and is_deleted = 0
    ), paid as (
      select plan_id as id, create_time::date as day, sum(other + rent + principal) as amount, sum(principal) as principal
      from lease_payment_txn where tenant_id = t and account = 1 group by 1, 2
    ), days as (
      select id, made as day from plan
      union select id, day from paid
      union select plan_id, from_time::date from lease_plan_pause where tenant_id = t
      union select plan_id, until_time::date from lease_plan_pause where tenant_id = t and until_time is not null
    ), stood as (
      select p.order_id, p.id, d.day,
        p.amount + coalesce(sum(x.amount) over w, 0) - coalesce(sum(x.amount) over u, 0) as amount,
        p.principal + coalesce(sum(x.principal) over w, 0) - coalesce(sum(x.principal) over u, 0) as principal,
        exists (select 1 from lease_plan_pause s where s.tenant_id = t and s.plan_id = p.id and s.from_time::date <= d.day
          and (s.until_time is null or s.until_time::date > d.day)) as is_paused
      from plan p join days d on d.id = p.id and d.day >= p.made
      left join paid x on x.id = d.id and x.day = d.day
      window w as (partition by p.id), u as (partition by p.id order by d.day)
    ), counted as (
      select order_id, id, day, case when is_paused or amount = 0 then 0 else 1 end as instalments,
        case when is_paused then 0 else amount end as amount,
        case when is_paused or amount = 0 then 0 else principal end as principal
      from stood
    ), moves as (
      select order_id, day, instalments - lag(instalments, 1, 0) over w as instalments,
        amount - lag(amount, 1, 0) over w as amount, principal - lag(principal, 1, 0) over w as principal
      from counted window w as (partition by id order by day)
    ), days_of_orders as (
      select order_id, day, sum(instalments) as instalments, sum(amount) as amount, sum(principal) as principal
      from moves group by order_id, day
      having sum(instalments) <> 0 or sum(amount) <> 0 or sum(principal) <> 0
    ), spans as (
      select order_id, day as from_day, lead(day) over w as to_day, sum(instalments) over w as instalments,
        sum(amount) over w as amount, sum(principal) over w as principal
      from days_of_orders window w as (partition by order_id order by day)
    )
    select t, s.order_id, o.customer_id, o.product_id, o.direction, s.from_day, s.to_day, s.instalments, s.amount, s.principal
    from spans s join lease_order o on o.tenant_id = t and o.id = s.order_id where s.instalments > 0;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
set local work_mem to default;

-- What was booked after its instalment was due is what ages, and little of all that was booked.
create index lease_payment_txn_late on lease_payment_txn (tenant_id, create_time)
  include (plan_id, order_id, other, rent, principal, due_date, planned_time)
  where account = 1 and due_date < create_time::date;
