-- Files that people put here: which of them no record took up, and how much a tenant and a person keep.
alter table attach
  add column is_upload boolean not null default false,
  -- A record took it up: when none holds it any more, its links are dead.
  add column held_at timestamp(0),
  -- When a record was last found to hold it.
  add column seen_at timestamp(0);
-- Where the owner is no superuser, its own rule would hide all rows from these statements.
alter table attach no force row level security;
alter table lease_contract no force row level security;
update attach a set is_upload = not exists (
  select from lease_contract c where c.pdf_id = a.id or c.signed_pdf_id = a.id);
update attach set held_at = create_time where not is_upload;
alter table attach force row level security;
alter table lease_contract force row level security;
create index attach_unseen on attach (tenant_id, (coalesce(seen_at, create_time))) where is_upload;
create index attach_size on attach (tenant_id) include (size);
create index attach_person on attach (tenant_id, create_user, create_time) where is_upload;
create index lease_picture_attach on lease_picture (attach_id);
create index lease_contract_pdf on lease_contract (pdf_id);
create index lease_contract_signed_pdf on lease_contract (signed_pdf_id);
create index sys_user_avatar on sys_user (tenant_id, avatar) where avatar is not null;

-- What browsers report is counted by person and day, and kept for a season.
create index error_log_person on error_log (tenant_id, user_id, create_time);
create index error_log_time on error_log (tenant_id, create_time);

-- Rows that anybody may have written, counted by where they came from.
alter table captcha add column network varchar(64) not null default '';
create index captcha_network on captcha (network);
alter table oauth_state add column network varchar(64) not null default '';
create index oauth_state_network on oauth_state (tenant_id, network);
