-- How far the list of each day of each provider is compared. Days that are not are tried again, and raise an alert.
create table statement_days (
  provider text not null,
  day date not null,
  state text not null check (state in ('compared', 'unreadable', 'missing')),
  -- Why it is not compared: the provider has no list yet, did not answer, or something here failed.
  reason text check (reason in ('not_ready', 'silent', 'unreadable', 'failed')),
  -- Movements of our own that the list has to name; of a day without any there may be no list.
  expected integer not null default 0 check (expected >= 0),
  lines integer not null default 0 check (lines >= 0),
  unread integer not null default 0 check (unread >= 0),
  differences integer not null default 0 check (differences >= 0),
  tries integer not null default 0 check (tries >= 0),
  first_tried_at timestamptz not null default now(),
  tried_at timestamptz,
  primary key (provider, day),
  check ((state = 'compared') = (reason is null))
);
create index statement_days_open on statement_days (provider, tried_at) where state <> 'compared';
grant select, insert, update on statement_days to wayfare_app;
