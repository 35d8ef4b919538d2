create table affiliate_applications (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- What the applicant wrote; emptied when the account is erased.
  channel text not null,
  audience text not null,
  message text not null,
  contact text not null,
  terms_version integer not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  reason text,
  applied_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'rejected' or reason is not null)
);
create unique index affiliate_applications_pending on affiliate_applications (user_id) where state = 'pending';
create index affiliate_applications_user on affiliate_applications (user_id, applied_at desc);
create index affiliate_applications_waiting on affiliate_applications (applied_at) where state = 'pending';

create table affiliates (
  user_id uuid primary key references users (id),
  state text not null default 'approved' check (state in ('approved', 'suspended')),
  reason text,
  -- Set by an operator; null: the tier follows from the terms.
  tier text,
  payout_chain text,
  payout_address text,
  since timestamptz not null default now(),
  -- Nothing is approved before that: who took over an account changes the address first. Null: the address was never
  -- changed.
  payout_rests_until timestamptz,
  -- One address that several affiliates are paid to holds all of them, until a person allows it. The column says
  -- which address that was, in small letters; who changes to another one waits again.
  payout_shared_with text,
  -- By what name an affiliate greets who comes by a link; null: by none.
  greeting_name text,
  check ((payout_chain is null) = (payout_address is null))
);
create index affiliates_payout_address on affiliates (lower(payout_address)) where payout_address is not null;

-- An affiliate's links. The plain one has an empty slug. The counts are kept in the transaction of what they count.
create table affiliate_campaigns (
  id uuid primary key,
  user_id uuid not null references users (id),
  slug text not null check (slug ~ '^([a-z0-9][a-z0-9-]{0,22}[a-z0-9])?$'),
  name text not null,
  visits integer not null default 0,
  sign_ups integer not null default 0,
  paid integer not null default 0,
  earned_minor bigint not null default 0,
  created_at timestamptz not null default now(),
  -- Where a link leads, which may change after it was printed, and since when it is archived: it works on, and is out
  -- of the way.
  destination text not null default '/' check (destination in ('/', '/pricing', '/download', '/trial', '/group-buying', '/register')),
  archived_at timestamptz,
  unique (user_id, slug)
);

-- What an affiliate's links brought, by day: running totals, so that any range is the difference of two rows.
-- `dimension` and `key` say of what: of everything, or of one link, plan, source, language or currency. A day without
-- anything has no row.
create table affiliate_days (
  affiliate_id uuid not null references users (id),
  dimension text not null check (dimension in ('all', 'link', 'plan', 'source', 'language', 'currency')),
  key text not null,
  day date not null,
  visits bigint not null,
  sign_ups bigint not null,
  firsts bigint not null,
  renewals bigint not null,
  first_minor bigint not null,
  renewal_minor bigint not null,
  reversals bigint not null,
  reversed_minor bigint not null,
  primary key (affiliate_id, dimension, key, day)
);

-- Which days are in it, one after the other without gaps. `has_visits`: all visits of the day were still there.
create table affiliate_folds (
  day date primary key,
  has_visits boolean not null,
  folded_at timestamptz not null default now()
);

-- What affiliates' links brought on days that can still change, up to a moment before which they no longer can: as in
-- affiliate_days, but of each day alone. Gone once the day is in affiliate_days; and added up anew where a row was
-- given to another affiliate.
create table affiliate_open_days (
  affiliate_id uuid not null references users (id),
  dimension text not null check (dimension in ('all', 'link', 'plan', 'source', 'language', 'currency')),
  key text not null,
  day date not null,
  visits bigint not null,
  sign_ups bigint not null,
  firsts bigint not null,
  renewals bigint not null,
  first_minor bigint not null,
  renewal_minor bigint not null,
  reversals bigint not null,
  reversed_minor bigint not null,
  primary key (affiliate_id, dimension, key, day)
);

-- Up to which moment they are added up, and what ran when it was looked last: what may still add to the time before
-- that.
create table affiliate_open_folds (
  one boolean primary key default true check (one),
  until timestamptz not null,
  looked_at timestamptz not null,
  waits_for text[] not null
);

-- When an affiliate was suspended: a payment of such a time earns nothing, also if it becomes known later.
create table affiliate_suspensions (
  user_id uuid not null references users (id),
  since timestamptz not null default now(),
  until timestamptz,
  primary key (user_id, since),
  check (until >= since)
);
create unique index affiliate_suspensions_running on affiliate_suspensions (user_id) where until is null;

grant select, insert, update, delete on affiliate_applications, affiliates, affiliate_campaigns, affiliate_open_days,
affiliate_open_folds to wayfare_app;
grant select, insert, update on affiliate_days to wayfare_app;
grant select, insert on affiliate_folds, affiliate_suspensions to wayfare_app;
grant update (until) on affiliate_suspensions to wayfare_app;
