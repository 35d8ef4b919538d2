-- Outside a transaction, each statement by itself.
-- People buy while it is built. Disputes of before are few.
drop index concurrently if exists commissions_disputed;
create index concurrently commissions_disputed on commissions (affiliate_id, booked_at) where is_disputed;
update commissions c set is_disputed = true
from payment_facts f join payment_attempts a on a.id = f.attempt_id
where f.kind = 'disputed' and c.order_id = a.order_id and c.reverses is null and not c.is_disputed;
