-- Who has dealt with a line, as a person: a name can be changed by its owner, and what was ignored today goes on counting.
alter table lease_bank_line add column done_user bigint;
