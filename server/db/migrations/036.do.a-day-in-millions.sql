-- A day of a provider's payments and refunds, and tries at accounts that do not exist, are found without reading through years.
create index payment_facts_paid_at on payment_facts (provider, occurred_at) where kind = 'paid';
create index refunds_settled on refunds (settled_at) where status = 'done';
create index sign_in_events_strangers on sign_in_events (at) where user_id is null;
