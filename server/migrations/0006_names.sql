-- What a record points to is named by the program, for every module alike: views that were there for a name alone go.
drop view sys_data_scope_list;
drop view sys_api_scope_list;
drop view tenant_list;

drop view sys_user_list;
create view sys_user_list with (security_invoker = true) as
  select u.*,
    (select g.failures from sign_in_failure g where g.tenant_id = u.tenant_id and g.account = u.account
     order by g.failures desc, g.until desc limit 1) as failures,
    (select g.until from sign_in_failure g where g.tenant_id = u.tenant_id and g.account = u.account
     order by g.failures desc, g.until desc limit 1) as locked_until
  from sys_user u;
