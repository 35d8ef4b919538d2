-- Outside a transaction, each statement by itself.
-- How many of the tries of a day were paid, by method: answered by the index alone. Tries are added while it is built.
drop index concurrently if exists payment_attempts_created;
create index concurrently payment_attempts_created on payment_attempts (created_at) include (method, status);
