-- Application of a user to become an affiliate, with the operator's decision. A user can have one pending application.
create table affiliate_applications (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Text written by the applicant; emptied when the account is erased.
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

-- Affiliate: a user who earns commission on purchases of referred customers. Lock the row before changing the
-- affiliate's earnings or payouts.
create table affiliates (
  user_id uuid primary key references users (id),
  state text not null default 'approved' check (state in ('approved', 'suspended')),
  reason text,
  tier text,
  payout_chain text,
  payout_address text,
  since timestamptz not null default now(),
  -- End of the waiting period after a change of the payout wallet address; no payout is approved before. Protects the
  -- affiliate if an intruder changed the address. Null if it was never set.
  payout_rests_until timestamptz,
  -- Payout wallet address (lower case) that an operator allowed this affiliate to share with others. Without this
  -- permission, payouts to an address that another affiliate had before are held. Null without permission; a new
  -- address resets it.
  payout_shared_with text,
  greeting_name text,
  check ((payout_chain is null) = (payout_address is null))
);
create index affiliates_payout_address on affiliates (lower(payout_address)) where payout_address is not null;

-- Referral link of an affiliate, with its totals. The totals are updated in the transaction of the event that they
-- count. Rows are never deleted, because referrals and commissions refer to them.
create table affiliate_campaigns (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Last part of the referral URL. Empty for the affiliate's default link, which exists once.
  slug text not null check (slug ~ '^([a-z0-9][a-z0-9-]{0,22}[a-z0-9])?$'),
  name text not null,
  visits integer not null default 0,
  sign_ups integer not null default 0,
  paid integer not null default 0,
  earned_minor bigint not null default 0,
  created_at timestamptz not null default now(),
  destination text not null default '/'
    check (destination in ('/', '/pricing', '/download', '/trial', '/group-buying', '/register')),
  archived_at timestamptz,
  unique (user_id, slug)
);

-- Running total of the activity through an affiliate's links, up to and including a day (UTC). Because totals are
-- cumulative, any range is the difference of two rows. A day without activity has no row.
create table affiliate_days (
  affiliate_id uuid not null references users (id),
  dimension text not null check (dimension in ('all', 'link', 'plan', 'source', 'language', 'currency')),
  key text not null,
  day date not null,
  visits bigint not null,
  sign_ups bigint not null,
  firsts bigint not null,
  renewals bigint not null,
  -- Commission on first purchases, in US cents; `renewal_minor` is the commission on later ones.
  first_minor bigint not null,
  renewal_minor bigint not null,
  reversals bigint not null,
  reversed_minor bigint not null,
  primary key (affiliate_id, dimension, key, day)
);

-- Day (UTC) whose activity is included in `affiliate_days`. Days are added in order and without gaps.
create table affiliate_folds (
  day date primary key,
  -- True if all visits of the day were still stored when it was added. Visits are deleted after a while, so the visits
  -- of other days cannot be checked.
  has_visits boolean not null,
  folded_at timestamptz not null default now()
);

-- Sum of an affiliate's activity on a day that is not yet in `affiliate_days`, up to `affiliate_open_folds.until`. Not
-- cumulative, unlike `affiliate_days`. Deleted once the day is closed, and computed again when a referral is assigned
-- to another affiliate.
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

-- Progress of `affiliate_open_days`; the table has at most one row. `waits_for`: database transactions that were
-- running at `looked_at`. The sums advance once these have ended, because only they can still add earlier rows.
create table affiliate_open_folds (
  one boolean primary key default true check (one),
  -- Time up to which `affiliate_open_days` includes activity. No running database transaction can still add rows
  -- before it.
  until timestamptz not null,
  looked_at timestamptz not null,
  waits_for text[] not null
);

-- Period in which an affiliate is suspended. A payment made in it earns nothing, even if it becomes known later.
-- Append-only except for `until`.
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
