-- Quartz takes one of the two days of an expression as `?`: expressions stored before that was held to mean the same with it.
do $$
declare t text;
begin
  for t in select tenant_id from tenant loop
    perform set_config('app.tenant', t, true);
    update job_info set time_expression = case
        when at[6] = '*' then concat_ws(' ', at[1], at[2], at[3], at[4], at[5], '?', at[7])
        when at[4] = '*' then concat_ws(' ', at[1], at[2], at[3], '?', at[5], at[6], at[7])
        else concat_ws(' ', at[1], at[2], at[3], '*', at[5], at[6], at[7]) -- both are `?`
      end
    from (select id as of_job, regexp_split_to_array(trim(time_expression), '\s+') as at from job_info
          where tenant_id = t and time_expression_type = 2) e
    where tenant_id = t and id = of_job and cardinality(at) in (6, 7)
      and ((at[4] = '?' and at[6] = '?') or (at[4] <> '?' and at[6] <> '?' and '*' in (at[4], at[6])));
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
