-- Of the payments of a batch as they were sent: reference, account, payee and amount of each, in order (the first digits of SHA-256, hexadecimal).
alter table lease_pay_batch add column digest varchar(16);
drop view lease_pay_batch_list;
create view lease_pay_batch_list with (security_invoker = true) as
  select b.*, (
    select r.act from approval_record r
    where r.tenant_id = b.tenant_id and r.entity = 'payBatch' and r.entity_id = b.id::varchar
  ) as approval_act
  from lease_pay_batch b;
