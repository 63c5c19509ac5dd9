-- What was looked at when the identity of a customer was verified, how, until when the paper holds, by whom and when.
alter table lease_customer add column verified_paper int check (verified_paper in (1, 2, 3));
alter table lease_customer add column verified_way int check (verified_way in (1, 2, 3));
alter table lease_customer add column verified_until date;
alter table lease_customer add column verified_by bigint;
alter table lease_customer add column verified_time timestamp(0);
-- Who last entered name or number. Who did before is not told apart from who changed something else.
alter table lease_customer add column identity_by bigint;
alter table lease_customer no force row level security;
update lease_customer set identity_by = update_user;
alter table lease_customer force row level security;
