-- Letters that the eye takes for one another are one letter: I, l, i and 1; 0 and O; rn and m; vv and w. Since a name may
-- be typed in any case, so are their capitals. Indexes over the old rule are made again over the new one; where it finds
-- doubles that an installation has, those stay and the index only finds them.
do $$
declare
  definitions text[];
  definition text;
  index_name text;
begin
  select coalesce(array_agg(distinct pg_get_indexdef(i.indexrelid)), '{}') into definitions
  from pg_depend d join pg_index i on i.indexrelid = d.objid
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_proc'::regclass
    and d.refobjid = 'name_skeleton(text)'::regprocedure;
  for index_name in
    select distinct i.indexrelid::regclass::text
    from pg_depend d join pg_index i on i.indexrelid = d.objid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_proc'::regclass
      and d.refobjid = 'name_skeleton(text)'::regprocedure
  loop
    execute 'drop index ' || index_name;
  end loop;

  create or replace function name_skeleton(name text) returns text language sql immutable parallel safe as $f$
    select translate(replace(replace(lower(translate(
      regexp_replace(normalize(name, NFKC),
        '[\s\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]', '', 'g'),
      'АаВвЕеЁёЅѕІіЇїЈјКкМмНнОоРрСсТтУуХхҺһӀӏԁԛԝɑɡıΑαΒβΕεΖζΗηΙιΚκΜμΝνΟοΡρΤτΥυΧχ',
      'aabbeeeessiiiijjkkmmhhooppccttyyxxhhlldqwagiaabbeezzhniikkmmnvooppttyuxx')),
      'rn', 'm'), 'vv', 'w'), 'i1|0', 'lllo')
  $f$;

  foreach definition in array definitions loop
    begin
      execute definition;
    exception when unique_violation then
      execute replace(definition, 'CREATE UNIQUE INDEX', 'CREATE INDEX');
    end;
  end loop;
end $$;

-- Codes are made and counted for whoever asks, a browser that knows the person or a network, so that strangers use up
-- nobody's codes of the day. '' where the asker is already known by other means.
alter table sms_code
  add column asker varchar(64) not null default '',
  drop constraint sms_code_pkey,
  add primary key (tenant_id, phone, purpose, asker);
