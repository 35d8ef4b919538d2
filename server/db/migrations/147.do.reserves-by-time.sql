-- Outside a transaction, each statement by itself.
-- Reserves that are not paid yet, by the end of their time; and those that a settlement paid. People buy while they are built.
drop index concurrently if exists commissions_reserved;
create index concurrently commissions_reserved on commissions (affiliate_id, reserve_until)
  include (reserve_minor, settlement_id, review_reason, held_until) where reserve_minor <> 0 and reserve_settlement_id is null;
drop index concurrently if exists commissions_reserve_settlement;
create index concurrently commissions_reserve_settlement on commissions (reserve_settlement_id) where reserve_settlement_id is not null;
alter table commissions validate constraint commissions_reserve;
alter table commissions validate constraint commissions_reserve_later;
