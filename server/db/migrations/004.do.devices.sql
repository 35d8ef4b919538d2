-- Devices ------------------------------------------------------------------------------------------------------------
-- A person's devices are counted and added under the lock of this row: two sign-ins never take the same last place.
create table device_lists (user_id uuid primary key references users (id));

create table devices (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- What the app calls itself. A name, never a credential: knowing it opens nothing.
  device_id text not null,
  os text not null check (os in ('ios', 'android', 'mac', 'windows', 'other')),
  os_version text,
  name text,
  registered_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (user_id, device_id)
);

create index sessions_device on sessions (user_id, device_id) where ended_at is null;

-- Accounts that a native app opened by device id: no name and no password yet. The app keeps a secret instead.
alter table users add column password_set boolean not null default true;
create table device_secrets (
  user_id uuid primary key references users (id),
  secret_hash bytea not null unique,
  device_id text not null,
  created_at timestamptz not null default now()
);

-- Trial --------------------------------------------------------------------------------------------------------------
create table trial_claims (
  user_id uuid primary key references users (id),
  claimed_at timestamptz not null default now(),
  ends_at timestamptz not null
);
-- Digest of a device id whose trial is used up. It outlives the account: deleting one gives no second trial.
create table trial_devices (
  device_hash bytea primary key,
  used_at timestamptz not null default now()
);

-- Ways in ------------------------------------------------------------------------------------------------------------
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
  expires_at timestamptz not null
);
create index sign_in_steps_expiry on sign_in_steps (expires_at);
create index sign_in_steps_user on sign_in_steps (user_id);

-- Opens the web account from a native app, once. It dies with the session that asked for it.
create table login_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id),
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index login_codes_expiry on login_codes (expires_at);
create index login_codes_session on login_codes (session_id);

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
  primary key (user_id, code_hash)
);

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
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;

-- Deletion -----------------------------------------------------------------------------------------------------------
-- While erased_at is null a sign-in removes the row, and with it the wish. The row of an erased account stays.
create table account_deletions (
  user_id uuid primary key references users (id),
  requested_at timestamptz not null default now(),
  erase_at timestamptz not null,
  erased_at timestamptz
);
create index account_deletions_due on account_deletions (erase_at) where erased_at is null;

grant select, insert, update, delete on
  device_lists, devices, device_secrets, trial_claims, trial_devices, sign_in_steps, login_codes, totp_factors,
  recovery_codes, passkeys, passkey_challenges, account_deletions to wayfare_app;
