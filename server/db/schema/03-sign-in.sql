-- Sign in steps -----------------------------------------------------------------------------------------------------

-- A sign-in that is not finished: the password was right, a second factor or a free place for the device is missing.
create table sign_in_steps (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  wants text not null check (wants in ('second_factor', 'device_place')),
  platform text not null,
  device_id text not null,
  os_version text,
  device_name text,
  tries integer not null default 0,
  expires_at timestamptz not null,
  -- A sign-in that stops for want of a device place goes on with the proof that it had.
  proved_at timestamptz,
  opened_from uuid
);
create index sign_in_steps_expiry on sign_in_steps (expires_at);
create index sign_in_steps_user on sign_in_steps (user_id);

grant select, insert, update, delete on sign_in_steps to wayfare_app;

-- Verification codes ------------------------------------------------------------------------------------------------

-- A code belongs to whom it was sent for: the ticket that asker holds, or else their device and network. Codes that
-- others ask for stand beside it, so that a stranger neither replaces the owner's code nor uses up its tries. It
-- takes the place of verification_codes, which the release before goes on using while it serves.
create table sent_codes (
  ticket bytea primary key,
  target bytea not null,
  asker bytea not null,
  code_hash bytea not null,
  -- With the ticket, and without.
  tries integer not null default 0,
  bare_tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sent_codes_expiry on sent_codes (expires_at);
create index sent_codes_target on sent_codes (target, asker, created_at desc);

grant select, insert, update, delete on sent_codes to wayfare_app;

-- Login codes -------------------------------------------------------------------------------------------------------

-- Opens the web account from a native app, once. It dies with the session that asked for it.
create table login_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id),
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  -- What an address carried is taken at once, and a ticket stands in its place until the person has said whether they
  -- want that account.
  is_ticket boolean not null default false
);
create index login_codes_expiry on login_codes (expires_at);
create index login_codes_session on login_codes (session_id);

grant select, insert, update, delete on login_codes to wayfare_app;

-- Passkeys ----------------------------------------------------------------------------------------------------------

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Null where somebody signs in: who it is, the answer tells.
  user_id uuid references users (id),
  expires_at timestamptz not null,
  -- A passkey names the account that it opens before that account exists: the id is drawn with the challenge.
  new_user_id uuid
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;

grant select, insert, update, delete on passkeys, passkey_challenges to wayfare_app;

-- Second factors ----------------------------------------------------------------------------------------------------

create table totp_factors (
  user_id uuid primary key references users (id),
  -- Sealed with the deployment's secret key: a dump of the database makes no codes.
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code: a code counts once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- After a reset by a code to an address, codes that were printed before are a second factor at most.
  opens_password boolean not null default true,
  primary key (user_id, code_hash)
);

grant select, insert, update, delete on totp_factors, recovery_codes to wayfare_app;
