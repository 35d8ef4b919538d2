-- Referral of a user by an inviter. The inviter is recorded once, at registration; only an operator can change it
-- later. The result of the first purchase is stored here, so that an inviter's list needs one query.
create table referrals (
  user_id uuid primary key references users (id),
  inviter_id uuid not null references users (id),
  via text not null check (via in ('typed', 'link')),
  campaign_id uuid references affiliate_campaigns (id),
  visited_at timestamptz,
  -- Verdict about a referral. `counted`: earns a reward. `held`: waits for an operator. `refused`: earns nothing, for
  -- example a self-referral.
  verdict text not null check (verdict in ('counted', 'held', 'refused')),
  reason text
    check (reason in ('device', 'payer', 'cycle', 'velocity', 'operator', 'friends_payer', 'shared_device', 'self_group')),
  decided_by text,
  referred_at timestamptz not null default now(),
  first_order_id uuid references orders (id),
  -- Result of the first purchase: `rewarded` with bonus time, `commission`, `no_membership` (the inviter was no member)
  -- or `reversed`. Null before a purchase.
  outcome text check (outcome in ('rewarded', 'reversed', 'no_membership', 'commission')),
  outcome_at timestamptz,
  bonus_seconds bigint not null default 0,
  bonus_grant text,
  -- True if an operator decided; automatic findings then no longer change the verdict.
  decided_by_person boolean not null default false,
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

-- Reward of the inviter for an order, with the rates in force when the order was paid. Later facts adjust the amount
-- but never the rates. Append-only except for a correction of the inviter.
create table referral_rewards (
  order_id uuid primary key references orders (id),
  inviter_id uuid not null references users (id),
  -- Kind of a reward. `commission`: money, for affiliates. `bonus`: membership time, for other members. `nothing`: no
  -- reward, for the `reason` given.
  kind text not null check (kind in ('commission', 'bonus', 'nothing')),
  reason text,
  terms_version integer not null,
  tier text not null,
  -- Commission rate of a first purchase in basis points; `renewal_bps` is the rate of later ones. Which rate applies is
  -- known when the order's money is final, which in a group may be later.
  first_bps integer not null check (first_bps between 0 and 10000),
  renewal_bps integer not null check (renewal_bps between 0 and 10000),
  bonus_bps integer not null check (bonus_bps between 0 and 10000),
  usd_per_unit_micros bigint not null check (usd_per_unit_micros > 0),
  hold_days integer not null check (hold_days >= 0),
  frozen_at timestamptz not null default now(),
  -- Part of a commission that is held in reserve and paid later, in basis points; 0 for none. `reserve_days`: length of
  -- the reserve after the hold.
  reserve_bps integer not null default 0,
  reserve_days integer not null default 0,
  check ((kind = 'nothing') = (reason is not null)),
  -- Reason why there is no reward. `corrected`: an operator assigned the customer to another inviter later. The reward
  -- stays lost, even if the first inviter is restored.
  constraint referral_rewards_reason check (reason in ('suspended', 'no_membership', 'corrected'))
);

-- Totals of an inviter: people invited, people among them who paid, rewards, and membership time earned. Updated in the
-- transaction of the event that they count.
create table inviter_totals (
  user_id uuid primary key references users (id),
  invited integer not null default 0,
  paid integer not null default 0,
  rewarded integer not null default 0,
  bonus_seconds bigint not null default 0
);

-- Payer of a user's payments, as a keyed digest of the provider's payer id. Used to find accounts that share a payer.
-- Payments of providers that name no payer leave no row.
create table payment_payers (
  payer bytea not null check (octet_length(payer) = 32),
  user_id uuid not null references users (id),
  seen_at timestamptz not null default now(),
  -- True for a wallet that sent a blockchain transfer. Wallets are a weaker signal: anyone can create one, and
  -- customers of an exchange share one.
  is_wallet boolean not null default false,
  primary key (payer, user_id)
);
create index payment_payers_user on payment_payers (user_id);

-- Payer of an erased account, as a keyed digest without the account. Prevents the same payer from getting a
-- first-purchase discount again. Deleted 180 days after the last payment.
create table former_payers (
  payer bytea primary key check (octet_length(payer) = 32),
  -- A date instead of a time, because an exact time could identify the order.
  first_paid_on date not null,
  last_paid_on date not null
);
create index former_payers_age on former_payers (last_paid_on);

-- Trigger: records a payer as a risk signal whenever it is added or removed. The payer is already a keyed digest.
create function carry_payer_to_signals() returns trigger language plpgsql as $$
begin
  insert into risk_signals (kind, digest, user_id, gone_at)
  values (case when coalesce(new.is_wallet, old.is_wallet) then 'wallet' else 'payer' end, coalesce(new.payer, old.payer),
    coalesce(new.user_id, old.user_id), case when tg_op = 'DELETE' then now() end)
  on conflict (kind, digest, user_id) do update set gone_at = excluded.gone_at;
  return coalesce(new, old);
end $$;

-- Trigger: requests a risk check of a customer and the inviter when the result of their referral changes, for example
-- by a first purchase.
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
