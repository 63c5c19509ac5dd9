-- How a product is repaid, and what an order has agreed on. What exists goes on as it was: interest by the period and
-- the principal at the end, or all at maturity.
alter table lease_product
  add column repay_method int not null default 1 check (repay_method between 1 and 6),
  add column frequency int not null default 2 check (frequency between 1 and 4),
  add column timing int not null default 1 check (timing in (1, 2)),
  add column due_day int check (due_day between 1 and 31),
  add column rounding int not null default 1 check (rounding between 1 and 3),
  add column grace_periods int not null default 0 check (grace_periods >= 0),
  add column grace_kind int not null default 1 check (grace_kind in (1, 2)),
  add column residual_rate numeric(8, 4) not null default 0 check (residual_rate between 0 and 100),
  add column purchase_price numeric(18, 2) not null default 0 check (purchase_price >= 0),
  add column deposit_rate numeric(8, 4) not null default 0 check (deposit_rate between 0 and 100),
  add column fee_rate numeric(8, 4) not null default 0 check (fee_rate between 0 and 100),
  drop constraint lease_product_day_count_check,
  add check (day_count in (0, 1, 30, 360, 365));
alter table lease_order
  add column repay_method int not null default 1 check (repay_method between 1 and 6),
  add column frequency int not null default 2 check (frequency between 1 and 4),
  add column timing int not null default 1 check (timing in (1, 2)),
  add column due_day int check (due_day between 1 and 31),
  add column rounding int not null default 1 check (rounding between 1 and 3),
  add column grace_periods int not null default 0 check (grace_periods >= 0),
  add column grace_kind int not null default 1 check (grace_kind in (1, 2)),
  add column residual_rate numeric(8, 4) not null default 0 check (residual_rate between 0 and 100),
  add column purchase_price numeric(18, 2) not null default 0 check (purchase_price >= 0),
  add column deposit_rate numeric(8, 4) not null default 0 check (deposit_rate between 0 and 100),
  add column fee_rate numeric(8, 4) not null default 0 check (fee_rate between 0 and 100),
  add column residual numeric(18, 2) not null default 0 check (residual >= 0),
  add column deposit numeric(18, 2) not null default 0 check (deposit >= 0),
  add column fee numeric(18, 2) not null default 0 check (fee >= 0),
  add column rent_table jsonb check (jsonb_typeof(rent_table) = 'array'),
  drop constraint lease_order_day_count_check,
  add check (day_count in (0, 1, 30, 360, 365));

alter table lease_payment_plan
  -- 1 instalment, 2 fee, 3 deposit, 4 purchase price, 5 settlement
  add column kind int not null default 1 check (kind between 1 and 5),
  add column other numeric(18, 2) not null default 0 check (other >= 0),
  -- principal still owed after the row
  add column balance numeric(18, 2) not null default 0 check (balance >= 0);

do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update lease_product set repay_method = 2 where tenant_id = t and get_type = 1;
    update lease_order set repay_method = 2 where tenant_id = t and get_type = 1;
    update lease_payment_plan p set balance = o.total_amount from lease_order o
      where p.tenant_id = t and o.tenant_id = t and o.id = p.order_id and p.principal = 0 and p.plan_version = 1;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- The sum of a row has a third part.
do $$
declare name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'lease_payment_plan'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%amount_payable = (rent + principal)%';
  execute format('alter table lease_payment_plan drop constraint %I', name);
end $$;
alter table lease_payment_plan add check (amount_payable = rent + principal + other);
drop index lease_payment_plan_row;
create unique index lease_payment_plan_row on lease_payment_plan (tenant_id, order_id, plan_version, kind, current_periods)
  where is_deleted = 0;

drop view lease_order_list;
create view lease_order_list with (security_invoker = true) as
  select o.*, (
    select r.act from approval_record r
    where r.tenant_id = o.tenant_id and r.entity = 'order' and r.entity_id = o.id::varchar
  ) as approval_act
  from lease_order o;

drop view lease_payment_plan_list;
create view lease_payment_plan_list with (security_invoker = true) as
  select p.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id, o.product_name, o.deadline,
         o.interest_date, o.total_amount, o.year_rate, o.business_status,
         case when p.pay_status = 0
              then greatest(0, (select current_setting('app.today', true))::date - p.payment_date) else 0 end as overdue_days, (
    select r.act from approval_record r
    where r.tenant_id = p.tenant_id and r.entity = 'paymentPlan' and r.entity_id = p.id::varchar
  ) as approval_act
  from lease_payment_plan p
  left join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id; -- `left` spares counts and sums the join
