-- Outside a transaction, each statement by itself.
-- The commissions of a settlement, and those whose reserve it pays, newest first; and what an affiliate's orders gave back, by time.
-- The first two stand in place of indexes by the settlement alone. People buy while they are built.
drop index concurrently if exists commissions_of_settlement;
create index concurrently commissions_of_settlement on commissions (settlement_id, booked_at desc, id desc) where settlement_id is not null;
drop index concurrently if exists commissions_of_reserve;
create index concurrently commissions_of_reserve on commissions (reserve_settlement_id, booked_at desc, id desc)
  where reserve_settlement_id is not null;
drop index concurrently if exists commissions_reversals;
create index concurrently commissions_reversals on commissions (affiliate_id, booked_at) include (order_id, reverses)
  where reverses is not null;
drop index concurrently if exists commissions_settlement;
drop index concurrently if exists commissions_reserve_settlement;
