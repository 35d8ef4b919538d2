-- One address that several affiliates are paid to holds all of them, until a person allows it. The column says which address that
-- was, in small letters; who changes to another one waits again.
alter table affiliates add column payout_shared_with text;
create index affiliates_payout_address on affiliates (lower(payout_address)) where payout_address is not null;
create index settlements_address on settlements (lower(address)) where address is not null;
-- views: af4bcecc713d5ad2
