-- Session of a user in an app or browser. Ends after 30 days, or after 7 days without use. Deleted soon after its end.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  platform text not null,
  device_id text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- Browser as its user would call it, such as 'Chrome'; `system` is the operating system. Null for apps and unknown
  -- browsers.
  browser text,
  system text,
  -- Time at which a password, passkey, verification code or second factor was last given in this session. Sensitive
  -- actions require a recent one. Null if never.
  proved_at timestamptz,
  -- Session from which this one was opened. It shares that session's proof of identity and its end. Null if opened by a
  -- sign-in, or if identity was proved again since. No foreign key, because both sessions end together.
  opened_from uuid
);
create index sessions_device on sessions (user_id, device_id) where ended_at is null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_over on sessions (ends_at);
create index sessions_user on sessions (user_id) where ended_at is null;

-- Token of a session; only its SHA-256 digest is stored. Tokens are replaced regularly. A replaced token stays valid
-- for one minute, for requests that are already under way.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id),
  -- Kind of a session token. `full`: access for the life of the session. `register`: the first token after
  -- registration, valid for 15 minutes and one call, which replaces it.
  kind text not null check (kind in ('full', 'register')),
  issued_at timestamptz not null default now(),
  superseded_at timestamptz,
  -- Random salt from which, together with the old token, the new token is derived. If the response with the new token
  -- is lost, the client gets the same one again with the old token. Null while not replaced.
  successor_salt bytea,
  first_used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_superseded on session_tokens (superseded_at) where superseded_at is not null;

-- Successful or refused sign-in, shown to the account's owner. Deleted after 90 days.
create table sign_in_events (
  id uuid primary key,
  -- Account of the attempt. Null if the name was unknown: such attempts are recorded too, so that the response takes
  -- the same time, and deleted after a day.
  user_id uuid references users (id),
  at timestamptz not null default now(),
  platform text not null,
  method text not null,
  result text not null check (result in ('signed_in', 'refused')),
  -- Range of IP addresses, shared by thousands of users; replaced by `forgotten` after a day.
  network text not null
);
create index sign_in_events_age on sign_in_events (at);
-- Finds sign-ins whose network is still stored, for the job that deletes it after a day.
create index sign_in_events_networks on sign_in_events (at) where network <> 'forgotten';
-- Lists successful and refused sign-ins separately, so that many refusals cannot hide a success.
create index sign_in_events_result on sign_in_events (user_id, result, at desc);
create index sign_in_events_strangers on sign_in_events (at) where user_id is null;

-- Nonce of a signed API call, to prevent replays. Deleted after 11 minutes, when the call's timestamp is too old
-- anyway. Unlogged for speed: a crash empties the table, so calls signed before the database started are then rejected.
create unlogged table signed_nonces (
  nonce text primary key,
  seen_at timestamptz not null default now()
);
create index signed_nonces_seen on signed_nonces (seen_at);

-- Nonce of a call whose timestamp is in the future, from a client with a fast clock. Logged, unlike `signed_nonces`:
-- after a crash such a call would look newer than the start of the database.
create table signed_nonces_ahead (
  nonce text primary key,
  seen_at timestamptz not null default now()
);
create index signed_nonces_ahead_seen on signed_nonces_ahead (seen_at);

grant select, insert, update, delete on sessions, session_tokens, sign_in_events, signed_nonces to wayfare_app;
grant select, insert, delete on signed_nonces_ahead to wayfare_app;
