-- What a tester's console did before an error: a recording that can be lived through again, compressed.
alter table error_log add column tape text;
