-- Customers are found by the number of their identity document, which rests encrypted: a keyed hash beside it is compared.
-- Numbers that are there already get theirs when the server starts.
alter table lease_customer add column id_no_hash varchar(64);
create index lease_customer_id_no on lease_customer (tenant_id, id_no_hash) where is_deleted = 0;
create index lease_customer_id_no_unindexed on lease_customer (tenant_id, id) where id_no is not null and id_no_hash is null;

-- Terms of thirty-day months have one instalment for each month, also beyond 36 of them.
do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update lease_product set periods = deadline / 30
    where tenant_id = t and get_type = 0 and deadline > 36 * 30 and deadline % 30 = 0 and deadline % 365 <> 0;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
