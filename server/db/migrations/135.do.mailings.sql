-- views: 200d60b9e68bb05e
-- Mailings: what operators send to many, at a bounded rate, once to each person.

-- Null: the person asked for no news by mail.
alter table users add column news_since timestamptz;

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
  finished_at timestamptz
);
create index mailings_open on mailings (next_at) where state in ('waiting', 'sending');
create index mailings_newest on mailings (created_at desc, id desc);

-- Whom each was sent to, or why not: once for each person, and no more often than people were told.
create table mailing_people (
  mailing_id uuid not null references mailings (id),
  user_id uuid not null references users (id),
  outcome text not null check (outcome in ('queued', 'sent', 'failed', 'skipped')),
  at timestamptz not null default now(),
  primary key (mailing_id, user_id)
);
create index mailing_people_user on mailing_people (user_id, at);
create index mailing_people_queued on mailing_people (mailing_id) where outcome = 'queued';
create index mailing_people_age on mailing_people (at);

grant select, insert, update, delete on segments, mailing_people to wayfare_app;
grant select, insert, update on mailings to wayfare_app;

-- A lane of its own: no code for signing in waits behind a mailing.
select pgboss.create_queue('mailings', '{"policy": "short", "retryLimit": 5, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 300,
  "heartbeatSeconds": 20, "expireInSeconds": 120, "retentionSeconds": 1209600, "deleteAfterSeconds": 3600, "deadLetter": "dead"}');

create view mail_people as
select u.id as user_id, u.uid, u.language, u.news_since, u.password_hash = 'erased' as is_erased,
  exists (select from account_identifiers i where i.user_id = u.id and i.kind = 'email') as has_address,
  exists (select from account_blocks b where b.user_id = u.id) as is_blocked
from users u;

create view plan_orders as
select user_id, goods_id from orders where paid_at is not null and status <> 'refunded';

create view referral_ways as
select user_id, inviter_id from referrals where verdict = 'counted';

create view last_seen as
select user_id, last_seen_at from sessions where ended_at is null;

grant select on mail_people, plan_orders, referral_ways, last_seen to wayfare_app;
