-- Problem that operators are notified of, from its first detection until it is resolved. At most one alert is open
-- for each kind and subject. Deleted 90 days after it was resolved.
create table alerts (
  id uuid primary key,
  kind text not null,
  -- Object with the problem, such as a provider, a node or a review item. Never names a person.
  subject text not null check (length(subject) <= 120 and subject !~ '[[:cntrl:]]'),
  -- Current severity: 1, or higher if the problem is worse. `worst` is the highest severity so far; a new worst one
  -- notifies operators again.
  level smallint not null check (level >= 1),
  worst smallint not null,
  detail text check (length(detail) <= 200 and detail !~ '[[:cntrl:]]'),
  amount integer,
  total integer,
  since timestamptz,
  -- Number of times that operators were notified. Higher severity, new items and reminders increase it.
  turn integer not null default 1,
  opened_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  told_at timestamptz not null default now(),
  -- Time since which the problem is no longer observed; null while it is. The alert is resolved a little later, unless
  -- the problem returns.
  gone_at timestamptz,
  resolved_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid references operators (id),
  note text check (length(note) between 1 and 1000),
  check (worst >= level),
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index alerts_acknowledged on alerts (acknowledged_at) where acknowledged_at is not null and resolved_at is null;
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
create index alerts_past on alerts (resolved_at desc, id desc) where resolved_at is not null;

-- Message with one or more alerts, sent to an operator by mail or webhook. Deleted after 90 days.
create table alert_messages (
  id uuid primary key,
  operator_id uuid not null references operators (id),
  channel text not null check (channel in ('mail', 'webhook')),
  kinds text[] not null,
  at timestamptz not null default now(),
  -- Body of a webhook call until it is delivered or given up. Null for mail, which goes through `outbox_messages`.
  body text,
  due_at timestamptz,
  failures integer not null default 0,
  check ((body is null) = (due_at is null))
);
create index alert_messages_due on alert_messages (due_at) where due_at is not null;
create index alert_messages_operator on alert_messages (operator_id, channel, at desc);

-- Notification about an alert that is due to an operator on one channel. There is at most one for each `turn` of the
-- alert, so that repeated checks notify nobody twice.
create table alert_notices (
  alert_id uuid not null references alerts (id) on delete cascade,
  turn integer not null,
  operator_id uuid not null references operators (id),
  channel text not null check (channel in ('mail', 'webhook')),
  owed_at timestamptz not null default now(),
  message_id uuid references alert_messages (id),
  primary key (alert_id, turn, operator_id, channel)
);
create index alert_notices_message on alert_notices (message_id) where message_id is not null;
create index alert_notices_owed on alert_notices (operator_id, channel) where message_id is null;

-- Notification settings of an operator. Without a row the defaults apply: mail, if the operator has an email address.
create table operator_notifications (
  operator_id uuid primary key references operators (id),
  mail text[] not null,
  webhook text[] not null,
  time_zone text not null,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  digest_at smallint check (digest_at between 0 and 1439),
  urgent_through boolean not null,
  sealed_webhook bytea,
  delivered_at timestamptz,
  failing_since timestamptz,
  error text check (length(error) <= 200),
  check ((quiet_from is null) = (quiet_until is null))
);

grant select, insert, update, delete on alerts, alert_messages, alert_notices, operator_notifications to wayfare_app;
