-- Accounts of the company itself: only statements of these come in.
create table lease_company_account (
  id bigint not null,
  tenant_id varchar(12) not null,
  bank_name varchar(64) not null,
  -- without spaces
  account varchar(40) not null,
  account_name varchar(64) not null,
  opened_from date not null,
  -- at the beginning of that day
  opening numeric(18, 2) not null,
  -- 1 in use, 2 closed
  state int not null default 1 check (state in (1, 2)),
  remark varchar(500),
  create_user bigint, create_dept bigint, create_time timestamp(0) not null,
  update_user bigint, update_time timestamp(0) not null,
  status int not null default 1,
  is_deleted int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index lease_company_account_number on lease_company_account (tenant_id, account) where is_deleted = 0;
alter table lease_company_account enable row level security;
alter table lease_company_account force row level security;
create policy tenant_only on lease_company_account
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));

-- What the chain of balances says when a statement comes in or goes; null while its account is not registered.
alter table lease_bank_statement add column gap numeric(18, 2);
-- The gap that a person has explained: another amount is another gap.
alter table lease_bank_statement add column explained_gap numeric(18, 2);
alter table lease_bank_statement add column gap_reason varchar(500);
-- 1 unbroken, 2 with a gap, 3 with an explained gap, 4 account not registered
alter table lease_bank_statement add column chain int not null generated always as (
  case when gap is null then 4 when gap = 0 then 1 when gap = explained_gap then 3 else 2 end) stored;
create index lease_bank_statement_account on lease_bank_statement (tenant_id, account, date_to) where is_deleted = 0;

-- The balance after each line, reckoned from the opening balance where the bank does not say it. It tells known lines.
alter table lease_bank_line add column reached numeric(18, 2);
drop index lease_bank_line_key;
drop view lease_bank_statement_list;
drop view lease_bank_line_list;
alter table lease_bank_line drop column line_key;
create view lease_bank_line_list with (security_invoker = true) as
  select l.*, case when r.state = 2 then 1 else l.state end as now_state, r.receipt_no
  from lease_bank_line l
  left join lease_receipt r on r.tenant_id = l.tenant_id and r.id = l.receipt_id;
create view lease_bank_statement_list with (security_invoker = true) as
  select s.*, (
    select count(*)::int from lease_bank_line_list l
    where l.tenant_id = s.tenant_id and l.statement_id = s.id and l.now_state = 1
  ) as open_count
  from lease_bank_statement s;

-- How far the closing balance of each statement is from what its account has reached by the lines known up to it, less
-- what the statement before it is already away: money that moved between the two and is in neither.
create view lease_bank_chain with (security_invoker = true) as
  with moves as (
    select s.tenant_id, s.account, l.value_date as day, s.id, sum(case l.direction when 1 then l.amount else -l.amount end) as moved,
           null::numeric as closing
    from lease_bank_line l
    join lease_bank_statement s on s.tenant_id = l.tenant_id and s.id = l.statement_id and s.is_deleted = 0
    group by s.tenant_id, s.account, l.value_date, s.id
    union all
    select s.tenant_id, s.account, s.date_to, s.id, 0, s.closing from lease_bank_statement s
    -- a statement that goes loses its lines first
    where s.is_deleted = 0
      and exists (select 1 from lease_bank_line l where l.tenant_id = s.tenant_id and l.statement_id = s.id)
  ), reached as (
    select tenant_id, account, day, id, closing,
           sum(moved) over (partition by tenant_id, account order by day, id) as moved
    from moves
  ), away as (
    select r.tenant_id, r.account, r.day, r.id, r.closing - a.opening - r.moved as away
    from reached r
    join lease_company_account a on a.tenant_id = r.tenant_id and a.account = r.account and a.is_deleted = 0
    where r.closing is not null
  )
  select tenant_id, account, id, away - lag(away, 1, 0) over (partition by tenant_id, account order by day, id) as gap
  from away;
