-- The number of a card or an account is stored without blanks and hyphens, in digits of one width, so that it is compared as
-- it is stored. Rows of former versions have it as it was typed.
create or replace function pg_temp.account_in(typed text) returns text language sql immutable as $$
  select regexp_replace(normalize(typed, nfkc), '[\s\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u206f\ufeff-]', '', 'g')
$$;

do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update lease_order set bank_card_code = pg_temp.account_in(bank_card_code)
      where tenant_id = t and bank_card_code <> pg_temp.account_in(bank_card_code);
    update lease_payment_plan set bank_card_code = pg_temp.account_in(bank_card_code)
      where tenant_id = t and bank_card_code <> pg_temp.account_in(bank_card_code);
    update lease_supplier set bank_card_code = pg_temp.account_in(bank_card_code)
      where tenant_id = t and bank_card_code <> pg_temp.account_in(bank_card_code);
    update lease_receipt set party_account = pg_temp.account_in(party_account)
      where tenant_id = t and party_account <> pg_temp.account_in(party_account);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
