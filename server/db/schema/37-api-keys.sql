-- API key with which a system of the operator reads data. Deleted 90 days after it was revoked or expired.
create table api_keys (
  id uuid primary key,
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  -- Beginning of the API key, by which an operator recognizes it.
  prefix text not null,
  -- SHA-256 digest of the API key, which has 256 random bits. The key itself is not stored.
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Number of calls with the key, and the hour of the last call.
  uses bigint not null default 0,
  used_at timestamptz
);
create unique index api_keys_name on api_keys (name) where revoked_at is null;

grant select, insert, update, delete on api_keys to wayfare_app;
