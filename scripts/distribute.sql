-- Spreads an installation over the nodes of a Citus cluster: the rows of each tenant are placed together on one node,
-- and the platform's tables are copied to all of them. docs/operations.md says when and how to run it:
--
--   psql "$MIGRATE_DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f scripts/distribute.sql
--
-- Run again after an update that brought new tables, it distributes those alone.

-- Settings of a transaction, its tenant among them, are propagated to the nodes.
do $$ begin
  execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
end $$;

-- One connection to each node: the platform's tables must be complete on each node before others refer to them.
set local citus.multi_shard_modify_mode = 'sequential';

-- A foreign key between two tables can only exist when both are distributed: they are created again at the end.
create temporary table dropped_reference (table_name text, name text, definition text) on commit drop;
insert into dropped_reference
  select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace
    and not exists (select 1 from citus_tables c where c.table_name = conrelid and c.citus_table_type = 'distributed');

do $$
declare
  r record;
  -- Stays on the coordinator: tables of the installation and its servers, which are never joined with others.
  own constant text[] := array['installation', 'store_mark', 'node_lease', 'captcha', 'address_failure'];
begin
  for r in select * from dropped_reference loop
    execute format('alter table %s drop constraint %I', r.table_name, r.name);
  end loop;
  for r in
    select c.oid as id, c.relname as name,
           c.relname <> 'tenant' and exists (
             select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as is_tenants
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any(own)
      and not exists (select 1 from citus_tables t where t.table_name = c.oid and t.citus_table_type in ('distributed', 'reference'))
    order by 3, 2
  loop
    -- all by the same column and type, so that Citus places a tenant's rows of all tables on one node
    if r.is_tenants then perform create_distributed_table(r.id, 'tenant_id');
    else perform create_reference_table(r.id);
    end if;
  end loop;
  for r in select * from dropped_reference loop
    execute format('alter table %s add constraint %I %s', r.table_name, r.name, r.definition);
  end loop;
  -- the rows are on the nodes now: the local copies are not read any more
  for r in select table_name from citus_tables where citus_table_type = 'distributed' loop
    perform truncate_local_data_after_distributing_table(r.table_name);
  end loop;
end $$;

select citus_table_type as kind, count(*) as tables from citus_tables group by 1 order by 1;
