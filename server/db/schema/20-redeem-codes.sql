create table redeem_batches (
  id uuid primary key,
  name text not null unique,
  months integer not null check (months > 0),
  bonus_days integer not null check (bonus_days >= 0),
  max_devices integer not null check (max_devices > 0),
  count integer not null check (count between 1 and 10000),
  expires_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

-- Only digests: a code exists in clear once, on the operator's screen. 80 random bits need no slow hash.
create table redeem_codes (
  id uuid primary key,
  code_hash bytea not null unique,
  batch_id uuid not null references redeem_batches (id),
  redeemed_by uuid references users (id),
  redeemed_at timestamptz,
  check ((redeemed_by is null) = (redeemed_at is null))
);
create index redeem_codes_batch on redeem_codes (batch_id);
create index redeem_codes_user on redeem_codes (redeemed_by) where redeemed_by is not null;

grant select, insert, update, delete on redeem_batches, redeem_codes to wayfare_app;
