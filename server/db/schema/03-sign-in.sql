-- Sign in steps -----------------------------------------------------------------------------------------------------

-- Unfinished sign-in: the first proof, such as the password, was accepted, but the second factor is missing or no
-- device slot is free. Expires after five minutes or five attempts.
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
  -- Time of the first proof; the session opened by this step keeps it. Null if an app presented its stored secret,
  -- which proves nothing, or if the proof is that of the session in `opened_from`.
  proved_at timestamptz,
  opened_from uuid,
  -- Time step of the last refused code of an authenticator app, if the code is right for another time.
  app_step bigint
);
create index sign_in_steps_expiry on sign_in_steps (expires_at);
create index sign_in_steps_user on sign_in_steps (user_id);

grant select, insert, update, delete on sign_in_steps to wayfare_app;

-- Verification codes ------------------------------------------------------------------------------------------------

-- Verification code sent to an email address or phone number; valid for ten minutes. It works only with the ticket of
-- the request, or from the same device and network. Several codes for one email address or phone number coexist, so
-- that a stranger can neither replace the owner's code nor use up its attempts.
create table sent_codes (
  ticket bytea primary key,
  -- Keyed digest of the purpose and the email address or phone number, so that the table contains neither. Unknown ones
  -- have rows too, so that nobody can tell whether an account exists.
  target bytea not null,
  asker bytea not null,
  -- Keyed digest of the six digits. An unkeyed digest of so few digits could be guessed.
  code_hash bytea not null,
  -- Number of attempts with the ticket; `bare_tries` counts attempts without it. Five of each are allowed.
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

-- Single-use code with which a native app opens the web account. Only its digest is stored. Valid for one minute, and
-- bound to the session that requested it.
create table login_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id),
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  -- True for a ticket, valid for five minutes. It replaces a code from a URL until the user has confirmed that they
  -- want to open this account.
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
  -- Counter reported by the authenticator. A lower value than before indicates a copied passkey.
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- WebAuthn challenge for a customer's passkey, as a digest. Single-use.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- User who adds a passkey or confirms an action with one. Null for a sign-in, where the response names the account,
  -- and for a registration.
  user_id uuid references users (id),
  expires_at timestamptz not null,
  -- Id of the future account, if this is a registration. The passkey contains the id, so it is chosen together with the
  -- challenge.
  new_user_id uuid
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;

grant select, insert, update, delete on passkeys, passkey_challenges to wayfare_app;

-- Second factors ----------------------------------------------------------------------------------------------------

-- Authenticator app (TOTP) of a user as second factor; active once `confirmed_at` is set.
create table totp_factors (
  user_id uuid primary key references users (id),
  -- Encrypted with the deployment's secret key, so that a dump of the database produces no codes.
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- Number of the 30-second time step of the last accepted code. Each code is valid once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- Single-use recovery code of a user: a second factor, and a way to reset the password. Only a SHA-256 digest is
-- stored; a code has 80 random bits, so no slow hash is needed.
create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- True if the code can also reset the password. False after the password was reset with a code sent by mail or SMS,
  -- because an intruder may have created the recovery codes before.
  opens_password boolean not null default true,
  primary key (user_id, code_hash)
);

grant select, insert, update, delete on totp_factors, recovery_codes to wayfare_app;
