-- Batch of redeem codes for the same plan. Its unused codes stop working when the batch expires or is disabled.
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

-- Code that can be redeemed once for membership time. Only its SHA-256 digest is stored; the code itself is shown
-- once, when its batch is created. A code has 80 random bits, so no slow hash is needed.
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
