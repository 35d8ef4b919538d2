-- An order whose provider does not answer is tried again later and later, so that it keeps no other waiting.
alter table orders
  add column expiry_tries integer not null default 0,
  add column next_expiry_try_at timestamptz;

-- Where the buyer is: an attempt that is opened again later gets the page that the first one would have had.
alter table payment_attempts
  add column device text not null default 'desktop' check (device in ('desktop', 'phone'));

-- Money can arrive under a number that is none of ours. Then there is no order to name, only the statement itself.
alter table review_items
  alter column order_id drop not null,
  add column provider_event_id uuid references provider_events (id),
  add constraint review_items_about check (order_id is not null or provider_event_id is not null);
create unique index review_items_event_once on review_items (provider_event_id) where provider_event_id is not null;

-- The order in which the ledger was written, under the lock of its membership. Times alone do not say it: a transaction
-- that waited for that lock is older than what it waited for.
alter table membership_grants add column position bigint generated always as identity;
create index membership_grants_in_order on membership_grants (user_id, position);
drop index membership_grants_user;
