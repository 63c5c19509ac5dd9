-- A phone is stored in one form. Rows of former versions have it as it was typed: what is plainly a number of the mainland
-- gets that form; a number abroad or with an extension stays as it is.
create or replace function pg_temp.phone_in(typed text) returns text language plpgsql immutable as $$
declare
  plain text := trim(regexp_replace(normalize(typed, nfkc), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'));
  short text := regexp_replace(plain, '[\s().\u2010-\u2015-]', '', 'g');
  area text[];
begin
  if short ~ '^(\+86|0086|86)?1[3-9]\d{9}$' then return right(short, 11); end if;
  if short ~ '^(\+86|0086)?[48]00\d{7}$' then return right(short, 10); end if;
  area := regexp_match(short, '^(?:(?:\+86|0086)0?|0)(10|2\d|[3-9]\d\d)(\d{7,8})$');
  if area is not null then return '0' || area[1] || '-' || area[2]; end if;
  return plain;
end $$;

do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update lease_customer set tel = pg_temp.phone_in(tel) where tenant_id = t and tel <> pg_temp.phone_in(tel);
    update lease_order set tel = pg_temp.phone_in(tel) where tenant_id = t and tel <> pg_temp.phone_in(tel);
    update lease_supplier set tel = pg_temp.phone_in(tel) where tenant_id = t and tel <> pg_temp.phone_in(tel);
    update sys_user set phone = pg_temp.phone_in(phone) where tenant_id = t and phone <> pg_temp.phone_in(phone);
    update tenant set contact_number = pg_temp.phone_in(contact_number)
      where tenant_id = t and contact_number <> pg_temp.phone_in(contact_number);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
