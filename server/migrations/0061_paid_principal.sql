-- What is paid of the principal of an instalment is kept with what is paid of it: after a reversal the entries alone knew it.
alter table lease_payment_plan add column paid_principal numeric(18, 2) not null default 0;
-- Row security binds an owner who is no superuser.
do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update lease_payment_plan p set paid_principal = x.principal
    from (select plan_id, sum(principal) as principal from lease_payment_txn
          where tenant_id = t and plan_id is not null group by plan_id having sum(principal) <> 0) x
    where p.tenant_id = t and p.id = x.plan_id;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

drop index lease_payment_plan_open;
create index lease_payment_plan_open on lease_payment_plan (tenant_id, payment_date, order_id)
  include (id, amount_payable, paid_amount, rent, principal, paid_principal, create_time)
  where is_deleted = 0 and paid_amount < amount_payable;
drop index lease_payment_plan_unpaid;
create index lease_payment_plan_unpaid on lease_payment_plan (tenant_id, payment_date, id)
  include (order_id, amount_payable, paid_amount, rent, principal, paid_principal, is_frozen)
  where is_deleted = 0 and pay_status = 0;

-- When an order ends is read with what orders are grouped by.
drop index lease_order_grouped;
create index lease_order_grouped on lease_order (tenant_id, id)
  include (direction, product_id, customer_id, product_name, customer_name, year_rate, effective_rate, maturity, interest_date);

drop view lease_payment_plan_list;
create view lease_payment_plan_list with (security_invoker = true) as
  select p.*, o.contract_code, o.customer_name, o.customer_id::varchar(20) as customer_id, o.product_name, o.deadline,
         o.interest_date, o.total_amount, o.year_rate, o.business_status, o.direction,
         case when p.pay_status = 0
              then greatest(0, (select current_setting('app.today', true))::date - p.payment_date) else 0 end as overdue_days, (
    select r.act from approval_record r
    where r.tenant_id = p.tenant_id and r.entity = 'paymentPlan' and r.entity_id = p.id::varchar
  ) as approval_act
  from lease_payment_plan p
  left join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id; -- `left` spares counts and sums the join
