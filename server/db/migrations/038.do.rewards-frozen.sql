-- Who earns by an order, and at which rates, as it stood when the order was paid. Later facts adjust what was earned and
-- earn nothing new. `nothing` says why. Which of both rates counts is known when the money stands: a group may wait for it.
create table referral_rewards (
  order_id uuid primary key references orders (id),
  inviter_id uuid not null references users (id),
  kind text not null check (kind in ('commission', 'bonus', 'nothing')),
  reason text check (reason in ('suspended', 'no_membership')),
  terms_version integer not null,
  tier text not null,
  first_bps integer not null check (first_bps between 0 and 10000),
  renewal_bps integer not null check (renewal_bps between 0 and 10000),
  bonus_bps integer not null check (bonus_bps between 0 and 10000),
  usd_per_unit_micros bigint not null check (usd_per_unit_micros > 0),
  hold_days integer not null check (hold_days >= 0),
  frozen_at timestamptz not null default now(),
  check ((kind = 'nothing') = (reason is not null))
);
grant select, insert, update (kind, reason) on referral_rewards to wayfare_app;

-- When an affiliate was suspended: a payment of such a time earns nothing, also if it becomes known later.
create table affiliate_suspensions (
  user_id uuid not null references users (id),
  since timestamptz not null default now(),
  until timestamptz,
  check (until >= since),
  primary key (user_id, since)
);
create unique index affiliate_suspensions_running on affiliate_suspensions (user_id) where until is null;
insert into affiliate_suspensions (user_id, since) select user_id, since from affiliates where state = 'suspended';
grant select, insert, update (until) on affiliate_suspensions to wayfare_app;
