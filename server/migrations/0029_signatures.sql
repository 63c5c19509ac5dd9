-- The installation's own certificate authorities: one signs at a time, the former ones still prove what they signed.
create table sign_authority (
  id bigint primary key,
  -- X.509 in DER, base64
  certificate text not null,
  -- sealed
  private_key text not null,
  until_time timestamp(0) not null,
  create_time timestamp(0) not null
);
do $$
begin
  alter table sign_authority enable row level security;
  alter table sign_authority force row level security;
  create policy everybody_reads on sign_authority for select using (true);
  create policy platform_writes on sign_authority
    using (current_setting('app.platform', true) = 'on')
    with check (current_setting('app.platform', true) = 'on');
end $$;

-- The certificates that tenants seal contracts with.
create table sign_certificate (
  id bigint not null,
  tenant_id varchar(12) not null,
  authority_id bigint not null,
  -- the company, as the certificate names it
  name varchar(50) not null,
  certificate text not null,
  -- sealed
  private_key text not null,
  until_time timestamp(0) not null,
  create_time timestamp(0) not null,
  primary key (tenant_id, id)
);
create index sign_certificate_newest on sign_certificate (tenant_id, name, until_time);

do $$
declare t text;
begin
  foreach t in array array['sign_certificate'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_only on %I
      using (tenant_id = current_setting('app.tenant', true))
      with check (tenant_id = current_setting('app.tenant', true))$p$, t);
  end loop;
end $$;

alter table lease_contract
  -- the contract with the company's electronic seal, to which the customer's signature is added
  add column sealed_pdf_id bigint,
  -- what has become of the time stamp of the customer's signature: 1 added, 2 failed; null: none was asked for
  add column stamp_state int,
  add column stamp_fault varchar(300),
  add foreign key (tenant_id, sealed_pdf_id) references attach (tenant_id, id);
create index lease_contract_sealed_pdf on lease_contract (tenant_id, sealed_pdf_id);
