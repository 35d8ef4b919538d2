-- Outside a transaction, each statement by itself.
-- An affiliate's commissions under review, newest first: they are few, and those that wait beside them very many. People buy while it is built.
drop index concurrently if exists commissions_review_list;
create index concurrently commissions_review_list on commissions (affiliate_id, booked_at desc, id desc)
  where settlement_id is null and review_reason is not null;
