-- Numbers of the servers that make ids on this database: one holder each, for as long as the lease is renewed.
-- The times are the database's own, so that the clocks of the servers need not agree about who holds what.
create table node_lease (
  node int primary key check (node between 0 and 1023),
  -- Of one run of one server; '' once it has given the number back.
  holder varchar(64) not null,
  -- For people: machine and process.
  place varchar(255) not null,
  -- Tells on the same machine whether that process still lives.
  life varchar(255) not null default '',
  renewed_at timestamptz not null,
  expires_at timestamptz not null,
  -- The latest time in an id of this number, in milliseconds of its holder's clock: the next holder begins after it.
  clock bigint not null
);
