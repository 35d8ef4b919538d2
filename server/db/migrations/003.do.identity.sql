-- Codes --------------------------------------------------------------------------------------------------------------
-- One live code for each purpose and address. Neither can be read here: target is a keyed digest of both, code_hash of
-- the six digits. Addresses without an account have rows too, with a digest that no code has.
create table verification_codes (
  target bytea primary key,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_codes_expiry on verification_codes (expires_at);

-- Limits -------------------------------------------------------------------------------------------------------------
-- When each of the last tries was, by a keyed digest of whose they were. No address of a person or network is here, and
-- no row outlives its window.
create table limit_counters (
  rule text not null,
  subject bytea not null,
  hits timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (rule, subject)
);
create index limit_counters_expiry on limit_counters (expires_at);

-- Outbox -------------------------------------------------------------------------------------------------------------
-- What is to be sent, written in the transaction of its cause. Recipient, code and language are sealed, and dropped as
-- soon as the message has left. 'nothing': the answer promised a message to nobody, and nobody may see the difference.
create table outbox_messages (
  id uuid primary key,
  channel text not null check (channel in ('mail', 'sms')),
  template text not null,
  sealed bytea,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'expired', 'refused', 'nothing')),
  useful_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check (status = 'waiting' or sealed is null)
);
create index outbox_messages_waiting on outbox_messages (created_at) where status = 'waiting';
create index outbox_messages_finished on outbox_messages (finished_at) where status <> 'waiting';

-- Sign-ins -----------------------------------------------------------------------------------------------------------
-- For the account's owner to recognise. network is a range shared by thousands. A try at a name that nobody has is a row
-- without a user, so that it costs the same.
create table sign_in_events (
  id uuid primary key,
  user_id uuid references users (id),
  at timestamptz not null default now(),
  platform text not null,
  method text not null,
  result text not null check (result in ('signed_in', 'refused')),
  network text not null
);
create index sign_in_events_user on sign_in_events (user_id, at desc);
create index sign_in_events_age on sign_in_events (at);

-- Who registered a moment ago, by a digest of device and network: a form that was sent twice opens one account.
create table recent_registrations (
  user_id uuid primary key references users (id),
  origin bytea not null,
  created_at timestamptz not null default now()
);

grant select, insert, update, delete on
  verification_codes, limit_counters, outbox_messages, sign_in_events, recent_registrations to wayfare_app;
