-- Up to which amount members of a role may do these deeds, or decide on them. Yuan; null: whatever the amount.
alter table sys_role add column waiver_limit numeric(18, 2);
alter table sys_role add column ignore_limit numeric(18, 2);
drop view sys_role_list;
create view sys_role_list with (security_invoker = true) as
  select r.*,
    (select count(*)::int from sys_user u
     where u.tenant_id = r.tenant_id and r.id = any(u.role_ids) and u.is_deleted = 0) as user_count
  from sys_role r;

-- A record can wait for several deeds at once, each about other parts of it: what waits is in approval_record.
drop index approval_pending;
