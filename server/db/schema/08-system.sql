-- Secret keys -------------------------------------------------------------------------------------------------------

-- What can be told of the keys of SECRET_KEY_FILE: digests that say which. Each start holds the file to them, so that
-- none is taken out while something is still sealed under it.
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

-- Error reports -----------------------------------------------------------------------------------------------------

-- What went wrong in browsers and on the server, one row for each distinct error. Nothing personal: no address, no
-- account, no query. A row goes 30 days after it was last seen.
create table error_reports (
  fingerprint bytea primary key check (octet_length(fingerprint) = 32),
  side text not null check (side in ('browser', 'server', 'job')),
  message text not null check (length(message) <= 300),
  stack text not null check (length(stack) <= 4000),
  -- The page, call or job in which it was seen last: a pattern or a path, never a query.
  place text not null check (length(place) <= 200),
  seen bigint not null default 1 check (seen > 0),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index error_reports_first_seen on error_reports (first_seen_at);
create index error_reports_newest on error_reports (last_seen_at desc);

grant select, insert, update, delete on error_reports to wayfare_app;
