-- What limits of roles are asked for when a request is decided: with what its maker did before. Yuan; null: the amount.
alter table approval add column counted numeric(18, 2);

-- Its query stands beside what reads it, bound to the tenant in each part.
drop view lease_bank_chain;
