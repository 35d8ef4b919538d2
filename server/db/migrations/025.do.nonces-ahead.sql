-- Nonces of clients whose clock runs ahead. Unlike the others these outlive a crash: their time lies after the restart,
-- so nothing else would tell them from fresh ones.
create table signed_nonces_ahead (
  nonce text primary key,
  seen_at timestamptz not null default now()
);
create index signed_nonces_ahead_seen on signed_nonces_ahead (seen_at);
grant select, insert, delete on signed_nonces_ahead to wayfare_app;
