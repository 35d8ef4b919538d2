-- Outside a transaction, each statement by itself.
-- Orders that carry a promo code and are not paid yet: among all that ever carried one they are few. People buy while it is built.
drop index concurrently if exists promo_uses_reserved;
create index concurrently promo_uses_reserved on promo_uses (code) where status = 'reserved';
