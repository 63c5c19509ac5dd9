-- Until then the console of this person records what happens in it.
alter table sys_user add column recorded_until timestamptz;
