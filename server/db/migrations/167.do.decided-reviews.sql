-- Outside a transaction, each statement by itself.
-- How the last reviews of one kind ended, beside one that waits.
drop index concurrently if exists review_items_decided;
create index concurrently review_items_decided on review_items (reason, resolved_at desc) where resolved_at is not null;
