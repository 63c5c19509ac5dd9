-- Whether the console keeps a page's state after it was left; 0: it begins anew each time.
alter table sys_menu add column keep_alive int not null default 1;
