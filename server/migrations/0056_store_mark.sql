-- The mark that the folder of files bears, too: a server whose folder bears another one, or none, works with other files
-- than this database refers to. It belongs to the installation and is asked for before any tenant is known.
create table store_mark (
  id int primary key check (id = 1),
  mark varchar(32) not null,
  -- When a folder got the mark; null until then.
  taken_at timestamptz
);
insert into store_mark values (1, replace(gen_random_uuid()::text, '-', ''));
