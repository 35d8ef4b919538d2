-- What can be told of the keys of SECRET_KEY_FILE: digests that say which. Each start holds the file to them, so that none is
-- taken out while something is still sealed under it.
create table secret_keys (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  -- The last line of the file: keyed digests are made from it, and what has no mark is sealed under it.
  is_root boolean not null,
  first_seen_at timestamptz not null default now(),
  -- Since then nothing is sealed under it.
  retired_at timestamptz,
  check (not is_root or retired_at is null)
);
create unique index secret_keys_root on secret_keys (is_root) where is_root;
grant select, insert, update on secret_keys to wayfare_app;
