-- Nonces of clients whose clock runs ahead. Unlike the others these outlive a crash: their time lies after the restart,
-- so nothing else would tell them from fresh ones.
create table signed_nonces_ahead (
  nonce text primary key,
  seen_at timestamptz not null default now()
);
create index signed_nonces_ahead_seen on signed_nonces_ahead (seen_at);
grant select, insert, delete on signed_nonces_ahead to wayfare_app;

-- SMS that were asked for, by day (UTC) and calling code; the empty code is all of them together. They cost money, and
-- anybody may ask for them.
create table sms_spent (
  day date not null,
  country text not null check (country ~ '^[0-9]{0,3}$'),
  messages integer not null default 0 check (messages >= 0),
  refused integer not null default 0 check (refused >= 0),
  primary key (day, country)
);
grant select, insert, update, delete on sms_spent to wayfare_app;
