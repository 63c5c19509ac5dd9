-- A browser in which somebody has signed in before counts its wrong guesses for itself; '' are all others together.
alter table sign_in_failure
  add column browser varchar(32) not null default '',
  drop constraint sign_in_failure_pkey,
  add primary key (tenant_id, account, browser);

-- Raised whenever the browsers that know a person are to know them no more.
alter table sys_user add column browsers int not null default 0;

drop view sys_user_list;
create view sys_user_list with (security_invoker = true) as
  select u.*,
    (select string_agg(r.role_name, ',' order by r.sort, r.id) from sys_role r where r.id = any(u.role_ids) and r.is_deleted = 0) as role_name,
    (select string_agg(d.dept_name, ',' order by d.sort, d.id) from sys_dept d where d.id = any(u.dept_ids) and d.is_deleted = 0) as dept_name,
    (select string_agg(p.post_name, ',' order by p.sort, p.id) from sys_post p where p.id = any(u.post_ids) and p.is_deleted = 0) as post_name,
    f.failures, f.until as locked_until
  from sys_user u
  left join lateral (
    select g.failures, g.until from sign_in_failure g where g.tenant_id = u.tenant_id and g.account = u.account
    order by g.failures desc, g.until desc limit 1) f on true;
