-- Outbox ------------------------------------------------------------------------------------------------------------

-- Mail or SMS to be sent, written in the transaction of its cause (transactional outbox). Contents are deleted as soon
-- as the message has been sent. Finished messages without a user are deleted after 7 days, others after 400.
create table outbox_messages (
  id uuid primary key,
  channel text not null check (channel in ('mail', 'sms')),
  template text not null,
  -- Encrypted recipient, language and code of a message to an email address or phone number. Null once it has been
  -- sent, and for messages to a user.
  sealed bytea,
  -- Status of a message. `expired`: no longer useful or true when it was due. `refused`: rejected for good by the mail
  -- or SMS server. `nothing`: nothing is sent, but the same work was done, so that response times do not reveal whether
  -- an account exists. `notice`: shown in the account area, because no mail can reach the user or the message is only
  -- for that area. `seen`: read or dismissed there, and still listed while it has facts. `stopped`: reminder or news to
  -- somebody who wants none.
  status text not null default 'waiting'
    check (status in ('waiting', 'sent', 'expired', 'refused', 'nothing', 'notice', 'seen', 'stopped')),
  useful_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- User whom a message about an order or account informs. Email address and language are looked up when it is sent.
  -- Null for a message to an email address or phone number, such as a verification code.
  user_id uuid references users (id),
  -- Event that the message is about. The unique index ensures that a user is told once. Null for messages to an email
  -- address or phone number.
  event text,
  -- Values of the message at the time of the event. Null once it has been sent; a notice keeps them for 90 days.
  facts jsonb,
  check (status = 'waiting' or sealed is null),
  constraint outbox_messages_event_of_user check ((user_id is null) = (event is null)),
  constraint outbox_messages_facts_wait check (facts is null or status in ('waiting', 'notice', 'seen'))
);
create unique index outbox_messages_event on outbox_messages (user_id, event);
create index outbox_messages_finished on outbox_messages (finished_at) where status <> 'waiting' and event is null;
create index outbox_messages_notices on outbox_messages (user_id, created_at)
  where status in ('notice', 'seen') and facts is not null;
create index outbox_messages_told on outbox_messages (finished_at) where status <> 'waiting' and event is not null;
create index outbox_messages_waiting on outbox_messages (created_at) where status = 'waiting';

grant select, insert, update, delete on outbox_messages to wayfare_app;

-- Mailings ----------------------------------------------------------------------------------------------------------

create table segments (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  filter jsonb not null,
  operator text not null,
  saved_at timestamptz not null default now()
);

-- Mass mail: news for subscribers, or notice of changed legal texts. A job sends it in steps.
create table mailings (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('news', 'legal')),
  name text not null,
  filter jsonb not null,
  texts jsonb not null,
  send_at timestamptz not null,
  per_minute integer not null check (per_minute between 1 and 6000),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'paused', 'stopped', 'done')),
  reached uuid,
  next_at timestamptz not null,
  operator text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  people integer check (people >= 0)
);
create index mailings_newest on mailings (created_at desc, id desc);
create index mailings_open on mailings (next_at) where state in ('waiting', 'sending');

-- Recipient of a mailing, with the result. The primary key ensures that nobody gets the same mailing twice. Deleted
-- after 400 days.
create table mailing_people (
  mailing_id uuid not null references mailings (id),
  user_id uuid not null references users (id),
  -- Result for this recipient. `queued`: in the outbox. `skipped`: has unsubscribed, has no email address, or already
  -- got news this week.
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
