-- Whom to look at again, in the statement that states a new fact: no way around it, and no trip of its own. A list that is only added
-- to, so that no payment waits for another; the look takes what it has seen out of it.
create table risk_dues (
  id bigint generated always as identity primary key,
  user_id uuid not null
);
grant select, insert, delete on risk_dues to wayfare_app;

create function wish_look_at_signal() returns trigger language plpgsql as $$
begin
  insert into risk_dues (user_id) values (new.user_id);
  return new;
end $$;
create trigger signals_looked_at after insert on risk_signals
  for each row when (new.kind in ('device', 'payer', 'payout')) execute function wish_look_at_signal();

-- A referral that waits although someone paid, and a first purchase, which counts for a tier.
create function wish_look_at_referral() returns trigger language plpgsql as $$
begin
  insert into risk_dues (user_id) values (new.user_id), (new.inviter_id);
  return new;
end $$;
create trigger referrals_looked_at after update of verdict, first_order_id, outcome on referrals
  for each row when (old.verdict is distinct from new.verdict or old.first_order_id is distinct from new.first_order_id
    or old.outcome is distinct from new.outcome)
  execute function wish_look_at_referral();

create function wish_look_at_commission() returns trigger language plpgsql as $$
begin
  insert into risk_dues (user_id) values (new.affiliate_id);
  return new;
end $$;
create trigger reversals_looked_at after insert on commissions
  for each row when (new.reverses is not null) execute function wish_look_at_commission();

-- Events of one cluster stand in one case, and are decided together.
create table risk_cases (
  id uuid primary key,
  state text not null default 'open' check (state in ('open', 'released', 'voided')),
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  reason text,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null))
);
create index risk_cases_open on risk_cases (id) where state = 'open';
create index risk_cases_decided on risk_cases (decided_at) where state <> 'open';
grant select, insert, update, delete on risk_cases to wayfare_app;

create table risk_events (
  id uuid primary key,
  case_id uuid not null references risk_cases (id),
  rule text not null,
  act text not null check (act in ('ask', 'hold')),
  terms_version integer not null,
  user_id uuid not null references users (id),
  inviter_id uuid references users (id),
  other_ids uuid[] not null,
  -- What may happen again is told once a month; '' for what is told once.
  period text not null,
  details jsonb not null,
  at timestamptz not null default now(),
  unique (rule, user_id, period)
);
create index risk_events_case on risk_events (case_id, at, id);
create index risk_events_user on risk_events (user_id);
create index risk_events_inviter on risk_events (inviter_id);
grant select, insert, update, delete on risk_events to wayfare_app;

alter table referrals drop constraint referrals_reason_check;
alter table referrals add constraint referrals_reason_check
  check (reason in ('device', 'payer', 'cycle', 'velocity', 'operator', 'friends_payer', 'shared_device', 'self_group')) not valid;
