-- Terms --------------------------------------------------------------------------------------------------------------
-- Every version of the affiliate terms that was ever published, the one place of all their numbers. Append-only: a
-- commission names the version that it was reckoned by. Each holds from its own date `since`.
create table affiliate_terms (
  version integer primary key check (version > 0),
  since date not null,
  terms jsonb not null,
  published_by text not null,
  published_at timestamptz not null default now()
);
insert into affiliate_terms (version, since, terms, published_by)
select (value ->> 'version')::integer, (value ->> 'since')::date, value, 'settings' from settings where key = 'affiliateTerms';
delete from settings where key = 'affiliateTerms';
grant select, insert on affiliate_terms to wayfare_app;

-- Affiliates ---------------------------------------------------------------------------------------------------------
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
create index affiliate_applications_user on affiliate_applications (user_id, applied_at desc);
create unique index affiliate_applications_pending on affiliate_applications (user_id) where state = 'pending';
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
  check ((payout_chain is null) = (payout_address is null))
);

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
  unique (user_id, slug)
);

-- Referrals ----------------------------------------------------------------------------------------------------------
-- Who brought whom: decided once, at registration, and never changed by anything that a browser says later. `reason` is
-- why it earns nothing or waits. What its first purchase came to stands here, so that an inviter's list is one read.
create table referrals (
  user_id uuid primary key references users (id),
  inviter_id uuid not null references users (id),
  via text not null check (via in ('typed', 'link')),
  campaign_id uuid references affiliate_campaigns (id),
  visited_at timestamptz,
  verdict text not null check (verdict in ('counted', 'held', 'refused')),
  reason text check (reason in ('device', 'payer', 'cycle', 'velocity', 'operator')),
  decided_by text,
  referred_at timestamptz not null default now(),
  first_order_id uuid references orders (id),
  outcome text check (outcome in ('rewarded', 'reversed', 'no_membership', 'commission')),
  outcome_at timestamptz,
  bonus_seconds bigint not null default 0,
  bonus_grant text,
  check (user_id <> inviter_id),
  check (verdict = 'counted' or reason is not null)
);
create index referrals_inviter on referrals (inviter_id, user_id desc);
create index referrals_paid on referrals (inviter_id, user_id desc) where first_order_id is not null;
create index referrals_campaign on referrals (campaign_id, user_id desc) where campaign_id is not null;
create index referrals_held on referrals (referred_at) where verdict = 'held';
insert into referrals (user_id, inviter_id, via, verdict, referred_at)
select id, invited_by, 'typed', 'counted', created_at from users where invited_by is not null and invited_by <> id;

-- What each inviter brought in all; kept in the transaction of what it counts.
create table inviter_totals (
  user_id uuid primary key references users (id),
  invited integer not null default 0,
  paid integer not null default 0,
  rewarded integer not null default 0,
  bonus_seconds bigint not null default 0
);
insert into inviter_totals (user_id, invited) select inviter_id, count(*) from referrals group by inviter_id;

-- One device of two accounts is looked for at every registration by an app and every first purchase.
create index devices_device on devices (device_id);

-- Who paid, by a keyed digest of what the provider calls them; where a provider does not say, there is no row.
create table payment_payers (
  payer bytea not null,
  user_id uuid not null references users (id),
  seen_at timestamptz not null default now(),
  primary key (payer, user_id)
);
create index payment_payers_user on payment_payers (user_id);

-- Settlements --------------------------------------------------------------------------------------------------------
create table settlements (
  id uuid primary key,
  affiliate_id uuid not null references users (id),
  -- The first day of the month that it closes, UTC.
  period date not null check (extract(day from period) = 1),
  currency text not null default 'USD' check (currency = 'USD'),
  amount_minor bigint not null check (amount_minor > 0),
  commissions integer not null check (commissions > 0),
  state text not null default 'prepared' check (state in ('prepared', 'approved', 'paid', 'cancelled')),
  prepared_by text not null,
  prepared_at timestamptz not null default now(),
  -- Another person than who prepared it: the database insists.
  approved_by text check (approved_by <> prepared_by),
  approved_at timestamptz,
  chain text,
  address text,
  transaction_hash text,
  on_chain text check (on_chain in ('confirmed', 'not_checked')),
  paid_at timestamptz,
  paid_by text,
  cancelled_by text,
  cancel_reason text,
  check (state not in ('approved', 'paid') or (approved_by is not null and address is not null)),
  check ((state = 'paid') = (transaction_hash is not null)),
  check ((state = 'cancelled') = (cancel_reason is not null))
);
-- One for each month, and one at a time: a hundred runs at once draw up one.
create unique index settlements_period on settlements (affiliate_id, period) where state <> 'cancelled';
create unique index settlements_open on settlements (affiliate_id) where state in ('prepared', 'approved');
-- Hexadecimal digits are the same in either case.
create unique index settlements_hash on settlements (lower(transaction_hash)) where transaction_hash is not null;
create index settlements_list on settlements (affiliate_id, prepared_at desc);
create index settlements_waiting on settlements (prepared_at) where state in ('prepared', 'approved');

