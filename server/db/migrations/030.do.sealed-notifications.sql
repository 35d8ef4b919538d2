-- What a provider sent may name who paid, with address and telephone number: it is kept sealed, and destroyed with the buyer's account
-- or some time after the last fact. Facts and the digest stay. `raw` is only written by the release before; the server seals it.
alter table provider_events
  alter column raw drop not null,
  add column sealed bytea,
  add column raw_digest bytea check (octet_length(raw_digest) = 32),
  -- Which payment it was about, once that is known.
  add column attempt_id text references payment_attempts (id);
create index provider_events_clear on provider_events (received_at) where raw is not null;
create index provider_events_attempt on provider_events (attempt_id) where sealed is not null or raw is not null;
create index provider_events_sealed on provider_events (received_at) where sealed is not null;
grant update (raw, sealed, raw_digest, attempt_id, headers) on provider_events to wayfare_app;
