-- Databases of other systems: how they are reached. Rows of an earlier version have a name alone.
alter table sys_datasource
  add column driver_class varchar(100) not null default '',
  add column url varchar(500) not null default '',
  add column username varchar(50) not null default '',
  -- sealed
  add column password varchar(1000),
  add column remark varchar(255);
-- Names of earlier rows may repeat; the first keeps its own.
update sys_datasource d set name = left(name, 80) || ' ' || id
where is_deleted = 0
  and exists (select 1 from sys_datasource o where o.name = d.name and o.is_deleted = 0 and o.id < d.id);
create unique index sys_datasource_name on sys_datasource (name) where is_deleted = 0;