-- Commissions --------------------------------------------------------------------------------------------------------
-- One row for each paid order, everything that it was reckoned by frozen with it. What a refund or dispute takes back is
-- a row of its own with a negative amount that names it. Amounts are in the currency of payouts, US cents.
create table commissions (
  id uuid primary key,
  affiliate_id uuid not null references users (id),
  referred_id uuid not null references users (id),
  order_id uuid not null references orders (id),
  campaign_id uuid references affiliate_campaigns (id),
  reverses uuid references commissions (id),
  type text not null check (type in ('first', 'renewal')),
  terms_version integer not null,
  tier text not null,
  rate_bps integer not null check (rate_bps between 0 and 10000),
  paid_currency text not null check (paid_currency in ('CNY', 'USD')),
  paid_minor bigint not null,
  usd_per_unit_micros bigint not null check (usd_per_unit_micros > 0),
  amount_minor bigint not null check (amount_minor <> 0),
  -- Of the order; a reversal has that of the row that it takes back, and so shares its month and its hold.
  earned_at timestamptz not null,
  held_until timestamptz not null,
  review_reason text,
  settlement_id uuid references settlements (id),
  booked_at timestamptz not null default now(),
  check (reverses is not null or amount_minor > 0)
);
create unique index commissions_once on commissions (order_id) where reverses is null;
create index commissions_order on commissions (order_id);
create index commissions_list on commissions (affiliate_id, booked_at desc, id desc);
create index commissions_campaign on commissions (campaign_id, booked_at desc, id desc) where campaign_id is not null;
create index commissions_settlement on commissions (settlement_id) where settlement_id is not null;
-- What waits: of one affiliate by the end of its hold, and all of it for the monthly run.
create index commissions_unsettled on commissions (affiliate_id, held_until)
  include (amount_minor, earned_at, review_reason) where settlement_id is null;
create index commissions_review on commissions (affiliate_id) where review_reason is not null;

-- Earned and taken back by month; kept in the transaction that adds a commission.
create table affiliate_months (
  affiliate_id uuid not null references users (id),
  month date not null,
  first_minor bigint not null default 0,
  renewal_minor bigint not null default 0,
  reversed_minor bigint not null default 0,
  primary key (affiliate_id, month)
);

-- Marketing ----------------------------------------------------------------------------------------------------------
-- Visits that carried a parameter, after consent: opaque values, no address of a network, forgotten after days.
create table marketing_visits (
  visit text primary key check (visit ~ '^[\w-]{1,64}$'),
  campaign_id uuid references affiliate_campaigns (id),
  referral text,
  gclid text,
  wbraid text,
  gbraid text,
  vid text,
  at timestamptz not null default now()
);
create index marketing_visits_at on marketing_visits (at);
create table marketing_steps (
  visit text not null references marketing_visits (visit) on delete cascade,
  step text not null check (step in ('download', 'checkout', 'sign_up_form')),
  at timestamptz not null default now(),
  primary key (visit, step)
);
-- The click that an account came from, for the advertiser's own count; forgotten after ninety days.
create table marketing_origins (
  user_id uuid primary key references users (id),
  gclid text,
  wbraid text,
  gbraid text,
  vid text,
  at timestamptz not null default now()
);
create index marketing_origins_at on marketing_origins (at);

-- Benefits -----------------------------------------------------------------------------------------------------------
create table benefit_kinds (
  kind text primary key check (kind ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  names jsonb not null,
  created_at timestamptz not null default now()
);
-- One row is one account to hand out. What opens it is sealed with the deployment's key.
create table benefit_stock (
  id uuid primary key,
  kind text not null references benefit_kinds (kind),
  account text not null,
  sealed_password bytea not null,
  link text not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  assigned_to uuid references users (id),
  assigned_at timestamptz,
  withdrawn_at timestamptz,
  unique (kind, account),
  check ((assigned_to is null) = (assigned_at is null))
);
create unique index benefit_stock_once on benefit_stock (assigned_to, kind) where assigned_to is not null and withdrawn_at is null;
create index benefit_stock_free on benefit_stock (kind, imported_at, id) where assigned_to is null and withdrawn_at is null;

grant select, insert, update, delete on
  affiliate_applications, affiliates, affiliate_campaigns, referrals, inviter_totals, payment_payers, settlements,
  affiliate_months, marketing_visits, marketing_steps, marketing_origins, benefit_kinds, benefit_stock to wayfare_app;
-- What a commission was reckoned by never changes; where it is in its way to the payout does.
grant select, insert, update (review_reason, settlement_id) on commissions to wayfare_app;
