-- Outside a transaction, each statement by itself.
-- Paid settlements by whether their chain has shown it, the newest first: there are more of them each month.
drop index concurrently if exists settlements_sent;
create index concurrently settlements_sent on settlements ((on_chain is not distinct from 'confirmed'), prepared_at, id) where state = 'paid';
