-- Reports read the names of the groups that they show alone, so the index that groups orders needs none.
drop index lease_order_grouped;
create index lease_order_grouped on lease_order (tenant_id, id)
  include (direction, product_id, customer_id, year_rate, effective_rate, maturity, interest_date);
