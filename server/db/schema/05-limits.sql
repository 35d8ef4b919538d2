-- Limits ------------------------------------------------------------------------------------------------------------

-- When each of the last tries was, by a keyed digest of whose they were. No address of a person or network is here,
-- and no row outlives its window.
create table limit_counters (
  rule text not null,
  subject bytea not null,
  hits timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (rule, subject)
);
create index limit_counters_expiry on limit_counters (expires_at);

grant select, insert, update, delete on limit_counters to wayfare_app;

-- Sms budget --------------------------------------------------------------------------------------------------------

-- SMS that were asked for, by day (UTC) and calling code; the empty code is all of them together. They cost money,
-- and anybody may ask for them.
create table sms_spent (
  day date not null,
  country text not null check (country ~ '^[0-9]{0,3}$'),
  messages integer not null default 0 check (messages >= 0),
  refused integer not null default 0 check (refused >= 0),
  primary key (day, country)
);

grant select, insert, update, delete on sms_spent to wayfare_app;
