-- Names of processes and steps in several languages, tasks that an administrator hands on, messages in several languages.

-- The name by language, `{ zh, en, … }`; null where the diagram has one name for all.
alter table flow_definition add column title jsonb;
alter table flow_activity add column title jsonb;
alter table flow_task
  add column title jsonb,
  -- Of a task that was handed on: the person who has it instead, in a task of their own.
  add column handed_to bigint,
  -- When the administrators were told that no one may do it.
  add column stuck_time timestamp(0);

-- Title and content in languages beside the one that they were written in: `{ en: { title, content } }`.
alter table inbox add column words jsonb;

create or replace view flow_definition_list with (security_invoker = true) as
  select d.id, d.tenant_id, d.key, d.name, d.category, d.version, d.deployment_id::varchar(20) as deployment_id,
         d.deployment_time, d.suspension_state, d.mode, d.create_user, d.create_dept, d.create_time, d.update_user,
         d.update_time, d.is_deleted,
         (select w.dict_value from sys_dict w
          where w.code = 'flow' and w.is_deleted = 0 and w.dict_key <> '-1' and 'flow_' || w.dict_key = d.category limit 1) as category_name,
         (select count(*)::int from flow_instance i
          where i.tenant_id = d.tenant_id and i.definition_id = d.id and i.state = 1) as running,
         not exists (select 1 from flow_definition n
                     where n.tenant_id = d.tenant_id and n.key = d.key and n.is_deleted = 0 and n.version > d.version) as is_newest,
         d.title
  from flow_definition d;

-- Open tasks that no one may do: their assignee, or all of their candidates, have left or are kept from deciding.
create view flow_stuck_task with (security_invoker = true) as
  select t.tenant_id, t.id, t.instance_id from flow_task t
  where t.status = 1 and not exists (
    select 1 from sys_user u
    where u.tenant_id = t.tenant_id and u.status = 1 and u.is_deleted = 0 and u.id is distinct from t.barred_user
      and not u.id = any(t.decided_users)
      and (u.id = t.assignee or (t.assignee is null and (u.id = any(t.candidate_users)
           or t.candidate_roles && u.role_ids or t.candidate_posts && u.post_ids))));

drop view flow_sent_list;
create or replace view flow_instance_list with (security_invoker = true) as
  select i.id, i.tenant_id, i.id::varchar(20) as process_instance_id, i.id::varchar(20) as history_process_instance_id,
         i.id::varchar(20) as execution_id, d.id::varchar(20) as process_definition_id, d.key as process_definition_key,
         d.name as process_definition_name, d.version as process_definition_version, d.category, d.suspension_state,
         (select w.dict_value from sys_dict w
          where w.code = 'flow' and w.is_deleted = 0 and w.dict_key <> '-1' and 'flow_' || w.dict_key = d.category limit 1) as category_name,
         case when i.state = 1 then 'unfinished' else 'finished' end::varchar(16) as process_is_finished,
         i.business_table, i.business_id, i.start_user::varchar(20) as start_user, u.real_name as start_user_name,
         i.start_user as start_user_id, i.state, i.reason, i.start_time, i.end_time, i.variables,
         (select string_agg(t.name, ', ' order by t.id)::varchar(1000) from flow_task t
          where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 1 and t.kind = 1) as task_name,
         (select min(t.id)::varchar(20) from flow_task t
          where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 1 and t.kind = 1) as task_id,
         i.start_user as create_user, i.start_dept as create_dept, i.start_time as create_time, i.start_user as update_user,
         coalesce(i.end_time, i.start_time) as update_time, 0 as is_deleted, 1 as version,
         d.title as process_title,
         -- Of the open steps, in the order of their names above.
         (select jsonb_agg(coalesce(t.title, jsonb_build_object('zh', t.name, 'en', t.name)) order by t.id) from flow_task t
          where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 1 and t.kind = 1) as task_titles,
         (i.state = 1 and exists (select 1 from flow_stuck_task k
          where k.tenant_id = i.tenant_id and k.instance_id = i.id))::int as is_stuck
  from flow_instance i
  join flow_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
  left join sys_user u on u.tenant_id = i.tenant_id and u.id = i.start_user;

-- Started instances with the step that they wait at.
create view flow_sent_list with (security_invoker = true) as
  select i.*, t.element_id as task_definition_key, t.assignee::varchar(20) as assignee, a.real_name as assignee_name,
         'send'::varchar(8) as status, t.due_time, t.claim_time, i.end_time as history_task_end_time,
         null::varchar(16) as outcome, null::varchar(2000) as comment
  from flow_instance_list i
  left join flow_task t on t.tenant_id = i.tenant_id and t.id = i.task_id::bigint
  left join sys_user a on a.tenant_id = t.tenant_id and a.id = t.assignee;

create or replace view flow_task_list with (security_invoker = true) as
  select t.id, t.tenant_id, t.id::varchar(20) as task_id, t.name as task_name, t.element_id as task_definition_key,
         i.id::varchar(20) as process_instance_id, i.id::varchar(20) as history_process_instance_id,
         i.id::varchar(20) as execution_id, d.id::varchar(20) as process_definition_id, d.key as process_definition_key,
         d.name as process_definition_name, d.version as process_definition_version, d.category, d.suspension_state,
         (select w.dict_value from sys_dict w
          where w.code = 'flow' and w.is_deleted = 0 and w.dict_key <> '-1' and 'flow_' || w.dict_key = d.category limit 1) as category_name,
         case when i.state = 1 then 'unfinished' else 'finished' end::varchar(16) as process_is_finished,
         i.business_table, i.business_id, i.start_user::varchar(20) as start_user, u.real_name as start_user_name,
         t.assignee::varchar(20) as assignee, t.assignee as assignee_id, a.real_name as assignee_name, t.candidate_users, t.candidate_roles,
         t.candidate_posts, t.barred_user, t.status as task_status, t.done_user,
         case when t.status <> 1 then 'done' when t.assignee is null then 'claim' else 'todo' end::varchar(8) as status,
         t.due_time, t.claim_time, t.end_time, t.end_time as history_task_end_time, t.outcome, t.comment, t.create_time,
         i.start_user as create_user, i.start_dept as create_dept, t.done_user as update_user,
         coalesce(t.end_time, t.create_time) as update_time, 0 as is_deleted, 1 as version, t.decided_users,
         d.title as process_title, t.title as task_title
  from flow_task t
  join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
  join flow_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
  left join sys_user a on a.tenant_id = t.tenant_id and a.id = coalesce(t.done_user, t.assignee)
  left join sys_user u on u.tenant_id = i.tenant_id and u.id = i.start_user;
