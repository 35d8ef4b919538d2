create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  platform text not null,
  device_id text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- What a session is open in, as its owner would call it: 'Chrome', 'Windows'. Null: an app, or a browser that does
  -- not say.
  browser text,
  system text,
  -- proved_at: when a password, passkey, sent code or second factor was last given in this session; null: never.
  -- opened_from: the session that this one was opened from, whose proof and end it has. No foreign key, because both
  -- end together.
  proved_at timestamptz,
  opened_from uuid
);
create index sessions_device on sessions (user_id, device_id) where ended_at is null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_over on sessions (ends_at);
create index sessions_user on sessions (user_id) where ended_at is null;

-- Only the SHA-256 of a token is ever stored. `register` tokens are good for one call and 15 minutes.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id),
  kind text not null check (kind in ('full', 'register')),
  issued_at timestamptz not null default now(),
  superseded_at timestamptz,
  -- The answer with a new token may get lost. The salt makes the same one again out of the old token, which only the
  -- caller has; it does so until the new one was used for the first time.
  successor_salt bytea,
  first_used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);
-- What is forgotten is looked for by these every few minutes.
create index session_tokens_superseded on session_tokens (superseded_at) where superseded_at is not null;

-- For the account's owner to recognise. network is a range shared by thousands. A try at a name that nobody has is a
-- row without a user, so that it costs the same.
create table sign_in_events (
  id uuid primary key,
  user_id uuid references users (id),
  at timestamptz not null default now(),
  platform text not null,
  method text not null,
  result text not null check (result in ('signed_in', 'refused')),
  network text not null
);
create index sign_in_events_age on sign_in_events (at);
-- The range of a sign-in's network goes after a day; when, how and by what it was stays for the owner to recognise.
create index sign_in_events_networks on sign_in_events (at) where network <> 'forgotten';
-- Successes and refusals are listed apart, so that a flood of the one hides nothing of the other.
create index sign_in_events_result on sign_in_events (user_id, result, at desc);
create index sign_in_events_strangers on sign_in_events (at) where user_id is null;

-- Nonces of signed calls. Unlogged: after a crash of the database older timestamps are refused instead
-- (signed_epoch).
create unlogged table signed_nonces (
  nonce text primary key,
  seen_at timestamptz not null default now()
);
create index signed_nonces_seen on signed_nonces (seen_at);

-- Nonces of clients whose clock runs ahead. Unlike the others these outlive a crash: their time lies after the
-- restart, so nothing else would tell them from fresh ones.
create table signed_nonces_ahead (
  nonce text primary key,
  seen_at timestamptz not null default now()
);
create index signed_nonces_ahead_seen on signed_nonces_ahead (seen_at);

grant select, insert, update, delete on sessions, session_tokens, sign_in_events, signed_nonces to wayfare_app;
grant select, insert, delete on signed_nonces_ahead to wayfare_app;
