-- Since when every look that a node answered found none that knew the transaction. One such look denies nothing: a node may
-- be behind, or have lost it for a while.
alter table crypto_refunds add column absent_since timestamptz;
grant update (absent_since) on crypto_refunds to wayfare_app;
alter table settlements add column absent_since timestamptz;
