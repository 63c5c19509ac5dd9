-- What servers remember of a tenant counts while its version stays. It tells nothing about the tenant, and those of the
-- platform raise every tenant's, so it is no table of a tenant. `whose`: a tenant, or '*' for what belongs to all.
create table remembered_version (
  whose varchar(12) primary key,
  version bigint not null default 1
);
