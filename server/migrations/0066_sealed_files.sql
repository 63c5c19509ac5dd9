-- A file that a person brings is looked for by the digest that its customer signed.
create index lease_contract_pdf_sha256 on lease_contract (tenant_id, pdf_sha256) where pdf_sha256 is not null;
