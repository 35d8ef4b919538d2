-- Outside a transaction, each statement by itself.
-- How many groups of a plan still wait for people, and until when. Few of all groups do.
drop index concurrently if exists groups_open;
create index concurrently groups_open on groups (goods_id, currency, expires_at) where status = 'unfinished';
