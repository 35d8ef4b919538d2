-- An account that was withdrawn and comes back gets a row of its own: the one of before goes on knowing who had it, and with which password.
create unique index benefit_stock_in_circulation on benefit_stock (kind, account) where withdrawn_at is null;
create index benefit_stock_accounts on benefit_stock (kind, account);
alter table benefit_stock drop constraint benefit_stock_kind_account_key;
