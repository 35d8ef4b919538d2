-- Passkeys of operators: instead of secret and code, at the door and for money. Customers' passkeys stand in tables of their own.
create table operator_passkeys (
  id uuid primary key,
  operator_id uuid not null references operators (id),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index operator_passkeys_operator on operator_passkeys (operator_id);
create table operator_challenges (
  challenge_hash bytea primary key,
  -- Whose new passkey it is for; null: whoever has one may answer.
  operator_id uuid references operators (id),
  expires_at timestamptz not null
);
create index operator_challenges_expiry on operator_challenges (expires_at);
grant select, insert, update, delete on operator_passkeys, operator_challenges to wayfare_app;
