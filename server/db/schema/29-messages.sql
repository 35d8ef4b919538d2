-- Outbox ------------------------------------------------------------------------------------------------------------

-- What is to be sent, written in the transaction of its cause. Recipient, code and language are sealed, and dropped
-- as soon as the message has left. 'nothing': the answer promised a message to nobody, and nobody may see the
-- difference.
create table outbox_messages (
  id uuid primary key,
  channel text not null check (channel in ('mail', 'sms')),
  template text not null,
  sealed bytea,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'expired', 'refused', 'nothing', 'notice', 'seen', 'stopped')),
  useful_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- What someone is told about their money or their account: facts in place of a sealed content, the address is
  -- looked up when it leaves. An event is told once, held by the unique index as long as the row is kept. 'notice':
  -- there is no address, the account area shows it; 'seen': it was put away there; 'stopped': a reminder to someone
  -- who wants none.
  user_id uuid references users (id),
  event text,
  facts jsonb,
  check (status = 'waiting' or sealed is null),
  constraint outbox_messages_event_of_user check ((user_id is null) = (event is null)),
  constraint outbox_messages_facts_wait check (facts is null or status in ('waiting', 'notice'))
);
create unique index outbox_messages_event on outbox_messages (user_id, event);
create index outbox_messages_finished on outbox_messages (finished_at) where status <> 'waiting' and event is null;
create index outbox_messages_notices on outbox_messages (user_id, created_at) where status = 'notice';
create index outbox_messages_told on outbox_messages (finished_at) where status <> 'waiting' and event is not null;
create index outbox_messages_waiting on outbox_messages (created_at) where status = 'waiting';

grant select, insert, update, delete on outbox_messages to wayfare_app;

-- Mailings ----------------------------------------------------------------------------------------------------------

create table segments (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  -- Of whom, as conditions; it names no person.
  filter jsonb not null,
  operator text not null,
  saved_at timestamptz not null default now()
);

create table mailings (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('news', 'legal')),
  -- For operators.
  name text not null,
  filter jsonb not null,
  -- In both languages, as it was approved.
  texts jsonb not null,
  send_at timestamptz not null,
  per_minute integer not null check (per_minute between 1 and 6000),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'paused', 'stopped', 'done')),
  -- The last account that was looked at.
  reached uuid,
  -- The next step is not before that.
  next_at timestamptz not null,
  operator text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Whom a mailing found when it was approved: what its progress is a part of. Null: of the release before.
  people integer check (people >= 0)
);
create index mailings_newest on mailings (created_at desc, id desc);
create index mailings_open on mailings (next_at) where state in ('waiting', 'sending');

-- Whom each was sent to, or why not: once for each person, and no more often than people were told.
create table mailing_people (
  mailing_id uuid not null references mailings (id),
  user_id uuid not null references users (id),
  outcome text not null check (outcome in ('queued', 'sent', 'failed', 'skipped')),
  at timestamptz not null default now(),
  primary key (mailing_id, user_id)
);
create index mailing_people_age on mailing_people (at);
create index mailing_people_failed on mailing_people (mailing_id, at desc, user_id) where outcome = 'failed';
create index mailing_people_queued on mailing_people (mailing_id) where outcome = 'queued';
create index mailing_people_user on mailing_people (user_id, at);

grant select, insert, update, delete on segments, mailing_people to wayfare_app;
grant select, insert, update on mailings to wayfare_app;
