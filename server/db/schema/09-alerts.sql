-- What operators are told in time. One row for each time that something was not as it should be; `subject` names no
-- person.
create table alerts (
  id uuid primary key,
  kind text not null,
  subject text not null check (length(subject) <= 120 and subject !~ '[[:cntrl:]]'),
  -- How bad it is, and how bad it has been.
  level smallint not null check (level >= 1),
  worst smallint not null,
  detail text check (length(detail) <= 200 and detail !~ '[[:cntrl:]]'),
  amount integer,
  total integer,
  since timestamptz,
  -- How often it was told.
  turn integer not null default 1,
  opened_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  told_at timestamptz not null default now(),
  -- When it was first seen to be over; it is resolved a little later, if it does not come back.
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

-- One message to one operator, by mail or webhook. `body`: of a webhook, until it is delivered or given up.
create table alert_messages (
  id uuid primary key,
  operator_id uuid not null references operators (id),
  channel text not null check (channel in ('mail', 'webhook')),
  kinds text[] not null,
  at timestamptz not null default now(),
  body text,
  due_at timestamptz,
  failures integer not null default 0,
  check ((body is null) = (due_at is null))
);
create index alert_messages_due on alert_messages (due_at) where due_at is not null;
create index alert_messages_operator on alert_messages (operator_id, channel, at desc);

-- Who was told of which turn of an alert by what; without a message, who has to be told yet.
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

-- How an operator wants to be told; without a row, by mail where they have an address.
create table operator_notifications (
  operator_id uuid primary key references operators (id),
  mail text[] not null,
  webhook text[] not null,
  time_zone text not null,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  digest_at smallint check (digest_at between 0 and 1439),
  urgent_through boolean not null,
  -- Address and secret, sealed.
  sealed_webhook bytea,
  delivered_at timestamptz,
  failing_since timestamptz,
  error text check (length(error) <= 200),
  check ((quiet_from is null) = (quiet_until is null))
);

grant select, insert, update, delete on alerts, alert_messages, alert_notices, operator_notifications to wayfare_app;
