-- What is forgotten is looked for by these every few minutes.
create index session_tokens_superseded on session_tokens (superseded_at) where superseded_at is not null;
create index sessions_over on sessions (ends_at);
create index review_items_order on review_items (order_id);
