-- A paper keeps whom it was made out to: keyed hashes of the identity number and of its last four characters, and since
-- when that number stands where it was taken from, and who entered it.
alter table lease_contract
  add column id_no_hash varchar(64),
  add column id_tail_hash varchar(64),
  add column id_no_since timestamp(0),
  add column id_no_by varchar(64);

-- A view keeps the columns of the day it was made.
drop view lease_contract_list;
create view lease_contract_list with (security_invoker = true) as
  select c.*, o.contract_code, o.customer_name
  from lease_contract c join lease_order o on o.id = c.order_id;

-- Sendings of papers, counted by order and by the phone that a message went to.
create table paper_sending (
  id bigint primary key,
  tenant_id varchar(12) not null,
  order_id bigint not null references lease_order (id),
  type int not null,
  phone varchar(20),
  sent_at timestamp(0) not null
);
create index paper_sending_order on paper_sending (tenant_id, order_id);
create index paper_sending_phone on paper_sending (tenant_id, phone) where phone is not null;
create index paper_sending_time on paper_sending (tenant_id, sent_at);
alter table paper_sending enable row level security;
alter table paper_sending force row level security;
create policy tenant_only on paper_sending
  using (tenant_id = (select current_setting('app.tenant', true)))
  with check (tenant_id = (select current_setting('app.tenant', true)));

-- What belonged to an order goes with it; orders that were removed before left it behind.
do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update lease_picture p set is_deleted = 1 from lease_order o
    where p.tenant_id = t and p.is_deleted = 0 and o.id = p.order_id and o.is_deleted = 1;
    update lease_contract c set is_deleted = 1 from lease_order o
    where c.tenant_id = t and c.is_deleted = 0 and o.id = c.order_id and o.is_deleted = 1;
    update lease_payment_plan p set is_deleted = 1 from lease_order o
    where p.tenant_id = t and p.is_deleted = 0 and o.id = p.order_id and o.is_deleted = 1;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
