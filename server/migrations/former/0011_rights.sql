-- Names that a person cannot tell apart, and rules about rows that must not be alike.

-- A name as the eye reads it: without case, width, invisible characters and letters of other alphabets that look the same.
create function name_skeleton(name text) returns text language sql immutable parallel safe as $$
  select lower(translate(
    regexp_replace(normalize(name, NFKC),
      '[\s\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]', '', 'g'),
    'АаВвЕеЁёЅѕІіЇїЈјКкМмНнОоРрСсТтУуХхҺһӀӏԁԛԝɑɡıΑαΒβΕεΖζΗηΙιΚκΜμΝνΟοΡρΤτΥυΧχ',
    'aabbeeeessiiiijjkkmmhhooppccttyyxxhhlldqwagiaabbeezzhniikkmmnvooppttyuxx'))
$$;
create index sys_user_skeleton on sys_user (tenant_id, name_skeleton(account)) where is_deleted = 0;

-- What a rule calls unique is so in the table as well. An installation that has doubles keeps them: the program refuses
-- new ones and tells the log which there are.
do $$
begin
  if not exists (select from sys_role where is_deleted = 0 group by tenant_id, role_alias having count(*) > 1) then
    create unique index sys_role_alias on sys_role (tenant_id, role_alias) where is_deleted = 0;
  end if;
  if not exists (select from tenant where is_deleted = 0 group by tenant_name having count(*) > 1) then
    create unique index tenant_name_once on tenant (tenant_name) where is_deleted = 0;
  end if;
  if not exists (select from tenant where is_deleted = 0 and domain is not null group by domain having count(*) > 1) then
    create unique index tenant_domain_once on tenant (domain) where is_deleted = 0 and domain is not null;
  end if;
end $$;
