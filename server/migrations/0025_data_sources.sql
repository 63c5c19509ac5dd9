-- Databases of other systems: how they are reached. Rows of an earlier version have a name alone.
alter table sys_datasource
  add column driver_class varchar(100) not null default '',
  add column url varchar(500) not null default '',
  add column username varchar(50) not null default '',
  -- sealed
  add column password varchar(1000),
  add column remark varchar(255);
