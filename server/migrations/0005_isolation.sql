-- The second line of tenant isolation, for every table that a tenant has rows in. The program's role owns nothing and
-- cannot switch this off; outside a transaction that is bound to a tenant the setting is empty and no row matches.
-- The condition is plain, without a sub-query, so that it can travel to the node that holds the rows.
do $$
declare t text;
begin
  for t in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;

-- Whether a scope is held in any tenant decides whether the platform may take it away.
create policy platform_reads on sys_role_scope for select using (current_setting('app.platform', true) = 'on');
