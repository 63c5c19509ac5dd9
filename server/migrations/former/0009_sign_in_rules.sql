-- Codes by phone serve more than signing in: one for each purpose at a time.
alter table sms_code
  add column purpose varchar(16) not null default 'signIn',
  drop constraint sms_code_pkey,
  add primary key (tenant_id, phone, purpose);
alter table sms_code alter column purpose drop default;

-- Codes went to inboxes where there was no gateway; numbers and codes leave them. The owner is bound by the policy too.
alter table inbox no force row level security;
delete from inbox where subject = 'smsCode';
alter table inbox force row level security;

-- However often a session is renewed, it ends.
alter table sign_in add column ends_at timestamptz not null default now() + interval '30 days';

-- The first password of an installation ends like every other one-time password.
alter table sys_user no force row level security;
update sys_user set password_expires_at = now() + interval '72 hours'
  where must_change_password = 1 and password_expires_at is null;
alter table sys_user force row level security;
