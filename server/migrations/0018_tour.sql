-- When a person has seen the tour of the console, or left it; null: not yet.
alter table sys_user add column tour_seen_time timestamp(0);
