-- When the phone of a person was proved by a code at the sign-in of a session, while their one-time password was unused:
-- that session sets the first password without it.
alter table sign_in add column phone_proved_at timestamptz;
