-- Who brought whom: decided once, at registration, and never changed by anything that a browser says later. `reason`
-- is why it earns nothing or waits. What its first purchase came to stands here, so that an inviter's list is one
-- read.
create table referrals (
  user_id uuid primary key references users (id),
  inviter_id uuid not null references users (id),
  via text not null check (via in ('typed', 'link')),
  campaign_id uuid references affiliate_campaigns (id),
  visited_at timestamptz,
  verdict text not null check (verdict in ('counted', 'held', 'refused')),
  reason text check (reason in ('device', 'payer', 'cycle', 'velocity', 'operator', 'friends_payer', 'shared_device', 'self_group')),
  decided_by text,
  referred_at timestamptz not null default now(),
  first_order_id uuid references orders (id),
  outcome text check (outcome in ('rewarded', 'reversed', 'no_membership', 'commission')),
  outcome_at timestamptz,
  bonus_seconds bigint not null default 0,
  bonus_grant text,
  decided_by_person boolean not null default false,
  -- In which language someone signed up; unknown for those who did before this was kept.
  language text check (language in ('en', 'zh-CN')),
  check (user_id <> inviter_id),
  check (verdict = 'counted' or reason is not null)
);
create index referrals_campaign on referrals (campaign_id, user_id desc) where campaign_id is not null;
create index referrals_first_order on referrals (first_order_id) where first_order_id is not null;
create index referrals_held on referrals (referred_at) where verdict = 'held';
create index referrals_inviter on referrals (inviter_id, user_id desc);
create index referrals_paid on referrals (inviter_id, user_id desc) where first_order_id is not null;
create index referrals_sign_ups on referrals (inviter_id, referred_at) where campaign_id is not null;

-- Who earns by an order, and at which rates, as it stood when the order was paid. Later facts adjust what was earned
-- and earn nothing new. `nothing` says why. Which of both rates counts is known when the money stands: a group may
-- wait for it.
create table referral_rewards (
  order_id uuid primary key references orders (id),
  inviter_id uuid not null references users (id),
  kind text not null check (kind in ('commission', 'bonus', 'nothing')),
  reason text,
  terms_version integer not null,
  tier text not null,
  first_bps integer not null check (first_bps between 0 and 10000),
  renewal_bps integer not null check (renewal_bps between 0 and 10000),
  bonus_bps integer not null check (bonus_bps between 0 and 10000),
  usd_per_unit_micros bigint not null check (usd_per_unit_micros > 0),
  hold_days integer not null check (hold_days >= 0),
  frozen_at timestamptz not null default now(),
  -- A part of a commission that is kept back when the rest is paid, and is paid later: frozen with the payment by the
  -- tier's terms.
  reserve_bps integer not null default 0,
  reserve_days integer not null default 0,
  check ((kind = 'nothing') = (reason is not null)),
  -- What was promised to an inviter by a referral that was corrected since is no one's, also where the same inviter
  -- comes back.
  constraint referral_rewards_reason check (reason in ('suspended', 'no_membership', 'corrected'))
);

-- What each inviter brought in all; kept in the transaction of what it counts.
create table inviter_totals (
  user_id uuid primary key references users (id),
  invited integer not null default 0,
  paid integer not null default 0,
  rewarded integer not null default 0,
  bonus_seconds bigint not null default 0
);

-- Who paid, by a keyed digest of what the provider calls them; where a provider does not say, there is no row.
create table payment_payers (
  payer bytea not null check (octet_length(payer) = 32),
  user_id uuid not null references users (id),
  seen_at timestamptz not null default now(),
  -- A wallet that sent a transfer is a payer, too. Its own kind of signal: anyone makes a new wallet for nothing, and
  -- customers of an exchange share one, so that it never tells people apart and never ties strangers into one case.
  is_wallet boolean not null default false,
  primary key (payer, user_id)
);
create index payment_payers_user on payment_payers (user_id);

-- Who paid for an account that is erased, without the account: a discount for a first purchase is given once to a
-- payer.
create table former_payers (
  payer bytea primary key check (octet_length(payer) = 32),
  -- Days and no more: a time to the microsecond would name the order.
  first_paid_on date not null,
  last_paid_on date not null
);
create index former_payers_age on former_payers (last_paid_on);

-- A payer's digest is under the deployment's key already. One that is not is no signal: it could be tried.
create function carry_payer_to_signals() returns trigger language plpgsql as $$
begin
  insert into risk_signals (kind, digest, user_id, gone_at)
  values (case when coalesce(new.is_wallet, old.is_wallet) then 'wallet' else 'payer' end, coalesce(new.payer, old.payer),
    coalesce(new.user_id, old.user_id), case when tg_op = 'DELETE' then now() end)
  on conflict (kind, digest, user_id) do update set gone_at = excluded.gone_at;
  return coalesce(new, old);
end $$;

-- A referral that waits although someone paid, and a first purchase, which counts for a tier.
create function wish_look_at_referral() returns trigger language plpgsql as $$
begin
  insert into risk_dues (user_id) values (new.user_id), (new.inviter_id);
  return new;
end $$;

create trigger payers_signalled after insert or delete on payment_payers
  for each row execute function carry_payer_to_signals();

create trigger referrals_looked_at after update of verdict, first_order_id, outcome on referrals
  for each row when (old.verdict is distinct from new.verdict or old.first_order_id is distinct from new.first_order_id
    or old.outcome is distinct from new.outcome)
  execute function wish_look_at_referral();

grant select, insert, update, delete on referrals, inviter_totals, payment_payers, former_payers to wayfare_app;
grant select, insert on referral_rewards to wayfare_app;
grant update (kind, reason) on referral_rewards to wayfare_app;
