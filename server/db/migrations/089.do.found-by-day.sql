-- Figures of a day, and lists by time, read the rows of that time alone.
create index ledger_postings_booked on ledger_postings (booked_at) include (source, debit, credit, currency, amount_minor);
create index orders_created on orders (created_at, id);
create index orders_paid on orders (paid_at, id) where paid_at is not null;
create index order_events_paid on order_events (at, order_id) where to_status = 'paid';
create index users_created on users (created_at, id);
create index trial_claims_begun on trial_claims ((coalesce(started_at, claimed_at))) where ends_at is not null;
create index marketing_steps_at on marketing_steps (at);
