-- Accounts of the principal that is owed back (5) and of the deposit that is given back (6).
do $$
declare c text;
begin
  for c in
    select conname from pg_constraint
    where conrelid = 'lease_payment_txn'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%account >= 1%'
  loop
    execute format('alter table lease_payment_txn drop constraint %I', c);
  end loop;
end $$;
alter table lease_payment_txn
  add check (account between 1 and 6),
  add check (account < 5 or order_id is not null);
drop index lease_payment_txn_order;
create index lease_payment_txn_order on lease_payment_txn (tenant_id, order_id)
  include (account, direction, kind, amount, principal, other, plan_id);

-- Whether the money that came before the start is booked as what it is since.
alter table lease_order add column is_opened int not null default 0 check (is_opened in (0, 1));
create index lease_order_unopened on lease_order (tenant_id, id)
  where is_opened = 0 and is_deleted = 0 and start_time is not null;

-- Instalments that a restructuring is to replace are due until its supplement is signed.
do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update lease_payment_plan p set is_frozen = 0
    from lease_order o
    where p.tenant_id = t and o.tenant_id = t and o.id = p.order_id and o.restructuring is not null
      and p.is_frozen = 1 and p.pay_status = 0;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
