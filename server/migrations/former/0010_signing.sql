-- What is known of a signature's way: the message with the link, the code, or the witness at the counter.
alter table lease_contract
  -- the message with the link: 1 on its way, 2 taken by the gateway, 3 failed
  add column sms_status int,
  -- masked
  add column sms_phone varchar(20),
  add column sms_time timestamp(0),
  -- 1 refused by the gateway, 2 gateway not reached, 3 outcome unknown
  add column sms_fault int,
  -- since when the customer's number stands as it was printed, and who entered it
  add column phone_since timestamp(0),
  add column phone_by varchar(64),
  -- the last code: when it was sent, and when the gateway took it
  add column code_time timestamp(0),
  add column code_taken_time timestamp(0),
  -- 1 code by short message, 2 before a witness
  add column sign_way int,
  add column witness_name varchar(64),
  -- who witnesses, as it will stand in the evidence
  add column witness jsonb,
  -- the session at the counter that is open: its number and its end
  add column counter_key varchar(32),
  add column counter_until timestamp(0),
  add column counter_tries int not null default 0,
  add column counter_locked_until timestamp(0);

-- A view keeps the columns of the day it was made.
drop view lease_contract_list;
create view lease_contract_list with (security_invoker = true) as
  select c.*, o.contract_code, o.customer_name
  from lease_contract c join lease_order o on o.id = c.order_id;
