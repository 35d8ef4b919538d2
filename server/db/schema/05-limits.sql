-- Limits ------------------------------------------------------------------------------------------------------------

-- Times of recent attempts under a rate limit. A row expires with its time window.
create table limit_counters (
  rule text not null,
  -- Keyed digest of what is limited, such as an account or IP address, so that the table contains neither.
  subject bytea not null,
  hits timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (rule, subject)
);
create index limit_counters_expiry on limit_counters (expires_at);

grant select, insert, update, delete on limit_counters to wayfare_app;

-- Sms budget --------------------------------------------------------------------------------------------------------

-- Number of SMS on a day (UTC) by country, for the daily budget: SMS cost money, and anyone can request them. Deleted
-- after 62 days.
create table sms_spent (
  day date not null,
  country text not null check (country ~ '^[0-9]{0,3}$'),
  messages integer not null default 0 check (messages >= 0),
  refused integer not null default 0 check (refused >= 0),
  primary key (day, country)
);

grant select, insert, update, delete on sms_spent to wayfare_app;
