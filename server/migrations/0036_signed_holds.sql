-- What was signed is what holds: directions of money, vouchers as they were confirmed, refunds of cancelled orders.
alter table lease_product add column direction int not null default 1 check (direction in (1, 2));

alter table lease_order
  -- 1 the company pays the customer, 2 the customer pays the company
  add column direction int not null default 1 check (direction in (1, 2)),
  -- what the person who confirmed the voucher saw on it
  add column voucher_amount numeric(18, 2) check (voucher_amount > 0),
  add column voucher_date date,
  add column voucher_payer varchar(64),
  add column voucher_serial varchar(64),
  add column voucher_user_name varchar(64),
  add column voucher_reason varchar(200),
  -- digests of the slips that the last reviewer sent back
  add column rejected_slips jsonb not null default '[]',
  -- what a cancelled order still owes its customer, and the account it goes to: 1 open, 2 returned
  add column refund_status int check (refund_status in (1, 2)),
  add column refund_due numeric(18, 2) check (refund_due > 0),
  add column refund_card_code varchar(32),
  add column refund_bank_name varchar(64),
  add column refund_time timestamp(0);
create index lease_order_voucher_serial on lease_order (tenant_id, voucher_serial) where voucher_serial is not null;
create index lease_order_refund on lease_order (tenant_id, refund_status) include (refund_due)
  where is_deleted = 0 and refund_status is not null;

-- The number that identifies the company on its contracts; address and phone are there.
alter table tenant add column credit_code varchar(18);


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
