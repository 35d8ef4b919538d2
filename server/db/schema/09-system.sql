-- Secret keys -------------------------------------------------------------------------------------------------------

-- Key in SECRET_KEY_FILE, identified by a short id derived from it; the keys themselves are never stored. At start the
-- file is compared with these rows, so that no key is removed while values are still encrypted with it.
create table secret_keys (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  -- True for the last line of the file. This key makes the keyed digests. Encrypted values without a key id are
  -- encrypted with it too.
  is_root boolean not null,
  first_seen_at timestamptz not null default now(),
  retired_at timestamptz,
  check (not is_root or retired_at is null)
);
create unique index secret_keys_root on secret_keys (is_root) where is_root;

grant select, insert, update on secret_keys to wayfare_app;

-- Error reports -----------------------------------------------------------------------------------------------------

-- Error in a browser, on the server or in a job, with the number of its occurrences. Contains no personal data: no IP
-- or email address, account or query string. Deleted 30 days after it was last seen.
create table error_reports (
  fingerprint bytea primary key check (octet_length(fingerprint) = 32),
  side text not null check (side in ('browser', 'server', 'job')),
  message text not null check (length(message) <= 300),
  stack text not null check (length(stack) <= 4000),
  -- Page, endpoint or job in which the error last occurred, as a pattern or path without query string.
  place text not null check (length(place) <= 200),
  seen bigint not null default 1 check (seen > 0),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index error_reports_first_seen on error_reports (first_seen_at);
create index error_reports_newest on error_reports (last_seen_at desc);

grant select, insert, update, delete on error_reports to wayfare_app;

-- API keys of accounts at payment, mail and SMS providers that operators entered in the console, encrypted with the
-- deployment's secret key. Each change adds a row and ends the one before.
create table connection_keys (
  id uuid primary key,
  connection text not null check (connection ~ '^[a-z][a-z0-9]{1,20}$'),
  sealed bytea not null,
  set_by uuid not null references operators (id),
  set_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Time until which former API keys are used for payments that were begun before the keys were replaced.
  kept_until timestamptz,
  check ((ended_at is null) = (kept_until is null))
);
create unique index connection_keys_current on connection_keys (connection) where ended_at is null;
create index connection_keys_set_by on connection_keys (set_by);
grant select, insert, update, delete on connection_keys to wayfare_app;

-- Times of the last success and the last failure of calls to each connected provider, and of its last notifications.
create table connection_health (
  connection text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- Kind of the last failure. The provider's words are not stored, because they may name a buyer.
  failure text,
  notified_at timestamptz,
  rejected_at timestamptz
);
grant select, insert, update on connection_health to wayfare_app;
