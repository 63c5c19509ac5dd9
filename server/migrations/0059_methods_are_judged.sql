-- Which ways of repaying there are is said once, by the table of methods that judges every record.
alter table lease_product drop constraint lease_product_repay_method_check;
alter table lease_order drop constraint lease_order_repay_method_check;
